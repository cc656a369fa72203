//! What contests share: their games and results, the lots, knock-outs, and the Swiss system.

mod acts;
mod departure;
mod game;
pub mod knock_out;
mod lots;
mod played;
mod requests;
mod result;
mod round_robin;
mod score;
pub mod swiss;
mod vacancy;

pub use acts::{Act, Acts};
pub use departure::DepartureReason;
pub use game::{AdjudicationRule, ContestGame, GameState, ToEnd, Wanted, Why};
pub use lots::lots;
pub use played::{have_moved, last_moves, thinking, turns};
pub use requests::{MOST_REQUESTS, RequestCommand, RequestEvent, RequestRefusal, Requests};
pub use result::{GameEnd, How, by_thinking_time};
pub use round_robin::{Pairing, pairings};
pub use score::Score;
pub use vacancy::{Patience, Step, Unmoved, Waits};

/// The number of a game within its contest, from 1.
pub type GameId = u32;

/// The number of an organiser's act within its contest, from 1.
pub type ActId = u32;
