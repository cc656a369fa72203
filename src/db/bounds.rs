use rusqlite::{Connection, params};
use strum::{IntoStaticStr, VariantNames};

use super::error::Result;
use super::query::Query;
use crate::matches::{
    Bounds, Event, Fact, GuildId, Match, Player, ServerBounds, UserId, VAIN_WITHIN,
};

/// A limit on challenges and matches that is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum LimitReached {
    ServerFull {
        most: u32,
    },
    TooManyOpen {
        most: u32,
        /// Whether the limit is the server's; otherwise it is global.
        here: bool,
    },
    TooManyInVain {
        most: u32,
    },
    TooManyRunning {
        most: u32,
        /// Whether the limit is the server's; otherwise it is global.
        here: bool,
    },
    ChallengerBusy {
        most: u32,
        /// Whether the limit is the server's; otherwise it is global.
        here: bool,
    },
}

const OPEN: &str = "SELECT count(*) FROM matches WHERE status = 'open' AND challenger = ?1 AND (?2 IS NULL OR guild = ?2)";
/// Counts the running matches of a person, with those that they began for a team.
const RUNNING: &str = "SELECT (SELECT count(*) FROM matches WHERE status = 'playing' AND first_player = ?1 \
                       AND (?2 IS NULL OR guild = ?2)) + (SELECT count(*) FROM matches WHERE status = 'playing' \
                       AND second_player = ?1 AND (?2 IS NULL OR guild = ?2)) + (SELECT count(*) FROM matches WHERE status = 'playing' \
                       AND (first_team IS NOT NULL OR second_team IS NOT NULL) AND challenger = ?1 \
                       AND first_player IS NOT ?1 AND second_player IS NOT ?1 AND (?2 IS NULL OR guild = ?2))";

const IN_VAIN: &str = "SELECT count(*) FROM (SELECT 1 FROM matches WHERE status IN ('declined', 'withdrawn', 'expired', 'aborted') \
                       AND challenger = ?1 AND changed_at > ?2 LIMIT ?3)";

/// Changes the limits that a server has set for its players.
pub fn change(db: &Connection, guild: GuildId, change: impl FnOnce(&mut ServerBounds)) -> Result {
    let mut bounds = of_server(db, guild)?;
    change(&mut bounds);
    let ServerBounds {
        open,
        running,
        total,
    } = bounds;
    if bounds == ServerBounds::default() {
        db.run("DELETE FROM server_bounds WHERE guild = ?1", [guild])?;
    } else {
        let sql = "INSERT OR REPLACE INTO server_bounds (guild, open, running, total) VALUES (?1, ?2, ?3, ?4)";
        db.run(sql, params![guild, open, running, total])?;
    }
    Ok(())
}

/// Returns the limits that a server has set for its players.
pub fn of_server(db: &Connection, guild: GuildId) -> Result<ServerBounds> {
    let sql = "SELECT open, running, total FROM server_bounds WHERE guild = ?1";
    let bounds = db.first(sql, [guild], |row| {
        Ok(ServerBounds {
            open: row.get(0)?,
            running: row.get(1)?,
            total: row.get(2)?,
        })
    })?;
    Ok(bounds.unwrap_or_default())
}

/// Refuses events that would exceed a limit of a person or a server. `after` is the match after the events, which are
/// not written yet.
pub(crate) fn check(db: &Connection, after: &Match, events: &[Event], bounds: Bounds) -> Result {
    let proposal = after.proposal();
    let guild = proposal.place.guild;
    let server = match guild {
        Some(guild) => of_server(db, guild)?,
        None => ServerBounds::default(),
    };
    let reached = |sql: &str, user: UserId, most: u32, in_server: Option<u32>| -> Result<_> {
        let count =
            |guild: Option<GuildId>| db.one(sql, params![user, guild], |row| row.get::<_, u32>(0));
        if let Some(most) = in_server
            && guild.is_some()
            && count(guild)? >= most
        {
            return Ok(Some((most, true)));
        }
        Ok((count(None)? >= most).then_some((most, false)))
    };
    let accepts = |event: &Event| matches!(event.fact, Fact::Accepted { .. });
    let begins = events.iter().any(accepts);
    if let (true, Some(most), Some(guild)) = (begins, server.total, guild) {
        let sql = "SELECT count(*) FROM matches WHERE status = 'playing' AND guild = ?1";
        let played: u32 = db.one(sql, [guild], |row| row.get(0))?;
        if played >= most {
            return Err(LimitReached::ServerFull { most }.into());
        }
    }
    for event in events {
        if matches!(event.fact, Fact::Proposed(_) | Fact::Renewed) {
            let since = event.at.before(VAIN_WITHIN);
            let in_vain: u32 = db.one(
                IN_VAIN,
                params![proposal.challenger, since, bounds.in_vain],
                |row| row.get(0),
            )?;
            if in_vain >= bounds.in_vain {
                return Err(LimitReached::TooManyInVain {
                    most: bounds.in_vain,
                }
                .into());
            }
        }
        match &event.fact {
            Fact::Proposed(_) | Fact::Renewed if !begins => {
                let user = proposal.challenger;
                if let Some((most, here)) = reached(OPEN, user, bounds.open, server.open)? {
                    return Err(LimitReached::TooManyOpen { most, here }.into());
                }
            }
            Fact::Accepted { by } => {
                // A team has no limit of its own: its matches count for the person who begins them.
                let beginner = proposal.team.map(|_| proposal.challenger);
                for user in after.people().chain(beginner) {
                    let Some((most, here)) =
                        reached(RUNNING, user, bounds.running, server.running)?
                    else {
                        continue;
                    };
                    // The refusal addresses the person who acts; against a computer, that is the challenger.
                    let acts = *by == Player::Person(user) || by.computer().is_some();
                    return Err(if acts {
                        LimitReached::TooManyRunning { most, here }.into()
                    } else {
                        LimitReached::ChallengerBusy { most, here }.into()
                    });
                }
            }
            _ => {}
        }
    }
    Ok(())
}
