//! `/weekly-page` and `/daily-puzzle`.

use serenity::all::{ChannelType, Permissions};

use super::{daily, weekly};
use crate::discord::ui::app::App;
use crate::discord::ui::command::{Command, Parameter};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::given::Given;
use crate::discord::ui::reply::Reply;
use crate::matches::ChannelId;

/// Where pages and puzzles can be posted.
const POSTED_IN: [ChannelType; 2] = [ChannelType::Text, ChannelType::News];

pub(crate) fn all() -> Vec<Command> {
    vec![
        Command::new(
            "weekly-page",
            "Have this server's week posted every Monday: matches that ended, boards worth seeing, who leads",
            |app, reply, given| Box::pin(weekly_page(app, reply, given)),
        )
        .with(Parameter::channel(
            "channel",
            "Where to post it; without this you see what it would say today",
            &POSTED_IN,
        ))
        .with(Parameter::flag("stop", "Whether to post it no more"))
        .in_servers()
        .only_for(Permissions::MANAGE_GUILD),
        Command::new(
            "daily-puzzle",
            "Have a puzzle posted every day, with a thread to talk about it and its solution a day later",
            |app, reply, given| Box::pin(daily_puzzle(app, reply, given)),
        )
        .with(Parameter::channel(
            "channel",
            "Where to post it; without this you see where it comes",
            &POSTED_IN,
        ))
        .with(Parameter::whole(
            "hour",
            "At which hour of the day, by your clock (/reminders zone); 9 if you say nothing",
            0,
            23,
        ))
        .with(Parameter::flag("stop", "Whether to post it no more"))
        .in_servers()
        .only_for(Permissions::MANAGE_GUILD),
    ]
}

async fn weekly_page(
    app: &App,
    reply: &mut Reply<'_>,
    given: &Given<'_>,
) -> Result<(), CommandError> {
    let channel = channel(given)?;
    match channel {
        _ if given.flag("stop")? == Some(true) => weekly::stop(app, reply).await,
        Some(channel) => weekly::begin(app, reply, channel).await,
        None => weekly::show(app, reply).await,
    }
}

async fn daily_puzzle(
    app: &App,
    reply: &mut Reply<'_>,
    given: &Given<'_>,
) -> Result<(), CommandError> {
    let channel = channel(given)?;
    match (channel, given.whole("hour")?) {
        _ if given.flag("stop")? == Some(true) => daily::stop(app, reply).await,
        (None, None) => daily::show(app, reply).await,
        (channel, hour) => daily::begin(app, reply, channel, hour).await,
    }
}

fn channel(given: &Given<'_>) -> Result<Option<ChannelId>, CommandError> {
    let named = given.channel("channel")?;
    Ok(named.map(|named| ChannelId(named.channel.id.get())))
}
