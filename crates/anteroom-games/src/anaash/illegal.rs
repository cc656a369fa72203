use crate::Notation;
use std::fmt;

use super::squares::{DIRECTIONS, Squares};
use super::{Anaash, Size, Square, Step, StepKind};
use crate::quoted::Quoted;
use crate::typed::letter_first;
use crate::{Position, Refusal};
use anteroom_board::{Cell, Seat};

/// The reason why a stack cannot make a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The text is not two squares with a sign between them.
    Unreadable {
        /// The text.
        text: String,
    },
    /// A square that the text names is not on this board.
    NoSquare {
        /// The name.
        name: String,
        /// The board.
        size: Size,
    },
    /// The game is over.
    Over {
        /// The winner.
        winner: Seat,
    },
    /// The square of departure is empty.
    Empty {
        /// The square.
        from: Square,
    },
    /// The stack is the other seat's.
    NotYours {
        /// Its square.
        from: Square,
        /// The seat to move.
        mover: Seat,
    },
    /// The squares are not neighbours up, down or sideways.
    NotOneStep {
        /// The stack's square.
        from: Square,
        /// The square that the move names.
        to: Square,
    },
    /// The friendly stack is lower than the stack that should climb onto it.
    OntoLower {
        /// The stack's square and height.
        from: (Square, u8),
        /// The square and the height of the lower friendly stack.
        to: (Square, u8),
    },
    /// The enemy stack is higher than the stack that should capture it.
    TakesHigher {
        /// The stack's square and height.
        from: (Square, u8),
        /// The square and the height of the higher enemy stack.
        to: (Square, u8),
    },
    /// A stack with neighbours cannot go to an empty square.
    HasNeighbours {
        /// The stack's square.
        from: Square,
        /// The empty square.
        to: Square,
        /// The stacks beside it.
        neighbours: Vec<Square>,
    },
    /// The empty square is not closer to any of the nearest stacks.
    NotCloser {
        /// The stack's square.
        from: Square,
        /// The empty square.
        to: Square,
        /// The stacks at the least distance.
        nearest: Vec<Square>,
        /// That distance.
        distance: u8,
    },
    /// The move is legal, but its sign belongs to another kind of move.
    OtherSign {
        /// The kind that was typed.
        typed: StepKind,
        /// The move with its right sign.
        step: Step,
    },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colour = |seat: &Seat| Anaash::COLOURS[seat.index()];
        match self {
            Illegal::Unreadable { text } => write!(
                f,
                "{} is not a move: type from and to, for example c3-c4.",
                Quoted(text)
            ),
            Illegal::NoSquare { name, size } => {
                let last = Square::at(size.side() - 1, size.side() - 1);
                write!(
                    f,
                    "There is no square {} on this board: it goes from a1 to {last}.",
                    Quoted(name)
                )
            }
            Illegal::Over { winner } => write!(
                f,
                "The game is over: {} has captured every checker.",
                colour(winner)
            ),
            Illegal::Empty { from } => write!(f, "No stack stands on {from}."),
            Illegal::NotYours { from, mover } => {
                write!(
                    f,
                    "The stack on {from} is {}'s, and it is {}'s turn.",
                    colour(&mover.other()),
                    colour(mover)
                )
            }
            Illegal::NotOneStep { from, to } => {
                write!(
                    f,
                    "From {from} to {to} is not one step: a stack goes one square up, down or sideways."
                )
            }
            Illegal::OntoLower {
                from: (from, height),
                to: (to, below),
            } => write!(
                f,
                "{from} may not go onto {to}: it is {height} high and {to} only {below}. A friendly stack below must be as high or higher."
            ),
            Illegal::TakesHigher {
                from: (from, height),
                to: (to, enemy),
            } => write!(
                f,
                "{from} cannot capture {to}: it is only {height} high and {to} is {enemy}. A captured stack must be as high or lower."
            ),
            Illegal::HasNeighbours {
                from,
                to,
                neighbours,
            } => write!(
                f,
                "{from} may not move to {to}: {} beside it. Only a stack with no neighbour goes to an empty square.",
                listed(neighbours, "stands", "stand")
            ),
            Illegal::NotCloser {
                from,
                to,
                nearest,
                distance,
            } => write!(
                f,
                "{to} is not closer: the least distance from {from} to another stack is {distance}, and {} there.",
                listed(nearest, "stands", "stand")
            ),
            Illegal::OtherSign { typed, step } => {
                let kind = |kind: &StepKind| match kind {
                    StepKind::Positional => "a move to an empty square",
                    StepKind::Stacking => "a move onto a friend",
                    StepKind::Capturing => "a capture",
                };
                write!(f, "{step} is {}, not {}.", kind(&step.kind), kind(typed))
            }
        }
    }
}

impl Refusal for Illegal {
    fn cells(&self) -> Vec<Cell> {
        let squares = match self {
            Illegal::Unreadable { .. } | Illegal::NoSquare { .. } | Illegal::Over { .. } => {
                Vec::new()
            }
            Illegal::Empty { from } | Illegal::NotYours { from, .. } => vec![*from],
            Illegal::NotOneStep { from, to } => vec![*from, *to],
            Illegal::OntoLower { from, to } | Illegal::TakesHigher { from, to } => {
                vec![from.0, to.0]
            }
            Illegal::HasNeighbours {
                from,
                to,
                neighbours,
            } => [&[*from, *to], neighbours.as_slice()].concat(),
            Illegal::NotCloser {
                from, to, nearest, ..
            } => [&[*from, *to], nearest.as_slice()].concat(),
            Illegal::OtherSign { step, .. } => vec![step.from, step.to],
        };
        squares.into_iter().map(Square::cell).collect()
    }

    fn rule(&self) -> &'static str {
        match self {
            Illegal::Unreadable { .. } | Illegal::OtherSign { .. } => "anaash.notation",
            Illegal::NoSquare { .. } => "anaash.board",
            Illegal::Over { .. } => "anaash.win",
            Illegal::Empty { .. } | Illegal::NotYours { .. } => "anaash.turn",
            Illegal::NotOneStep { .. } => "anaash.one-step",
            Illegal::OntoLower { .. } => "anaash.stacking",
            Illegal::TakesHigher { .. } => "anaash.capturing",
            Illegal::HasNeighbours { .. } => "anaash.lone",
            Illegal::NotCloser { .. } => "anaash.closer",
        }
    }
}

/// Lists squares with a verb: `c3 stands`, `c3 and d4 stand`, `c3, d4 and e5 stand`.
fn listed(squares: &[Square], one: &str, several: &str) -> String {
    let names: Vec<_> = squares.iter().map(ToString::to_string).collect();
    match names.as_slice() {
        [] => format!("nothing {one}"),
        [only] => format!("{only} {one}"),
        [most @ .., last] => format!("{} and {last} {several}", most.join(", ")),
    }
}

/// Returns the kind of the move from one square to another, if the seat to move may make it.
pub(super) fn kind_of(position: &Anaash, from: Square, to: Square) -> Result<StepKind, Illegal> {
    let mover = position.mover;
    if let Some(outcome) = position.outcome() {
        let winner = if outcome.verdict == crate::Verdict::Win(Seat::First) {
            Seat::First
        } else {
            Seat::Second
        };
        return Err(Illegal::Over { winner });
    }
    for square in [from, to] {
        if !position.size.all().has(square) {
            return Err(Illegal::NoSquare {
                name: square.to_string(),
                size: position.size,
            });
        }
    }
    match position.owner(from) {
        None => return Err(Illegal::Empty { from }),
        Some(owner) if owner != mover => return Err(Illegal::NotYours { from, mover }),
        Some(_) => {}
    }
    if from.distance(to) != 1 {
        return Err(Illegal::NotOneStep { from, to });
    }
    let (height, there) = (position.height(from), position.height(to));
    match position.owner(to) {
        Some(owner) if owner == mover && height <= there => Ok(StepKind::Stacking),
        Some(owner) if owner == mover => Err(Illegal::OntoLower {
            from: (from, height),
            to: (to, there),
        }),
        Some(_) if height >= there => Ok(StepKind::Capturing),
        Some(_) => Err(Illegal::TakesHigher {
            from: (from, height),
            to: (to, there),
        }),
        None => closer(position, from, to).map(|()| StepKind::Positional),
    }
}

/// Checks that a stack may go to an empty square beside it.
fn closer(position: &Anaash, from: Square, to: Square) -> Result<(), Illegal> {
    let neighbours = position.occupied() & Squares::only(from).neighbours();
    if !neighbours.is_empty() {
        return Err(Illegal::HasNeighbours {
            from,
            to,
            neighbours: neighbours.iter().collect(),
        });
    }
    let (nearest, distance) = position.nearest(from);
    let direction = DIRECTIONS
        .into_iter()
        .find(|&direction| from.step(direction) == to);
    if direction.is_some_and(|direction| !(nearest & Squares::beyond(from, direction)).is_empty()) {
        return Ok(());
    }
    Err(Illegal::NotCloser {
        from,
        to,
        nearest: nearest.iter().collect(),
        distance,
    })
}

/// Reads two squares with `-`, `+`, `x` or nothing between them; `-` stands for every kind of move.
pub(super) fn read_step(position: &Anaash, text: &str) -> Result<Step, Illegal> {
    let typed = text.trim().to_ascii_lowercase();
    let unreadable = || Illegal::Unreadable {
        text: text.to_owned(),
    };
    let (first, rest) = split_square(&typed).ok_or_else(unreadable)?;
    let (sign, second) = match rest.as_bytes().first() {
        Some(b'-' | b',') => (None, &rest[1..]),
        Some(b'+') => (Some(StepKind::Stacking), &rest[1..]),
        Some(b'x') => (Some(StepKind::Capturing), &rest[1..]),
        _ => (None, rest),
    };
    let (second, rest) = split_square(second).ok_or_else(unreadable)?;
    if !rest.is_empty() {
        return Err(unreadable());
    }
    let square = |name: &str| {
        position
            .size
            .square(&letter_first(name))
            .ok_or_else(|| Illegal::NoSquare {
                name: name.to_owned(),
                size: position.size,
            })
    };
    let (from, to) = (square(first)?, square(second)?);
    let step = Step {
        from,
        to,
        kind: kind_of(position, from, to)?,
    };
    match sign {
        Some(typed) if typed != step.kind => Err(Illegal::OtherSign { typed, step }),
        _ => Ok(step),
    }
}

/// Splits a text after its first letter and digits, in either order.
fn split_square(text: &str) -> Option<(&str, &str)> {
    let is_digit = |c: char| c.is_ascii_digit();
    let rest = match text.strip_prefix(|c: char| c.is_ascii_lowercase()) {
        Some(digits) => digits.strip_prefix(is_digit)?.trim_start_matches(is_digit),
        None => text
            .strip_prefix(is_digit)?
            .trim_start_matches(is_digit)
            .strip_prefix(|c: char| c.is_ascii_lowercase())?,
    };
    Some(text.split_at(text.len() - rest.len()))
}
