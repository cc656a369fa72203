//! How a match stands, in words.

use std::time::Duration;

use super::challenge::closed_challenge;
use super::clocks::pauses;
use super::composed::Composed;
use super::words::{at_seat, called, channel_link, duration_words, ended, length, relative};
use crate::board::Seat;
use crate::matches::{ChannelId, Fact, Match, Status, TimeControl, UserId};
use crate::people::Moment;

/// What is left of a draw offer, or else of a request for a take-back, that was not answered where it stands, after something
/// else happened.
#[must_use]
pub fn ended_question(draw: bool, fact: &Fact) -> Composed {
    let what = if draw {
        "draw offer"
    } else {
        "take-back request"
    };
    let lapsed = |why| format!("The {what} has lapsed: {why}.");
    Composed::text(match fact {
        Fact::DrawAgreed { .. } => String::from("The draw offer was accepted."),
        Fact::DrawDeclined { .. } => String::from("The draw offer was declined."),
        Fact::TakenBack { agreed: true, .. } => String::from("The take-back was accepted."),
        Fact::TakebackDeclined { .. } => String::from("The take-back was declined."),
        Fact::Resigned { .. } | Fact::Flagged { .. } | Fact::Aborted { .. } => {
            lapsed("the match is over")
        }
        Fact::Moderated { .. } => lapsed("a moderator has stepped in"),
        _ => lapsed("the match went on"),
    })
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

/// The sentence for a cancelled match.
#[must_use]
pub fn aborted_sentence(by: UserId) -> String {
    format!(
        "{} cancelled the match. It counts for nothing.",
        called(by.into())
    )
}

/// What the clock shows that stands, where it matters: the other one runs towards the deadline. Empty where each turn has
/// its own time, and for a computer, which has no clock.
pub(crate) fn waiting_clock(played: &Match) -> String {
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
pub(crate) fn rounded(time: Duration) -> Duration {
    let seconds = time.as_secs();
    let unit = match seconds {
        86_400.. => 3600,
        3600.. => 60,
        _ => 1,
    };
    Duration::from_secs(seconds / unit * unit)
}
