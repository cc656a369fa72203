use super::ids::UserId;
use crate::board::Seat;
use crate::games::{Outcome, Verdict};
use crate::people::Moment;

/// How far a match has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// The challenge waits for an answer.
    Open,
    /// The challenge was declined.
    Declined,
    /// The challenge was taken back.
    Withdrawn,
    /// Nobody answered the challenge for long enough. Its challenger may open it again.
    Expired,
    /// The match is being played.
    Playing,
    /// The match is over.
    Finished(Ending),
    /// A player ended the match before both had made a turn: it counts for nothing.
    Aborted(UserId),
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules of the game.
    Game(Outcome),
    /// This seat gave up.
    Resigned(Seat),
    /// This seat's time ran out.
    Flagged(Seat),
    /// A draw was agreed.
    Agreed,
    /// This person ended the exhibition: it has no result.
    Stopped(UserId),
    /// A moderator ended it.
    Moderated {
        by: UserId,
        /// What came of it; `None`: it has no result.
        verdict: Option<Verdict>,
        /// The seat whose player was let out of the match, if that is why it ended.
        out: Option<Seat>,
    },
    /// The server in which it was played has removed the bot: it has no result.
    Abandoned,
}

/// The end of a match that a moderator has undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undone {
    /// How the match had ended.
    pub ending: Ending,
    pub at: Moment,
    /// How many turns had been made.
    pub ply: u32,
}

impl Status {
    /// Every word that [`word`](Self::word) says.
    pub const WORDS: [&str; 7] = [
        "open",
        "declined",
        "withdrawn",
        "expired",
        "playing",
        "finished",
        "aborted",
    ];

    /// One lower-case word: `open`, `playing`, `finished` …
    #[must_use]
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
    /// The result: a winner or a draw; `None` if there is none.
    #[must_use]
    pub const fn verdict(&self) -> Option<Verdict> {
        Some(match self {
            Ending::Game(outcome) => outcome.verdict,
            Ending::Resigned(seat) | Ending::Flagged(seat) => Verdict::Win(seat.other()),
            Ending::Agreed => Verdict::Draw,
            Ending::Moderated {
                verdict: Some(verdict),
                ..
            } => *verdict,
            Ending::Moderated { verdict: None, .. } | Ending::Stopped(_) | Ending::Abandoned => {
                return None;
            }
        })
    }
}
