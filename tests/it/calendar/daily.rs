//! A server's daily puzzle.

use std::collections::BTreeSet;
use std::time::Duration;

use anteroom::games::CATALOGUE;
use anteroom::search::{Puzzle, puzzle};
use loopback_discord::{Answer, Message, Place, Snowflake};
use serde_json::Value;

use crate::support::stage::{Stage, labels, whispered};

const NOTHING: [(&str, &str); 0] = [];
const DAY: i64 = 24 * 3_600_000;
const NINE: i64 = 9 * 3_600_000;
const CREATE_PUBLIC_THREADS: u64 = 1 << 35;

#[track_caller]
fn page(answer: Answer) -> Message {
    match answer {
        Answer::Message(message) | Answer::Update(message) if message.is_ephemeral() => message,
        other => panic!("not a page for one person: {other:#?}"),
    }
}

/// The daily puzzles that were posted, oldest first.
fn posted(place: &Place) -> Vec<Message> {
    let all = place.messages().into_iter();
    all.filter(|message| {
        !message.is_ephemeral() && message.content().starts_with("**Puzzle of the day**: ")
    })
    .collect()
}

/// The puzzle that a post shows: its game and its number.
fn shown(message: &Message) -> (&'static str, u32, &'static Puzzle) {
    let content = message.content();
    let rest = content.strip_prefix("**Puzzle of the day**: ").unwrap();
    let (name, rest) = rest.split_once(", puzzle ").unwrap();
    let number = rest.split('.').next().unwrap().parse().unwrap();
    let game = CATALOGUE.iter().find(|game| game.card.name == name);
    let game = game.unwrap_or_else(|| panic!("no game: {content}"));
    (game.card.key, number, puzzle(game, number).unwrap())
}

/// Lets time pass until a minute before nine o'clock.
fn until_nine(stage: &Stage) {
    let to_go = (NINE - stage.clock.now().0).rem_euclid(DAY) - 60_000;
    stage.advance(Duration::from_millis(
        u64::try_from(to_go.max(0)).expect("a time"),
    ));
}

async fn names(stage: &Stage, channel: Snowflake) -> Answer {
    let here = stage.person("ana", stage.general());
    here.command(
        "daily-puzzle",
        [("channel", Value::from(channel.to_string()))],
    )
    .await
}

async fn until_posted(stage: &Stage, place: &Place, count: usize) -> Vec<Message> {
    let posts = stage.sandbox.until(|_| {
        let posts = posted(place);
        (posts.len() == count).then_some(posts)
    });
    posts.await.expect("daily puzzles")
}

/// Waits until the bot has noted all that it does about a puzzle.
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
    let hidden = ben.command("daily-puzzle", NOTHING).await;
    assert!(
        matches!(&hidden, Answer::NotSent(why) if why.contains("no command")),
        "{hidden:#?}"
    );
    let ana = stage.person("ana", stage.general());
    let nowhere = whispered(ana.command("daily-puzzle", NOTHING).await);
    assert!(nowhere.starts_with("This server has no daily puzzle. "));
    let unnamed = whispered(ana.command("daily-puzzle", [("hour", 8)]).await);
    assert!(unnamed.contains("name a channel too"), "{unnamed}");
    until_nine(&stage);
    let set = page(names(&stage, channel).await);
    let begins = format!("Every day at 9:00 (UTC) a puzzle comes to <#{channel}>, next <t:");
    assert!(set.content().starts_with(&begins), "{}", set.content());
    assert!(set.content().contains("All games take turns."));
    stage.forget_requests();
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
    assert!(
        title.starts_with("Spoilers: ") && title.ends_with(&format!(", puzzle {number}")),
        "{title}"
    );
    let day = stage.counted();
    assert_eq!(
        day,
        [
            "POST /channels/{channel_id}/messages",
            "POST /channels/{channel_id}/messages/{message_id}/threads"
        ],
    );
    // Who tries it does so alone, and it counts as any puzzle.
    let board = page(lounge.press(&first, "Try It").await);
    assert!(
        board.content().contains(&format!(", puzzle {number}: ")),
        "{}",
        board.content()
    );
    stage.check_picture(&board);
    assert_eq!(posted(&lounge)[0].content(), first.content());
    // Neither a restart nor the rest of the day brings another one.
    stage
        .until_row(
            "SELECT count(*) FROM daily_posts WHERE reveal IS NOT NULL",
            "1",
        )
        .await;
    stage.restart().await;
    let ana = stage.person("ana", stage.general());
    stage.advance(Duration::from_hours(20));
    page(ana.command("daily-puzzle", NOTHING).await);
    assert_eq!(posted(&lounge).len(), 1);
    assert!(!posted(&lounge)[0].content().contains("Solution"));
    stage.forget_requests();
    stage.advance(Duration::from_hours(4));
    let both = until_posted(&stage, &lounge, 2).await;
    until_threads(&stage, channel, 2).await;
    stage
        .until_row(
            "SELECT count(*) FROM daily_posts WHERE reveal IS NOT NULL",
            "1",
        )
        .await;
    let day = stage.counted();
    assert_eq!(day.len(), 3, "{day:?}");
    assert!(day.contains(&String::from(
        "PATCH /channels/{channel_id}/messages/{message_id}"
    )));
    let solved = &posted(&lounge)[0];
    let hidden = format!("\n**Solution**: ||{solution}.");
    assert!(solved.content().contains(&hidden), "{}", solved.content());
    assert_eq!(labels(solved), ["Try It", "Show Solution", "Rules"]);
    assert_eq!(solved.attachments().len(), 1, "its picture stays");
    stage.check_picture(solved);
    assert_ne!(shown(&both[1]).0, game, "games take turns");
    let ben = stage.person("ben", channel);
    let alone = page(ben.press(solved, "Show Solution").await);
    assert!(
        alone
            .content()
            .contains(&format!("The solution is **{}**.", puzzle.line[0])),
        "{}",
        alone.content()
    );
    stage.check_picture(&alone);
    // While the bot is away its hour passes: it comes late, once, and the next one not before another day is half over.
    stage.stop().await.expect("an end");
    stage.advance(Duration::from_hours(47));
    stage.start().await;
    until_posted(&stage, &lounge, 3).await;
    stage
        .until_row(
            "SELECT count(*) FROM daily_posts WHERE reveal IS NOT NULL",
            "1",
        )
        .await;
    stage.advance(Duration::from_hours(2));
    page(ana.command("daily-puzzle", NOTHING).await);
    assert_eq!(posted(&lounge).len(), 3);
    let stopped = ana.command("daily-puzzle", [("stop", true)]).await;
    assert_eq!(
        whispered(stopped),
        "The daily puzzle of this server has ended."
    );
    let stopped = ana.command("daily-puzzle", [("stop", true)]).await;
    assert_eq!(whispered(stopped), "This server has no daily puzzle.");
    // The solution of the latest one comes all the same.
    stage.advance(Duration::from_hours(24));
    stage
        .until_row(
            "SELECT count(*) FROM daily_posts WHERE reveal IS NOT NULL",
            "0",
        )
        .await;
    let all = posted(&lounge);
    assert_eq!(all.len(), 3);
    assert!(
        all.iter()
            .all(|post| post.content().contains("**Solution**: ||"))
    );
}

#[tokio::test]
async fn a_server_chooses_hour_and_games_of_its_daily_puzzle() {
    let stage = Stage::new().await;
    let channel = stage.sandbox.channel("lounge");
    let lounge = stage.person("dan", channel);
    until_nine(&stage);
    let set = page(names(&stage, channel).await);
    let ana = stage.person("ana", stage.general());
    let menu = &set.menus()[0];
    assert!(menu.options.len() == CATALOGUE.len());
    let chosen = page(
        ana.select(&set, &menu.custom_id, ["anaash", "connect-n"])
            .await,
    );
    assert!(
        chosen
            .content()
            .contains("These games take turns: Connect N and анааш (Anaash)."),
        "{}",
        chosen.content()
    );
    let later = page(ana.command("daily-puzzle", [("hour", 21)]).await);
    assert!(
        later
            .content()
            .starts_with("Every day at 21:00 (UTC) a puzzle comes to <#"),
        "{}",
        later.content()
    );
    let mut seen = BTreeSet::new();
    for day in 1..=4 {
        stage.advance(Duration::from_hours(if day == 1 { 13 } else { 24 }));
        let posts = until_posted(&stage, &lounge, day).await;
        until_threads(&stage, channel, day).await;
        let (game, number, _) = shown(&posts[day - 1]);
        assert_eq!(game, ["connect-n", "anaash"][(day + 1) % 2]);
        assert!(seen.insert((game, number)), "{game} {number} comes twice");
    }
    // Only who manages the server changes it.
    let ben = stage.person("ben", channel);
    assert!(!matches!(
        ben.select(&chosen, &menu.custom_id, ["anchor"]).await,
        Answer::Update(_)
    ));
    assert_eq!(
        stage.row("SELECT games FROM daily_puzzles"),
        "connect-n,anaash"
    );
}

#[tokio::test]
async fn a_kill_posts_a_daily_puzzle_once_or_not_at_all() {
    let mut stage = Stage::new().await;
    let channel = stage.sandbox.channel("lounge");
    let lounge = stage.person("dan", channel);
    until_nine(&stage);
    page(names(&stage, channel).await);
    stage.advance(Duration::from_secs(61));
    stage
        .until_row("SELECT count(*) FROM daily_posts", "1")
        .await;
    stage.restart().await;
    stage.advance(Duration::from_hours(1));
    let ana = stage.person("ana", stage.general());
    page(ana.command("daily-puzzle", NOTHING).await);
    assert!(posted(&lounge).len() <= 1);
    let before = posted(&lounge).len();
    // The next day goes on as usual.
    stage.advance(Duration::from_hours(24));
    until_posted(&stage, &lounge, before + 1).await;
}

#[tokio::test]
async fn what_a_kill_has_left_of_a_daily_puzzle_is_done_after_it() {
    let mut stage = Stage::new().await;
    let channel = stage.sandbox.channel("lounge");
    let lounge = stage.person("dan", channel);
    until_nine(&stage);
    page(names(&stage, channel).await);
    stage.advance(Duration::from_secs(61));
    let post = until_posted(&stage, &lounge, 1).await.remove(0);
    let done = "SELECT count(*) FROM daily_posts WHERE message IS NOT NULL AND reveal IS NOT NULL AND NOT under_way";
    stage.until_row(done, "1").await;
    let number = stage.row("SELECT message FROM daily_posts");
    assert_eq!(number, post.id().to_string());

    // Discord took the post, and the program ended before it noted that.
    stage.kill().await;
    stage.sandbox.delete_channel(post.id());
    assert!(stage.sandbox.threads(channel).is_empty());
    stage.change("UPDATE daily_posts SET message = NULL, reveal = NULL, under_way = 1");
    stage.start().await;
    stage.until_row(done, "1").await;
    assert_eq!(stage.row("SELECT message FROM daily_posts"), number);
    assert_eq!(posted(&lounge).len(), 1, "it is found");
    until_threads(&stage, channel, 1).await;

    // It was noted, and the program ended before the thread was there.
    stage.kill().await;
    stage.sandbox.delete_channel(post.id());
    stage.change("UPDATE daily_posts SET under_way = 1");
    stage.start().await;
    stage.until_row(done, "1").await;
    assert_eq!(posted(&lounge).len(), 1);
    until_threads(&stage, channel, 1).await;

    // The solution comes to the post that was found.
    stage.advance(Duration::from_hours(24));
    until_posted(&stage, &lounge, 2).await;
    let solved = stage.sandbox.until(|_| {
        let first = posted(&lounge).remove(0);
        first.content().contains("**Solution**: ||").then_some(())
    });
    solved.await.expect("a solution");

    // The program ended before the post was sent, some hours ago: it comes late. A day ago: only the next one comes.
    for (hours, posts) in [(3, 3), (30, 4)] {
        stage
            .until_row("SELECT sum(under_way) FROM daily_posts", "0")
            .await;
        let last = posted(&lounge).pop().expect("a puzzle");
        stage.kill().await;
        stage.sandbox.delete_message(channel, last.id());
        stage.change(&format!(
            "UPDATE daily_posts SET message = NULL, reveal = NULL, under_way = 1 WHERE message = {}",
            last.id()
        ));
        stage.advance(Duration::from_hours(hours));
        stage.start().await;
        stage
            .until_row("SELECT sum(under_way) FROM daily_posts", "0")
            .await;
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
async fn a_channel_that_is_closed_ends_the_daily_puzzle_and_that_is_said() {
    let stage = Stage::new().await;
    until_nine(&stage);
    let lounge = stage.sandbox.channel("lounge");
    page(names(&stage, lounge).await);
    stage.sandbox.delete_channel(lounge);
    stage.advance(Duration::from_secs(61));
    stage
        .until_row("SELECT due IS NULL FROM daily_puzzles", "1")
        .await;
    let ana = stage.person("ana", stage.general());
    let said = whispered(ana.command("daily-puzzle", NOTHING).await);
    assert!(
        said.starts_with(&format!(
            "I could not post the daily puzzle in <#{lounge}>, so it has ended."
        )),
        "{said}"
    );
}

#[tokio::test]
async fn a_daily_puzzle_without_a_thread_says_so_to_who_manages_the_server() {
    let stage = Stage::new().await;
    let channel = stage.sandbox.channel("lounge");
    let lounge = stage.person("dan", channel);
    until_nine(&stage);
    page(names(&stage, channel).await);
    let held = 309_237_746_688 & !CREATE_PUBLIC_THREADS;
    stage.sandbox.set_bot_permissions(channel, held);
    stage.advance(Duration::from_secs(61));
    until_posted(&stage, &lounge, 1).await;
    stage
        .until_row("SELECT threads FROM daily_puzzles", "0")
        .await;
    let ana = stage.person("ana", stage.general());
    let said = page(ana.command("daily-puzzle", NOTHING).await);
    assert!(
        said.content()
            .contains("**The latest puzzle has no thread**"),
        "{}",
        said.content()
    );
}
