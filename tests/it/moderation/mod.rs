//! Moderation.

mod acts;
mod blocks;
mod messages;
mod reopening;

use anteroom::matches::MatchId;
use loopback_discord::{Message, Place};

use crate::support::panels::{self, gives_reason, referee};
use crate::support::stage::updated;

const MATCH: MatchId = MatchId(1);

fn notified(message: &Message) -> Vec<&str> {
    let mut notified = message.mentions();
    notified.sort_unstable();
    notified
}

/// Does an act of a moderator in a thread, and returns the answer.
async fn moderates(place: &Place, button: &str, reason: &str) -> String {
    let shown = panels::moderates(place, button, reason).await;
    shown.content().to_owned()
}

/// Ends the match of a thread as a moderator.
async fn ends(place: &Place, how: &str, reason: &str) -> Message {
    let question = updated(place.press(&referee(place).await, "End…").await);
    updated(gives_reason(place, &question, how, reason).await)
}
