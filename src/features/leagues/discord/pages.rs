//! The pages of leagues.

use crate::db::journal;
use crate::discord::ui::contests::named::{server, view};
use crate::discord::ui::{App, Reply, Result};
use crate::features::leagues::messages::page::{self, Page};
use crate::features::leagues::messages::results;
use crate::features::leagues::model::{League, SeasonId};
use crate::kernel::contests::{Contest, views};
use crate::matches::JournalId;

/// Shows a league below a sentence about what the person has just done; the sentence may be empty.
pub(crate) async fn show(app: &App, reply: &mut Reply<'_>, id: JournalId, said: &str) -> Result {
    let view = view::<League>(app, reply, id).await?;
    let user = reply.interaction.user();
    let kept_out = app.arbiter.is_kept_out(view.journal.guild, user);
    let shown = Page {
        kept_out: reply.while_doing(kept_out).await?,
        ..Page::of::<League>(app, reply, &view.journal, said).await?
    };
    app.whisper_here(reply, page::page(&view, user, &shown))
        .await
}

/// Shows a person's running games in a league.
pub(crate) async fn games(app: &App, reply: &mut Reply<'_>, id: JournalId) -> Result {
    let view = view::<League>(app, reply, id).await?;
    let user = reply.interaction.user();
    let games = app.arbiter.store().games_of(user);
    let shown = Page {
        games: reply.while_doing(games).await?,
        ..Page::default()
    };
    app.whisper_here(reply, page::games(&view, user, &shown))
        .await
}

/// Shows a person's games in all leagues of the server.
pub(crate) async fn all(app: &App, reply: &mut Reply<'_>) -> Result {
    let guild = server::<League>(reply)?;
    let user = reply.interaction.user();
    let read = app.arbiter.read(move |db| {
        let own = journal::of_person(db, League::KIND, user)?;
        let own = views::<League>(db, own, Some(guild))?;
        Ok((journal::in_guild(db, League::KIND, guild)?, own))
    });
    let (leagues, own) = reply.while_doing(read).await?;
    let games = app.arbiter.store().games_of(user);
    let shown = Page {
        organises: app.organises(reply, guild).await?,
        games: reply.while_doing(games).await?,
        ..Page::default()
    };
    app.whisper_here(reply, page::all(&leagues, &own, user, &shown))
        .await
}

/// Shows all results of a division.
pub(crate) async fn results(
    app: &App,
    reply: &mut Reply<'_>,
    id: JournalId,
    season: SeasonId,
    division: u32,
) -> Result {
    let view = view::<League>(app, reply, id).await?;
    let index = usize::try_from(division).unwrap_or(0);
    let user = reply.interaction.user();
    app.whisper_here(reply, results::results(&view, season, index, user))
        .await
}
