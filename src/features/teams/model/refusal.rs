use strum::{IntoStaticStr, VariantNames};

use crate::matches::MatchId;

/// Why a member's act is refused.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum TeamRefusal {
    /// No team has this seat.
    NoTeam(MatchId),
    /// The match is not being played, and not open.
    Over(MatchId),
    /// The person plays on the other side.
    OtherSide,
    /// The person is the team's opponent.
    Opponent,
    /// The person belongs to the team, and would play against it.
    InTeam,
    /// The person belongs to the team, and would decide about its match as a moderator.
    Moderates,
    /// The team is that of a role which the person does not have.
    NotInRole,
    /// The vote on this board is over.
    Closed,
    /// The team is not to move.
    NotToMove,
    NotMember,
    /// The team has asked within its last turns.
    AskedLately {
        /// How many turns must be played before the next question.
        turns: usize,
    },
    AskedAlready,
    NoQuestion,
    /// A role's team is started by who may organise in the server.
    NotForRole,
    NoName,
    OnlyInServers,
}
