use super::ids::UserId;
use super::team::types::Team;
pub use anteroom_board::Level;

/// A player: a person, a computer or a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// A user of Discord.
    Person(UserId),
    /// The bot, playing at this level.
    Computer(Level),
    /// People who vote.
    Team(Team),
}

impl Player {
    /// Returns the person; `None` for a computer or a team.
    pub const fn person(self) -> Option<UserId> {
        match self {
            Player::Person(user) => Some(user),
            Player::Computer(_) | Player::Team(_) => None,
        }
    }

    /// Returns the computer's level; `None` for a person or a team.
    pub const fn computer(self) -> Option<Level> {
        match self {
            Player::Computer(level) => Some(level),
            Player::Person(_) | Player::Team(_) => None,
        }
    }

    /// Returns the team; `None` for a person or a computer.
    pub const fn team(self) -> Option<Team> {
        match self {
            Player::Team(team) => Some(team),
            Player::Person(_) | Player::Computer(_) => None,
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
