use std::fmt;

use super::{Bits, Column, ConnectN, Size};
use crate::typed::letter_first;
use crate::{Position, Quoted, Refusal, Verdict};
use anteroom_board::{Cell, Grid, Seat};

/// The reason why a chip cannot be dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The text is not a column.
    Unreadable {
        /// The text.
        text: String,
        /// Number of columns.
        columns: u8,
    },
    /// The letter is beyond the last column.
    NoColumn {
        /// The letter, in lower case.
        letter: char,
        /// Number of columns.
        columns: u8,
    },
    /// The column is full.
    Full {
        /// The column, counted from 0.
        column: u8,
        /// The board.
        size: Size,
    },
    /// The text names a cell to which no chip falls now.
    Elsewhere {
        /// The named cell.
        named: Cell,
        /// The cell to which a chip falls in this column.
        lands: Cell,
        /// The board.
        size: Size,
    },
    /// The game is over.
    Over {
        /// The result.
        verdict: Verdict,
        /// The length of a winning line.
        n: u8,
    },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = |columns: &u8| Grid::file_letter(columns - 1);
        match self {
            Illegal::Unreadable { text, columns } => {
                write!(
                    f,
                    "{} is not a column: type a letter from a to {}.",
                    Quoted(text),
                    last(columns)
                )
            }
            Illegal::NoColumn { letter, columns } => write!(
                f,
                "There is no column {letter}: they go from a to {}.",
                last(columns)
            ),
            Illegal::Full { column, .. } => write!(
                f,
                "Column {} is full: drop the chip into another one.",
                Column(*column)
            ),
            Illegal::Elsewhere { named, lands, size } => {
                let grid = size.grid();
                write!(
                    f,
                    "A chip cannot stop at {}: in that column it falls to {}.",
                    grid.name(*named),
                    grid.name(*lands)
                )
            }
            Illegal::Over {
                verdict: Verdict::Draw,
                ..
            } => f.write_str("The game is over: the board is full and nobody won."),
            Illegal::Over {
                verdict: Verdict::Win(seat),
                n,
            } => {
                let winner = if *seat == Seat::First { "Red" } else { "Black" };
                write!(f, "The game is over: {winner} has {}.", in_a_row(*n))
            }
        }
    }
}

impl Refusal for Illegal {
    fn cells(&self) -> Vec<Cell> {
        match self {
            Illegal::Full { column, size } => {
                let grid = size.grid();
                (0..size.rows)
                    .filter_map(|row| grid.cell(i32::from(*column), i32::from(row)))
                    .collect()
            }
            Illegal::Elsewhere { named, lands, .. } => vec![*named, *lands],
            Illegal::Unreadable { .. } | Illegal::NoColumn { .. } | Illegal::Over { .. } => {
                Vec::new()
            }
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Illegal::Unreadable { .. } => "connect-n.notation",
            Illegal::NoColumn { .. } => "connect-n.board",
            Illegal::Full { .. } => "connect-n.full-column",
            Illegal::Elsewhere { .. } => "connect-n.drop",
            Illegal::Over {
                verdict: Verdict::Win(_),
                ..
            } => "connect-n.win",
            Illegal::Over {
                verdict: Verdict::Draw,
                ..
            } => "connect-n.draw",
        }
    }
}

/// Returns the name of a line by its length: `four in a row`.
pub(super) const fn in_a_row(n: u8) -> &'static str {
    match n {
        2 => "two in a row",
        3 => "three in a row",
        4 => "four in a row",
        5 => "five in a row",
        6 => "six in a row",
        7 => "seven in a row",
        8 => "eight in a row",
        9 => "nine in a row",
        10 => "ten in a row",
        11 => "eleven in a row",
        12 => "twelve in a row",
        13 => "thirteen in a row",
        14 => "fourteen in a row",
        _ => "fifteen in a row",
    }
}

/// Reads and checks a column.
/// A text is its letter, its number from 1, or the cell to which the chip will fall, in either order.
pub(super) fn read_column<B: Bits>(position: &ConnectN<B>, text: &str) -> Result<Column, Illegal> {
    let size = position.size;
    let unreadable = || Illegal::Unreadable {
        text: text.to_owned(),
        columns: size.columns,
    };
    if let Ok(number) = text.parse::<u8>()
        && text.bytes().all(|byte| byte.is_ascii_digit())
    {
        let column = number
            .checked_sub(1)
            .filter(|&column| column < size.columns)
            .ok_or_else(unreadable)?;
        return position.check(&Column(column)).map(|()| Column(column));
    }
    let text = letter_first(text);
    let mut rest = text.chars();
    let letter = rest
        .next()
        .map(|letter| letter.to_ascii_lowercase())
        .filter(char::is_ascii_lowercase)
        .ok_or_else(unreadable)?;
    let column = Column(letter as u8 - b'a');
    if rest.as_str().is_empty() {
        return position.check(&column).map(|()| column);
    }
    let named = size.grid().parse(&text).ok_or_else(unreadable)?;
    position.check(&column)?;
    match position.landing(column) {
        Some(lands) if lands != named => Err(Illegal::Elsewhere { named, lands, size }),
        _ => Ok(column),
    }
}
