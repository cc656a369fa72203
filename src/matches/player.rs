use super::ids::UserId;
pub use crate::search::Level;

/// A player: a person or a computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    Person(UserId),
    /// The bot itself, playing as well as this level does.
    Computer(Level),
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

/// What a computer is called as a player: `Beginner (computer)`.
#[must_use]
pub fn computer_name(level: Level) -> String {
    format!("{level} (computer)")
}
