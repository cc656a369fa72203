//! The pages of ladders.

use crate::discord::ui::contests::named::view;
use crate::discord::ui::{App, Reply, Result};
use crate::features::ladders::messages::page::{self, Page};
use crate::features::ladders::model::{Ladder, Stage};
use crate::matches::JournalId;

/// Shows a page of a ladder, or the one on which the person is, below a sentence about what the person has just done.
pub(crate) async fn show(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    page: Option<u32>,
    said: &str,
) -> Result {
    let view = view::<Ladder>(app, reply, id).await?;
    let user = reply.interaction.user();
    let organises = app.organises(reply, view.journal.guild).await?;
    let mut threads = Vec::new();
    for (_, game) in view.ladder.games() {
        if game.side_of(user).is_none() {
            continue;
        }
        if let Stage::Running(id) | Stage::Ending(id, _) = game.stage {
            // A link is no reason to fail.
            let running = reply.while_doing(app.arbiter.view(id)).await.ok();
            let thread = running.and_then(|running| running.places.thread);
            threads.extend(thread.map(|thread| (id, thread)));
        }
    }
    let banned = app.arbiter.is_kept_out(view.journal.guild, user);
    let shown = Page {
        page,
        kept_out: reply.while_doing(banned).await?,
        organises,
        has_pages: app.pages.is_some(),
        said: said.to_owned(),
        threads,
    };
    app.whisper_here(reply, page::page(&view, user, &shown))
        .await
}
