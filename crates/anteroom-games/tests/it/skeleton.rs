//! A whole game in one small file: three stones in a row on nine cells.
//!
//! To add a game, copy this file to `crates/anteroom-games/src/`, write `crate::` for `anteroom_games::`, and
//! replace rule by rule. `docs/adding-a-game.md` lists the other tasks. The skeleton has the same tests as the games of
//! the catalogue, so that copies start out right. A computer plays it in the tests of `anteroom-search`.

use std::fmt;
use std::ops::ControlFlow;

use anteroom_board::scene::{
    Board, CellShape, Ground, Kind, Label, Man, Mark, MarkKind, Point, Scene, Shape, Spot,
};
use anteroom_board::{Cell, Grid, Seat};
use anteroom_games::{
    Card, Effect, Form, Game, Learning, Notation, OptionError, Outcome, Picking, Picture, Position,
    Quoted, Rateable, Record, Refusal, Sample, TextError, Values, Verdict,
};

/// The game's entry in the catalogue.
pub const GAME: Game = Game::new::<Row>(Card {
    key: "three-in-a-row",
    name: "Three in a Row",
    tagline: "Place stones on nine cells: three in a row win.",
    learning: Learning::Easy,
    credit: "As old as paper",
    seats: ["Black", "White"],
    emblem: Kind::Stone,
    counted: ["", ""],
    turn_hint: "The name of an empty cell, for example: b2",
    // A game of the catalogue has its rules in a file: `include_str!("../../../assets/rules/three-in-a-row.md")`,
    // with one `../` more for a game in a folder of its own.
    rules: "\
# Three in a Row

Two players place stones on nine cells. Three in a row win.

## Rules

- **Place.** A stone goes on an empty cell. (`three-in-a-row.place`)
  <!-- example three-in-a-row.place
  before: b2
  refuse: b2
  because: There is a stone on b2 already.
  play: a1
  then: stone on a1
  says: A stone stands on b2 already. On a1 there is room.
  -->
- **End.** Three in a row win, a full board is a draw. (`three-in-a-row.end`)
  <!-- example three-in-a-row.end
  before: a1 b3 b2 a3
  play: c3
  then: stone on c3. Black wins by three in a row
  says: Black has a1 and b2. The stone on c3 makes three in a row.
  -->

## Making a move

Type the name of a cell: `b2`. (`three-in-a-row.notation`)
<!-- example three-in-a-row.notation
  play: b2
  then: stone on b2
  says: Black types `b2`, and the stone goes to the middle.
-->

## How we read it

As it stands.
",
    // A game can be played before it has lessons and puzzles. Then: `Some(include_str!(…))`, beside the rules.
    lessons: None,
    puzzles: None,
    sample: Sample {
        options: &[],
        from: "",
        play: "b2 a1 c3",
    },
    rules_version: 1,
    options: &[],
    setups: &[],
    settings: |_: &Values| String::new(),
    typical_turns: |_: &Values| 10,
    pie_rule: |_: &Values| false,
    record_name: "Three in a Row",
    form: |_: &Values| Form::None,
    rateable: |_: &Values| Rateable::Even,
});

const GRID: Grid = Grid {
    columns: 3,
    rows: 3,
};

/// The cells of every row, column and diagonal.
const ROWS: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

#[derive(Clone, Debug, PartialEq)]
struct Row {
    cells: [Option<Seat>; 9],
}

/// The placement of a stone on a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place(Cell);

/// The reason why a stone cannot be placed.
#[derive(Clone, Debug, PartialEq)]
enum Illegal {
    /// The text is not a cell.
    Unreadable(String),
    /// The cell has a stone already.
    Taken(Cell),
    /// The game is over.
    Over,
}

impl Row {
    fn stones(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// Returns the row that is full of one colour, and its owner.
    fn winning(&self) -> Option<(Seat, [usize; 3])> {
        ROWS.into_iter().find_map(|row| {
            let [a, b, c] = row.map(|cell| self.cells[cell]);
            let seat = a?;
            (a == b && b == c).then_some((seat, row))
        })
    }

    fn at(&self, cell: Cell) -> Option<Seat> {
        self.cells.get(usize::from(cell.0)).copied().flatten()
    }
}

impl Position for Row {
    type Options = ();
    type Step = Place;
    type Illegal = Illegal;

    fn options(_: &Values) -> Result<(), OptionError> {
        Ok(())
    }

    fn start((): &()) -> Self {
        Self { cells: [None; 9] }
    }

    fn to_move(&self) -> Option<Seat> {
        let seat = Seat::BOTH[self.stones() % 2];
        self.outcome().is_none().then_some(seat)
    }

    fn outcome(&self) -> Option<Outcome> {
        let (verdict, reason) = match self.winning() {
            Some((seat, _)) => (Verdict::Win(seat), "three in a row"),
            None if self.stones() == 9 => (Verdict::Draw, "a full board"),
            None => return None,
        };
        Some(Outcome {
            verdict,
            reason,
            score: None,
        })
    }

    fn try_for_each_step(
        &self,
        mut visit: impl FnMut(Place) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        GRID.cells()
            .filter(|cell| self.at(*cell).is_none())
            .try_for_each(|cell| visit(Place(cell)))
    }

    fn check(&self, Place(cell): &Place) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            Err(Illegal::Over)
        } else if self.at(*cell).is_some() {
            Err(Illegal::Taken(*cell))
        } else {
            Ok(())
        }
    }

    fn play_unchecked(&mut self, Place(at): &Place, record: &mut impl Record) {
        let seat = Seat::BOTH[self.stones() % 2];
        if let Some(cell) = self.cells.get_mut(usize::from(at.0)) {
            *cell = Some(seat);
        }
        record.note(Effect::Placed {
            at: *at,
            piece: "stone",
        });
    }
}

/// The ranks from the top, separated by `/`: `b../.w./...`. The seat to move follows from the stones.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, rank) in self.cells.chunks(3).rev().enumerate() {
            if place > 0 {
                f.write_str("/")?;
            }
            for cell in rank {
                f.write_str(match cell {
                    Some(Seat::First) => "b",
                    Some(Seat::Second) => "w",
                    None => ".",
                })?;
            }
        }
        Ok(())
    }
}

impl Notation for Row {
    const COLOURS: [&'static str; 2] = ["Black", "White"];
    const LETTERS: [char; 2] = ['b', 'w'];

    fn read((): &(), text: &str) -> Result<Self, TextError> {
        let wrong = || TextError(format!("{} is not a board of three ranks.", Quoted(text)));
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != 3 || ranks.iter().any(|rank| rank.chars().count() != 3) {
            return Err(wrong());
        }
        let mut cells = [None; 9];
        for (cell, sign) in cells
            .iter_mut()
            .zip(ranks.iter().rev().flat_map(|rank| rank.chars()))
        {
            *cell = match sign {
                'b' => Some(Seat::First),
                'w' => Some(Seat::Second),
                '.' => None,
                _ => return Err(wrong()),
            };
        }
        let read = Self { cells };
        let of = |seat| cells.iter().filter(|cell| **cell == Some(seat)).count();
        let (black, white) = (of(Seat::First), of(Seat::Second));
        // The seat with three in a row has placed the last stone.
        let last = if black == white {
            Seat::Second
        } else {
            Seat::First
        };
        let rows = |seat| {
            ROWS.iter()
                .any(|row| row.iter().all(|at| cells[*at] == Some(seat)))
        };
        if !(black == white || black == white + 1) || rows(last.other()) {
            return Err(TextError(format!("{} cannot come about.", Quoted(text))));
        }
        Ok(read)
    }

    fn read_step(&self, text: &str) -> Result<Place, Illegal> {
        let cell = GRID
            .parse(text)
            .ok_or_else(|| Illegal::Unreadable(text.to_owned()))?;
        self.check(&Place(cell)).map(|()| Place(cell))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&GRID.name(self.0))
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::Unreadable(text) => {
                write!(f, "{} names no cell: they go from a1 to c3.", Quoted(text))
            }
            Illegal::Taken(cell) => write!(f, "There is a stone on {} already.", GRID.name(*cell)),
            Illegal::Over => f.write_str("The game is over."),
        }
    }
}

impl Refusal for Illegal {
    fn cells(&self) -> Vec<Cell> {
        match self {
            Illegal::Taken(cell) => vec![*cell],
            Illegal::Unreadable(_) | Illegal::Over => Vec::new(),
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Illegal::Unreadable(_) => "three-in-a-row.notation",
            Illegal::Taken(_) => "three-in-a-row.place",
            Illegal::Over => "three-in-a-row.end",
        }
    }
}

/// A step is picked by the name of its cell, so the defaults suffice.
impl Picking for Row {}

impl Picture for Row {
    fn scene(&self, _: Seat) -> Scene {
        let centre = |cell: Cell| {
            let (file, rank) = GRID.file_rank(cell);
            Point {
                x: f32::from(file) + 1.0,
                y: 3.0 - f32::from(rank),
            }
        };
        let cells = GRID.cells().map(|cell| CellShape {
            cell,
            centre: centre(cell),
            shape: Shape::Rectangle {
                width: 1.0,
                height: 1.0,
                corner: 0.0,
            },
            ground: Ground::Light,
            text: String::new(),
        });
        let names = GRID.cells().map(|cell| {
            let (file, rank) = GRID.file_rank(cell);
            let at = centre(cell);
            let column = (rank == 0).then(|| (Grid::file_letter(file).to_string(), at.x, 3.75));
            let row = (file == 0).then(|| ((rank + 1).to_string(), 0.25, at.y));
            [column, row]
        });
        let labels = names.flatten().flatten().map(|(text, x, y)| Label {
            centre: Point { x, y },
            size: 0.2,
            text,
        });
        let men = GRID.cells().filter_map(|cell| {
            Some(Man {
                spot: Spot::On(cell),
                colour: self.at(cell)?,
                kind: Kind::Stone,
            })
        });
        let won = self.winning().into_iter().flat_map(|(_, row)| row);
        let marks = won.filter_map(|cell| {
            Some(Mark {
                cell: Cell(u16::try_from(cell).ok()?),
                kind: MarkKind::Winning,
            })
        });
        let board = Board {
            key: String::from("three-in-a-row"),
            width: 4.0,
            height: 4.0,
            surfaces: Vec::new(),
            cells: cells.collect(),
            labels: labels.collect(),
        };
        Scene::new(board, men.collect(), marks.collect())
    }

    fn cell_name(&self, cell: Cell) -> String {
        GRID.name(cell)
    }
}
