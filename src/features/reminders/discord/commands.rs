//! `/reminders`.

use super::page;
use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::command::{Command, Parameter, beginning};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::given::Given;
use crate::discord::ui::reply::Reply;
use crate::features::away::discord::commands::zone;
use crate::people::{QuietError, QuietHours, Zone};

/// Quiet hours that many people have.
const QUIET: [(&str, &str); 6] = [
    ("22-7", "22:00 to 7:00"),
    ("23-8", "23:00 to 8:00"),
    ("21-7", "21:00 to 7:00"),
    ("0-9", "0:00 to 9:00"),
    ("9-17", "9:00 to 17:00"),
    ("off", "none"),
];

pub(crate) fn all() -> Vec<Command> {
    vec![
        Command::new(
            "reminders",
            "Choose when and where you are reminded of turns that wait for you",
            |app, reply, given| Box::pin(reminders(app, reply, given)),
        )
        .with(zone(
            "Where you live, for quiet hours and digests: type your city",
        ))
        .with(
            Parameter::text("quiet", "When nothing comes: 22-7, or off")
                .at_most(20)
                .completed(|_, _, _, typed| Box::pin(async move { beginning(&QUIET, typed) })),
        ),
    ]
}

async fn reminders(
    app: &App,
    reply: &mut Reply<'_>,
    given: &Given<'_>,
) -> Result<(), CommandError> {
    // Nothing changes before all of it is read.
    let zone = given.text("zone")?.map(Zone::of_typed).transpose();
    let zone = zone.map_err(|error| CommandError::says(ui::escaped(&error.to_string())))?;
    let quiet = match given.text("quiet")?.map(str::trim) {
        None => None,
        Some("off" | "none") => Some(None),
        Some(typed) => {
            let hours: QuietHours = typed
                .parse()
                .map_err(|error: QuietError| CommandError::says(ui::escaped(&error.to_string())))?;
            Some(Some(hours))
        }
    };
    page::change(app, reply, zone, quiet).await
}
