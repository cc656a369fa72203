//! The pages of leagues.

use crate::db::Listed;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::reply::Reply;
use crate::features::leagues::messages::page::{self, Page};
use crate::features::leagues::messages::results;
use crate::features::leagues::messages::view::View;
use crate::features::leagues::model::{League, SeasonId};
use crate::matches::{GuildId, JournalId, UserId};

/// Returns the server.
pub(crate) fn server(reply: &Reply<'_>) -> Result<GuildId, CommandError> {
    let guild = reply.interaction.guild();
    guild.ok_or_else(|| {
        CommandError::says("Leagues belong to servers. Use this in a server that has the bot.")
    })
}

/// Returns a league of this server.
pub(crate) async fn league(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
) -> Result<View, CommandError> {
    let guild = server(reply)?;
    let found = app.arbiter.league(guild, JournalId(id));
    let found = reply.while_doing(found).await?;
    found.ok_or_else(|| {
        CommandError::says("This league no longer exists. `/league` shows the others.")
    })
}

/// Shows a league.
pub(crate) async fn show(app: &App, reply: &mut Reply<'_>, id: u64) -> Result<(), CommandError> {
    show_after(app, reply, id, String::new()).await
}

/// Shows the league that was chosen in a menu.
pub(crate) async fn choose(app: &App, reply: &mut Reply<'_>) -> Result<(), CommandError> {
    let id = reply.chosen()?;
    show(app, reply, id).await
}

/// Shows a league below a sentence about what the person has just done.
pub(crate) async fn show_after(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
    said: String,
) -> Result<(), CommandError> {
    let view = league(app, reply, id).await?;
    let user = reply.interaction.user();
    let guild = view.journal.guild;
    let leagues = reply
        .while_doing(app.arbiter.contests_in::<League>(guild))
        .await?;
    let shown = Page {
        organises: app.organises(reply, guild).await?,
        said,
        games: games(app, reply, user).await?,
        others: leagues.iter().any(|one| one.id != view.journal.id),
    };
    app.whisper_here(reply, page::page(&view, user, &shown))
        .await
}

/// Shows a person's games in all leagues of the server.
pub(crate) async fn all(app: &App, reply: &mut Reply<'_>) -> Result<(), CommandError> {
    let guild = server(reply)?;
    let user = reply.interaction.user();
    let leagues = reply
        .while_doing(app.arbiter.contests_in::<League>(guild))
        .await?;
    let own = app.arbiter.leagues_of(guild, user);
    let own = reply.while_doing(own).await?;
    let shown = Page {
        organises: app.organises(reply, guild).await?,
        games: games(app, reply, user).await?,
        ..Page::default()
    };
    app.whisper_here(reply, page::all(&leagues, &own, user, &shown))
        .await
}

async fn games(
    app: &App,
    reply: &mut Reply<'_>,
    user: UserId,
) -> Result<Vec<Listed>, CommandError> {
    let games = app.arbiter.store().games_of(user);
    Ok(reply
        .while_doing(games)
        .await
        .map_err(crate::kernel::Error::from)?)
}

/// Shows all results of a division.
pub(crate) async fn results(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
    season: SeasonId,
    division: u32,
) -> Result<(), CommandError> {
    let view = league(app, reply, id).await?;
    let index = usize::try_from(division).unwrap_or(0);
    app.whisper_here(reply, results::results(&view, season, index))
        .await
}

/// Shows the results of the season chosen in a menu.
pub(crate) async fn of_season(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
) -> Result<(), CommandError> {
    let season = reply.chosen()?;
    results(app, reply, id, season, 0).await
}

/// Shows the results of the division chosen in a menu.
pub(crate) async fn of_division(
    app: &App,
    reply: &mut Reply<'_>,
    id: u64,
    season: SeasonId,
) -> Result<(), CommandError> {
    let division = reply.chosen()?;
    results(app, reply, id, season, division).await
}
