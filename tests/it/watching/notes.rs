//! Notes: private until the end of the match, then shown to everybody under their turns.

use anteroom::features::watching::{NoteKept, messages};
use anteroom::matches::MatchId;
use loopback_discord::{Message, Place};
use serde_json::json;

use crate::support::messages::{check_lines, check_seen};
use crate::support::stage::{
    Stage, export, export_all, files, history_at, notes, on_board, page, private, updated,
};

async fn words(place: &Place, turn: u32) -> String {
    history_at(place, turn).await.content().to_owned()
}

async fn list(place: &Place) -> Message {
    private(on_board(place, "Notes").await)
}

/// Returns the answer to a stored note.
async fn noted(stage: &Stage, ply: u32, kept: NoteKept) -> String {
    let view = stage.arbiter().view(MatchId(1)).await.expect("a match");
    messages::noted(&view.state, ply, kept)
}

#[tokio::test]
async fn a_note_is_its_writers_until_it_is_published() {
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    stage.plays(&table.ana, "d").await;
    let text = "Threatens **e1** @everyone";
    let kept = private(notes(&table.ana, 1, text).await);
    assert_eq!(kept.content(), noted(&stage, 1, NoteKept::New).await);
    stage.plays(&table.ben, "d").await;
    // A note on an earlier turn, from the history.
    let last = private(on_board(&table.ana, "History").await);
    let first = updated(table.ana.press(&last, "First").await);
    let form = table.ana.press(&first, "Note…").await;
    let form = form.modal().unwrap_or_else(|| panic!("{form:#?}"));
    private(table.ana.submit(form, [("turn", "A good start.")]).await);
    assert!(page(&table.cleo).await.button("Notes").is_none());
    stage.restart().await;
    let noted_words = "Threatens \\*\\*e1\\*\\* \\@everyone";
    assert!(words(&table.ana, 1).await.contains(noted_words));
    assert!(words(&table.ana, 0).await.contains("A good start."));
    for place in [&table.ben, &table.cleo] {
        assert!(!words(place, 1).await.contains("Threatens"));
    }
    let own = private(on_board(&table.ana, "Notes").await);
    assert!(own.button("Publish").is_none(), "{own:#?}");
    for (text, kept) in [("One", NoteKept::New), ("Two", NoteKept::Replaced)] {
        let form = table.ana.press(&own, "Add Note…").await;
        let form = form.modal().unwrap_or_else(|| panic!("{form:#?}"));
        let again = table.ana.submit(form, [("turn", text)]).await;
        assert_eq!(private(again).content(), noted(&stage, 2, kept).await);
    }

    stage.resigns(&table.ben).await;
    assert!(!words(&table.ben, 1).await.contains("Threatens"));
    let own = list(&table.ana).await;
    let published = private(table.ana.press(&own, "Publish").await);
    for place in [&table.ana, &table.ben, &table.cleo] {
        let seen = self::words(place, 1).await;
        assert!(seen.contains(noted_words), "{seen}");
    }
    // Everybody in the thread is told.
    let told = stage.sandbox.until(|_| {
        let mut messages = table.cleo.messages().into_iter();
        messages.find(|message| message.content().contains("published notes"))
    });
    check_seen("notes_told_in_the_thread", [&told.await.expect("a post")]);
    let gone = private(table.ana.press(&published, "Delete Notes").await);
    check_seen("notes_deleted", [&gone]);
    stage.row_is("SELECT count(*) FROM notes", "0");
}

async fn exported(stage: &Stage, place: &Place, format: &str) -> String {
    let message = private(export(place, 1, format).await);
    files(&stage.sandbox, &message).remove(0).1
}

#[tokio::test]
async fn a_record_carries_ones_own_notes_and_those_that_are_for_everybody() {
    let (stage, table) = Stage::playing("antichess", &[]).await;
    for (place, turn, note) in [
        (&table.ana, "e2e4", "Wins } a pawn"),
        (&table.ben, "d7d5", "Hopes *so*"),
    ] {
        stage.plays(place, turn).await;
        private(notes(place, 1, note).await);
    }
    let (ours, theirs) = ("Wins ", "Hopes *so*");
    for format in ["Text", "PGN"] {
        for (place, seen) in [
            (&table.ana, [true, false]),
            (&table.ben, [false, true]),
            (&table.cleo, [false, false]),
        ] {
            let text = exported(&stage, place, format).await;
            assert_eq!(
                [ours, theirs].map(|note| text.contains(note)),
                seen,
                "{text}"
            );
        }
    }
    stage.resigns(&table.ben).await;
    let own = list(&table.ana).await;
    private(table.ana.press(&own, "Publish").await);
    for format in ["Text", "PGN", "APGameRecord"] {
        for (place, seen) in [
            (&table.ana, [true, false]),
            (&table.ben, [true, true]),
            (&table.cleo, [true, false]),
        ] {
            let text = exported(&stage, place, format).await;
            assert_eq!(
                [ours, theirs].map(|note| text.contains(note)),
                seen,
                "{text}"
            );
        }
    }
    let all = private(export_all(&table.ben).await);
    assert!(files(&stage.sandbox, &all)[0].1.contains(theirs));

    // The notes come back with the record.
    let pgn = exported(&stage, &table.ben, "PGN").await;
    assert!(pgn.contains("{Ana: Wins ) a pawn}"), "{pgn}");
    let file = [("file", json!({"filename": "match.pgn", "text": pgn}))];
    let shown = private(table.cleo.command("import", file).await);
    let first = private(table.cleo.press(&shown, "Back").await);
    let lines = [&shown, &first].map(|page| page.content().lines());
    let lines = lines.into_iter().flatten();
    let notes = lines.filter(|line| line.starts_with("> ") || line.starts_with("-# 2 "));
    check_lines("notes_of_a_record", notes);
}
