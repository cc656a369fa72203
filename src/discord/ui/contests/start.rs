//! When a season or a tournament starts, as organisers choose it.

use serde_json::Value;

use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::modal::{Field, form};
use crate::people::{MONTHS, Moment, Zone};

/// The ids of the text fields of forms.
pub(crate) const DAY: &str = "day";

/// Returns the form for the start of a season or a tournament.
pub fn start_form(id: impl Into<CustomId>, title: &str) -> Value {
    let label = "Day and time, in your time zone";
    let hint = "2027-01-05 18:00, or 3d for three days from now";
    let day = Field::required(DAY, label, hint, "", 40);
    form(id, title, &[day])
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
