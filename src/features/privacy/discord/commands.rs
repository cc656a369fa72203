//! `/privacy`: what is kept of whoever asks.

use super::page;
use crate::discord::ui::command::{Context, reply};
use crate::discord::ui::command_error::CommandError;

/// See what I keep of you, get it as a file, or have it deleted
#[poise::command(
    slash_command,
    subcommands("show", "export", "forget"),
    subcommand_required
)]
#[expect(
    clippy::unused_async,
    reason = "Discord calls the subcommands only, but a command is a future"
)]
pub(crate) async fn privacy(_: Context<'_>) -> Result<(), CommandError> {
    Ok(())
}

/// See what I keep of you, why and for how long, and who runs me
#[poise::command(slash_command)]
async fn show(context: Context<'_>) -> Result<(), CommandError> {
    let mut reply = reply(&context);
    page::show(context.data(), &mut reply).await
}

/// Get everything that I keep of you as a file, to you only
#[poise::command(slash_command)]
async fn export(context: Context<'_>) -> Result<(), CommandError> {
    let mut reply = reply(&context);
    page::export(context.data(), &mut reply).await
}

/// Have everything deleted that I know of you; you are asked once more
#[poise::command(slash_command)]
async fn forget(context: Context<'_>) -> Result<(), CommandError> {
    let mut reply = reply(&context);
    page::ask(context.data(), &mut reply).await
}
