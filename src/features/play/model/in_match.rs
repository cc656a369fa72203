//! Board sessions for the turns of a match.

use super::session::{About, Session};
use crate::features::play::model::refusal::PlayRefusal;
use crate::games::{split_steps, step_key};
use crate::matches::{Event, Fact, Line, Match, UserId};
use crate::people::Moment;

/// A session brought up to date with its match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaughtUp {
    pub session: Session,
    /// The turns of its line that were played since, as players write them.
    pub made: Vec<String>,
}

impl CaughtUp {
    pub const fn at(session: Session) -> Self {
        Self {
            session,
            made: Vec::new(),
        }
    }
}

/// Returns a refusal that names the turn the player already made on this board, if they did.
pub fn made_on(state: &Match, by: UserId, board: u32) -> Option<PlayRefusal> {
    // After a take-back, board numbers no longer equal turn numbers.
    let (made, _) = state
        .last_turn_of(state.seat_of(by)?)
        .filter(|_| state.takebacks() == 0)?;
    let ply = u32::try_from(made).ok().filter(|ply| *ply == board)?;
    let written = state.written_record(made);
    Some(PlayRefusal::MadeAlready {
        ply,
        turn: written.into_iter().next()?.text?,
    })
}

/// Moves a session to the current board, and picks the line's turn if it is due.
/// Returns `None` if the match left the line, or if the session is for a turn of another board.
pub fn catch_up(state: &Match, by: UserId, session: Session) -> Option<CaughtUp> {
    let (id, now) = (state.id(), state.board());
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
    let rest = state.rest_of(&line)?.to_vec();
    let since = usize::try_from(now.checked_sub(board)?).ok()?;
    let made = state.written_record(state.record().len().checked_sub(since)?);
    let made = made.into_iter().filter_map(|entry| entry.text).collect();
    let (about, turns, picks) = if state.person_to_move() == Some(by) {
        // The line may have the turn for this board. Else the picks are for this board.
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

/// Returns the match as it would be after these turns.
pub fn ahead(state: &Match, turns: &[String], now: Moment) -> Result<Match, PlayRefusal> {
    let mut ahead = state.clone();
    for turn in turns {
        let fact = Fact::Turn {
            seat: ahead.to_move().ok_or(PlayRefusal::NotOnOffer)?,
            text: turn.clone(),
            conditional: false,
            ballot: None,
        };
        // The clock must not run out before the planned turns.
        let at = now.max(ahead.changed_at());
        ahead
            .apply(&Event { at, fact })
            .map_err(|_| PlayRefusal::NotOnOffer)?;
    }
    Ok(ahead)
}
