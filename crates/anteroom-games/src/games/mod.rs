//! The rules: one file or folder a game, and the [`CATALOGUE`].
//!
//! A game is a [`Position`] and a [`Card`]. A *turn* is what one seat does before the other is to move; it is made of
//! *steps*, and a position may stand in the middle of a turn. Nobody ever lists whole turns (some games have more
//! than a billion of them), only the next steps. Search and perft use [`Position`] directly; everyone else holds an
//! [`AnyPosition`] and speaks in texts.
//!
//! Adding a game is adding a file here, its rules page under `assets/rules/`, and a line in the catalogue.

pub mod anaash;
pub mod anache;
pub mod anacund;
pub mod anchor;
pub mod antichess;
mod card;
mod cell_line;
mod choice;
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
pub use completion::{Completion, Completions, complete_turn};
pub use dynamic::{AnyPosition, DynPosition, IllegalStep, Played};
pub use example::{Example, ExampleError};
pub use illustration::{Captioned, Illustration};
pub use marks::{add_step, legend, turn_marks};
pub use only_turn::only_turn;
pub use perft::{divide, perft};
pub use playout::playout;
pub use quoted::Quoted;
pub use rules_page::{Chapter, Rule};
pub use split_mix::SplitMix64;
pub use standstill::{Standstill, quiet_turns};
pub use turn_text::{TurnError, TurnRead, read_turn, split_last_step, split_steps};
pub use words::{alt_text, alt_text_of_ended, turn_words};
pub use written::{numbered, written_line, written_turn, written_turns};

use std::fmt::{Debug, Display};
use std::ops::ControlFlow;

use crate::board::scene::{Kind, Scene};
use crate::board::{Cell, Seat};

/// Every game Anteroom knows, in the order in which they are offered: by how easily one learns them.
pub static CATALOGUE: &[Game] = &[
    connect_n::GAME,
    anaash::GAME,
    antichess::STANDARD,
    antichess::ENCASTLE,
    anacund::GAME,
    anchor::GAME,
    anache::GAME,
];

/// The game with this key, if there is one.
#[must_use]
pub fn find(key: &str) -> Option<&'static Game> {
    CATALOGUE.iter().find(|game| game.card.key == key)
}

/// The rules of one game, as a position that knows them.
///
/// What a position *is* includes everything the rules ask of the past: castling rights, passes, boards that may not
/// come again. Replaying the steps of a match from its start therefore always gives the position in full.
pub trait Position: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The settings of a match: the size of the board, a seed.
    type Options: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// The smallest thing a seat does. Its `Display` is the canonical text, without spaces.
    type Step: Clone + PartialEq + Debug + Display + Send + Sync + 'static;

    /// Why a step cannot be made. Its `Display` is the sentence that the player reads.
    type Illegal: Refusal;

    /// Checks settings whose single values already fit the game's [`OptionSpec`]s.
    ///
    /// # Errors
    ///
    /// When the values do not fit each other.
    fn options(values: &Values) -> Result<Self::Options, OptionError>;

    /// The position before the first turn.
    fn start(options: &Self::Options) -> Self;

    /// The seat to move; `None` when the game is over.
    fn to_move(&self) -> Option<Seat>;

    /// How the game ended; `None` while it goes on. `Some` exactly when [`to_move`](Self::to_move) is `None`.
    fn outcome(&self) -> Option<Outcome>;

    /// The colour that this seat plays just now, named by the seat that has it in an ordinary game. Another one than
    /// its own only after a swap.
    fn colour_of(&self, seat: Seat) -> Seat {
        seat
    }

    /// The steps already made in the turn that is not finished yet, oldest first.
    fn turn(&self) -> &[Self::Step] {
        &[]
    }

    /// What may follow the steps made in this turn. Asked only while [`turn`](Self::turn) is not empty: a turn that
    /// is complete by itself has already passed on.
    fn progress(&self) -> Progress {
        Progress::MustGoOn(String::from("The turn is not over."))
    }

    /// Calls `visit` with every legal next step, each once, until it breaks off. None when the game is over.
    fn try_for_each_step(
        &self,
        visit: impl FnMut(Self::Step) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Calls `visit` with every legal next step, each once. None when the game is over.
    fn for_each_step(&self, mut visit: impl FnMut(Self::Step)) {
        let _: ControlFlow<()> = self.try_for_each_step(|step| {
            visit(step);
            ControlFlow::Continue(())
        });
    }

    /// How many legal next steps there are. Games override it where counting is faster than listing.
    fn count_steps(&self) -> u64 {
        let mut count = 0;
        self.for_each_step(|_| count += 1);
        count
    }

    /// A legal next step picked by chance: every one may come. `None` when the game is over.
    ///
    /// `below(n)` gives a number less than n, which is at least 1, each as likely as any other. Games override it where
    /// a step can be picked without listing all of them; not all steps need be equally likely then.
    fn random_step(&self, below: &mut impl FnMut(u64) -> u64) -> Option<Self::Step> {
        playout::listed_step(self, below)
    }

    /// Makes random steps to the end of the game, or at most *n*, and returns how many it made.
    ///
    /// `below` is that of [`random_step`](Self::random_step). Games override it where a whole game costs less than its
    /// steps do one by one.
    fn play_on(&mut self, most: u64, below: &mut impl FnMut(u64) -> u64) -> u64 {
        for made in 0..most {
            let Some(step) = self.random_step(below) else {
                return made;
            };
            self.play_unchecked(&step, &mut ());
        }
        most
    }

    /// Whether the step is legal here and, if not, why.
    ///
    /// # Errors
    ///
    /// The rule that forbids it.
    fn check(&self, step: &Self::Step) -> Result<(), Self::Illegal>;

    /// Whether the step is legal here.
    fn is_legal(&self, step: &Self::Step) -> bool {
        self.check(step).is_ok()
    }

    /// Makes a legal step and records what happened. A seat that has to sit out is passed over at once.
    ///
    /// The step must be legal ([`check`](Self::check)); with any other the position that results is unspecified, but
    /// nothing panics.
    fn play_unchecked(&mut self, step: &Self::Step, record: &mut impl Record);

    /// Whether a turn that did this made progress: something that cannot be undone, so that a game has room for only so
    /// many such turns. After many others in a row it [stands still](Standstill).
    ///
    /// By default a turn makes progress that places a piece or takes one off. Games override it where more cannot be
    /// undone, or where no game goes on for ever anyway.
    fn is_progress(turn: &[Effect]) -> bool {
        turn.iter().any(|effect| {
            matches!(
                effect,
                Effect::Placed { .. } | Effect::Captured { .. } | Effect::Removed { .. }
            )
        })
    }

    /// The points of the first and the second seat, where the rules count them: as they stand now, or at the end only.
    fn score(&self) -> Option<[u32; 2]> {
        self.outcome().and_then(|outcome| outcome.score)
    }
}

/// How positions and steps of a game are written and read. The `Display` of a position is its position text.
pub trait Notation: Position + Display {
    /// The names of the two colours, the one that an ordinary game's first seat has first: `Red`, `Black`.
    const COLOURS: [&'static str; 2];

    /// The letters by which the position text names them.
    const LETTERS: [char; 2];

    /// When a game stands still that has made no [progress](Position::is_progress). By default after as many moves as in
    /// chess.
    const STANDSTILL: Standstill = Standstill {
        moves: 50,
        without: "nothing was captured",
    };

    /// Whether players number rounds of both sides' turns: `1. e4 e5 2. Nf3`. Else they number turns.
    const NUMBERS_ROUNDS: bool = false;

    /// Reads a position text. What comes out is legal; `Display` gives the text back.
    ///
    /// # Errors
    ///
    /// When the text is not of this game and these options, or shows what cannot be. It says what and where.
    fn read(options: &Self::Options, text: &str) -> Result<Self, TextError>;

    /// Reads what a player typed as one step of this position and checks that it is legal here.
    ///
    /// Reading is forgiving (case, other notations); the answer is canonical. Through [`DynPosition`] the text comes with
    /// plain signs: hyphens for all dashes, `x` for times signs, no white space but between two digits.
    ///
    /// # Errors
    ///
    /// Unreadable, ambiguous or illegal: the error says which, why, and which cells it is about.
    fn read_step(&self, text: &str) -> Result<Self::Step, Self::Illegal>;

    /// What the first and the second seat have left to place, in a few characters, where that decides what they may do
    /// and is not to be seen on the board; else empty.
    fn stock(&self) -> [String; 2] {
        Default::default()
    }

    /// Other ways in which players write this step, best known first (`Nf3` for `g1f3`). Completion matches them too.
    fn spellings(&self, step: &Self::Step) -> Vec<String> {
        let _ = step;
        Vec::new()
    }

    /// How players write this step, if not by its canonical text: `Nf3`, `O-O`.
    fn written(&self, step: &Self::Step) -> Option<String> {
        let _ = step;
        None
    }

    /// How it stands for the first and the second seat in one number each, as somebody asks who looks on: points as they
    /// would count now, or pieces left. `None` where no number says it.
    fn tally(&self) -> Option<[u32; 2]> {
        self.score()
    }

    /// What is special about the turn that begins here, in short sentences to its player: `You must capture: exd5 or bxc4.` Only
    /// facts of the rules, no advice. Empty if nothing is special. It need not say that there is only one turn.
    fn notice(&self) -> String {
        String::new()
    }

    /// What a turn is called that did this, where players have a word for it: `castled short`. To pass need not be named.
    fn deed(&self, turn: &[Effect]) -> Option<&'static str> {
        let _ = turn;
        None
    }

    /// What the step does, in a few words and without its text: `takes on d5`. Empty when there is nothing to say.
    fn step_words(&self, step: &Self::Step) -> String {
        let _ = step;
        String::new()
    }
}

/// How a player finds a step without any notation: pick by pick, and what is offered first.
pub trait Picking: Notation + Picture {
    /// The picks by which this step is reached, one after the other, when nothing must be typed: a piece, then where
    /// it goes. Never empty, no path the beginning of another one, and no two steps have the same. A pick of several pieces
    /// has their keys with commas between. The seam of a [`Choice`] and of what is offered while somebody types; by default
    /// the step's text is its only pick.
    fn path(&self, step: &Self::Step) -> Vec<Pick> {
        vec![Pick::word(step.to_string())]
    }

    /// What is asked when *n* picks of a path are made.
    fn question(&self, made: usize) -> &'static str {
        let _ = made;
        "What do you play?"
    }

    /// Where the keys of some picks lead from here; `None` when they lead nowhere. Games override it where a step is
    /// reached without listing all of them.
    fn choose(&self, picked: &[String]) -> Option<Chosen> {
        choice::by_path(self, picked)
    }

    /// How early this step should be offered among all legal ones: higher first, equal ones in order of their texts.
    /// By what players look for most often, never by how good it is: completion is no adviser.
    fn interest(&self, step: &Self::Step) -> i32 {
        let _ = step;
        0
    }
}

/// How a position looks, and what its cells are called.
pub trait Picture: Position {
    /// What is said of the cells that carry [`MarkKind::Forbidden`](crate::board::scene::MarkKind::Forbidden), without
    /// naming them.
    const FORBIDDEN: &'static str = "forbidden now";

    /// The picture, seen with this seat's side at the bottom. It has the marks that follow from the position itself (a winning
    /// line, a check). The caller adds those of the last turn ([`Effect::marks`]).
    fn scene(&self, seen_from: Seat) -> Scene;

    /// The printed name of a cell.
    fn cell_name(&self, cell: Cell) -> String;

    /// The lines of cells that players have names for, in the order in which a board is read to somebody. Every cell
    /// is on exactly one line of the first kind.
    ///
    /// Games override it whose cells are not named by file and rank.
    fn lines(&self) -> Vec<CellLine> {
        cell_line::lettered(cell_line::named(self), ["rank", "file"])
    }
}

/// A game with all that a match needs: rules, notation, picture and picking. Every type that has them has this too.
pub trait FullGame: Picking {}

impl<P: Picking> FullGame for P {}

/// What may follow the steps made so far in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The turn is over; the other seat (or the same again, after a forced pass) is to begin a new one.
    Complete,
    /// The turn may end here and may go on. The sentence says how either is done.
    MayGoOn(String),
    /// The turn cannot end here. The sentence says what is missing.
    MustGoOn(String),
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner, or a draw.
    pub verdict: Verdict,
    /// Why, in a few words that fit behind "wins by …" or "draw by …": `four in a row`, `checkmate`.
    pub reason: &'static str,
    /// Points of the first and the second seat, in games that count them.
    pub score: Option<[u32; 2]>,
}

/// The winner, or a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// This seat won.
    Win(Seat),
    /// Nobody won.
    Draw,
}

/// Something that a step did, as data: move texts, marks, words and records are all made from these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A piece went from one cell to another.
    Moved {
        /// Where it left.
        from: Cell,
        /// Where it arrived.
        to: Cell,
        /// What moved: `knight`, `stack`.
        piece: &'static str,
    },
    /// A piece came onto the board.
    Placed {
        /// Where.
        at: Cell,
        /// What: `chip`, `stone`.
        piece: &'static str,
    },
    /// A piece was taken.
    Captured {
        /// Where it stood.
        at: Cell,
        /// What it was.
        piece: &'static str,
        /// By which rule (`en passant`, `custodianship`); empty when the game has only one.
        by: &'static str,
        /// Whether it was a piece of the seat that made the step, and the other one gained it.
        own: bool,
        /// What it looked like, and whose colour it had.
        looks: (Kind, Seat),
    },
    /// A piece became another one where it stands.
    Promoted {
        /// Where.
        at: Cell,
        /// What it is now.
        piece: &'static str,
    },
    /// A seat took one of its own pieces off.
    Removed {
        /// Where it stood.
        at: Cell,
    },
    /// A seat chose to pass, or to end its turn early.
    Passed(Seat),
    /// The seats changed colours.
    Swapped,
    /// A seat had no move and sat out: the record shows `--` in its place.
    PassedOver(Seat),
    /// One step of a turn is over, and what follows is the work of the next one. Steps do not note it themselves: it
    /// stands between them in the list of a whole turn.
    NextStep,
}

/// Where [`Position`] writes what a step did. `()` takes no notes, which costs nothing: for search.
pub trait Record {
    /// Notes one thing, in the order of happening.
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

/// A reason why a step cannot be made: its `Display` is the player's sentence.
pub trait Refusal: Display + Debug + PartialEq + Send + Sync + 'static {
    /// The cells that the sentence is about, for marking on the picture.
    fn cells(&self) -> Vec<Cell>;

    /// The id of the rule concerned, as the game's rules page names it (`connect-n.drop`). That of a text which was not
    /// understood at all ends in `.notation`, and [`cells`](Self::cells) are none then.
    fn rule(&self) -> &'static str;

    /// The canonical texts of the legal steps that the text may mean, where it means several.
    fn candidates(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Why a position text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TextError(
    /// A sentence that names what is wrong and where.
    pub String,
);
