use std::path::Path;

use rusqlite::Connection;

use super::error::{OpenError, Result};
use super::matches;
use super::people::names::names;
use crate::board::Seat;
use crate::db::upkeep::doctor::reading;
use crate::matches::{Event, Match, MatchId, Player, computer_name};

/// Calls `each` for every finished match, ordered by id, with its events and its players' names. Skips matches of
/// unlisted people, and stops if `each` returns false. Returns the matches that cannot be read. A bot may run on the
/// database.
///
/// # Errors
///
/// If the database does not exist, is not Anteroom's, or is of another version.
pub fn each_finished(
    path: &Path,
    mut each: impl FnMut(&Match, &[Event], [String; 2]) -> bool,
) -> Result<Vec<MatchId>, OpenError> {
    reading(path, |db| {
        go_through(db, &mut each).map_err(|error| OpenError::Damaged {
            path: path.to_owned(),
            why: error.to_string(),
        })
    })
}

fn go_through(
    db: &Connection,
    each: &mut impl FnMut(&Match, &[Event], [String; 2]) -> bool,
) -> Result<Vec<MatchId>> {
    let sql = "SELECT match_id FROM matches AS m WHERE ended_at IS NOT NULL AND NOT EXISTS \
               (SELECT 1 FROM user_preferences AS own WHERE own.unlisted AND own.user IN (m.first_player, m.second_player)) \
               ORDER BY match_id";
    let mut statement = db.prepare(sql)?;
    let ids = statement.query_map([], |row| row.get(0))?;
    let mut unreadable = Vec::new();
    for id in ids {
        let id = id?;
        let read = matches::events(db, id, 0, u32::MAX).and_then(|events| {
            let events: Vec<_> = events.into_iter().map(|(_, event)| event).collect();
            Ok((Match::replay(id, events.clone())?, events))
        });
        let Ok((state, events)) = read else {
            unreadable.push(id);
            continue;
        };
        let [first, second] = Seat::BOTH;
        let names = [name(db, &state, first)?, name(db, &state, second)?];
        if !each(&state, &events, names) {
            break;
        }
    }
    Ok(unreadable)
}

/// Returns a player's last known name, preferably in the match's server, or else the id.
fn name(db: &Connection, state: &Match, seat: Seat) -> Result<String> {
    let user = match state.player(seat) {
        Some(Player::Person(user)) => user,
        Some(Player::Computer(level)) => return Ok(computer_name(level)),
        Some(Player::Team(team)) => return Ok(team.name.to_string()),
        None => return Ok(String::new()),
    };
    if let Some(name) = user.deleted_name() {
        return Ok(name);
    }
    let known = names(db, state.proposal().place.guild, [user])?.pop();
    Ok(known.map_or_else(|| user.to_string(), |(_, name)| name))
}
