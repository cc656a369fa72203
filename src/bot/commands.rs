//! The slash commands: the one list of them, and the one place where what goes wrong is answered.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use poise::{BoxFuture, FrameworkError};
use serde_json::Value;

use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::asked::Asked;
use crate::discord::ui::command::{Command, reply};
use crate::discord::ui::command_error::CommandError;
use crate::features::FEATURES;

/// Every command there is.
#[must_use]
pub fn all() -> Vec<Command> {
    let features = FEATURES.iter();
    features.flat_map(|feature| (feature.commands)()).collect()
}

/// The commands as Discord is told them.
#[must_use]
pub fn definitions() -> Vec<Value> {
    let commands = all();
    let definitions = commands.iter().filter_map(|command| {
        let own = FEATURES
            .iter()
            .find_map(|feature| (feature.definition)(command));
        let made = own
            .or_else(|| command.create_as_slash_command())
            .or_else(|| command.create_as_context_menu_command())?;
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
