//! What contests share: their games and results, and the lots.

mod game;
mod lots;
mod result;
mod score;
pub mod swiss;

pub use game::{AdjudicationRule, ContestGame, GameState, Wanted, Why};
pub use lots::lots;
pub use result::{GameEnd, How, by_thinking_time};
pub use score::Score;

/// The number of a game within its contest, from 1.
pub type GameId = u32;

/// The number of an organiser's act within its contest, from 1.
pub type ActId = u32;
