use std::any::Any;
use std::fmt;
use std::ops::ControlFlow;

use super::split_mix::SplitMix64;
use super::typed::plain;
use super::{
    CellLine, Chosen, Completion, Effect, FullGame, Notation, Outcome, Picking, Picture, Position,
    Progress, Refusal, Standstill, choice, completion, nearby, perft, playout,
};
use anteroom_board::scene::Scene;
use anteroom_board::{Cell, Seat};

/// A position of any game.
pub type AnyPosition = Box<dyn DynPosition>;

/// [`Position`] without its types: the interface for everything except search. Steps are texts here.
///
/// It has a blanket implementation for every [`Position`]. As an [`Any`], it can be downcast to the position of its
/// game.
pub trait DynPosition: Any + Send + Sync {
    /// Returns a copy.
    fn boxed_clone(&self) -> AnyPosition;
    /// Returns the position text.
    fn text(&self) -> String;
    /// See [`Position::to_move`].
    fn to_move(&self) -> Option<Seat>;
    /// See [`Position::outcome`].
    fn outcome(&self) -> Option<Outcome>;
    /// See [`Position::colour_of`].
    fn colour_of(&self, seat: Seat) -> Seat;
    /// Returns the letter that the position text now uses for this seat's colour.
    fn letter(&self, seat: Seat) -> char;
    /// Returns the names of the two colours, see [`Notation::COLOURS`].
    fn colours(&self) -> [&'static str; 2];
    /// See [`Picture::FORBIDDEN`].
    fn forbidden(&self) -> &'static str;
    /// Returns the canonical texts of the steps already made in the unfinished turn.
    fn turn(&self) -> Vec<String>;
    /// Returns [`Progress::Complete`] between turns, else [`Position::progress`].
    fn progress(&self) -> Progress;
    /// Returns the canonical texts of all legal next steps, sorted by bytes.
    fn steps(&self) -> Vec<String>;
    /// Returns the canonical text of the next step if only one is legal.
    fn only_step(&self) -> Option<String>;
    /// Returns at most `most` legal next steps that `typed` may become, and the number of all such steps.
    ///
    /// The order is by fit, then by what players look for most, then by text.
    fn complete(&self, typed: &str, most: usize) -> (Vec<Completion>, usize);
    /// Returns at most `most` legal next steps that look like `typed`, nearest first.
    fn nearest(&self, typed: &str, most: usize) -> Vec<String>;
    /// See [`Picking::choose`].
    /// At every beginning of a step, the [`step_key`](super::step_key) of a whole step is accepted.
    fn choose(&self, picked: &[String]) -> Option<Chosen>;
    /// Reads, checks and makes one step; on error nothing changes.
    ///
    /// # Errors
    ///
    /// The reason why the step cannot be made, for the player.
    fn play(&mut self, step: &str) -> Result<Played, IllegalStep>;
    /// See [`perft()`](super::perft()).
    fn perft(&self, depth: u32) -> u64;
    /// See [`divide`](super::divide).
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
    /// See [`playout`](super::playout()). The seed decides the steps.
    fn playout(&self, most: u64, seed: u64) -> (u64, Option<Outcome>);
    /// See [`Picture::scene`].
    fn scene(&self, seen_from: Seat) -> Scene;
    /// See [`Picture::turn_on_picture`].
    fn turn_on_picture(&self, turn: &str, seen_from: Seat) -> String;
    /// See [`Position::is_progress`].
    fn is_progress(&self, turn: &[Effect]) -> bool;
    /// See [`Notation::STANDSTILL`].
    fn standstill(&self) -> Standstill;
    /// See [`Position::score`].
    fn score(&self) -> Option<[u32; 2]>;
    /// See [`Notation::stock`].
    fn stock(&self) -> [String; 2];
    /// See [`Notation::tally`].
    fn tally(&self) -> Option<[u32; 2]>;
    /// See [`Notation::notice`]; empty when the game is over.
    fn notice(&self) -> String;
    /// See [`Notation::deed`].
    fn deed(&self, turn: &[Effect]) -> Option<&'static str>;
    /// See [`Notation::account`].
    fn account(&self, turn: &[Effect]) -> Option<String>;
    /// See [`Notation::written`]; also `None` if the text is no legal step here.
    fn written(&self, step: &str) -> Option<String>;
    /// See [`Notation::NUMBERS_ROUNDS`].
    fn numbers_rounds(&self) -> bool;
    /// See [`Picture::cell_name`].
    fn cell_name(&self, cell: Cell) -> String;
    /// See [`Picture::lines`].
    fn lines(&self) -> Vec<CellLine>;
}

/// A step that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its canonical text.
    pub step: String,
    /// Its effects, in order.
    pub effects: Vec<Effect>,
}

/// The reason why a step cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalStep {
    /// The sentence that the player reads.
    pub sentence: String,
    /// The cells it is about.
    pub cells: Vec<Cell>,
    /// The id of the rule concerned.
    pub rule: &'static str,
    /// The canonical texts of the legal steps that an ambiguous text may mean.
    pub candidates: Vec<String>,
}

impl IllegalStep {
    /// Whether the text was understood and only breaks a rule.
    pub(super) fn was_understood(&self) -> bool {
        !self.cells.is_empty() || !self.rule.ends_with(".notation")
    }
}

impl fmt::Display for IllegalStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl std::error::Error for IllegalStep {}

impl Clone for AnyPosition {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl<P: FullGame> DynPosition for P {
    fn boxed_clone(&self) -> AnyPosition {
        Box::new(self.clone())
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn to_move(&self) -> Option<Seat> {
        Position::to_move(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        Position::outcome(self)
    }

    fn colour_of(&self, seat: Seat) -> Seat {
        Position::colour_of(self, seat)
    }

    fn letter(&self, seat: Seat) -> char {
        P::LETTERS[Position::colour_of(self, seat).index()]
    }

    fn colours(&self) -> [&'static str; 2] {
        P::COLOURS
    }

    fn forbidden(&self) -> &'static str {
        P::FORBIDDEN
    }

    fn turn(&self) -> Vec<String> {
        Position::turn(self)
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    fn progress(&self) -> Progress {
        if Position::turn(self).is_empty() {
            Progress::Complete
        } else {
            Position::progress(self)
        }
    }

    fn steps(&self) -> Vec<String> {
        let mut steps = Vec::new();
        self.for_each_step(|step| steps.push(step.to_string()));
        steps.sort_unstable();
        steps
    }

    fn only_step(&self) -> Option<String> {
        let (mut only, mut several) = (None, false);
        let _: ControlFlow<()> = self.try_for_each_step(|step| {
            several = only.is_some();
            only = Some(step);
            if several {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        only.filter(|_| !several).map(|step| step.to_string())
    }

    fn complete(&self, typed: &str, most: usize) -> (Vec<Completion>, usize) {
        completion::steps(self, typed, most)
    }

    fn nearest(&self, typed: &str, most: usize) -> Vec<String> {
        nearby::nearest(self, typed, most)
    }

    fn choose(&self, picked: &[String]) -> Option<Chosen> {
        choice::whole_step(self, picked).unwrap_or_else(|| Picking::choose(self, picked))
    }

    fn play(&mut self, step: &str) -> Result<Played, IllegalStep> {
        let step = self
            .read_step(&plain(step))
            .map_err(|illegal| IllegalStep {
                sentence: illegal.to_string(),
                cells: illegal.cells(),
                rule: illegal.rule(),
                candidates: illegal.candidates(),
            })?;
        let mut effects = Vec::new();
        Position::play_unchecked(self, &step, &mut effects);
        Ok(Played {
            step: step.to_string(),
            effects,
        })
    }

    fn perft(&self, depth: u32) -> u64 {
        perft::perft(self, depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        perft::divide(self, depth)
    }

    fn playout(&self, most: u64, seed: u64) -> (u64, Option<Outcome>) {
        let mut numbers = SplitMix64::new(seed);
        playout::playout(self, most, &mut |n| numbers.below(n))
    }

    fn scene(&self, seen_from: Seat) -> Scene {
        Picture::scene(self, seen_from)
    }

    fn turn_on_picture(&self, turn: &str, seen_from: Seat) -> String {
        Picture::turn_on_picture(self, turn, seen_from)
    }

    fn is_progress(&self, turn: &[Effect]) -> bool {
        P::is_progress(turn)
    }

    fn standstill(&self) -> Standstill {
        P::STANDSTILL
    }

    fn score(&self) -> Option<[u32; 2]> {
        Position::score(self)
    }

    fn stock(&self) -> [String; 2] {
        Notation::stock(self)
    }

    fn tally(&self) -> Option<[u32; 2]> {
        Notation::tally(self)
    }

    fn notice(&self) -> String {
        match Position::to_move(self) {
            Some(_) => Notation::notice(self),
            None => String::new(),
        }
    }

    fn deed(&self, turn: &[Effect]) -> Option<&'static str> {
        match turn {
            [Effect::Passed(_)] => Some("passed"),
            [Effect::Swapped] => Some("swapped colours"),
            _ => Notation::deed(self, turn),
        }
    }

    fn account(&self, turn: &[Effect]) -> Option<String> {
        Notation::account(self, turn)
    }

    fn written(&self, step: &str) -> Option<String> {
        let step = self.read_step(&plain(step)).ok()?;
        Notation::written(self, &step)
    }

    fn numbers_rounds(&self) -> bool {
        P::NUMBERS_ROUNDS
    }

    fn cell_name(&self, cell: Cell) -> String {
        Picture::cell_name(self, cell)
    }

    fn lines(&self) -> Vec<CellLine> {
        Picture::lines(self)
    }
}
