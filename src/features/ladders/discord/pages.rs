//! The pages of ladders.

use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::reply::Reply;
use crate::features::ladders::messages::page::{self, Page};
use crate::features::ladders::messages::view::View;
use crate::features::ladders::model::Stage;
use crate::matches::{GuildId, JournalId};

/// Returns the server.
pub(crate) fn server(reply: &Reply<'_>) -> Result<GuildId, CommandError> {
    let guild = reply.interaction.guild();
    guild.ok_or_else(|| {
        CommandError::says("Ladders belong to servers. Use this in a server that has the bot.")
    })
}

/// Returns a ladder of this server.
pub(crate) async fn ladder(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
) -> Result<View, CommandError> {
    let guild = server(reply)?;
    let found = app.arbiter.ladder(guild, JournalId(id));
    let found = reply.while_doing(found).await?;
    found.ok_or_else(|| {
        CommandError::says("This ladder no longer exists. `/ladder` shows the others.")
    })
}

/// Shows a page of a ladder; without a page, the one on which the person is.
pub(crate) async fn show(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
    page: Option<u32>,
) -> Result<(), CommandError> {
    show_after(app, reply, id, page, String::new()).await
}

/// Shows the ladder that was chosen in a menu.
pub(crate) async fn choose(app: &App, reply: &mut Reply<'_>) -> Result<(), CommandError> {
    let id = reply.chosen()?;
    show(app, reply, id, None).await
}

/// Shows the page of a ladder below a sentence about what the person has just done.
pub(crate) async fn show_after(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
    page: Option<u32>,
    said: String,
) -> Result<(), CommandError> {
    let view = ladder(app, reply, id).await?;
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
    let shown = Page {
        page,
        organises,
        said,
        threads,
    };
    app.whisper_here(reply, page::page(&view, user, &shown))
        .await
}
