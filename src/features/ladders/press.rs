//! The requests of this feature's buttons, menus and forms.

use std::fmt;

use strum::{Display, EnumString};

use crate::discord::ui::custom_id::draft::{self, Want};
use crate::discord::ui::custom_id::entry::EntryAct;
use crate::discord::ui::custom_id::{Part, printed, printed_parts, words};
use crate::matches::{JournalId, UserId};

/// The number of a challenge and its match within the ladder, counted from 1.
pub type GameId = u32;

words! {
    /// The request of a pressed component or a sent form. A ladder is the number of its journal.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Press {
        /// Show a page of the order.
        "ladder" => Show { ladder: JournalId, page: u32 };
        /// Show the page of the order on which the person is.
        "ladder-mine" => Mine(ladder: JournalId);
        /// Show the ladder that was chosen in a menu.
        "ladder-of" => Choose;
        "ladder-join" => Join(ladder: JournalId);
        /// Ask whether the person really leaves.
        "ladder-leave" => AskLeave(ladder: JournalId);
        "ladder-leave-yes" => Leave(ladder: JournalId);
        /// Ask whom the person challenges.
        "ladder-whom" => AskChallenge(ladder: JournalId);
        /// Challenge the person chosen in a menu.
        "ladder-challenge" => Challenge(ladder: JournalId);
        /// Tell why the person cannot challenge others.
        "ladder-why-not" => WhyNot(ladder: JournalId);
        "ladder-accept" => Accept { ladder: JournalId, game: GameId };
        /// Ask whether the person really declines.
        "ladder-decline" => AskDecline { ladder: JournalId, game: GameId };
        "ladder-decline-yes" => Decline { ladder: JournalId, game: GameId };
        "ladder-withdraw" => Withdraw { ladder: JournalId, game: GameId };
        /// Show the organisers' page.
        "ladder-manage" => Manage(ladder: JournalId);
        /// Show or change who may join.
        "ladder-entry" => Entry { ladder: JournalId, act: EntryAct };
        /// Ask the reason of an act, or do it.
        "ladder-act" => Act { ladder: JournalId, act: Act };
        /// Ask the reason for taking the person chosen in a menu off the ladder.
        "ladder-remove" => Remove(ladder: JournalId);
        /// Take a person off the ladder.
        "ladder-remove-yes" => RemoveFor { ladder: JournalId, person: UserId };
        /// Ask the reason for cancelling or undoing the game chosen in a menu.
        "ladder-cancel" => Cancel(ladder: JournalId);
        /// Cancel or undo a game.
        "ladder-cancel-yes" => CancelFor { ladder: JournalId, game: GameId };
        /// Show the page on which a ladder is set up.
        "ladder-new" => New;
        /// Show the page after a button has changed a setting of a new ladder.
        "ladder-draft" => Draft(draft: Draft);
        /// Change a setting of a new ladder that is chosen in a menu.
        "ladder-set" => Set { want: Want, draft: Draft };
        /// Ask for the clock, the reach and the idle limit of a new ladder, or set them.
        "ladder-numbers" => Numbers(draft: Draft);
        /// Ask for the name of a new ladder, or create it.
        "ladder-create" => Create(draft: Draft);
    }
}

/// What an organiser does to a whole ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Act {
    Pause,
    Resume,
    Close,
}

/// What an organiser has chosen for a new ladder.
pub type Draft = draft::Draft<Own>;

/// The settings of a [`Draft`] that only ladders have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Own {
    pub reach: u32,
    pub idle: u32,
    pub rated: bool,
}

printed_parts!(Act);

/// The text form: `5.30.r`.
impl Part for Own {
    fn read(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('.').collect();
        let [reach, idle, rated] = parts[..] else {
            return None;
        };
        Some(Self {
            reach: printed(reach)?,
            idle: printed(idle)?,
            rated: match rated {
                "r" => true,
                "u" => false,
                _ => return None,
            },
        })
    }
}

impl fmt::Display for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rated = if self.rated { "r" } else { "u" };
        write!(f, "{}.{}.{rated}", self.reach, self.idle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longest_draft_fits_an_id_and_is_read_again() {
        let own = Own {
            reach: 20,
            idle: 90,
            rated: false,
        };
        let set = |draft| Press::Set {
            want: Want::Channel,
            draft,
        };
        draft::longest_fit(&own, [set, Press::Numbers, Press::Draft, Press::Create]);
    }
}
