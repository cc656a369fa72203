//! What a contest reads from a match of its own.

use anteroom_board::Seat;

use super::result::{GameEnd, How};
use super::score::Score;
use crate::matches::{Adjudication, Ending, Match};
use crate::people::Moment;

impl GameEnd {
    /// Returns how a match ended that is over.
    pub fn of(over: &Match) -> Self {
        let how = match over.ending() {
            Some(Ending::Flagged(_)) => How::Time,
            Some(Ending::Adjudicated { why, .. }) => match why {
                Adjudication::SeasonOver => How::SeasonOver,
                Adjudication::RoundOver => How::RoundOver,
                Adjudication::Forfeit => How::Forfeit,
                Adjudication::Annulled => How::Annulled,
                Adjudication::Organiser => How::Organiser,
                Adjudication::NoFirstMove => How::NoFirstMove,
                // No contest has matches of two computers.
                Adjudication::Discontinued => How::Annulled,
            },
            _ => How::Played,
        };
        Self {
            score: Score::from(over.ending().and_then(Ending::verdict)),
            how,
            thinking: thinking(over, over.changed_at()),
            last_moves: last_moves(over),
        }
    }
}

/// Returns the milliseconds that the two players have thought.
pub fn thinking(state: &Match, now: Moment) -> [u64; 2] {
    Seat::BOTH.map(|seat| {
        let thought = state.clocks().thought(seat, now).as_millis();
        u64::try_from(thought).unwrap_or(u64::MAX)
    })
}

/// Returns when each player has moved last.
pub fn last_moves(state: &Match) -> [Option<Moment>; 2] {
    Seat::BOTH.map(|seat| {
        let mut record = state.record().iter().rev();
        record
            .find(|entry| entry.seat == seat && entry.text.is_some())
            .map(|entry| entry.at)
    })
}

/// Returns whether each player has moved. A match that goes on from another one begins with its turns.
pub fn have_moved(state: &Match) -> [bool; 2] {
    let given = state.proposal().opening.len();
    let moved = last_moves(state);
    Seat::BOTH.map(|seat| moved[seat.index()].is_some() || given > seat.index())
}

/// Returns the turns of a match, for one that goes on from it.
pub fn turns(state: &Match) -> Vec<String> {
    let own = state.record().iter().filter_map(|entry| entry.text.clone());
    state
        .proposal()
        .opening
        .iter()
        .cloned()
        .chain(own)
        .collect()
}
