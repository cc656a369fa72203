//! анааш (Anaash): stacks of checkers close in on each other, climb onto friends and capture enemies.
//!
//! A board is a set of bits for each colour and an array of heights. Every rank takes `STRIDE` bits on boards of every
//! size, so a square has the same number and name on all boards. The bit of the file beyond the last one is never set,
//! so that a step sideways does not enter another rank.

mod beside;
mod illegal;
mod picture;
mod squares;
mod text;

pub use beside::Beside;
pub use illegal::Illegal;
pub use squares::Square;

use std::fmt;

use super::playout::listed_step;
use std::ops::ControlFlow;

use super::{
    Card, Effect, Game, Learning, Notation, OptionError, OptionKind, OptionSpec, Outcome, Pick,
    Picking, Picture, Position, Record, Sample, TextError, Values, Verdict, in_proportion,
};
use anteroom_board::scene::{Kind, Scene};
use anteroom_board::{Cell, Grid, Seat};
use squares::{DIRECTIONS, Direction, Squares};

/// The catalogue's entry of анааш.
pub const GAME: Game = Game::new::<Anaash>(Card {
    key: "anaash",
    name: "анааш (Anaash)",
    tagline: "Draw your stacks together, climb onto your own, and capture every enemy checker.",
    learning: Learning::Easy,
    credit: "Mark Steere, 2021",
    seats: ["Red", "Blue"],
    emblem: Kind::Stack(1),
    counted: ["checker", "checkers"],
    turn_hint: "From and to; - moves, + stacks, x captures: c6-b6, c3+c4, c3xc4",
    rules: include_str!("../../../../assets/rules/anaash.md"),
    lessons: Some(include_str!("../../../../assets/lessons/anaash.md")),
    puzzles: Some(include_str!("../../../../assets/puzzles/anaash.txt")),
    sample: Sample {
        options: &[],
        from: ".,b1,b1,r1,.,b1/.,b1,.,.,r1,r1/.,b2,.,b1,.,./r1,.,.,r1,.,r1/b1,r1,r2,.,b1,./b1,.,.,b1,r1,r1 r",
        play: "b2xa2",
    },
    rules_version: 1,
    options: &[OptionSpec {
        key: "size",
        description: "How many squares the board has on a side",
        kind: OptionKind::Choice {
            choices: &[("4", "4×4"), ("6", "6×6"), ("8", "8×8"), ("10", "10×10")],
            default: "6",
        },
        refusal: None,
    }],
    pie_rule: |_| false,
    record_name: "анааш",
    form: super::no_form,
    rateable: super::always_even,
    setups: &[
        &[("size", "6")],
        &[("size", "4")],
        &[("size", "8")],
        &[("size", "10")],
    ],
    settings: |values| {
        let size = values.always("size");
        format!("{size}×{size}")
    },
    typical_turns: |values| {
        let size = values.always_number("size", 6);
        in_proportion(46, size * size, 36)
    },
});

/// The side of a board in squares: 4, 6, 8 or 10.
///
/// An even side gives both colours the same number of checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(u8);

/// A move of a stack one square up, down or sideways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The stack's square.
    pub from: Square,
    /// Its destination.
    pub to: Square,
    /// The kind of move.
    pub kind: StepKind,
}

/// The three kinds of move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// A lone stack goes to an empty square, closer to a nearest stack.
    Positional,
    /// A stack climbs onto a friendly one.
    Stacking,
    /// A stack captures an enemy one and takes its place.
    Capturing,
}

/// The most guesses of a random step before the steps are listed instead.
const GUESSES: u64 = 24;

/// A position of анааш.
#[derive(Clone, Debug, PartialEq)]
pub struct Anaash {
    size: Size,
    /// The seat to move, or the next seat to move if the game is over.
    mover: Seat,
    stacks: [Squares; 2],
    /// The height of the stack on each square, by the square's number; 0 for an empty square.
    heights: [u8; 128],
}

impl Size {
    /// Checks the side of a board.
    ///
    /// # Errors
    ///
    /// If the side is not 4, 6, 8 or 10.
    pub fn new(side: u8) -> Result<Self, OptionError> {
        match side {
            4 | 6 | 8 | 10 => Ok(Self(side)),
            _ => Err(OptionError(format!(
                "size must be one of 4, 6, 8, 10, not {side}."
            ))),
        }
    }

    /// Returns the side in squares.
    #[must_use]
    pub const fn side(self) -> u8 {
        self.0
    }

    /// Returns the number of checkers of each colour at the start.
    #[must_use]
    pub const fn checkers(self) -> u16 {
        self.0 as u16 * self.0 as u16 / 2
    }

    pub(self) fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.0).flat_map(move |rank| (0..self.0).map(move |file| Square::at(file, rank)))
    }

    /// Returns the square of this name, in lower case, if it is on the board.
    fn square(self, name: &str) -> Option<Square> {
        let grid = Grid {
            columns: self.0,
            rows: self.0,
        };
        let (file, rank) = grid.file_rank(grid.parse(name)?);
        Some(Square::at(file, rank))
    }

    fn all(self) -> Squares {
        Squares::board(self.0)
    }
}

impl StepKind {
    const fn sign(self) -> char {
        match self {
            StepKind::Positional => '-',
            StepKind::Stacking => '+',
            StepKind::Capturing => 'x',
        }
    }
}

impl Step {
    /// Returns a number below 512 that is unique to the step, apart from its kind.
    pub const fn code(&self) -> u16 {
        let (from, to) = (self.from.index() as u16, self.to.index() as u16);
        let direction = if to > from + 1 {
            0
        } else if to > from {
            1
        } else if to + 1 < from {
            2
        } else {
            3
        };
        from * 4 + direction
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.from, self.kind.sign(), self.to)
    }
}

impl Anaash {
    #[inline]
    fn height(&self, square: Square) -> u8 {
        self.heights[square.index()]
    }

    fn occupied(&self) -> Squares {
        self.stacks[0] | self.stacks[1]
    }

    fn owner(&self, square: Square) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|seat| self.stacks[seat.index()].has(square))
    }

    fn checkers(&self, seat: Seat) -> u16 {
        self.stacks[seat.index()]
            .iter()
            .map(|square| u16::from(self.height(square)))
            .sum()
    }

    /// Calls `visit` with every stack: its square, its owner and its height.
    pub fn each_stack(&self, mut visit: impl FnMut(Square, Seat, u8)) {
        for seat in Seat::BOTH {
            for square in self.stacks[seat.index()].iter() {
                visit(square, seat, self.height(square));
            }
        }
    }

    /// Returns the number of stacks.
    pub fn stacks(&self) -> u32 {
        self.occupied().count()
    }

    /// Returns the squares of the board, as bits by their numbers.
    pub fn squares(&self) -> u128 {
        self.size.all().bits()
    }

    fn is_over(&self) -> bool {
        self.stacks.iter().any(|stacks| stacks.is_empty())
    }

    /// Returns the seat's stacks that have no neighbour of either colour.
    fn lone(&self, seat: Seat) -> Squares {
        self.stacks[seat.index()].without(self.occupied().neighbours())
    }

    /// Returns the stacks nearest to a stack, and their distance; no stacks if it is alone on the board.
    #[inline]
    fn nearest(&self, square: Square) -> (Squares, u8) {
        let (own, all) = (Squares::only(square), self.size.all());
        let others = self.occupied().without(own);
        let (mut reach, mut distance) = (own, 0);
        while !others.is_empty() {
            reach = (reach | reach.neighbours()) & all;
            distance += 1;
            let found = reach & others;
            if !found.is_empty() {
                return (found, distance);
            }
            if reach == all {
                break;
            }
        }
        (Squares::NONE, 0)
    }

    /// Returns the seat's stacks that may climb in a direction, and those that may capture there.
    #[inline]
    fn climbers_and_takers(
        &self,
        seat: Seat,
        direction: Direction,
        mut visit: impl FnMut(Square, Square, StepKind) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let own = self.stacks[seat.index()];
        for from in (own & own.beside(direction)).iter() {
            let to = from.step(direction);
            if self.height(from) <= self.height(to) {
                visit(from, to, StepKind::Stacking)?;
            }
        }
        for from in (own & self.stacks[seat.other().index()].beside(direction)).iter() {
            let to = from.step(direction);
            if self.height(from) >= self.height(to) {
                visit(from, to, StepKind::Capturing)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the kind of a stack's step in a direction, if the seat to move may make it.
    #[inline]
    fn kind_towards(&self, from: Square, direction: Direction) -> Option<StepKind> {
        let (to, own) = (from.step(direction), self.stacks[self.mover.index()]);
        if own.has(to) {
            (self.height(from) <= self.height(to)).then_some(StepKind::Stacking)
        } else if self.stacks[self.mover.other().index()].has(to) {
            (self.height(from) >= self.height(to)).then_some(StepKind::Capturing)
        } else {
            // The board ends at the border, so a step over it never comes closer to a stack.
            let closer = || !(self.nearest(from).0 & Squares::beyond(from, direction)).is_empty();
            (self.occupied().neighbours() & Squares::only(from))
                .is_empty()
                .then(closer)?
                .then_some(StepKind::Positional)
        }
    }

    /// Whether the seat has a move. Both colours must be on the board.
    fn can_move(&self, seat: Seat) -> bool {
        let own = self.stacks[seat.index()];
        // A lone stack can always come closer, and of two friends side by side one may climb onto the other.
        if !(own & own.neighbours()).is_empty() || !self.lone(seat).is_empty() {
            return true;
        }
        let enemies = self.stacks[seat.other().index()];
        DIRECTIONS.into_iter().any(|direction| {
            (own & enemies.beside(direction))
                .iter()
                .any(|from| self.height(from) >= self.height(from.step(direction)))
        })
    }

    /// Passes over a seat that has no move.
    /// One of the seats always has a move: of two neighbouring stacks one may climb onto or capture the other, and a
    /// stack without neighbours may move closer.
    #[inline]
    fn pass_over(&mut self, record: &mut impl Record) {
        if !self.is_over() && !self.can_move(self.mover) {
            record.note(Effect::PassedOver(self.mover));
            self.mover = self.mover.other();
        }
    }
}

impl Position for Anaash {
    type Options = Size;

    type Step = Step;

    type Illegal = Illegal;

    fn options(values: &Values) -> Result<Size, OptionError> {
        Size::new(
            values
                .integer("size")
                .and_then(|side| u8::try_from(side).ok())
                .unwrap_or(0),
        )
    }

    fn start(size: &Size) -> Self {
        let mut position = Self {
            size: *size,
            mover: Seat::First,
            stacks: [Squares::NONE; 2],
            heights: [0; 128],
        };
        for square in size.squares() {
            let seat = if (square.file() + square.rank()).is_multiple_of(2) {
                Seat::First
            } else {
                Seat::Second
            };
            position.stacks[seat.index()] = position.stacks[seat.index()] | Squares::only(square);
            position.heights[square.index()] = 1;
        }
        position
    }

    fn to_move(&self) -> Option<Seat> {
        (!self.is_over()).then_some(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = Seat::BOTH
            .into_iter()
            .find(|seat| self.stacks[seat.other().index()].is_empty())?;
        Some(Outcome {
            verdict: Verdict::Win(winner),
            reason: "capturing every checker",
            score: None,
        })
    }

    #[inline]
    fn try_for_each_step(&self, mut visit: impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        for direction in DIRECTIONS {
            self.climbers_and_takers(self.mover, direction, |from, to, kind| {
                visit(Step { from, to, kind })
            })?;
        }
        for from in self.lone(self.mover).iter() {
            let (nearest, _) = self.nearest(from);
            for direction in DIRECTIONS {
                if !(nearest & Squares::beyond(from, direction)).is_empty() {
                    visit(Step {
                        from,
                        to: from.step(direction),
                        kind: StepKind::Positional,
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Guesses a stack and a direction until the step is legal, so that all legal steps are equally likely.
    #[inline]
    fn random_step(&self, below: &mut impl FnMut(u64) -> u64) -> Option<Step> {
        let own = self.stacks[self.mover.index()];
        let pairs = if self.is_over() {
            0
        } else {
            u64::from(own.count()) * DIRECTIONS.len() as u64
        };
        for _ in 0..pairs.min(GUESSES) {
            let number = below(pairs);
            let direction = DIRECTIONS[number as usize % DIRECTIONS.len()];
            if let Some(from) = own.nth(number / DIRECTIONS.len() as u64)
                && let Some(kind) = self.kind_towards(from, direction)
            {
                return Some(Step {
                    from,
                    to: from.step(direction),
                    kind,
                });
            }
        }
        listed_step(self, below)
    }

    fn check(&self, step: &Step) -> Result<(), Illegal> {
        let kind = illegal::kind_of(self, step.from, step.to)?;
        if kind == step.kind {
            Ok(())
        } else {
            Err(Illegal::OtherSign {
                typed: step.kind,
                step: Step { kind, ..*step },
            })
        }
    }

    /// Returns `true`, because no game goes on for ever.
    /// Stacking and capturing leave one stack fewer. A positional move reduces the least distance of one stack. The
    /// sorted distances of all pairs then come earlier in lexicographic order than before.
    fn is_progress(_: &[Effect]) -> bool {
        true
    }

    #[inline]
    fn play_unchecked(&mut self, step: &Step, record: &mut impl Record) {
        let &Step { from, to, kind } = step;
        let (own, enemy) = (self.mover.index(), self.mover.other().index());
        let height = self.height(from);
        if kind == StepKind::Capturing {
            let piece = if self.height(to) == 1 {
                "checker"
            } else {
                "stack"
            };
            record.note(Effect::Captured {
                at: to.cell(),
                piece,
                by: "",
                own: false,
                looks: (Kind::Stack(u16::from(self.height(to))), self.mover.other()),
            });
        }
        let piece = if height == 1 { "checker" } else { "stack" };
        record.note(Effect::Moved {
            from: from.cell(),
            to: to.cell(),
            piece,
        });
        let below = if kind == StepKind::Stacking {
            self.height(to)
        } else {
            0
        };
        self.heights[from.index()] = 0;
        self.heights[to.index()] = height.saturating_add(below);
        self.stacks[enemy] = self.stacks[enemy].without(Squares::only(to));
        self.stacks[own] = self.stacks[own].without(Squares::only(from)) | Squares::only(to);
        self.mover = self.mover.other();
        self.pass_over(record);
    }
}

impl Notation for Anaash {
    const COLOURS: [&'static str; 2] = ["Red", "Blue"];

    const LETTERS: [char; 2] = ['r', 'b'];

    fn read(size: &Size, text: &str) -> Result<Self, TextError> {
        text::read(*size, text)
    }

    fn read_step(&self, text: &str) -> Result<Step, Illegal> {
        illegal::read_step(self, text)
    }

    fn tally(&self) -> Option<[u32; 2]> {
        let checkers = |stacks: Squares| stacks.iter().map(|at| u32::from(self.height(at))).sum();
        Some(self.stacks.map(checkers))
    }

    fn step_words(&self, step: &Step) -> String {
        let there = self.height(step.to);
        match step.kind {
            StepKind::Positional => match self.nearest(step.from) {
                (_, 2) => String::from("comes into touch"),
                (_, distance) => {
                    format!("closes in to a distance of {}", distance.saturating_sub(1))
                }
            },
            StepKind::Stacking => format!(
                "makes a stack of {}",
                self.height(step.from).saturating_add(there)
            ),
            StepKind::Capturing if there == 1 => String::from("takes a single checker"),
            StepKind::Capturing => format!("takes a stack of {there}"),
        }
    }
}

impl Picking for Anaash {
    fn path(&self, step: &Step) -> Vec<Pick> {
        let pick = |square: Square| {
            Pick::cell(square.to_string(), square.cell())
                .within(format!("Rank {}", square.rank() + 1))
        };
        let stack = match self.height(step.from) {
            1 => String::from("a single checker"),
            height => format!("a stack of {height}"),
        };
        vec![pick(step.from).about(stack), pick(step.to)]
    }

    fn question(&self, made: usize) -> &'static str {
        if made == 0 {
            "Which stack moves?"
        } else {
            "Where does it go?"
        }
    }

    fn interest(&self, step: &Step) -> i32 {
        match step.kind {
            StepKind::Capturing => 2,
            StepKind::Stacking => 1,
            StepKind::Positional => 0,
        }
    }
}

impl Picture for Anaash {
    fn scene(&self, seen_from: Seat) -> Scene {
        picture::scene(self, seen_from)
    }

    fn cell_name(&self, cell: Cell) -> String {
        Square::of(cell).map_or_else(String::new, |square| square.to_string())
    }
}

impl fmt::Display for Anaash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(self, f)
    }
}
