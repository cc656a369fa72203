//! Following a match of other players.

use strum::{Display, EnumString, VariantArray};

use super::event::Fact;
use super::ids::UserId;
use super::state::Match;
use super::status::Status;

/// The events of a match that a follower is notified of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Display, EnumString, VariantArray)]
pub enum Follow {
    /// Each turn and the result.
    #[strum(serialize = "turns")]
    Turns,
    /// The result.
    #[strum(serialize = "end")]
    End,
    /// Nothing: the match is only listed for the follower.
    #[default]
    #[strum(serialize = "list")]
    List,
}

/// The followers of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Followers {
    /// The people notified of each turn and of the result.
    pub turns: Vec<UserId>,
    /// The people notified of the result.
    pub end: Vec<UserId>,
    /// The number of followers who are not notified.
    pub silent: usize,
}

impl Followers {
    /// Returns the number of all followers.
    pub fn count(&self) -> usize {
        self.turns.len() + self.end.len() + self.silent
    }

    /// Adds a person who begins to follow.
    pub fn add(&mut self, user: UserId, how: Follow) {
        match how {
            Follow::Turns => self.turns.push(user),
            Follow::End => self.end.push(user),
            Follow::List => self.silent += 1,
        }
    }

    /// Returns the followers to notify of an event; `now` is the match just after it.
    pub fn hear_of(&self, now: &Match, fact: &Fact) -> Vec<UserId> {
        let over = matches!(now.status(), Status::Finished(_) | Status::Aborted(_));
        let (turns, end) = match fact {
            _ if over => (true, true),
            Fact::Turn { .. } => (true, false),
            _ => (false, false),
        };
        let turns = self.turns.iter().filter(|_| turns);
        turns
            .chain(self.end.iter().filter(|_| end))
            .copied()
            .collect()
    }
}
