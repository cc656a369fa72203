//! The daily puzzles of servers: which one comes, its thread, and its solution a day later.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::db::Connection;
use crate::db::alarms::{self, About, Alarm};
use crate::db::people::preferences;
use crate::features::calendar::store::daily::{
    self, DAILY, DailyBegun, DailyPlace, DailyPost, DailyShown, SOLUTION,
};
use crate::games::{self, CATALOGUE, Game};
use crate::kernel::delivery::permits::Kind;
use crate::kernel::delivery::tries::Tries;
use crate::kernel::reactor::Reactor;
use crate::kernel::{BoxFuture, DailyPuzzle, Error, Fault, Kernel, NotSent};
use crate::matches::{GuildId, MatchId, MessageId};
use crate::people::Moment;
use crate::search::{puzzle, puzzles};

/// The hour of the day at which puzzles come where nobody has chosen one.
pub const DAILY_HOUR: u8 = 9;

/// Between two puzzles there is at least so much time, also when one comes late.
pub(crate) const LEAST_BETWEEN: Duration = Duration::from_hours(12);

/// When a solution is tried again that could not be added, and for how long after its puzzle that is worth it.
const AGAIN: Duration = Duration::from_mins(6);
const LONGEST: Duration = Duration::from_hours(4 * 24);

/// Resumes at the start the posts that were under way when the program ended. It looks for each post first: Discord may
/// have taken it.
#[derive(Default)]
pub(crate) struct BegunPuzzles;

impl Reactor for BegunPuzzles {
    fn resume<'a>(&'a self, kernel: &'a Arc<Kernel>) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move {
            for begun in kernel.read(daily::daily_begun).await? {
                post_on(kernel, begun, true);
            }
            Ok(())
        })
    }
}

/// Notes that a puzzle that is due is being posted, and has it posted.
pub(crate) async fn publish(kernel: Arc<Kernel>, alarm: Alarm) -> Result<(), Error> {
    let now = kernel.time.now();
    let turn = move |db: &Connection| {
        let guild = GuildId(alarm.about.place);
        let place = daily::daily_place(db, guild)?;
        let next = place
            .as_ref()
            .and_then(|place| place.zone.next_hour(now.after(LEAST_BETWEEN), place.hour));
        let turned = alarms::replace(db, DAILY, &alarm, next)?;
        let Some(place) = place.filter(|_| turned) else {
            return Ok(None);
        };
        let shown = daily::daily_shown(db, guild)?;
        let Some((game, number)) = choose(guild, &playing(&place.games), &shown) else {
            return Ok(None);
        };
        let begun = DailyBegun {
            game: game.card.key.to_owned(),
            number,
            at: now,
            message: None,
            place: DailyPlace { due: next, ..place },
        };
        daily::begin_daily_post(db, &begun)?;
        Ok(Some(begun))
    };
    if let Some(begun) = kernel.write(turn).await? {
        post_on(&kernel, begun, false);
    }
    Ok(())
}

/// Posts a puzzle with its thread, in a task of its own. With `doubt` the post may be there already.
fn post_on(kernel: &Arc<Kernel>, begun: DailyBegun, doubt: bool) {
    kernel.work(
        "posting a daily puzzle",
        MatchId(0),
        move |kernel, tries| {
            let begun = begun.clone();
            // After a panic, or a failure of the store, nobody knows how far it came.
            async move { post(&kernel, &begun, doubt || tries > 0).await }
        },
    );
}

async fn post(kernel: &Kernel, begun: &DailyBegun, doubt: bool) -> Result<(), Error> {
    let thread = match post_with_thread(kernel, begun, doubt).await? {
        // The next start goes on with it.
        None if kernel.tasks.is_stopping() => return Ok(()),
        thread => thread,
    };
    let begun = begun.clone();
    Ok(kernel
        .write(move |db| daily::daily_done(db, &begun, thread))
        .await?)
}

/// Whether it got a thread; `None`: it was not posted, or the arbiter ends.
async fn post_with_thread(
    kernel: &Kernel,
    begun: &DailyBegun,
    doubt: bool,
) -> Result<Option<bool>, Error> {
    let DailyBegun {
        number, at, place, ..
    } = begun;
    let reveal = place.due.unwrap_or(at.after(LEAST_BETWEEN));
    let daily = match games::find(&begun.game) {
        Some(game) => daily(kernel, place.guild, game, *number, *at).await?,
        None => None,
    };
    let Some(daily) = daily.map(|daily| DailyPuzzle { reveal, ..daily }) else {
        return Ok(None);
    };
    let channel = place.channel;
    let mut there = begun.message;
    if doubt && there.is_none() {
        let mut tries = Tries::new();
        let found = tries.deliver(kernel, place.guild, *at, || {
            kernel.announcer.find_daily_puzzle(&daily, channel)
        });
        there = match found.await {
            Ok(Some(found)) => found,
            Err(refused) => {
                tracing::warn!(guild = %place.guild, why = %refused, "a daily puzzle cannot be looked for");
                return Ok(None);
            }
            Ok(None) => return Ok(None),
        };
        // Late by so much it would come together with the next one, and where it has ended nobody waits for it.
        let late = kernel.time.now() >= at.after(LEAST_BETWEEN);
        if there.is_none() && (late || place.due.is_none()) {
            return Ok(None);
        }
    }
    let message = match there {
        Some(message) => message,
        None => {
            let mut tries = Tries::new();
            let sent = tries.deliver(kernel, place.guild, *at, || {
                kernel.announcer.daily_puzzle(&daily, channel)
            });
            match sent.await {
                Ok(Some(message)) => message,
                Err(refused) => {
                    tracing::warn!(guild = %place.guild, why = %refused, "daily puzzles end: the channel is closed to me");
                    let place = place.clone();
                    kernel
                        .write(move |db| daily::close_daily_puzzle(db, &place))
                        .await?;
                    return Ok(None);
                }
                Ok(None) => return Ok(None),
            }
        }
    };
    if begun.message.is_none() {
        let post = DailyPost {
            guild: place.guild,
            game: begun.game.clone(),
            number: *number,
            at: *at,
            channel,
            message,
        };
        kernel
            .write(move |db| daily::daily_posted(db, &post, reveal))
            .await?;
        kernel.alarms.set(reveal);
    }
    let mut tries = Tries::new();
    let opened = tries.deliver(kernel, place.guild, *at, || {
        kernel.announcer.daily_thread(&daily, channel, message)
    });
    Ok(match opened.await {
        Ok(Some(())) => Some(true),
        Err(refused) => {
            tracing::warn!(guild = %place.guild, why = %refused, "a daily puzzle gets no thread");
            Some(false)
        }
        Ok(None) if kernel.tasks.is_stopping() => None,
        Ok(None) => Some(false),
    })
}

/// Has the solution added to a puzzle; if that fails, it is due again.
pub(crate) async fn solve(kernel: Arc<Kernel>, alarm: Alarm) -> Result<(), Error> {
    let now = kernel.time.now();
    let waiting = move |db: &Connection| {
        let post = daily::daily_post(db, MessageId(alarm.about.place))?;
        let last = post.as_ref().map(|post| post.at.after(LONGEST));
        let again = Some(now.after(AGAIN)).filter(|again| last.is_some_and(|last| *again < last));
        let waits = alarms::replace(db, SOLUTION, &alarm, again)?;
        Ok(post.filter(|_| waits))
    };
    let Some(post) = kernel.write(waiting).await? else {
        return Ok(());
    };
    let what = "adding the solution of a daily puzzle";
    kernel.work(what, MatchId(0), move |kernel, tries| {
        let post = post.clone();
        async move {
            // It is due again in some minutes.
            if tries > 0 {
                return Ok(());
            }
            add_solution(&kernel, post).await
        }
    });
    Ok(())
}

async fn add_solution(kernel: &Kernel, post: DailyPost) -> Result<(), Error> {
    let game = games::find(&post.game);
    let daily = match game {
        Some(game) => daily(kernel, post.guild, game, post.number, post.at).await?,
        None => None,
    };
    let Some(daily) = daily else {
        return Ok(kernel
            .write(move |db| alarms::set(db, SOLUTION, About::message(post.message), None))
            .await?);
    };
    let _permit = kernel
        .permits
        .permit(Kind::Calendar, post.guild.0, post.at)
        .await;
    let added = kernel
        .announcer
        .daily_solution(&daily, post.channel, post.message);
    match added.await {
        Err(later @ (NotSent::Limited(_) | NotSent::Later(_))) => {
            tracing::warn!(guild = %post.guild, why = %later, "a solution is not added yet");
            return Ok(());
        }
        Err(refused) => {
            tracing::warn!(guild = %post.guild, why = %refused, "a daily puzzle stays without its solution");
        }
        Ok(()) => {}
    }
    Ok(kernel
        .write(move |db| alarms::set(db, SOLUTION, About::message(post.message), None))
        .await?)
}

/// A puzzle as a server is to see it; `None`: this version of the program does not have it.
async fn daily(
    kernel: &Kernel,
    guild: GuildId,
    game: &'static Game,
    number: u32,
    at: Moment,
) -> Result<Option<DailyPuzzle>, Error> {
    let Some(puzzle) = puzzle(game, number) else {
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

/// The games that take turns.
pub(crate) fn playing(keys: &[String]) -> Vec<&'static Game> {
    let chosen = CATALOGUE
        .iter()
        .filter(|game| keys.is_empty() || keys.iter().any(|key| key == game.card.key));
    chosen.collect()
}

/// Which puzzle a server sees next: of those that it has seen least often, one of the game that it has not seen for longest.
/// `None`: there are none.
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
        playing
            .iter()
            .flat_map(|game| (1..).zip(puzzles(game)).map(|(number, _)| (*game, number)))
    };
    let least = all().map(|(game, number)| often(game, number)).min()?;
    // Servers see them in different orders.
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
    CATALOGUE
        .iter()
        .position(|one| one.card.key == game.card.key)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// What a server sees on so many days.
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
        let all: usize = CATALOGUE.iter().map(|game| puzzles(game).len()).sum();
        let seen = days(GuildId(5), &[], all + CATALOGUE.len());
        let round: BTreeSet<_> = seen.iter().take(all).collect();
        assert_eq!(round.len(), all);
        for week in seen.chunks(CATALOGUE.len()).take(20) {
            let games: BTreeSet<_> = week.iter().map(|(game, _)| game).collect();
            assert_eq!(games.len(), CATALOGUE.len(), "{week:?}");
        }
        // Then they begin anew, in another order.
        let [first, anew] = [0, all].map(|from| seen.iter().skip(from).take(7).collect::<Vec<_>>());
        assert_ne!(first, anew);
        let games: BTreeSet<_> = anew.iter().map(|(game, _)| game).collect();
        assert!(games.len() > 1, "{anew:?}");
    }

    #[test]
    fn servers_choose_games_and_see_them_in_orders_of_their_own() {
        let seen = days(GuildId(5), &["anchor", "connect-n"], 6);
        let games: Vec<_> = seen.iter().map(|(game, _)| *game).collect();
        assert!(games.windows(2).all(|pair| pair[0] != pair[1]), "{games:?}");
        assert_ne!(seen, days(GuildId(6), &["anchor", "connect-n"], 6));
    }
}
