//! Connect N: chips fall into an upright frame, and *n* in line win.
//!
//! A board is a set of bits for each colour. Every column takes `rows + 1` bits, the lowest cell first. The extra bit
//! on top is never set, so that lines do not continue in the next column.

mod bits;
mod illegal;
mod picture;
mod text;

pub use bits::{Bits, Wide};
pub use illegal::Illegal;

use std::fmt;

use std::ops::ControlFlow;

use super::setup::COUNTS;
use super::{
    AnyPosition, Card, CellLine, Effect, Form, Game, GivenOptions, Learning, Notation, OptionError,
    OptionKind, OptionSpec, Outcome, Pick, Picking, Picture, Position, Rateable, Record, Sample,
    TextError, Values, Verdict, cell_line, in_proportion,
};
use anteroom_board::scene::{Kind, Scene};
use anteroom_board::{Cell, Grid, Seat};

/// The catalogue's entry of Connect N.
pub const GAME: Game = Game::of_several_types(
    Card {
        key: "connect-n",
        name: "Connect N",
        tagline: "Drop chips into the frame: n or more of yours in line win.",
        learning: Learning::Easy,
        credit: "From the rules of a course project at MIT, 2007",
        seats: ["Red", "Black"],
        emblem: Kind::Chip,
        counted: ["", ""],
        turn_hint: "The letter of a column, for example: d",
        rules: include_str!("../../../../assets/rules/connect-n.md"),
        lessons: Some(include_str!("../../../../assets/lessons/connect-n.md")),
        puzzles: Some(include_str!("../../../../assets/puzzles/connect-n.txt")),
        sample: Sample {
            options: &[],
            from: "",
            play: "d d e c e f c d c c d e e c f b a a b",
        },
        rules_version: 1,
        options: &[
            OptionSpec {
                key: "columns",
                description: "How many columns the frame has",
                kind: OptionKind::Integer {
                    min: 2,
                    max: 16,
                    default: Some(7),
                },
                refusal: None,
            },
            OptionSpec {
                key: "rows",
                description: "How many rows the frame has",
                kind: OptionKind::Integer {
                    min: 2,
                    max: 16,
                    default: Some(6),
                },
                refusal: None,
            },
            OptionSpec {
                key: "n",
                description: "How many in line win: more than 1, less than the larger dimension",
                kind: OptionKind::Integer {
                    min: 2,
                    max: 15,
                    default: Some(4),
                },
                refusal: Some(refused_n),
            },
        ],
        pie_rule: |_| false,
        record_name: "Connect N",
        form: |values| {
            if is_usual(values) {
                Form::Columns
            } else {
                Form::None
            }
        },
        rateable: |values| {
            if is_usual(values) {
                Rateable::Even
            } else {
                Rateable::No
            }
        },
        setups: &[
            &[("columns", "7"), ("rows", "6"), ("n", "4")],
            &[("columns", "8"), ("rows", "7"), ("n", "4")],
            &[("columns", "9"), ("rows", "7"), ("n", "4")],
            &[("columns", "9"), ("rows", "7"), ("n", "5")],
            &[("columns", "10"), ("rows", "10"), ("n", "5")],
            &[("columns", "5"), ("rows", "4"), ("n", "3")],
        ],
        settings: |values| {
            let [columns, rows, n] = ["columns", "rows", "n"].map(|key| values.always(key));
            let count = n.parse().ok().and_then(|n: usize| COUNTS.get(n));
            format!("{}×{}, {} in a row", columns, rows, count.unwrap_or(&n))
        },
        typical_turns: |values| {
            let [columns, rows] = [("columns", 7), ("rows", 6)]
                .map(|(key, default)| values.always_number(key, default));
            in_proportion(36, columns * rows, 42)
        },
    },
    |values| match Size::of(values)? {
        size if size.fits::<u64>() => Ok(Box::new(ConnectN::<u64>::start(&size))),
        size if size.fits::<u128>() => Ok(Box::new(ConnectN::<u128>::start(&size))),
        size => Ok(Box::new(ConnectN::<Wide>::start(&size))),
    },
    |values, text| {
        let size = Size::of(values).map_err(|error| TextError(error.to_string()))?;
        let position: AnyPosition = if size.fits::<u64>() {
            Box::new(ConnectN::<u64>::read(&size, text)?)
        } else if size.fits::<u128>() {
            Box::new(ConnectN::<u128>::read(&size, text)?)
        } else {
            Box::new(ConnectN::<Wide>::read(&size, text)?)
        };
        Ok(position)
    },
);

/// Whether the game is Connect Four, which is the most popular one.
fn is_usual(values: &Values) -> bool {
    ["columns", "rows", "n"].map(|key| values.integer(key)) == [Some(7), Some(6), Some(4)]
}

/// Whether a frame may have this many columns or rows.
const fn fits(dimension: u8) -> bool {
    2 <= dimension && dimension <= 16
}

/// Describes the allowed n: more than one, and less than the larger of the two dimensions.
fn n_bounds(columns: u8, rows: u8) -> String {
    match columns.max(rows) {
        0..=2 => format!("No n fits a {columns}×{rows} frame: one of its sides must be 3 or more."),
        3 => format!("n must be 2 on a {columns}×{rows} frame."),
        larger => format!("n must be 2 to {} on a {columns}×{rows} frame.", larger - 1),
    }
}

/// Words the bounds of n for the requested frame; `None` if the frame itself is invalid.
fn refused_n(given: &GivenOptions) -> Option<String> {
    let side = |key, usual| match given.get(key) {
        Some(text) => text.trim().parse().ok().filter(|side| fits(*side)),
        None => Some(usual),
    };
    Some(n_bounds(side("columns", 7)?, side("rows", 6)?))
}

/// The settings of a match, checked against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    columns: u8,
    rows: u8,
    n: u8,
}

/// A column, counted from 0: the chip falls to its lowest empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column(u8);

/// A position. `B` must hold `columns * (rows + 1)` bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConnectN<B> {
    size: Size,
    /// The lowest cells of all columns.
    floor: B,
    cells: B,
    chips: [B; 2],
    /// The seat to move, or the next seat to move if the game is over.
    mover: Seat,
    verdict: Option<Verdict>,
}

impl Size {
    /// Checks dimensions and n against each other.
    ///
    /// # Errors
    ///
    /// If a dimension is outside 2–16, or the rules forbid n.
    pub fn new(columns: u8, rows: u8, n: u8) -> Result<Self, OptionError> {
        if !fits(columns) || !fits(rows) {
            return Err(OptionError(String::from(
                "columns and rows must be whole numbers from 2 to 16.",
            )));
        }
        if n <= 1 || n >= columns.max(rows) {
            return Err(OptionError(n_bounds(columns, rows)));
        }
        Ok(Self { columns, rows, n })
    }

    fn of(values: &Values) -> Result<Self, OptionError> {
        let small = |key| {
            values
                .integer(key)
                .and_then(|value| u8::try_from(value).ok())
                .unwrap_or(0)
        };
        Self::new(small("columns"), small("rows"), small("n"))
    }

    fn fits<B: Bits>(self) -> bool {
        u32::from(self.columns) * self.stride() <= B::WIDTH
    }

    fn stride(self) -> u32 {
        u32::from(self.rows) + 1
    }

    fn grid(self) -> Grid {
        Grid {
            columns: self.columns,
            rows: self.rows,
        }
    }

    fn bit(self, column: u8, row: u8) -> u32 {
        u32::from(column) * self.stride() + u32::from(row)
    }

    /// Returns the bits to a neighbour in four directions: up, right, right and up, right and down.
    fn directions(self) -> [u32; 4] {
        [1, self.stride(), self.stride() + 1, self.stride() - 1]
    }
}

impl Column {
    /// Returns the column's number, counted from 0.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Grid::file_letter(self.0))
    }
}

impl<B: Bits> ConnectN<B> {
    /// Returns columns, rows and n.
    pub fn dimensions(&self) -> [u8; 3] {
        [self.size.columns, self.size.rows, self.size.n]
    }

    /// Returns the chips of a seat.
    #[inline]
    pub fn chips_of(&self, seat: Seat) -> B {
        self.chips[seat.index()]
    }

    /// Returns all cells of the frame.
    pub fn all_cells(&self) -> B {
        self.cells
    }

    fn height(&self, column: u8) -> u8 {
        let taken = self.taken();
        (0..self.size.rows)
            .take_while(|&row| taken.has(self.size.bit(column, row)))
            .count() as u8
    }

    fn taken(&self) -> B {
        self.chips[0] | self.chips[1]
    }

    /// Returns the cells to which a chip can fall now, one for every column with room.
    #[inline]
    pub fn landings(&self) -> B {
        // Adding to a column of set bits carries to the first cell above them.
        self.taken().plus(self.floor) & self.cells
    }

    /// Whether `chips` contains a line of n or more.
    #[inline]
    fn has_line(&self, chips: B) -> bool {
        let [up, right, rising, falling] = self.line_starts(chips);
        up | right | rising | falling != B::NONE
    }

    /// Returns for each direction the first cells of all lines of n in `chips`.
    #[inline]
    fn line_starts(&self, chips: B) -> [B; 4] {
        let n = u32::from(self.size.n);
        let directions = self.size.directions();
        let (mut starts, mut length) = ([chips; 4], 1);
        // Each round joins two lines of the length found so far, which may overlap.
        while length < n {
            let more = length.min(n - length);
            starts = std::array::from_fn(|i| starts[i] & starts[i].less(more * directions[i]));
            length += more;
        }
        starts
    }

    /// Returns the cells of the winner's lines.
    fn winning_cells(&self) -> Vec<Cell> {
        let Some(Verdict::Win(winner)) = self.verdict else {
            return Vec::new();
        };
        let chips = self.chips[winner.index()];
        let (starts, directions) = (self.line_starts(chips), self.size.directions());
        let in_line = |bit: u32| {
            starts.iter().zip(directions).any(|(starts, direction)| {
                (0..u32::from(self.size.n)).any(|back| {
                    bit.checked_sub(back * direction)
                        .is_some_and(|start| starts.has(start))
                })
            })
        };
        let grid = self.size.grid();
        grid.cells()
            .filter(|&cell| {
                let (column, row) = grid.file_rank(cell);
                in_line(self.size.bit(column, row))
            })
            .collect()
    }

    /// Ends the game if it is over after a chip of `last`.
    #[inline]
    fn update_outcome(&mut self, last: Seat) {
        if self.has_line(self.chips[last.index()]) {
            self.verdict = Some(Verdict::Win(last));
        } else if self.taken() == self.cells {
            self.verdict = Some(Verdict::Draw);
        }
    }

    /// Returns the cell to which a chip falls in this column, if it has room.
    fn landing(&self, column: Column) -> Option<Cell> {
        self.size
            .grid()
            .cell(i32::from(column.0), i32::from(self.height(column.0)))
    }
}

impl<B: Bits> Position for ConnectN<B> {
    type Options = Size;

    type Step = Column;

    type Illegal = Illegal;

    fn options(values: &Values) -> Result<Size, OptionError> {
        let size = Size::of(values)?;
        size.fits::<B>()
            .then_some(size)
            .ok_or_else(|| OptionError(String::from("This board needs a wider set of bits.")))
    }

    fn start(size: &Size) -> Self {
        let (mut floor, mut cells) = (B::NONE, B::NONE);
        for column in 0..size.columns {
            floor = floor | B::only(size.bit(column, 0));
            for row in 0..size.rows {
                cells = cells | B::only(size.bit(column, row));
            }
        }
        Self {
            size: *size,
            floor,
            cells,
            chips: [B::NONE; 2],
            mover: Seat::First,
            verdict: None,
        }
    }

    fn to_move(&self) -> Option<Seat> {
        self.verdict.is_none().then_some(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        let reason = |verdict| match verdict {
            Verdict::Win(_) => illegal::in_a_row(self.size.n),
            Verdict::Draw => "a full board",
        };
        self.verdict.map(|verdict| Outcome {
            verdict,
            reason: reason(verdict),
            score: None,
        })
    }

    #[inline]
    fn try_for_each_step(
        &self,
        mut visit: impl FnMut(Column) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.verdict.is_some() {
            return ControlFlow::Continue(());
        }
        let taken = self.taken();
        for column in 0..self.size.columns {
            if !taken.has(self.size.bit(column, self.size.rows - 1)) {
                visit(Column(column))?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn count_steps(&self) -> u64 {
        if self.verdict.is_some() {
            0
        } else {
            u64::from(self.landings().count())
        }
    }

    fn check(&self, column: &Column) -> Result<(), Illegal> {
        if let Some(verdict) = self.verdict {
            return Err(Illegal::Over {
                verdict,
                n: self.size.n,
            });
        }
        if column.0 >= self.size.columns {
            return Err(Illegal::NoColumn {
                letter: Grid::file_letter(column.0.min(25)),
                columns: self.size.columns,
            });
        }
        if self.height(column.0) >= self.size.rows {
            return Err(Illegal::Full {
                column: column.0,
                size: self.size,
            });
        }
        Ok(())
    }

    #[inline]
    fn play_unchecked(&mut self, column: &Column, record: &mut impl Record) {
        // The column's landing bit: the carry out of its occupied cells.
        let sum = self.taken().plus(B::only(self.size.bit(column.0, 0)));
        let landing = sum & !self.taken() & self.cells;
        if landing == B::NONE {
            return;
        }
        let row = landing.least().saturating_sub(self.size.bit(column.0, 0));
        if let Some(at) = self.size.grid().cell(i32::from(column.0), row as i32) {
            record.note(Effect::Placed { at, piece: "chip" });
        }
        let seat = self.mover;
        self.chips[seat.index()] = self.chips[seat.index()] | landing;
        self.mover = seat.other();
        self.update_outcome(seat);
    }
}

impl<B: Bits> Notation for ConnectN<B> {
    const COLOURS: [&'static str; 2] = ["Red", "Black"];

    const LETTERS: [char; 2] = ['r', 'b'];

    fn read(size: &Size, text: &str) -> Result<Self, TextError> {
        text::read(size, text)
    }

    fn read_step(&self, text: &str) -> Result<Column, Illegal> {
        illegal::read_column(self, text)
    }

    fn spellings(&self, column: &Column) -> Vec<String> {
        vec![(column.0 + 1).to_string()]
    }

    // The picture shows the cell of the chip. Completion must not reveal that the chip wins or blocks.
    fn step_words(&self, column: &Column) -> String {
        self.landing(*column)
            .map(|cell| format!("falls to {}", self.cell_name(cell)))
            .unwrap_or_default()
    }
}

impl<B: Bits> Picking for ConnectN<B> {
    fn path(&self, column: &Column) -> Vec<Pick> {
        let pick = Pick {
            cells: self.landing(*column).into_iter().collect(),
            ..Pick::word(column.to_string())
        };
        vec![pick.in_order(column.0)]
    }

    fn question(&self, _: usize) -> &'static str {
        "Which column?"
    }

    fn interest(&self, column: &Column) -> i32 {
        -(2 * i32::from(column.0) + 1 - i32::from(self.size.columns)).abs()
    }
}

impl<B: Bits> Picture for ConnectN<B> {
    fn scene(&self, _: Seat) -> Scene {
        // The frame is upright between the players: both see the same side up, so it is never turned.
        picture::scene(self)
    }

    fn cell_name(&self, cell: Cell) -> String {
        self.size.grid().name(cell)
    }

    fn lines(&self) -> Vec<CellLine> {
        cell_line::lettered(cell_line::named(self), ["row", "column"])
    }
}

impl<B: Bits> fmt::Display for ConnectN<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(self, f)
    }
}
