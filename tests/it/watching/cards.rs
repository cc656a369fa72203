//! Views of spectators: the card in the channel, and a board.

use std::time::Duration;

use loopback_discord::Message;

use crate::support::stage::{
    NOTHING, Stage, Table, boards, history_at, labels, on_board, private, whispered,
};

fn card(stage: &Stage, table: &Table) -> Message {
    let general = stage.person("cleo", stage.general());
    general.message(table.card).expect("the card")
}

#[tokio::test]
async fn the_card_shows_the_board_in_good_time_and_at_the_end() {
    let (stage, table) = Stage::playing("connect-n", &[("time", "7d+12h")]).await;
    let begun = card(&stage, &table);
    assert!(!stage.check_picture(&begun).contains("d1"));
    assert_eq!(labels(&begun), ["Open Match", "Follow"]);
    let (width, height) = begun.attachments()[0].dimensions.expect("a picture");
    assert!(width <= 420 && height <= 480, "{width} × {height}");
    let board = boards(&table.cleo).pop().expect("a board");
    let wide = board.attachments()[0].dimensions.expect("a picture").0;
    assert!(wide > 780, "{wide}");

    stage.advance(Duration::from_secs(61));
    stage.clear_requests();
    stage.plays(&table.ana, "d").await;
    let shown = stage.card_follows(&table).await;
    // The new picture replaces the old one.
    assert!(stage.check_picture(&shown).contains("d1"));
    assert_ne!(shown.attachments()[0].url, begun.attachments()[0].url);
    assert_eq!(
        labels(&shown),
        ["Open Match", "History", "Replay", "Follow"]
    );
    // The update is throttled together with the next ones, and shows the newest board.
    stage.plays(&table.ben, "a").await;
    stage.plays(&table.ana, "d").await;
    stage.advance(Duration::from_secs(15));
    let shown = stage.card_follows(&table).await;
    assert!(stage.check_picture(&shown).contains("d1, d2"));
    // Two requests for the card, and one for the buttons of the first board.
    assert_eq!(stage.counted().len(), 3, "{:?}", stage.counted());

    stage.play_on(&table, &["a", "d", "a", "d"]).await;
    // The end updates the card at once.
    let end = stage.card_follows(&table).await;
    assert!(stage.check_picture(&end).contains("d4"));
    assert_eq!(labels(&end), ["Open Match", "History", "Replay"]);
    assert_eq!(end.attachments().len(), 1);
}

#[tokio::test]
async fn the_cards_buttons_answer_whoever_presses_them() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.advance(Duration::from_secs(61));
    stage.plays(&table.ana, "d").await;
    let card = stage.card_follows(&table).await;
    let cleo = stage.person("cleo", stage.general());
    let history = private(cleo.press(&card, "History").await);
    stage.check_picture(&history);
    let replay = private(cleo.press(&card, "Replay").await);
    stage.check_replay(&replay);
    // Nobody else has seen any of it.
    assert_eq!(boards(&stage.person("dan", stage.general())).len(), 1);
}

#[tokio::test]
async fn spectator_gets_buttons_to_look_and_one_side() {
    let (stage, table) = Stage::playing("antichess", &[]).await;
    stage.plays(&table.ana, "e2e4").await;
    let pixels = |message: &Message| {
        let url = &message.attachments()[0].url;
        stage.sandbox.attachment(url).expect("a picture")
    };
    let watched = private(table.cleo.command("board", NOTHING).await);
    assert_eq!(
        labels(&watched),
        [
            "History",
            "Replay",
            "Follow",
            "Describe",
            "Rules",
            "Explore",
            "Export…",
            "Share…"
        ]
    );
    let posted = boards(&table.cleo).pop().expect("a board");
    assert!(pixels(&watched) == pixels(&posted), "Black is to move");
    let words = whispered(table.cleo.press(&watched, "Describe").await);
    assert!(words.contains("e4"), "{words}");
    // Ben keeps his side of the board, though the other player is to move now.
    let back = private(on_board(&table.ben, "History").await);
    stage.plays(&table.ben, "e7e5").await;
    let again = history_at(&table.ben, 1).await;
    assert!(pixels(&back) == pixels(&again) && pixels(&back) != pixels(&posted));
    let watched = history_at(&table.cleo, 1).await;
    assert!(pixels(&watched) == pixels(&posted));
}
