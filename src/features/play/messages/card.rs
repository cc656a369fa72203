use crate::board::Seat;
use crate::discord::ui::words::{at_seat, channel_address};
use crate::discord::ui::{
    Button, Composed, board_picture, card_text, channel_link, closed_challenge,
};
use crate::features::teams::press::Press as TeamPress;
use crate::features::watching::press::Press as WatchingPress;
use crate::matches::{ChannelId, Match, Status};
use crate::people::Moment;

/// The card of a match in its channel: status, links, and a small board if the match is played in a thread.
/// `thread` is that thread, or the channel itself; `at` is the time of display.
pub fn card(played: &Match, thread: Option<ChannelId>, at: Moment) -> Composed {
    match played.status() {
        Status::Open => return crate::discord::ui::challenge(played),
        Status::Declined | Status::Withdrawn | Status::Expired => return closed_challenge(played),
        Status::Playing | Status::Finished(_) | Status::Aborted(_) => {}
    }
    let id = played.id();
    // A match in the card's own channel needs no link, and its boards stand below the card.
    let elsewhere = thread.filter(|thread| *thread != played.proposal().place.channel);
    if matches!(played.status(), Status::Aborted(_)) {
        return Composed::text(cancelled(played, elsewhere));
    }
    let picture = elsewhere.map(|_| {
        let mut picture = board_picture(played, Seat::First);
        // The legend is shown where the match is played.
        picture.legend.clear();
        picture
    });
    // The link also leads the players to their board.
    let watch = elsewhere.map(|thread| {
        let address = channel_address(played.proposal().place.guild, thread);
        Button::link("Open Match", address)
    });
    let mut buttons: Vec<_> = watch.into_iter().collect();
    if played.ply() > 0 {
        buttons.extend([
            Button::plain(
                "History",
                WatchingPress::History {
                    id,
                    ply: played.ply(),
                },
            ),
            Button::plain("Replay", WatchingPress::Replay(id)),
        ]);
    }
    if played.has_team() && *played.status() == Status::Playing {
        buttons.push(Button::plain("My Team", TeamPress::Show(id)));
    }
    if may_be_followed(played) {
        buttons.push(Button::plain("Follow", WatchingPress::Follow(id)));
    }
    Composed {
        content: card_text(played, None, at),
        picture,
        small: true,
        rows: Some(buttons)
            .filter(|row| !row.is_empty())
            .into_iter()
            .collect(),
        ..Composed::default()
    }
}

/// The card of a match that was aborted, on one line: a channel is read for the matches that count.
fn cancelled(played: &Match, thread: Option<ChannelId>) -> String {
    let [first, second] = Seat::BOTH.map(|seat| at_seat(played, seat));
    let link = thread
        .map(|thread| format!(" · {}", channel_link(thread)))
        .unwrap_or_default();
    format!(
        "{}, match {}: {first} against {second} · cancelled{link}",
        played.game().card.name,
        played.id()
    )
}

/// Whether people may follow a match: it is played, and not in a private conversation, where nobody else reads.
pub(super) fn may_be_followed(played: &Match) -> bool {
    *played.status() == Status::Playing && played.proposal().place.guild.is_some()
}

/// Adds the number of followers to a card. The card of an aborted match stays one line.
pub fn followed_card(mut card: Composed, followers: usize) -> Composed {
    match followers {
        _ if !card.content.contains('\n') => {}
        0 => {}
        1 => card.content.push_str("\n-# 1 person follows it."),
        more => card
            .content
            .push_str(&format!("\n-# {more} people follow it.")),
    }
    card
}
