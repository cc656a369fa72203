//! Matches of two computers, with spectators.

use std::sync::Arc;
use std::time::Duration;

use anteroom::features::computers::ComputerPlayer;
use anteroom::features::play::messages::{AGAINST_ALONE, INTERVAL_ALONE};
use anteroom::matches::{Level, Match, Player, Refusal};
use async_trait::async_trait;
use loopback_discord::{ChannelLayout, Layout, Place, ServerLayout, permissions};
use serde_json::Value;

use crate::support::computers::{begin, stage_with};
use crate::support::messages::check_seen;
use crate::support::play::challenges;
use crate::support::stage::{
    NOTHING, Stage, Table, boards, contents, labels, listed, private, refused, said, says, updated,
    whispered,
};
use crate::support::wait;

/// Starts a match of two computers as Ana, with a turn a minute unless the options differ.
async fn exhibit(stage: &Stage, game: &str, options: &[(&str, Value)]) -> Table {
    let against = [("against", Value::from(2))];
    begin(stage, game, &[&against, options].concat()).await
}

#[tokio::test]
async fn a_channel_watches_two_computers() {
    let mut stage = Stage::new().await;
    let ana = stage.mention("ana");
    let small = [
        ("columns", Value::from(4)),
        ("rows", Value::from(3)),
        ("n", Value::from(3)),
        ("interval", Value::from(30)),
    ];
    let table = exhibit(&stage, "connect-n", &small).await;
    stage.card_follows(&table).await;
    let players = [Level::Beginner, Level::Casual].map(Player::Computer);
    assert_eq!(stage.state(1).await.players(), Some(players));
    let first = stage.board(&table, 1).await;
    assert!(first.mentions().is_empty(), "{first:#?}");
    assert_eq!(labels(&first), ["End Exhibition", "Rules"]);
    // No turn before the interval has passed.
    stage.advance(Duration::from_secs(29));
    wait::for_absence().await;
    assert_eq!(boards(&table.cleo).len(), 1);
    stage.advance(Duration::from_secs(1));
    let posted = stage.board(&table, 2).await;
    assert_eq!(labels(&posted), ["End Exhibition", "History", "Rules"]);
    stage.check_picture(&posted);
    // A restart in between: the next turn comes once and on time.
    stage.restart().await;
    stage.advance(Duration::from_secs(29));
    wait::for_absence().await;
    assert_eq!(boards(&table.cleo).len(), 2);
    stage.advance(Duration::from_secs(1));
    stage.board(&table, 3).await;
    stage.row_is("SELECT ply FROM matches", "2");
    // Play to the end.
    let mut shown = 3;
    while boards(&table.cleo)
        .pop()
        .is_some_and(|board| board.button("End Exhibition").is_some())
    {
        stage.advance(Duration::from_secs(30));
        shown += 1;
        stage.board(&table, shown).await;
        assert!(shown < 14, "{:#?}", contents(&table.cleo));
    }
    stage.card_follows(&table).await;
    stage.row_is("SELECT status FROM matches", "finished");
    stage.row_is("SELECT count(*) FROM alarms", "0");
    // The posts mention nobody, and nobody has the match in their list.
    assert!(
        contents(&table.cleo)
            .iter()
            .all(|post| !post.contains(&ana))
    );
    let games = private(table.ana.command("games", NOTHING).await);
    assert_eq!(listed(&games), [""; 0]);
}

/// Lays out a server with a moderator.
async fn moderated() -> Stage {
    let server = ServerLayout::new("Club")
        .role("Moderator", permissions::MANAGE_MESSAGES)
        .gives("cleo", "Moderator")
        .channel(ChannelLayout::text("general"))
        .channel(ChannelLayout::text("lounge"));
    let layout = ["Ana", "Ben", "Cleo", "Dan"]
        .into_iter()
        .fold(Layout::empty(), Layout::person)
        .server(server);
    let mut stage = Stage::laid_out(layout).await;
    stage.start().await;
    stage
}

async fn ends(stage: &Stage, table: &Table, who: &Place, name: &str) {
    let board = boards(&table.cleo).pop().expect("a board");
    let post = said(who.press(&board, "End Exhibition").await);
    says(&post, &stage.mention(name));
    stage.check_picture(&boards(&table.cleo)[0]);
    stage.card_follows(table).await;
    // No turn follows.
    let shown = boards(&table.cleo).len();
    stage.advance(Duration::from_secs(600));
    wait::for_absence().await;
    assert_eq!(boards(&table.cleo).len(), shown);
}

#[tokio::test]
async fn exhibition_is_ended_by_starter_or_moderator() {
    let stage = moderated().await;
    let table = exhibit(&stage, "connect-n", &[]).await;
    let board = boards(&table.cleo).pop().expect("a board");
    let challenger = stage.id("ana");
    let stranger = Refusal::NotYourExhibition { challenger };
    refused(table.ben.press(&board, "End Exhibition").await, &stranger);
    ends(&stage, &table, &table.ana, "ana").await;
    stage.row_is("SELECT reason FROM matches", "stopped");
    stage.row_is("SELECT winner FROM matches", "null");
    let table = exhibit(&stage, "connect-n", &[]).await;
    stage.advance(Duration::from_secs(60));
    stage.board(&table, 2).await;
    ends(&stage, &table, &table.cleo, "cleo").await;
}

#[tokio::test]
async fn exhibitions_have_bounds() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    for (options, words) in [
        (vec![("against", 3)], AGAINST_ALONE),
        (vec![("computer", 3), ("interval", 60)], INTERVAL_ALONE),
    ] {
        let options = options
            .into_iter()
            .map(|(key, value)| (key, Value::from(value)));
        let refused = whispered(challenges(&ana, "connect-n", options).await);
        assert_eq!(refused, words);
    }
    stage.row_is("SELECT count(*) FROM matches", "0");
    for _ in 0..3 {
        exhibit(&stage, "connect-n", &[]).await;
    }
    let options = [("computer", Value::from(1)), ("against", Value::from(2))];
    let most = 3;
    refused(
        challenges(&ana, "anache", options).await,
        &Refusal::TooManyExhibitions { most },
    );
}

/// Computers that move their knights out and back.
struct Knights;

#[async_trait]
impl ComputerPlayer for Knights {
    async fn think(&self, state: &Match, _: Level) -> String {
        let turns = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let turn = turns[state.ply() as usize % turns.len()];
        turn.to_owned()
    }

    async fn accepts_draw(&self, _: &Match) -> bool {
        false
    }
}

#[tokio::test]
async fn exhibition_without_progress_for_50_moves_each_ends_as_draw() {
    let stage = stage_with(Arc::new(Knights)).await;
    let table = exhibit(&stage, "antichess", &[("interval", Value::from(30))]).await;
    for board in 1..=100 {
        stage.advance(Duration::from_secs(30));
        stage
            .until_row("SELECT ply FROM matches", &board.to_string())
            .await;
    }
    stage.row_is("SELECT status FROM matches", "playing");
    stage.advance(Duration::from_secs(30));
    stage
        .until_row("SELECT status FROM matches", "finished")
        .await;
    stage.until_announced().await;
    let posts = contents(&table.cleo);
    let result = stage.result(1).await;
    assert!(
        posts.last().is_some_and(|post| post.contains(&result)),
        "{posts:#?}"
    );
    stage.row_is("SELECT reason FROM matches", "agreed");
    stage.row_is("SELECT count(*) FROM alarms", "0");
}

#[tokio::test]
async fn two_computers_are_chosen_by_menus() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    let games = private(ana.command("play", NOTHING).await);
    let game = updated(ana.press(&games, "Connect N").await);
    let more = updated(ana.press(&game, "More…").await);
    let page = updated(ana.press(&more, "Watch Two Computers…").await);
    let id = "wish/firstcomputer/connect-n/computers-2-3/usual-rated";
    let page = updated(ana.select(&page, id, ["1"]).await);
    let id = "wish/secondcomputer/connect-n/computers-1-3/usual-rated";
    let page = updated(ana.select(&page, id, ["2"]).await);
    check_seen("two_computers", [&more, &page]);
    updated(ana.press(&page, "Start").await);
    let players = [Level::Beginner, Level::Casual].map(Player::Computer);
    let begun = stage.state(1).await;
    assert_eq!(begun.players(), Some(players));
    let every = begun
        .proposal()
        .exhibition
        .map(|exhibition| exhibition.every);
    assert_eq!(every, Some(Duration::from_secs(60)));
}
