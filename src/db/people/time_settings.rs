use rusqlite::{Connection, params};

use crate::db::Query;
use crate::db::error::Result;
use crate::matches::UserId;
use crate::people::{Moment, Nudge, Reminders, TimeSettings, Zone, hours_of_text, hours_text};

/// Changes the time settings of a person.
pub fn change<F>(db: &Connection, user: UserId, change: F) -> Result
where
    F: FnOnce(&mut TimeSettings),
{
    let mut time_settings = of_user(db, user)?;
    change(&mut time_settings);
    set(db, user, &time_settings)
}

/// Whether a person wants to be reminded of turns at this hour.
pub(crate) fn wants_reminders(db: &Connection, user: UserId, now: Moment) -> Result<bool> {
    let settings = of_user(db, user)?;
    let reminders = &settings.reminders;
    let hour = settings.zone().hour(now);
    let quiet = reminders.quiet.is_some_and(|quiet| quiet.holds(hour));
    let off = reminders.nudge == Nudge::Off && reminders.last_calls.is_empty();
    Ok(!quiet && !off)
}

/// Returns the time settings of a person.
pub fn of_user(db: &Connection, user: UserId) -> Result<TimeSettings> {
    let sql = "SELECT zone, slices, nudge, last_calls, digest, quiet, private FROM habits WHERE user = ?1";
    let row = db.first(sql, [user], |row| {
        let zone: Option<String> = row.get(0)?;
        Ok(TimeSettings {
            // A zone that this version does not know counts as not chosen.
            zone: zone.and_then(|name| Zone::named(&name).ok()),
            automatic_time_off: row.get(1)?,
            reminders: Reminders {
                nudge: row.get(2)?,
                last_calls: hours_of_text(row.get_ref(3)?.as_str()?),
                digest: hours_of_text(row.get_ref(4)?.as_str()?),
                quiet: row
                    .get::<_, Option<String>>(5)?
                    .and_then(|quiet| quiet.parse().ok()),
                private: row.get(6)?,
            },
        })
    })?;
    Ok(row.unwrap_or_default())
}

pub(crate) fn set(db: &Connection, user: UserId, time_settings: &TimeSettings) -> Result {
    // The defaults are not stored.
    if *time_settings == TimeSettings::default() {
        db.run("DELETE FROM habits WHERE user = ?1", [user])?;
        return Ok(());
    }
    let TimeSettings {
        zone,
        automatic_time_off,
        reminders,
    } = time_settings;
    let sql = "INSERT OR REPLACE INTO habits (user, zone, slices, nudge, last_calls, digest, quiet, private) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    db.run(
        sql,
        params![
            user,
            zone.as_ref().map(Zone::name),
            automatic_time_off,
            reminders.nudge,
            hours_text(&reminders.last_calls),
            hours_text(&reminders.digest),
            reminders.quiet.map(|quiet| quiet.to_string()),
            reminders.private
        ],
    )
}
