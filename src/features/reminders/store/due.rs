//! The alarms of reminders, and the reminders sent in the current turn.

use std::sync::Arc;

use rusqlite::{Connection, params};

use super::calls::{self, Call};
use crate::db::alarms::{self, About, Alarm};
use crate::db::hooks::AlarmHooks;
use crate::db::pending_posts::{self, PendingPost};
use crate::db::people::time_settings;
use crate::db::{Query, Result};
use crate::features::reminders::model::{self, FAILED_CALLS, MOST_NUDGES, Reminded, ReminderKind};
use crate::matches::{ChannelId, Match, MatchId, UserId};
use crate::people::{Moment, TimeSettings};

/// The kinds of alarms: a turn that waits, and the digest.
pub(crate) const REMIND: &str = "remind";
pub(crate) const DIGEST: &str = "digest";

/// The kinds of posts besides the digest: reminders of a turn, and notices to the opponent.
pub(crate) const NUDGE: &str = "nudge";
pub(crate) const LAST_CALL: &str = "last call";
pub(crate) const UNANSWERED: &str = "unanswered";
pub(crate) const GONE: &str = "gone";

/// The kind of posts that remind several people in a channel.
pub(crate) const ROUND: &str = "round";

/// A reminder that is due: of one match, or the digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueReminder {
    /// The match; `None`: the digest.
    pub id: Option<MatchId>,
    /// The time of its alarm.
    pub at: Moment,
}

/// A reminder to queue, and the next one.
#[derive(Clone, Copy, Debug)]
pub struct SentReminder {
    pub due: DueReminder,
    /// The kind of the post to queue; `None` for no post.
    pub word: Option<&'static str>,
    /// The reminders of the turn, including this one.
    pub sent: Reminded,
    pub next: Option<Moment>,
}

/// Returns the reminders that are due to a person until a moment.
pub fn due_to(db: &Connection, user: UserId, until: Moment) -> Result<Vec<DueReminder>> {
    let sql = "SELECT iif(what = ?3, match_id, NULL), at FROM alarms INDEXED BY alarms_by_person \
               WHERE user = ?1 AND user <> 0 AND due <= ?2 AND what IN (?3, ?4)";
    db.all(sql, params![user, until, REMIND, DIGEST], |row| {
        Ok(DueReminder {
            id: row.get(0)?,
            at: row.get(1)?,
        })
    })
}

/// Returns the matches that wait for a person, nearest deadline first, with their next reminders.
pub fn reminders_to_come(db: &Connection, user: UserId) -> Result<Vec<(MatchId, Option<Moment>)>> {
    let sql = "SELECT match_id, (SELECT due FROM alarms WHERE alarms.match_id = matches.match_id AND user = ?1 AND what = ?2) \
         FROM matches WHERE player_to_move = ?1 AND match_id NOT IN (SELECT match_id FROM frozen) ORDER BY deadline, match_id";
    db.all(sql, params![user, REMIND], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })
}

/// Returns the last reminders sent to a person about each of these matches.
pub fn reminded_of(db: &Connection, ids: &[MatchId], user: UserId) -> Result<Vec<Reminded>> {
    let sent = ids.iter().map(|id| reminded(db, *id, user));
    sent.collect()
}

/// A pending reminder of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PendingReminder {
    /// The match; `None`: the digest.
    pub id: Option<MatchId>,
    pub kind: ReminderKind,
    pub since: Moment,
}

/// The result of sending a reminder, or of finding that none is needed.
#[derive(Clone, Debug, Default)]
pub struct SentNote {
    /// The matches that the reminder named.
    pub matches: Vec<MatchId>,
    /// The matches in servers that the person has left, with the numbers of their boards.
    pub gone: Vec<(MatchId, u32)>,
    /// The matches of whose end it told.
    pub ended: Vec<MatchId>,
    /// The direct-message channel that was opened for it.
    pub opened: Option<ChannelId>,
    /// The calls of its message, each with the match as it was composed.
    pub(crate) calls: Vec<(Call, Arc<Match>)>,
}

/// Returns the row for the pending reminders of a person.
pub(crate) const fn pending_for(user: UserId, since: Moment) -> PendingPost {
    PendingPost {
        about: About::person(user),
        fairness_key: user.0,
        since,
    }
}

/// Queues reminders and sets their next alarms; `true` if any was queued.
///
/// Skips a reminder whose alarm was changed since.
pub fn enqueue_reminders(
    db: &Connection,
    user: UserId,
    reminders: &[SentReminder],
    now: Moment,
) -> Result<bool> {
    let mut any = false;
    for SentReminder {
        due,
        word,
        sent,
        next,
    } in reminders
    {
        let (what, about) = match due.id {
            Some(id) => (REMIND, About::turn(id, user)),
            None => (DIGEST, About::person(user)),
        };
        let alarm = Alarm { about, at: due.at };
        if !alarms::replace(db, what, &alarm, *next)? {
            continue;
        }
        if let Some(id) = due.id {
            store_sent(db, id, user, sent)?;
        }
        if let Some(word) = word {
            let pending = pending_for(user, now);
            pending_posts::replace(db, word, PendingPost { about, ..pending })?;
            any = true;
        }
    }
    Ok(any)
}

/// Returns the row of a person whom the next round of a channel names.
pub(crate) const fn round_with(user: UserId, channel: ChannelId, since: Moment) -> PendingPost {
    PendingPost {
        about: About {
            id: MatchId(0),
            user,
            place: channel.0,
        },
        fairness_key: channel.0,
        since,
    }
}

/// Lets the next round of a channel name a person.
pub(crate) fn join_round(db: &Connection, user: UserId, channel: ChannelId, now: Moment) -> Result {
    pending_posts::enqueue(db, ROUND, round_with(user, channel, now))
}

/// Returns the people whom the next round of a channel names, and since when, oldest first.
pub(crate) fn round_of(db: &Connection, channel: ChannelId) -> Result<Vec<(UserId, Moment)>> {
    let sql = "SELECT user, since FROM owed WHERE kind = ?1 AND place = ?2 ORDER BY since, user";
    let place = channel.0.cast_signed();
    db.all(sql, params![ROUND, place], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })
}

/// Stores that a round has named these people.
pub(crate) fn round_told(db: &Connection, channel: ChannelId, told: &[(UserId, Moment)]) -> Result {
    for (user, since) in told {
        let about = round_with(*user, channel, *since).about;
        pending_posts::delivered_since(db, ROUND, about, *since)?;
    }
    Ok(())
}

/// Returns the name of a kind of reminders in the database.
pub(crate) const fn word_of(kind: ReminderKind) -> &'static str {
    match kind {
        ReminderKind::LastCall => LAST_CALL,
        ReminderKind::Nudge => NUDGE,
        ReminderKind::Digest => DIGEST,
    }
}

/// Returns the pending reminders of a person.
pub fn pending_reminders(db: &Connection, user: UserId) -> Result<Vec<PendingReminder>> {
    let sql = "SELECT kind, match_id, since FROM owed WHERE user = ?1 AND kind IN (?2, ?3, ?4)";
    db.all(sql, params![user, DIGEST, NUDGE, LAST_CALL], |row| {
        let (kind, id) = match row.get_ref(0)?.as_str()? {
            LAST_CALL => (ReminderKind::LastCall, Some(row.get(1)?)),
            NUDGE => (ReminderKind::Nudge, Some(row.get(1)?)),
            _ => (ReminderKind::Digest, None),
        };
        let since = row.get(2)?;
        Ok(PendingReminder { id, kind, since })
    })
}

/// Stores that reminders were sent, except those of `left`. Returns notices to the opponents.
///
/// A notice follows the last nudge, if the player has answered none, and `FAILED_CALLS` failed mentions of a
/// player who has left the server.
pub fn reminders_sent(
    db: &Connection,
    user: UserId,
    reminders: &[PendingReminder],
    left: &[MatchId],
    note: &SentNote,
    now: Moment,
) -> Result<Vec<(&'static str, PendingPost)>> {
    let mut notices = Vec::new();
    let notice = |id: MatchId| PendingPost {
        about: About::turn(id, user),
        ..pending_for(user, now)
    };
    for PendingReminder { id, kind, since } in reminders {
        let about = match id {
            Some(id) if left.contains(id) => continue,
            Some(id) => About::turn(*id, user),
            None => About::person(user),
        };
        pending_posts::delivered_since(db, word_of(*kind), about, *since)?;
        if let (ReminderKind::Nudge, Some(id)) = (kind, id)
            && note.matches.contains(id)
            && reminded(db, *id, user)?.nudges == MOST_NUDGES
        {
            notices.push((UNANSWERED, notice(*id)));
        }
    }
    for (id, board) in &note.gone {
        if call_failed(db, *id, user, *board)? == FAILED_CALLS {
            notices.push((GONE, notice(*id)));
        }
    }
    for (kind, notice) in &notices {
        pending_posts::enqueue(db, kind, *notice)?;
    }
    for (call, composed) in &note.calls {
        calls::insert(db, call, composed)?;
    }
    if let Some(channel) = note.opened {
        let sql = "INSERT OR REPLACE INTO conversations (user, channel) VALUES (?1, ?2)";
        db.run(sql, (user, channel))?;
    }
    Ok(notices)
}

/// Counts a failed mention for the current turn. Returns the total, including the post of the turn.
fn call_failed(db: &Connection, id: MatchId, user: UserId, board: u32) -> Result<u32> {
    let sql = "INSERT INTO missed_calls (match_id, user, board, calls) VALUES (?1, ?2, ?3, 2) \
               ON CONFLICT DO UPDATE SET calls = iif(board = excluded.board, calls + 1, 2), board = excluded.board RETURNING calls";
    db.one(sql, params![id, user, board], |row| row.get(0))
}

/// Mutes a person's reminders of the current turn in these matches.
pub fn mute(db: &Connection, user: UserId, matches: &[(MatchId, Reminded)]) -> Result {
    for (id, sent) in matches {
        store_sent(
            db,
            *id,
            user,
            &Reminded {
                muted: true,
                ..*sent
            },
        )?;
        alarms::set(db, REMIND, About::turn(*id, user), None)?;
    }
    Ok(())
}

/// Changes a person's time settings and sets the alarms of their waiting matches.
pub fn change_reminders<F>(
    db: &Connection,
    user: UserId,
    waiting: &[Arc<Match>],
    now: Moment,
    change: F,
) -> Result
where
    F: FnOnce(&mut TimeSettings),
{
    let mut time_settings = time_settings::of_user(db, user)?;
    change(&mut time_settings);
    time_settings::set(db, user, &time_settings)?;
    set_digest(db, user, &time_settings, now)?;
    for played in waiting {
        // If the match has changed since, that change has set its alarm.
        let sql = "SELECT seq FROM matches WHERE match_id = ?1";
        let seq: Option<u32> = db.first(sql, [played.id()], |row| row.get(0))?;
        if seq == Some(played.seq()) {
            set(db, played, now)?;
        }
    }
    Ok(())
}

/// Returns the direct-message channel of a person, if known.
pub fn conversation(db: &Connection, user: UserId) -> Result<Option<ChannelId>> {
    let sql = "SELECT channel FROM conversations WHERE user = ?1";
    db.first(sql, [user], |row| row.get(0))
}

/// Replaces the alarm of a match's reminder, in the transaction of its events.
pub(crate) fn set(db: &Connection, played: &Match, now: Moment) -> Result {
    let id = played.id();
    let mover = played.person_to_move();
    let sql = "DELETE FROM alarms WHERE match_id = ?1 AND user <> 0 AND what = ?2";
    db.run(sql, params![id, REMIND])?;
    if played.ending().is_some() {
        for sql in [
            "DELETE FROM reminded WHERE match_id = ?1",
            "DELETE FROM missed_calls WHERE match_id = ?1",
        ] {
            db.run(sql, [id])?;
        }
    }
    calls::enqueue_old(db, played)?;
    let Some(user) = mover else {
        return Ok(());
    };
    let time_settings = time_settings::of_user(db, user)?;
    let sent = reminded(db, id, user)?;
    if let Some(next) = model::next_reminder(played, &time_settings, sent, now) {
        alarms::set(db, REMIND, About::turn(id, user), Some(next.at))?;
    }
    Ok(())
}

/// Sets the alarm of a person's next digest.
pub(crate) fn set_digest(
    db: &Connection,
    user: UserId,
    time_settings: &TimeSettings,
    now: Moment,
) -> Result {
    alarms::set(
        db,
        DIGEST,
        About::person(user),
        time_settings.next_digest(now),
    )
}

/// The functions by which the database checks and restores these alarms.
pub(crate) const ALARMS: AlarmHooks = AlarmHooks {
    set,
    fit,
    missing: no_digest,
    set_missing: |db, user, now| set_digest(db, user, &time_settings::of_user(db, user)?, now),
};

/// Checks that a match has the alarm of its next reminder, and no other.
fn fit(db: &Connection, id: MatchId, played: Option<&Match>, now: Option<Moment>) -> Result<bool> {
    let sql = "SELECT user FROM alarms WHERE match_id = ?1 AND user <> 0 AND what = ?2";
    let users: Vec<UserId> = db.all(sql, params![id, REMIND], |row| row.get(0))?;
    let Some((played, user)) = played.and_then(|played| Some((played, played.person_to_move()?)))
    else {
        return Ok(users.is_empty());
    };
    let missing = match now {
        Some(now) if users.is_empty() => {
            let sent = reminded(db, id, user)?;
            model::next_reminder(played, &time_settings::of_user(db, user)?, sent, now).is_some()
        }
        _ => false,
    };
    Ok(!missing && users.iter().all(|other| *other == user))
}

/// Returns the people who want a digest and have no alarm for it.
fn no_digest(db: &Connection, now: Moment) -> Result<Vec<UserId>> {
    let mut without = Vec::new();
    for user in db.all("SELECT user FROM habits ORDER BY user", [], |row| {
        row.get(0)
    })? {
        let wanted = time_settings::of_user(db, user)?.next_digest(now).is_some();
        if wanted && alarms::moment(db, DIGEST, About::person(user))?.is_none() {
            without.push(user);
        }
    }
    Ok(without)
}

/// Returns the last reminders sent to a person about a match.
pub fn reminded(db: &Connection, id: MatchId, user: UserId) -> Result<Reminded> {
    let sql = "SELECT board, nudges, last, muted FROM reminded WHERE match_id = ?1 AND user = ?2";
    let row = db.first(sql, (id, user), |row| {
        Ok(Reminded {
            board: row.get(0)?,
            nudges: row.get(1)?,
            last: row.get(2)?,
            muted: row.get(3)?,
        })
    })?;
    Ok(row.unwrap_or_default())
}

fn store_sent(db: &Connection, id: MatchId, user: UserId, sent: &Reminded) -> Result {
    let sql = "INSERT OR REPLACE INTO reminded (match_id, user, board, nudges, last, muted) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let params = params![id, user, sent.board, sent.nudges, sent.last, sent.muted];
    db.run(sql, params)
}
