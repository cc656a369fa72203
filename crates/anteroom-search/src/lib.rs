//! Opponents: a turn for any position of any game.
//!
//! [`think`] is pure: a position, a strength and a seed decide the result, on every machine. There is no clock and no thread
//! here; a caller that may stop a search early passes a function that is called now and then.
//!
//! Every game has an opponent from its first day: Monte Carlo tree search over steps needs nothing but rules. What is
//! known of a game beyond that stands in one file of this folder, and `anteroom-games` knows nothing of it.
//! `docs/opponents.md` tells what is used where, and how strong it is.

#![warn(missing_docs)]
// A dependency that Cargo.toml names and nothing uses is a warning.
#![cfg_attr(not(test), warn(unused_crate_dependencies))]

mod alpha_beta;
mod anaash;
mod anache;
mod anacund;
mod anchor;
mod antichess;
mod connect_n;
mod forcing;
mod found;
mod level;
mod mcts;
mod meter;
mod opponent;
mod playable;
mod puzzle;
mod shipped;
mod uct;

pub use connect_n::{BookCheck, check_book, make_book};
pub use found::Proven;
pub use level::Level;
pub use puzzle::{
    MOST_TURNS, Making, Puzzle, PuzzleError, puzzles_of_a_game, refutation, winning_turns,
};
pub use shipped::{puzzle, puzzles};

use std::any::Any;

use self::meter::Meter;
use self::opponent::{Opponent, Thinker};
use self::playable::Spoken;
use anteroom_games::games::DynPosition;
use anteroom_games::games::anaash::Anaash;
use anteroom_games::games::anache::Anache;
use anteroom_games::games::anacund::Anacund;
use anteroom_games::games::anchor::Anchor;
use anteroom_games::games::antichess::Antichess;
use anteroom_games::games::connect_n::{ConnectN, Wide};

/// How much a search may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// As much as this level does, and as carelessly.
    Level(Level),
    /// As much as is worth waiting for when somebody wants advice, and the best turn found.
    Advice,
    /// This many nodes, at least 1, and the best turn found.
    Nodes(u64),
}

/// What a search came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The turn: its steps in order with one space between, from where the position stands. Never empty.
    pub turn: String,
    /// The chance to win with it of the seat to move, 0–1; a draw counts a half.
    pub value: f64,
    /// What is certain of the position for the seat to move.
    pub proven: Option<Proven>,
    /// How many nodes were looked at.
    pub nodes: u64,
    /// The turn and what is expected to follow, turn by turn.
    pub line: Vec<String>,
    /// The turns that were weighed and what they are worth, the best first. Where all of them lose at once, one that does
    /// not may stand behind them; it was not weighed and has the value of the last.
    pub candidates: Vec<(String, f64)>,
}

/// Finds a turn. `None` when the game is over.
///
/// The same position, strength and seed give the same thought, as long as `stop` never says yes; it is asked every few
/// nodes, and a search that is stopped answers with the best turn so far.
#[must_use]
pub fn think(
    position: &dyn DynPosition,
    strength: Strength,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> Option<Thought> {
    with_thinker(position, |thinker| thinker.think(strength, seed, stop))
}

/// Plain UCT with random playouts: the yardstick. Otherwise like [`think`].
#[must_use]
pub fn think_plainly(
    position: &dyn DynPosition,
    nodes: u64,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> Option<Thought> {
    with_thinker(position, |thinker| thinker.think_plainly(nodes, seed, stop))
}

/// The engine for a position: that of its game where there is one.
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
