//! What buttons, menus and forms of this feature ask for.

use std::fmt;

use strum::{Display, EnumString, VariantArray};

use crate::discord::ui::custom_id::{Part, printed, words};

/// What pressing a component, or sending a form, asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Turn to a page of a list of matches, in the message that shows one.
    Games {
        tab: Tab,
        /// The game's key, or `any`.
        game: String,
        /// The page, counted from 0.
        page: u32,
    },
    /// Look at the match that was chosen from a list.
    OpenMatch,
    /// Turn to a page of somebody's finished matches.
    Finished {
        person: u64,
        /// The game's key, or `any`.
        game: String,
        /// 0: whatever they came to; 1: won; 2: drawn; 3: lost.
        score: u8,
        /// The match after which the page begins: when it ended, in Unix milliseconds.
        at: u64,
        /// That match's number; 0: the page begins with the latest one.
        id: u64,
    },
    /// See those that came to what was chosen.
    FinishedResult {
        person: u64,
        /// The game's key, or `any`.
        game: String,
    },
}

words! {
    Press;
    "games" => Games { tab, game by game, page };
    "open" => OpenMatch;
    "finished" => Finished { person by person, game by game, score, at, id };
    "finished-result" => FinishedResult { person by person, game by game };
}

/// A tab of `/games`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantArray)]
pub enum Tab {
    /// The matches that one plays.
    #[strum(serialize = "mine")]
    Mine,
    /// Challenges that wait for an answer.
    #[strum(serialize = "challenges")]
    Challenges,
    /// The matches that are played in this server.
    #[strum(serialize = "here")]
    Here,
    /// The matches that are over.
    #[strum(serialize = "finished")]
    Finished,
}

impl Tab {
    /// What its button says.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Tab::Mine => "My Games",
            Tab::Challenges => "Challenges",
            Tab::Here => "Here",
            Tab::Finished => "Finished",
        }
    }
}

impl Part for Tab {
    fn read(text: &str) -> Option<Self> {
        printed(text)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
