//! `/settings` and `/server-settings`.
//!
//! They are two commands, for Discord shows or hides a command as a whole: subcommands cannot be kept from people.

use super::{Context, reply};
use crate::discord::command_error::CommandError;
use crate::discord::settings;

/// The name of the command for servers.
pub(super) const OF_SERVER: &str = "server-settings";

/// Choose how boards look to you, and whether your turns are shown before they count
#[poise::command(slash_command, rename = "settings")]
pub(super) async fn own(context: Context<'_>) -> Result<(), CommandError> {
    let mut reply = reply(&context);
    settings::show(context.data(), &mut reply).await
}

/// Choose how the boards look that everyone in this server sees
#[poise::command(
    slash_command,
    rename = "server-settings",
    default_member_permissions = "MANAGE_GUILD"
)]
pub(super) async fn of_server(context: Context<'_>) -> Result<(), CommandError> {
    let mut reply = reply(&context);
    settings::show_server(context.data(), &mut reply).await
}
