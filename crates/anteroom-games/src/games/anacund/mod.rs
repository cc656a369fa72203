//! Anacund: pieces are placed on a ring of valued squares, and whatever is closed in at both ends is captured.

mod groups;
mod illegal;
mod picture;
mod ring;
mod text;

pub use illegal::Illegal;
pub use ring::Square;

use std::fmt;

use std::ops::ControlFlow;

use super::{
    Card, CellLine, Effect, Game, Learning, Notation, OptionError, OptionKind, OptionSpec, Outcome,
    Pick, Picking, Picture, Position, Progress, Record, Sample, TextError, Verdict,
};
use crate::board::scene::{Kind, Scene};
use crate::board::{Cell, Seat};
use groups::Groups;
use ring::{SQUARES, Squares, VALUES, Values};

/// Anacund in the catalogue.
pub const GAME: Game = Game::new::<Anacund>(Card {
    key: "anacund",
    name: "Anacund",
    tagline: "Place three pieces a turn on a ring of numbers, and close in your opponent's chains.",
    learning: Learning::Easy,
    credit: "Claude Leroy, 2019",
    seats: ["Dark", "Bright"],
    emblem: Kind::Disc,
    turn_hint: "Three square numbers in the order you place them: 14 15 3",
    rules: include_str!("../../../../../assets/rules/anacund.md"),
    lessons: include_str!("../../../../../assets/lessons/anacund.md"),
    puzzles: include_str!("../../../../../assets/puzzles/anacund.txt"),
    sample: Sample {
        options: &[("board", "7")],
        from: "",
        play: "18 7 6 29 36 8 4 9 13 10 35 19 26 16 21 5",
    },
    rules_version: 1,
    options: &[OptionSpec {
        key: "board",
        description: "The number that lays out the slats; drawn when none is given",
        kind: OptionKind::Seed,
        refusal: None,
    }],
    setups: &[],
    settings: |values| format!("board {}", values.always("board")),
    typical_turns: |_| 10,
    record_name: "Anacund",
    form: super::no_form,
    rateable: super::always_even,
});

/// How many pieces are placed in a turn.
const PLACEMENTS: u8 = 3;

/// The seed that lays out the slats and picks the golden square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(
    /// Any number.
    pub u32,
);

/// A piece is placed on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement(
    /// The square.
    pub Square,
);

/// A position of Anacund.
#[derive(Clone, Debug)]
pub struct Anacund {
    values: Values,
    /// The squares of the pieces that stand, by colour.
    standing: [Squares; 2],
    /// The closed squares, by the colour of the captured piece that lies beside.
    closed: [Squares; 2],
    /// The pieces that are left, by colour.
    groups: [Groups; 2],
    /// The seat to place, or that would place if the game went on.
    mover: Seat,
    /// How many placements are left in this turn, from 1 to 3.
    left: u8,
    /// The placements made in this turn, as far as they are known: a position text does not tell them.
    turn: [Placement; 2],
    /// How many of them are known.
    known: u8,
}

/// What a placement captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Captures {
    squares: Squares,
    /// Whose the pieces become.
    captor: Seat,
}

impl PartialEq for Anacund {
    /// Which placements led into the middle of a turn makes no difference to what may follow.
    fn eq(&self, other: &Self) -> bool {
        (
            self.values,
            self.standing,
            self.closed,
            self.groups,
            self.mover,
            self.left,
        ) == (
            other.values,
            other.standing,
            other.closed,
            other.groups,
            other.mover,
            other.left,
        )
    }
}

impl Placement {
    /// What stands in the place of a placement that has not been made.
    const NONE: Self = Self(Square::FIRST);
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Anacund {
    /// How many points the seat to move gains by a placement, beyond the piece itself; fewer than none when it loses some.
    #[inline]
    pub fn gain(&self, step: &Placement) -> i32 {
        let Some(Captures { squares, captor }) = self.captures(step.0, self.mover) else {
            return 0;
        };
        let golden = if squares.has(self.values.golden()) {
            2
        } else {
            0
        };
        // What changes sides counts twice: for one and no more for the other.
        let moved = 2 * (squares.count() as i32 + golden);
        if captor == self.mover { moved } else { -moved }
    }

    /// The points of the first seat less those of the second, as they stand.
    pub fn lead(&self) -> i32 {
        let [first, second] = self.points();
        first as i32 - second as i32
    }

    /// The empty squares that are not closed.
    #[inline]
    fn free(&self) -> Squares {
        Squares::ALL.without(
            self.standing[0]
                .and(self.standing[1])
                .and(self.closed[0])
                .and(self.closed[1]),
        )
    }

    fn is_over(&self) -> bool {
        self.free().is_empty()
    }

    /// The squares on which the seat to move may place a piece.
    #[inline]
    fn placeable(&self) -> Squares {
        let groups = self.groups[self.mover.index()];
        let reachable = (1..=VALUES)
            .filter(|&value| groups.has(value))
            .map(|value| self.values.squares(value));
        reachable
            .fold(Squares::NONE, Squares::and)
            .within(self.free())
    }

    /// The colour of the piece that stands here.
    fn standing_at(&self, square: Square) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|colour| self.standing[colour.index()].has(square))
    }

    /// The colour of the captured piece beside this closed square.
    fn captured_at(&self, square: Square) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|colour| self.closed[colour.index()].has(square))
    }

    /// What is captured when a piece of this colour has just come to stand here.
    #[inline]
    fn captures(&self, square: Square, colour: Seat) -> Option<Captures> {
        let own = self.standing[colour.index()].and(Squares::only(square));
        let enemy = self.standing[colour.other().index()];
        let beside = Squares::beside(square);
        // Most pieces are placed where no chain need be looked at.
        if !enemy.within(beside).is_empty() {
            let (after, end) = enemy.chain_after(square);
            let (before, start) = enemy.chain_before(square);
            let mut squares = Squares::NONE;
            // An end that is the placed piece itself, seen right around the ring, is not a second piece.
            if own.has(end) && end != square {
                squares = squares.and(after);
            }
            if own.has(start) && start != square {
                squares = squares.and(before);
            }
            if !squares.is_empty() {
                return Some(Captures {
                    squares,
                    captor: colour,
                });
            }
        }
        if own.and(enemy).within(beside) != beside {
            return None;
        }
        let (after, end) = own.chain_after(square);
        let (before, start) = own.chain_before(square);
        let closed_in = enemy.has(end) && enemy.has(start) && end != start;
        closed_in.then(|| Captures {
            squares: after.and(before).and(Squares::only(square)),
            captor: colour.other(),
        })
    }

    /// The points of both colours.
    fn points(&self) -> [u32; 2] {
        Seat::BOTH.map(|colour| {
            let pieces = self.standing[colour.index()].and(self.closed[colour.index()]);
            pieces.count()
                + if pieces.has(self.values.golden()) {
                    2
                } else {
                    0
                }
        })
    }
}

impl Position for Anacund {
    type Options = Seed;

    type Step = Placement;

    type Illegal = Illegal;

    fn options(values: &super::Values) -> Result<Seed, OptionError> {
        let seed = values
            .integer("board")
            .and_then(|seed| u32::try_from(seed).ok());
        seed.map(Seed).ok_or_else(|| {
            OptionError(format!(
                "board must be a whole number from 0 to {}.",
                u32::MAX
            ))
        })
    }

    fn start(seed: &Seed) -> Self {
        Self {
            values: Values::of_seed(seed.0),
            standing: [Squares::NONE; 2],
            closed: [Squares::NONE; 2],
            groups: [Groups::START; 2],
            mover: Seat::First,
            left: PLACEMENTS,
            turn: [Placement::NONE; 2],
            known: 0,
        }
    }

    fn to_move(&self) -> Option<Seat> {
        (!self.is_over()).then_some(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let score = self.points();
        let (verdict, reason) = match score[0].cmp(&score[1]) {
            std::cmp::Ordering::Greater => (Verdict::Win(Seat::First), "points"),
            std::cmp::Ordering::Less => (Verdict::Win(Seat::Second), "points"),
            std::cmp::Ordering::Equal => (Verdict::Draw, "equal points"),
        };
        Some(Outcome {
            verdict,
            reason,
            score: Some(score),
        })
    }

    fn turn(&self) -> &[Placement] {
        self.turn.get(..usize::from(self.known)).unwrap_or(&[])
    }

    fn progress(&self) -> Progress {
        let missing = if self.left == 1 {
            "One more piece to place."
        } else {
            "Two more pieces to place."
        };
        Progress::MustGoOn(missing.to_owned())
    }

    #[inline]
    fn try_for_each_step(
        &self,
        mut visit: impl FnMut(Placement) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.placeable()
            .iter()
            .try_for_each(|square| visit(Placement(square)))
    }

    #[inline]
    fn count_steps(&self) -> u64 {
        u64::from(self.placeable().count())
    }

    #[inline]
    fn random_step(&self, below: &mut impl FnMut(u64) -> u64) -> Option<Placement> {
        let placeable = self.placeable();
        let count = u64::from(placeable.count());
        if count == 0 {
            None
        } else {
            placeable.nth(below(count)).map(Placement)
        }
    }

    fn check(&self, step: &Placement) -> Result<(), Illegal> {
        illegal::check(self, step.0)
    }

    #[inline]
    fn play_unchecked(&mut self, step: &Placement, record: &mut impl Record) {
        let &Placement(square) = step;
        let colour = self.mover;
        record.note(Effect::Placed {
            at: square.cell(),
            piece: "disc",
        });
        self.groups[colour.index()].take_one(self.values.value(square));
        self.standing[colour.index()] = self.standing[colour.index()].and(Squares::only(square));
        if let Some(Captures { squares, captor }) = self.captures(square, colour) {
            let by = if captor == colour { "" } else { "encirclement" };
            for captured in squares.iter() {
                record.note(Effect::Captured {
                    at: captured.cell(),
                    piece: "disc",
                    by,
                    own: captor != colour,
                    looks: (Kind::Disc, captor.other()),
                });
            }
            let loser = captor.other().index();
            self.standing[loser] = self.standing[loser].without(squares);
            self.closed[captor.index()] = self.closed[captor.index()].and(squares);
        }
        if self.left > 1 {
            self.left -= 1;
            if let Some(place) = self.turn.get_mut(usize::from(self.known)) {
                *place = *step;
                self.known += 1;
            }
        } else {
            (self.mover, self.left, self.known) = (colour.other(), PLACEMENTS, 0);
        }
    }

    fn score(&self) -> Option<[u32; 2]> {
        Some(self.points())
    }
}

impl Notation for Anacund {
    const COLOURS: [&'static str; 2] = ["Dark", "Bright"];

    const LETTERS: [char; 2] = ['d', 'b'];

    /// A text shows its whole board, so it is read whatever the seed.
    fn read(_: &Seed, text: &str) -> Result<Self, TextError> {
        text::read(text)
    }

    fn read_step(&self, text: &str) -> Result<Placement, Illegal> {
        illegal::read_step(self, text)
    }

    fn stock(&self) -> [String; 2] {
        self.groups.map(|groups| format!("groups {groups}"))
    }

    fn step_words(&self, step: &Placement) -> String {
        let numbers = |squares: Squares| {
            squares
                .iter()
                .map(|square| square.to_string())
                .collect::<Vec<_>>()
                .join(" ")
        };
        let what = match self.captures(step.0, self.mover) {
            Some(Captures { squares, captor }) if captor == self.mover => {
                format!(", takes {}", numbers(squares))
            }
            Some(Captures { squares, .. }) => format!(", loses {}", numbers(squares)),
            None => String::new(),
        };
        let golden = if step.0 == self.values.golden() {
            ", golden"
        } else {
            ""
        };
        format!("value {}{golden}{what}", self.values.value(step.0))
    }
}

impl Picking for Anacund {
    fn path(&self, step: &Placement) -> Vec<Pick> {
        let Placement(square) = *step;
        let label = format!("{square} · value {}", self.values.value(square));
        let pick = Pick::cell(square.to_string(), square.cell());
        // Along the ring, as its squares are numbered.
        vec![pick.called(label).in_order(square.index() as u8)]
    }

    fn question(&self, _: usize) -> &'static str {
        "On which square do you place a piece?"
    }

    fn interest(&self, step: &Placement) -> i32 {
        // Captures are looked for most, no matter who makes them: which of them are good is not for completion to say.
        i32::from(self.captures(step.0, self.mover).is_some())
    }
}

impl Picture for Anacund {
    fn scene(&self, _: Seat) -> Scene {
        picture::scene(self)
    }

    fn cell_name(&self, cell: Cell) -> String {
        Square::of(cell).map_or_else(String::new, |square| square.to_string())
    }

    fn lines(&self) -> Vec<CellLine> {
        picture::lines(self)
    }
}

impl fmt::Display for Anacund {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(self, f)
    }
}
