//! A knock-out bracket: rounds from left to right, each with half as many pairings as the one before it.

/// A knock-out bracket, or a part of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BracketSheet {
    /// The title.
    pub title: String,
    /// The line below the title.
    pub subtitle: String,
    /// The rounds from the first on. Each has half as many pairings as the one before it, the first at most 8.
    pub rounds: Vec<BracketRound>,
    /// The pairing for third place.
    pub third: Option<BracketPairing>,
    /// The winner of the last round, if the tournament is over.
    pub champion: Option<String>,
}

/// A round of a bracket.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BracketRound {
    /// The name, such as `Quarter-finals`.
    pub name: String,
    /// The pairings from the top down. The winners of the first two meet in the first pairing of the next round.
    pub pairings: Vec<BracketPairing>,
}

/// Two people who play against each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BracketPairing {
    /// The upper and the lower side.
    pub sides: [BracketSide; 2],
    /// Whether its games are being played.
    pub running: bool,
}

/// A side of a pairing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BracketSide {
    /// The person.
    pub who: BracketEntrant,
    /// The text behind the name: points, such as `1½`, or `w/o` for a walkover; may be empty.
    pub score: String,
    /// Whether the person has won the pairing.
    pub fate: BracketFate,
}

/// A person in a bracket, or the place of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BracketEntrant {
    /// A person.
    Person {
        /// The name. Characters that the font lacks are omitted, and a long name is cut.
        name: String,
        /// The seed; 0 for none.
        seed: u32,
    },
    /// Nobody: the other side goes on without a game.
    Bye,
    /// Somebody who is not known yet. The text says who it will be, such as `Winner of 3`; may be empty.
    Open(String),
}

impl Default for BracketEntrant {
    fn default() -> Self {
        Self::Open(String::new())
    }
}

/// What became of a side of a pairing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BracketFate {
    /// The pairing is not over.
    #[default]
    Open,
    /// The side goes on.
    Won,
    /// The side is out.
    Lost,
}
