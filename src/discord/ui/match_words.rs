//! The state of a match in words.

use std::time::Duration;

use super::challenge::closed_challenge;
use super::clocks::{self, pauses};
use super::composed::Composed;
use super::words::{at_seat, called, channel_link, duration_words, ended, length};
use crate::board::Seat;
use crate::matches::{ChannelId, Fact, Match, Status, TimeControl, UserId};
use crate::people::Moment;

/// Returns the new text of a draw offer or take-back request that ended unanswered because of `fact`.
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
        Fact::Resigned { .. }
        | Fact::Flagged { .. }
        | Fact::Aborted { .. }
        | Fact::Adjudicated { .. } => lapsed("the match is over"),
        Fact::Moderated { .. } => lapsed("a moderator has stepped in"),
        _ => lapsed("the match went on"),
    })
}

/// Returns the card's text at a moment, for other messages, with a link to the thread if given.
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
            let deadline = clocks::deadline(played, at);
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
    let contest = played
        .contest()
        .map(|contest| format!("\n-# {}", contest.words()))
        .unwrap_or_default();
    format!(
        "**{}**, match {}: {first} against {second}\n{state}{contest}{link}",
        played.game().card.name,
        played.id()
    )
}

/// Returns the sentence for a cancelled match.
pub fn aborted_sentence(by: UserId) -> String {
    format!(
        "{} cancelled the match. It does not count.",
        called(by.into())
    )
}

/// Returns the time on the stopped clock of a match with a bank. The other clock runs towards the
/// deadline. Empty for a time per turn, and for a computer, which has no clock.
pub(crate) fn waiting_clock(played: &Match) -> String {
    let (TimeControl::Bank { .. }, Some(mover)) = (played.proposal().time, played.to_move()) else {
        return String::new();
    };
    let waiting = played.player(mover.other());
    let Some(waiting) = waiting.filter(|player| player.computer().is_none()) else {
        return String::new();
    };
    // A stopped clock shows the same time at every moment.
    let left = played.clocks().left(mover.other(), Moment(0));
    format!(
        " {} has {} left.",
        called(waiting),
        duration_words(rounded(left))
    )
}

/// Rounds a duration as people say it: to its greatest unit and the next one.
pub(crate) fn rounded(time: Duration) -> Duration {
    let seconds = time.as_secs();
    let unit = match seconds {
        86_400.. => 3600,
        3600.. => 60,
        _ => 1,
    };
    Duration::from_secs(seconds / unit * unit)
}
