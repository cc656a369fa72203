//! Posts of contests that have scrolled away, with a league.

use std::time::Duration;

use anteroom::matches::MatchId;
use loopback_discord::{Message, RequestFault, Snowflake, permissions};

use super::flow::Club;
use crate::support::stage::{Stage, refusal_of, says};

const DAY: Duration = Duration::from_hours(25);
const MESSAGE: &str = "/channels/{channel_id}/messages/{message_id}";
const LINES: &str = "SELECT count(*) FROM owed WHERE kind = 'thread-lines'";
const PENDING: &str = "SELECT count(*) FROM owed WHERE kind = 'league-table'";

/// Has people write messages until a post has this many below it.
fn chat(stage: &Stage, post: Snowflake, below: usize) {
    let dan = stage.person("dan", stage.general());
    let all = dan.messages().into_iter();
    let there = all
        .filter(|one| one.id() > post && !one.is_ephemeral())
        .count();
    assert!(there <= below, "{there}");
    for number in there..below {
        dan.say(&format!("Message {number}")).expect("a message");
    }
}

/// Has people write twenty messages below a post. News of the league may have come after its table, and would keep it.
fn scroll(club: &Club, post: Snowflake) {
    let stage = &club.stage;
    for news in club.posts() {
        if news.id() > post {
            assert!(stage.sandbox.delete_message(stage.general(), news.id()));
        }
    }
    chat(stage, post, 20);
}

/// Returns the time until an hour begins a day later, so that all edits after it are in one. What comes due until then may
/// edit the other post of the league.
fn until_an_hour_of_the_next_day(stage: &Stage) -> Duration {
    let hour = 3_600_000;
    let rest = hour - stage.clock.now().0.rem_euclid(hour);
    DAY + Duration::from_millis(rest.unsigned_abs())
}

fn tables(club: &Club) -> Vec<Message> {
    let mut posts = club.posts();
    posts.retain(|post| post.content().contains("Season 1, Division A"));
    posts
}

/// Counts the requests of a kind in the journal.
fn count(stage: &Stage, request: &str) -> usize {
    let counted = stage.counted();
    counted.iter().filter(|one| *one == request).count()
}

#[tokio::test]
async fn table_is_posted_again_below_twenty_messages() {
    let club = Club::begun().await;
    let stage = &club.stage;
    let first = club.table(1);
    scroll(&club, first.id());
    club.second_wins(1).await;
    club.settles().await;
    assert_eq!(club.table(1).id(), first.id(), "the post is new");

    stage.pass(DAY, 1).await;
    stage.clear_requests();
    club.second_wins(2).await;
    club.settles().await;
    let again = club.table(1);
    assert_ne!(again.id(), first.id());
    assert_eq!(tables(&club).len(), 1, "{:#?}", tables(&club));
    assert!(again.mentions().is_empty(), "{again:#?}");
    stage.check_picture(&again);
    // The line of a thread goes too.
    assert_eq!(count(stage, &format!("DELETE {MESSAGE}")), 2);

    // At most once a day.
    stage.pass(Duration::from_hours(12), 1).await;
    chat(stage, again.id(), 30);
    club.second_wins(3).await;
    club.settles().await;
    assert_eq!(club.table(1).id(), again.id());
}

#[tokio::test]
async fn table_above_another_post_of_its_league_is_edited() {
    let club = Club::begun().await;
    let stage = &club.stage;
    let first = club.table(1);
    // A pause by an organiser is news of the league, below the table.
    let ana = club.place("ana");
    let managed = club.manages(&ana).await;
    let form = ana.press(&managed, "Pause…").await;
    club.gives_reason(&ana, form).await;
    club.settles().await;
    chat(stage, first.id(), 30);
    stage.pass(DAY, 1).await;
    club.second_wins(1).await;
    club.settles().await;
    assert_eq!(club.table(1).id(), first.id());
    assert_eq!(tables(&club).len(), 1, "{:#?}", tables(&club));
}

#[tokio::test]
async fn table_that_is_still_in_sight_is_edited() {
    let club = Club::begun().await;
    let stage = &club.stage;
    let first = club.table(1);
    chat(stage, first.id(), 12);
    stage.pass_due(until_an_hour_of_the_next_day(stage)).await;
    club.settles().await;
    stage.clear_requests();
    club.second_wins(1).await;
    club.settles().await;
    assert_eq!(club.table(1).id(), first.id());
    // The line of a thread is looked for and deleted.
    assert_eq!(count(stage, &format!("DELETE {MESSAGE}")), 1);
    assert_eq!(count(stage, "GET /channels/{channel_id}/messages"), 2);
}

#[tokio::test]
async fn edit_that_must_wait_looks_once() {
    let club = Club::begun().await;
    let stage = &club.stage;
    let first = club.table(1);
    // Its thread leaves a line in the channel, for which the bot looks too.
    stage.first_turn(1, "a").await;
    stage.until_row(LINES, "0").await;
    chat(stage, first.id(), 12);
    stage.pass_due(until_an_hour_of_the_next_day(stage)).await;
    club.settles().await;
    stage.clear_requests();
    // Discord limits edits of old messages, and those of matches come first.
    let too_many = RequestFault::Answered {
        status: 429,
        retry: "",
        body: r#"{"code": 30046, "message": "Too many edits", "retry_after": 90.0}"#,
    };
    let (sandbox, channel) = (&stage.sandbox, stage.general());
    sandbox.fail_requests_in(channel, "PATCH", MESSAGE, 1, too_many);
    club.second_goes_on_to_win(1).await;
    club.settles().await;
    says(&club.table(1), "1 point");
    assert_eq!(club.table(1).id(), first.id());
    assert_eq!(count(stage, "GET /channels/{channel_id}/messages"), 1);
}

#[tokio::test]
async fn table_is_edited_where_bot_cannot_read_the_history() {
    let club = Club::begun().await;
    let stage = &club.stage;
    let first = club.table(1);
    chat(stage, first.id(), 20);
    let history = permissions::READ_MESSAGE_HISTORY;
    let rest = permissions::DEFAULT_FOR_BOT & !history;
    stage.sandbox.set_bot_permissions(stage.general(), rest);
    stage.pass(DAY, 1).await;
    let mover = stage.view(1).await.state.person_to_move();
    let arbiter = stage.arbiter();
    let resigned = arbiter.resign(MatchId(1), mover.expect("a person"));
    let update = resigned.await.expect("the end of a match");
    update.news.expect("news").hand_over();
    stage.pass(Duration::from_secs(31), 1).await;
    stage.until_row(PENDING, "0").await;
    let table = club.table(1);
    assert_eq!(table.id(), first.id());
    says(&table, "1 point");
}

#[tokio::test]
async fn table_is_posted_again_once_though_bot_is_killed() {
    let mut club = Club::begun().await;
    let stage = &club.stage;
    let first = club.table(1);
    scroll(&club, first.id());
    stage.pass(DAY, 1).await;
    stage.clear_requests();
    // The bot is killed after the new post, before it notes it.
    let fault = RequestFault::ServerError(503);
    stage.fails("DELETE", MESSAGE, 1000, fault);
    club.second_wins(1).await;
    let twice = || tables(&club).len() == 2;
    stage.until(twice, || String::from("no new post")).await;
    club.stage.restart_without_faults().await;
    club.settles().await;
    assert_eq!(tables(&club).len(), 1, "{:#?}", tables(&club));
    assert_ne!(club.table(1).id(), first.id());
}

#[tokio::test]
async fn old_table_is_deleted_once_though_its_deletion_is_limited() {
    let club = Club::begun().await;
    let stage = &club.stage;
    let first = club.table(1);
    scroll(&club, first.id());
    stage.pass(DAY, 1).await;
    stage.clear_requests();
    let (after, global) = (Duration::from_secs(36), false);
    let limit = RequestFault::RateLimited { after, global };
    stage.fails("DELETE", MESSAGE, 1, limit);
    stage.fails("DELETE", MESSAGE, 2, RequestFault::ServerError(503));
    club.second_wins(1).await;
    let twice = || tables(&club).len() == 2;
    stage.until(twice, || String::from("no new post")).await;
    // The table changes while the old one waits for its deletion.
    for id in 2..=3 {
        club.second_wins(id).await;
        stage.pass(Duration::from_secs(31), 1).await;
    }
    club.settles().await;
    let [only] = <[Message; 1]>::try_from(tables(&club)).expect("one table");
    assert_ne!(only.id(), first.id());
    let general = format!("/channels/{}/messages", stage.general());
    // Lines about threads are deleted too, as late as they may be.
    let old = format!("{general}/{}", first.id());
    let deleted = stage.sandbox.journal().into_iter();
    let deleted =
        deleted.filter(|one| one.method == "DELETE" && one.path == old && one.status == 204);
    assert_eq!(deleted.count(), 1);
    let posted = stage.sandbox.journal().into_iter();
    let posted = posted.filter(|one| one.method == "POST" && one.path == general);
    assert_eq!(posted.count(), 1);
}

#[tokio::test]
async fn table_that_changed_after_a_kill_is_posted_once() {
    let mut club = Club::begun().await;
    let stage = &club.stage;
    let first = club.table(1);
    scroll(&club, first.id());
    stage.pass(DAY, 1).await;
    // Discord posts the table, but its answer is lost, and the bot is killed.
    let channel = stage.general();
    for (times, fault) in [
        (1, RequestFault::CutAfter),
        (1000, RequestFault::ServerError(503)),
    ] {
        let sandbox = &stage.sandbox;
        sandbox.fail_requests_in(
            channel,
            "POST",
            "/channels/{channel_id}/messages",
            times,
            fault,
        );
    }
    club.second_wins(1).await;
    let twice = || tables(&club).len() == 2;
    stage.until(twice, || String::from("no new post")).await;
    club.stage.kill().await;
    // The table changes before the bot can look for it, and Discord forgets the nonce.
    let (route, failure) = (
        "/channels/{channel_id}/messages",
        RequestFault::ServerError(503),
    );
    club.stage
        .sandbox
        .fail_requests_in(channel, "GET", route, 1000, failure);
    club.stage.start().await;
    club.second_wins(2).await;
    club.stage.sandbox.clear_faults();
    club.stage.pass(Duration::from_mins(10), 1).await;
    club.settles().await;
    let [only] = <[Message; 1]>::try_from(tables(&club)).expect("one table");
    assert_ne!(only.id(), first.id());
    assert_eq!(only.content().matches("1 point").count(), 2, "{only:#?}");
}

#[tokio::test]
async fn tables_that_were_given_up_are_posted() {
    let mut club = Club::of_four().await;
    // An earlier version sent a nonce that Discord refuses.
    let refused = refusal_of(400, 50035);
    let channel = club.stage.general();
    let (route, often) = ("/channels/{channel_id}/messages", 1000);
    club.stage
        .sandbox
        .fail_requests_in(channel, "POST", route, often, refused);
    club.until_monday();
    club.until_playing(6).await;
    let sent = || club.stage.requests("POST", route) >= 4;
    club.stage
        .until(sent, || String::from("no table is sent"))
        .await;
    club.stage
        .until_row("SELECT count(*) FROM owed WHERE kind = 'league-news'", "0")
        .await;
    club.stage.until_announced().await;
    club.stage.kill().await;
    assert_eq!(tables(&club).len(), 0);
    club.stage.sandbox.clear_faults();
    club.stage.change("DELETE FROM owed");
    club.stage.start().await;
    club.settles().await;
    assert_eq!(tables(&club).len(), 1, "{:#?}", tables(&club));
    club.stage.check_picture(&club.table(1));

    // A table that scrolled away, and whose successor was refused, was left as it was.
    club.second_wins(1).await;
    club.settles().await;
    let before = club.table(1);
    assert!(before.content().contains("1 point"), "{before:#?}");
    club.stage.kill().await;
    for sql in [
        "UPDATE journal_posts SET at = 1",
        "DROP INDEX journal_posts_never_posted",
        "ALTER TABLE server_rules ADD COLUMN exhibitions INTEGER NOT NULL DEFAULT 1",
        "CREATE INDEX matches_exhibited_by ON matches (challenger)",
        "ALTER TABLE board_sessions DROP COLUMN next_since",
        "ALTER TABLE board_sessions DROP COLUMN next_played",
        "ALTER TABLE server_rules DROP COLUMN practice_in_private",
        "ALTER TABLE server_rules DROP COLUMN pages_off",
        "DROP TABLE team_members",
        "DROP TABLE team_votes",
        "DROP TABLE team_questions",
        "DROP TABLE team_answers",
        "DROP TABLE team_threads",
        "DROP INDEX matches_of_teams",
        "ALTER TABLE matches DROP COLUMN invited_team",
        "ALTER TABLE matches DROP COLUMN first_team",
        "ALTER TABLE matches DROP COLUMN second_team",
        "DROP TABLE pages",
        "DROP TABLE hidden_on_pages",
        "DROP TABLE calendars",
        "DROP TABLE untold_ends",
        "DROP TABLE calls",
        "DROP INDEX journals_by_page",
        "ALTER TABLE journals DROP COLUMN page",
        "ALTER TABLE journals DROP COLUMN entry",
        "DROP TABLE set_aside",
        "DROP TABLE games_looked_at",
        "PRAGMA user_version = 11",
    ] {
        club.stage.change(sql);
    }
    club.stage.clear_requests();
    club.stage.start().await;
    club.settles().await;
    let edits = club.stage.requests("PATCH", MESSAGE);
    assert_eq!(edits, 2, "the post of the league and its table");
    club.stage.restart().await;
    club.settles().await;
    assert_eq!(club.stage.requests("PATCH", MESSAGE), edits);
    assert_eq!(tables(&club).len(), 1, "{:#?}", tables(&club));
}

#[tokio::test]
async fn numbers_of_posts_are_used_for_posts_only() {
    let club = Club::begun().await;
    for id in 1..=3 {
        club.second_wins(id).await;
    }
    club.settles().await;
    let last = "SELECT seq FROM sqlite_sequence WHERE name = 'journal_posts'";
    let count = club.stage.row("SELECT count(*) FROM journal_posts");
    club.stage.row_is(last, &count);
}
