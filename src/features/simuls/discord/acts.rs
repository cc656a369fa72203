//! What people do in a simul.

use crate::discord::ui::contests::entry::admitted;
use crate::discord::ui::contests::link;
use crate::discord::ui::contests::named::server;
use crate::discord::ui::{App, CommandError, Reply, Result};
use crate::features::simuls::messages::page;
use crate::features::simuls::messages::view::View;
use crate::features::simuls::model::{Command, Refusal, Simul, State};
use crate::matches::JournalId;

/// Returns what messages show of a simul of this server.
async fn view(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result<View> {
    let guild = server::<Simul>(reply)?;
    let found = app.arbiter.contest_view::<Simul>(guild, id);
    let found = reply.while_doing(found).await?;
    found.ok_or_else(|| CommandError::says("This simul no longer exists."))
}

/// Gives a command to a simul of this server, and returns the simul after it.
async fn give(app: &App, reply: &mut Reply<'_>, id: JournalId, command: Command) -> Result<Simul> {
    let view = view(app, reply, id).await?;
    let done = app.arbiter.act_in_simul(&view.journal, command);
    Ok(reply.while_doing(done).await?)
}

/// Shows a person's page of a simul, below a sentence about what they have just done; the sentence may be empty.
pub(crate) async fn show(app: &App, reply: &mut Reply<'_>, id: JournalId, said: &str) -> Result {
    let view = view(app, reply, id).await?;
    let user = reply.interaction.user();
    let games = app.arbiter.store().games_of(user);
    let games = reply.while_doing(games).await?;
    let organises = app.organises(reply, view.journal.guild).await?;
    let decides = organises || view.simul.organiser() == Some(user);
    let link = link::button(&view.journal, decides, app.pages.is_some());
    let counts_from = app.arbiter.counts_from(&view.simul, user);
    let counts_from = reply.while_doing(counts_from).await?;
    app.whisper_here(
        reply,
        page::page(&view, user, (said, counts_from), &games, link),
    )
    .await
}

pub(crate) async fn boards(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let view = view(app, reply, id).await?;
    let user = reply.interaction.user();
    app.whisper_here(reply, page::boards(&view, user)).await
}

/// Gives a person a seat; `unrated` if they want their board not to be rated. If they have a seat, only that changes.
pub(crate) async fn sit(app: &App, reply: &mut Reply<'_>, id: JournalId, unrated: bool) -> Result {
    let user = reply.interaction.user();
    let view = view(app, reply, id).await?;
    let simul = &view.simul;
    if !simul.is_host(user) && !simul.is_seated(user) && simul.state() == State::Gathering {
        // Who was silent before costs nobody more than a board without a result.
        admitted(app, reply, &view.journal, &simul.rules().game).await?;
    }
    let after = give(app, reply, id, Command::Sit { user, unrated }).await?;
    let said = match after.state() {
        State::Gathering if simul.is_seated(user) => "",
        State::Gathering => "You have a seat.",
        _ => "You have the last seat: the simul begins.",
    };
    show(app, reply, id, said).await
}

pub(crate) async fn leave(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let user = reply.interaction.user();
    give(app, reply, id, Command::Leave { user }).await?;
    show(app, reply, id, "Your seat is free again.").await
}

pub(crate) async fn start(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let by = reply.interaction.user();
    give(app, reply, id, Command::Start { by }).await?;
    show(app, reply, id, "The simul begins.").await
}

/// Asks whether the person who set a simul up, or an organiser, really cancels the simul.
pub(crate) async fn ask_cancel(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let view = view(app, reply, id).await?;
    let organises = app.organises(reply, view.journal.guild).await?;
    if view.simul.organiser() != Some(reply.interaction.user()) && !organises {
        return Err(Refusal::NotOrganiser.into());
    }
    match view.simul.state() {
        State::Gathering => app.whisper_here(reply, page::ask_cancel(&view)).await,
        State::Running => Err(Refusal::HasBegun.into()),
        State::Over | State::Cancelled(_) => Err(Refusal::Closed.into()),
    }
}

pub(crate) async fn cancel(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let by = reply.interaction.user();
    let guild = server::<Simul>(reply)?;
    let organises = app.organises(reply, guild).await?;
    give(app, reply, id, Command::Cancel { by, organises }).await?;
    show(app, reply, id, "You have cancelled the simul.").await
}
