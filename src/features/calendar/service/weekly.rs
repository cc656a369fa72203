//! The weekly pages of servers: matches that ended, boards worth seeing, leaders.

use std::sync::Arc;
use std::time::Duration;

use crate::db::Connection;
use crate::db::alarms::{self, Alarm};
use crate::db::pending_posts::{self, PendingPost};
use crate::db::people::preferences;
use crate::db::ratings;
use crate::features;
use crate::features::calendar::messages;
use crate::features::calendar::model::Week;
use crate::features::calendar::store::places::{self, WEEKLY};
use crate::features::calendar::store::weekly;
use crate::games::CATALOGUE;
use crate::kernel::delivery::queue::{Kind, Outcome, Post, Rank, Together};
use crate::kernel::{Kernel, Notice, RefusingPlace, Result, View};
use crate::matches::{GuildId, MatchId};
use crate::people::Moment;
use crate::ratings::table;

/// The period that a page covers.
const WEEK: Duration = Duration::from_hours(7 * 24);

/// The most ended and running matches that a page names.
const MOST_ENDED: u32 = 8;
const MOST_PLAYED: u32 = 4;

/// The most games with leaders, and the most leaders of a game.
const MOST_GAMES: usize = 3;
const MOST_LEADERS: usize = 3;

/// The posts of weekly pages. A page that is a day late is dropped.
pub(crate) const KIND: Kind = Kind {
    words: &[WEEKLY],
    rank: Rank::Calendar,
    together: Together::Nothing,
    wait: Duration::from_secs(2),
    deliver: |kernel, pending| Box::pin(post(kernel, pending)),
};

/// The time after which a page is too late.
const LATEST: Duration = Duration::from_hours(24);

/// Handles the alarm of a page: queues its post.
pub(crate) async fn publish(kernel: Arc<Kernel>, alarm: Alarm) -> Result {
    let now = kernel.time.now();
    let page = PendingPost {
        about: alarm.about,
        fairness_key: alarm.about.place,
        since: now,
    };
    let turn = move |db: &Connection| {
        let place = places::place(db, WEEKLY, GuildId(alarm.about.place))?;
        let next = place.and_then(|place| place.zone.next_monday(now, place.hour));
        let turned = alarms::replace(db, WEEKLY, &alarm, next)?;
        if turned {
            pending_posts::replace(db, WEEKLY, page)?;
        }
        Ok(turned)
    };
    if kernel.write(turn).await? {
        kernel.delivery_queue.renew(WEEKLY, page, now);
    }
    Ok(())
}

async fn post(kernel: Arc<Kernel>, pending: Post) -> Result<Outcome> {
    let guild = GuildId(pending.about.place);
    let place = kernel
        .read(move |db| places::place(db, WEEKLY, guild))
        .await?;
    let week = week(&kernel, guild, pending.since).await?;
    let late = kernel.time.now() >= pending.since.after(LATEST);
    let place = place.filter(|_| !week.is_silent() && !late);
    let mut closed = None;
    if let Some(place) = place {
        let places = [RefusingPlace::Channel(place.channel)];
        let notice = Notice {
            what: "week",
            message: Box::new(messages::week(&week)),
            guild: Some(guild),
            channel: place.channel,
            theme: week.server.theme,
            nonce: kernel.nonce(WEEKLY, &[guild.0, week.until.0.unsigned_abs()]),
            since: week.until,
            in_place: None,
        };
        let posted = kernel.announcer.post(&notice, pending.doubt).await;
        match Outcome::unless_later(posted, &places, ("a weekly page", guild)) {
            Ok(Some(_)) => {}
            Ok(None) => {
                tracing::warn!(%guild, "weekly pages end");
                closed = Some(place);
            }
            Err(later) => return Ok(later),
        }
    }
    let done = move |db: &Connection| {
        if let Some(place) = closed {
            places::close(db, WEEKLY, &place)?;
        }
        pending_posts::delivered_since(db, WEEKLY, pending.about, pending.since)
    };
    kernel.write(done).await?;
    Ok(Outcome::Done)
}

/// Collects a server's week before a moment.
pub(crate) async fn week(kernel: &Kernel, guild: GuildId, until: Moment) -> Result<Week> {
    let read = kernel.read(move |db| {
        let ended = weekly::ended_in(db, guild, until.before(WEEK), MOST_ENDED)?;
        let played = weekly::most_followed_in(db, guild, MOST_PLAYED)?;
        let standings = features::standings(db, guild)?;
        let server = preferences::of_server(db, guild)?;
        Ok((ended, played, server, standings))
    });
    let ((ended, ended_count), played, server, standings) = read.await?;
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
        standings,
        until,
    })
}

/// Loads matches, without those that cannot be read.
async fn views(kernel: &Kernel, ids: Vec<MatchId>) -> Result<Vec<View>> {
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
