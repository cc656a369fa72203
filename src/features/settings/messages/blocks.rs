//! What somebody reads of those whom they have blocked.

use crate::discord::ui::{Composed, mention, relative};
use crate::matches::UserId;
use crate::people::Moment;

/// How many people are listed.
const LISTED: usize = 25;

/// Somebody is blocked from now on.
#[must_use]
pub fn blocked(person: UserId) -> Composed {
    Composed::text(format!(
        "You have blocked {who}. They can no longer challenge you or take your challenges, and are not told so; nor can you challenge them. \
         Matches that you are playing go on. `/block remove` undoes it.",
        who = mention(person)
    ))
}

/// Somebody is blocked no more, or never was.
#[must_use]
pub fn unblocked(person: UserId, was: bool) -> Composed {
    let who = mention(person);
    Composed::text(if was {
        format!("You no longer block {who}: you can challenge each other again.")
    } else {
        format!("You have not blocked {who}. `/block list` shows whom you have.")
    })
}

/// Whom somebody has blocked, the latest first.
#[must_use]
pub fn blocks(blocked: &[(UserId, Moment)]) -> Composed {
    if blocked.is_empty() {
        return Composed::text(
            "You have blocked nobody. `/block add` keeps somebody from challenging you and from taking your challenges.",
        );
    }
    let mut lines = vec![String::from(
        "**People whom you have blocked.** Only you see this; `/block remove` unblocks somebody.",
    )];
    let shown = blocked.iter().take(LISTED);
    lines.extend(shown.map(|(user, since)| format!("• {}, {}", mention(*user), relative(*since))));
    if let Some(more) = blocked.len().checked_sub(LISTED).filter(|more| *more > 0) {
        lines.push(format!("… and {more} more, from earlier."));
    }
    Composed::text(lines.join("\n"))
}
