//! Notes: private until the end, then under their turns for everybody.

use anteroom::features::history::{NoteKept, messages};
use anteroom::matches::{MatchId, Refusal};
use loopback_discord::Place;
use serde_json::{Value, json};

use crate::support::messages::{check_lines, check_seen};
use crate::support::stage::{NOTHING, Stage, files, private, whispered};

async fn leaf(place: &Place, turn: u32) -> String {
    let options = [("match", Value::from("1")), ("turn", Value::from(turn))];
    whispered(place.command("history", options).await)
}

/// What somebody reads whose note is kept.
async fn noted(stage: &Stage, ply: u32, kept: NoteKept) -> String {
    let view = stage.arbiter().view(MatchId(1)).await.expect("a match");
    messages::noted(&view.state, ply, kept)
}

#[tokio::test]
async fn a_note_is_its_writers_until_it_is_published() {
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    let note = |text: &str| table.ana.command("note", [("text", text.to_owned())]);
    stage.plays(&table.ana, "d").await;
    let kept = whispered(note("Threatens **e1** @everyone").await);
    assert_eq!(kept, noted(&stage, 1, NoteKept::New).await);
    stage.plays(&table.ben, "d").await;
    let options = [
        ("text", Value::from("A good start.")),
        ("turn", Value::from(0)),
    ];
    whispered(table.ana.command("note", options).await);
    let options = [("text", Value::from("Later.")), ("turn", Value::from(9))];
    assert_eq!(
        whispered(table.ana.command("note", options).await),
        Refusal::NoSuchTurn { ply: 9, last: 2 }.to_string()
    );
    assert_eq!(
        whispered(table.cleo.command("note", [("text", "Me too.")]).await),
        Refusal::NotYourMatch(MatchId(1)).to_string()
    );
    stage.restart().await;
    let words = "Threatens \\*\\*e1\\*\\* \\@everyone";
    assert!(leaf(&table.ana, 1).await.contains(words));
    assert!(leaf(&table.ana, 0).await.contains("A good start."));
    for place in [&table.ben, &table.cleo] {
        assert!(!leaf(place, 1).await.contains("Threatens"));
    }
    let list = private(table.ana.command("note", NOTHING).await);
    assert!(list.button("Publish").is_none(), "{list:#?}");
    for (text, kept) in [("One", NoteKept::New), ("Two", NoteKept::Replaced)] {
        let again = table.ana.command("note", [("text", text)]).await;
        assert_eq!(whispered(again), noted(&stage, 2, kept).await);
    }

    stage.resigns(&table.ben).await;
    assert!(!leaf(&table.ben, 1).await.contains("Threatens"));
    let list = private(table.ana.command("note", NOTHING).await);
    let published = private(table.ana.press(&list, "Publish").await);
    for place in [&table.ana, &table.ben, &table.cleo] {
        let seen = leaf(place, 1).await;
        assert!(seen.contains(words), "{seen}");
    }
    let gone = private(table.ana.press(&published, "Delete Notes").await);
    check_seen("notes_deleted", [&gone]);
    assert_eq!(stage.row("SELECT count(*) FROM notes"), "0");
}

/// What a match looks like as a file of somebody's.
async fn exported(stage: &Stage, place: &Place, format: &str) -> String {
    let options = [("match", "1"), ("format", format)];
    let message = private(place.command("export", options).await);
    files(&stage.sandbox, &message).remove(0).1
}

#[tokio::test]
async fn a_record_carries_ones_own_notes_and_those_that_are_for_everybody() {
    let stage = Stage::new().await;
    let table = stage.begin("antichess", &[]).await;
    for (place, turn, note) in [
        (&table.ana, "e2e4", "Wins } a pawn"),
        (&table.ben, "d7d5", "Hopes *so*"),
    ] {
        stage.plays(place, turn).await;
        whispered(place.command("note", [("text", note)]).await);
    }
    let (ours, theirs) = ("Wins ", "Hopes *so*");
    for format in ["text", "pgn"] {
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
    let list = private(table.ana.command("note", NOTHING).await);
    private(table.ana.press(&list, "Publish").await);
    for format in ["text", "pgn", "apgame"] {
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
    let all = private(table.ben.command("export", [("match", "all")]).await);
    assert!(files(&stage.sandbox, &all)[0].1.contains(theirs));

    // It comes back with the record.
    let pgn = exported(&stage, &table.ben, "pgn").await;
    assert!(pgn.contains("{Ana: Wins ) a pawn}"), "{pgn}");
    let file = [("file", json!({"filename": "match.pgn", "text": pgn}))];
    let shown = private(table.cleo.command("import", file).await);
    let first = private(table.cleo.press(&shown, "Back").await);
    let lines = [&shown, &first].map(|page| page.content().lines());
    let lines = lines.into_iter().flatten();
    let notes = lines.filter(|line| line.starts_with("> ") || line.starts_with("-# 2 "));
    check_lines("notes_of_a_record", notes);
}
