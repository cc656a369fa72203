//! The strength of players: Glicko-2 with the parameters of Lichess, which many players know.
//!
//! Pure: a rating is a value, a result returns new ones, and time is an argument. The events of matches decide
//! which results count, and in which order.

mod glicko;
mod stakes;
mod table;

pub use glicko::{Rating, Score, rate};
pub use stakes::{Stakes, Standing, Uncounted};
pub use table::{ACTIVE, Ranked, table};

/// The most matches of two people in one game that count within [`PAIR_SPAN`].
pub const MOST_OF_A_PAIR: u32 = 4;

/// See [`MOST_OF_A_PAIR`].
pub const PAIR_SPAN: std::time::Duration = std::time::Duration::from_hours(30 * 24);
