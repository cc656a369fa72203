use std::time::Duration;

use super::challenge::closed_challenge;
use crate::board::Seat;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::words::{at_seat, called, channel_address, duration_words, ended, length};
use crate::discord::ui::{Button, Composed, Tone, board_picture, channel_link, relative};
use crate::features::away::messages::pauses;
use crate::matches::{ChannelId, Match, Status, TimeControl, UserId};
use crate::people::Moment;

/// The card that follows a match in its channel, in the message that was the challenge: how it stands, a small board, and
/// the ways to see more of it. `thread` is where the match is played, once that is known; `at` is when it is shown.
#[must_use]
pub fn card(played: &Match, thread: Option<ChannelId>, at: Moment) -> Composed {
    match played.status() {
        Status::Open => return super::challenge::challenge(played),
        Status::Declined | Status::Withdrawn | Status::Expired => return closed_challenge(played),
        Status::Playing | Status::Finished(_) | Status::Aborted(_) => {}
    }
    let mut picture = board_picture(played, Seat::First);
    // Its signs are explained where one plays.
    picture.legend.clear();
    let id = played.id();
    // A match that is played where its card stands is watched there.
    let elsewhere = thread.filter(|thread| *thread != played.proposal().place.channel);
    let watch = elsewhere.map(|thread| {
        let address = channel_address(played.proposal().place.guild, thread);
        Button::link("Watch", address)
    });
    let mut buttons: Vec<_> = watch.into_iter().collect();
    if played.ply() > 0 {
        buttons.extend([
            Button::new(
                "History",
                Tone::Plain,
                CustomId::History {
                    id,
                    ply: played.ply(),
                },
            ),
            Button::new("Replay", Tone::Plain, CustomId::Replay(id)),
        ]);
    }
    if *played.status() == Status::Playing {
        buttons.push(Button::new("Follow", Tone::Plain, CustomId::Follow(id)));
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

/// A card that says how many follow its match.
#[must_use]
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

/// What the card says of a match at a moment, with a link to its thread where one is given: for other messages that tell how
/// a match stands.
#[must_use]
pub fn card_text(played: &Match, thread: Option<ChannelId>, at: Moment) -> String {
    let state = match played.status() {
        Status::Open => return super::challenge::challenge(played).content,
        Status::Declined | Status::Withdrawn | Status::Expired => {
            return closed_challenge(played).content;
        }
        Status::Playing => {
            let turn = played.ply().saturating_add(1);
            let mover = match (played.player_to_move(), played.to_move()) {
                (Some(player), Some(seat)) => {
                    format!(": {} ({}) to move", called(player), played.colour(seat))
                }
                _ => String::new(),
            };
            let deadline = played
                .deadline()
                .map(|deadline| format!(" Deadline: {}.", relative(deadline)))
                .unwrap_or_default();
            let pauses = pauses(played, at);
            format!(
                "Turn {turn}{mover}.{deadline}{}{pauses}",
                waiting_clock(played)
            )
        }
        Status::Aborted(by) => aborted_sentence(*by),
        Status::Finished(_) => {
            format!("{} {}", ended(played), length(played))
        }
    };
    let [first, second] = Seat::BOTH.map(|seat| {
        let who = at_seat(played, seat);
        format!("{who} ({})", played.colour(seat))
    });
    let link = thread
        .map(|thread| format!("\n{}", channel_link(thread)))
        .unwrap_or_default();
    format!(
        "**{}**, match {}: {first} against {second}\n{state}{link}",
        played.game().card.name,
        played.id()
    )
}

/// Who aborted a match, and what that means.
#[must_use]
pub fn aborted_sentence(by: UserId) -> String {
    format!(
        "{} aborted the match. It counts for nothing.",
        called(by.into())
    )
}

/// What the clock shows that stands, where it matters: the other one runs towards the deadline. Empty where each turn has
/// its own time, and for a computer, which has no clock.
fn waiting_clock(played: &Match) -> String {
    let (TimeControl::Bank { .. }, Some(mover)) = (played.proposal().time, played.to_move()) else {
        return String::new();
    };
    let Some(waiting) = played.person(mover.other()) else {
        return String::new();
    };
    // A clock that stands shows the same at every moment.
    let left = played.clocks().left(mover.other(), Moment(0));
    format!(
        " {} has {} left.",
        called(waiting.into()),
        duration_words(rounded(left))
    )
}

/// A time as people say it: in its greatest unit and the next one.
fn rounded(time: Duration) -> Duration {
    let seconds = time.as_secs();
    let unit = match seconds {
        86_400.. => 3600,
        3600.. => 60,
        _ => 1,
    };
    Duration::from_secs(seconds / unit * unit)
}
