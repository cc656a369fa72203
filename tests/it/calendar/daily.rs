//! A server's daily puzzle.

use std::collections::BTreeSet;
use std::time::Duration;

use anteroom::features::calendar::messages;
use anteroom::games::find;
use anteroom::matches::GuildId;
use anteroom::search::{Puzzle, puzzle};
use loopback_discord::{Answer, Message, Place, Snowflake};

use crate::support::panels::{chooses, page};
use crate::support::stage::{NOTHING, Stage, is_hidden, labels, private, says, updated};

const DAY: i64 = 24 * 3_600_000;
const NINE: i64 = 9 * 3_600_000;
/// The number of pending solutions.
const TO_REVEAL: &str = "SELECT (SELECT count(*) FROM alarms WHERE what = 'solution') + (SELECT count(*) FROM owed WHERE kind = 'solution')";
const PENDING: &str = "SELECT count(*) FROM owed WHERE kind = 'daily'";

/// Makes the latest puzzle pending again, as if its post had not been noted.
const ENQUEUE: &str =
    "INSERT INTO owed SELECT 'daily', 0, 0, guild, guild, max(at) FROM daily_posts;";
const CREATE_PUBLIC_THREADS: u64 = 1 << 35;

/// Returns the posted daily puzzles, oldest first.
fn posted(place: &Place) -> Vec<Message> {
    let all = place.messages().into_iter();
    all.filter(|message| message.button("Try It").is_some())
        .collect()
}

/// Returns the game, the number and the puzzle of a post.
fn shown(message: &Message) -> (&'static str, u32, &'static Puzzle) {
    let own = message.button("Try It").expect("a puzzle").custom_id;
    let mut parts = own.rsplit('/');
    let number = parts.next().and_then(|part| part.parse().ok());
    let number = number.expect("a number");
    let game = parts.next().and_then(find).expect("a game");
    (game.card.key, number, puzzle(game, number).unwrap())
}

fn is_solved(message: &Message) -> bool {
    labels(message) == ["Try It", "Show Solution", "Rules"]
}

/// Advances the clock to a minute before nine o'clock.
fn until_nine(stage: &Stage) {
    stage.advance_to(DAY, NINE - 60_000);
}

async fn names(stage: &Stage, channel: Snowflake) -> Message {
    let here = stage.person("ana", stage.general());
    let channel = [channel.to_string()];
    chooses(&here, "server", ("daily", "channel"), channel).await
}

/// Creates a stage whose daily puzzle comes in a minute. Returns its channel and the page on which it was chosen.
async fn in_lounge() -> (Stage, Snowflake, Message) {
    let stage = Stage::new().await;
    let channel = stage.sandbox.channel("lounge");
    until_nine(&stage);
    let set = names(&stage, channel).await;
    (stage, channel, set)
}

async fn until_posted(stage: &Stage, place: &Place, count: usize) -> Vec<Message> {
    let posts = stage.sandbox.until(|_| {
        let posts = posted(place);
        (posts.len() == count).then_some(posts)
    });
    posts.await.expect("daily puzzles")
}

/// Waits until the bot has done everything about a puzzle.
async fn until_threads(stage: &Stage, channel: Snowflake, count: usize) {
    let threads = stage
        .sandbox
        .until(|sandbox| (sandbox.threads(channel).len() == count).then_some(()));
    threads.await.expect("threads");
}

#[tokio::test]
async fn a_server_gets_a_puzzle_a_day_and_its_solution_a_day_later() {
    let mut stage = Stage::new().await;
    let channel = stage.sandbox.channel("lounge");
    let lounge = stage.person("dan", channel);
    let ben = stage.person("ben", stage.general());
    is_hidden(&ben.command("server", NOTHING).await);
    let ana = stage.person("ana", stage.general());
    let nowhere = page(&ana, "server", "daily").await;
    let words = messages::daily_place(None).content;
    assert!(nowhere.content().ends_with(&words), "{nowhere:#?}");
    until_nine(&stage);
    let set = names(&stage, channel).await;
    let link = format!("<#{channel}>");
    says(&set, &link);
    stage.row_is("SELECT hour || games FROM calendar", "9");
    stage.clear_requests();
    stage.advance(Duration::from_secs(61));
    let first = until_posted(&stage, &lounge, 1).await.remove(0);
    until_threads(&stage, channel, 1).await;
    let (game, number, puzzle) = shown(&first);
    assert_eq!(labels(&first), ["Try It", "Rules"]);
    assert!(first.mentions().is_empty(), "nobody is notified");
    stage.check_picture(&first);
    let solution = format!("**{}**", puzzle.line[0]);
    assert!(!first.content().contains(&solution), "{}", first.content());
    let threads = stage.sandbox.threads(channel);
    let title = threads[0]["name"].as_str().unwrap().to_owned();
    assert!(title.ends_with(&format!(" {number}")), "{title}");
    let day = stage.counted();
    assert_eq!(
        day,
        [
            "POST /channels/{channel_id}/messages",
            "POST /channels/{channel_id}/messages/{message_id}/threads"
        ],
    );
    // A try is private, and counts like that of any puzzle.
    let board = private(lounge.press(&first, "Try It").await);
    says(&board, &format!(" {number}: "));
    stage.check_picture(&board);
    assert_eq!(posted(&lounge)[0].content(), first.content());
    // Neither a restart nor the rest of the day brings another puzzle.
    stage.until_row(TO_REVEAL, "1").await;
    stage.restart().await;
    let ana = stage.person("ana", stage.general());
    stage.advance(Duration::from_hours(20));
    page(&ana, "server", "daily").await;
    assert_eq!(posted(&lounge).len(), 1);
    assert!(!is_solved(&posted(&lounge)[0]));
    stage.clear_requests();
    stage.advance(Duration::from_hours(4));
    let both = until_posted(&stage, &lounge, 2).await;
    until_threads(&stage, channel, 2).await;
    stage.until_row(TO_REVEAL, "1").await;
    let day = stage.counted();
    assert_eq!(day.len(), 3, "{day:?}");
    assert!(day.contains(&String::from(
        "PATCH /channels/{channel_id}/messages/{message_id}"
    )));
    let solved = &posted(&lounge)[0];
    let hidden = format!("||{solution}.");
    says(solved, &hidden);
    assert!(is_solved(solved), "{solved:#?}");
    assert_eq!(solved.attachments().len(), 1, "its picture stays");
    stage.check_picture(solved);
    assert_ne!(shown(&both[1]).0, game, "games take turns");
    let ben = stage.person("ben", channel);
    let alone = private(ben.press(solved, "Show Solution").await);
    says(&alone, &solution);
    stage.check_picture(&alone);
    // The hour passes while the bot is away. The puzzle comes late and once, and the next one at least half a day
    // later.
    stage.stop().await.expect("an end");
    stage.advance(Duration::from_hours(47));
    stage.start().await;
    until_posted(&stage, &lounge, 3).await;
    stage.until_row(TO_REVEAL, "1").await;
    stage.advance(Duration::from_hours(2));
    page(&ana, "server", "daily").await;
    assert_eq!(posted(&lounge).len(), 3);
    let shown = page(&ana, "server", "daily").await;
    let ended = updated(ana.press(&shown, "Stop").await);
    assert!(ended.button("Stop").is_none(), "{ended:#?}");
    stage.row_is("SELECT count(*) FROM calendar", "0");
    // An older page changes nothing.
    let nowhere = updated(ana.select(&set, "set/daily/hour", ["8"]).await);
    says(&nowhere, &words);
    stage.row_is("SELECT count(*) FROM calendar", "0");
    // The solution of the latest puzzle still comes.
    stage.advance(Duration::from_hours(24));
    stage.until_row(TO_REVEAL, "0").await;
    let all = posted(&lounge);
    assert_eq!(all.len(), 3);
    assert!(all.iter().all(is_solved));
}

#[tokio::test]
async fn a_server_chooses_hour_and_games_of_its_daily_puzzle() {
    let (stage, channel, set) = in_lounge().await;
    let lounge = stage.person("dan", channel);
    let ana = stage.person("ana", stage.general());
    let games = "set/daily/games";
    let answer = ana.select(&set, games, ["anaash", "connect-n"]).await;
    let chosen = updated(answer);
    let answer = ana.select(&chosen, "set/daily/hour", ["21"]).await;
    let later = updated(answer);
    says(&later, " 21:00 ");
    let mut seen = BTreeSet::new();
    for day in 1..=4 {
        stage.advance(Duration::from_hours(if day == 1 { 13 } else { 24 }));
        let posts = until_posted(&stage, &lounge, day).await;
        until_threads(&stage, channel, day).await;
        let (game, number, _) = shown(&posts[day - 1]);
        assert_eq!(game, ["connect-n", "anaash"][(day + 1) % 2]);
        assert!(seen.insert((game, number)), "{game} {number} comes twice");
    }
    // Only managers of the server can change the choice.
    let ben = stage.person("ben", channel);
    assert!(!matches!(
        ben.select(&chosen, games, ["anchor"]).await,
        Answer::Update(_)
    ));
    stage.row_is("SELECT games FROM calendar", "connect-n,anaash");
}

#[tokio::test]
async fn daily_puzzle_interrupted_by_a_kill_is_finished_after_it() {
    let (mut stage, channel, _) = in_lounge().await;
    let lounge = stage.person("dan", channel);
    stage.advance(Duration::from_secs(61));
    let post = until_posted(&stage, &lounge, 1).await.remove(0);
    let done = "SELECT count(*) FROM daily_posts JOIN alarms ON place = message AND what = 'solution' WHERE NOT EXISTS (SELECT 1 FROM owed)";
    stage.until_row(done, "1").await;
    let number = stage.row("SELECT message FROM daily_posts");
    assert_eq!(number, post.id().to_string());

    // Discord accepted the post, and the process died before noting it.
    stage.kill().await;
    stage.sandbox.delete_channel(post.id());
    assert!(stage.sandbox.threads(channel).is_empty());
    stage.change(&format!("UPDATE daily_posts SET message = NULL; {ENQUEUE}"));
    stage.start().await;
    stage.until_row(done, "1").await;
    assert_eq!(stage.row("SELECT message FROM daily_posts"), number);
    assert_eq!(posted(&lounge).len(), 1, "it is found");
    until_threads(&stage, channel, 1).await;

    // The post was noted, and the process died before it opened the thread.
    stage.kill().await;
    stage.sandbox.delete_channel(post.id());
    stage.change(ENQUEUE);
    stage.start().await;
    stage.until_row(done, "1").await;
    assert_eq!(posted(&lounge).len(), 1);
    until_threads(&stage, channel, 1).await;

    // The solution is added to the post that was found.
    stage.advance(Duration::from_hours(24));
    until_posted(&stage, &lounge, 2).await;
    let solved = stage.sandbox.until(|_| {
        let first = posted(&lounge).remove(0);
        is_solved(&first).then_some(())
    });
    solved.await.expect("a solution");

    // The process died before the post was sent. After 3 hours the puzzle comes late; after 30 hours only the next one
    // comes.
    for (hours, posts) in [(3, 3), (30, 4)] {
        stage.until_row(PENDING, "0").await;
        let last = posted(&lounge).pop().expect("a puzzle");
        stage.kill().await;
        stage.sandbox.delete_message(channel, last.id());
        stage.change(&format!(
            "UPDATE daily_posts SET message = NULL WHERE message = {}; {ENQUEUE}",
            last.id()
        ));
        stage.advance(Duration::from_hours(hours));
        stage.start().await;
        stage.until_row(PENDING, "0").await;
        let all = until_posted(&stage, &lounge, posts - 1).await;
        let same = shown(&all[posts - 2]).1 == shown(&last).1
            && shown(&all[posts - 2]).0 == shown(&last).0;
        assert_eq!(same, hours == 3);
        if hours == 3 {
            stage.advance(Duration::from_hours(24));
            until_posted(&stage, &lounge, posts).await;
        }
    }
}

#[tokio::test]
async fn a_daily_puzzle_without_a_thread_says_so_to_who_manages_the_server() {
    let (stage, channel, _) = in_lounge().await;
    let lounge = stage.person("dan", channel);
    let held = 309_237_746_688 & !CREATE_PUBLIC_THREADS;
    stage.sandbox.set_bot_permissions(channel, held);
    stage.advance(Duration::from_secs(61));
    until_posted(&stage, &lounge, 1).await;
    stage.until_row("SELECT threads FROM calendar", "0").await;
    let ana = stage.person("ana", stage.general());
    let said = page(&ana, "server", "daily").await;
    let guild = GuildId(stage.sandbox.guild_id().0);
    let view = stage.arbiter().daily_place(guild).await.expect("a place");
    assert!(view.as_ref().is_some_and(|view| !view.place.threads));
    let words = messages::daily_place(view.as_ref()).content;
    assert!(said.content().ends_with(&words), "{}", said.content());
}
