//! Standard Antichess and EnCastle Antichess: chess in which captures are compulsory. A player wins by mate, or by
//! losing everything except the king.
//!
//! A move is legal if chess allows it and the compulsion to capture does not forbid it. EnCastle differs from Standard
//! only in castling and en passant, so both are one type: [`Antichess<false>`](Antichess) and
//! [`Antichess<true>`](Antichess).

mod attacks;
mod castling;
mod explanation;
mod fen;
mod generation;
mod illegal;
mod notation;
mod picture;

pub use attacks::Square;
pub use illegal::{CastlingBar, Illegal};

use std::fmt;

use self::attacks::{GRID, RANK_1, RANK_8};
use self::castling::{Castling, Rights};
use std::ops::ControlFlow;

use super::{
    Card, Effect, Form, Game, Learning, Notation, OptionError, Outcome, Pick, Picking, Picture,
    Position, Record, Relatives, Sample, Standstill, TextError, Values, Verdict, always_even,
    no_settings,
};
use anteroom_board::scene::{Figure, Kind, Scene};
use anteroom_board::{Cell, Seat};

/// The catalogue's entry of Standard Antichess.
pub const STANDARD: Game = Game::new::<Antichess<false>>(Card {
    key: "antichess",
    name: "Standard Antichess",
    tagline: "Captures are compulsory: lose everything but your king, or mate.",
    learning: Learning::Easy,
    credit: CREDIT,
    seats: ["White", "Black"],
    emblem: Kind::Chess(Figure::King),
    counted: ["man", "men"],
    turn_hint: "From and to, or as in chess, for example: e2e4 or Nf3",
    rules: include_str!("../../../../assets/rules/antichess.md"),
    lessons: Some(include_str!("../../../../assets/lessons/antichess.md")),
    puzzles: Some(include_str!("../../../../assets/puzzles/antichess.txt")),
    sample: Sample {
        options: &[],
        from: "",
        play: "e2e4 d7d5 e4d5 d8d5 b1c3 d5d2 c1d2 b8c6 g1f3 c8g4",
    },
    rules_version: 1,
    options: &[],
    setups: &[],
    settings: no_settings,
    typical_turns: |_| 78,
    pie_rule: |_| false,
    record_name: "Standard Antichess",
    form: |_| Form::Pgn {
        variant: "MIT Antichess",
        relatives: &RELATIVES,
    },
    rateable: always_even,
});

/// The catalogue's entry of EnCastle Antichess.
pub const ENCASTLE: Game = Game::new::<Antichess<true>>(Card {
    key: "encastle",
    name: "EnCastle Antichess",
    tagline: "Antichess with castling and en passant: lose everything but your king, or mate.",
    learning: Learning::Easy,
    credit: CREDIT,
    seats: ["White", "Black"],
    emblem: Kind::Chess(Figure::King),
    counted: ["man", "men"],
    turn_hint: "From and to, or as in chess, for example: e2e4, Nf3 or O-O",
    rules: include_str!("../../../../assets/rules/encastle.md"),
    lessons: Some(include_str!("../../../../assets/lessons/encastle.md")),
    puzzles: Some(include_str!("../../../../assets/puzzles/encastle.txt")),
    sample: Sample {
        options: &[],
        from: "",
        play: "e2e3 b7b6 f1e2 c8b7 e2f3 b7f3 g1f3 b8c6 e1g1",
    },
    rules_version: 1,
    options: &[],
    setups: &[],
    settings: no_settings,
    typical_turns: |_| 54,
    pie_rule: |_| false,
    record_name: "EnCastle Antichess",
    form: |_| Form::Pgn {
        variant: "EnCastle Antichess",
        relatives: &RELATIVES,
    },
    rateable: always_even,
});

/// In all of these games the king has a different role.
const RELATIVES: Relatives = Relatives {
    names: &[
        "antichess",
        "antischach",
        "giveaway",
        "giveawaychess",
        "losing",
        "losingchess",
        "losers",
        "loserschess",
        "suicide",
        "suicidechess",
        "takeall",
        "takemechess",
    ],
    difference: "there the king may be captured, or it is a win to be mated or stalemated",
};

const CREDIT: &str = "From the rules of a course project at MIT, 2007";

/// A move from one square to another.
///
/// The king's move to g or c is castling; a pawn on the last rank becomes a queen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    from: Square,
    to: Square,
}

/// A position of Standard Antichess, or with `EN_CASTLE` of EnCastle Antichess.
#[derive(Clone, PartialEq, Eq)]
pub struct Antichess<const EN_CASTLE: bool> {
    /// The men of both colours, by [`Figure`].
    men: [u64; 6],
    colours: [u64; 2],
    /// The seat to move, or the next seat to move if the game is over.
    side: Seat,
    castling: Rights,
    /// The square that a pawn has just stepped over.
    en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn's move.
    clock: u32,
    /// The number of the move, which increases after Black's.
    number: u32,
    /// The men that give check to the side to move. Derived from the board, like the fields below.
    checkers: u64,
    /// The men of the side to move that alone shield its king from a slider.
    pinned: u64,
    ending: Option<Ending>,
}

/// The end of a game, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    Mated,
    /// The side has lost everything except the king.
    Bare,
    /// Neither side has a move.
    Stuck,
}

impl Step {
    /// Returns the square that the man leaves.
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Returns the square that the man enters.
    #[must_use]
    pub const fn to(self) -> Square {
        self.to
    }

    /// Returns a number below 4096 that is unique to the move.
    pub const fn code(self) -> u16 {
        (self.from.bit().trailing_zeros() * 64 + self.to.bit().trailing_zeros()) as u16
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

impl<const EN_CASTLE: bool> Antichess<EN_CASTLE> {
    #[inline]
    fn taken(&self) -> u64 {
        self.colours[0] | self.colours[1]
    }

    /// Returns the position's identity: the board, the side to move, castling and en passant rights.
    pub fn identity(&self) -> [u64; 9] {
        let [pawns, knights, bishops, rooks, queens, kings] = self.men;
        let passing = self.en_passant.map_or(0, Square::bit);
        // The square behind a passing pawn and the rights of kings and rooks are on different ranks.
        let rights = self.castling.squares() | passing;
        let mover = self.side.index() as u64;
        let white = self.colours[0];
        [
            pawns, knights, bishops, rooks, queens, kings, white, rights, mover,
        ]
    }

    /// Returns the number of a seat's men, by figure: pawns, knights, bishops, rooks, queens, kings.
    #[inline]
    pub fn counts(&self, seat: Seat) -> [u32; 6] {
        self.men
            .map(|men| (men & self.colours[seat.index()]).count_ones())
    }

    /// Returns the number of ranks that all pawns of a seat together have advanced.
    #[inline]
    pub fn advance_of_pawns(&self, seat: Seat) -> u32 {
        let pawns = self.men[Figure::Pawn as usize] & self.colours[seat.index()];
        let upwards = match seat {
            Seat::First => pawns,
            Seat::Second => pawns.swap_bytes(),
        };
        // The third rank counts one, the seventh five.
        (1..6)
            .map(|ranks| ranks * (upwards >> (8 * (ranks + 1)) & 0xff).count_ones())
            .sum()
    }

    /// Returns the moving and the captured figure of a step, as indices into [`counts`](Self::counts).
    pub fn figures_of(&self, step: Step) -> (usize, Option<usize>) {
        let number = |square| self.figure_at(square).map(|figure| figure as usize);
        let moved = number(step.from).unwrap_or(0);
        (moved, self.victim(step).and_then(number))
    }

    #[inline]
    fn own(&self, figure: Figure) -> u64 {
        self.men[figure as usize] & self.colours[self.side.index()]
    }

    #[inline]
    fn king(&self, seat: Seat) -> Square {
        Square::least_of(self.men[Figure::King as usize] & self.colours[seat.index()])
    }

    #[inline]
    fn figure_at(&self, square: Square) -> Option<Figure> {
        FIGURES
            .into_iter()
            .find(|&figure| self.men[figure as usize] & square.bit() != 0)
    }

    fn seat_at(&self, square: Square) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|seat| self.colours[seat.index()] & square.bit() != 0)
    }

    /// Whether the squares of this step make it an en passant capture.
    fn is_en_passant(&self, step: Step) -> bool {
        self.en_passant == Some(step.to)
            && self.own(Figure::Pawn) & step.from.bit() != 0
            && step.from.file() != step.to.file()
    }

    fn victim(&self, step: Step) -> Option<Square> {
        if self.colours[self.side.other().index()] & step.to.bit() != 0 {
            Some(step.to)
        } else {
            self.is_en_passant(step)
                .then(|| Square::at(step.to.file(), step.from.rank()))
        }
    }

    /// Returns the castling that this step is by its squares.
    fn castling_of(&self, step: Step) -> Option<Castling> {
        let home = Castling::king_from(self.side);
        if step.from != home || self.own(Figure::King) & home.bit() == 0 {
            return None;
        }
        Castling::BOTH
            .into_iter()
            .find(|castling| castling.king_to(self.side) == step.to)
    }

    fn is_promotion(&self, step: Step) -> bool {
        self.own(Figure::Pawn) & step.from.bit() != 0 && step.to.bit() & (RANK_1 | RANK_8) != 0
    }

    #[inline]
    fn remove(&mut self, seat: Seat, figure: Figure, square: Square) {
        self.men[figure as usize] &= !square.bit();
        self.colours[seat.index()] &= !square.bit();
    }

    #[inline]
    fn put(&mut self, seat: Seat, figure: Figure, square: Square) {
        self.men[figure as usize] |= square.bit();
        self.colours[seat.index()] |= square.bit();
    }

    #[inline]
    fn pass_on(&mut self) {
        self.number = self.number.saturating_add(self.side.index() as u32);
        self.side = self.side.other();
        self.find_checks();
    }

    fn is_bare(&self) -> bool {
        self.colours[self.side.index()].count_ones() == 1
    }

    /// Decides whether the game is over for the side to move, or whether that side must be passed over.
    #[inline]
    fn update_outcome(&mut self, record: &mut impl Record) {
        let can_move = self.has_move();
        if !can_move && self.checkers != 0 {
            self.ending = Some(Ending::Mated);
        } else if self.is_bare() {
            self.ending = Some(Ending::Bare);
        } else if !can_move {
            self.pass_over(record);
        }
    }

    /// Passes over the side to move, which has no move, unless the other side has no move either.
    #[cold]
    fn pass_over(&mut self, record: &mut impl Record) {
        let mut passed = self.clone();
        passed.en_passant = None;
        passed.clock = passed.clock.saturating_add(1);
        passed.pass_on();
        if passed.is_bare() {
            passed.ending = Some(Ending::Bare);
        } else if !passed.has_move() {
            self.ending = Some(Ending::Stuck);
            return;
        }
        record.note(Effect::PassedOver(self.side));
        *self = passed;
    }
}

const FIGURES: [Figure; 6] = [
    Figure::Pawn,
    Figure::Knight,
    Figure::Bishop,
    Figure::Rook,
    Figure::Queen,
    Figure::King,
];

/// Returns the figure's name, capitalized for a label.
const fn figure_name(figure: Figure) -> &'static str {
    match figure {
        Figure::Pawn => "Pawn",
        Figure::Knight => "Knight",
        Figure::Bishop => "Bishop",
        Figure::Rook => "Rook",
        Figure::Queen => "Queen",
        Figure::King => "King",
    }
}

const fn figure_word(figure: Figure) -> &'static str {
    match figure {
        Figure::Pawn => "pawn",
        Figure::Knight => "knight",
        Figure::Bishop => "bishop",
        Figure::Rook => "rook",
        Figure::Queen => "queen",
        Figure::King => "king",
    }
}

const fn colour_word(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "White",
        Seat::Second => "Black",
    }
}

impl<const EN_CASTLE: bool> Position for Antichess<EN_CASTLE> {
    type Options = ();

    type Step = Step;

    type Illegal = Illegal;

    fn options(_: &Values) -> Result<(), OptionError> {
        Ok(())
    }

    fn start((): &()) -> Self {
        let back = [
            Figure::Rook,
            Figure::Knight,
            Figure::Bishop,
            Figure::Queen,
            Figure::King,
            Figure::Bishop,
            Figure::Knight,
            Figure::Rook,
        ];
        let mut position = Self::empty();
        for (figure, file) in back.into_iter().zip(0..) {
            position.put(Seat::First, figure, Square::at(file, 0));
            position.put(Seat::First, Figure::Pawn, Square::at(file, 1));
            position.put(Seat::Second, Figure::Pawn, Square::at(file, 6));
            position.put(Seat::Second, figure, Square::at(file, 7));
        }
        position.castling = if EN_CASTLE { Rights::ALL } else { Rights::NONE };
        position
    }

    fn to_move(&self) -> Option<Seat> {
        self.ending.is_none().then_some(self.side)
    }

    fn outcome(&self) -> Option<Outcome> {
        let (verdict, reason) = match self.ending? {
            Ending::Mated => (Verdict::Win(self.side.other()), "checkmate"),
            Ending::Bare => (Verdict::Win(self.side), "losing everything but the king"),
            Ending::Stuck => (Verdict::Draw, "stalemate of both sides"),
        };
        Some(Outcome {
            verdict,
            reason,
            score: None,
        })
    }

    #[inline]
    fn try_for_each_step(&self, visit: impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.ending.is_some() {
            return ControlFlow::Continue(());
        }
        self.each_move(visit)
    }

    #[inline]
    fn count_steps(&self) -> u64 {
        if self.ending.is_none() {
            u64::from(self.count_moves())
        } else {
            0
        }
    }

    /// Whether the turn resets the clock of a FEN.
    fn is_progress(turn: &[Effect]) -> bool {
        turn.iter().any(|effect| {
            matches!(
                effect,
                Effect::Captured { .. } | Effect::Moved { piece: "pawn", .. }
            )
        })
    }

    fn check(&self, step: &Step) -> Result<(), Illegal> {
        self.explain(*step).map_or(Ok(()), Err)
    }

    #[inline]
    fn play_unchecked(&mut self, step: &Step, record: &mut impl Record) {
        let Step { from, to } = *step;
        let (us, them) = (self.side, self.side.other());
        let Some(figure) = self.figure_at(from) else {
            return;
        };
        record.note(Effect::Moved {
            from: from.cell(),
            to: to.cell(),
            piece: figure_word(figure),
        });
        self.clock = self.clock.saturating_add(1);
        let mut behind = None;
        self.remove(us, figure, from);
        if self.colours[them.index()] & to.bit() != 0
            && let Some(victim) = self.figure_at(to)
        {
            self.clock = 0;
            self.remove(them, victim, to);
            record.note(Effect::Captured {
                at: to.cell(),
                piece: figure_word(victim),
                by: "",
                own: false,
                looks: (Kind::Chess(victim), them),
            });
        }
        if figure == Figure::Pawn {
            self.clock = 0;
            if EN_CASTLE {
                if self.en_passant == Some(to) && from.file() != to.file() {
                    let victim = Square::at(to.file(), from.rank());
                    self.remove(them, Figure::Pawn, victim);
                    record.note(Effect::Captured {
                        at: victim.cell(),
                        piece: "pawn",
                        by: "en passant",
                        own: false,
                        looks: (Kind::Chess(Figure::Pawn), them),
                    });
                } else if from.rank().abs_diff(to.rank()) == 2 {
                    behind = Some(Square::at(from.file(), (from.rank() + to.rank()) / 2));
                }
            }
        } else if EN_CASTLE
            && figure == Figure::King
            && from.file().abs_diff(to.file()) == 2
            && let Some(castling) = Castling::BOTH
                .into_iter()
                .find(|castling| castling.king_to(us) == to)
        {
            let (rook_from, rook_to) = (castling.rook_from(us), castling.rook_to(us));
            self.remove(us, Figure::Rook, rook_from);
            self.put(us, Figure::Rook, rook_to);
            record.note(Effect::Moved {
                from: rook_from.cell(),
                to: rook_to.cell(),
                piece: "rook",
            });
        }
        if figure == Figure::Pawn && to.bit() & (RANK_1 | RANK_8) != 0 {
            self.put(us, Figure::Queen, to);
            record.note(Effect::Promoted {
                at: to.cell(),
                piece: "queen",
            });
        } else {
            self.put(us, figure, to);
        }
        if EN_CASTLE {
            self.castling.touch(from.bit() | to.bit());
        }
        self.en_passant = behind;
        self.pass_on();
        self.update_outcome(record);
    }
}

impl<const EN_CASTLE: bool> Notation for Antichess<EN_CASTLE> {
    const COLOURS: [&'static str; 2] = [colour_word(Seat::First), colour_word(Seat::Second)];

    const LETTERS: [char; 2] = ['w', 'b'];

    const STANDSTILL: Standstill = Standstill {
        moves: 50,
        without: "nothing was captured and no pawn moved",
    };

    const NUMBERS_ROUNDS: bool = true;

    fn read((): &(), text: &str) -> Result<Self, TextError> {
        Self::read_fen(text)
    }

    fn read_step(&self, text: &str) -> Result<Step, Illegal> {
        notation::read(self, text)
    }

    fn spellings(&self, step: &Step) -> Vec<String> {
        vec![notation::san(self, *step), notation::long_form(self, *step)]
    }

    fn written(&self, step: &Step) -> Option<String> {
        Some(notation::san(self, *step))
    }

    /// Returns the remaining men. A side with only the king has won.
    fn tally(&self) -> Option<[u32; 2]> {
        Some(self.colours.map(u64::count_ones))
    }

    fn notice(&self) -> String {
        notation::notice(self)
    }

    fn deed(&self, turn: &[Effect]) -> Option<&'static str> {
        match turn {
            [
                Effect::Moved {
                    from,
                    to,
                    piece: "king",
                },
                Effect::Moved { piece: "rook", .. },
                ..,
            ] => Some(if from.0 < to.0 {
                "castled short"
            } else {
                "castled long"
            }),
            _ => None,
        }
    }

    fn step_words(&self, step: &Step) -> String {
        notation::words(self, *step)
    }
}

impl<const EN_CASTLE: bool> Picking for Antichess<EN_CASTLE> {
    fn path(&self, step: &Step) -> Vec<Pick> {
        let pick = |square: Square| {
            Pick::cell(square.to_string(), square.cell())
                .within(format!("Rank {}", square.rank() + 1))
        };
        let figure = self.figure_at(step.from).map_or("Piece", figure_name);
        vec![
            pick(step.from).called(format!("{figure} {}", step.from)),
            pick(step.to),
        ]
    }

    fn question(&self, made: usize) -> &'static str {
        if made == 0 {
            "Which piece moves?"
        } else {
            "Where does it go?"
        }
    }

    fn interest(&self, step: &Step) -> i32 {
        let castles = self.castling_of(*step).is_some();
        // Men in the middle have more targets, so players look for their moves more often.
        let central = 3 - (i32::from(2 * step.to.file()) - 7).abs() / 2;
        100 * i32::from(self.is_promotion(*step)) + 50 * i32::from(castles) + central
    }
}

impl<const EN_CASTLE: bool> Picture for Antichess<EN_CASTLE> {
    fn scene(&self, seen_from: Seat) -> Scene {
        picture::scene(self, seen_from)
    }

    fn cell_name(&self, cell: Cell) -> String {
        GRID.name(cell)
    }
}

impl<const EN_CASTLE: bool> fmt::Display for Antichess<EN_CASTLE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_fen(f)
    }
}

impl<const EN_CASTLE: bool> fmt::Debug for Antichess<EN_CASTLE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
