use rusqlite::{Connection, OptionalExtension, params};

use crate::db::error::StoreError;
use crate::matches::UserId;
use crate::people::{Habits, Reminders, Zone, hours_of_text, hours_text};

/// Changes what a person has chosen about time.
pub fn change<F>(db: &Connection, user: UserId, change: F) -> Result<(), StoreError>
where
    F: FnOnce(&mut Habits),
{
    let mut habits = of_user(db, user)?;
    change(&mut habits);
    set(db, user, &habits)
}

/// What a person has chosen about time.
pub fn of_user(db: &Connection, user: UserId) -> Result<Habits, StoreError> {
    let row = db
        .prepare_cached("SELECT zone, slices, nudge, last_calls, digest, quiet, private FROM habits WHERE user = ?1")?
        .query_row([user], |row| {
            let zone: Option<String> = row.get(0)?;
            Ok(Habits {
                // One that this version does not know counts as not chosen.
                zone: zone.and_then(|name| Zone::named(&name).ok()),
                slices: row.get(1)?,
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
        })
        .optional()?;
    Ok(row.unwrap_or_default())
}

pub(crate) fn set(db: &Connection, user: UserId, habits: &Habits) -> Result<(), StoreError> {
    // The defaults are not stored.
    if *habits == Habits::default() {
        db.prepare_cached("DELETE FROM habits WHERE user = ?1")?
            .execute([user])?;
        return Ok(());
    }
    let Habits {
        zone,
        slices,
        reminders,
    } = habits;
    db
        .prepare_cached(
            "INSERT OR REPLACE INTO habits (user, zone, slices, nudge, last_calls, digest, quiet, private) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            user,
            zone.as_ref().map(Zone::name),
            slices,
            reminders.nudge,
            hours_text(&reminders.last_calls),
            hours_text(&reminders.digest),
            reminders.quiet.map(|quiet| quiet.to_string()),
            reminders.private
        ])?;
    Ok(())
}
