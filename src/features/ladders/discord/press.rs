//! The requests of this feature's buttons, menus and forms.

use std::fmt;

use strum::{Display, EnumString};

use crate::discord::ui::contests::draft::{self, Want};
use crate::discord::ui::custom_id::{Part, printed, words};
use crate::features::ladders::model::GameId;

/// The request of a pressed component or a sent form. A ladder is the number of its journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Show a page of the order.
    Show {
        ladder: u64,
        /// The page, counted from 0.
        page: u32,
    },
    /// Show the page of the order on which the person is.
    Mine(u64),
    /// Show the ladder that was chosen in a menu.
    Choose,
    Join(u64),
    /// Ask whether the person really leaves.
    AskLeave(u64),
    Leave(u64),
    /// Ask whom the person challenges.
    AskChallenge(u64),
    /// Challenge the person chosen in a menu.
    Challenge(u64),
    /// Tell why the person cannot challenge others.
    WhyNot(u64),
    Accept {
        ladder: u64,
        game: GameId,
    },
    /// Ask whether the person really declines.
    AskDecline {
        ladder: u64,
        game: GameId,
    },
    Decline {
        ladder: u64,
        game: GameId,
    },
    Withdraw {
        ladder: u64,
        game: GameId,
    },
    /// Show the organisers' page.
    Manage(u64),
    /// Ask the reason of an act, or do it.
    Act {
        ladder: u64,
        act: Act,
    },
    /// Ask the reason for taking the person chosen in a menu off the ladder.
    Remove(u64),
    /// Take a person off the ladder.
    RemoveFor {
        ladder: u64,
        person: u64,
    },
    /// Ask the reason for cancelling or undoing the game chosen in a menu.
    Cancel(u64),
    /// Cancel or undo a game.
    CancelFor {
        ladder: u64,
        game: GameId,
    },
    /// Show the page on which a ladder is set up.
    New,
    /// Show the page after a button has changed a setting of a new ladder.
    Draft(Draft),
    /// Change a setting of a new ladder that is chosen in a menu.
    Set {
        want: Want,
        draft: Draft,
    },
    /// Ask for the clock, the reach and the idle limit of a new ladder, or set them.
    Numbers(Draft),
    /// Ask for the name of a new ladder, or create it.
    Create(Draft),
}

words! {
    Press;
    "ladder" => Show { ladder, page };
    "ladder-mine" => Mine(ladder);
    "ladder-of" => Choose;
    "ladder-join" => Join(ladder);
    "ladder-leave" => AskLeave(ladder);
    "ladder-leave-yes" => Leave(ladder);
    "ladder-whom" => AskChallenge(ladder);
    "ladder-challenge" => Challenge(ladder);
    "ladder-why-not" => WhyNot(ladder);
    "ladder-accept" => Accept { ladder, game };
    "ladder-decline" => AskDecline { ladder, game };
    "ladder-decline-yes" => Decline { ladder, game };
    "ladder-withdraw" => Withdraw { ladder, game };
    "ladder-manage" => Manage(ladder);
    "ladder-act" => Act { ladder, act };
    "ladder-remove" => Remove(ladder);
    "ladder-remove-yes" => RemoveFor { ladder, person by person };
    "ladder-cancel" => Cancel(ladder);
    "ladder-cancel-yes" => CancelFor { ladder, game };
    "ladder-new" => New;
    "ladder-draft" => Draft(draft);
    "ladder-set" => Set { want, draft };
    "ladder-numbers" => Numbers(draft);
    "ladder-create" => Create(draft);
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

impl Part for Act {
    fn read(text: &str) -> Option<Self> {
        printed(text)
    }
}

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
        draft::longest_fit(&own, |draft| {
            let want = Want::Channel;
            let set = Press::Set {
                want,
                draft: draft.clone(),
            };
            let numbers = Press::Numbers(draft.clone());
            vec![
                set,
                numbers,
                Press::Draft(draft.clone()),
                Press::Create(draft),
            ]
        });
    }
}
