//! After a match: the result, the rematch, and another game with the same person.

use std::time::Duration;

use anteroom::discord::ui;
use anteroom::features::play;
use anteroom::features::play::PlayRefusal;
use anteroom::games::CATALOGUE;
use anteroom::matches::{ChannelId, DaysOff, MatchId, OpponentTerms, Refusal};
use loopback_discord::Message;
use serde_json::Value;

use crate::support::forms::chooses;
use crate::support::play::challenges;
use crate::support::stage::{
    NOTHING, Stage, Table, boards, contents, labels, private, refused, says, updated, whispered,
};

/// Plays a match that Ana wins in three days. Returns the table and the result.
async fn won(stage: &Stage) -> (Table, Message) {
    let table = stage
        .begin("connect-n", &[("n", "3"), ("time", "7d")])
        .await;
    for turn in 0..5 {
        stage.advance(Duration::from_hours(18));
        stage.plays(table.player(turn), ["d", "a"][turn % 2]).await;
    }
    let result = boards(&table.cleo).pop().expect("the result");
    (table, result)
}

/// Waits until the channel has this many messages, and returns the latest.
async fn in_channel(stage: &Stage, count: usize) -> Message {
    let cleo = stage.person("cleo", stage.general());
    let found = stage.sandbox.until(|_| {
        let mut seen = cleo.messages();
        seen.retain(|message| !message.is_ephemeral());
        (seen.len() >= count).then(|| seen.pop()).flatten()
    });
    let message = found.await.expect("a message in the channel");
    stage.until_announced().await;
    message
}

#[tokio::test]
async fn a_rematch_is_one_press_each_with_the_sides_exchanged() {
    let mut stage = Stage::new().await;
    let (table, result) = won(&stage).await;
    stage.card_follows(&table).await;
    stage
        .until_thread_is(&table, "Ana beat Ben · Connect N 1")
        .await;
    for label in ["Rematch", "Another Game…"] {
        let stranger = table.cleo.press(&result, label).await;
        refused(stranger, Refusal::NotYourMatch(MatchId(1)));
    }
    stage.clear_requests();
    let asked = whispered(table.ben.press(&result, "Rematch").await);
    let (first, next) = (stage.state(1).await, stage.state(2).await);
    let places = stage.view(2).await.places;
    assert_eq!(asked, play::messages::rematch_asked(&next, &places));
    let challenge = in_channel(&stage, 2).await;
    assert_eq!(challenge.content(), ui::challenge(&next).content);
    let [before, after] = [first.proposal(), next.proposal()];
    assert_eq!(after.rematch_of, Some(first.id()));
    assert_eq!(after.challenger, stage.id("ben"));
    assert_eq!(
        (&after.options, after.time, after.seat),
        (&before.options, before.time, before.seat)
    );
    assert_eq!(challenge.mentions(), ["ana"]);
    // An older board may lose its buttons meanwhile.
    assert_eq!(
        stage.requests("POST", "/channels/{channel_id}/messages"),
        1,
        "{:?}",
        stage.counted()
    );
    // A second press makes no second challenge, also after a restart.
    stage.restart().await;
    let again = whispered(table.ben.press(&result, "Rematch").await);
    assert_eq!(again, play::messages::rematch_there(&next, None));
    let accepted = whispered(table.ana.press(&result, "Rematch").await);
    let begun = stage.state(2).await;
    assert_eq!(accepted, play::messages::rematch_accepted(&begun));
    let players = ["ben", "ana"].map(|name| stage.id(name).into());
    assert_eq!(begun.players(), Some(players));
    let thread = stage.thread(1).await;
    let next = stage.table(thread, challenge.id());
    let board = stage.board(&next, 1).await;
    assert_eq!(board.mentions(), ["ben"]);
    stage.card_follows(&next).await;
    let there = whispered(table.ana.press(&result, "Rematch").await);
    let thread = ChannelId(thread.0);
    assert_eq!(there, play::messages::rematch_there(&begun, Some(thread)));
    stage.row_is("SELECT count(*) FROM matches", "2");
    stage.row_is("SELECT count(*) FROM events WHERE kind = 'accepted'", "2");
}

async fn is_challenge(stage: &Stage, message: &Message, id: u64) -> bool {
    message.content() == ui::challenge(&*stage.state(id).await).content
}

#[tokio::test]
async fn a_rematch_that_is_declined_or_withdrawn() {
    let stage = Stage::new().await;
    let (table, result) = won(&stage).await;
    whispered(table.ana.press(&result, "Rematch").await);
    let challenge = in_channel(&stage, 2).await;
    let ben = stage.person("ben", stage.general());
    updated(ben.press(&challenge, "Decline").await);
    refused(
        table.ana.press(&result, "Rematch").await,
        PlayRefusal::RematchDeclined,
    );
    // A player who has declined may ask for a rematch later.
    whispered(table.ben.press(&result, "Rematch").await);
    let challenge = in_channel(&stage, 3).await;
    assert!(is_challenge(&stage, &challenge, 3).await);
    updated(ben.press(&challenge, "Withdraw").await);
    whispered(table.ana.press(&result, "Rematch").await);
    let challenge = in_channel(&stage, 4).await;
    assert!(is_challenge(&stage, &challenge, 4).await);
}

#[tokio::test]
async fn both_ask_for_a_rematch_at_once_and_one_begins() {
    let stage = Stage::new().await;
    let (table, result) = won(&stage).await;
    let (one, other) = tokio::join!(
        table.ana.press(&result, "Rematch"),
        table.ben.press(&result, "Rematch")
    );
    stage
        .until_row("SELECT status FROM matches WHERE match_id = 2", "playing")
        .await;
    stage.row_is("SELECT count(*) FROM matches", "2");
    let begun = play::messages::rematch_accepted(&*stage.state(2).await);
    let told = [whispered(one), whispered(other)];
    assert!(
        told.contains(&begun) && told[0] != told[1],
        "{told:?}: one begins it"
    );
}

#[tokio::test]
async fn a_computer_plays_its_rematch_at_once() {
    let stage = Stage::new().await;
    let general = stage.general();
    let options = [("computer", Value::from(2)), ("colour", Value::from("Red"))];
    let ana = stage.person("ana", general);
    private(challenges(&ana, "connect-n", options).await);
    let thread = stage.thread(0).await;
    let ana = stage.person("ana", thread);
    stage.until_announced().await;
    let result = stage.resigns(&ana).await;
    assert_eq!(
        labels(&result)[..3],
        ["Rematch", "Harder Opponent", "Another Game…"]
    );
    let asked = whispered(ana.press(&result, "Rematch").await);
    let next = stage.view(2).await;
    assert_eq!(
        asked,
        play::messages::rematch_asked(&next.state, &next.places)
    );
    stage
        .until_row(
            "SELECT status || second_player || first_computer FROM matches WHERE match_id = 2",
            &format!("playing{}2", stage.sandbox.user("ana").id()),
        )
        .await;
}

#[tokio::test]
async fn another_game_with_the_same_person_is_chosen_by_buttons() {
    let stage = Stage::new().await;
    let (table, result) = won(&stage).await;
    let games = private(table.ben.press(&result, "Another Game…").await);
    says(&games, &stage.mention("ana"));
    assert_eq!(labels(&games).len(), CATALOGUE.len());
    let page = updated(table.ben.press(&games, "Anchor").await);
    assert_eq!(
        labels(&page),
        ["Challenge", "More…", "Lessons", "Rules", "Other Games"]
    );
    let all = updated(table.ben.press(&page, "Other Games").await);
    assert_eq!(labels(&all).len(), CATALOGUE.len());
    let page = updated(table.ben.press(&all, "Anchor").await);
    let done = updated(table.ben.press(&page, "Challenge").await);
    let made = stage.state(2).await;
    let places = stage.view(2).await.places;
    assert_eq!(done.content(), play::messages::challenged(&made, &places));
    let challenge = in_channel(&stage, 2).await;
    assert_eq!(challenge.content(), ui::challenge(&made).content);
    assert_eq!(challenge.mentions(), ["ana"]);
    assert_eq!(
        (&*made.proposal().game, made.proposal().time.to_string()),
        ("anchor", String::from("7d"))
    );
    assert_eq!(contents(&table.cleo).len(), 6, "nothing more in the thread");
}

#[tokio::test]
async fn the_games_are_chosen_by_buttons() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    let games = private(ana.command("play", NOTHING).await);
    let page = updated(ana.press(&games, "Anacund").await);
    assert_eq!(
        labels(&page),
        [
            "Challenge Anyone",
            "Play the Computer",
            "More…",
            "Lessons",
            "Rules",
            "Other Games",
            "Simul…",
            "As a Team…"
        ]
    );
    stage.row_is("SELECT count(*) FROM events", "0");
    updated(ana.press(&page, "Challenge Anyone").await);
    let challenge = in_channel(&stage, 1).await;
    assert!(is_challenge(&stage, &challenge, 1).await);
    stage.row_is("SELECT game FROM matches WHERE invited IS NULL", "anacund");
    stage.accepts("ben", &challenge).await;
}

fn offers(page: &Message, time: &str) -> bool {
    let time = time.parse().expect("a clock");
    page.content().contains(&ui::time_words(time))
}

/// Returns the time control of a proposed match, and whether the match is rated.
async fn terms(stage: &Stage, id: u64) -> (String, bool) {
    let made = stage.state(id).await;
    (
        made.proposal().time.to_string(),
        made.proposal().terms.rated,
    )
}

#[tokio::test]
async fn a_challenge_by_buttons_has_the_clock_and_the_terms_that_are_chosen() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    let games = private(ana.command("play", NOTHING).await);
    let page = updated(ana.press(&games, "Anacund").await);
    assert!(offers(&page, "3d"), "{}", page.content());
    let slow = updated(
        ana.select(&page, "wish/time/anacund/anyone/usual-rated", ["14d+1d"])
            .await,
    );
    assert!(offers(&slow, "14d+1d"), "{}", slow.content());
    stage.row_is("SELECT count(*) FROM events", "0");
    let unrated = updated(
        ana.select(&slow, "wish/rated/anacund/anyone/14d+1d-rated", ["unrated"])
            .await,
    );
    assert!(offers(&unrated, "14d+1d"), "{}", unrated.content());
    // The choices survive a restart of the bot.
    updated(ana.press(&unrated, "Challenge Anyone").await);
    assert_eq!(terms(&stage, 1).await, ("14d+1d".to_owned(), false));

    // Another game with the same person: first with the same time control, then with another one.
    let (table, result) = won(&stage).await;
    let games = private(table.ben.press(&result, "Another Game…").await);
    let page = updated(table.ben.press(&games, "Anchor").await);
    assert!(offers(&page, "7d"), "{}", page.content());
    let id = "wish/time/anchor/match-2/usual-rated";
    let fast = updated(table.ben.select(&page, id, ["1h+1m"]).await);
    let id = "wish/time/anchor/match-2/1h+1m-rated";
    let usual = updated(table.ben.select(&fast, id, ["usual"]).await);
    assert!(offers(&usual, "7d"), "{}", usual.content());
    let fast = updated(
        table
            .ben
            .select(&usual, &id.replace("1h+1m", "usual"), ["1h+1m"])
            .await,
    );
    updated(table.ben.press(&fast, "Challenge").await);
    assert_eq!(terms(&stage, 3).await, ("1h+1m".to_owned(), true));
}

#[tokio::test]
async fn rare_choices_are_behind_more() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    let games = private(ana.command("play", NOTHING).await);
    let page = updated(ana.press(&games, "Anchor").await);
    let mut more = updated(ana.press(&page, "More…").await);
    for (want, value) in [
        ("daysoff", "weekends"),
        ("only", "both"),
        ("finished", "5"),
        ("range", "1400-1700"),
    ] {
        let menu = format!("wish/{want}/");
        more = updated(chooses(&ana, &more, &menu, value).await);
    }
    // *Back* and a restart keep all choices.
    let page = updated(ana.press(&more, "Back").await);
    let page = updated(chooses(&ana, &page, "wish/rated/", "unrated").await);
    updated(ana.press(&page, "Challenge Anyone").await);
    let made = stage.state(1).await;
    let proposal = made.proposal();
    let expected = OpponentTerms {
        punctual: true,
        quick: true,
        finished: 5,
        rating: "1400-1700".parse().ok(),
    };
    assert_eq!(proposal.terms.opponent, expected);
    assert_eq!(proposal.days_off, DaysOff::WeekendsToo);
    assert!(!proposal.terms.rated);
    // A challenge to a named person has no terms.
    let ben = stage.sandbox.user("ben").id();
    let games = private(ana.command_on("Challenge…", ben).await);
    let page = updated(ana.press(&games, "Anchor").await);
    let more = updated(ana.press(&page, "More…").await);
    assert_eq!(more.menus().len(), 1, "{more:#?}");
}
