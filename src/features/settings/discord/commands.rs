//! `/settings`, `/server-settings` and `/setup`.
//!
//! What a person and what a server chooses are two commands, for Discord shows or hides a command as a whole.

use serenity::all::{Permissions, Role};

use super::panels::ServerChanges;
use super::{block_command, panels, setup};
use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::command::{Command, Parameter};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::given::Given;
use crate::discord::ui::permissions::not_for_matches;
use crate::discord::ui::reply::Reply;
use crate::matches::{ChannelId, RoleId, TimeError};

/// Where matches are played: each in a thread of its own, or in the channel.
const THREADS: &str = "threads";
/// See [`THREADS`].
const CHANNEL: &str = "channel";

pub(crate) fn all() -> Vec<Command> {
    vec![
        Command::new(
            "settings",
            "Choose how boards look to you, and whether your turns are shown before they count",
            |app, reply, _| Box::pin(panels::show(app, reply)),
        ),
        server_settings(),
        Command::new(
            "setup",
            "See whether matches can be played in this channel or another one, and what I lack",
            |app, reply, given| Box::pin(permissions(app, reply, given)),
        )
        .with(Parameter::channel(
            "channel",
            "Which channel; without it, this one",
            &[],
        )),
        block_command::block(),
    ]
}

fn server_settings() -> Command {
    Command::new(
        "server-settings",
        "Choose for this server: colours, who plays what and where, and how much may go on",
        |app, reply, given| Box::pin(change_server(app, reply, given)),
    )
    .with(Parameter::role(
        "starters",
        "Only this role starts matches; @everyone for everybody",
    ))
    .with(Parameter::channel(
        "channel",
        "A channel in which matches begin; name each in turn",
        &[],
    ))
    .with(Parameter::flag(
        "anywhere",
        "True: matches begin in every text channel again",
    ))
    .with(
        Parameter::text("played", "Whether matches have threads").one_of([
            ("In threads, one for each match", THREADS),
            ("In the channel itself", CHANNEL),
        ]),
    )
    .with(Parameter::game(
        "without",
        "A game that cannot be played here",
    ))
    .with(Parameter::game(
        "with",
        "A game that can be played here again",
    ))
    .with(
        Parameter::text(
            "time",
            "The clock when none is asked for: 3d, 7d+12h; default for the usual one",
        )
        .at_most(40),
    )
    .with(Parameter::whole(
        "total",
        "How many matches may go on at once, of all people; 0 for any number",
        0,
        10_000,
    ))
    .with(Parameter::flag(
        "computers",
        "Whether two computers may play each other",
    ))
    .with(Parameter::role(
        "moderators",
        "This role uses /referee too; @everyone for none",
    ))
    .in_servers()
    .only_for(Permissions::MANAGE_GUILD)
}

async fn change_server(
    app: &App,
    reply: &mut Reply<'_>,
    given: &Given<'_>,
) -> Result<(), CommandError> {
    let guild = reply.asked.guild();
    // The role that everybody has bears the number of the server.
    let role = |role: &Role| {
        let id = RoleId(role.id.get());
        Some(id).filter(|id| guild.is_none_or(|guild| guild.0 != id.0))
    };
    let channel = given.channel("channel")?.map(|named| named.channel);
    if let Some(sentence) = channel.and_then(|channel| not_for_matches(Some(channel))) {
        return Err(CommandError::says(sentence));
    }
    let time = match given.text("time")?.map(str::trim) {
        None => None,
        Some("default") => Some(None),
        Some(text) => Some(Some(text.parse().map_err(|error: TimeError| {
            CommandError::says(ui::escaped(&error.to_string()))
        })?)),
    };
    let total: Option<u32> = given.whole("total")?;
    let changes = ServerChanges {
        starters: given.role("starters")?.map(role),
        moderators: given.role("moderators")?.map(role),
        channel: channel.map(|channel| ChannelId(channel.id.get())),
        anywhere: given.flag("anywhere")?.unwrap_or(false),
        without: given.text("without")?.map(str::to_owned),
        with: given.text("with")?.map(str::to_owned),
        time,
        in_channel: given.text("played")?.map(|played| played == CHANNEL),
        exhibitions: given.flag("computers")?,
        total: total.map(|total| Some(total).filter(|total| *total > 0)),
    };
    panels::change_server(app, reply, changes).await
}

async fn permissions(
    app: &App,
    reply: &mut Reply<'_>,
    given: &Given<'_>,
) -> Result<(), CommandError> {
    setup::show(app, reply, given.channel("channel")?).await
}
