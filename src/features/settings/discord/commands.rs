//! `/settings`, `/server-settings`, `/weekly-page`, `/daily-puzzle` and `/setup`.
//!
//! They are two commands, for Discord shows or hides a command as a whole: subcommands cannot be kept from people.

use poise::ChoiceParameter;
use serenity::all::{CommandOptionType, PartialChannel, Role};

use super::panels::ServerChanges;
use super::{panels, setup};
use crate::discord::ui;
use crate::discord::ui::command::{Command, Context, games, reply, with_choices};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::permissions::not_for_matches;
use crate::matches::{ChannelId, RoleId, TimeError};

/// Choose how boards look to you, and whether your turns are shown before they count
#[poise::command(slash_command, rename = "settings")]
pub(crate) async fn own(context: Context<'_>) -> Result<(), CommandError> {
    let mut reply = reply(&context);
    panels::show(context.data(), &mut reply).await
}

/// Where matches are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ChoiceParameter)]
pub(crate) enum Played {
    /// Each in a thread of its own.
    #[name = "In threads, one for each match"]
    Threads,
    /// In the channel.
    #[name = "In the channel itself"]
    Channel,
}

/// `/server-settings`, with the games of the catalogue as choices.
pub(crate) fn of_server() -> Command {
    let command = with_choices(server_settings(), "without", games);
    let command = with_choices(command, "with", games);
    // Poise gives bounds as numbers that are not whole.
    with_choices(command, "total", |option| {
        let option = option.kind(CommandOptionType::Integer);
        option.min_int_value(0).max_int_value(10_000)
    })
}

/// Choose for this server: colours, who plays what and where, and how much may go on
#[poise::command(
    slash_command,
    rename = "server-settings",
    default_member_permissions = "MANAGE_GUILD"
)]
#[expect(
    clippy::too_many_arguments,
    reason = "Discord hands each option to a command as an argument"
)]
async fn server_settings(
    context: Context<'_>,
    #[description = "Only this role starts matches; @everyone for everybody"] starters: Option<
        Role,
    >,
    #[description = "A channel in which matches begin; name each in turn"] channel: Option<
        PartialChannel,
    >,
    #[description = "True: matches begin in every text channel again"] anywhere: Option<bool>,
    #[description = "Whether matches have threads"] played: Option<Played>,
    #[description = "A game that is not to be played here"] without: Option<String>,
    #[description = "A game that is to be played here again"] with: Option<String>,
    #[description = "The clock when none is asked for: 3d, 7d+12h; default for the usual one"]
    #[max_length = 40]
    time: Option<String>,
    #[description = "How many matches may go on at once, of all people; 0 for any number"]
    total: Option<u32>,
    #[description = "Whether two computers may play each other"] computers: Option<bool>,
    #[description = "This role uses /moderate too; @everyone for none"] moderators: Option<Role>,
) -> Result<(), CommandError> {
    let mut reply = reply(&context);
    let guild = reply.asked.guild();
    // The role that everybody has bears the number of the server.
    let role = |role: Role| {
        let id = RoleId(role.id.get());
        Some(id).filter(|id| guild.is_none_or(|guild| guild.0 != id.0))
    };
    if let Some(sentence) = channel
        .as_ref()
        .and_then(|channel| not_for_matches(Some(channel)))
    {
        return Err(CommandError::says(sentence));
    }
    let time = match time.as_deref().map(str::trim) {
        None => None,
        Some("default") => Some(None),
        Some(text) => Some(Some(text.parse().map_err(|error: TimeError| {
            CommandError::says(ui::escaped(&error.to_string()))
        })?)),
    };
    let changes = ServerChanges {
        starters: starters.map(role),
        moderators: moderators.map(role),
        channel: channel.map(|channel| ChannelId(channel.id.get())),
        anywhere: anywhere.unwrap_or(false),
        without,
        with,
        time,
        in_channel: played.map(|played| played == Played::Channel),
        exhibitions: computers,
        total: total.map(|total| Some(total).filter(|total| *total > 0)),
    };
    panels::change_server(context.data(), &mut reply, changes).await
}

/// See whether matches can be played in this channel or another one, and what I lack
#[poise::command(slash_command, rename = "setup")]
pub(crate) async fn permissions(
    context: Context<'_>,
    #[description = "Which channel; without it, this one"] channel: Option<PartialChannel>,
) -> Result<(), CommandError> {
    let mut reply = reply(&context);
    setup::show(context.data(), &mut reply, channel.as_ref()).await
}
