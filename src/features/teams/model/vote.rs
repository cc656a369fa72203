//! Votes on a turn.

use std::collections::HashSet;

use crate::matches::{Ballot, Proposed, UserId, Voting};
use crate::people::Moment;

/// The number of a team's turns before its votes may end early: clubs have found that early votes cost the discussion and
/// newcomers.
pub const EARLY_FROM: usize = 3;

/// What a member has decided in a vote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vote {
    pub user: UserId,
    /// The canonical text of the turn, and the text of the position after it; `None` without a vote for a turn.
    pub turn: Option<(String, String)>,
    /// When the member last changed it.
    pub at: Moment,
    /// Whether the member also wants a draw: to offer one, or to accept the other player's.
    pub draw: bool,
    /// Whether the vote must not end early for them.
    pub waits: bool,
}

/// The result of counting votes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The proposals, the leading one first: most votes, then the one whose newest vote is oldest.
    pub proposals: Vec<Proposal>,
    /// How many of those who voted want a draw.
    pub draw: usize,
    /// How many members ask to wait.
    pub waits: usize,
}

/// Turns that lead to one position, as one proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The canonical text of the turn that was first voted for.
    pub text: String,
    /// The text of the position after it.
    pub result: String,
    pub votes: usize,
    /// Its newest standing vote.
    pub newest: Moment,
    oldest: Moment,
}

impl Count {
    /// Returns how many voted for a turn.
    pub fn voters(&self) -> usize {
        self.proposals.iter().map(|proposal| proposal.votes).sum()
    }

    /// Whether more than half of those who voted want a draw.
    pub fn wants_draw(&self) -> bool {
        self.draw * 2 > self.voters()
    }

    /// Whether one proposal has more votes than each other.
    fn has_leader(&self) -> bool {
        match self.proposals.as_slice() {
            [first, second, ..] => first.votes > second.votes,
            [_] => true,
            [] => false,
        }
    }

    /// Returns the counts for the match, without names.
    pub fn ballot(&self) -> Ballot {
        let proposals = self.proposals.iter().map(|proposal| Proposed {
            text: proposal.text.clone(),
            votes: u32::try_from(proposal.votes).unwrap_or(u32::MAX),
        });
        Ballot {
            proposals: proposals.collect(),
        }
    }
}

/// Counts votes.
pub fn count(votes: &[Vote]) -> Count {
    let mut counted = Count::default();
    for vote in votes {
        counted.waits += usize::from(vote.waits);
        let Some((text, result)) = &vote.turn else {
            continue;
        };
        counted.draw += usize::from(vote.draw);
        let same = |proposal: &&mut Proposal| proposal.result == *result;
        match counted.proposals.iter_mut().find(same) {
            Some(proposal) => {
                proposal.votes += 1;
                proposal.newest = proposal.newest.max(vote.at);
                // The same votes give the same text, in whatever order they are read.
                if (vote.at, text) < (proposal.oldest, &proposal.text) {
                    proposal.oldest = vote.at;
                    proposal.text.clone_from(text);
                }
            }
            None => counted.proposals.push(Proposal {
                text: text.clone(),
                result: result.clone(),
                votes: 1,
                newest: vote.at,
                oldest: vote.at,
            }),
        }
    }
    counted.proposals.sort_by(|one, other| {
        let votes = other.votes.cmp(&one.votes);
        votes
            .then(one.newest.cmp(&other.newest))
            .then_with(|| one.text.cmp(&other.text))
    });
    counted
}

/// Returns when a vote ends as things stand; `None` without a vote by its usual end.
///
/// `regulars` are the members who voted in one of the team's last three turns.
pub fn ends_at(
    voting: &Voting,
    votes: &[Vote],
    regulars: &[UserId],
    now: Moment,
) -> Option<Moment> {
    let voted = votes.iter().filter(|vote| vote.turn.is_some());
    let Some(first) = voted.map(|vote| vote.at).min() else {
        return (now < voting.closes).then_some(voting.closes);
    };
    let ends = voting.ends(first);
    if first < voting.closes && closes_early(voting, votes, regulars) {
        // Never before now: the other side's clock starts with the turn.
        return Some(voting.half().max(now).min(ends));
    }
    Some(ends)
}

/// Whether a vote may end when half of its time is over, as things stand.
pub fn closes_early(voting: &Voting, votes: &[Vote], regulars: &[UserId]) -> bool {
    let counted = count(votes);
    let voted = votes.iter().filter(|vote| vote.turn.is_some());
    let voted: HashSet<UserId> = voted.map(|vote| vote.user).collect();
    voting.turns >= EARLY_FROM
        && counted.waits == 0
        && counted.has_leader()
        && !regulars.is_empty()
        && regulars.iter().all(|user| voted.contains(user))
}
