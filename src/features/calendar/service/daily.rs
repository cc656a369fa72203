//! The daily puzzles of servers: choice, post with thread, and solution a day later.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::db::Connection;
use crate::db::alarms::{self, Alarm};
use crate::db::pending_posts::{self, PendingPost};
use crate::db::people::preferences;
use crate::discord::ui::Composed;
use crate::features::calendar::messages;
use crate::features::calendar::model::DailyPuzzle;
use crate::features::calendar::store::daily::{self, DailyBegun, DailyPost, DailyShown, SOLUTION};
use crate::features::calendar::store::places::{self, DAILY};
use crate::features::study::store::puzzles;
use crate::games::{self, Game, with_puzzles};
use crate::kernel::delivery::queue::{Kind, Outcome, Post, Rank, Together};
use crate::kernel::{EditRank, Fault, Kernel, Notice, RefusingPlace, Result};
use crate::matches::{ChannelId, GuildId, MessageId};
use crate::people::Moment;
use crate::search::{self, puzzle};

/// The default hour of the day.
pub const DAILY_HOUR: u8 = 9;

/// The least time between two puzzles, even if one is late.
pub(crate) const LEAST_BETWEEN: Duration = Duration::from_hours(12);

/// How long after the puzzle its solution is still added.
const LONGEST: Duration = Duration::from_hours(4 * 24);

/// The posts of daily puzzles, each with a thread.
pub(crate) const PUZZLES: Kind = Kind {
    words: &[DAILY],
    rank: Rank::Calendar,
    together: Together::Nothing,
    wait: Duration::from_secs(2),
    deliver: |kernel, pending| Box::pin(post(kernel, pending)),
};

/// The posts of solutions.
pub(crate) const SOLUTIONS: Kind = Kind {
    words: &[SOLUTION],
    rank: Rank::Calendar,
    together: Together::Nothing,
    wait: Duration::from_secs(60),
    deliver: |kernel, pending| Box::pin(add_solution(kernel, pending)),
};

/// Handles the alarm of a puzzle: chooses it and queues its post.
pub(crate) async fn publish(kernel: Arc<Kernel>, alarm: Alarm) -> Result {
    let now = kernel.time.now();
    let puzzle = PendingPost {
        about: alarm.about,
        fairness_key: alarm.about.place,
        since: now,
    };
    let turn = move |db: &Connection| {
        let guild = GuildId(alarm.about.place);
        let place = places::place(db, DAILY, guild)?;
        let next = place
            .as_ref()
            .and_then(|place| place.zone.next_hour(now.after(LEAST_BETWEEN), place.hour));
        let turned = alarms::replace(db, DAILY, &alarm, next)?;
        let Some(place) = place.filter(|_| turned) else {
            return Ok(false);
        };
        let shown = daily::daily_shown(db, guild)?;
        let Some((game, number)) = choose(guild, &playing(&place.games), &shown) else {
            return Ok(false);
        };
        let begun = DailyBegun {
            game: game.card.key.to_owned(),
            number,
            at: now,
            message: None,
            place,
        };
        daily::begin_daily_post(db, &begun)?;
        pending_posts::replace(db, DAILY, puzzle)?;
        Ok(true)
    };
    if kernel.write(turn).await? {
        kernel.delivery_queue.renew(DAILY, puzzle, now);
    }
    Ok(())
}

/// Posts a puzzle with its thread.
async fn post(kernel: Arc<Kernel>, pending: Post) -> Result<Outcome> {
    let guild = GuildId(pending.about.place);
    let begun = kernel.read(move |db| daily::daily_begun(db, guild, pending.since));
    let thread = match begun.await? {
        None => None,
        Some(begun) => match post_with_thread(&kernel, &begun, pending).await? {
            Posted::Nothing => None,
            Posted::Thread(opened) => Some((begun, opened)),
            Posted::Later(later) => return Ok(later),
        },
    };
    let done = move |db: &Connection| {
        if let Some((begun, opened)) = thread {
            daily::daily_has_thread(db, begun.place.guild, opened)?;
        }
        pending_posts::delivered_since(db, DAILY, pending.about, pending.since)
    };
    kernel.write(done).await?;
    Ok(Outcome::Done)
}

/// What became of a puzzle's post.
enum Posted {
    Nothing,
    /// Whether its thread was opened.
    Thread(bool),
    /// It must wait.
    Later(Outcome),
}

/// Posts a puzzle with its thread.
async fn post_with_thread(kernel: &Kernel, begun: &DailyBegun, pending: Post) -> Result<Posted> {
    let DailyBegun {
        number, at, place, ..
    } = begun;
    let reveal = place.due.unwrap_or(at.after(LEAST_BETWEEN));
    let daily = daily(kernel, place.guild, &begun.game, *number, *at).await?;
    let Some(daily) = daily.map(|daily| DailyPuzzle { reveal, ..daily }) else {
        return Ok(Posted::Nothing);
    };
    let channel = place.channel;
    let notice = notice(kernel, &daily, channel, messages::daily_puzzle(&daily));
    let places = [RefusingPlace::Channel(channel)];
    // After this time the puzzle would be posted together with the next one.
    let late = kernel.time.now() >= at.after(LEAST_BETWEEN);
    let mut there = begun.message;
    if pending.doubt && there.is_none() {
        let found = kernel.announcer.find(&notice).await;
        let about = ("the look for a daily puzzle", place.guild);
        there = match Outcome::unless_later(found, &places, about) {
            Ok(Some(found)) => found,
            Ok(None) => return Ok(Posted::Nothing),
            Err(later) => return Ok(Posted::Later(later)),
        };
        // A server that has ended its daily puzzle gets no more posts.
        if there.is_none() && (late || place.due.is_none()) {
            return Ok(Posted::Nothing);
        }
    }
    let message = match there {
        Some(message) => message,
        None => {
            let posted = kernel.announcer.post(&notice, false).await;
            let about = ("a daily puzzle", place.guild);
            match Outcome::unless_later(posted, &places, about) {
                Ok(Some(message)) => message,
                Err(later) => return Ok(Posted::Later(later)),
                Ok(None) => {
                    tracing::warn!(guild = %place.guild, "daily puzzles end");
                    let place = place.clone();
                    kernel
                        .write(move |db| places::close(db, DAILY, &place))
                        .await?;
                    return Ok(Posted::Nothing);
                }
            }
        }
    };
    if begun.message.is_none() {
        let posted = begun.clone();
        kernel
            .write(move |db| daily::daily_posted(db, &posted, message, reveal))
            .await?;
        kernel.alarms.set(reveal);
    }
    let title = messages::daily_title(&daily);
    let opened = kernel.announcer.open_thread(channel, message, title).await;
    let about = ("the thread of a daily puzzle", place.guild);
    Ok(match Outcome::unless_later(opened, &places, about) {
        Ok(opened) => Posted::Thread(opened.is_some()),
        Err(later) if !late => Posted::Later(later),
        Err(why) => {
            tracing::warn!(guild = %place.guild, ?why, "a daily puzzle gets no thread");
            Posted::Thread(false)
        }
    })
}

/// Handles the alarm of a solution: queues its post.
pub(crate) async fn solve(kernel: Arc<Kernel>, alarm: Alarm) -> Result {
    let now = kernel.time.now();
    let waiting = move |db: &Connection| {
        let post = daily::daily_post(db, MessageId(alarm.about.place))?;
        let turned = alarms::replace(db, SOLUTION, &alarm, None)?;
        let Some(post) = post.filter(|_| turned) else {
            return Ok(None);
        };
        let solution = PendingPost {
            about: alarm.about,
            fairness_key: post.guild.0,
            since: now,
        };
        pending_posts::enqueue(db, SOLUTION, solution)?;
        Ok(Some(solution))
    };
    if let Some(solution) = kernel.write(waiting).await? {
        kernel.delivery_queue.add(SOLUTION, solution, now);
    }
    Ok(())
}

async fn add_solution(kernel: Arc<Kernel>, pending: Post) -> Result<Outcome> {
    let message = MessageId(pending.about.place);
    let post = kernel
        .read(move |db| daily::daily_post(db, message))
        .await?;
    let late = |post: &DailyPost| kernel.time.now() >= post.at.after(LONGEST);
    if let Some(post) = post.filter(|post| !late(post))
        && let Some(daily) = daily(&kernel, post.guild, &post.game, post.number, post.at).await?
    {
        let (guild, game, number, since) = (post.guild, post.game.clone(), post.number, post.at);
        let tries = move |db: &Connection| puzzles::tries_in(db, guild, (&game, number), since);
        let tries = kernel.read(tries).await?;
        let solution = messages::daily_solution(&daily, tries);
        let notice = notice(&kernel, &daily, post.channel, solution);
        // The picture stays the same.
        let added = kernel
            .announcer
            .edit(&notice, post.message, false, EditRank::Question);
        let places = [RefusingPlace::Channel(post.channel)];
        let about = ("the solution of a daily puzzle", post.guild);
        if let Err(later) = Outcome::unless_later(added.await, &places, about) {
            return Ok(later);
        }
    }
    kernel
        .write(move |db| pending_posts::delivered(db, SOLUTION, pending.about))
        .await?;
    Ok(Outcome::Done)
}

fn notice(kernel: &Kernel, daily: &DailyPuzzle, channel: ChannelId, message: Composed) -> Notice {
    Notice {
        what: "daily puzzle",
        message: Box::new(message),
        guild: Some(daily.guild),
        channel,
        theme: daily.server.theme,
        nonce: kernel.nonce(DAILY, &[daily.guild.0, daily.at.0.unsigned_abs()]),
        since: daily.at,
        in_place: None,
    }
}

/// Returns the puzzle to post; `None` if this version of the program does not have it.
async fn daily(
    kernel: &Kernel,
    guild: GuildId,
    game: &str,
    number: u32,
    at: Moment,
) -> Result<Option<DailyPuzzle>> {
    let game = games::find(game);
    let Some((game, puzzle)) = game.and_then(|game| Some((game, puzzle(game, number)?))) else {
        return Ok(None);
    };
    let position = puzzle
        .start(game)
        .map_err(|error| Fault::Puzzle(error.to_string()))?;
    Ok(Some(DailyPuzzle {
        guild,
        server: kernel
            .read(move |db| preferences::of_server(db, guild))
            .await?,
        game,
        number,
        puzzle,
        position,
        at,
        reveal: at,
    }))
}

/// Returns the games with these keys, or all games with puzzles if there are no keys.
pub(crate) fn playing(keys: &[String]) -> Vec<&'static Game> {
    let chosen = with_puzzles()
        .filter(|game| keys.is_empty() || keys.iter().any(|key| key == game.card.key));
    chosen.collect()
}

/// Chooses the next puzzle for a server; `None` if its games have no puzzles.
///
/// Of the puzzles shown least often, it takes one of the game that was not shown for the longest time.
fn choose(
    guild: GuildId,
    playing: &[&'static Game],
    shown: &[DailyShown],
) -> Option<(&'static Game, u32)> {
    let mut times: BTreeMap<(&str, u32), u32> = BTreeMap::new();
    let mut latest: BTreeMap<&str, Moment> = BTreeMap::new();
    for one in shown {
        times.insert((&one.game, one.number), one.times);
        let last = latest.entry(&one.game).or_insert(one.at);
        *last = one.at.max(*last);
    }
    let often =
        |game: &Game, number: u32| times.get(&(game.card.key, number)).copied().unwrap_or(0);
    let all = || {
        playing.iter().flat_map(|game| {
            (1..)
                .zip(search::puzzles(game))
                .map(|(number, _)| (*game, number))
        })
    };
    let least = all().map(|(game, number)| often(game, number)).min()?;
    // The order differs between servers.
    let mixed = |number: u32| {
        (guild.0 ^ (u64::from(least) << 32) ^ u64::from(number))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(29)
            .wrapping_mul(0xBF58_476D_1CE4_E5B9)
    };
    all()
        .filter(|(game, number)| often(game, *number) == least)
        .min_by_key(|(game, number)| {
            (
                latest.get(game.card.key).copied(),
                place_of(game),
                mixed(*number),
            )
        })
}

fn place_of(game: &Game) -> Option<usize> {
    with_puzzles().position(|one| one.card.key == game.card.key)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Returns the puzzles that a server sees on `count` days.
    fn days(guild: GuildId, keys: &[&str], count: usize) -> Vec<(&'static str, u32)> {
        let keys: Vec<String> = keys.iter().map(|&key| key.to_owned()).collect();
        let games = playing(&keys);
        let mut shown: Vec<DailyShown> = Vec::new();
        let mut seen = Vec::new();
        for day in 0..count {
            let (game, number) = choose(guild, &games, &shown).expect("a puzzle");
            let at = Moment(i64::try_from(day).expect("a day"));
            let old = shown
                .iter_mut()
                .find(|one| one.game == game.card.key && one.number == number);
            match old {
                Some(old) => (old.times, old.at) = (old.times + 1, at),
                None => shown.push(DailyShown {
                    game: game.card.key.to_owned(),
                    number,
                    times: 1,
                    at,
                }),
            }
            seen.push((game.card.key, number));
        }
        seen
    }

    #[test]
    fn games_take_turns_and_no_puzzle_comes_twice_before_all_were_shown() {
        let games = with_puzzles().count();
        let all: usize = with_puzzles().map(|game| search::puzzles(game).len()).sum();
        let seen = days(GuildId(5), &[], all + games);
        let round: BTreeSet<_> = seen.iter().take(all).collect();
        assert_eq!(round.len(), all);
        for week in seen.chunks(games).take(20) {
            let shown: BTreeSet<_> = week.iter().map(|(game, _)| game).collect();
            assert_eq!(shown.len(), games, "{week:?}");
        }
        // After all puzzles were shown, a second round has another order.
        let [first, second] =
            [0, all].map(|from| seen.iter().skip(from).take(7).collect::<Vec<_>>());
        assert_ne!(first, second);
        let games: BTreeSet<_> = second.iter().map(|(game, _)| game).collect();
        assert!(games.len() > 1, "{second:?}");
    }

    #[test]
    fn servers_choose_games_and_see_them_in_orders_of_their_own() {
        let seen = days(GuildId(5), &["anchor", "connect-n"], 6);
        let games: Vec<_> = seen.iter().map(|(game, _)| *game).collect();
        assert!(games.windows(2).all(|pair| pair[0] != pair[1]), "{games:?}");
        assert_ne!(seen, days(GuildId(6), &["anchor", "connect-n"], 6));
    }
}
