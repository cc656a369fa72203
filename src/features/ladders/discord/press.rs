//! The requests of this feature's buttons, menus and forms.

use std::fmt;

use strum::{Display, EnumString};

use crate::discord::ui::custom_id::{Part, printed, words};
use crate::features::ladders::model::GameId;
use crate::matches::TimeControl;

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
    /// Change a setting of a new ladder.
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

/// A part of a [`Draft`] that is chosen from a menu or by a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum Want {
    Game,
    Setup,
    Clock,
    Channel,
    /// Change whether the matches count for ratings.
    Rated,
}

/// What an organiser has chosen for a new ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The key of the game.
    pub game: String,
    /// The index of one of the game's setups.
    pub setup: u8,
    pub clock: TimeControl,
    pub reach: u8,
    pub idle: u8,
    pub rated: bool,
    /// The channel; 0 for none.
    pub channel: u64,
}

impl Part for Act {
    fn read(text: &str) -> Option<Self> {
        printed(text)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Part for Want {
    fn read(text: &str) -> Option<Self> {
        printed(text)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The text form: `connect-n.0.3d.5.30.rated.1234`.
impl Part for Draft {
    fn read(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('.').collect();
        let [game, setup, clock, reach, idle, rated, channel] = parts[..] else {
            return None;
        };
        Some(Self {
            game: crate::discord::ui::custom_id::game(game)?,
            setup: printed(setup)?,
            clock: printed(clock)?,
            reach: printed(reach)?,
            idle: printed(idle)?,
            rated: match rated {
                "r" => true,
                "u" => false,
                _ => return None,
            },
            channel: printed(channel)?,
        })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}.{}.{}.{}.{}.{}.{}",
            self.game,
            self.setup,
            self.clock,
            self.reach,
            self.idle,
            if self.rated { "r" } else { "u" },
            self.channel
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::ui::custom_id::{CustomId, Read};
    use crate::games::CATALOGUE;

    #[test]
    fn longest_draft_fits_an_id_and_is_read_again() {
        for game in CATALOGUE {
            let draft = Draft {
                game: game.card.key.to_owned(),
                setup: 24,
                clock: "59d23h59m59s+23h59m59s".parse().expect("a clock"),
                reach: 20,
                idle: 90,
                rated: false,
                channel: u64::MAX,
            };
            let want = Want::Channel;
            for press in [
                Press::Set {
                    want,
                    draft: draft.clone(),
                },
                Press::Numbers(draft.clone()),
                Press::Create(draft),
            ] {
                let id = CustomId::of(&press);
                assert!(id.as_str().len() <= 100, "{id}");
                let parts: Vec<&str> = id.as_str().split('/').collect();
                assert_eq!(Press::read(&parts), Some(press));
            }
        }
    }
}
