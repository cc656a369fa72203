//! The sentences of refusals.

use crate::db::Denial;
use crate::discord::ui::words::{escaped, mention};
use crate::features::moderation::model::ModerationRefusal;

impl Denial for ModerationRefusal {
    fn name(&self) -> &'static str {
        self.into_str()
    }

    fn sentence(&self) -> String {
        match self {
            Self::CannotChallenge => String::from("This challenge cannot be made to that player."),
            Self::CannotTake => String::from("This challenge is not open to you."),
            Self::BlockedYourself => String::from(
                "You have blocked this player. *Blocked People* in `/settings` lets you play against each other again.",
            ),
            Self::TooManyBlocks { most } => format!(
                "You have blocked {most} people, the most allowed. Unblock one first: *Blocked People* in `/settings`."
            ),
            Self::KeptOut { reason } => format!(
                "A moderator of this server keeps you from playing here. Their reason: {}",
                escaped(reason)
            ),
            Self::NewcomerKeptOut(user) => format!(
                "A moderator of this server keeps {} from playing here.",
                mention(*user)
            ),
            Self::OtherKeptOut => {
                String::from("The other player cannot play in this server at present.")
            }
        }
    }
}
