//! The question whether a team resigns.

use std::time::Duration;

use crate::board::Seat;
use crate::people::Moment;

/// How long the question is open at least.
pub const OPEN_AT_LEAST: Duration = Duration::from_hours(6);

/// After how many turns a team may ask again.
pub const TURNS_BETWEEN: usize = 5;

/// The size from which a team needs half as many answers as votes; in a smaller one, all but one must agree.
const LARGE: usize = 6;

/// The least number of people who must agree.
const LEAST: usize = 3;

/// A question whether a team resigns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    pub seat: Seat,
    pub asked_at: Moment,
    pub closes: Moment,
    /// How many turns the team had played.
    pub turns: usize,
    pub open: bool,
}

impl Question {
    /// Returns the number by which buttons name the question: when it was asked, in Unix milliseconds.
    pub const fn number(&self) -> u64 {
        self.asked_at.0.unsigned_abs()
    }
}

/// The answers to a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    pub yes: usize,
    pub no: usize,
}

/// Whether a team resigns: two thirds of those who answer agree, and they are enough. No answer is no.
///
/// `members` is the size of the team, `most` the number of people who voted in the largest of its last three turns.
pub fn carried(answers: Answers, members: usize, most: usize) -> bool {
    let enough = match members < LARGE {
        // Two of five decide nothing alone at night.
        true => members.saturating_sub(1).max(1),
        false => most.div_ceil(2).max(LEAST),
    };
    answers.yes >= enough && answers.yes * 3 >= (answers.yes + answers.no) * 2
}
