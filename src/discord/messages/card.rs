use super::words::{called, channel_link, counted, relative};
use super::{Composed, closed_challenge};
use crate::board::Seat;
use crate::matches::{ChannelId, Match, Status, result_sentence};

/// The card that follows a match in its channel, in the message that was the challenge.
#[must_use]
pub fn card(played: &Match, thread: Option<ChannelId>) -> Composed {
    let state = match played.status() {
        Status::Open => return super::challenge(played),
        Status::Declined | Status::Withdrawn | Status::Expired => return closed_challenge(played),
        Status::Playing => {
            let turn = played.ply().saturating_add(1);
            match (played.player_to_move(), played.to_move(), played.deadline()) {
                (Some(player), Some(seat), Some(deadline)) => {
                    format!(
                        "Turn {turn}: {} ({}) to move. Deadline: {}.",
                        called(player),
                        played.colour(seat),
                        relative(deadline)
                    )
                }
                (Some(player), Some(seat), None) => format!(
                    "Turn {turn}: {} ({}) to move.",
                    called(player),
                    played.colour(seat)
                ),
                _ => format!("Turn {turn}."),
            }
        }
        Status::Finished(_) => {
            let result = result_sentence(played, called).unwrap_or_default();
            format!(
                "{result} {} played.",
                counted(u64::from(played.ply()), "turn")
            )
        }
    };
    let [first, second] = Seat::BOTH.map(|seat| {
        let who = played.player(seat).map(called).unwrap_or_default();
        format!("{who} ({})", played.colour(seat))
    });
    let link = thread
        .map(|thread| format!("\n{}", channel_link(thread)))
        .unwrap_or_default();
    Composed::text(format!(
        "**{}**, match {}: {first} against {second}\n{state}{link}",
        played.game().card.name,
        played.id()
    ))
}
