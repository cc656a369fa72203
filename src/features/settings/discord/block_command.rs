//! `/block`: who cannot challenge whoever uses it.

use serenity::all::User;

use super::blocks;
use crate::discord::ui::command::{Context, reply};
use crate::discord::ui::command_error::CommandError;
use crate::matches::UserId;

/// Keep somebody from challenging you and from taking your challenges; only you see it
#[poise::command(
    slash_command,
    subcommands("add", "remove", "list"),
    subcommand_required
)]
#[expect(
    clippy::unused_async,
    reason = "Discord calls the subcommands only, but a command is a future"
)]
pub(crate) async fn block(_: Context<'_>) -> Result<(), CommandError> {
    Ok(())
}

/// Keep somebody from challenging you and from taking your challenges; they are not told
#[poise::command(slash_command)]
async fn add(
    context: Context<'_>,
    #[description = "Whom"] person: User,
) -> Result<(), CommandError> {
    let mut reply = reply(&context);
    let user = UserId(person.id.get());
    blocks::add(context.data(), &mut reply, user, person.bot).await
}

/// Let somebody challenge you again whom you have blocked
#[poise::command(slash_command)]
async fn remove(
    context: Context<'_>,
    #[description = "Whom"] person: User,
) -> Result<(), CommandError> {
    let mut reply = reply(&context);
    blocks::remove(context.data(), &mut reply, UserId(person.id.get())).await
}

/// See whom you have blocked
#[poise::command(slash_command)]
async fn list(context: Context<'_>) -> Result<(), CommandError> {
    let mut reply = reply(&context);
    blocks::list(context.data(), &mut reply).await
}
