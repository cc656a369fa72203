//! The requests of this feature's buttons, menus and forms.

use std::fmt;

use strum::{Display, EnumString, VariantArray};

use crate::discord::ui::custom_id::{Part, printed_parts, words};
use crate::matches::{MatchId, UserId};

words! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Press {
        /// Show a page of a list of matches, in its message. `game` may be `any`.
        "games" => Games { tab: Tab, game: String as game, page: u32 };
        /// Show the match that was chosen from a list.
        "open" => OpenMatch;
        /// Show a page of a person's finished matches.
        ///
        /// `score` is 0 for any result, 1 won, 2 drawn, 3 lost. `at` is the end of the last match before the page, in
        /// Unix milliseconds, and 0 for the first page.
        "finished" => Finished {
            person: UserId, game: String as game, score: u8, at: u64, after: After
        };
        /// Show the matches with the chosen result.
        "finished-result" => FinishedResult { person: UserId, game: String as game };
        /// Accept a challenge from a list.
        "take" => Take(id: MatchId);
        /// Decline a challenge from a list.
        "decline-listed" => DeclineListed(id: MatchId);
        /// Withdraw the person's own challenge from a list.
        "withdraw-listed" => WithdrawListed(id: MatchId);
    }
}

/// The last match before a page; `None` for the first page, which an id writes as 0.
/// A press that turns pages is not about this match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct After(pub Option<MatchId>);

impl Part for After {
    fn read(text: &str) -> Option<Self> {
        match text {
            "0" => Some(Self(None)),
            id => Part::read(id).map(|id| Self(Some(id))),
        }
    }
}

impl fmt::Display for After {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.unwrap_or(MatchId(0)).fmt(f)
    }
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

printed_parts!(Tab);
