use crate::Notation;
use std::fmt;

use super::hexes::{Hexes, NotACell};
use super::{Anchor, Hex, Opening, Pie, Step};
use crate::Refusal;
use crate::quoted::Quoted;
use crate::typed::letter_first;
use anteroom_board::{Cell, Seat};

/// The reason why a stone cannot be dropped, a pass made or the colours swapped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The text is not a cell's name, `pass` or `swap`.
    Unreadable {
        /// The text.
        text: String,
    },
    /// The hexagon has no such cell.
    NoCell {
        /// The name.
        name: String,
    },
    /// The game is over.
    Over,
    /// The cell is occupied.
    Taken {
        /// The cell.
        hex: Hex,
        /// The stone's colour.
        colour: Seat,
    },
    /// The drop would exceed the limit of symmetric plays.
    Symmetric {
        /// The cell.
        hex: Hex,
        /// The opponent's previous play, on the opposite side of the centre.
        previous: Hex,
        /// The number of consecutive symmetric plays with this one.
        count: u8,
    },
    /// In a pie game the first step must drop a stone.
    FirstStone,
    /// The swap is not possible.
    NoSwap(NoSwap),
}

/// The reason why the colours cannot be swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSwap {
    /// The game is played without the pie rule.
    WithoutPie,
    /// The board has no stone yet.
    TooEarly,
    /// The second player has already decided.
    TooLate,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::Unreadable { text } => write!(f, "{} is no cell: type a letter and a number, such as h8, or pass.", Quoted(text)),
            Illegal::NoCell { name } => {
                write!(f, "There is no cell {}: letters go from a to o, numbers from 1 to 15, and they differ by 7 at most.", Quoted(name))
            }
            Illegal::Over => f.write_str("The game is over: both players have passed."),
            Illegal::Taken { hex, colour } => {
                let colour = Anchor::COLOURS[colour.index()].to_lowercase();
                write!(f, "A {colour} stone stands on {hex}: drop yours on an empty cell.")
            }
            Illegal::Symmetric { hex, previous, count } => write!(
                f,
                "{hex} lies straight across the centre from {previous}, just played: it would be symmetric play number {count} in a row, and 9 are allowed."
            ),
            Illegal::FirstStone => f.write_str("The first turn of the game drops a stone, so that the other player can choose sides."),
            Illegal::NoSwap(NoSwap::WithoutPie) => f.write_str("There is no swap in this game: it is played without the pie rule."),
            Illegal::NoSwap(NoSwap::TooEarly) => f.write_str("There is nothing to swap yet: the first stone has to be dropped."),
            Illegal::NoSwap(NoSwap::TooLate) => f.write_str("The swap is no longer on offer: it is the second player's first turn only."),
        }
    }
}

impl Refusal for Illegal {
    fn cells(&self) -> Vec<Cell> {
        match self {
            Illegal::Taken { hex, .. } => vec![hex.cell()],
            Illegal::Symmetric { hex, previous, .. } => vec![hex.cell(), previous.cell()],
            Illegal::Unreadable { .. }
            | Illegal::NoCell { .. }
            | Illegal::Over
            | Illegal::FirstStone
            | Illegal::NoSwap(_) => Vec::new(),
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Illegal::Unreadable { .. } => "anchor.notation",
            Illegal::NoCell { .. } => "anchor.board",
            Illegal::Over => "anchor.end",
            Illegal::Taken { .. } => "anchor.drop",
            Illegal::Symmetric { .. } => "anchor.symmetry",
            Illegal::FirstStone | Illegal::NoSwap(_) => "anchor.pie",
        }
    }
}

pub(super) fn check(position: &Anchor, step: Step) -> Result<(), Illegal> {
    if position.is_over() {
        return Err(Illegal::Over);
    }
    match step {
        Step::Pass if position.may_pass() => Ok(()),
        Step::Pass => Err(Illegal::FirstStone),
        Step::Swap => match position.opening {
            Opening::Pie(Pie::Offered) => Ok(()),
            Opening::Pie(Pie::Untouched) => Err(Illegal::NoSwap(NoSwap::TooEarly)),
            Opening::Pie(Pie::Kept | Pie::Swapped) => Err(Illegal::NoSwap(NoSwap::TooLate)),
            Opening::Counted { .. } => Err(Illegal::NoSwap(NoSwap::WithoutPie)),
        },
        Step::Drop(hex) => check_drop(position, hex),
    }
}

fn check_drop(position: &Anchor, hex: Hex) -> Result<(), Illegal> {
    if !Hexes::ALL.has(hex) {
        return Err(Illegal::NoCell {
            name: hex.to_string(),
        });
    }
    if let Some(colour) = position.colour_at(hex) {
        return Err(Illegal::Taken { hex, colour });
    }
    match position.opening {
        Opening::Counted { mirror, .. } if position.forbidden() == Some(hex) => {
            let count = mirror.counts[position.mover.index()].saturating_add(1);
            Err(Illegal::Symmetric {
                hex,
                previous: hex.opposite(),
                count,
            })
        }
        _ => Ok(()),
    }
}

/// Reads a cell's name, `pass` or `swap`, in any case.
pub(super) fn read_step(position: &Anchor, text: &str) -> Result<Step, Illegal> {
    let typed = letter_first(text.trim());
    let step = if typed.eq_ignore_ascii_case("pass") {
        Step::Pass
    } else if typed.eq_ignore_ascii_case("swap") {
        Step::Swap
    } else {
        match Hex::parse(&typed) {
            Ok(hex) => Step::Drop(hex),
            Err(NotACell::Unreadable) => {
                return Err(Illegal::Unreadable {
                    text: text.to_owned(),
                });
            }
            Err(NotACell::OffBoard) => {
                return Err(Illegal::NoCell {
                    name: typed.into_owned(),
                });
            }
        }
    };
    check(position, step)?;
    Ok(step)
}
