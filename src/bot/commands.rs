//! The slash commands: their list, and their use.

use serde_json::{Value, json};
use serenity::all::{CommandInteraction, LightMethod};
use serenity::http::Route;

use super::panels;
use crate::discord::transport::json_request::json_request;
use crate::discord::transport::rest::Failure;
use crate::discord::ui::interaction::Interaction;
use crate::discord::ui::reply::FirstAnswer;
use crate::discord::ui::{self, App, Choices, Command, CommandError, CommandOptions, Reply};
use crate::features::{COMMONEST, FEATURES};

/// Returns every command, the most common first.
pub fn all() -> Vec<Command> {
    let features = FEATURES.iter();
    let features = features.flat_map(|feature| (feature.commands)());
    let mut all: Vec<_> = panels::commands().into_iter().chain(features).collect();
    let place = |command: &Command| COMMONEST.iter().position(|name| *name == command.name());
    all.sort_by_key(|command| place(command).unwrap_or(COMMONEST.len()));
    all
}

/// Returns the definitions of the commands for Discord.
pub fn definitions() -> Vec<Value> {
    let commands = all();
    let definitions = commands.iter().map(Command::definition);
    definitions
        .filter_map(|definition| serde_json::to_value(definition).ok())
        .collect()
}

/// Runs a command and answers.
pub(crate) async fn used(
    app: &App,
    commands: &[Command],
    used: &CommandInteraction,
    first: &FirstAnswer,
) {
    let mut reply = app.reply(Interaction::Command(used), first);
    let given = CommandOptions::new(used);
    let command = find(commands, used).filter(|_| !given.is_older());
    let done = match command {
        Some(command) => command.run()(app, &mut reply, &given).await,
        // The person's Discord still has the commands of an older version of the bot.
        None => Err(ui::outdated().into()),
    };
    if let Err(error) = done {
        app.own_up(&mut reply, error).await;
    }
}

/// Offers suggestions while a person types.
pub(crate) async fn typed(
    app: &App,
    commands: &[Command],
    used: &CommandInteraction,
    first: &FirstAnswer,
) {
    let mut reply = app.reply(Interaction::Command(used), first).while_typing();
    let given = CommandOptions::new(used);
    let until = reply.answer_due();
    let choices = async {
        let (option, typed) = given.focused()?;
        let complete = find(commands, used)?.completes(option)?;
        Some(complete(app, &mut reply, &given, typed).await)
    };
    // The timeout drops work that is outdated if the person types fast.
    let choices = tokio::time::timeout_at(until, choices).await;
    let choices = choices.ok().flatten().unwrap_or_default();
    if let Err(failure) = offer(app, &mut reply, &choices).await {
        tracing::debug!(%failure, "no choices could be offered");
    }
}

async fn offer(app: &App, reply: &mut Reply<'_>, choices: &Choices) -> Result<(), Failure> {
    let list: Vec<_> = choices
        .list()
        .map(|(name, value)| json!({"name": name, "value": value}))
        .collect();
    let route = Route::InteractionResponse {
        interaction_id: reply.interaction.id(),
        token: reply.interaction.token(),
    };
    let choices = json!({"type": 8, "data": {"choices": list}});
    let answer = app
        .rest
        .send(json_request(route, LightMethod::Post, &choices))
        .await;
    let outcome = if answer.is_ok() {
        "answered"
    } else {
        "unanswered"
    };
    reply.report(outcome);
    answer.map(drop)
}

fn find<'a>(commands: &'a [Command], used: &CommandInteraction) -> Option<&'a Command> {
    let mut commands = commands.iter();
    commands.find(|command| command.name() == used.data.name)
}

/// Answers a command, press or form whose handler panicked.
pub(crate) async fn panicked(
    app: &App,
    interaction: Interaction<'_>,
    first: &FirstAnswer,
    why: &str,
) {
    let mut reply = app.reply(interaction, first);
    let error = CommandError::Internal(format!("panic: {why}"));
    app.own_up(&mut reply, error).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::example;

    /// The guide says what must change for the commands of its example, and there is nothing else.
    #[test]
    fn guide_names_every_edit_for_the_commands_of_its_example() {
        let guide = include_str!("../../docs/adding-a-feature.md");
        for edit in [
            "`pub mod ongoing;`",
            "`ongoing::FEATURE`",
            "`src/features/help/messages/help.rs`",
            "`docs/commands.md`",
        ] {
            assert!(guide.contains(edit), "the guide does not name {edit}");
        }
        for command in (example::FEATURE.commands)() {
            let name = command.name();
            // The example may have been copied, as a test of the guide does.
            let rivals = all()
                .into_iter()
                .filter(|other| other.name() != name && other.name()[..1] == name[..1]);
            let rivals: Vec<_> = rivals.map(|other| other.name()).collect();
            assert_eq!(
                rivals, [""; 0],
                "/{name} would need a row of the table of prefixes"
            );
        }
    }
}
