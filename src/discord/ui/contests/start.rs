//! When a season or a tournament starts, as organisers choose it.

use serde_json::Value;

use crate::discord::ui::app::App;
use crate::discord::ui::command_error::{CommandError, Result};
use crate::discord::ui::contests::acts::{Managed, carry_out};
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::modal::{Field, form};
use crate::discord::ui::reply::Reply;
use crate::matches::JournalId;
use crate::people::{MONTHS, Moment, Zone, read_moment};

/// The id of the text field of the form.
const DAY: &str = "day";

/// Returns the form for the start of a season or a tournament.
pub fn start_form(id: impl Into<CustomId>, title: &str) -> Value {
    let label = "Day and time, in your time zone";
    let hint = "2027-01-05 18:00, or 3d for three days from now";
    let day = Field::required(DAY, label, hint, "", 40);
    form(id, title, &[day])
}

/// Asks for the start of a season or a tournament with a form of this title, or sets it.
pub(crate) async fn ask<C: Managed>(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    (press, title): (impl Into<CustomId>, &str),
    command: impl FnOnce(Moment) -> C::Command,
) -> Result {
    app.organised(reply).await?;
    if !reply.interaction.is_form() {
        let press = press.into();
        let form = start_form(press.clone(), title);
        return app.open_form(reply, &form, press).await;
    }
    let user = reply.interaction.user();
    let (zone, _) = reply.while_doing(app.arbiter.contest_starts(user)).await?;
    let now = app.arbiter.now();
    let starts = read_moment(reply.interaction.typed(DAY), &zone, now, now);
    let command = command(starts.map_err(CommandError::quotes)?);
    set::<C>(app, reply, id, command).await
}

/// Sets the start of a season or a tournament.
pub(crate) async fn set<C: Managed>(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    command: C::Command,
) -> Result {
    carry_out::<C>(app, reply, id, command, "The start is set.").await
}

/// Words a day for a menu: `Monday 7 December, 9:00`.
pub(crate) fn day_words(zone: &Zone, at: Moment) -> String {
    let Some((_, month, day)) = zone.date(at) else {
        return String::new();
    };
    let month = usize::try_from(month - 1)
        .ok()
        .and_then(|month| MONTHS.get(month));
    format!(
        "Monday {day} {}, {} ({})",
        month.unwrap_or(&""),
        zone.clock(at),
        zone
    )
}
