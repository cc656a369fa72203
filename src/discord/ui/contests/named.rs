//! Which league or ladder: the option of the commands, the list of a server's, and the one of a button.

use crate::db::journal::{self, Journal};
use crate::discord::ui::app::App;
use crate::discord::ui::command::{Choices, Parameter, choices};
use crate::discord::ui::command_error::{CommandError, Result};
use crate::discord::ui::command_options::CommandOptions;
use crate::discord::ui::composed::{Button, Composed, MOST_OPTIONS, Menu, MenuOption, Tone};
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::reply::Reply;
use crate::kernel::contests::Contest;
use crate::matches::{GuildId, JournalId, MOST_NAME};

pub(crate) fn option<C: Contest>() -> Parameter {
    let kind = C::KIND;
    let what = format!("Which {kind} (if empty: this channel's)");
    Parameter::text(kind, what)
        .at_most(u16::try_from(MOST_NAME).unwrap_or(40))
        .completed(|app, reply, _, typed| Box::pin(complete::<C>(app, reply, typed)))
}

/// Returns the open contests of the server whose names contain the typed text.
async fn complete<C: Contest>(app: &App, reply: &mut Reply<'_>, typed: &str) -> Choices {
    let Some(guild) = reply.interaction.guild() else {
        return Choices::default();
    };
    let all = app.arbiter.contests_in::<C>(guild).await;
    let all = all.unwrap_or_default().into_iter();
    let typed = typed.trim().to_lowercase();
    let fitting = all.filter(|journal| journal.name.to_lowercase().contains(&typed));
    choices(fitting.map(|journal| (journal.name, journal.id.0.to_string())))
}

/// Returns the open contests of the server, and the number of the named one or of the one in this channel.
pub(crate) async fn found<C: Contest>(
    app: &App,
    reply: &mut Reply<'_>,
    guild: GuildId,
    given: &CommandOptions<'_>,
) -> Result<(Vec<Journal>, Option<JournalId>)> {
    let kind = C::KIND;
    let all = app.arbiter.contests_in::<C>(guild);
    let all = reply.while_doing(all).await?;
    let found = match given.text(kind)? {
        Some(typed) => Some(journal::named(&all, typed).ok_or_else(|| {
            CommandError::says(format!(
                "This server has no open {kind} of that name. `/{kind}` lists them."
            ))
        })?),
        None => journal::only_of(&all, &reply.interaction.channels()),
    };
    let found = found.map(|journal| journal.id);
    Ok((all, found))
}

/// Returns the server of the person who asked.
pub(crate) fn server<C: Contest>(reply: &Reply<'_>) -> Result<GuildId> {
    let guild = reply.interaction.guild();
    guild.ok_or_else(|| {
        let title = C::TITLE;
        CommandError::says(format!(
            "{title}s belong to servers. Use this in a server that has the bot."
        ))
    })
}

/// Returns what messages show of a contest of this server.
pub(crate) async fn view<C: Contest>(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
) -> Result<C::View> {
    let guild = server::<C>(reply)?;
    let found = app.arbiter.contest_view::<C>(guild, id);
    let found = reply.while_doing(found).await?;
    found.ok_or_else(no_longer_exists::<C>)
}

/// Returns the journal of a contest of this server.
pub(crate) async fn journal<C: Contest>(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
) -> Result<Journal> {
    let guild = server::<C>(reply)?;
    let read = app.arbiter.read(move |db| journal::get(db, C::KIND, id));
    let found = reply.while_doing(read).await?;
    let here = found.filter(|journal| journal.guild == guild);
    here.ok_or_else(no_longer_exists::<C>)
}

fn no_longer_exists<C: Contest>() -> CommandError {
    let kind = C::KIND;
    CommandError::says(format!(
        "This {kind} no longer exists. `/{kind}` shows the others."
    ))
}

/// Returns the list of a server's contests, to choose one.
pub(crate) fn list<C: Contest>(
    all: &[Journal],
    organises: bool,
    choose: impl Into<CustomId>,
    new: impl Into<CustomId>,
) -> Composed {
    let (kind, title) = (C::KIND, C::TITLE);
    let new = Button::new(format!("New {title}…"), Tone::Primary, new);
    let rows = Vec::from_iter(organises.then_some(vec![new]));
    if all.is_empty() {
        let how = if organises {
            format!("*New {title}…* sets one up.")
        } else {
            format!("Somebody who manages the server can set one up with `/{kind}`.")
        };
        return Composed {
            rows,
            ..Composed::text(format!("This server has no {kind}. {how}"))
        };
    }
    let options = all
        .iter()
        .take(MOST_OPTIONS)
        .map(|journal| MenuOption::new(journal.name.clone(), journal.id.0.to_string()));
    Composed {
        menus: vec![Menu::one(title, choose, options.collect())],
        rows,
        ..Composed::text(format!("Which {kind}?"))
    }
}
