//! Acts that one person can repeat without limit.

use loopback_discord::{Answer, Place};
use serde_json::{Value, json};

use super::play::challenges;

const NOTHING: [(&str, &str); 0] = [];

/// Does every repeatable act once, and waits only for the answers.
pub async fn everything(general: &Place, thread: &Place, number: usize) {
    let column = ["a", "b", "c", "d", "e", "f", "g"][number % 7];
    if let Answer::Message(challenge) = challenges(general, "anchor", NOTHING).await {
        drop(general.press(&challenge, "Withdraw").await);
    }
    drop(challenges(general, "anache", [("opponent", "dan")]).await);
    let line = format!("{column} {} | {column} b", ["a", "b", "c"][number % 3]);
    drop(thread.command("plan", [("line", line.as_str())]).await);
    drop(thread.command("plan", [("line", "?")]).await);
    drop(thread.command("move", [("turn", "?")]).await);
    let typed = format!("{column}{number}");
    drop(thread.autocomplete("move", "turn", &typed, NOTHING).await);
    drop(thread.autocomplete("board", "match", &typed, NOTHING).await);
    let note = format!("Note {number}, {}", "long ".repeat(60));
    if let Answer::Message(page) = thread.command("board", NOTHING).await {
        if let Answer::Message(notes) = thread.press(&page, "Notes").await
            && let Answer::Modal(form) = thread.press(&notes, "Add Note…").await
        {
            drop(thread.submit(&form, [("turn", note.as_str())]).await);
        }
        drop(thread.press(&page, "History").await);
        drop(thread.press(&page, "Replay").await);
    }
    let game = ["connect-n", "anchor", "anache", "antichess", "anaash"][number % 5];
    drop(general.command("explore", [("game", game)]).await);
    drop(general.command("learn", [("game", game)]).await);
    drop(general.command("puzzle", [("game", game)]).await);
    let text = format!(
        "[White \"Zoe {number}\"]\n[Black \"Yan\"]\n[Variant \"MIT Antichess\"]\n\n1. e4 d5 2. exd5 Qxd5 1-0\n"
    );
    let record = json!({"filename": format!("{number}.pgn"), "text": text});
    drop(
        general
            .command("import", [("file", record)] as [(&str, Value); 1])
            .await,
    );
    drop(general.command("settings", [("page", "blocked")]).await);
    let zone = ["Europe/Vienna", "America/Lima"][number % 2];
    drop(general.command("away", [("zone", zone)]).await);
    drop(general.command("away", [("until", "2099-01-01")]).await);
    drop(thread.command("draw", NOTHING).await);
    drop(thread.command("takeback", NOTHING).await);
    drop(general.command("games", [("show", "Challenges")]).await);
}
