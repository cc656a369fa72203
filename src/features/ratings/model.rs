//! Leaderboards and profiles, as they are shown.

use crate::db::Results;
use crate::matches::{Figures, UserId};
use crate::ratings::{Ranked, Standing};

/// A game's leaderboard, with the user's own place.
#[derive(Clone, Debug)]
pub struct Leaders {
    /// All listed players, best first.
    pub listed: Vec<Ranked<UserId>>,
    /// The user's own rating; `None` without a rated match.
    pub own: Option<Standing>,
    /// Whether the user is unlisted.
    pub unlisted: bool,
}

/// A player's profile.
#[derive(Clone, Debug)]
pub struct Profile {
    pub user: UserId,
    /// The player's ratings by game, with the ratings after the latest matches, oldest first.
    pub standings: Vec<(String, Standing, Vec<Standing>)>,
    pub results: Results,
    /// The player's punctuality.
    pub figures: Figures,
    /// Lines about titles and places.
    pub achievements: Vec<String>,
}
