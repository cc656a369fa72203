//! Following a match that others play.

use std::time::Duration;

use anteroom::discord::ui::Composed;
use anteroom::features::watching::WatchingRefusal;
use anteroom::features::{play, watching};
use anteroom::matches::{Follow, MatchId};
use loopback_discord::{Message, Place};

use crate::support::messages::{check_lines, small_lines};
use crate::support::stage::{
    NOTHING, Stage, Table, boards, labels, listed, private, refused, said, tab,
};

fn mentions(message: &Message) -> Vec<String> {
    let mentions = message.mentions().into_iter();
    let mut mentions: Vec<_> = mentions.map(ToString::to_string).collect();
    mentions.sort_unstable();
    mentions
}

#[tokio::test]
async fn followers_are_notified_as_they_chose() {
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    let general = stage.general();
    let [cleo, dan] = stage.people(["cleo", "dan"]);
    let card = cleo.message(table.card).expect("the card");
    refused(
        stage.person("ana", general).press(&card, "Follow").await,
        WatchingRefusal::FollowsOwn(MatchId(1)),
    );
    let now = stage.state(1).await;
    let follow = |how| watching::messages::follow(&now, how, false).content;
    let asked = private(cleo.press(&card, "Follow").await);
    assert_eq!(asked.content(), follow(None));
    assert_eq!(labels(&asked), ["Each Turn", "The Result", "Just List It"]);
    let set = private(cleo.press(&asked, "Each Turn").await);
    assert_eq!(set.content(), follow(Some(Follow::Turns)));
    let asked = private(dan.press(&card, "Follow").await);
    private(dan.press(&asked, "The Result").await);
    stage.advance(Duration::from_secs(61));
    let two = play::messages::followed_card(Composed::default(), 2).content;
    let card = stage.card_says(&table, &two).await;
    stage.restart().await;
    stage.advance(Duration::from_secs(61));
    stage.clear_requests();
    let posted = stage.plays(&table.ana, "d").await;
    check_lines("line_for_followers", small_lines(&posted));
    assert_eq!(mentions(&posted), ["ben", "cleo"]);
    stage.only_last_asks(&table, 2).await;
    stage
        .until_row("SELECT card_seq = seq FROM places", "1")
        .await;
    // One edit of the card, and one of the board from before the restart, whose text is read first. Every start reads the
    // list of commands.
    let mut counted = stage.counted();
    counted.retain(|request| !request.ends_with("/commands"));
    assert_eq!(counted.len(), 3, "{counted:?}");
    // Followers are not notified of a question.
    let offer = said(table.ben.command("draw", NOTHING).await);
    assert_eq!(mentions(&offer), ["ana"]);
    stage.until_announced().await;
    // A follower stops following.
    let asked = private(cleo.press(&card, "Follow").await);
    let set = private(cleo.press(&asked, "Just List It").await);
    assert_eq!(set.content(), follow(Some(Follow::List)));
    let posted = stage.plays(&table.ben, "d").await;
    assert_eq!(mentions(&posted), ["ana"]);
    let asked = private(cleo.press(&card, "Follow").await);
    let stopped = private(cleo.press(&asked, "Stop").await);
    assert_eq!(stopped.button("Stop").map(|button| button.label), None);
    stage.row_is("SELECT count(*) FROM follows", "1");
    let result = stage.resigns(&table.ana).await;
    assert_eq!(mentions(&result), ["ben", "dan"]);
    let over = stage.card_follows(&table).await;
    assert!(over.button("Follow").is_none());
    // Discord archives the thread after a day.
    stage
        .until_thread_is(&table, "Ben beat Ana · Connect N 1")
        .await;
    let threads = stage.sandbox.channels();
    let thread = threads
        .iter()
        .find(|channel| channel["id"] == table.thread.to_string());
    let archives = &thread.expect("the thread")["thread_metadata"]["auto_archive_duration"];
    assert_eq!(*archives, 1440);
}

#[tokio::test]
async fn the_result_is_told_to_followers_once_even_if_they_change_meanwhile() {
    let (mut stage, table) = Stage::playing("connect-n", &[("time", "1h")]).await;
    let general = stage.general();
    let cleo = stage.person("cleo", general);
    let card = cleo.message(table.card).expect("the card");
    let asked = private(cleo.press(&card, "Follow").await);
    private(cleo.press(&asked, "The Result").await);
    // The post arrives, but the response is lost.
    stage.fails(
        "POST",
        "/channels/{channel_id}/messages",
        1,
        loopback_discord::RequestFault::CutAfter,
    );
    stage.advance(Duration::from_hours(1));
    let is_result = |board: &Message| board.button("Rematch").is_some();
    let result = stage
        .sandbox
        .until(|_| boards(&table.cleo).pop().filter(is_result));
    let result = result.await.expect("the result");
    assert_eq!(mentions(&result), ["ana", "ben", "cleo"]);
    stage.kill().await;
    // Another follower joins before the bot looks for the post.
    stage.change(&format!(
        "INSERT INTO follows (match_id, user, how) VALUES (1, {}, 'end')",
        stage.id("dan").0
    ));
    stage.start().await;
    stage.until_announced().await;
    let results = boards(&table.cleo);
    assert_eq!(results.iter().filter(|board| is_result(board)).count(), 1);
}

#[tokio::test]
async fn moderators_are_warned_before_discord_opens_no_more_threads() {
    let stage = Stage::new().await;
    stage.begin("connect-n", &[]).await;
    stage.sandbox.set_owner("dan");
    let [cleo, dan] = stage.people(["cleo", "dan"]);
    let warning = watching::messages::threads_warning(800);
    let warned = async |place: &Place| tab(place, "Here").await.content().contains(&warning);
    assert!(!warned(&dan).await);
    let columns = "seq, game, status, guild, channel, challenger, ply, changed_at, turns";
    stage.change(&format!(
        "WITH RECURSIVE others(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM others WHERE n < 800) \
         INSERT INTO matches (match_id, {columns}) SELECT n, {columns} FROM others JOIN matches ON match_id = 1"
    ));
    assert!(warned(&dan).await);
    assert!(!warned(&cleo).await);
}

#[tokio::test]
async fn matches_are_listed_with_their_followers() {
    let (stage, [cleo, dan]) = Stage::with_people(["cleo", "dan"]).await;
    let general = stage.general();
    assert_eq!(listed(&tab(&cleo, "Here").await), [""; 0]);
    let mut tables = Vec::new();
    for game in ["anchor", "connect-n", "connect-n", "connect-n"] {
        stage.advance(Duration::from_secs(10));
        tables.push(stage.begin(game, &[]).await);
    }
    for (place, number) in [(&dan, 1), (&cleo, 3), (&dan, 3)] {
        let card = place.message(tables[number].card).expect("the card");
        let asked = private(place.press(&card, "Follow").await);
        private(place.press(&asked, "Just List It").await);
    }
    let order = |content: &str, tables: &[Table]| {
        let threads = tables.iter().map(|table| format!("<#{}>", table.thread));
        let found = threads.zip(1_u64..);
        let mut found: Vec<_> = found
            .filter_map(|(thread, id)| Some((content.find(&thread)?, id)))
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(_, id)| id).collect::<Vec<_>>()
    };
    let ana = stage.person("ana", general);
    let list = tab(&ana, "Here").await;
    // By game, then by number of followers, then the latest first.
    assert_eq!(order(list.content(), &tables), [4, 2, 3, 1]);
    // The list shows the board of its first match.
    let files = |message: &Message| {
        let files = message.attachments().into_iter();
        files.map(|file| file.filename).collect::<Vec<_>>()
    };
    assert_eq!(files(&list), ["match-4-turn-0.png"]);
    let list = tab(&cleo, "Here").await;
    assert_eq!(
        labels(&list)[..4],
        ["Following 4", "Follow 2", "Follow 3", "Follow 1"]
    );
    let asked = private(cleo.press(&list, "Follow 1").await);
    let anchor = stage.state(1).await;
    let question = watching::messages::follow(&anchor, None, false).content;
    assert_eq!(asked.content(), question);
    for _ in 0..3 {
        tables.push(stage.begin("connect-n", &[]).await);
    }
    let first = tab(&dan, "Here").await;
    assert_eq!(order(first.content(), &tables)[0], 4);
    let second = private(dan.press(&first, "▶").await);
    let shown = order(second.content(), &tables);
    assert_eq!(shown.len(), 2);
    assert_eq!(files(&second), [format!("match-{}-turn-0.png", shown[0])]);
}
