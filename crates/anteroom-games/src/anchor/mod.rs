//! Anchor: stones on a hexagon live by a connection to its sides, and living stones surround territory.

mod hexes;
mod illegal;
mod life;
mod picture;
mod text;

pub use hexes::Hex;
pub use hexes::Hexes;
pub use illegal::{Illegal, NoSwap};

use std::fmt;

use std::ops::ControlFlow;

use super::{
    Card, CellLine, Effect, Form, Game, Learning, Notation, OptionError, OptionKind, OptionSpec,
    Outcome, Pick, Picking, Picture, Position, Rateable, Record, Sample, TextError, Values,
    Verdict,
};
use anteroom_board::scene::{Kind, Scene};
use anteroom_board::{Cell, Seat};
use hexes::CELLS;
use life::Judgement;

/// The catalogue's entry of Anchor.
pub const GAME: Game = Game::new::<Anchor>(Card {
    key: "anchor",
    name: "Anchor",
    tagline: "Tie your stones to the sides of a hexagon, and surround more of it than your opponent.",
    learning: Learning::Deep,
    credit: "Steven Meyers, 2000",
    seats: ["Black", "White"],
    emblem: Kind::Stone,
    counted: ["point", "points"],
    turn_hint: "A cell, such as h8; or pass; or swap, when it is on offer",
    rules: include_str!("../../../../assets/rules/anchor.md"),
    lessons: Some(include_str!("../../../../assets/lessons/anchor.md")),
    puzzles: Some(include_str!("../../../../assets/puzzles/anchor.txt")),
    sample: Sample {
        options: &[],
        from: ".....o../.ox..oo../......o.../.o.x..ooo.o/oo...x.oox.o/.o.........o./..x.x.x..x.x../x.xx.x.x.x.x..o/x..x...o.x.x../.oxxxxo....../x...xo.xx.../..xx..x.x../.x..x...x./xx...oox./xxx.xo.. x 0 kept",
        play: "h10",
    },
    rules_version: 1,
    options: &[
        OptionSpec {
            key: "start",
            description: "How the game starts: by the pie rule, even, or with a handicap",
            kind: OptionKind::Choice {
                choices: &[
                    ("pie", "Pie: one drops a stone, the other chooses sides"),
                    ("even", "Even: Black begins, no choosing"),
                    ("handicap", "Handicap: Black has stones to begin with"),
                ],
                default: "pie",
            },
            refusal: None,
        },
        OptionSpec {
            key: "handicap",
            description: "How many black stones stand on the board at the start: only with start handicap",
            kind: OptionKind::Integer {
                min: 1,
                max: 7,
                default: None,
            },
            refusal: None,
        },
    ],
    pie_rule: |values| matches!(values.get("start"), None | Some("pie")),
    record_name: "Anchor",
    form: |_| Form::Sgf,
    rateable: |values| {
        let stones = values.integer("handicap").unwrap_or(0);
        match u8::try_from(stones) {
            Ok(stones @ 1..) => Rateable::Handicap(stones),
            _ => Rateable::Even,
        }
    },
    setups: &[
        &[("start", "pie")],
        &[("start", "even")],
        &[("start", "handicap"), ("handicap", "1")],
        &[("start", "handicap"), ("handicap", "2")],
        &[("start", "handicap"), ("handicap", "3")],
        &[("start", "handicap"), ("handicap", "4")],
        &[("start", "handicap"), ("handicap", "5")],
        &[("start", "handicap"), ("handicap", "6")],
        &[("start", "handicap"), ("handicap", "7")],
    ],
    settings: |values| match (values.get("start"), values.get("handicap")) {
        (_, Some("1")) => String::from("1 handicap stone"),
        (_, Some(stones)) => format!("{stones} handicap stones"),
        (Some("even"), None) => String::from("no pie rule"),
        _ => String::from("pie rule"),
    },
    // Computers fill all 169 cells. People stop when the territories are settled, as in Go, where a game has about
    // three turns for each five points of the board.
    typical_turns: |_| 100,
});

/// A player who has made this many symmetric plays in a row may not make another.
const MOST_SYMMETRIC: u8 = 9;

/// The cells of the black stones of a handicap game, in the order of placement.
const HANDICAP: [Hex; 7] = [
    Hex::known(7, 2),
    Hex::known(2, 7),
    Hex::known(12, 12),
    Hex::known(7, 7),
    Hex::known(2, 2),
    Hex::known(7, 12),
    Hex::known(12, 7),
];

/// The start of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The first player drops a black stone, the second player chooses a colour.
    Pie,
    /// Black begins, and symmetric play is limited.
    Even,
    /// The board starts with this many black stones, 1–7; White begins, and symmetric play is limited.
    Handicap(u8),
}

/// A player's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The player drops a stone of his colour.
    Drop(Hex),
    /// The player passes.
    Pass,
    /// The player takes over Black with its one stone, by the pie rule.
    Swap,
}

/// A position of Anchor.
#[derive(Clone, Debug, PartialEq)]
pub struct Anchor {
    stones: [Hexes; 2],
    /// The colour to move, or the next colour to move if the game is over.
    mover: Seat,
    /// Number of consecutive passes just made, at most 2.
    passes: u8,
    opening: Opening,
}

/// The start of the game, with the state of the rules that depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opening {
    Pie(Pie),
    /// Without the pie rule: symmetric plays are counted.
    Counted {
        handicap: bool,
        mirror: Mirror,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pie {
    /// The first stone must be dropped.
    Untouched,
    /// The second player must decide.
    Offered,
    /// The second player plays on as White.
    Kept,
    /// The second player took Black.
    Swapped,
}

/// The state of the limit on symmetric play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mirror {
    /// Number of consecutive symmetric plays that each colour has just made.
    counts: [u8; 2],
    /// The cell of the previous play, if the play was a drop.
    previous: Option<Hex>,
}

impl Start {
    /// Returns the black stones on the board before the first turn.
    fn stones(self) -> &'static [Hex] {
        match self {
            Start::Pie | Start::Even => &[],
            Start::Handicap(many) => HANDICAP.get(..usize::from(many)).unwrap_or(&HANDICAP),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Drop(hex) => hex.fmt(f),
            Step::Pass => f.write_str("pass"),
            Step::Swap => f.write_str("swap"),
        }
    }
}

impl Anchor {
    /// Whether the cell of this drop has a stone of the seat's colour.
    #[inline]
    pub fn has_dropped(&self, seat: Seat, step: &Step) -> bool {
        match step {
            Step::Drop(hex) => self.stones[self.across(seat).index()].has(*hex),
            Step::Pass | Step::Swap => false,
        }
    }

    /// Returns the number of empty cells.
    pub fn count_empty(&self) -> u32 {
        Hexes::ALL.without(self.taken()).count()
    }

    /// Returns the cells with stones of either colour, Black first.
    #[inline]
    pub fn stones(&self) -> [Hexes; 2] {
        self.stones
    }

    /// Returns the colour to move; Black is the first seat.
    #[inline]
    pub fn colour_to_move(&self) -> Seat {
        self.mover
    }

    /// Returns the number of consecutive passes just made, at most 2.
    #[inline]
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// Whether the next step must drop the first stone of a game with the pie rule.
    #[inline]
    pub fn is_before_the_first_stone(&self) -> bool {
        self.opening == Opening::Pie(Pie::Untouched)
    }

    /// Whether the pie rule may still change the seats' colours: before the second player's first turn.
    #[inline]
    pub fn is_before_the_choice(&self) -> bool {
        matches!(self.opening, Opening::Pie(Pie::Untouched | Pie::Offered))
    }

    /// Ends the game by two passes, with these stones on the board.
    #[inline]
    pub fn end_with(&mut self, stones: [Hexes; 2]) {
        self.stones = stones;
        self.passes = 2;
    }

    fn is_over(&self) -> bool {
        self.passes >= 2
    }

    fn taken(&self) -> Hexes {
        self.stones[0] | self.stones[1]
    }

    fn colour_at(&self, hex: Hex) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|colour| self.stones[colour.index()].has(hex))
    }

    /// Returns the cell on which a stone would exceed the limit of symmetric plays.
    #[inline]
    fn forbidden(&self) -> Option<Hex> {
        match self.opening {
            Opening::Counted { mirror, .. }
                if mirror.counts[self.mover.index()] >= MOST_SYMMETRIC =>
            {
                mirror.previous.map(Hex::opposite)
            }
            _ => None,
        }
    }

    /// Returns the cells on which a stone may be dropped.
    #[inline]
    fn droppable(&self) -> Hexes {
        let empty = Hexes::ALL.without(self.taken());
        self.forbidden()
            .map_or(empty, |hex| empty.without(Hexes::only(hex)))
    }

    fn may_pass(&self) -> bool {
        self.opening != Opening::Pie(Pie::Untouched)
    }

    /// Whether the seat to move may swap.
    pub fn may_swap(&self) -> bool {
        self.opening == Opening::Pie(Pie::Offered)
    }

    /// Returns the seat that plays a colour now; equally the colour that a seat plays.
    fn across(&self, seat_or_colour: Seat) -> Seat {
        if self.opening == Opening::Pie(Pie::Swapped) {
            seat_or_colour.other()
        } else {
            seat_or_colour
        }
    }

    #[inline]
    fn drop(&mut self, hex: Hex) {
        self.stones[self.mover.index()].insert(hex);
        self.passes = 0;
        match &mut self.opening {
            Opening::Pie(pie) => {
                *pie = match *pie {
                    Pie::Untouched => Pie::Offered,
                    Pie::Offered => Pie::Kept,
                    later => later,
                }
            }
            Opening::Counted { mirror, .. } => {
                let symmetric = mirror
                    .previous
                    .is_some_and(|previous| previous.opposite() == hex);
                let count = &mut mirror.counts[self.mover.index()];
                *count = if symmetric {
                    count.saturating_add(1)
                } else {
                    0
                };
                mirror.previous = Some(hex);
            }
        }
        self.mover = self.mover.other();
    }

    fn pass(&mut self) {
        self.passes = self.passes.saturating_add(1).min(2);
        match &mut self.opening {
            Opening::Pie(pie) if *pie == Pie::Offered => *pie = Pie::Kept,
            Opening::Pie(_) => {}
            Opening::Counted { mirror, .. } => {
                mirror.counts[self.mover.index()] = 0;
                mirror.previous = None;
            }
        }
        self.mover = self.mover.other();
    }
}

impl Position for Anchor {
    type Options = Start;

    type Step = Step;

    type Illegal = Illegal;

    fn options(values: &Values) -> Result<Start, OptionError> {
        let refuse = |sentence: &str| Err(OptionError(sentence.to_owned()));
        let handicap = values
            .integer("handicap")
            .map(|many| u8::try_from(many).unwrap_or(0));
        match (values.get("start").unwrap_or("pie"), handicap) {
            ("handicap", Some(many @ 1..=7)) => Ok(Start::Handicap(many)),
            ("handicap", Some(_)) => refuse("handicap must be a whole number from 1 to 7."),
            ("handicap", None) => refuse(
                "With start handicap, handicap says how many black stones stand on the board, 1 to 7: give it too.",
            ),
            (_, Some(_)) => refuse("handicap goes only with start handicap."),
            ("pie", None) => Ok(Start::Pie),
            ("even", None) => Ok(Start::Even),
            _ => refuse("start must be one of pie, even, handicap."),
        }
    }

    fn start(options: &Start) -> Self {
        let mut black = Hexes::NONE;
        for &hex in options.stones() {
            black.insert(hex);
        }
        let mirror = Mirror {
            counts: [0; 2],
            previous: None,
        };
        let (mover, opening) = match options {
            Start::Pie => (Seat::First, Opening::Pie(Pie::Untouched)),
            Start::Even => (
                Seat::First,
                Opening::Counted {
                    handicap: false,
                    mirror,
                },
            ),
            Start::Handicap(_) => (
                Seat::Second,
                Opening::Counted {
                    handicap: true,
                    mirror,
                },
            ),
        };
        Self {
            stones: [black, Hexes::NONE],
            mover,
            passes: 0,
            opening,
        }
    }

    fn to_move(&self) -> Option<Seat> {
        (!self.is_over()).then(|| self.across(self.mover))
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let points = Judgement::of(self.stones).points();
        let score = Seat::BOTH.map(|seat| points[self.across(seat).index()]);
        let verdict = match score[0].cmp(&score[1]) {
            std::cmp::Ordering::Greater => Verdict::Win(Seat::First),
            std::cmp::Ordering::Less => Verdict::Win(Seat::Second),
            std::cmp::Ordering::Equal => Verdict::Draw,
        };
        let reason = if verdict == Verdict::Draw {
            "equal points"
        } else {
            "points"
        };
        Some(Outcome {
            verdict,
            reason,
            score: Some(score),
        })
    }

    fn colour_of(&self, seat: Seat) -> Seat {
        self.across(seat)
    }

    #[inline]
    fn try_for_each_step(&self, mut visit: impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        self.droppable()
            .iter()
            .try_for_each(|hex| visit(Step::Drop(hex)))?;
        if self.may_pass() {
            visit(Step::Pass)?;
        }
        if self.may_swap() {
            visit(Step::Swap)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn count_steps(&self) -> u64 {
        if self.is_over() {
            return 0;
        }
        u64::from(self.droppable().count())
            + u64::from(self.may_pass())
            + u64::from(self.may_swap())
    }

    /// Draws cells from a list of the empty ones. Stones never leave the board, so the list stays valid.
    fn play_on(&mut self, most: u64, below: &mut impl FnMut(u64) -> u64) -> u64 {
        let mut made = 0;
        while made < most && self.is_before_the_choice() {
            let Some(step) = self.random_step(below) else {
                return made;
            };
            self.play_unchecked(&step, &mut ());
            made += 1;
        }
        let (mut cells, mut empty) = ([Hex::known(0, 0); CELLS as usize], 0);
        for (place, hex) in cells
            .iter_mut()
            .zip(Hexes::ALL.without(self.taken()).iter())
        {
            *place = hex;
            empty += 1;
        }
        while made < most && !self.is_over() {
            // The forbidden cell is moved to the end and excluded from the draw.
            let mut open = empty;
            if let Some(place) = self
                .forbidden()
                .and_then(|hex| cells[..empty].iter().position(|&other| other == hex))
            {
                open -= 1;
                cells.swap(place, open);
            }
            let number = below(open as u64 + 1) as usize;
            if number < open {
                self.drop(cells[number]);
                empty -= 1;
                cells[number] = cells[empty];
            } else {
                self.pass();
            }
            made += 1;
        }
        made
    }

    fn check(&self, step: &Step) -> Result<(), Illegal> {
        illegal::check(self, *step)
    }

    #[inline]
    fn play_unchecked(&mut self, step: &Step, record: &mut impl Record) {
        match *step {
            Step::Drop(hex) => {
                record.note(Effect::Placed {
                    at: hex.cell(),
                    piece: "stone",
                });
                self.drop(hex);
            }
            Step::Pass => {
                record.note(Effect::Passed(self.across(self.mover)));
                self.pass();
            }
            Step::Swap => {
                record.note(Effect::Swapped);
                self.opening = Opening::Pie(Pie::Swapped);
            }
        }
    }
}

impl Notation for Anchor {
    const COLOURS: [&'static str; 2] = ["Black", "White"];

    const LETTERS: [char; 2] = ['x', 'o'];

    fn read(options: &Start, text: &str) -> Result<Self, TextError> {
        text::read(*options, text)
    }

    fn read_step(&self, text: &str) -> Result<Step, Illegal> {
        illegal::read_step(self, text)
    }

    /// Returns the points as they would be counted if the game ended now.
    fn tally(&self) -> Option<[u32; 2]> {
        let points = Judgement::of(self.stones).points();
        Some(Seat::BOTH.map(|seat| points[self.across(seat).index()]))
    }

    fn notice(&self) -> String {
        if self.may_swap() {
            return String::from("You may swap sides instead of playing.");
        }
        if self.passes != 1 {
            return String::new();
        }
        let [black, white] = Judgement::of(self.stones).points();
        let result = match black.cmp(&white) {
            std::cmp::Ordering::Greater => format!("Black wins {black}–{white}"),
            std::cmp::Ordering::Less => format!("White wins {white}–{black}"),
            std::cmp::Ordering::Equal => format!("a draw, {black}–{white}"),
        };
        format!("If you pass too, the game ends: {result} as it stands.")
    }

    fn step_words(&self, step: &Step) -> String {
        match step {
            Step::Drop(_) => String::new(),
            Step::Pass if self.passes == 1 => String::from("ends the game"),
            Step::Pass => String::from("drops no stone"),
            Step::Swap => String::from("takes over Black"),
        }
    }
}

impl Picking for Anchor {
    fn path(&self, step: &Step) -> Vec<Pick> {
        vec![match step {
            Step::Drop(hex) => {
                Pick::cell(hex.to_string(), hex.cell()).within(format!("Row {}", hex.number() + 1))
            }
            Step::Pass => Pick::word("pass").called("Pass"),
            Step::Swap => Pick::word("swap").called("Swap"),
        }]
    }

    fn question(&self, _: usize) -> &'static str {
        "Where does the stone go?"
    }

    fn interest(&self, step: &Step) -> i32 {
        match step {
            Step::Swap => 200,
            // Stones near others come first, then those near the centre.
            Step::Drop(hex) => {
                let near = i32::from(self.taken().touching(Hexes::ALL).has(*hex));
                100 * near - i32::from(hex.steps_from_centre())
            }
            Step::Pass => -100,
        }
    }
}

impl Picture for Anchor {
    const FORBIDDEN: &'static str = "would be a tenth symmetric play";

    fn scene(&self, seen_from: Seat) -> Scene {
        picture::scene(self, seen_from)
    }

    fn cell_name(&self, cell: Cell) -> String {
        Hex::of(cell).map_or_else(String::new, |hex| hex.to_string())
    }

    fn lines(&self) -> Vec<CellLine> {
        picture::lines()
    }
}

impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(self, f)
    }
}
