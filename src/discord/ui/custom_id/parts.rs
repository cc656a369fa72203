//! What stands between the slashes of an id beside numbers and texts: a few words each.

use strum::{Display, EnumString, VariantArray};

use crate::matches::{DaysOff, Level, MatchId, Terms, TimeControl, UserId};

/// Where to turn in the history of a match, or in a game's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantArray)]
pub enum Leaf {
    /// To the beginning.
    #[strum(serialize = "first")]
    First,
    /// One turn or page back.
    #[strum(serialize = "back")]
    Back,
    /// One turn or page on.
    #[strum(serialize = "next")]
    Next,
    /// To the latest turn, or the last page.
    #[strum(serialize = "last")]
    Last,
}

/// A tab of `/games`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantArray)]
pub enum Tab {
    /// The matches that one plays.
    #[strum(serialize = "mine")]
    Mine,
    /// Challenges that wait for an answer.
    #[strum(serialize = "challenges")]
    Challenges,
    /// The matches that are played in this server.
    #[strum(serialize = "here")]
    Here,
    /// The matches that are over.
    #[strum(serialize = "finished")]
    Finished,
}

impl Tab {
    /// What its button says.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Tab::Mine => "My Games",
            Tab::Challenges => "Challenges",
            Tab::Here => "Here",
            Tab::Finished => "Finished",
        }
    }
}

/// Against whom somebody goes on from a board of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantArray)]
pub enum PlayOn {
    /// The computer, with the first seat for oneself.
    #[strum(serialize = "first")]
    First,
    /// The computer, with the second seat for oneself.
    #[strum(serialize = "second")]
    Second,
    /// Anyone who accepts.
    #[strum(serialize = "anyone")]
    Anyone,
}

/// A record that somebody brought along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Import {
    /// The number of the file.
    pub number: u32,
    /// Which record of the file, counted from 0.
    pub record: u32,
}

/// Against whom somebody wants to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum With {
    /// Anybody who likes to.
    Anyone,
    Person(UserId),
    Computer(Level),
    /// Nobody: these two computers play, the first one with the first seat.
    Computers(Level, Level),
    /// The one who played against them in this match, with the same clock.
    Same(MatchId),
}

/// What somebody wants of a match to which they are about to challenge by a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The clock; `None`: the usual one.
    pub time: Option<TimeControl>,
    /// Whether it counts for ratings, where it can.
    pub rated: bool,
    /// What stops the clocks; `None`: what is usual with the clock.
    pub days_off: Option<DaysOff>,
    /// Who may accept it.
    pub terms: Terms,
}

impl Wish {
    /// What somebody gets who chooses nothing.
    pub const USUAL: Self = Self {
        time: None,
        rated: true,
        days_off: None,
        terms: Terms {
            punctual: false,
            quick: false,
            finished: 0,
            rating: None,
        },
    };
}

/// A part of a [`Wish`] that is chosen from a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Want {
    Time,
    Rated,
    DaysOff,
    /// Whether only punctual or quick players may accept.
    Only,
    Finished,
    Range,
    /// Which computer has the first seat, and which the second, where two of them play.
    FirstComputer,
    SecondComputer,
}
