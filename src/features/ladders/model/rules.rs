use std::ops::RangeInclusive;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::refusal::Refusal;
use crate::games::Values;
use crate::matches::{ContestName, TimeControl, stored_options};

/// The allowed values of [`Rules::reach`].
pub const REACH: RangeInclusive<u32> = 1..=20;

/// The allowed values of [`Rules::idle_days`].
pub const IDLE_DAYS: RangeInclusive<u32> = 7..=90;

/// What an organiser chooses when a ladder is created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    pub name: ContestName,
    /// The key of the game.
    pub game: String,
    /// The game's settings, with all defaults filled in.
    #[serde(with = "stored_options")]
    pub options: Values,
    pub clock: TimeControl,
    /// The number of places above their own that people may challenge; in [`REACH`].
    pub reach: u32,
    /// The days without a match after which people move down; in [`IDLE_DAYS`].
    pub idle_days: u32,
    /// Whether the matches count for ratings.
    pub rated: bool,
}

impl Rules {
    /// The default of [`Rules::reach`].
    pub const USUAL_REACH: u32 = 5;

    /// The default of [`Rules::idle_days`].
    pub const USUAL_IDLE_DAYS: u32 = 30;

    /// Checks the numbers.
    pub fn check(&self) -> Result<(), Refusal> {
        if !REACH.contains(&self.reach) {
            return Err(Refusal::Reach(self.reach));
        }
        if !IDLE_DAYS.contains(&self.idle_days) {
            return Err(Refusal::IdleDays(self.idle_days));
        }
        Ok(())
    }

    /// Returns the time without a match after which people move down.
    pub fn idle_limit(&self) -> Duration {
        Duration::from_hours(u64::from(self.idle_days) * 24)
    }
}
