use strum::{IntoStaticStr, VariantNames};

use super::ids::MatchId;

/// Why a computer gives no advice. Its `Display` is the message to the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, IntoStaticStr, VariantNames)]
pub enum NoAdvice {
    /// The match counts for ratings.
    #[error(
        "Match {0} is rated: there are no hints in it, so that the result shows how good its players are. After the end *Analyse* shows what was missed."
    )]
    Rated(MatchId),
    /// The match belongs to a league or a ladder.
    #[error(
        "Match {0} belongs to a league or a ladder: there are no hints in it, so that the result shows how good its players are. After the end *Analyse* shows what was missed."
    )]
    Contest(MatchId),
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
