//! `/block`: who cannot challenge whoever uses it.

use super::blocks;
use crate::discord::ui::app::App;
use crate::discord::ui::command::{Command, Parameter};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::given::{Given, needed};
use crate::discord::ui::reply::Reply;
use crate::matches::UserId;

const PERSON: &str = "person";

pub(crate) fn block() -> Command {
    let person = || Parameter::person(PERSON, "Whom").required();
    let subcommands = vec![
        Command::new(
            "add",
            "Keep somebody from challenging you and from taking your challenges; they are not told",
            |app, reply, given| Box::pin(add(app, reply, given)),
        )
        .with(person()),
        Command::new(
            "remove",
            "Let somebody challenge you again whom you have blocked",
            |app, reply, given| Box::pin(remove(app, reply, given)),
        )
        .with(person()),
        Command::new("list", "See whom you have blocked", |app, reply, _| {
            Box::pin(blocks::list(app, reply))
        }),
    ];
    Command::group(
        "block",
        "Keep somebody from challenging you and from taking your challenges; only you see it",
        subcommands,
    )
    .in_servers_and_chats()
}

async fn add(app: &App, reply: &mut Reply<'_>, given: &Given<'_>) -> Result<(), CommandError> {
    let person = needed(given.person(PERSON)?)?;
    blocks::add(app, reply, UserId(person.id.get()), person.bot).await
}

async fn remove(app: &App, reply: &mut Reply<'_>, given: &Given<'_>) -> Result<(), CommandError> {
    let person = needed(given.person(PERSON)?)?;
    blocks::remove(app, reply, UserId(person.id.get())).await
}
