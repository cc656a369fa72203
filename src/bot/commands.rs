//! The slash commands: the one list of them, and the one place where what goes wrong is answered.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use poise::{BoxFuture, FrameworkError};
use serde_json::Value;
use serenity::all::{CreateCommand, InstallationContext, InteractionContext};

use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::asked::Asked;
use crate::discord::ui::command::{Command, PLACES, everywhere, reply};
use crate::discord::ui::command_error::CommandError;
use crate::features::{
    away, boards, calendar, computers, conditional, help, history, lists, moderation, play,
    privacy, ratings, records, reminders, settings, watching,
};

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
        settings::discord::commands::OF_SERVER
        | moderation::discord::commands::NAME
        | calendar::discord::commands::WEEKLY_PAGE
        | calendar::discord::commands::DAILY_PUZZLE
        | ratings::discord::commands::ANNUL
        | lists::discord::commands::LOBBY
        | watching::discord::commands::WATCH
        | play::discord::challenge_command::CHALLENGE => vec![InteractionContext::Guild],
        _ => PLACES.to_vec(),
    };
    (vec![InstallationContext::Guild], places)
}

/// Every command there is.
#[must_use]
pub fn all() -> Vec<Command> {
    let mut commands = vec![
        play::discord::play_command::play(),
        play::discord::move_command::play_turn(),
        play::discord::match_commands::board(),
        history::discord::describe::describe(),
        history::discord::commands::history(),
        history::discord::commands::replay(),
        history::discord::commands::note(),
        lists::discord::commands::games(),
        lists::discord::commands::lobby(),
        watching::discord::commands::watch(),
        play::discord::challenge_command::challenge(),
        computers::discord::commands::hint(),
        computers::discord::commands::analyse(),
        boards::discord::commands::explore(),
        boards::discord::commands::puzzle(),
        play::discord::match_commands::takeback(),
        conditional::discord::commands::conditional(),
        play::discord::time_command::give_time(),
        play::discord::match_commands::draw(),
        play::discord::match_commands::resign(),
        play::discord::match_commands::abort(),
        play::discord::match_commands::end_exhibition(),
        away::discord::commands::away(),
        reminders::discord::commands::own(),
        ratings::discord::commands::leaderboard(),
        ratings::discord::commands::profile(),
        ratings::discord::commands::annul(),
        records::discord::commands::archive(),
        records::discord::commands::export(),
        records::discord::commands::import(),
        settings::discord::commands::own(),
        settings::discord::commands::of_server(),
        calendar::discord::commands::weekly_page(),
        calendar::discord::commands::daily(),
        settings::discord::commands::permissions(),
        privacy::discord::commands::privacy(),
        settings::discord::block_command::block(),
        moderation::discord::commands::moderate(),
        help::discord::commands::rules(),
        boards::discord::commands::learn(),
        help::discord::commands::help(),
        help::discord::commands::about(),
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
            play::discord::play_command::NAME => play::discord::play_command::definition(command),
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
                return app.own_up(&mut reply, ui::outdated().into()).await;
            }
            // The person's Discord still has the commands of an older version of the bot.
            FrameworkError::CommandStructureMismatch { ctx, .. } => {
                tracing::warn!(error = text, "a command came in an older form");
                (poise::Context::Application(ctx), ui::outdated().into())
            }
            FrameworkError::ArgumentParse { ctx, .. } => {
                tracing::warn!(error = text, "a command came in an older form");
                (ctx, ui::outdated().into())
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
