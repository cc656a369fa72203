//! How good players are: Glicko-2 with the figures of Lichess, which many people know.
//!
//! Pure: a rating is a value, a result makes new ones of it, and time is an argument. Which results count, and in which
//! order, is said by the events of matches.

mod glicko;
mod stakes;
mod table;

pub use glicko::{Rating, Score, rate};
pub use stakes::{Stakes, Standing, Uncounted};
pub use table::{ACTIVE, Ranked, table};

/// This many matches of two people in one game count within [`PAIR_SPAN`]; further ones do not.
pub const MOST_OF_A_PAIR: u32 = 4;

/// See [`MOST_OF_A_PAIR`].
pub const PAIR_SPAN: std::time::Duration = std::time::Duration::from_hours(30 * 24);
