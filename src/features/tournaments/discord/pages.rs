//! The pages of tournaments.

use crate::discord::ui::contests::named::{self, server, view};
use crate::discord::ui::{App, Reply, Result};
use crate::features::tournaments::messages::page::{self, Page};
use crate::features::tournaments::messages::results;
use crate::features::tournaments::model::Tournament;
use crate::features::tournaments::press::Press;
use crate::matches::JournalId;

/// Shows a tournament below a sentence about what the person has just done; the sentence may be empty.
pub(crate) async fn show(app: &App, reply: &mut Reply<'_>, id: JournalId, said: &str) -> Result {
    let view = view::<Tournament>(app, reply, id).await?;
    let user = reply.interaction.user();
    let kept_out = app.arbiter.is_kept_out(view.journal.guild, user);
    let shown = Page {
        kept_out: reply.while_doing(kept_out).await?,
        ..Page::of::<Tournament>(app, reply, &view.journal, said).await?
    };
    app.whisper_here(reply, page::page(&view, user, &shown))
        .await
}

/// Shows the list of the server's tournaments.
pub(crate) async fn all(app: &App, reply: &mut Reply<'_>) -> Result {
    let guild = server::<Tournament>(reply)?;
    let all = app.arbiter.contests_in::<Tournament>(guild);
    let all = reply.while_doing(all).await?;
    let organises = app.organises(reply, guild).await?;
    let list = named::list::<Tournament>(&all, organises, Press::Choose, Press::New);
    app.whisper_here(reply, list).await
}

/// Shows the results of a round.
pub(crate) async fn results(app: &App, reply: &mut Reply<'_>, id: JournalId, round: u32) -> Result {
    let view = view::<Tournament>(app, reply, id).await?;
    let user = reply.interaction.user();
    app.whisper_here(reply, results::results(&view, round, user))
        .await
}
