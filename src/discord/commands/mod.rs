//! The slash commands: the one list of them, and the one place where what goes wrong is answered.

mod advice;
mod archive;
mod blocks;
mod clocks;
mod conditional;
mod describe;
mod lists;
mod matches;
mod moderation;
mod past;
mod play;
mod privacy;
mod ratings;
mod reminders;
mod settings;
mod turns;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use poise::{BoxFuture, FrameworkError};
use serde_json::Value;
use serenity::all::{CreateCommand, InstallationContext, InteractionContext};

use super::app::App;
use super::asked::Asked;
use super::command::{Command, PLACES, everywhere, reply};
use super::command_error::CommandError;
use super::messages;

/// The commands that need nothing but the one who asks: whoever has installed the app for themselves has them everywhere. `/play`
/// says there what it needs.
const BROUGHT_ALONG: [&str; 18] = [
    "play",
    "puzzle",
    "learn",
    "rules",
    "explore",
    "import",
    "export",
    "archive",
    "profile",
    "games",
    "history",
    "analyse",
    "reminders",
    "settings",
    "privacy",
    "setup",
    "help",
    "about",
];

/// For whom the app has to be installed so that a command is there, and where that is.
fn reach(name: &str) -> (Vec<InstallationContext>, Vec<InteractionContext>) {
    if BROUGHT_ALONG.contains(&name) {
        return everywhere();
    }
    let places = match name {
        settings::OF_SERVER
        | moderation::NAME
        | settings::WEEKLY_PAGE
        | settings::DAILY_PUZZLE
        | ratings::ANNUL
        | lists::LOBBY
        | lists::WATCH
        | lists::CHALLENGE => vec![InteractionContext::Guild],
        _ => PLACES.to_vec(),
    };
    (vec![InstallationContext::Guild], places)
}

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
        past::note(),
        lists::games(),
        lists::lobby(),
        lists::watch(),
        lists::challenge(),
        advice::hint(),
        advice::analyse(),
        advice::explore(),
        advice::puzzle(),
        matches::takeback(),
        conditional::conditional(),
        clocks::give_time(),
        matches::draw(),
        matches::resign(),
        matches::abort(),
        matches::end_exhibition(),
        clocks::away(),
        reminders::own(),
        ratings::leaderboard(),
        ratings::profile(),
        ratings::annul(),
        archive::archive(),
        archive::export(),
        archive::import(),
        settings::own(),
        settings::of_server(),
        settings::weekly_page(),
        settings::daily(),
        settings::permissions(),
        privacy::privacy(),
        blocks::block(),
        moderation::moderate(),
        lists::rules(),
        lists::learn(),
        lists::help(),
        lists::about(),
    ];
    for command in &mut commands {
        // Matches live in the channels of servers, where the bot was installed for everybody; against the computer also
        // in a conversation with the bot.
        let (installed, places) = reach(&command.name);
        command.install_context = Some(installed);
        command.interaction_context = Some(places);
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
            _ => command
                .create_as_slash_command()
                .or_else(|| command.create_as_context_menu_command())?,
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
                return app.own_up(&mut reply, messages::outdated().into()).await;
            }
            // The person's Discord still has the commands of an older version of the bot.
            FrameworkError::CommandStructureMismatch { ctx, .. } => {
                tracing::warn!(error = text, "a command came in an older form");
                (
                    poise::Context::Application(ctx),
                    messages::outdated().into(),
                )
            }
            FrameworkError::ArgumentParse { ctx, .. } => {
                tracing::warn!(error = text, "a command came in an older form");
                (ctx, messages::outdated().into())
            }
            other => match other.ctx() {
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
