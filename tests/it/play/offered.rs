//! Offers of buttons: none of which the bot knew, when it showed it, that it would refuse.

use anteroom::db::Denial;
use anteroom::discord::ui;
use anteroom::features::watching::WatchingRefusal;
use anteroom::matches::{MatchId, Refusal};
use loopback_discord::{Answer, Message, Place};
use serde_json::Value;

use crate::support::computers;
use crate::support::hand::Hand;
use crate::support::messages::check_seen;
use crate::support::panels;
use crate::support::play::challenges;
use crate::support::stage::{Stage, Table, boards, cancels, labels, page, private};

/// The states of a match.
const STATES: [&str; 9] = [
    "before the first move",
    "one has moved",
    "both have moved",
    "paused",
    "paused before the first move",
    "over",
    "cancelled",
    "against the computer, before the first move",
    "against the computer",
];

/// The buttons that change the match, each pressed in a match of its own.
const CHANGES: [&str; 6] = [
    "Offer Draw",
    "Take Back",
    "Rematch",
    "Harder Opponent",
    "Accept",
    "Decline",
];

/// Plays a match to this state.
async fn reach(state: &str) -> (Stage, Table) {
    let stage = Stage::new().await;
    let against_computer = state.starts_with("against");
    let table = if against_computer {
        computers::begin(&stage, "connect-n", &[]).await
    } else {
        stage.begin("connect-n", &[]).await
    };
    let turns = match state {
        "one has moved" | "against the computer" => 1,
        "both have moved" | "paused" | "over" => 2,
        _ => 0,
    };
    for turn in 0..turns {
        stage.plays(table.player(turn), "d").await;
    }
    if state.starts_with("paused") {
        stage.sandbox.set_owner("cleo");
        panels::moderates(&table.cleo, "Pause…", "A quarrel").await;
    }
    match state {
        "over" => drop(stage.resigns(&table.ben).await),
        "cancelled" => drop(cancels(&table.ana).await),
        _ => {}
    }
    stage.until_announced().await;
    (stage, table)
}

/// Whether an answer refuses what the state of the match refuses.
fn refuses(answer: &str) -> bool {
    let id = MatchId(1);
    let refusals = [
        Refusal::Paused(id),
        Refusal::NothingToTakeBack,
        Refusal::NotOver(id),
        Refusal::OfferedAlready,
        Refusal::NoClockToGive,
        Refusal::NotBegun(id),
    ];
    let words = [
        &*WatchingRefusal::FollowsOwn(id).sentence(),
        "It is <@",
        "It is Beginner",
        "Match 1 is over",
        "Match 1 was never",
    ];
    refusals
        .iter()
        .any(|refusal| answer.starts_with(&ui::sentence(refusal)))
        || words.iter().any(|words| answer.starts_with(words))
}

/// Presses a button, and returns what the bot answers.
async fn pressed(place: &Place, message: &Message, label: &str) -> String {
    match place.press(message, label).await {
        Answer::Message(answer) | Answer::Update(answer) => answer.content().to_owned(),
        _ => String::new(),
    }
}

fn pressable(message: &Message) -> Vec<String> {
    let buttons = message.buttons();
    let all = labels(message).into_iter();
    all.filter(|label| {
        let button = buttons.iter().find(|button| &button.label == label);
        button.is_some_and(|button| !button.custom_id.is_empty() && !button.disabled)
    })
    .collect()
}

#[tokio::test]
async fn buttons_of_boards_in_each_state_are_not_refused() {
    for state in STATES {
        let (stage, table) = reach(state).await;
        let mut changes = Vec::new();
        for (index, place) in [&table.ana, &table.ben, &table.cleo]
            .into_iter()
            .enumerate()
        {
            let shown = page(place).await;
            for label in pressable(&shown) {
                if CHANGES.contains(&label.as_str()) {
                    changes.push((index, label));
                    continue;
                }
                let answer = pressed(place, &shown, &label).await;
                assert!(!refuses(&answer), "{state}, {label}: {answer}");
            }
        }
        for (index, label) in changes {
            let (_stage, table) = reach(state).await;
            let place = [&table.ana, &table.ben, &table.cleo][index];
            let shown = page(place).await;
            let answer = pressed(place, &shown, &label).await;
            assert!(!refuses(&answer), "{state}, {label}: {answer}");
        }
        drop(stage);
    }
}

#[tokio::test]
async fn buttons_for_everybody_are_of_use_to_somebody() {
    for state in STATES {
        let (stage, table) = reach(state).await;
        let general = |name| stage.person(name, stage.general());
        // Practice has no card.
        let card = general("cleo").message(table.card);
        let mut board = boards(&table.cleo).pop();
        if matches!(state, "over" | "cancelled") || state.starts_with("paused") {
            // The board loses its buttons by an edit after the news.
            let retired = stage.sandbox.until(|_| {
                let board = boards(&table.cleo).pop()?;
                board.button("Move…").is_none().then_some(board)
            });
            board = Some(retired.await.expect("a board that asks for nothing"));
        }
        let mut messages: Vec<_> = card.map(|card| (card, true)).into_iter().collect();
        messages.extend(board.map(|board| (board, false)));
        for (message, in_channel) in messages {
            for label in pressable(&message) {
                if CHANGES.contains(&label.as_str()) {
                    continue;
                }
                let mut refused = Vec::new();
                for name in ["ana", "ben", "cleo"] {
                    let channel = if in_channel {
                        stage.general()
                    } else {
                        table.thread
                    };
                    let place = stage.person(name, channel);
                    let answer = pressed(&place, &message, &label).await;
                    refused.extend(refuses(&answer).then_some(answer));
                }
                assert!(refused.len() < 3, "{state}, {label}: {refused:#?}");
            }
        }
    }
}

#[tokio::test]
async fn private_conversation_offers_no_follow() {
    let stage = Stage::new().await;
    let direct = stage.person("ana", stage.sandbox.direct_channel("ana"));
    let first = [("computer", Value::from(1)), ("colour", Value::from("Red"))];
    private(challenges(&direct, "connect-n", first).await);
    stage.until_announced().await;
    for message in direct.messages() {
        assert!(message.button("Follow").is_none(), "{message:#?}");
    }
}

#[tokio::test]
async fn newest_board_of_a_paused_match_asks_for_nothing() {
    let (stage, table) = reach("both have moved").await;
    let board = boards(&table.cleo).pop().expect("a board");
    assert!(board.content().contains("Deadline"), "{board:#?}");
    stage.sandbox.set_owner("cleo");
    panels::moderates(&table.cleo, "Pause…", "A quarrel").await;
    stage.until_announced().await;
    let shown = |message: &Message| {
        let asks = ["Move…", "Offer Draw"].iter();
        let asks = asks.filter_map(|label| message.button(label)).count();
        asks == 0 && !message.content().contains("Deadline")
    };
    let paused = stage.sandbox.until(|_| {
        let board = table.cleo.message(board.id())?;
        shown(&board).then_some(board)
    });
    let paused = paused.await.expect("a board without a deadline");
    check_seen("board_of_a_paused_match", [&paused]);
}

#[tokio::test]
async fn posts_after_presses_on_private_messages_refer_to_no_message() {
    let (stage, table) = reach("both have moved").await;
    let shown = page(&table.ana).await;
    table.ana.press(&shown, "Offer Draw").await;
    stage.until_announced().await;
    let share = private(table.ana.press(&shown, "Share…").await);
    table.ana.press(&share, "Board").await;
    let (computer, played) = reach("against the computer, before the first move").await;
    let board = boards(&played.cleo).pop().expect("a board");
    let mut hand = Hand::open(&played.ana, &board).await;
    hand.pick("d").await;
    hand.press("Play").await;
    computer.until_announced().await;
    for place in [&table.cleo, &played.cleo] {
        for message in place.messages() {
            let origin = &message.json()["interaction_metadata"]["interacted_message_id"];
            let hidden = origin
                .as_str()
                .and_then(|id| id.parse().ok())
                .is_some_and(|id: u64| place.messages().iter().all(|seen| seen.id().0 != id));
            assert!(!hidden, "{message:#?}");
        }
    }
}
