//! `/leaderboard` and `/profile`.

use super::pages;
use crate::discord::ui::interaction::display_name;
use crate::discord::ui::{
    self, App, Command, CommandError, CommandOptions, Parameter, Reply, Result,
};
use crate::matches::UserId;

/// The scope of a leaderboard: players of the server, or all players.
const HERE: &str = "here";
/// See [`HERE`].
const EVERYWHERE: &str = "everywhere";

pub(crate) fn all() -> Vec<Command> {
    vec![
        Command::new(
            "leaderboard",
            "See who leads in a game, and your own place",
            |app, reply, given| Box::pin(leaderboard(app, reply, given)),
        )
        .with(Parameter::game(
            "game",
            "Which game (if empty: the thread's, or your favourite)",
        ))
        .with(
            Parameter::text("where", "In this server (if empty) or everywhere")
                .one_of([("This server", HERE), ("Everywhere", EVERYWHERE)]),
        )
        .in_servers_and_chats(),
        Command::new(
            "profile",
            "See a player's ratings and results",
            |app, reply, given| Box::pin(profile(app, reply, given)),
        )
        .with(Parameter::person(
            "person",
            "Whose profile (if empty: your own)",
        )),
    ]
}

async fn leaderboard(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    let everywhere = given.text("where")? == Some(EVERYWHERE);
    let page = pages::leaderboard(app, reply, given.text("game")?, everywhere, 0).await?;
    app.whisper(reply, page).await
}

async fn profile(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    let person = given.person("person")?;
    if let Some(person) = person {
        let user = UserId(person.id.get());
        if person.bot {
            return Err(CommandError::says(format!(
                "{} is a bot and has no profile.",
                ui::mention(user)
            )));
        }
        app.learn(None, user, display_name(person));
    }
    let person = person.map(|person| UserId(person.id.get()));
    let profile = pages::profile(app, reply, person).await?;
    app.whisper(reply, profile).await
}
