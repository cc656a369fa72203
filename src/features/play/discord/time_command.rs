//! `/give-time`.

use super::actions;
use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::command::{Command, Parameter, beginning};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::given::{Given, needed};
use crate::discord::ui::reply::Reply;
use crate::discord::ui::which_match::{MATCH, running, which_to_change};
use crate::matches::read_duration;

/// Times that many people give.
const GIFTS: [(&str, &str); 6] = [
    ("6h", "6 hours"),
    ("12h", "12 hours"),
    ("1d", "1 day"),
    ("2d", "2 days"),
    ("3d", "3 days"),
    ("7d", "7 days"),
];

pub(crate) fn give_time() -> Command {
    Command::new(
        "give-time",
        "Give the other player more time on their clock",
        |app, reply, given| Box::pin(give(app, reply, given)),
    )
    .with(
        Parameter::text("time", "How much more: 1d for a day, 12h for twelve hours")
            .required()
            .at_most(40)
            .completed(|_, _, _, typed| Box::pin(async move { beginning(&GIFTS, typed) })),
    )
    .with(running())
    .in_servers_and_chats()
}

async fn give(app: &App, reply: &mut Reply<'_>, given: &Given<'_>) -> Result<(), CommandError> {
    let time = read_duration(needed(given.text("time")?)?)
        .map_err(|error| CommandError::says(ui::escaped(&error.to_string())))?;
    let id = which_to_change(app, reply, given.text(MATCH)?, |one| {
        let (id, seconds) = (one.id, time.as_secs());
        Some(CustomId::GiveTime { id, seconds })
    })
    .await?;
    actions::give_time(app, reply, id, time).await
}
