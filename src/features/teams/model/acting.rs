//! Who acts for a team, and who may belong to it.

use super::TeamRefusal;
use crate::board::Seat;
use crate::matches::{Match, Player, RoleId, Team, UserId};

/// Who acts: a person, and the roles that they have in the server.
#[derive(Clone, Debug)]
pub struct Acting {
    pub user: UserId,
    pub roles: Vec<RoleId>,
}

impl Acting {
    /// Whether the person plays against a team, or is to.
    pub(crate) fn is_opponent(&self, state: &Match, seat: Seat) -> bool {
        let proposal = state.proposal();
        let challenges = proposal.team.is_none() && proposal.challenger == self.user;
        challenges
            || proposal.invited == Some(Player::Person(self.user))
            || state.person(seat.other()) == Some(self.user)
    }

    /// Returns an error if the person may not belong to a team.
    pub(crate) fn may_join(
        &self,
        state: &Match,
        seat: Seat,
        team: Team,
    ) -> Result<(), TeamRefusal> {
        if self.is_opponent(state, seat) {
            return Err(TeamRefusal::Opponent);
        }
        match self.has_role_of(team) {
            true => Ok(()),
            false => Err(TeamRefusal::NotInRole),
        }
    }

    /// Whether the person has the role of a team, or it has none.
    pub(crate) fn has_role_of(&self, team: Team) -> bool {
        team.role.is_none_or(|role| self.roles.contains(&role))
    }
}
