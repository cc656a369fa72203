//! `/weekly-page` and `/daily-puzzle`.

use serenity::all::{CommandOptionType, PartialChannel};

use crate::discord::ui::command::{Command, Context, reply, with_choices};
use crate::discord::ui::command_error::CommandError;
use crate::features::calendar;
use crate::matches::ChannelId;

/// Have this server's week posted every Monday: matches that ended, boards worth seeing, who leads
#[poise::command(
    slash_command,
    rename = "weekly-page",
    default_member_permissions = "MANAGE_GUILD"
)]
pub(crate) async fn weekly_page(
    context: Context<'_>,
    #[description = "Where to post it; without this you see what it would say today"]
    #[channel_types("Text", "News")]
    channel: Option<PartialChannel>,
    #[description = "Whether to post it no more"] stop: Option<bool>,
) -> Result<(), CommandError> {
    let (app, mut reply) = (context.data(), reply(&context));
    match channel {
        _ if stop == Some(true) => calendar::discord::weekly::stop(app, &mut reply).await,
        Some(channel) => {
            calendar::discord::weekly::begin(app, &mut reply, ChannelId(channel.id.get())).await
        }
        None => calendar::discord::weekly::show(app, &mut reply).await,
    }
}

/// `/daily-puzzle`, with the hours of a day as bounds.
pub(crate) fn daily() -> Command {
    // Poise gives bounds as numbers that are not whole.
    with_choices(daily_puzzle(), "hour", |option| {
        let option = option.kind(CommandOptionType::Integer);
        option.min_int_value(0).max_int_value(23)
    })
}

/// Have a puzzle posted every day, with a thread to talk about it and its solution a day later
#[poise::command(
    slash_command,
    rename = "daily-puzzle",
    default_member_permissions = "MANAGE_GUILD"
)]
pub(crate) async fn daily_puzzle(
    context: Context<'_>,
    #[description = "Where to post it; without this you see where it comes"]
    #[channel_types("Text", "News")]
    channel: Option<PartialChannel>,
    #[description = "At which hour of the day, by your clock (/reminders zone); 9 if you say nothing"]
    hour: Option<u8>,
    #[description = "Whether to post it no more"] stop: Option<bool>,
) -> Result<(), CommandError> {
    let (app, mut reply) = (context.data(), reply(&context));
    let channel = channel.map(|channel| ChannelId(channel.id.get()));
    match (channel, hour) {
        _ if stop == Some(true) => calendar::discord::daily::stop(app, &mut reply).await,
        (None, None) => calendar::discord::daily::show(app, &mut reply).await,
        _ => calendar::discord::daily::begin(app, &mut reply, channel, hour).await,
    }
}
