//! Computer players: a turn for any position of any game.
//!
//! [`think`] is pure: a position, a strength and a seed determine the result on every machine. This crate has no clock
//! and no thread. To stop a search early, the caller passes a function that is called regularly.
//!
//! Every game has an opponent from its first day, because Monte Carlo tree search over steps needs only the rules.
//! Further knowledge about a game is in one file of this folder, and `anteroom-games` does not depend on it.
//! `docs/opponents.md` explains the methods and their strength.
//!
//! ```
//! use anteroom_board::Level;
//! use anteroom_games::{GivenOptions, find};
//! use anteroom_search::{Strength, think};
//!
//! let game = find("connect-n").expect("a game of the catalogue");
//! let options = game.complete_options(&GivenOptions::new(), || 0)?;
//! let position = game.start(&options)?;
//! let thought = think(&*position, Strength::Level(Level::Beginner), 1, &|| false);
//! assert!(position.steps().contains(&thought.expect("a turn").turn));
//! # Ok::<(), anteroom_games::OptionError>(())
//! ```

#![warn(missing_docs)]
// The compiler warns about dependencies in Cargo.toml that are not used.
#![cfg_attr(not(test), warn(unused_crate_dependencies))]

mod alpha_beta;
mod anaash;
mod anache;
mod anacund;
mod anchor;
mod antichess;
mod choice;
mod connect_n;
mod forcing;
mod found;
mod mcts;
mod meter;
mod opponent;
mod playable;
mod puzzle;
mod shipped;
mod uct;

pub use connect_n::{BookCheck, check_book, make_book};
pub use found::Proven;
pub use puzzle::{
    MOST_TURNS, Making, Puzzle, PuzzleError, puzzles_of_a_game, refutation, winning_turns,
};
pub use shipped::{puzzle, puzzles};

use std::any::Any;

use self::meter::Meter;
use self::opponent::{Opponent, Thinker};
use self::playable::Spoken;
use anteroom_board::Level;
use anteroom_games::DynPosition;
use anteroom_games::anaash::Anaash;
use anteroom_games::anache::Anache;
use anteroom_games::anacund::Anacund;
use anteroom_games::anchor::Anchor;
use anteroom_games::antichess::Antichess;
use anteroom_games::connect_n::{ConnectN, Wide};

/// The limit of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// The nodes and the carelessness of this level.
    ///
    /// It is a number of nodes instead of a time, so that it is equally strong on every machine (like Lichess's fishnet
    /// workers). The lower levels choose among their good turns. No level ever makes a random turn, misses a win in one
    /// turn, or makes a turn that loses to the next one if it can avoid that.
    Level(Level),
    /// As many nodes as are worth waiting for when a player wants advice, and the best turn.
    Advice,
    /// The nodes of Master and the best turn: for a position of an analysis whose estimate is in doubt.
    Thorough,
    /// This many nodes, at least 1, and the best turn.
    Nodes(u64),
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The turn from the current position: its steps with one space between. Never empty.
    pub turn: String,
    /// The winning chance of the seat to move, 0–1; a draw counts a half.
    pub value: f64,
    /// The proven result for the seat to move.
    pub proven: Option<Proven>,
    /// Number of nodes searched.
    pub nodes: u64,
    /// The turn and its expected continuation, turn by turn.
    pub line: Vec<String>,
    /// The candidate turns and their values, best first.
    ///
    /// If all of them lose at once, the last one may be a turn that does not. It was not searched and has the value of
    /// the candidate before it.
    pub candidates: Vec<(String, f64)>,
}

/// Finds a turn; `None` if the game is over.
///
/// Equal positions, strengths and seeds give equal thoughts, unless `stop` returns `true`. The search calls `stop`
/// every few nodes; a stopped search returns its best turn so far.
#[must_use]
pub fn think(
    position: &dyn DynPosition,
    strength: Strength,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> Option<Thought> {
    with_thinker(position, |thinker| thinker.think(strength, seed, stop))
}

/// Finds a turn like [`think`], by plain UCT with random playouts: the baseline for opponents.
#[must_use]
pub fn think_plainly(
    position: &dyn DynPosition,
    nodes: u64,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> Option<Thought> {
    with_thinker(position, |thinker| thinker.think_plainly(nodes, seed, stop))
}

/// Calls `ask` with the engine of a position: the game's own engine if it has one.
fn with_thinker<T>(position: &dyn DynPosition, ask: impl FnOnce(&dyn Thinker) -> T) -> T {
    let any: &dyn Any = position;
    match known(any) {
        Some(thinker) => ask(thinker),
        None => ask(&Spoken(position.boxed_clone())),
    }
}

fn known(position: &dyn Any) -> Option<&dyn Thinker> {
    fn of<P: Opponent + 'static>(position: &dyn Any) -> Option<&dyn Thinker> {
        position
            .downcast_ref::<P>()
            .map(|position| position as &dyn Thinker)
    }
    of::<ConnectN<u64>>(position)
        .or_else(|| of::<ConnectN<u128>>(position))
        .or_else(|| of::<ConnectN<Wide>>(position))
        .or_else(|| of::<Antichess<false>>(position))
        .or_else(|| of::<Antichess<true>>(position))
        .or_else(|| of::<Anaash>(position))
        .or_else(|| of::<Anchor>(position))
        .or_else(|| of::<Anacund>(position))
        .or_else(|| of::<Anache>(position))
}

impl Opponent for Spoken {
    const NODES: [u64; 5] = [100, 300, 1_000, 3_000, 10_000];

    fn find(&self, meter: &mut Meter<'_>, _: bool, seed: u64) -> Option<found::Found<Self::Step>> {
        mcts::search(self, &mcts::RulesOnly, meter, seed)
    }
}
