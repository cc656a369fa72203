//! Board sessions for the turns of a match.

use super::session::{About, Session};
use crate::games::{split_steps, step_key};
use crate::matches::{Event, Fact, Line, Match, Refusal, UserId};
use crate::people::Moment;

/// A session for the board of a match, after one for an earlier board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaughtUp {
    pub session: Session,
    /// The turns of its line that were made since, as players write them.
    pub made: Vec<String>,
}

impl CaughtUp {
    /// A session that has nothing to catch up with.
    #[must_use]
    pub const fn at(session: Session) -> Self {
        Self {
            session,
            made: Vec::new(),
        }
    }
}

impl Match {
    /// The refusal that tells a player of the turn that they have made on a board, if they have.
    #[must_use]
    pub fn made_on(&self, by: UserId, board: u32) -> Option<Refusal> {
        // After a take-back the numbers of boards and turns part.
        let (made, _) = self
            .last_turn_of(self.seat_of(by)?)
            .filter(|_| self.takebacks() == 0)?;
        let ply = u32::try_from(made).ok().filter(|ply| *ply == board)?;
        let written = self.written_record(made);
        Some(Refusal::MadeAlready {
            ply,
            turn: written.into_iter().next()?.text?,
        })
    }

    /// A session that was opened on an earlier board, or on this one, for this board; `None` when the match went another
    /// way than its line, or another turn is due than the one that it was for. What the line has for the turn that is due is
    /// picked then.
    #[must_use]
    pub fn catch_up(&self, by: UserId, session: Session) -> Option<CaughtUp> {
        let (id, now) = (self.id(), self.board());
        let board = match session.about {
            About::Turn { board, .. } | About::Line { board, .. } if board == now => {
                return Some(CaughtUp::at(session));
            }
            About::Line { board, .. } => board,
            _ => return None,
        };
        let line = Line {
            board,
            turns: session.turns.clone(),
        };
        let rest = self.rest_of(&line)?.to_vec();
        let since = usize::try_from(now.checked_sub(board)?).ok()?;
        let made = self.written_record(self.record().len().checked_sub(since)?);
        let made = made.into_iter().filter_map(|entry| entry.text).collect();
        let (about, turns, picks) = if self.person_to_move() == Some(by) {
            // The line may have a turn for this board. Else the picks are for it.
            let picks = match rest.first() {
                Some(answer) => split_steps(answer).map(step_key).collect(),
                None => session.picks,
            };
            (About::Turn { id, board: now }, Vec::new(), picks)
        } else {
            (About::Line { id, board: now }, rest, session.picks)
        };
        Some(CaughtUp {
            session: Session {
                about,
                turns,
                picks,
                ..session
            },
            made,
        })
    }

    /// The match as it would stand after these turns.
    ///
    /// # Errors
    ///
    /// When they cannot be made.
    pub fn ahead(&self, turns: &[String], now: Moment) -> Result<Self, Refusal> {
        let mut ahead = self.clone();
        for turn in turns {
            let fact = Fact::Turn {
                seat: ahead.to_move().ok_or(Refusal::NotOnOffer)?,
                text: turn.clone(),
                conditional: false,
            };
            // No clock must run out before that.
            let at = now.max(ahead.changed_at());
            ahead
                .apply(&Event { at, fact })
                .map_err(|_| Refusal::NotOnOffer)?;
        }
        Ok(ahead)
    }
}
