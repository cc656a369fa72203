//! When a season or a tournament starts, as organisers choose it.

use serde_json::Value;

use crate::discord::ui::app::App;
use crate::discord::ui::command_error::{CommandError, Result};
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::modal::{Field, form};
use crate::discord::ui::reply::Reply;
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

/// Asks for the start of a season or a tournament; returns it when it has been typed.
pub(crate) async fn asked(
    app: &App,
    reply: &mut Reply<'_>,
    press: impl Into<CustomId>,
    title: &str,
) -> Result<Option<Moment>> {
    app.organised(reply).await?;
    if !reply.interaction.is_form() {
        let id = press.into();
        let form = start_form(id.clone(), title);
        app.open_form(reply, &form, id).await?;
        return Ok(None);
    }
    let user = reply.interaction.user();
    let (zone, _) = reply.while_doing(app.arbiter.contest_starts(user)).await?;
    let now = app.arbiter.now();
    let starts = read_moment(reply.interaction.typed(DAY), &zone, now, now);
    Ok(Some(starts.map_err(CommandError::quotes)?))
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
