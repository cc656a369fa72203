//! The requests of this feature's buttons, menus and forms.

use strum::{Display, EnumString, VariantArray};

use crate::discord::ui::custom_id::{Part, printed, words};

/// The request of a pressed component or a sent form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Show a page of a list of matches, in its message.
    Games {
        tab: Tab,
        /// The game's key, or `any`.
        game: String,
        /// The page, counted from 0.
        page: u32,
    },
    /// Show the match that was chosen from a list.
    OpenMatch,
    /// Show a page of a person's finished matches.
    Finished {
        person: u64,
        /// The game's key, or `any`.
        game: String,
        /// The result: 0 any, 1 won, 2 drawn, 3 lost.
        score: u8,
        /// The end of the last match before this page, in Unix milliseconds.
        at: u64,
        /// The number of that match; 0 for the first page.
        id: u64,
    },
    /// Show the matches with the chosen result.
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
    /// The matches that the person plays.
    #[strum(serialize = "mine")]
    Mine,
    /// Challenges that wait for an answer.
    #[strum(serialize = "challenges")]
    Challenges,
    /// The running matches of this server.
    #[strum(serialize = "here")]
    Here,
    /// The person's finished matches.
    #[strum(serialize = "finished")]
    Finished,
}

impl Tab {
    /// Returns the label of its button.
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
}
