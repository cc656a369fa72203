//! Puzzles: positions in which exactly one turn forces a win within a number of turns. Exhaustive search proves both.

use std::fmt;

use super::{Strength, think, with_thinker};
use anteroom_board::Seat;
use anteroom_games::{
    AnyPosition, DynPosition, Game, GivenOptions, Progress, SplitMix64, Values, split_steps,
};

/// The largest number of turns to a puzzle's win.
pub const MOST_TURNS: u32 = 4;

/// Number of positions at the end of a game that are examined.
const LOOKED_AT: usize = 12;
/// The fewest steps to choose from at the beginning of a puzzle.
const LEAST_CHOICE: usize = 4;

/// A position in which exactly one turn forces a win.
///
/// Turns that lead to the same position count as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The game's settings that differ from the usual ones: `key=value`, separated by commas.
    pub options: String,
    /// The position text.
    pub position: String,
    /// Number of turns of the seat to move to the win, 1 to [`MOST_TURNS`].
    pub turns: u32,
    /// The winning turn, and its continuation against the longest defence.
    pub line: Vec<String>,
}

/// The reason why a text is not a puzzle of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PuzzleError(
    /// A sentence that names the fault.
    pub String,
);

/// The parameters for making puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Making {
    /// The seed of the games from which puzzles are taken.
    pub seed: u64,
    /// Number of nodes for each turn of these games.
    pub strength: u64,
    /// Number of random turns at the beginning.
    pub random: usize,
    /// Number of turns after which a game is abandoned.
    pub longest: usize,
    /// The fewest turns to a puzzle's win.
    pub least: u32,
    /// The most turns to a puzzle's win.
    pub most: u32,
    /// The most nodes of a proof.
    pub nodes: u64,
}

impl Puzzle {
    /// Reads the line of a file of puzzles, as [`Display`](fmt::Display) writes it.
    ///
    /// # Errors
    ///
    /// If a part is missing or is not a number.
    pub fn read(line: &str) -> Result<Self, PuzzleError> {
        let wrong = |why: &str| PuzzleError(format!("{why}: {line}"));
        let parts: Vec<&str> = line.split('\t').collect();
        let [turns, options, position, moves] = *parts.as_slice() else {
            return Err(wrong("a puzzle has four parts with tabs between"));
        };
        let turns = turns
            .parse()
            .ok()
            .filter(|turns| (1..=MOST_TURNS).contains(turns));
        let line: Vec<String> = moves.split(" | ").map(str::to_owned).collect();
        Ok(Self {
            options: options.to_owned(),
            position: position.to_owned(),
            turns: turns.ok_or_else(|| wrong("the number of turns is none"))?,
            line,
        })
    }

    /// Returns the settings of its game.
    ///
    /// # Errors
    ///
    /// If the game has no such settings.
    pub fn values(&self, game: &Game) -> Result<Values, PuzzleError> {
        let pairs = self.options.split(',').filter(|pair| !pair.is_empty());
        let given: GivenOptions = pairs
            .filter_map(|pair| pair.split_once('='))
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect();
        game.complete_options(&given, || 0)
            .map_err(|error| PuzzleError(error.to_string()))
    }

    /// Returns its position.
    ///
    /// # Errors
    ///
    /// If its text does not belong to this game.
    pub fn start(&self, game: &Game) -> Result<AnyPosition, PuzzleError> {
        let values = self.values(game)?;
        game.read(&values, &self.position)
            .map_err(|error| PuzzleError(error.to_string()))
    }

    /// Proves the puzzle again: its turn wins, and all winning turns lead to the same position.
    ///
    /// `nodes` is the limit of the proof.
    ///
    /// # Errors
    ///
    /// A sentence that names the fault.
    pub fn prove(&self, game: &Game, nodes: u64) -> Result<(), PuzzleError> {
        let position = self.start(game)?;
        let proven = the_win(&*position, 1, MOST_TURNS, nodes)
            .ok_or_else(|| PuzzleError(format!("no single turn wins: {self}")))?;
        if (proven.turns, proven.line.first()) == (self.turns, self.line.first()) {
            Ok(())
        } else {
            Err(PuzzleError(format!("another turn wins: {self}")))
        }
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line.join(" | ");
        write!(
            f,
            "{}\t{}\t{}\t{line}",
            self.turns, self.options, self.position
        )
    }
}

/// A win by exactly one turn.
struct TheWin {
    turns: u32,
    line: Vec<String>,
}

/// Returns the win that exactly one turn forces, within the fewest turns of any win.
/// `None` if no turn or several turns win, or if the proof fails.
fn the_win(position: &dyn DynPosition, least: u32, most: u32, nodes: u64) -> Option<TheWin> {
    for turns in 1..=most {
        let found = winning_turns(position, turns, nodes)?;
        let Some(first) = found.first() else { continue };
        if turns < least {
            return None;
        }
        let target = after(position, first)?;
        let text = target.text();
        for other in found.iter().skip(1) {
            if after(position, other)?.text() != text {
                return None;
            }
        }
        let seat = position.to_move()?;
        let rest = with_thinker(&*target, |thinker| thinker.course(seat, turns - 1, nodes));
        let line = std::iter::once(first.clone()).chain(rest).collect();
        return Some(TheWin { turns, line });
    }
    None
}

/// Returns at most twelve turns that force a win within `turns` turns of the seat to move.
///
/// `None` if `nodes` do not suffice.
#[must_use]
pub fn winning_turns(position: &dyn DynPosition, turns: u32, nodes: u64) -> Option<Vec<String>> {
    with_thinker(position, |thinker| thinker.winning_turns(turns, nodes))
}

/// Returns a turn of the seat to move that prevents a win of `seat` within `turns` turns.
///
/// `None` if no such turn exists, or if `nodes` do not suffice.
#[must_use]
pub fn refutation(
    position: &dyn DynPosition,
    seat: Seat,
    turns: u32,
    nodes: u64,
) -> Option<String> {
    with_thinker(position, |thinker| thinker.refutation(seat, turns, nodes))
}

fn after(position: &dyn DynPosition, turn: &str) -> Option<AnyPosition> {
    let mut after = position.boxed_clone();
    for step in split_steps(turn) {
        after.play(step).ok()?;
    }
    Some(after)
}

/// Plays a game of a computer against itself and takes puzzles from its end, at most one for each seat.
///
/// The game begins at its start or at another position. `options` has the settings that differ from the usual ones, as
/// in [`Puzzle::options`].
///
/// # Errors
///
/// If the game has no such settings or no such position.
pub fn puzzles_of_a_game(
    game: &Game,
    options: &str,
    from: Option<&str>,
    making: Making,
) -> Result<Vec<Puzzle>, PuzzleError> {
    let blank = Puzzle {
        options: options.to_owned(),
        position: String::new(),
        turns: 1,
        line: Vec::new(),
    };
    let values = blank.values(game)?;
    let wrong = |error: String| PuzzleError(error);
    let mut position = match from {
        Some(text) => game
            .read(&values, text)
            .map_err(|error| wrong(error.to_string()))?,
        None => game
            .start(&values)
            .map_err(|error| wrong(error.to_string()))?,
    };
    let mut numbers = SplitMix64::new(making.seed);
    let mut positions = Vec::new();
    while position.to_move().is_some() && positions.len() < making.longest {
        positions.push(position.clone());
        let turn = if positions.len() <= making.random {
            by_chance(&*position, &mut numbers)
        } else {
            let strength = Strength::Nodes(making.strength);
            think(&*position, strength, numbers.next(), &|| false).map(|thought| thought.turn)
        };
        let next = turn.and_then(|turn| after(&*position, &turn));
        let Some(next) = next else { break };
        position = next;
    }
    let mut found: Vec<(Seat, Puzzle)> = Vec::new();
    for position in positions.iter().rev().take(LOOKED_AT) {
        let Some(seat) = position.to_move() else {
            continue;
        };
        if found.iter().any(|(other, _)| *other == seat) || position.steps().len() < LEAST_CHOICE {
            continue;
        }
        // A puzzle only contains what the position text contains.
        let Ok(read) = game.read(&values, &position.text()) else {
            continue;
        };
        if let Some(win) = the_win(&*read, making.least, making.most, making.nodes) {
            found.push((
                seat,
                Puzzle {
                    options: options.to_owned(),
                    position: read.text(),
                    turns: win.turns,
                    line: win.line,
                },
            ));
        }
    }
    Ok(found.into_iter().map(|(_, puzzle)| puzzle).collect())
}

/// Returns a whole random turn.
fn by_chance(position: &dyn DynPosition, numbers: &mut SplitMix64) -> Option<String> {
    let mut at = position.boxed_clone();
    let mut turn = Vec::new();
    loop {
        let steps = at.steps();
        let number = numbers.below(steps.len().max(1) as u64) as usize;
        turn.push(at.play(steps.get(number)?).ok()?.step);
        if at.progress() == Progress::Complete {
            return Some(turn.join(" "));
        }
    }
}
