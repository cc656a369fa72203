//! A hint, as it is shown.

use strum::{IntoStaticStr, VariantNames};

use crate::board::Cell;
use crate::features::play::model::view::Prepared;
use crate::matches::MatchId;
use crate::search::Proven;

/// The turn that the computer would play for the player to move.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The match before and after the turn.
    pub prepared: Prepared,
    /// The cells to look at; empty if the turn touches no cell.
    pub cells: Vec<Cell>,
    /// The piece that the turn places on one of these cells; `None` if it moves from them.
    pub places: Option<&'static str>,
    /// The proven result for the player; `None` if the computer only estimates it.
    pub proven: Option<Proven>,
}

/// Why a computer gives no advice. Its `Display` is the message to the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum NoAdvice {
    /// The match counts for ratings.
    #[error(
        "Match {0} is rated: there are no hints in it, so that the result shows how good its players are. After the end *Analyse* shows what was missed."
    )]
    Rated(MatchId),
    /// The match belongs to a league or a ladder.
    #[error(
        "Match {0} belongs to a league, ladder, tournament or simul: there are no hints in it, so that the result shows how good its players are. After the end *Analyse* shows what was missed."
    )]
    Contest(MatchId),
    /// A team plays in the match.
    #[error(
        "A team plays in match {0}: there are no hints in it, for the team and against it. After the end *Analyse* shows what was missed."
    )]
    Team(MatchId),
    /// The other player has not agreed to hints.
    #[error("You get hints in match {0} if both players agree.")]
    NotAgreed(MatchId),
    /// The queue of searches is full.
    #[error("Too many people are asking the computer just now. Try again in a minute.")]
    Busy,
    /// The search found no turn before its time limit.
    #[error("The computer has not come up with anything. Try again in a minute.")]
    Nothing,
}
