//! Anache, by Gold_General0 (2024): groups of pieces cross the board to become knights and dragons.
//!
//! A turn has more than a billion forms, so only the next step is ever listed. `groups` finds groups as sets of bits;
//! `turn` makes steps and decides what may follow; `board` keeps the boards that may not recur.

mod board;
mod captures;
mod check;
mod choice;
mod geometry;
mod group;
mod groups;
mod illegal;
mod picture;
mod random;
mod squares;
mod step;
mod text;
mod turn;

pub use group::Group;
pub use illegal::Illegal;
pub use squares::{Direction, Square};
pub use step::Step;

use std::fmt;
use std::ops::ControlFlow;

use self::board::{Board, Past};
use self::captures::Captures;
use self::geometry::{Geometry, SIXTEEN, TEN, TWELVE};
use self::squares::Squares;
use self::turn::{Phase, Stage, Turn};
use super::typed::letter_first;
use super::{
    Card, Chosen, Effect, Game, Learning, Notation, OptionError, OptionKind, OptionSpec, Outcome,
    Pick, Picking, Picture, Position, Progress, Record, Sample, Standstill, TextError, Values,
    Verdict, in_proportion,
};
use anteroom_board::scene::{Kind, Scene};
use anteroom_board::{Cell, Seat};

/// The catalogue's entry of Anache.
pub const GAME: Game = Game::new::<Anache>(Card {
    key: "anache",
    name: "Anache",
    tagline: "Move groups, capture lines, and bring two dragons into the opposing corners.",
    learning: Learning::Deep,
    credit: "Gold_General0, 2024",
    seats: ["Black", "White"],
    emblem: Kind::Counter,
    counted: ["piece", "pieces"],
    turn_hint: "For example: e5,f4,g5-N e6,f6-NW, or d3-N end. A jump: a12*e3. Off a barrier: !c4",
    rules: include_str!("../../../../assets/rules/anache.md"),
    lessons: Some(include_str!("../../../../assets/lessons/anache.md")),
    puzzles: Some(include_str!("../../../../assets/puzzles/anache.txt")),
    sample: Sample {
        options: &[],
        from: ".oooooooooo./.oooooooooo./..........o./.ooooooo..../.......ooo../.o...ooooox./..oo.x.oxx../.xxxx.xxx.../.....x.x.xx./.x.x....xx../.xxxxxxx..x./.xxxxxxxxxx. x 20",
        play: "e5,f4,g5-N e6,f6-NW",
    },
    rules_version: 1,
    options: &[OptionSpec {
        key: "size",
        description: "How many files and ranks the board has",
        kind: OptionKind::Choice {
            choices: &[
                ("10", "10×10, three rows of eight pieces"),
                ("12", "12×12, four rows of ten pieces"),
                ("16", "16×16, five rows of fourteen pieces"),
            ],
            default: "12",
        },
        refusal: None,
    }],
    pie_rule: |_| false,
    record_name: "Anache (Anteroom)",
    form: super::no_form,
    rateable: super::always_even,
    setups: &[&[("size", "12")], &[("size", "10")], &[("size", "16")]],
    settings: |values| {
        let size = values.always("size");
        format!("{size}×{size}")
    },
    typical_turns: |values| {
        let size = values.always_number("size", 12);
        in_proportion(98, size * size, 144)
    },
});

/// The size of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// 10×10, three rows of eight pieces.
    Ten,
    /// 12×12, four rows of ten pieces.
    Twelve,
    /// 16×16, five rows of fourteen pieces.
    Sixteen,
}

/// A position: the board, the seat to move, the steps of this turn, and the boards that may not recur.
///
/// Positions with equal texts are equal. The boards of earlier turns are not compared, because the text omits them.
#[derive(Clone)]
pub struct Anache {
    geometry: &'static Geometry,
    /// The seat to move, or the next seat to move if the game is over.
    mover: Seat,
    turns: u32,
    past: Past,
    /// The board at the start of the turn.
    start: Board,
    /// The state after the steps of this turn.
    stage: Stage,
    steps: Vec<Step>,
    ending: Option<Ending>,
}

/// The way in which a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The winner has two dragons.
    TwoDragons,
    /// The winner moved its only piece onto an opposing corner.
    LastPiece,
    /// The loser has no piece.
    NoPiece,
    /// The loser has no legal turn.
    NoTurn,
}

impl Size {
    fn geometry(self) -> &'static Geometry {
        match self {
            Size::Ten => &TEN,
            Size::Twelve => &TWELVE,
            Size::Sixteen => &SIXTEEN,
        }
    }
}

impl Ending {
    /// Returns words that fit after "wins by".
    const fn reason(self) -> &'static str {
        match self {
            Ending::TwoDragons => "two dragons",
            Ending::LastPiece => "bringing the last piece to a corner",
            Ending::NoPiece => "taking every piece",
            Ending::NoTurn => "leaving no legal turn",
        }
    }
}

/// A seat's numbers, from which a board is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Number of pieces.
    pub pieces: u32,
    /// Number of dragons.
    pub dragons: u32,
    /// Number of ranks that all pieces together have advanced.
    pub ranks: u32,
    /// Number of king's steps from the nearest piece to each opposing corner.
    pub to_corners: [u32; 2],
}

impl Anache {
    /// Returns a seat's numbers on the current board.
    pub fn standing(&self, seat: Seat) -> Standing {
        let size = self.geometry.size;
        let pieces = self.stage.board.pieces[seat.index()];
        let goal = match seat {
            Seat::First => size - 1,
            Seat::Second => 0,
        };
        let mut standing = Standing {
            pieces: 0,
            dragons: self.stage.board.dragons(self.geometry, seat).count(),
            ranks: 0,
            to_corners: [u32::from(size); 2],
        };
        for square in pieces {
            let left = square.rank().abs_diff(goal);
            standing.pieces += 1;
            standing.ranks += u32::from(size - 1 - left);
            for (corner, nearest) in [0, size - 1].into_iter().zip(&mut standing.to_corners) {
                let steps = square.file().abs_diff(corner).max(left);
                *nearest = (*nearest).min(u32::from(steps));
            }
        }
        standing
    }

    /// Returns the number of pieces that a step captures, and the number of dragons that it adds.
    pub fn gains(&self, step: &Step) -> [u32; 2] {
        let Some((stage, captures)) = self.outcome_of(step) else {
            return [0; 2];
        };
        let dragons = |board: &Board| board.dragons(self.geometry, self.mover).count();
        let more = dragons(&stage.board).saturating_sub(dragons(&self.stage.board));
        [captures.all().count(), more]
    }

    /// Creates the position between turns on this board, and ends the game if it is over.
    fn set_up(geometry: &'static Geometry, pieces: [Squares; 2], mover: Seat, turns: u32) -> Self {
        let board = Board::new(pieces);
        let mut position = Self {
            geometry,
            mover,
            turns,
            past: Past::new(board, turns),
            start: board,
            stage: Stage::new(board),
            steps: Vec::new(),
            ending: None,
        };
        position.ending = position.ending_now();
        position
    }

    fn turn_now(&self) -> Turn<'_> {
        Turn {
            geometry: self.geometry,
            seat: self.mover,
            first: self.turns == 0,
            past: &self.past,
        }
    }

    /// Returns the ending if the game is over at the start of a turn.
    fn ending_now(&self) -> Option<Ending> {
        let board = &self.stage.board;
        let last = Turn {
            seat: self.mover.other(),
            ..self.turn_now()
        };
        if last.has_won(board) {
            let alone = board.pieces[last.seat.index()].is_single();
            Some(if alone {
                Ending::LastPiece
            } else {
                Ending::TwoDragons
            })
        } else if board.pieces[self.mover.index()].is_empty() {
            Some(Ending::NoPiece)
        } else if !self.turn_now().has_step(&self.stage) {
            Some(Ending::NoTurn)
        } else {
            None
        }
    }

    /// Advances to the next step, or to the next turn if this turn has no further step.
    fn advance(&mut self) {
        let turn = self.turn_now();
        let won = turn.has_won(&self.stage.board);
        if !won && turn.goes_on(&self.stage) {
            return;
        }
        if !won && !turn.barriers(&self.stage.board).is_empty() {
            self.stage.phase = Phase::Done;
            return;
        }
        let board = self.stage.board;
        self.turns = self.turns.saturating_add(1);
        self.mover = self.mover.other();
        if self.stage.fewer {
            self.past = Past::new(board, self.turns);
        } else {
            self.past.add(board, self.turns);
        }
        self.start = board;
        self.stage = Stage::new(board);
        self.steps.clear();
        self.ending = self.ending_now();
    }

    /// Records the effects of a move: steps, promotions and captures.
    fn note_move(
        &self,
        went: impl Iterator<Item = (Square, Square)> + Clone,
        captures: Captures,
        record: &mut impl Record,
    ) {
        let turn = self.turn_now();
        for (from, to) in went.clone() {
            record.note(Effect::Moved {
                from: from.cell(),
                to: to.cell(),
                piece: turn.rank(from).name(),
            });
        }
        for (from, to) in went {
            if turn.rank(to) > turn.rank(from) {
                record.note(Effect::Promoted {
                    at: to.cell(),
                    piece: turn.rank(to).name(),
                });
            }
        }
        let other = self.mover.other();
        for at in captures.all() {
            let rank = Board::rank(self.geometry, other, at);
            record.note(Effect::Captured {
                at: at.cell(),
                piece: rank.name(),
                by: captures.rule(at),
                own: false,
                looks: (rank.kind(), other),
            });
        }
    }

    /// Returns the empty squares to which the seat's dragon may not jump, if it may jump at all.
    fn no_jumps(&self) -> Squares {
        let board = &self.stage.board;
        match board.dragons(self.geometry, self.mover).first() {
            Some(dragon) if self.stage.phase == Phase::Begun => {
                self.geometry.board - board.taken() - self.turn_now().jump_targets(board, dragon)
            }
            _ => Squares::NONE,
        }
    }

    /// Whether the turn has not begun or is a standard turn so far.
    fn is_standard(&self) -> bool {
        matches!(self.stage.phase, Phase::Begun | Phase::Moved)
    }

    /// Reads the step of one piece from two squares: `d3-e4`.
    /// A dragon's first step of a turn is a jump, and so is every step that does not go to a neighbour.
    fn way(&self, text: &str) -> Option<Step> {
        let (from, to) = text.split_once('-')?;
        let square = |name: &str| Square::parse(&letter_first(name));
        let (from, to) = (square(from)?, square(to)?);
        let jumps = self.stage.phase == Phase::Begun
            && self.geometry.opposing_corners(self.mover).has(from);
        let neighbour = Direction::ALL
            .into_iter()
            .find(|direction| from.next(*direction, self.geometry.size) == Some(to));
        Some(match neighbour.filter(|_| !jumps) {
            Some(direction) => Step::Move {
                group: Group::of(Squares::only(from)),
                direction,
            },
            None => Step::Jump { from, to },
        })
    }

    /// Returns the stage after a move or a jump, and its captures; `None` for other steps.
    fn outcome_of(&self, step: &Step) -> Option<(Stage, Captures)> {
        let turn = self.turn_now();
        match *step {
            Step::Move { group, direction } => {
                Some(turn.after_move(&self.stage, group.set(), direction))
            }
            Step::Jump { from, to } => Some(turn.after_jump(&self.stage, from, to)),
            Step::Remove(_) | Step::End => None,
        }
    }
}

impl Position for Anache {
    type Options = Size;

    type Step = Step;

    type Illegal = Illegal;

    fn options(values: &Values) -> Result<Size, OptionError> {
        match values.get("size") {
            Some("10") => Ok(Size::Ten),
            Some("12") => Ok(Size::Twelve),
            Some("16") => Ok(Size::Sixteen),
            _ => Err(OptionError(String::from("size must be 10, 12 or 16."))),
        }
    }

    fn start(size: &Size) -> Self {
        let geometry = size.geometry();
        Self::set_up(geometry, geometry.start, Seat::First, 0)
    }

    fn to_move(&self) -> Option<Seat> {
        self.ending.is_none().then_some(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ending.map(|ending| Outcome {
            verdict: Verdict::Win(self.mover.other()),
            reason: ending.reason(),
            score: None,
        })
    }

    fn turn(&self) -> &[Step] {
        &self.steps
    }

    fn progress(&self) -> Progress {
        let barrier = self.turn_now().barriers(&self.stage.board).first();
        let next = match self.stage.phase {
            Phase::Begun => return Progress::Complete,
            Phase::Done => {
                let such = barrier.map_or(String::new(), |at| format!(", such as !{at}"));
                return Progress::MustGoOn(format!("A barrier stands: take a piece off it{such}."));
            }
            Phase::Moved => {
                String::from("move a second group, with at least one piece that has not moved yet")
            }
            Phase::Dragon(at) => {
                format!("move the dragon on {at} one step, alone or in a group of up to five")
            }
        };
        match self.past.when(&self.stage.board) {
            Some(turns) if !self.turn_now().may_stop(&self.stage) => {
                let when = illegal::When(turns);
                Progress::MustGoOn(format!(
                    "You must {next}: the board stood like this {when}, and no board may come again."
                ))
            }
            _ if barrier.is_some() => Progress::MustGoOn(format!(
                "You may {next}, or press End Turn (typed: end), and then take pieces off the barrier."
            )),
            _ => Progress::MayGoOn(format!("You may {next}, or press End Turn (typed: end).")),
        }
    }

    fn try_for_each_step(&self, mut visit: impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.ending.is_some() {
            return ControlFlow::Continue(());
        }
        self.turn_now().for_each_step(&self.stage, &mut visit)
    }

    fn random_step(&self, below: &mut impl FnMut(u64) -> u64) -> Option<Step> {
        random::step(self, below)
    }

    fn check(&self, step: &Step) -> Result<(), Illegal> {
        check::check(self, step)
    }

    fn play_unchecked(&mut self, step: &Step, record: &mut impl Record) {
        if self.ending.is_some() {
            return;
        }
        match *step {
            Step::Move { group, direction } => {
                let (stage, captures) =
                    self.turn_now()
                        .after_move(&self.stage, group.set(), direction);
                self.note_move(
                    group
                        .squares()
                        .iter()
                        .map(|&from| (from, from.ahead(direction))),
                    captures,
                    record,
                );
                self.stage = stage;
            }
            Step::Jump { from, to } => {
                let (stage, captures) = self.turn_now().after_jump(&self.stage, from, to);
                self.note_move(std::iter::once((from, to)), captures, record);
                self.stage = stage;
            }
            Step::Remove(at) => {
                self.stage = self.turn_now().after_removal(&self.stage, at);
                record.note(Effect::Removed { at: at.cell() });
            }
            Step::End => {
                self.stage.phase = Phase::Done;
                record.note(Effect::Passed(self.mover));
            }
        }
        self.steps.push(*step);
        self.advance();
    }
}

impl Anache {
    /// Returns the movement of a step with these effects: `3 pieces south-east`, `a dragon to e3`.
    fn movement_in_words(&self, step: &[Effect]) -> Option<String> {
        let moved = step.iter().filter_map(|effect| match *effect {
            Effect::Moved { from, to, .. } => Square::of_cell(from).zip(Square::of_cell(to)),
            _ => None,
        });
        let moved: Vec<_> = moved.collect();
        let (from, to) = *moved.first()?;
        let mut directions = Direction::ALL.into_iter();
        let size = self.geometry.size;
        let Some(direction) = directions.find(|way| from.next(*way, size) == Some(to)) else {
            return Some(format!("a dragon to {to}"));
        };
        let direction = direction.word();
        Some(match moved.len() {
            1 => format!("a piece {direction}"),
            many => format!("{many} pieces {direction}"),
        })
    }
}

impl Notation for Anache {
    const COLOURS: [&'static str; 2] = ["Black", "White"];

    const LETTERS: [char; 2] = ['x', 'o'];

    /// More turns than in other games.
    /// The superko rule ends every game, but no player sees the end, because dragons bring pieces back. Few pieces
    /// take long to cross a large board: between weak computers on 16×16, 175 turns went by without a capture in a
    /// game that was won.
    const STANDSTILL: Standstill = Standstill {
        moves: 150,
        without: "no piece came off the board",
    };

    fn read(size: &Size, text: &str) -> Result<Self, TextError> {
        text::read(*size, text)
    }

    fn read_step(&self, text: &str) -> Result<Step, Illegal> {
        let step = Step::parse(text).or_else(|unreadable| self.way(text).ok_or(unreadable))?;
        self.check(&step)?;
        Ok(step)
    }

    fn tally(&self) -> Option<[u32; 2]> {
        Some(self.stage.board.pieces.map(|pieces| pieces.count()))
    }

    fn account(&self, turn: &[Effect]) -> Option<String> {
        let steps = turn.split(|effect| *effect == Effect::NextStep);
        let moved: Vec<_> = steps
            .filter_map(|step| self.movement_in_words(step))
            .collect();
        let mut deeds = Vec::new();
        if !moved.is_empty() {
            deeds.push(format!("moved {}", moved.join(" and ")));
        }
        let removed = turn.iter().filter_map(|effect| match *effect {
            Effect::Removed { at } => Some(self.cell_name(at)),
            _ => None,
        });
        let removed: Vec<_> = removed.collect();
        if !removed.is_empty() {
            deeds.push(format!("took {} off the barrier", removed.join(" and ")));
        }
        (!deeds.is_empty()).then(|| deeds.join(" and "))
    }

    fn step_words(&self, step: &Step) -> String {
        let Some((stage, captures)) = self.outcome_of(step) else {
            return match step {
                Step::End => String::from("moves no further"),
                _ => String::from("comes off the barrier"),
            };
        };
        let dragons = |board: &Board| board.dragons(self.geometry, self.mover).count();
        let mut words = Vec::new();
        match captures.all().count() {
            0 => {}
            taken => words.push(format!("takes {taken}")),
        }
        if dragons(&stage.board) > dragons(&self.stage.board) {
            words.push(String::from("makes a dragon"));
        }
        words.join(", ")
    }
}

impl Picking for Anache {
    fn path(&self, step: &Step) -> Vec<Pick> {
        choice::path(step)
    }

    fn question(&self, _: usize) -> &'static str {
        "A barrier stands: which piece comes off?"
    }

    fn choose(&self, picked: &[String]) -> Option<Chosen> {
        choice::choose(self, picked)
    }

    fn interest(&self, step: &Step) -> i32 {
        // Players look for captures most, then for `end`, which most turns end with.
        match self.outcome_of(step) {
            Some((_, captures)) if !captures.all().is_empty() => 2,
            _ => i32::from(*step == Step::End),
        }
    }
}

impl Picture for Anache {
    const FORBIDDEN: &'static str = "closed to dragon jumps";

    fn scene(&self, seen_from: Seat) -> Scene {
        picture::scene(self, seen_from)
    }

    fn turn_on_picture(&self, turn: &str, seen_from: Seat) -> String {
        picture::with_arrows(turn, seen_from)
    }

    fn cell_name(&self, cell: Cell) -> String {
        Square::of_cell(cell).map_or(String::new(), |square| square.to_string())
    }
}

impl PartialEq for Anache {
    fn eq(&self, other: &Self) -> bool {
        (
            self.geometry,
            self.mover,
            self.turns,
            self.start,
            self.stage,
            &self.steps,
            self.ending,
        ) == (
            other.geometry,
            other.mover,
            other.turns,
            other.start,
            other.stage,
            &other.steps,
            other.ending,
        )
    }
}

impl fmt::Display for Anache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(self, f)
    }
}

impl fmt::Debug for Anache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(self, f)
    }
}
