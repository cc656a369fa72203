//! The slash commands: the one list of them, and the one place where what goes wrong is answered.

mod conditional;
mod describe;
mod lists;
mod matches;
mod past;
mod play;
mod settings;
mod turns;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use poise::{ApplicationContext, BoxFuture, FrameworkError};
use serde_json::Value;
use serenity::all::{
    CreateAutocompleteResponse, CreateCommand, InstallationContext, InteractionContext,
};

use super::app::App;
use super::command_error::CommandError;
use super::messages::undirected;
use super::reply::{Asked, Reply};

/// What poise hands to each command.
pub type Context<'a> = ApplicationContext<'a, Arc<App>, CommandError>;

/// A command as poise dispatches it.
pub type Command = poise::Command<Arc<App>, CommandError>;

/// Where commands can be used.
const PLACES: [InteractionContext; 2] = [InteractionContext::Guild, InteractionContext::BotDm];

/// Every command there is.
#[must_use]
pub fn all() -> Vec<Command> {
    let mut commands = vec![
        play::play(),
        turns::play_turn(),
        matches::board(),
        describe::describe(),
        past::history(),
        past::replay(),
        lists::games(),
        matches::takeback(),
        conditional::conditional(),
        matches::draw(),
        matches::resign(),
        matches::end_exhibition(),
        settings::own(),
        settings::of_server(),
        lists::rules(),
        lists::help(),
    ];
    for command in &mut commands {
        // Matches live in the channels of servers, where the bot was installed for everybody; against the computer also
        // in a conversation with the bot.
        command.install_context = Some(vec![InstallationContext::Guild]);
        command.interaction_context = Some(match command.name.as_ref() {
            settings::OF_SERVER => vec![InteractionContext::Guild],
            _ => PLACES.to_vec(),
        });
    }
    commands
}

/// The commands as Discord is told them.
#[must_use]
pub fn definitions() -> Vec<Value> {
    let commands = all();
    let definitions = commands.iter().filter_map(|command| {
        let made: CreateCommand = match command.name.as_ref() {
            play::NAME => play::definition(command),
            _ => command.create_as_slash_command()?,
        };
        serde_json::to_value(made).ok()
    });
    definitions.collect()
}

/// Answers whatever went wrong in a command.
pub fn on_error(error: FrameworkError<'_, Arc<App>, CommandError>) -> BoxFuture<'_, ()> {
    Box::pin(async move {
        let text = error.to_string();
        let (context, error) = match error {
            FrameworkError::Command { error, ctx, .. } => (ctx, error),
            FrameworkError::CommandCheckFailed {
                error: Some(error),
                ctx,
                ..
            } => (ctx, error),
            FrameworkError::CommandPanic { payload, ctx, .. } => (
                ctx,
                CommandError::Internal(format!("panic: {}", payload.unwrap_or_default())),
            ),
            FrameworkError::UnknownInteraction {
                interaction,
                framework,
                ..
            } => {
                let app = framework.user_data;
                let deferred = AtomicBool::new(false);
                let mut reply = app.reply(Asked::Command(interaction), &deferred);
                return app
                    .own_up(
                        &mut reply,
                        CommandError::says(
                            "I do not know this command any more. `/help` says what there is.",
                        ),
                    )
                    .await;
            }
            other => match other.ctx() {
                // Discord knows other options than we do: an older list of commands.
                Some(context) => (context, CommandError::Internal(text)),
                None => return tracing::error!(error = text, "an event could not be handled"),
            },
        };
        let poise::Context::Application(context) = context else {
            return;
        };
        if context.interaction_type == poise::CommandInteractionType::Autocomplete {
            tracing::warn!(%error, "no choices could be offered");
            return;
        }
        let app = context.data();
        let mut reply = reply(&context);
        app.own_up(&mut reply, error).await;
    })
}

/// The answer to a command.
fn reply<'a>(context: &'a Context<'_>) -> Reply<'a> {
    context.framework.user_data.reply(
        Asked::Command(context.interaction),
        context.has_sent_initial_response,
    )
}

/// For suggestions while somebody types.
fn typing<'a>(context: &'a Context<'_>) -> Reply<'a> {
    reply(context).while_typing()
}

/// Looks for suggestions as long as they can still be shown. Whoever types fast would else leave much work behind that
/// nobody waits for.
async fn in_time<T>(context: &Context<'_>, work: impl Future<Output = T>) -> Option<T> {
    typing(context).in_time(work).await
}

/// Choices of plain text for what somebody is typing.
fn choices(list: impl IntoIterator<Item = (String, String)>) -> CreateAutocompleteResponse {
    let choices = list.into_iter().filter(|(name, value)| {
        let fits = |text: &str| !text.is_empty() && text.chars().count() <= 100;
        fits(&undirected(name)) && fits(name) && fits(value)
    });
    choices.take(25).fold(
        CreateAutocompleteResponse::new(),
        |response, (name, value)| response.add_string_choice(undirected(&name), value),
    )
}
