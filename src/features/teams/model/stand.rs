//! What a person sees of a team.

use super::{Answers, Count, Question, Vote};
use crate::board::Seat;
use crate::kernel::View;
use crate::matches::{Team, UserId, Voting};
use crate::people::Moment;

/// A member of a team, or somebody who was one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    pub seat: Seat,
    /// Whether they have not left.
    pub here: bool,
    /// Whether each new board mentions them.
    pub called: bool,
}

/// A member of a team, or somebody who was one, with the number of turns for which they voted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Voter {
    pub user: UserId,
    pub voted: u32,
    /// Whether they have not left.
    pub here: bool,
}

/// A match and a team, as a member of the team sees them.
#[derive(Clone, Debug)]
pub struct Stand {
    pub view: View,
    pub seat: Seat,
    pub team: Team,
    /// `None` if the person never belonged to a team of this match.
    pub member: Option<Member>,
    /// Whether the person has the role of the team, if it is that of a role.
    pub has_role: bool,
    pub size: usize,
    /// The vote, if the team is to move.
    pub voting: Option<Voting>,
    pub own: Option<Vote>,
    pub count: Count,
    /// When the vote ends as things stand.
    pub ends: Option<Moment>,
    /// The open question whether the team resigns, its answers, and that of the person.
    pub question: Option<(Question, Answers, Option<bool>)>,
}

impl Stand {
    /// Whether the person belongs to the team now.
    pub fn is_member(&self) -> bool {
        self.member
            .is_some_and(|member| member.here && member.seat == self.seat)
    }

    /// Whether the person decides for the team now: a member who has lost its role does not, and sees no proposals.
    pub fn decides(&self) -> bool {
        self.is_member() && self.has_role
    }
}
