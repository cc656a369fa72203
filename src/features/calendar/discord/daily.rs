//! `/daily-puzzle`: a puzzle a day for a whole server, in a channel that it names.

use crate::db::people::habits;
use crate::discord::ui::app::App;
use crate::discord::ui::asked::managed_server;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::reply::Reply;
use crate::discord::ui::{Composed, permissions};
use crate::features::calendar::messages;
use crate::features::calendar::service::daily::DAILY_HOUR;
use crate::features::calendar::service::daily_places::DailyView;
use crate::features::calendar::store::daily;
use crate::games::CATALOGUE;
use crate::kernel::Error;
use crate::matches::{ChannelId, GuildId};

/// Shows who manages a server where its daily puzzle comes.
pub async fn show(app: &App, reply: &mut Reply<'_>) -> Result<(), CommandError> {
    let guild = managed_server(reply.asked)?;
    let place = found(app, reply, guild).await?;
    app.whisper_here(reply, messages::daily_place(place.as_ref()))
        .await
}

async fn found(
    app: &App,
    reply: &mut Reply<'_>,
    guild: GuildId,
) -> Result<Option<DailyView>, CommandError> {
    Ok(reply.while_doing(app.arbiter.daily_place(guild)).await?)
}

/// Names the channel to which it comes from now on, or the hour, or both.
pub async fn begin(
    app: &App,
    reply: &mut Reply<'_>,
    channel: Option<ChannelId>,
    hour: Option<u8>,
) -> Result<(), CommandError> {
    let guild = managed_server(reply.asked)?;
    let place = found(app, reply, guild).await?.map(|view| view.place);
    let channel = channel.or(place.as_ref().map(|place| place.channel));
    let Some(channel) = channel else {
        return Err(CommandError::says(
            "This server has no daily puzzle yet: name a channel too, with `/daily-puzzle channel:`.",
        ));
    };
    if channel == reply.asked.channel() {
        App::allowed(reply.asked, permissions::FOR_A_DAILY_PUZZLE)?;
    }
    let hour = hour.or(place.map(|place| place.hour));
    let user = reply.asked.user();
    let arbiter = &app.arbiter;
    let begun = async move {
        let zone = arbiter
            .read(move |db| habits::of_user(db, user))
            .await?
            .zone
            .unwrap_or_default();
        let hour = hour.unwrap_or(DAILY_HOUR);
        arbiter.begin_daily_puzzle(guild, channel, zone, hour).await
    };
    reply.while_doing(begun).await?;
    show(app, reply).await
}

/// Lets the games that were chosen from the menu take turns.
pub async fn choose(app: &App, reply: &mut Reply<'_>) -> Result<(), CommandError> {
    let guild = managed_server(reply.asked)?;
    let chosen = reply.asked.chosen();
    let games = CATALOGUE.iter().map(|game| game.card.key);
    let mut games: Vec<_> = games
        .filter(|key| chosen.iter().any(|one| one == key))
        .map(str::to_owned)
        .collect();
    // All of them are also those that come later.
    if games.len() == CATALOGUE.len() {
        games.clear();
    }
    let arbiter = &app.arbiter;
    let chosen = async move {
        arbiter.choose_daily_games(guild, games).await?;
        Ok::<_, Error>(())
    };
    reply.while_doing(chosen).await?;
    show(app, reply).await
}

/// Ends it.
pub async fn stop(app: &App, reply: &mut Reply<'_>) -> Result<(), CommandError> {
    let guild = managed_server(reply.asked)?;
    let ended = reply
        .while_doing(
            app.arbiter
                .write(move |db| daily::end_daily_puzzle(db, guild)),
        )
        .await?;
    let words = if ended {
        "The daily puzzle of this server has ended."
    } else {
        "This server has no daily puzzle."
    };
    app.whisper(reply, Composed::text(words)).await
}
