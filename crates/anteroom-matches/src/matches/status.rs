use super::contest::Adjudication;
use super::ids::UserId;
use crate::people::Moment;
use anteroom_board::Seat;
use anteroom_games::{Outcome, Verdict};

/// The state of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// The challenge waits for an answer.
    Open,
    /// The challenge was declined.
    Declined,
    /// The challenge was withdrawn.
    Withdrawn,
    /// The challenge was not answered in time. The challenger may reopen it.
    Expired,
    /// The match is being played.
    Playing,
    /// The match is over, with or without a result.
    Finished(Ending),
    /// A player ended the match before both had played a turn: it has no result.
    Aborted(UserId),
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The rules of the game ended it.
    Game(Outcome),
    /// This seat resigned.
    Resigned(Seat),
    /// This seat's time ran out.
    Flagged(Seat),
    /// This seat's time ran out before its first turn, and no contest counts that as a loss: there is
    /// no result.
    NoShow(Seat),
    /// The players agreed to a draw.
    Agreed,
    /// This person ended the exhibition, without a result.
    Stopped(UserId),
    /// A moderator ended it.
    Moderated {
        /// The moderator.
        by: UserId,
        /// The result that the moderator set; `None` for no result.
        verdict: Option<Verdict>,
        /// The seat whose player the moderator let out of the match, if any.
        out: Option<Seat>,
    },
    /// The contest ended it.
    Adjudicated {
        /// The result; `None` for no result.
        verdict: Option<Verdict>,
        /// Why the contest ended it.
        why: Adjudication,
    },
    /// A record tells this result, and not how it came about.
    Unexplained(Verdict),
    /// The server removed the bot: the match has no result.
    Abandoned,
}

/// An ending that a moderator has undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undone {
    /// How the match had ended.
    pub ending: Ending,
    /// When it had ended.
    pub at: Moment,
    /// The number of turns played.
    pub ply: u32,
}

impl Status {
    /// All words that [`word`](Self::word) returns.
    pub const WORDS: [&str; 7] = [
        "open",
        "declined",
        "withdrawn",
        "expired",
        "playing",
        "finished",
        "aborted",
    ];

    /// Returns the state as one lower-case word: `open`, `playing`, `finished` …
    pub const fn word(&self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Declined => "declined",
            Status::Withdrawn => "withdrawn",
            Status::Expired => "expired",
            Status::Playing => "playing",
            Status::Finished(_) => "finished",
            Status::Aborted(_) => "aborted",
        }
    }
}

impl Ending {
    /// Returns the result, a win or a draw; `None` for a match without a result.
    pub const fn verdict(&self) -> Option<Verdict> {
        Some(match self {
            Ending::Game(outcome) => outcome.verdict,
            Ending::Resigned(seat) | Ending::Flagged(seat) => Verdict::Win(seat.other()),
            Ending::Agreed => Verdict::Draw,
            Ending::Unexplained(verdict) => *verdict,
            Ending::Moderated {
                verdict: Some(verdict),
                ..
            }
            | Ending::Adjudicated {
                verdict: Some(verdict),
                ..
            } => *verdict,
            Ending::Moderated { verdict: None, .. }
            | Ending::Adjudicated { verdict: None, .. }
            | Ending::NoShow(_)
            | Ending::Stopped(_)
            | Ending::Abandoned => return None,
        })
    }
}
