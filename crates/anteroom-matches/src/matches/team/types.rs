//! Teams: people of a server who decide their turns by vote.

use std::fmt;

use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};

use crate::matches::ids::RoleId;

/// A team: people of the server who vote on each of its turns. Who they are, the match does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Team {
    /// Its name.
    pub name: TeamName,
    /// The role whose holders vote; `None`: all who join.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<RoleId>,
}

/// The name of a team: 1 to [32](Self::LONGEST) characters on one line. A player is copied, and its name with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TeamName(ArrayString<128>);

impl TeamName {
    /// The most characters of a name.
    pub const LONGEST: usize = 32;

    /// Makes a name of what was typed: whitespace and control characters become single spaces, and what is too long is
    /// cut. Returns `None` if nothing is left.
    pub fn of(typed: &str) -> Option<Self> {
        // Marks of direction would reverse the text that follows.
        let steers = |c: char| matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        let blank = |c: char| c.is_whitespace() || c.is_control() || steers(c);
        let words = typed.split(blank).filter(|word| !word.is_empty());
        let words = words.collect::<Vec<_>>().join(" ");
        let cut: String = words.chars().take(Self::LONGEST).collect();
        let name = ArrayString::from(cut.trim()).ok()?;
        (!name.is_empty()).then_some(Self(name))
    }

    /// Returns the name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TeamName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How a team came to a turn, without any names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ballot {
    /// What was proposed, and by how many votes, the winner first.
    pub proposals: Vec<Proposed>,
}

/// A proposed turn with its votes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposed {
    /// The turn's canonical text.
    pub text: String,
    /// How many voted for it.
    pub votes: u32,
}

impl Ballot {
    /// Returns how many people voted.
    pub fn voters(&self) -> u32 {
        self.proposals.iter().map(|proposed| proposed.votes).sum()
    }

    /// Returns the votes for the turn that won.
    pub fn winning(&self) -> u32 {
        self.proposals.first().map_or(0, |first| first.votes)
    }
}
