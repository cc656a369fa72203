use crate::board::Seat;
use crate::discord::ui::custom_id::Common;
use crate::discord::ui::words::channel_address;
use crate::discord::ui::{Button, Composed, board_picture, card_text, closed_challenge};
use crate::matches::{ChannelId, Match, Status};
use crate::people::Moment;

/// The card of a match in its channel: status, a small board, and links.
/// `thread` is the match's thread, if known; `at` is the time of display.
pub fn card(played: &Match, thread: Option<ChannelId>, at: Moment) -> Composed {
    match played.status() {
        Status::Open => return crate::discord::ui::challenge(played),
        Status::Declined | Status::Withdrawn | Status::Expired => return closed_challenge(played),
        Status::Playing | Status::Finished(_) | Status::Aborted(_) => {}
    }
    let mut picture = board_picture(played, Seat::First);
    // The legend is shown where the match is played.
    picture.legend.clear();
    let id = played.id();
    // A match in the card's own channel needs no link.
    let elsewhere = thread.filter(|thread| *thread != played.proposal().place.channel);
    // The link also leads the players to their board.
    let goes_on = played.to_move().is_some() && played.people().next().is_some();
    let label = if goes_on { "Open Match" } else { "Watch" };
    let watch = elsewhere.map(|thread| {
        let address = channel_address(played.proposal().place.guild, thread);
        Button::link(label, address)
    });
    let mut buttons: Vec<_> = watch.into_iter().collect();
    if played.ply() > 0 {
        buttons.extend([
            Button::plain(
                "History",
                Common::History {
                    id,
                    ply: played.ply(),
                },
            ),
            Button::plain("Replay", Common::Replay(id)),
        ]);
    }
    if *played.status() == Status::Playing {
        buttons.push(Button::plain("Follow", Common::Follow(id)));
    }
    Composed {
        content: card_text(played, None, at),
        picture: Some(picture),
        small: true,
        rows: Some(buttons)
            .filter(|row| !row.is_empty())
            .into_iter()
            .collect(),
        ..Composed::default()
    }
}

/// Adds the number of followers to a card.
pub fn followed_card(mut card: Composed, followers: usize) -> Composed {
    match followers {
        0 => {}
        1 => card.content.push_str("\n-# 1 person follows it."),
        more => card
            .content
            .push_str(&format!("\n-# {more} people follow it.")),
    }
    card
}
