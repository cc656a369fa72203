//! The rules of Anteroom's games, without Discord, matches or a database: one file or folder a game, and the
//! [`CATALOGUE`]. Everything here is also true of a board on a table.
//!
//! A game is a [`Position`] and a [`Card`]. A *turn* is everything that one seat does before the other may move. It
//! consists of *steps*, and a position may be in the middle of a turn. Whole turns are never listed (some games have
//! more than a billion of them), only the next steps. Search and perft use [`Position`] directly; all other code holds
//! an [`AnyPosition`] and passes texts.
//!
//! A new game is a file here, a rules page under `assets/rules/`, and a line in the catalogue.
//!
//! The games are a crate of their own because their code is what a turn's time goes into: every profile optimises it,
//! also the one for tests, while the rest of the program waits for Discord anyway and need not make a build longer.
//!
//! ```
//! use anteroom_board::Seat;
//! use anteroom_games::GivenOptions;
//!
//! let game = anteroom_games::find("antichess").expect("a game of the catalogue");
//! let options = game.complete_options(&GivenOptions::new(), || 0)?;
//! let mut position = game.start(&options)?;
//! assert_eq!(position.to_move(), Some(Seat::First));
//! position.play("e2e3").expect("a legal step");
//! assert_eq!(position.to_move(), Some(Seat::Second));
//! # Ok::<(), anteroom_games::OptionError>(())
//! ```

#![warn(missing_docs)]
// The compiler warns about dependencies in Cargo.toml that are not used.
#![cfg_attr(not(test), warn(unused_crate_dependencies))]

pub mod anaash;
pub mod anache;
pub mod anacund;
pub mod anchor;
pub mod antichess;
mod card;
mod cell_line;
mod choice;
mod complete_turn;
mod completion;
pub mod connect_n;
pub mod describe;
mod dynamic;
mod example;
mod illustration;
pub mod lessons;
mod marks;
mod nearby;
mod nth_one;
mod only_turn;
mod perft;
mod playout;
mod quiet_turns;
mod quoted;
mod rules_page;
mod setup;
mod split_mix;
mod standstill;
mod turn_text;
mod typed;
mod words;
mod written;

pub use card::{
    Card, Form, Game, GivenOptions, Learning, OptionError, OptionKind, OptionSpec, Rateable,
    Relatives, Sample, Values,
};
use card::{always_even, in_proportion, no_form, no_settings};
pub use cell_line::CellLine;
pub use choice::{Choice, Chosen, Group, List, Pick, step_key};
pub use complete_turn::{Completions, complete_turn};
pub use completion::Completion;
pub use dynamic::{AnyPosition, DynPosition, IllegalStep, Played};
pub use example::{Example, ExampleError};
pub use illustration::{Captioned, Illustration};
pub use marks::{add_step, legend, turn_marks};
pub use only_turn::only_turn;
pub use perft::{divide, perft};
pub use playout::playout;
pub use quiet_turns::quiet_turns;
pub use quoted::Quoted;
pub use rules_page::{Chapter, Rule};
pub use split_mix::SplitMix64;
pub use standstill::Standstill;
pub use turn_text::{TurnError, TurnRead, read_turn, split_last_step, split_steps};
pub use words::{alt_text, alt_text_of_ended, turn_words};
pub use written::{numbered, written_line, written_turn, written_turns};

use std::fmt::{Debug, Display};
use std::ops::ControlFlow;

use anteroom_board::scene::{Kind, Scene};
use anteroom_board::{Cell, Seat};
use serde::{Deserialize, Serialize};

/// All games, easiest to learn first.
pub static CATALOGUE: &[Game] = &[
    connect_n::GAME,
    anaash::GAME,
    antichess::STANDARD,
    antichess::ENCASTLE,
    anacund::GAME,
    anchor::GAME,
    anache::GAME,
];

/// Returns the game with this key, if it exists.
#[must_use]
pub fn find(key: &str) -> Option<&'static Game> {
    CATALOGUE.iter().find(|game| game.card.key == key)
}

/// Iterates over the games that have lessons, easiest to learn first.
pub fn with_lessons() -> impl Iterator<Item = &'static Game> + Clone {
    CATALOGUE.iter().filter(|game| game.card.lessons.is_some())
}

/// Iterates over the games that have puzzles, easiest to learn first.
pub fn with_puzzles() -> impl Iterator<Item = &'static Game> + Clone {
    CATALOGUE.iter().filter(|game| game.card.puzzles.is_some())
}

/// The rules of one game, as the type of its positions.
///
/// A position includes all of the past that the rules need: castling rights, passes, boards that may not recur. So
/// replaying the steps of a match from its start always restores the position in full.
pub trait Position: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The settings of a match: the size of the board, a seed.
    type Options: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// The smallest part of a turn. Its `Display` is the canonical text, without spaces.
    type Step: Clone + PartialEq + Debug + Display + Send + Sync + 'static;

    /// The reason why a step cannot be made. Its `Display` is the sentence that the player reads.
    type Illegal: Refusal;

    /// Checks settings whose single values already fit the game's [`OptionSpec`]s.
    ///
    /// # Errors
    ///
    /// If the values do not fit each other.
    fn options(values: &Values) -> Result<Self::Options, OptionError>;

    /// Returns the position before the first turn.
    fn start(options: &Self::Options) -> Self;

    /// Returns the seat to move; `None` if the game is over.
    fn to_move(&self) -> Option<Seat>;

    /// Returns how the game ended; `Some` exactly if [`to_move`](Self::to_move) is `None`.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the colour that this seat plays now, named by the seat that has it in an ordinary game.
    ///
    /// It differs from the seat only after a swap.
    fn colour_of(&self, seat: Seat) -> Seat {
        seat
    }

    /// Returns the steps already made in the unfinished turn, oldest first.
    fn turn(&self) -> &[Self::Step] {
        &[]
    }

    /// Returns what may follow the steps made in this turn.
    ///
    /// Callers ask only if [`turn`](Self::turn) is not empty. After the last step of a complete turn the other seat is
    /// already to move.
    fn progress(&self) -> Progress {
        Progress::MustGoOn(String::from("The turn is not over."))
    }

    /// Calls `visit` with every legal next step, each once, until it breaks. No calls if the game is over.
    fn try_for_each_step(
        &self,
        visit: impl FnMut(Self::Step) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Calls `visit` with every legal next step, each once. No calls if the game is over.
    fn for_each_step(&self, mut visit: impl FnMut(Self::Step)) {
        let _: ControlFlow<()> = self.try_for_each_step(|step| {
            visit(step);
            ControlFlow::Continue(())
        });
    }

    /// Returns the number of legal next steps. Games override it if counting is faster than listing.
    fn count_steps(&self) -> u64 {
        let mut count = 0;
        self.for_each_step(|_| count += 1);
        count
    }

    /// Returns a random legal next step; `None` if the game is over.
    ///
    /// Every legal step is possible. `below(n)` returns a number less than n (at least 1), uniformly distributed.
    /// Games override it if they can pick a step without listing all; the distribution need not be uniform then.
    fn random_step(&self, below: &mut impl FnMut(u64) -> u64) -> Option<Self::Step> {
        playout::listed_step(self, below)
    }

    /// Makes random steps to the end of the game, or at most *n*, and returns the number of steps made.
    ///
    /// `below` is that of [`random_step`](Self::random_step). Games override it if a whole game is faster than its
    /// single steps.
    fn play_on(&mut self, most: u64, below: &mut impl FnMut(u64) -> u64) -> u64 {
        for made in 0..most {
            let Some(step) = self.random_step(below) else {
                return made;
            };
            self.play_unchecked(&step, &mut ());
        }
        most
    }

    /// Checks whether the step is legal here.
    ///
    /// # Errors
    ///
    /// The rule that forbids it.
    fn check(&self, step: &Self::Step) -> Result<(), Self::Illegal>;

    /// Whether the step is legal here.
    fn is_legal(&self, step: &Self::Step) -> bool {
        self.check(step).is_ok()
    }

    /// Makes a legal step and records its effects. A seat that must sit out is passed over at once.
    ///
    /// The step must be legal ([`check`](Self::check)). With an illegal step the resulting position is unspecified,
    /// but nothing panics.
    fn play_unchecked(&mut self, step: &Self::Step, record: &mut impl Record);

    /// Whether a turn with these effects made progress: an irreversible change.
    ///
    /// A game has room for a limited number of such turns. After many turns without progress it [stands
    /// still](Standstill). By default a turn makes progress if it places a piece or takes one off. Games override it
    /// if other changes are irreversible, or if no game can go on for ever.
    fn is_progress(turn: &[Effect]) -> bool {
        turn.iter().any(|effect| {
            matches!(
                effect,
                Effect::Placed { .. } | Effect::Captured { .. } | Effect::Removed { .. }
            )
        })
    }

    /// Returns the points of both seats, if the rules count them. Some rules count only at the end.
    fn score(&self) -> Option<[u32; 2]> {
        self.outcome().and_then(|outcome| outcome.score)
    }
}

/// The notation of positions and steps. The `Display` of a position is its position text.
pub trait Notation: Position + Display {
    /// The names of the two colours, the first seat's colour of an ordinary game first: `Red`, `Black`.
    const COLOURS: [&'static str; 2];

    /// The letters of the colours in the position text.
    const LETTERS: [char; 2];

    /// The number of turns without [progress](Position::is_progress) after which a game stands still.
    ///
    /// By default as many as in chess.
    const STANDSTILL: Standstill = Standstill {
        moves: 50,
        without: "nothing was captured",
    };

    /// Whether players number rounds of both sides' turns (`1. e4 e5 2. Nf3`) instead of turns.
    const NUMBERS_ROUNDS: bool = false;

    /// Reads a position text. The position is legal, and its `Display` returns the text.
    ///
    /// # Errors
    ///
    /// If the text does not belong to this game and these options, or shows an impossible position. The error names
    /// the place.
    fn read(options: &Self::Options, text: &str) -> Result<Self, TextError>;

    /// Reads a player's text as one step of this position and checks that it is legal here.
    ///
    /// Any case and other notations are accepted. [`DynPosition`] passes the text with plain signs: hyphens for all
    /// dashes, `x` for times signs, white space between two digits only.
    ///
    /// # Errors
    ///
    /// The text is unreadable, ambiguous or illegal. The error says why and names the cells.
    fn read_step(&self, text: &str) -> Result<Self::Step, Self::Illegal>;

    /// Returns what the first and the second seat have left to place, in a few characters.
    ///
    /// Empty unless it decides what they may do and is not visible on the board.
    fn stock(&self) -> [String; 2] {
        Default::default()
    }

    /// Returns players' other notations of this step, best known first (`Nf3` for `g1f3`).
    /// Completion matches them too.
    fn spellings(&self, step: &Self::Step) -> Vec<String> {
        let _ = step;
        Vec::new()
    }

    /// Returns the players' notation of this step if it differs from the canonical text: `Nf3`, `O-O`.
    fn written(&self, step: &Self::Step) -> Option<String> {
        let _ = step;
        None
    }

    /// Returns one number for each seat that tells a spectator the state of the game.
    ///
    /// The numbers are the points as they would count now, or pieces left. `None` if the game has no such number.
    fn tally(&self) -> Option<[u32; 2]> {
        self.score()
    }

    /// Returns sentences about special rules for this turn: `You must capture: exd5 or bxc4.`
    ///
    /// They contain only facts of the rules, no advice; empty if no special rule applies. They need not say that the
    /// turn has no alternative.
    fn notice(&self) -> String {
        String::new()
    }

    /// Returns the players' word for a turn with these effects, if they have one: `castled short`.
    /// A pass needs no word.
    fn deed(&self, turn: &[Effect]) -> Option<&'static str> {
        let _ = turn;
        None
    }

    /// Tells a turn with these effects to readers who do not know the notation, to stand beside its text:
    /// `moved 3 pieces south-east`. `None` if its text says as much.
    fn account(&self, turn: &[Effect]) -> Option<String> {
        let _ = turn;
        None
    }

    /// Describes the step in a few words without its text: `takes on d5`. May be empty.
    fn step_words(&self, step: &Self::Step) -> String {
        let _ = step;
        String::new()
    }
}

/// How a player finds a step without any notation, pick by pick, and which steps are offered first.
pub trait Picking: Notation + Picture {
    /// Returns the picks that lead to this step without typing: a piece, then its destination.
    ///
    /// A path is never empty, never the beginning of another path, and unique to its step. The key of a pick of
    /// several pieces joins their keys with commas. A [`Choice`] and completion are made from paths. By default the
    /// step's text is its only pick.
    fn path(&self, step: &Self::Step) -> Vec<Pick> {
        vec![Pick::word(step.to_string())]
    }

    /// Returns the question after *n* picks of a path.
    fn question(&self, made: usize) -> &'static str {
        let _ = made;
        "Which turn?"
    }

    /// Returns the result of some picks by their keys; `None` if no step has these picks.
    ///
    /// Games override it if they can find a step without listing all of them.
    fn choose(&self, picked: &[String]) -> Option<Chosen> {
        choice::by_path(self, picked)
    }

    /// Returns the priority of this step among offers: higher first, equal ones by their texts.
    ///
    /// It follows what players look for most often, never the quality of the step: completion gives no advice.
    fn interest(&self, step: &Self::Step) -> i32 {
        let _ = step;
        0
    }
}

/// The picture of a position, and the names of its cells.
pub trait Picture: Position {
    /// The words for cells marked [`Forbidden`](anteroom_board::scene::MarkKind::Forbidden).
    const FORBIDDEN: &'static str = "forbidden now";

    /// Returns the picture with this seat's side at the bottom.
    ///
    /// It has the marks that follow from the position itself (a winning line, a check). The caller adds the marks of
    /// the last turn ([`Effect::marks`]).
    fn scene(&self, seen_from: Seat) -> Scene;

    /// Returns the notation of a turn as the picture from this seat shows it.
    ///
    /// Games override it if their notation has directions, which differ between the two views.
    fn turn_on_picture(&self, turn: &str, seen_from: Seat) -> String {
        let _ = seen_from;
        turn.to_owned()
    }

    /// Returns the printed name of a cell.
    fn cell_name(&self, cell: Cell) -> String;

    /// Returns the lines of cells that players have names for, in reading order.
    ///
    /// Every cell is on exactly one line of the first kind. Games override it if file and rank do not name their
    /// cells.
    fn lines(&self) -> Vec<CellLine> {
        cell_line::lettered(cell_line::named(self), ["rank", "file"])
    }
}

/// A game with all that a match needs: rules, notation, picture and picking.
///
/// A blanket implementation covers all types.
pub trait FullGame: Picking {}

impl<P: Picking> FullGame for P {}

/// What may follow the steps made so far in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The turn is over. The other seat (or the same one, after a forced pass) begins a new turn.
    Complete,
    /// The turn may end here or go on. The sentence tells the player how to do either.
    MayGoOn(String),
    /// The turn cannot end here. The sentence names what is missing.
    MustGoOn(String),
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner, or a draw.
    pub verdict: Verdict,
    /// The reason in a few words that fit after "wins by …" or "draw by …": `four in a row`, `checkmate`.
    pub reason: &'static str,
    /// Points of the first and the second seat, in games that count them.
    pub score: Option<[u32; 2]>,
}

/// The winner, or a draw. In JSON, it is a word: `first`, `second` or `draw`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(
    rename_all = "lowercase",
    expecting = "expected `first`, `second` or `draw`"
)]
pub enum Verdict {
    /// No seat won.
    Draw,
    /// This seat won.
    #[serde(untagged)]
    Win(Seat),
}

/// An effect of a step, as data. Move texts, marks, words and records are made from effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A piece went from one cell to another.
    Moved {
        /// The cell it left.
        from: Cell,
        /// The cell it entered.
        to: Cell,
        /// The piece: `knight`, `stack`.
        piece: &'static str,
    },
    /// A piece entered the board.
    Placed {
        /// The cell.
        at: Cell,
        /// The piece: `chip`, `stone`.
        piece: &'static str,
    },
    /// A piece was taken.
    Captured {
        /// The piece's cell.
        at: Cell,
        /// The piece.
        piece: &'static str,
        /// The rule of capture (`en passant`, `custodianship`); empty if the game has only one.
        by: &'static str,
        /// Whether the piece belonged to the seat that made the step, so that the other seat gained it.
        own: bool,
        /// The look and the colour of the piece.
        looks: (Kind, Seat),
    },
    /// A piece became another one on its cell.
    Promoted {
        /// The cell.
        at: Cell,
        /// The new piece.
        piece: &'static str,
    },
    /// A seat took one of its own pieces off.
    Removed {
        /// The piece's cell.
        at: Cell,
    },
    /// A seat chose to pass, or to end its turn early.
    Passed(Seat),
    /// The seats changed colours.
    Swapped,
    /// A seat had no move and sat out: the record shows `--` in its place.
    PassedOver(Seat),
    /// The end of a step within a turn.
    /// It separates the steps in the list of a whole turn; steps do not record it.
    NextStep,
}

/// The receiver of a step's effects. `()` ignores them at no cost, for search.
pub trait Record {
    /// Records one effect, in the order of happening.
    fn note(&mut self, effect: Effect);
}

impl Record for () {
    fn note(&mut self, _: Effect) {}
}

impl Record for Vec<Effect> {
    fn note(&mut self, effect: Effect) {
        self.push(effect);
    }
}

/// The reason why a step cannot be made. Its `Display` is the sentence that the player reads.
pub trait Refusal: Display + Debug + PartialEq + Send + Sync + 'static {
    /// Returns the cells that the sentence is about, to be marked on the picture.
    fn cells(&self) -> Vec<Cell>;

    /// Returns the id of the broken rule, as on the game's rules page (`connect-n.drop`).
    ///
    /// For a text that was not understood, the id ends in `.notation` and [`cells`](Self::cells) is empty.
    fn rule(&self) -> &'static str;

    /// Returns the canonical texts of the legal steps that an ambiguous text may mean.
    fn candidates(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The reason why a position text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TextError(
    /// A sentence that names the fault and its place.
    pub String,
);
