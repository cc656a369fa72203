//! The bot's requests to Discord: their number, their order, and rate limits and refusals.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use anteroom::features::ladders::model::{self as ladders, Departure};
use anteroom::matches::{
    Challenge, ChannelId, Command, GuildId, JournalId, Match, Place, SeatChoice, UserId,
};
use anteroom::people::Moment;
use loopback_discord::{
    JournalEntry, Place as Seated, RateScope, RequestFault, RetryForm, Snowflake,
};

use crate::ladders::flow as ladder;
use crate::support::databases::does;
use crate::support::people::challenge;
use crate::support::play::challenges;
use crate::support::settings;
use crate::support::stage::{
    AGAINST_BEN, COMMANDS, Stage, boards, contents, refusal_of, said, says, whispered,
};
use crate::support::wait;

const MESSAGES: &str = "/channels/{channel_id}/messages";
const MESSAGE: &str = "/channels/{channel_id}/messages/{message_id}";
const THREADS: &str = "/channels/{channel_id}/messages/{message_id}/threads";
const USERS: &str = "/users/{user_id}";

const CALLBACK: &str = "/interactions/{interaction_id}/{interaction_token}/callback";

const MINUTE: Duration = Duration::from_secs(60);

/// Returns the number of requests refused with 401, 403 or 429.
fn refused(stage: &Stage) -> usize {
    let journal = stage.sandbox.journal();
    journal
        .iter()
        .filter(|entry| matches!(entry.status, 401 | 403 | 429))
        .count()
}

/// Plays a turn from the channel, so that the bot must post it in the thread.
async fn plays_from_elsewhere(stage: &Stage, place: &str, turn: &str, id: &str) {
    let elsewhere = stage.person(place, stage.general());
    let answer = elsewhere.command("move", [("turn", turn), ("match", id)]);
    let answer = whispered(answer.await);
    assert!(answer.starts_with("You played"), "{answer}");
}

fn number(snowflake: Snowflake) -> u64 {
    snowflake.to_string().parse().expect("a number")
}

/// Stores matches between Ana and Ben in #general, as an earlier run of the bot would.
///
/// A match with a moment in `accepted` runs since then.
async fn earlier_matches(stage: &Stage, accepted: &[Option<Moment>]) {
    let store = anteroom::features::open(&stage.database()).expect("a database");
    let [ana, ben] = ["ana", "ben"].map(|name| UserId(number(stage.sandbox.user(name).id())));
    let challenge = Challenge {
        place: Place {
            guild: Some(GuildId(number(stage.sandbox.guild_id()))),
            channel: ChannelId(number(stage.general())),
        },
        challenger: ana,
        invited: Some(ben.into()),
        seat: SeatChoice::Random,
        ..challenge("connect-n", "3d")
    };
    let now = stage.clock.now();
    let mut making = tokio::task::JoinSet::new();
    for accepted in accepted.iter().copied() {
        let (store, challenge) = (store.clone(), challenge.clone());
        making.spawn(async move {
            let proposal = challenge.into_proposal(|| 0).expect("a proposal");
            let proposed = store.propose(proposal, accepted.unwrap_or(now)).await;
            let mut state: Match = proposed.expect("a match");
            if let Some(at) = accepted {
                does(&store, &mut state, Command::Accept { by: ben }, at).await;
            }
        });
    }
    making.join_all().await;
}

#[tokio::test]
async fn a_whole_match_keeps_to_the_limits() {
    let stage = Stage::with_limits().await;
    let table = stage.begin("connect-n", &[]).await;
    for turn in 0..6 {
        let (name, column) = [("ana", "d"), ("ben", "a")][turn % 2];
        plays_from_elsewhere(&stage, name, column, "1").await;
    }
    plays_from_elsewhere(&stage, "ana", "d", "1").await;
    let last = stage.board(&table, 8).await;
    says(&last, ": four in a row.");
    assert_eq!(refused(&stage), 0, "{:#?}", stage.counted());
}

#[tokio::test]
async fn a_long_limit_on_many_channels_delays_no_other() {
    let mut stage = Stage::new().await;
    // More matches than the arbiter announces concurrently.
    let mut limited = Vec::new();
    for _ in 0..18 {
        limited.push(stage.begin("connect-n", &[]).await);
    }
    let free = stage.begin("connect-n", &[]).await;
    for table in &limited {
        stage.sandbox.fail_requests_in(
            table.thread,
            "POST",
            MESSAGES,
            1000,
            RequestFault::Limited {
                after: Duration::from_secs(90),
                scope: RateScope::User,
                form: RetryForm::Seconds,
            },
        );
    }
    stage.clear_requests();
    for number in 1..=18 {
        plays_from_elsewhere(&stage, "ana", "d", &number.to_string()).await;
    }
    let mut times = Vec::new();
    for (number, (who, turn)) in [("ana", "d"), ("ben", "e"), ("ana", "d")]
        .iter()
        .enumerate()
    {
        let began = Instant::now();
        plays_from_elsewhere(&stage, who, turn, "19").await;
        let posted = stage
            .sandbox
            .until(|_| (boards(&free.cleo).len() == number + 2).then_some(()));
        posted.await.expect("the board of the match without limits");
        times.push(began.elapsed());
    }
    println!("turns beside channels that are limited for 90 s are posted after {times:?}");
    // Other tests may slow the machine down. A limit would delay every one of the times, and for longer.
    let quickest = times.iter().min().expect("three");
    assert!(*quickest < Duration::from_secs(1), "{times:?}");
    assert!(
        times.iter().all(|time| *time < Duration::from_secs(8)),
        "{times:?}"
    );
    // One request each, and no further ones during the limit.
    assert!(refused(&stage) <= 18, "{}", refused(&stage));
    stage.advance(Duration::from_secs(80));
    plays_from_elsewhere(&stage, "ben", "e", "19").await;
    assert!(refused(&stage) <= 18, "{}", refused(&stage));
    // The shutdown does not wait for the limit.
    let began = Instant::now();
    stage.stop().await.expect("an end");
    let took = began.elapsed();
    assert!(took < Duration::from_secs(5), "{took:?}");
    stage.sandbox.clear_faults();
    stage.start().await;
    stage.until_announced().await;
    for table in &limited {
        assert_eq!(boards(&table.cleo).len(), 2, "{:#?}", contents(&table.cleo));
    }
}

#[tokio::test]
async fn a_limit_ends_when_its_time_has_come() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    for (scope, form) in [
        (RateScope::User, RetryForm::Seconds),
        (RateScope::Shared, RetryForm::Fraction),
        (RateScope::Global, RetryForm::Date),
    ] {
        let fault = RequestFault::Limited {
            after: Duration::from_secs(90),
            scope,
            form,
        };
        stage.fails("POST", MESSAGES, 1, fault);
        stage.clear_requests();
        let before = boards(&table.cleo).len();
        let (name, column) = [("ana", "d"), ("ben", "a")][(before + 1) % 2];
        plays_from_elsewhere(&stage, name, column, "1").await;
        stage.until_requested("POST", MESSAGES).await;
        // The response is on its way.
        wait::for_absence().await;
        stage.advance(Duration::from_secs(60));
        wait::for_absence().await;
        assert_eq!(stage.requests("POST", MESSAGES), 1, "{scope:?}");
        stage.advance(Duration::from_secs(31));
        stage.board(&table, before + 1).await;
        assert_eq!(stage.requests("POST", MESSAGES), 2, "{scope:?}");
    }
}

#[tokio::test]
async fn a_limit_of_no_time_and_a_date_do_not_spin() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    for (after, form) in [(0, RetryForm::Seconds), (0, RetryForm::Date)] {
        let fault = RequestFault::Limited {
            after: Duration::from_secs(after),
            scope: RateScope::User,
            form,
        };
        stage.fails("POST", MESSAGES, 100_000, fault);
        stage.clear_requests();
        let before = boards(&table.cleo).len();
        let (name, column) = [("ana", "d"), ("ben", "a")][(before + 1) % 2];
        plays_from_elsewhere(&stage, name, column, "1").await;
        stage.until_requested("POST", MESSAGES).await;
        // The bot retries with pauses.
        let begun = Instant::now();
        stage
            .sandbox
            .until(|_| (stage.requests("POST", MESSAGES) >= 3).then_some(()))
            .await
            .expect("three attempts");
        let took = begun.elapsed();
        assert!(took > Duration::from_millis(300), "{took:?}");
        stage.sandbox.clear_faults();
        // By now the bot backs off by the arbiter's clock, which is stopped.
        stage.advance(MINUTE);
        stage.board(&table, before + 1).await;
    }
}

#[tokio::test]
async fn thrown_out_of_a_server_with_a_thousand_matches() {
    let mut stage = Stage::without_bot().await;
    earlier_matches(&stage, &[None; 1000]).await;
    stage.throws_the_bot_out();
    stage.start().await;
    stage
        .until_row(
            "SELECT count(*) FROM refusing_places WHERE kind = 'server'",
            "1",
        )
        .await;
    stage.pass(MINUTE / 2, 20).await;
    let made = refused(&stage);
    assert!((1..=200).contains(&made), "{made} requests in ten minutes");
    // The back-off survives a restart.
    stage.restart().await;
    wait::for_absence().await;
    assert_eq!(refused(&stage), made);
    // The bot tries once after two hours, and again only some hours later.
    stage.advance(Duration::from_secs(2 * 3600));
    stage
        .until_row("SELECT max(refusals) FROM refusing_places", "2")
        .await;
    stage.advance(Duration::from_secs(3600));
    wait::for_absence().await;
    assert!(refused(&stage) <= made + 4, "{} requests", refused(&stage));
    // A use of the bot there ends the back-off, and the bot delivers everything that is pending.
    stage.sandbox.clear_faults();
    let ana = stage.person("ana", stage.general());
    drop(ana.command("games", Vec::<(&str, &str)>::new()).await);
    stage
        .until_row("SELECT count(*) FROM refusing_places", "0")
        .await;
    stage
        .until_row(
            "SELECT count(*) > 20 FROM places WHERE card IS NOT NULL",
            "1",
        )
        .await;
}

#[tokio::test]
async fn too_many_refusals_stop_everything_but_answers() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    let general = stage.general();
    stage.clear_requests();
    let forbidden = refusal_of(403, 50001);
    stage.fails("POST", CALLBACK, 2000, forbidden);
    let mut asking = tokio::task::JoinSet::new();
    for hundred in 1..=20 {
        for _ in 0..100 {
            let ana = stage.person("ana", general);
            asking.spawn(async move { ana.command::<&str, &str>("help", []).await });
        }
        let all = stage
            .sandbox
            .until(|_| (refused(&stage) >= 100 * hundred).then_some(()));
        all.await
            .unwrap_or_else(|_| panic!("{} refused", refused(&stage)));
    }
    asking.abort_all();
    stage.clear_requests();
    // The answer arrives, but the post is held back.
    plays_from_elsewhere(&stage, "ana", "d", "1").await;
    for _ in 0..5 {
        wait::for_absence().await;
        assert_eq!(stage.counted(), Vec::<String>::new());
        stage.advance(MINUTE);
    }
    assert_eq!(boards(&table.cleo).len(), 1);
    // Ten minutes after the refusals the bot sends posts again.
    stage.advance(6 * MINUTE);
    stage.board(&table, 2).await;
}

/// Returns the moment at which the clock of each match ran out.
fn deadlines(stage: &Stage) -> HashMap<u64, i64> {
    let connection = rusqlite::Connection::open(stage.database()).expect("the database");
    let mut statement = connection
        .prepare("SELECT match_id, max(at) FROM events WHERE kind = 'accepted' GROUP BY match_id")
        .expect("a query");
    let rows = statement.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?)));
    rows.expect("rows")
        .map(|row| row.expect("a row"))
        .map(|(id, at)| (id.cast_unsigned(), at))
        .collect()
}

#[tokio::test]
async fn a_thousand_clocks_run_out_together() {
    // `ANTEROOM_TIMES=10` means ten thousand.
    let clocks = i64::try_from(settings::times(1000)).expect("not this many");
    let mut stage = Stage::with_running_clock().await;
    let now = stage.sandbox.clock().now().cast_signed();
    let days = 3 * 24 * 3600 * 1000;
    // In an order unlike that of the match ids.
    let accepted: Vec<_> = (0..clocks)
        .map(|index| Some(Moment(now - days + (index * 389 % clocks) * 1000)))
        .collect();
    earlier_matches(&stage, &accepted).await;
    let [ana, ben] = ["ana", "ben"].map(|name| number(stage.sandbox.user(name).id()));
    // The bot was away only briefly, so its clock is trusted.
    stage.change(&format!(
        "UPDATE latest SET at = {now};
             UPDATE places SET announced = 2, thread = {}; DELETE FROM owed;
             INSERT INTO names VALUES (0, {ana}, 'Ana', 1000000), (0, {ben}, 'Ben', 1000000);",
        stage.general()
    ));
    let all_out = Duration::from_secs(3600 + clocks.unsigned_abs());
    stage.clock.advance(all_out);
    stage.start().await;
    stage
        .until_row("SELECT count(*) > 200 FROM places WHERE announced > 2", "1")
        .await;
    let journal = stage.sandbox.journal();
    let counted: Vec<_> = journal.iter().filter(|entry| entry.counted).collect();
    for window in counted.windows(51) {
        assert!(
            window[50].at - window[0].at >= 1000,
            "51 requests within {} ms",
            window[50].at - window[0].at
        );
    }
    let busiest = counted
        .iter()
        .map(|first| {
            let within = |entry: &&&JournalEntry| (first.at..first.at + 1000).contains(&entry.at);
            counted.iter().filter(within).count()
        })
        .max();
    assert!(!counted.iter().any(|entry| entry.route == USERS));
    // The oldest first. Exceptions: flags found at the start, and some posts sent concurrently.
    let deadlines = deadlines(&stage);
    let first = deadlines.values().min().expect("a deadline") / 1000;
    let order: Vec<i64> = stage
        .person("cleo", stage.general())
        .messages()
        .iter()
        .filter_map(|message| {
            let name = message.attachments().first()?.filename.clone();
            let id: u64 = name.split('-').nth(1)?.parse().ok()?;
            deadlines.get(&id).map(|deadline| deadline / 1000 - first)
        })
        .collect();
    assert!(order.len() >= 200, "{}", order.len());
    let apart = |(place, deadline): (usize, &i64)| {
        let place = i64::try_from(place).expect("a place");
        (deadline - place).abs()
    };
    let late = order
        .iter()
        .enumerate()
        .filter(|told| apart(*told) > 60)
        .count();
    println!(
        "{clocks} clocks: {} requests in the busiest second; of the first {} posts {late} are more than 60 places away from theirs, the others {:?} at most",
        busiest.unwrap_or_default(),
        order.len(),
        order
            .iter()
            .enumerate()
            .map(apart)
            .filter(|apart| *apart <= 60)
            .max(),
    );
    assert!(late <= 10, "{late} out of order: {order:?}");
}

#[tokio::test]
async fn a_name_is_asked_for_once() {
    let mut stage = Stage::without_bot().await;
    let now = stage.clock.now();
    let accepted = [Some(Moment(now.0 - 3 * 24 * 3600 * 1000))];
    let general = stage.general();
    // Neither player has ever used the bot.
    earlier_matches(&stage, &accepted).await;
    // The bot was away only briefly, so its clock is trusted.
    let in_general = format!(
        "UPDATE latest SET at = {}; UPDATE places SET announced = 2, thread = {general} WHERE announced < 2; DELETE FROM owed",
        now.0
    );
    stage.change(&in_general);
    stage.start().await;
    stage.until_announced().await;
    stage
        .until_row(
            "SELECT group_concat(name || ' ' || (day * 86400000)) FROM (SELECT * FROM names ORDER BY name)",
            &["Ana", "Ben"]
                .map(|name| format!("{name} {}", now.0 - now.0 % 86_400_000))
                .join(","),
        )
        .await;
    assert_eq!(stage.requests("GET", USERS), 2);
    stage.stop().await.expect("an end");
    earlier_matches(&stage, &accepted).await;
    stage.change(&in_general);
    stage.clear_requests();
    stage.start().await;
    // Without the flag there is nothing to announce.
    stage
        .until_row("SELECT count(*) FROM matches WHERE reason = 'flagged'", "2")
        .await;
    stage.until_announced().await;
    assert_eq!(stage.requests("GET", USERS), 0);
    let boards = boards(&stage.person("cleo", general));
    assert_eq!(boards.len(), 2, "{boards:#?}");
}

#[tokio::test]
async fn an_old_card_waits_as_long_as_discord_asks() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.card_follows(&table).await;
    let answer = |retry| RequestFault::Answered {
        status: 429,
        retry: "",
        body: retry,
    };
    let card = stage.general();
    let fails = |retry| {
        let fault = answer(retry);
        stage
            .sandbox
            .fail_requests_in(card, "PATCH", MESSAGE, 1, fault);
    };
    fails(r#"{"code": 30046, "message": "Too many edits", "retry_after": 90.0}"#);
    let edits = || {
        let journal = stage.sandbox.journal();
        let path = format!("/channels/{card}/messages");
        journal
            .iter()
            .filter(|entry| entry.method == "PATCH" && entry.path.starts_with(&path))
            .count()
    };
    stage.clear_requests();
    stage.plays(&table.ana, "d").await;
    stage.advance(MINUTE / 2);
    let refused = stage.sandbox.until(|_| (edits() == 1).then_some(()));
    refused.await.expect("a refused edit");
    wait::for_absence().await;
    stage.advance(MINUTE);
    wait::for_absence().await;
    assert_eq!(edits(), 1);
    stage.advance(MINUTE / 2 + Duration::from_secs(1));
    let shown = "SELECT card_seq = seq FROM places";
    stage.until_row(shown, "1").await;
    assert_eq!(edits(), 2);
}

/// Returns a value that 95 of 100 do not exceed.
fn most_of(mut seconds: Vec<u64>) -> u64 {
    seconds.sort_unstable();
    let index = (seconds.len() * 95).div_ceil(100).saturating_sub(1);
    seconds[index]
}

#[tokio::test]
async fn old_cards_follow_thirty_matches_in_one_channel() {
    const MATCHES: usize = 30;
    let stage = Stage::with_limits_by_hand().await;
    let channel = stage.general();
    let mut tables = Vec::new();
    for number in 0..MATCHES {
        if number % 4 == 0 {
            stage.advance(MINUTE);
        }
        tables.push(stage.begin("connect-n", &[]).await);
    }
    let [ana, ben] = ["ana", "ben"].map(|name| stage.person(name, channel));
    ladder::founds(&ana, "Monday Ladder").await;
    for place in [&ana, &ben] {
        ladder::joins(place).await;
    }
    ladder::until_told(&stage).await;
    let all = ana.messages().into_iter();
    let mut posts = all.filter(|post| post.content().starts_with("**Monday Ladder** · "));
    let order = posts.next().expect("the order").id();
    stage.advance(2 * 60 * MINUTE);
    stage.until_announced().await;
    stage.clear_requests();

    // When the order changed: in seconds.
    let (user, arbiter) = (stage.id("cleo"), stage.arbiter());
    let mut moves: Vec<u64> = Vec::new();
    // When each match changed: the time in seconds, and whether it ended.
    let mut changes: Vec<(usize, u64, bool)> = Vec::new();
    let mut made = [0_usize; MATCHES];
    let mut ended = [false; MATCHES];
    let begun = stage.sandbox.clock().now();
    let mut next = 0;
    for second in 0..160_u64 {
        stage.advance(Duration::from_secs(1));
        if second < 60 && second % 10 != 0 || second >= 130 {
            stage.until_announced().await;
            wait::for_real(Duration::from_millis(30)).await;
            continue;
        }
        if second % 10 == 5 {
            let command = match moves.len() % 2 {
                0 => ladders::Command::Join { user },
                _ => ladders::Command::Leave {
                    user,
                    why: Departure::Pressed,
                },
            };
            let done = arbiter.change_ladder(JournalId(1), command);
            done.await.expect("a ladder");
            moves.push((stage.sandbox.clock().now() - begun) / 1_000);
        }
        while ended[next % MATCHES] {
            next += 1;
        }
        let index = next % MATCHES;
        next += 1;
        let table = &tables[index];
        let place = [&table.ana, &table.ben][made[index] % 2];
        let at = (stage.sandbox.clock().now() - begun) / 1_000;
        let ends = second >= 70 && second % 12 == 0;
        if ends {
            stage.resigns(place).await;
            ended[index] = true;
        } else {
            let column = ["a", "b", "c", "d", "e", "f", "g"][made[index] % 7];
            stage.plays(place, column).await;
            made[index] += 1;
        }
        changes.push((index, at, ends));
        stage.until_announced().await;
        wait::for_real(Duration::from_millis(30)).await;
    }
    stage.pass(Duration::from_secs(1), 100).await;
    stage
        .until_row("SELECT min(card_seq = seq) FROM places", "1")
        .await;
    let journal = stage.sandbox.journal();
    let edits = |card: Snowflake, status: u16| {
        let path = format!("/channels/{channel}/messages/{card}");
        let of_card = move |entry: &&JournalEntry| {
            entry.method == "PATCH" && entry.path == path && entry.status == status
        };
        let at = move |entry: &JournalEntry| entry.at.saturating_sub(begun) / 1_000;
        journal.iter().filter(of_card).map(at).collect::<Vec<_>>()
    };
    let (mut ends, mut turns) = (Vec::new(), Vec::new());
    for (index, at, end) in changes {
        let edits = edits(tables[index].card, 200);
        let shown = edits.iter().find(|edit| **edit >= at);
        let shown = shown.expect("an edit of the card");
        let seconds = shown - at;
        if end {
            ends.push(seconds);
        } else {
            turns.push(seconds);
        }
    }
    let shown = edits(order, 200);
    let moves = moves.into_iter().map(|at| {
        let first = shown.iter().find(|edit| **edit >= at);
        first.expect("an edit of the order") - at
    });
    let refused: usize = tables
        .iter()
        .map(|table| edits(table.card, 429).len())
        .sum();
    let (ends, turns, moves) = (most_of(ends), most_of(turns), most_of(moves.collect()));
    println!(
        "an end is shown within {ends} s, an order within {moves} s, a turn within {turns} s; {refused} refusals"
    );
    assert!(ends <= 20, "{ends} s");
    assert!(moves <= 45, "{moves} s");
    assert!(turns <= 180, "{turns} s");
    assert!(refused <= 5, "{refused} refusals");
}

#[tokio::test]
async fn wait_without_end_is_an_hour() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    for (retry, body) in [
        (
            "",
            r#"{"message": "limited", "code": 0, "retry_after": 1e300}"#,
        ),
        ("Fri, 31 Dec 9999 23:59:59 GMT", "{}"),
        ("inf", r#"{"message": "limited", "code": 20028}"#),
        (
            "",
            r#"{"message": "limited", "code": 20029, "retry_after": "1e300"}"#,
        ),
    ] {
        let fault = RequestFault::Answered {
            status: 429,
            retry,
            body,
        };
        stage.fails("POST", MESSAGES, 1, fault);
        stage.clear_requests();
        let before = boards(&table.cleo).len();
        let (name, column) = [("ana", "d"), ("ben", "a")][(before + 1) % 2];
        plays_from_elsewhere(&stage, name, column, "1").await;
        stage.until_requested("POST", MESSAGES).await;
        // The answer is on its way.
        wait::for_absence().await;
        stage.advance(59 * MINUTE);
        wait::for_absence().await;
        assert_eq!(stage.requests("POST", MESSAGES), 1, "{retry} {body}");
        stage.advance(2 * MINUTE);
        stage.board(&table, before + 1).await;
    }
}

#[tokio::test]
async fn turn_that_success_does_not_prove_is_looked_for() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    for body in [
        "{}",
        "null",
        r#"{"id": null}"#,
        r#"{"message": "Internal error", "code": 0}"#,
        "<html>Welcome</html>",
        "",
    ] {
        let fault = RequestFault::Answered {
            status: 200,
            retry: "",
            body,
        };
        // The turn of the one is the answer to a command in the thread, that of the other a post of the bot's.
        stage.fails("POST", MESSAGES, 1, fault);
        stage.fails("POST", CALLBACK, 1, fault);
        stage.clear_requests();
        let before = boards(&table.cleo).len();
        let column = ["a", "b", "c", "d", "e", "f", "g"][before - 1];
        let (name, player) = [("ben", &table.ben), ("ana", &table.ana)][before % 2];
        if before % 3 == 1 {
            // Nobody waits for an answer that does not come.
            let asked = || stage.requests("POST", CALLBACK) > 0;
            tokio::select! {
                answer = player.command("move", [("turn", column)]) => drop(answer),
                () = stage.until(asked, || String::from("no answer is tried")) => {}
            }
        } else {
            stage.sandbox.clear_faults();
            stage.fails("POST", MESSAGES, 1, fault);
            plays_from_elsewhere(&stage, name, column, "1").await;
        }
        stage.pass(MINUTE, 3).await;
        stage.board(&table, before + 1).await;
        stage.sandbox.clear_faults();
        assert_eq!(boards(&table.cleo).len(), before + 1, "{body}");
    }
}

#[tokio::test]
async fn refused_title_or_board_is_sent_plainly() {
    let malformed = refusal_of(400, 50035);
    let stage = Stage::new().await;
    let general = stage.general();
    // Discord refuses a title with names, and then a board with a picture.
    stage.fails("POST", THREADS, 1, malformed);
    stage.fails("POST", MESSAGES, 1, malformed);
    let challenge = stage.challenge("ana", "connect-n", &AGAINST_BEN).await;
    stage.accepts("ben", &challenge).await;
    stage.until_announced().await;
    let threads = stage.sandbox.threads(general);
    assert_eq!(threads[0]["name"], "Connect N 1");
    let thread = threads[0]["id"].as_str().and_then(|id| id.parse().ok());
    let table = stage.table(thread.expect("a thread"), challenge.id());
    let posts = table.cleo.messages();
    let post = posts.last().expect("a post");
    assert!(
        post.attachments().is_empty() && post.content().contains("you begin as Red"),
        "{}",
        post.content()
    );
    // If the thread refuses every post, the bot posts in the channel.
    stage
        .sandbox
        .fail_requests_in(table.thread, "POST", MESSAGES, 2, malformed);
    let first = ["ana", "ben"]
        .into_iter()
        .find(|name| post.mentions().contains(name))
        .expect("somebody to move");
    plays_from_elsewhere(&stage, first, "d", "1").await;
    stage.until_announced().await;
    let there = boards(&stage.person("cleo", general));
    assert!(
        there.iter().any(|post| post.content().contains("Turn 1: ")),
        "{there:#?}"
    );
}

#[tokio::test]
async fn commands_are_registered_after_an_outage() {
    let mut stage = Stage::without_bot().await;
    stage.fails("GET", COMMANDS, 1, RequestFault::ServerError(503));
    // The start waits for the registration of the commands.
    stage.start().await;
    let ana = stage.person("ana", stage.general());
    said(challenges(&ana, "connect-n", [("opponent", "ben")]).await);
}

#[tokio::test]
async fn a_post_in_doubt_is_found_after_a_long_talk() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.fails("POST", MESSAGES, 1, RequestFault::CutAfter);
    stage.fails("POST", MESSAGES, 100_000, RequestFault::ServerError(503));
    stage.clear_requests();
    plays_from_elsewhere(&stage, "ana", "d", "1").await;
    stage
        .sandbox
        .until(|_| (boards(&table.cleo).len() == 2).then_some(()))
        .await
        .expect("the post whose answer is lost");
    talk(&table.cleo, 250);
    // The bot retries for some seconds. Then the arbiter backs off, and its clock is stopped.
    stage
        .sandbox
        .until(|_| (stage.requests("POST", MESSAGES) >= 4).then_some(()))
        .await
        .expect("four attempts");
    // No event announces the end of the last attempt.
    wait::for_real(Duration::from_secs(1)).await;
    // By the time of the next attempt Discord has forgotten the nonce.
    stage.advance(10 * MINUTE);
    stage.sandbox.clear_faults();
    stage.advance(10 * MINUTE);
    stage.until_announced().await;
    assert_eq!(boards(&table.cleo).len(), 2);
}

fn talk(place: &Seated, messages: usize) {
    for number in 0..messages {
        place.say(&format!("word {number}")).expect("a message");
    }
}
