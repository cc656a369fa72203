use std::fmt;

use super::attacks::Square;
use super::{Step, colour_word, figure_word};
use crate::{Outcome, Quoted, Refusal, Verdict};
use anteroom_board::scene::Figure;
use anteroom_board::{Cell, Seat};

/// The reason why a move cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The text is not a move in any notation.
    Unreadable {
        /// The text.
        text: String,
    },
    /// The game is over.
    Over {
        /// The end of the game.
        outcome: Outcome,
    },
    /// The square of departure is empty.
    Empty {
        /// The move.
        step: Step,
    },
    /// The man belongs to the other side.
    NotYours {
        /// The move.
        step: Step,
        /// The seat to move.
        side: Seat,
    },
    /// The move begins and ends on one square.
    NoMove {
        /// The move.
        step: Step,
    },
    /// An own man occupies the destination.
    OwnMan {
        /// The move.
        step: Step,
        /// His kind.
        figure: Figure,
    },
    /// No man of this kind moves like that.
    Unreachable {
        /// The move.
        step: Step,
        /// The kind of man.
        figure: Figure,
    },
    /// A man blocks the way.
    Blocked {
        /// The move.
        step: Step,
        /// His square.
        by: Square,
    },
    /// A pawn goes diagonally only to capture.
    NothingToTake {
        /// The move.
        step: Step,
    },
    /// The capture would be en passant, which is not possible.
    EnPassant {
        /// The move.
        step: Step,
        /// Whether this game has en passant captures at all.
        played: bool,
    },
    /// The castling is not possible.
    Castling {
        /// The move.
        step: Step,
        /// The reason.
        bar: CastlingBar,
    },
    /// The king is in check and would stay in check.
    InCheck {
        /// The move.
        step: Step,
        /// The king's square.
        king: Square,
        /// The square of the man that gives check.
        by: Square,
    },
    /// The king would be captured on his destination.
    KingIntoCheck {
        /// The move.
        step: Step,
        /// The square of the man that would capture him.
        by: Square,
    },
    /// The man covers his king and may not leave the line.
    Pinned {
        /// The move.
        step: Step,
        /// The king's square.
        king: Square,
        /// The square of the man that would then give check.
        by: Square,
    },
    /// The move captures nothing, but a capture is possible.
    MustCapture {
        /// The move.
        step: Step,
        /// A legal capture.
        instead: Step,
        /// The players' notation of that capture.
        spelling: String,
    },
    /// The text promotes a pawn to another piece than a queen.
    QueensOnly {
        /// The square of the promotion.
        at: Square,
    },
    /// The text promotes, and the move does not.
    NoPromotion {
        /// The move.
        step: Step,
    },
    /// The text has a capture, but no man can be captured there.
    NoCapture {
        /// The move.
        step: Step,
    },
    /// No man of this kind can go there.
    NobodyReaches {
        /// The kind of man.
        figure: Figure,
        /// The square.
        to: Square,
    },
    /// Several men of this kind can go there.
    Ambiguous {
        /// The text.
        text: String,
        /// The moves it may mean.
        candidates: Vec<Step>,
    },
}

/// The reason why a castling is not possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingBar {
    /// This game has no castling.
    NotPlayed,
    /// King or rook has moved, or the rook is gone.
    Spoilt,
    /// A man is between king and rook.
    Occupied(Square),
    /// The king is in check from here.
    InCheck(Square),
    /// The king would cross a square attacked from another square.
    Through {
        /// The crossed square.
        square: Square,
        /// The square of the man that attacks it.
        by: Square,
    },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::Unreadable { text } => {
                write!(
                    f,
                    "{} is not a move: write from and to (e2e4) or as in chess (Nf3, exd5).",
                    Quoted(text)
                )
            }
            Illegal::Over { outcome } => match outcome.verdict {
                Verdict::Win(seat) => write!(
                    f,
                    "The game is over: {} has won by {}.",
                    colour_word(seat),
                    outcome.reason
                ),
                Verdict::Draw => write!(f, "The game is over: it is drawn by {}.", outcome.reason),
            },
            Illegal::Empty { step } => write!(f, "{step} is not legal: {} is empty.", step.from()),
            Illegal::NotYours { step, side } => {
                let (side, other) = (colour_word(*side), colour_word(side.other()));
                write!(
                    f,
                    "{step} is not legal: the man on {} is {other}'s, and it is {side}'s turn.",
                    step.from()
                )
            }
            Illegal::NoMove { step } => write!(f, "{step} is not legal: it leads nowhere."),
            Illegal::OwnMan { step, figure } => {
                write!(
                    f,
                    "{step} is not legal: your own {} stands on {}.",
                    figure_word(*figure),
                    step.to()
                )
            }
            Illegal::Unreachable { step, figure } => {
                write!(
                    f,
                    "{step} is not legal: a {} cannot go from {} to {}.",
                    figure_word(*figure),
                    step.from(),
                    step.to()
                )
            }
            Illegal::Blocked { step, by } => {
                write!(f, "{step} is not legal: the man on {by} stands in the way.")
            }
            Illegal::NothingToTake { step } => {
                write!(
                    f,
                    "{step} is not legal: a pawn goes diagonally only to take, and {} is empty.",
                    step.to()
                )
            }
            Illegal::EnPassant {
                step,
                played: false,
            } => write!(
                f,
                "{step} is not legal: Standard Antichess has no en passant."
            ),
            Illegal::EnPassant { step, played: true } => {
                write!(
                    f,
                    "{step} is not legal: en passant is possible only at once after the pawn's double step."
                )
            }
            Illegal::Castling { step, bar } => write!(f, "{step} is not legal: {bar}."),
            Illegal::InCheck { step, king, by } => {
                write!(
                    f,
                    "{step} is not legal: your king on {king} is in check from {by}, and this does not end it."
                )
            }
            Illegal::KingIntoCheck { step, by } => {
                write!(
                    f,
                    "{step} is not legal: on {} the king would stand in check from {by}.",
                    step.to()
                )
            }
            Illegal::Pinned { step, king, by } => {
                write!(
                    f,
                    "{step} is not legal: it would leave your king on {king} in check from {by}."
                )
            }
            Illegal::MustCapture { spelling, .. } => {
                write!(f, "You must capture when you can: {spelling}.")
            }
            Illegal::QueensOnly { at } => write!(
                f,
                "The pawn that reaches {at} becomes a queen and nothing else."
            ),
            Illegal::NoPromotion { step } => write!(
                f,
                "{step} promotes nothing: only a pawn on its last rank becomes a queen."
            ),
            Illegal::NoCapture { step } => {
                write!(f, "{step} takes nothing: {} is empty.", step.to())
            }
            Illegal::NobodyReaches { figure, to } => {
                write!(f, "No {} of yours can go to {to}.", figure_word(*figure))
            }
            Illegal::Ambiguous { text, candidates } => {
                write!(f, "{} may be ", Quoted(text))?;
                for (i, step) in candidates.iter().enumerate() {
                    write!(f, "{}{step}", if i == 0 { "" } else { " or " })?;
                }
                f.write_str(": say which.")
            }
        }
    }
}

impl fmt::Display for CastlingBar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CastlingBar::NotPlayed => f.write_str("Standard Antichess has no castling"),
            CastlingBar::Spoilt => {
                f.write_str("king and rook may castle only while neither has moved")
            }
            CastlingBar::Occupied(by) => write!(
                f,
                "{by} is occupied, and nothing may stand between king and rook"
            ),
            CastlingBar::InCheck(by) => write!(
                f,
                "the king is in check from {by}, and cannot castle out of it"
            ),
            CastlingBar::Through { square, by } => {
                write!(f, "the king would cross {square}, which {by} attacks")
            }
        }
    }
}

impl Refusal for Illegal {
    fn cells(&self) -> Vec<Cell> {
        let squares = match self {
            Illegal::Unreadable { .. } | Illegal::Over { .. } => vec![],
            Illegal::Empty { step } | Illegal::NotYours { step, .. } | Illegal::NoMove { step } => {
                vec![step.from()]
            }
            Illegal::OwnMan { step, .. }
            | Illegal::NothingToTake { step }
            | Illegal::NoCapture { step } => vec![step.to()],
            Illegal::Unreachable { step, .. }
            | Illegal::EnPassant { step, .. }
            | Illegal::NoPromotion { step } => {
                vec![step.from(), step.to()]
            }
            Illegal::Blocked { by, .. } => vec![*by],
            Illegal::Castling { step, bar } => match *bar {
                CastlingBar::NotPlayed | CastlingBar::Spoilt => vec![step.from(), step.to()],
                CastlingBar::Occupied(by) => vec![by],
                CastlingBar::InCheck(by) => vec![step.from(), by],
                CastlingBar::Through { square, by } => vec![square, by],
            },
            Illegal::InCheck { king, by, .. } | Illegal::Pinned { king, by, .. } => {
                vec![*king, *by]
            }
            Illegal::KingIntoCheck { step, by } => vec![step.to(), *by],
            Illegal::MustCapture { instead, .. } => vec![instead.from(), instead.to()],
            Illegal::QueensOnly { at } => vec![*at],
            Illegal::NobodyReaches { to, .. } => vec![*to],
            Illegal::Ambiguous { candidates, .. } => {
                candidates.iter().map(|step| step.from()).collect()
            }
        };
        squares.into_iter().map(Square::cell).collect()
    }

    fn candidates(&self) -> Vec<String> {
        match self {
            Illegal::Ambiguous { candidates, .. } => {
                candidates.iter().map(ToString::to_string).collect()
            }
            _ => Vec::new(),
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Illegal::Unreadable { .. } | Illegal::Ambiguous { .. } | Illegal::NoCapture { .. } => {
                "antichess.notation"
            }
            Illegal::Over { outcome } => match (outcome.verdict, outcome.reason) {
                (Verdict::Draw, _) => "antichess.stuck",
                (_, "checkmate") => "antichess.mate",
                _ => "antichess.bare-king",
            },
            Illegal::NotYours { .. } => "antichess.order",
            Illegal::Empty { .. } | Illegal::NoMove { .. } | Illegal::OwnMan { .. } => {
                "antichess.move"
            }
            Illegal::Unreachable { .. }
            | Illegal::NothingToTake { .. }
            | Illegal::NobodyReaches { .. } => "antichess.pieces",
            Illegal::Blocked { .. } => "antichess.blocked",
            Illegal::EnPassant { played: false, .. } => "antichess.no-en-passant",
            Illegal::EnPassant { played: true, .. } => "encastle.en-passant",
            Illegal::Castling {
                bar: CastlingBar::NotPlayed,
                ..
            } => "antichess.no-castling",
            Illegal::Castling { .. } => "encastle.castling",
            Illegal::InCheck { .. } => "antichess.check-first",
            Illegal::KingIntoCheck { .. } | Illegal::Pinned { .. } => "antichess.king-safe",
            Illegal::MustCapture { .. } => "antichess.compulsory-capture",
            Illegal::QueensOnly { .. } | Illegal::NoPromotion { .. } => "antichess.promotion",
        }
    }
}
