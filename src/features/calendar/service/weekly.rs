//! The weekly pages of servers: matches that ended, boards worth seeing, who leads.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;

use crate::db::Connection;
use crate::db::alarms::{self, Alarm};
use crate::db::people::preferences;
use crate::db::ratings;
use crate::features::calendar::store::weekly::{self, WEEKLY, WeeklyPlace};
use crate::games::CATALOGUE;
use crate::kernel::delivery::tries::Tries;
use crate::kernel::{Error, Kernel, View, Week};
use crate::matches::{GuildId, MatchId};
use crate::people::Moment;
use crate::ratings::table;

/// So far back a page looks.
const WEEK: Duration = Duration::from_hours(7 * 24);

/// The hour on Monday at which pages come.
pub const WEEKLY_HOUR: u8 = 9;

/// How many matches a page names: of those that ended, and of those that are played.
const MOST_ENDED: u32 = 8;
const MOST_PLAYED: u32 = 4;

/// Of how many games it says who leads, and how many players those are.
const MOST_GAMES: usize = 3;
const MOST_LEADERS: usize = 3;

/// Notes that a page that is due is being posted, and has it posted. Whoever dies between the two posts none this week.
pub(crate) async fn publish(kernel: Arc<Kernel>, alarm: Alarm) -> Result<(), Error> {
    let now = kernel.time.now();
    let turn = move |db: &Connection| {
        let place = weekly::weekly_place(db, GuildId(alarm.about.place))?;
        let next = place
            .as_ref()
            .and_then(|place| place.zone.next_monday(now, WEEKLY_HOUR));
        let turned = alarms::replace(db, WEEKLY, &alarm, next)?;
        let place = place.filter(|_| turned);
        Ok(place.map(|place| WeeklyPlace { due: next, ..place }))
    };
    let Some(place) = kernel.write(turn).await? else {
        return Ok(());
    };
    let tries = Arc::new(Mutex::new(Tries::new()));
    kernel.work("posting a weekly page", MatchId(0), move |kernel, _| {
        let (place, tries) = (place.clone(), Arc::clone(&tries));
        async move { post(&kernel, &place, now, &mut *tries.lock().await).await }
    });
    Ok(())
}

async fn post(
    kernel: &Kernel,
    place: &WeeklyPlace,
    now: Moment,
    tries: &mut Tries,
) -> Result<(), Error> {
    let week = week(kernel, place.guild, now).await?;
    if week.is_silent() {
        return Ok(());
    }
    let posted = tries.deliver(kernel, place.guild, now, || {
        kernel.announcer.week(&week, place.channel)
    });
    if let Err(refused) = posted.await {
        tracing::warn!(guild = %place.guild, why = %refused, "weekly pages end: the channel is closed to me");
        let place = place.clone();
        kernel
            .write(move |db| weekly::close_weekly_page(db, &place))
            .await?;
    }
    Ok(())
}

/// What happened in a server in the week before a moment.
pub(crate) async fn week(kernel: &Kernel, guild: GuildId, until: Moment) -> Result<Week, Error> {
    let read = kernel.read(move |db| {
        let ended = weekly::ended_in(db, guild, until.before(WEEK), MOST_ENDED)?;
        let played = weekly::most_followed_in(db, guild, MOST_PLAYED)?;
        Ok((ended, played, preferences::of_server(db, guild)?))
    });
    let ((ended, ended_count), played, server) = read.await?;
    let (_, played_count) = kernel.store.played_in(guild, None, 0).await?;
    let ended = views(kernel, ended).await?;
    let mut leaders = Vec::new();
    for game in CATALOGUE {
        let was_played = |view: &View| view.state.game().card.key == game.card.key;
        if leaders.len() == MOST_GAMES || !ended.iter().any(was_played) {
            continue;
        }
        let players = kernel
            .read(move |db| ratings::rated_players(db, game.card.key, Some(guild), until))
            .await?;
        let mut best = table(players);
        best.truncate(MOST_LEADERS);
        if !best.is_empty() {
            leaders.push((game, best));
        }
    }
    Ok(Week {
        guild,
        server,
        ended_count,
        ended,
        played_count,
        played: views(kernel, played.into_iter().map(|one| one.id).collect()).await?,
        leaders,
        until,
    })
}

/// Matches as they stand. Those that cannot be read are left out.
async fn views(kernel: &Kernel, ids: Vec<MatchId>) -> Result<Vec<View>, Error> {
    let mut views = Vec::new();
    for id in ids {
        let view = match kernel.ledger.load(id).await {
            Ok(state) => kernel.ledger.view(state).await,
            Err(error) => Err(error),
        };
        match view {
            Ok(view) => views.push(view),
            Err(error) => {
                tracing::warn!(match_id = %id, %error, "a weekly page leaves a match out")
            }
        }
    }
    Ok(views)
}
