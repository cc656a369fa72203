//! What moderators do.

mod acts;
mod blocks;
mod messages;
mod reopening;

use anteroom::matches::MatchId;
use loopback_discord::{Message, Place};

use crate::support::stage::whispered;

const MATCH: MatchId = MatchId(1);

/// Whom a message notifies, by name.
fn notified(message: &Message) -> Vec<&str> {
    let mut notified = message.mentions();
    notified.sort_unstable();
    notified
}

/// What somebody reads who moderates the match of a thread.
async fn moderates(place: &Place, act: &str, reason: &str) -> String {
    let command = format!("referee {act}");
    whispered(place.command(&command, [("reason", reason)]).await)
}
