//! The acts and bans of moderators.

use rusqlite::{Connection, Row, params};

use crate::db::projection::{Change, Projection};
use crate::db::{Query, Result};
use crate::features::moderation::model::ModerationRefusal;
use crate::matches::{Event, Fact, GuildId, Match, MatchId, Player, UserId};
use crate::people::Moment;

/// The projection of moderators' acts by server.
pub(crate) static MODERATED: Projection = Projection {
    name: "moderated",
    version: 1,
    tables: &["moderated"],
    contents: &["SELECT * FROM moderated ORDER BY position"],
    fold,
};

fn fold(db: &Connection, change: &Change<'_>) -> Result {
    let Fact::Moderated { by, act, reason } = &change.event.fact else {
        return Ok(());
    };
    let Some(guild) = change.after.proposal().place.guild else {
        return Ok(());
    };
    let sql = "INSERT INTO moderated (position, guild, match_id, at, by, act, reason) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let params = params![
        change.position,
        guild,
        change.id(),
        change.event.at,
        by,
        act.word(),
        reason
    ];
    db.run(sql, params)
}

/// A moderator's act on a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moderated {
    pub id: MatchId,
    pub at: Moment,
    pub by: UserId,
    /// [`Moderation::word`](crate::matches::Moderation::word).
    pub act: String,
    pub reason: String,
}

/// A ban from playing in a server, in force or lifted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Banned {
    pub user: UserId,
    pub at: Moment,
    /// The moderator.
    pub by: UserId,
    pub reason: String,
    /// When the ban was lifted; `None` while it is in force.
    pub lifted: Option<Moment>,
}

/// Stores a ban in a server, replacing an earlier one of the person.
pub fn ban(db: &Connection, guild: GuildId, banned: &Banned) -> Result {
    let sql = "INSERT OR REPLACE INTO bans (guild, user, at, by, reason, lifted) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let params = params![
        guild,
        banned.user,
        banned.at,
        banned.by,
        banned.reason,
        banned.lifted
    ];
    db.run(sql, params)
}

/// Lifts a ban in a server; `false` if there was none.
pub fn unban(db: &Connection, guild: GuildId, user: UserId, now: Moment) -> Result<bool> {
    let sql = "UPDATE bans SET lifted = ?3 WHERE guild = ?1 AND user = ?2 AND lifted IS NULL";
    let lifted = db.changed(sql, params![guild, user, now])?;
    Ok(lifted > 0)
}

/// Returns a person's ban in a server, if it is in force.
pub fn ban_of(db: &Connection, guild: GuildId, user: UserId) -> Result<Option<Banned>> {
    let sql = "SELECT user, at, by, reason, lifted FROM bans WHERE guild = ?1 AND user = ?2 AND lifted IS NULL";
    db.first(sql, params![guild, user], banned)
}

/// Returns an error for a person whom moderators keep from playing in a server.
///
/// A ban takes what its person has: in the transaction that gives them something, no ban can come in between.
pub(crate) fn not_kept_out(db: &Connection, guild: GuildId, user: UserId) -> Result {
    match ban_of(db, guild, user)? {
        Some(Banned { reason, .. }) => Err(ModerationRefusal::KeptOut { reason }.into()),
        None => Ok(()),
    }
}

/// Returns an error if moderators keep a person out who comes into a contest: the one who acts, or a newcomer to whom an
/// organiser gives a place.
pub(crate) fn may_come(
    db: &Connection,
    guild: GuildId,
    own: Option<UserId>,
    newcomer: Option<UserId>,
) -> Result {
    if let Some(user) = own {
        not_kept_out(db, guild, user)?;
    }
    match newcomer {
        Some(user) if ban_of(db, guild, user)?.is_some() => {
            Err(ModerationRefusal::NewcomerKeptOut(user).into())
        }
        _ => Ok(()),
    }
}

/// Returns the acts and bans of a server's moderators, latest first, at most `most` of each.
pub fn moderation_in(
    db: &Connection,
    guild: GuildId,
    most: u32,
) -> Result<(Vec<Moderated>, Vec<Banned>)> {
    let sql = "SELECT match_id, at, by, act, reason FROM moderated WHERE guild = ?1 ORDER BY position DESC LIMIT ?2";
    let acts = db.all(sql, params![guild, most], |row| {
        Ok(Moderated {
            id: row.get(0)?,
            at: row.get(1)?,
            by: row.get(2)?,
            act: row.get(3)?,
            reason: row.get(4)?,
        })
    })?;
    let sql = "SELECT user, at, by, reason, lifted FROM bans WHERE guild = ?1 ORDER BY lifted IS NOT NULL, at DESC, user LIMIT ?2";
    Ok((acts, db.all(sql, params![guild, most], banned)?))
}

fn banned(row: &Row<'_>) -> rusqlite::Result<Banned> {
    Ok(Banned {
        user: row.get(0)?,
        at: row.get(1)?,
        by: row.get(2)?,
        reason: row.get(3)?,
        lifted: row.get(4)?,
    })
}

/// Returns an error for events by which a banned person would start or accept a match in the server.
///
/// `after` is the match after the events, which are not stored yet.
pub(crate) fn check(db: &Connection, after: &Match, events: &[Event]) -> Result {
    let proposal = after.proposal();
    let Some(guild) = proposal.place.guild else {
        return Ok(());
    };
    for event in events {
        let (own, other) = match &event.fact {
            Fact::Proposed(_) | Fact::Renewed => (
                Some(proposal.challenger),
                proposal.invited.and_then(Player::person),
            ),
            Fact::Accepted { by } => (by.person(), Some(proposal.challenger)),
            _ => continue,
        };
        if let Some(user) = own {
            not_kept_out(db, guild, user)?;
        }
        if let Some(user) = other
            && ban_of(db, guild, user)?.is_some()
        {
            return Err(ModerationRefusal::OtherKeptOut.into());
        }
    }
    Ok(())
}
