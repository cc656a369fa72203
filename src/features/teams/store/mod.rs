//! The tables of teams.

pub(crate) mod people;
pub(crate) mod questions;
pub(crate) mod threads;
pub(crate) mod votes;

use crate::board::Seat;

/// Returns the column of a seat.
fn column(seat: Seat) -> i64 {
    i64::try_from(seat.index()).unwrap_or(0)
}

/// Returns the seat of a column.
fn seat(column: i64) -> Seat {
    match column {
        0 => Seat::First,
        _ => Seat::Second,
    }
}
