//! The requests of this feature's buttons, menus and forms.

use strum::{Display, EnumString, VariantArray};

use crate::discord::ui::custom_id::{printed_parts, words};
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
        /// Unix milliseconds, and `id` its number, which is 0 for the first page.
        "finished" => Finished {
            person: UserId, game: String as game, score: u8, at: u64, id: u64
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
