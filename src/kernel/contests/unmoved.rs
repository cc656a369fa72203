//! Who of a contest has not moved, and since when their turns wait.

use super::replayed;
use crate::contests::{Patience, Unmoved, Waits, have_moved};
use crate::db::lists;
use crate::db::{Connection, Result, StoreError};
use crate::matches::{Match, MatchId, UserId};
use crate::people::Moment;

/// Returns those of some people who have moved in none of their running matches, in the same order.
///
/// A person with a match that cannot be read is left out: nobody knows.
pub(crate) fn unmoved(
    db: &Connection,
    patience: Patience,
    people: Vec<(UserId, Vec<MatchId>)>,
) -> Result<Vec<Unmoved>> {
    let mut all = Vec::new();
    for (user, matches) in people {
        match waits(db, patience, user, &matches) {
            Ok(Some(waits)) => all.push(Unmoved { user, waits }),
            Ok(None) | Err(StoreError::Event { .. } | StoreError::Replay(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(all)
}

/// Returns when all turns of a person have waited long enough; the outer `None` if the person has moved.
fn waits(
    db: &Connection,
    patience: Patience,
    user: UserId,
    matches: &[MatchId],
) -> Result<Option<Option<Waits>>> {
    let mut turns = Vec::new();
    // Most people have moved, which the list of matches tells without their events.
    for id in matches {
        match lists::first_turn(db, *id, user)? {
            Some(false) => {}
            Some(true) => turns.push(*id),
            None => return Ok(None),
        }
    }
    let mut all: Option<Waits> = None;
    for id in turns {
        let state = replayed(db, id)?;
        let seat = state.seat_of(user);
        if seat.is_none_or(|seat| have_moved(&state)[seat.index()]) {
            return Ok(None);
        }
        let own = Waits {
            tell: thought_for(&state, patience.tell()),
            replace: thought_for(&state, patience.replace),
        };
        all = Some(all.map_or(own, |other| Waits {
            tell: own.tell.max(other.tell),
            replace: own.replace.max(other.replace),
        }));
    }
    Ok(Some(all))
}

/// Returns when the person to move has thought for this long in their first turn; time off that is planned is left out.
fn thought_for(state: &Match, time: std::time::Duration) -> Moment {
    let clocks = state.clocks();
    let left = state.proposal().time.at_start().saturating_sub(time);
    // It may have been long enough before their time off last changed.
    let began = clocks.turn_began().map_or(Moment(0), |(since, _)| since);
    clocks.shows_at(left).unwrap_or(began)
}
