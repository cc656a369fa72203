use super::ids::UserId;
pub use anteroom_board::Level;

/// A player: a person or a computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// A user of Discord.
    Person(UserId),
    /// The bot, playing at this level.
    Computer(Level),
}

impl Player {
    /// Returns the person; `None` for a computer.
    pub const fn person(self) -> Option<UserId> {
        match self {
            Player::Person(user) => Some(user),
            Player::Computer(_) => None,
        }
    }

    /// Returns the computer's level; `None` for a person.
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

/// Returns a computer's name as a player: `Beginner (computer)`.
pub fn computer_name(level: Level) -> String {
    format!("{level} (computer)")
}
