//! Interactions that arrive twice, late or in an outage: each acts once, and its person gets an answer.

use std::time::Duration;

use anteroom::discord::ui;
use anteroom::matches::{ChannelId, MatchId};
use loopback_discord::{Answer, DeliveryFault, RequestFault};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::databases::locked;
use crate::support::play::challenges;
use crate::support::rest::as_bot;
use crate::support::stage::{
    NOTHING, Stage, boards, contents, offered, private, said, says, updated, whispered,
};

const CALLBACK: &str = "/interactions/{interaction_id}/{interaction_token}/callback";
const EVENTS: &str = "SELECT count(*) FROM events";
/// As a proxy may answer.
const NULL: RequestFault = RequestFault::Answered {
    status: 200,
    retry: "",
    body: "null",
};

/// Returns the number of initial responses since the journal was cleared.
fn first_answers(stage: &Stage) -> usize {
    stage.requests("POST", CALLBACK)
}

/// Ana moves by command and by form and offers a draw by button; Cleo makes a challenge.
///
/// Each interaction is later delivered again, and each would be possible again.
async fn act_in_every_way(stage: &Stage) -> crate::support::stage::Table {
    let again = || stage.sandbox.fail_delivery(DeliveryFault::Again);
    let table = stage.begin("connect-n", &[]).await;
    again();
    stage.plays(&table.ana, "d").await;
    let board = stage.plays(&table.ben, "a").await;
    let form = stage.form(&table.ana, &board).await;
    again();
    updated(table.ana.submit(&form, [("turn", "e")]).await);
    stage.board(&table, 4).await;
    let board = stage.plays(&table.ben, "a").await;
    again();
    let offer = said(table.ana.press(&board, "Offer Draw").await);
    stage.until_announced().await;
    updated(table.ben.press(&offer, "Decline").await);
    stage.until_announced().await;
    again();
    stage.challenge("cleo", "connect-n", &[]).await;
    table
}

#[tokio::test]
async fn interaction_delivered_again_after_many_others_is_ignored() {
    let stage = Stage::new().await;
    let table = act_in_every_way(&stage).await;
    // A setting that was changed afterwards: a second delivery must not restore the old value.
    let answer = table.ana.command("settings", NOTHING).await;
    let panel = private(answer);
    stage.sandbox.fail_delivery(DeliveryFault::Again);
    for theme in ["light", "wood"] {
        updated(table.ana.select(&panel, "set/boards/theme", [theme]).await);
    }
    for _ in 0..300 {
        whispered(table.cleo.command("help", NOTHING).await);
    }
    let before = stage.row(EVENTS);
    stage.clear_requests();
    assert_eq!(stage.sandbox.deliver_held(), 5);
    // Responses follow the order of arrival.
    whispered(table.cleo.command("help", NOTHING).await);
    assert_eq!(first_answers(&stage), 1);
    stage.until_announced().await;
    assert_eq!(stage.row(EVENTS), before);
    stage.row_is("SELECT count(*) FROM matches", "2");
    stage.row_is(
        "SELECT theme FROM user_preferences WHERE theme IS NOT NULL",
        "wood",
    );
    assert_eq!(boards(&table.cleo).len(), 5, "{:#?}", contents(&table.cleo));
    stage.plays(&table.ana, "d").await;
}

#[tokio::test]
async fn interaction_delivered_again_after_a_kill_is_ignored() {
    let mut stage = Stage::new().await;
    let table = act_in_every_way(&stage).await;
    stage.restart().await;
    let before = stage.row(EVENTS);
    stage.clear_requests();
    assert_eq!(stage.sandbox.deliver_held(), 4);
    stage
        .sandbox
        .until(|_| (first_answers(&stage) >= 4).then_some(()))
        .await
        .expect("four attempts to answer");
    assert_eq!(stage.row(EVENTS), before);
    stage.row_is("SELECT count(*) FROM matches", "2");
    stage.plays(&table.ana, "d").await;
}

#[tokio::test]
async fn interaction_delivered_twice_at_once_acts_once() {
    let stage = Stage::new().await;
    let twice = || stage.sandbox.fail_delivery(DeliveryFault::Twice);
    let table = stage.begin("connect-n", &[]).await;
    twice();
    stage.plays(&table.ana, "d").await;
    twice();
    stage.challenge("cleo", "connect-n", &[]).await;
    stage.plays(&table.ben, "a").await;
    stage.row_is("SELECT count(*) FROM matches", "2");
    assert_eq!(stage.turns(), "2");
    assert_eq!(boards(&table.cleo).len(), 3);
}

#[tokio::test]
async fn an_outage_is_met_with_a_handful_of_tries() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    for fault in [
        RequestFault::ServerError(503),
        RequestFault::RateLimited {
            after: Duration::ZERO,
            global: false,
        },
        NULL,
    ] {
        stage.clear_requests();
        stage.fails("POST", CALLBACK, 1000, fault);
        let count = boards(&table.cleo).len();
        let (place, turn) = if count % 2 == 1 {
            (&table.ana, "d")
        } else {
            (&table.ben, "a")
        };
        // Nobody gets a response. When the bot gives it up, it posts the board itself.
        tokio::select! {
            answer = place.command("move", [("turn", turn)]) => panic!("{answer:#?}"),
            board = stage.board(&table, count + 1) => drop(board),
        }
        let tries = first_answers(&stage);
        assert!((3..=6).contains(&tries), "{fault:?}: {tries}");
        stage.sandbox.clear_faults();
    }
}

#[tokio::test]
async fn a_form_that_comes_too_late_can_be_opened_by_a_button() {
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    let board = stage.plays(&table.ana, "d").await;
    let picker = private(table.ben.press(&board, "Move…").await);
    // A restarted bot stores a first look again, here on a slow disk.
    stage.patience = Duration::from_secs(1);
    stage.restart().await;
    let other = locked(&stage.database());
    let answer = table.ben.press(&picker, "Type Instead…").await;
    let Answer::Deferred(waiting) = &answer else {
        panic!("patience: {answer:#?}")
    };
    other.execute_batch("COMMIT").expect("an end");
    let late = stage
        .message_is(&table.ben, waiting, |message| !message.is_loading())
        .await;
    let answer = table.ben.press(&late, "Type Instead…").await;
    let form = answer.modal().unwrap_or_else(|| panic!("{answer:#?}"));
    table.ben.submit(form, [("turn", "a")]).await;
    assert!(stage.board(&table, 3).await.content().contains("**a**"));
}

#[tokio::test]
async fn suggestions_are_given_up_when_they_would_come_too_late() {
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    stage.restart().await;
    let other = locked(&stage.database());
    stage.clear_requests();
    // With the slow disk the bot cannot store the look, and without that it must not suggest turns.
    let answer = table.ben.autocomplete("move", "turn", "", NOTHING).await;
    assert_eq!(answer.choices().map(<[_]>::len), Some(0), "{answer:#?}");
    assert_eq!(
        first_answers(&stage),
        1,
        "and Discord was not asked for patience"
    );
    other.execute_batch("COMMIT").expect("an end");
}

#[tokio::test]
async fn matches_are_shown_to_those_who_can_see_their_channel() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    let other = stage.begin("connect-n", &[]).await;
    let (general, lounge) = (stage.general(), stage.sandbox.channel("lounge"));
    let cleo = stage.person("cleo", lounge);
    let channel = ChannelId(general.0);
    let hidden = ui::seen_elsewhere(MatchId(1), channel).content;
    for command in ["board", "describe", "resign", "draw", "takeback"] {
        let said = whispered(cleo.command(command, [("match", "1")]).await);
        assert_eq!(said, hidden, "{command}");
    }
    for command in ["board", "describe"] {
        for place in [
            // Spectators in the channel, the thread and another thread of the channel; players everywhere.
            stage.person("cleo", general),
            stage.person("cleo", table.thread),
            stage.person("cleo", other.thread),
            stage.person("ben", lounge),
        ] {
            let shown = whispered(place.command(command, [("match", "1")]).await);
            assert_ne!(shown, hidden, "{command}");
        }
    }
    // The owner of the server sees all channels.
    stage.sandbox.set_owner("cleo");
    let shown = cleo.command("board", [("match", "1")]).await;
    stage.check_picture(shown.message().expect("a board"));
    // A spectator in the thread has the buttons of its boards.
    stage.sandbox.set_owner("ana");
    let board = boards(&table.cleo).pop().expect("a board");
    let shown = table.cleo.press(&board, "History").await;
    stage.check_picture(shown.message().expect("a board"));
}

#[tokio::test]
async fn announcement_channels_hold_matches() {
    let stage = Stage::new().await;
    let general = stage.general();
    stage.sandbox.set_announcements(general);
    let table = stage.begin("connect-n", &[]).await;
    let thread = &stage.sandbox.threads(general)[0];
    assert_eq!(thread["type"], 10);
    stage.plays(&table.ana, "d").await;
    whispered(challenges(&table.ana, "connect-n", NOTHING).await);
    let next = stage.state(2).await;
    assert_eq!(next.proposal().place.channel.0, general.0);
}

#[tokio::test]
async fn direction_marks_in_typed_text_are_removed() {
    let (_stage, table) = Stage::playing("connect-n", &[]).await;
    let typed = "z\u{202e}\u{2066}9";
    let answer = whispered(table.ana.command("move", [("turn", typed)]).await);
    assert!(
        answer.contains('z') && !answer.contains(['\u{202e}', '\u{2066}']),
        "{answer:?}"
    );
    let answer = table.ana.autocomplete("move", "turn", typed, NOTHING).await;
    let choices = answer.choices().expect("choices");
    assert!(
        !choices.is_empty()
            && choices
                .iter()
                .all(|choice| !choice.name.contains(['\u{202e}', '\u{2066}'])),
        "{choices:?}"
    );
}

#[tokio::test]
async fn person_with_new_flags_and_avatar_plays_like_others() {
    let stage = Stage::new().await;
    for (field, value) in [
        ("public_flags", json!(1_u64 << 40)),
        ("flags", json!(1_u64 << 50)),
        ("avatar", json!("v2_a-new-form-of-hash")),
    ] {
        stage.sandbox.set_user_field("ana", field, value);
    }
    let table = stage.begin("connect-n", &[]).await;
    let board = stage.plays(&table.ana, "d").await;
    says(&board, "**d**");
    let suggestions = table.ana.autocomplete("board", "match", "", NOTHING).await;
    assert_eq!(offered(&suggestions).len(), 1);
}

#[tokio::test]
async fn interaction_that_cannot_be_decoded_is_answered() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    let board = stage.plays(&table.ana, "d").await;
    // A payload in an unexpected form.
    stage
        .sandbox
        .set_user_field("ben", "global_name", json!({"text": "Ben"}));
    let before = stage.row(EVENTS);
    for answer in [
        table.ben.command("move", [("turn", "a")]).await,
        table.ben.press(&board, "Move…").await,
    ] {
        let said = whispered(answer);
        let reference = said.split('`').nth(1).expect("a reference");
        assert_eq!(said, ui::undecoded(reference).content);
    }
    let suggestions = table.ben.autocomplete("move", "turn", "", NOTHING).await;
    assert_eq!(suggestions.choices().map(<[_]>::len), Some(0));
    assert_eq!(stage.row(EVENTS), before);
}

#[tokio::test]
async fn answer_of_null_is_not_believed() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    let null = || {
        stage.fails("POST", CALLBACK, 1, NULL);
    };
    null();
    let board = said(table.ana.command("move", [("turn", "d")]).await);
    says(&board, "**d**");
    null();
    whispered(table.ben.command("board", NOTHING).await);
    null();
    let form = stage.form(&table.ben, &board).await;
    null();
    updated(table.ben.submit(&form, [("turn", "a")]).await);
    stage.board(&table, 3).await;
}

/// Registers other commands, like those of an older version that a person still sees.
async fn register(stage: &Stage, commands: Value) {
    let known = stage.sandbox.commands();
    let application = known[0]["application_id"].as_str().expect("a number");
    let path = format!("/applications/{application}/commands");
    let (status, answer) = as_bot(&stage.sandbox, Method::PUT, &path, &commands).await;
    assert_eq!(status, 200, "{answer}");
}

#[tokio::test]
async fn older_form_of_a_command_tells_the_person_to_reload() {
    let stage = Stage::new().await;
    register(
        &stage,
        json!([
            {"name": "board", "type": 1, "description": "Its match was a whole number", "options": [
                {"type": 4, "name": "match", "description": "Which match"},
            ]},
            {"name": "play", "type": 1, "description": "Its computer was a yes or no", "options": [
                {"type": 1, "name": "connect-n", "description": "Connect Four", "options": [
                    {"type": 5, "name": "computer", "description": "Whether"},
                ]},
            ]},
            {"name": "bygone", "type": 1, "description": "There is no such command any more"},
        ]),
    )
    .await;
    let ana = stage.person("ana", stage.general());
    for answer in [
        ana.command("board", [("match", 1)]).await,
        ana.command("play connect-n", [("computer", true)]).await,
        ana.command("bygone", NOTHING).await,
    ] {
        assert_eq!(whispered(answer), ui::outdated().content);
    }
}
