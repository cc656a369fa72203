use std::fmt;

use super::UserId;

/// Who sits at a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// A person.
    Person(UserId),
    /// The bot itself, playing as well as this level does.
    Computer(Level),
}

/// How well a computer plays, from the weakest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Level 1.
    Beginner,
    /// Level 2.
    Casual,
    /// Level 3.
    Club,
    /// Level 4.
    Strong,
    /// Level 5.
    Master,
}

impl Player {
    /// The person; `None` for a computer.
    #[must_use]
    pub const fn person(self) -> Option<UserId> {
        match self {
            Player::Person(user) => Some(user),
            Player::Computer(_) => None,
        }
    }

    /// How well the computer plays; `None` for a person.
    #[must_use]
    pub const fn computer(self) -> Option<Level> {
        match self {
            Player::Person(_) => None,
            Player::Computer(level) => Some(level),
        }
    }
}

impl From<UserId> for Player {
    fn from(user: UserId) -> Self {
        Player::Person(user)
    }
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 5] = [
        Level::Beginner,
        Level::Casual,
        Level::Club,
        Level::Strong,
        Level::Master,
    ];

    /// Its number, from 1 to 5: by this it is stored.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Level::Beginner => 1,
            Level::Casual => 2,
            Level::Club => 3,
            Level::Strong => 4,
            Level::Master => 5,
        }
    }

    /// The level of a number from 1 to 5.
    #[must_use]
    pub fn of_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.number() == number)
    }

    /// What it is called: `Beginner`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Beginner => "Beginner",
            Level::Casual => "Casual",
            Level::Club => "Club",
            Level::Strong => "Strong",
            Level::Master => "Master",
        }
    }
}

impl fmt::Display for Level {
    /// As a player is called: `Beginner (computer)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (computer)", self.name())
    }
}
