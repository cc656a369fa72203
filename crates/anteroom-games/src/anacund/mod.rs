//! Anacund: pieces are placed on a ring of valued squares, and a chain enclosed at both ends is captured.

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
use anteroom_board::scene::{Kind, Scene};
use anteroom_board::{Cell, Seat};
use groups::Groups;
use ring::{SQUARES, Squares, VALUES, Values};

/// The catalogue's entry of Anacund.
pub const GAME: Game = Game::new::<Anacund>(Card {
    key: "anacund",
    name: "Anacund",
    tagline: "Place three pieces a turn on a ring of numbers, and close in your opponent's chains.",
    learning: Learning::Easy,
    credit: "Claude Leroy, 2019",
    seats: ["Dark", "Bright"],
    emblem: Kind::Disc,
    counted: ["point", "points"],
    turn_hint: "Three square numbers in the order you place them: 14 15 3",
    rules: include_str!("../../../../assets/rules/anacund.md"),
    lessons: Some(include_str!("../../../../assets/lessons/anacund.md")),
    puzzles: Some(include_str!("../../../../assets/puzzles/anacund.txt")),
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
    // A drawn number says nothing to a person. A chosen one is short.
    settings: |values| match values.always("board") {
        board if board.len() <= MOST_CHOSEN => format!("board {board}"),
        _ => String::new(),
    },
    typical_turns: |_| 10,
    pie_rule: |_| false,
    record_name: "Anacund",
    form: super::no_form,
    rateable: super::always_even,
});

/// The most digits of a board's number that a person chooses.
const MOST_CHOSEN: usize = 5;

/// Number of pieces placed in a turn.
const PLACEMENTS: u8 = 3;

/// The seed that determines the layout of the slats and the golden square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(
    /// Any number.
    pub u32,
);

/// The placement of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement(
    /// The square.
    pub Square,
);

/// A position of Anacund.
#[derive(Clone, Debug)]
pub struct Anacund {
    values: Values,
    standing: [Squares; 2],
    /// The closed squares, by the colour of the captured piece beside them.
    closed: [Squares; 2],
    groups: [Groups; 2],
    /// The seat to place, or the next seat to place if the game is over.
    mover: Seat,
    /// Number of placements left in this turn, from 1 to 3.
    left: u8,
    /// The known placements of this turn; a position text does not contain them.
    turn: [Placement; 2],
    known: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Captures {
    squares: Squares,
    /// The new owner of the pieces.
    captor: Seat,
}

impl PartialEq for Anacund {
    /// Ignores the placements of an unfinished turn, because they do not affect what may follow.
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
    /// The filler for a placement that has not been made.
    const NONE: Self = Self(Square::FIRST);
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Anacund {
    /// Returns the seat's gain in points by a placement, without the piece itself; may be negative.
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
        // Captured points count twice: one player loses what the other gains.
        let moved = 2 * (squares.count() as i32 + golden);
        if captor == self.mover { moved } else { -moved }
    }

    /// Returns the current points of the first seat minus those of the second.
    pub fn lead(&self) -> i32 {
        let [first, second] = self.points();
        first as i32 - second as i32
    }

    /// Returns the empty squares that are not closed.
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

    /// Returns the squares on which the seat to move may place a piece.
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

    /// Returns the colour of the piece on this square.
    fn standing_at(&self, square: Square) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|colour| self.standing[colour.index()].has(square))
    }

    /// Returns the colour of the captured piece beside this closed square.
    fn captured_at(&self, square: Square) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|colour| self.closed[colour.index()].has(square))
    }

    /// Returns the captures after a piece of this colour was placed here.
    #[inline]
    fn captures(&self, square: Square, colour: Seat) -> Option<Captures> {
        let own = self.standing[colour.index()].and(Squares::only(square));
        let enemy = self.standing[colour.other().index()];
        let beside = Squares::beside(square);
        // Most placements are not next to a chain.
        if !enemy.within(beside).is_empty() {
            let (after, end) = enemy.chain_after(square);
            let (before, start) = enemy.chain_before(square);
            let mut squares = Squares::NONE;
            // If the end is the placed piece itself, once around the ring, a second piece is missing.
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
            piece: "piece",
        });
        self.groups[colour.index()].take_one(self.values.value(square));
        self.standing[colour.index()] = self.standing[colour.index()].and(Squares::only(square));
        if let Some(Captures { squares, captor }) = self.captures(square, colour) {
            let by = if captor == colour { "" } else { "encirclement" };
            for captured in squares.iter() {
                record.note(Effect::Captured {
                    at: captured.cell(),
                    piece: "piece",
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

    /// A text contains its whole board, so the seed is ignored.
    fn read(_: &Seed, text: &str) -> Result<Self, TextError> {
        text::read(text)
    }

    fn read_step(&self, text: &str) -> Result<Placement, Illegal> {
        illegal::read_step(self, text)
    }

    fn stock(&self) -> [String; 2] {
        self.groups.map(|groups| format!("groups {groups}"))
    }

    fn account(&self, turn: &[Effect]) -> Option<String> {
        let placed = turn
            .iter()
            .filter(|effect| matches!(effect, Effect::Placed { .. }));
        match placed.count() {
            0 => None,
            1 => Some(String::from("placed a piece")),
            many => Some(format!("placed {many} pieces")),
        }
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
        // The order along the ring, as its squares are numbered.
        vec![pick.called(label).in_order(square.index() as u8)]
    }

    fn question(&self, _: usize) -> &'static str {
        "On which square does the piece go?"
    }

    fn interest(&self, step: &Placement) -> i32 {
        // Players look for captures most, good or bad: completion does not judge them.
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
