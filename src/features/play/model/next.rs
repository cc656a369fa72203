//! The order in which *Next* offers the matches that wait for a person.

use super::session::About;
use crate::db::Listed;
use crate::matches::MatchId;

/// A match that waits for a person's turn, or for their vote on the turn of a team.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// The deadline is the end of the vote if there is one.
    pub listed: Listed,
    /// Whether the person votes.
    pub votes: bool,
}

impl Waiting {
    /// Returns the purpose of the board that the person opens.
    pub fn about(&self) -> About {
        let (id, board) = (self.listed.id, self.listed.board);
        match self.votes {
            true => About::Vote { id, board },
            false => About::Turn { id, board },
        }
    }
}

/// The matches that wait for a person: by urgency, then those that were set aside, in the order of that.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    pub matches: Vec<Waiting>,
    /// How many of them, at the front, are not set aside.
    pub fresh: usize,
}

impl Queue {
    /// Orders matches that are sorted by urgency. Each match set aside has the number of the board that was skipped,
    /// or none if the match is behind the others with any board.
    pub fn new(waiting: Vec<Waiting>, aside: &[(MatchId, Option<u32>)]) -> Self {
        let place = |Waiting { listed: one, .. }: &Waiting| {
            aside.iter().position(|(id, board)| {
                *id == one.id && board.is_none_or(|board| board == one.board)
            })
        };
        let (fresh, mut behind): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|one| place(one).is_none());
        behind.sort_by_key(place);
        Self {
            fresh: fresh.len(),
            matches: [fresh, behind].concat(),
        }
    }
}
