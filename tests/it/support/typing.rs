//! Turns typed in the text field, with and without a preview.

use loopback_discord::{Answer, Message, Place};

use crate::support::stage::{Stage, Table, boards};

/// The way in which a person makes a turn.
#[derive(Clone, Copy)]
pub enum By {
    Command,
    Form,
    Picker,
}

/// Sets which of a person's turns need a confirmation.
pub async fn confirms(place: &Place, when: &str) {
    let panel = place.command("settings", [] as [(&str, &str); 0]).await;
    let panel = panel.message().expect("a panel").clone();
    assert!(matches!(
        place.select(&panel, "set/boards/confirm", [when]).await,
        Answer::Update(_)
    ));
}

/// Types a turn in the form behind the button under the latest board.
pub async fn by_button(stage: &Stage, table: &Table, place: &Place, turn: &str) -> Message {
    let board = boards(&table.cleo).pop().expect("a board");
    let posted = boards(&table.cleo).len();
    let form = stage.form(place, &board).await;
    let answer = place.submit(&form, [("turn", turn)]).await;
    assert!(
        matches!(&answer, Answer::Update(picker) if picker.attachments().is_empty()),
        "{answer:#?}"
    );
    stage.board(table, posted + 1).await
}
