//! The page of a server's daily puzzle.

use super::zone;
use crate::discord::ui::interaction::managed_server;
use crate::discord::ui::panel::{Page, Panel, Step};
use crate::discord::ui::{self, App, Reply, Result, permissions};
use crate::features::calendar::messages;
use crate::features::calendar::messages::daily::DAILY;
use crate::features::calendar::service::daily::DAILY_HOUR;
use crate::features::calendar::store::places;
use crate::games::with_puzzles;

pub(crate) const PAGE: Page = Page::new(Panel::Server, DAILY, "Daily Puzzle", |app, reply, act| {
    Box::pin(turn(app, reply, act))
});

async fn turn(app: &App, reply: &mut Reply<'_>, act: &str) -> Result<Step> {
    let guild = managed_server(reply.interaction)?;
    let arbiter = &app.arbiter;
    let before = reply.while_doing(arbiter.daily_place(guild)).await?;
    let place = before.as_ref().map(|view| &view.place);
    match (act, place) {
        ("", _) => return Ok(Step::Shown(messages::daily_place(before.as_ref()))),
        ("channel", _) => {
            let channel = reply.chosen_channel(permissions::FOR_A_DAILY_PUZZLE)?;
            let hour = place.map_or(DAILY_HOUR, |place| place.hour);
            let zone = zone(app, reply).await?;
            let begun = arbiter.begin_daily_puzzle(guild, channel, zone, hour);
            reply.while_doing(begun).await?;
        }
        ("hour", Some(place)) => {
            let hour = reply.chosen().ok().filter(|hour| *hour < 24);
            let hour = hour.ok_or_else(ui::unknown_component)?;
            let zone = zone(app, reply).await?;
            let begun = arbiter.begin_daily_puzzle(guild, place.channel, zone, hour);
            reply.while_doing(begun).await?;
        }
        ("games", Some(_)) => {
            let games = games(reply.interaction.chosen());
            let chosen = arbiter.choose_daily_games(guild, games);
            reply.while_doing(chosen).await?;
        }
        // Another manager may have ended it already.
        ("hour" | "games", None) => {}
        ("stop", _) => {
            let end = arbiter.write(move |db| places::end(db, places::DAILY, guild));
            reply.while_doing(end).await?;
        }
        _ => return Err(ui::unknown_component().into()),
    }
    let view = reply.while_doing(arbiter.daily_place(guild)).await?;
    Ok(Step::Saved(messages::daily_place(view.as_ref())))
}

/// Returns the keys of the chosen games; empty for all games with puzzles, future ones included.
fn games(chosen: &[String]) -> Vec<String> {
    let games = with_puzzles().map(|game| game.card.key);
    let mut games: Vec<_> = games
        .filter(|key| chosen.iter().any(|one| one == key))
        .map(str::to_owned)
        .collect();
    if games.len() == with_puzzles().count() {
        games.clear();
    }
    games
}
