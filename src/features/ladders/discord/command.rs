//! `/ladder`.

use super::pages;
use crate::db::journal::Journal;
use crate::discord::ui::app::App;
use crate::discord::ui::command::{Choices, Command, Parameter, choices};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::command_options::CommandOptions;
use crate::discord::ui::reply::Reply;
use crate::features::ladders::messages;
use crate::matches::{ChannelId, MOST_NAME};

const LADDER: &str = "ladder";

pub(crate) fn ladder() -> Command {
    let which = Parameter::text(LADDER, "Which ladder (if empty: the one of this channel)")
        .at_most(u16::try_from(MOST_NAME).unwrap_or(40))
        .completed(|app, reply, _, typed| Box::pin(complete(app, reply, typed)));
    Command::new(
        "ladder",
        "See a ladder, join it, and challenge those above you",
        |app, reply, given| Box::pin(run(app, reply, given)),
    )
    .with(which)
    .in_servers()
}

/// Returns the open ladders of the server whose names contain the typed text.
async fn complete(app: &App, reply: &mut Reply<'_>, typed: &str) -> Choices {
    let Some(guild) = reply.interaction.guild() else {
        return Choices::default();
    };
    let ladders = app.arbiter.ladders_in(guild).await.unwrap_or_default();
    let typed = typed.trim().to_lowercase();
    let fitting = ladders
        .into_iter()
        .filter(|journal| journal.name.to_lowercase().contains(&typed));
    choices(fitting.map(|journal| (journal.name, journal.id.0.to_string())))
}

async fn run(
    app: &App,
    reply: &mut Reply<'_>,
    given: &CommandOptions<'_>,
) -> Result<(), CommandError> {
    let guild = pages::server(reply)?;
    let ladders = reply.while_doing(app.arbiter.ladders_in(guild)).await?;
    let found = match given.text(LADDER)? {
        Some(typed) => Some(named(&ladders, typed).ok_or_else(|| {
            CommandError::says("This server has no open ladder of that name. `/ladder` lists them.")
        })?),
        None => here(&ladders, reply),
    };
    match found {
        Some(journal) => pages::show(app, reply, journal.id.0, None).await,
        None => {
            let organises = app.organises(reply, guild).await?;
            app.whisper(reply, messages::page::choose(&ladders, organises))
                .await
        }
    }
}

/// Returns the ladder with this number or name.
fn named<'a>(ladders: &'a [Journal], typed: &str) -> Option<&'a Journal> {
    let typed = typed.trim();
    let number = typed.parse().ok();
    let name = typed.to_lowercase();
    let mut all = ladders.iter();
    let by_number = all.find(|journal| Some(journal.id.0) == number);
    by_number.or_else(|| ladders.iter().find(|one| one.name.to_lowercase() == name))
}

/// Returns the only ladder of this channel or of the channel of this thread, else the only one of the server.
fn here<'a>(ladders: &'a [Journal], reply: &Reply<'_>) -> Option<&'a Journal> {
    let interaction = reply.interaction;
    let parent = interaction
        .partial_channel()
        .and_then(|channel| channel.parent_id)
        .map(|parent| ChannelId(parent.get()));
    let places = [Some(interaction.channel()), parent];
    let mut of_place = ladders
        .iter()
        .filter(|one| places.contains(&Some(one.channel)));
    match (of_place.next(), of_place.next()) {
        (Some(only), None) => Some(only),
        (Some(_), Some(_)) => None,
        (None, _) => match ladders {
            [only] => Some(only),
            _ => None,
        },
    }
}
