//! What people do in a league.

use super::pages::show;
use crate::contests::RequestCommand;
use crate::discord::ui::contests::entry::{ASKED, WITHDRAWN, admitted};
use crate::discord::ui::contests::named::view;
use crate::discord::ui::{App, Reply, Result};
use crate::features::leagues::messages::page;
use crate::features::leagues::model::{Command, League, Refusal};
use crate::kernel::contests::Admission;
use crate::matches::JournalId;

/// Gives a command to a league of this server.
pub(super) async fn give(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    command: Command,
) -> Result {
    let view = view::<League>(app, reply, id).await?;
    let done = app.arbiter.act_in_league(&view.journal, command);
    reply.while_doing(done).await?;
    Ok(())
}

pub(crate) async fn join(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let user = reply.interaction.user();
    let view = view::<League>(app, reply, id).await?;
    if !view.league.is_member(user)
        && admitted(app, reply, &view.journal, &view.league.rules().game).await? == Admission::Asks
    {
        let command = Command::Request(RequestCommand::Ask { user });
        give(app, reply, id, command).await?;
        return show(app, reply, id, ASKED).await;
    }
    give(app, reply, id, Command::Join { user }).await?;
    show(app, reply, id, "You have joined.").await
}

pub(crate) async fn ask_leave(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let view = view::<League>(app, reply, id).await?;
    let user = reply.interaction.user();
    if !view.league.is_member(user) && !view.league.is_playing(user) {
        return Err(Refusal::NotIn.into());
    }
    app.whisper_here(reply, page::ask_leave(&view, user)).await
}

pub(crate) async fn leave(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let user = reply.interaction.user();
    let view = view::<League>(app, reply, id).await?;
    give(app, reply, id, Command::Leave { user }).await?;
    let said = match view.league.requests().has(user) {
        true => WITHDRAWN,
        false => "You have left.",
    };
    show(app, reply, id, said).await
}
