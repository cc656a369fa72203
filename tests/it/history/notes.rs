//! Notes: private until the end, then under their turns for everybody.

use loopback_discord::{Answer, Message, Place};
use serde_json::{Value, json};

use crate::support::stage::{Stage, whispered};

const NOTHING: [(&str, &str); 0] = [];

fn private(answer: Answer) -> Message {
    match answer {
        Answer::Message(message) | Answer::Update(message) if message.is_ephemeral() => message,
        other => panic!("not a message for one person: {other:#?}"),
    }
}

async fn leaf(place: &Place, turn: u32) -> String {
    let options = [("match", Value::from("1")), ("turn", Value::from(turn))];
    whispered(place.command("history", options).await)
}

#[tokio::test]
async fn a_note_is_its_writers_until_it_is_published() {
    let mut stage = Stage::new().await;
    let table = stage.begin("connect-n", &[]).await;
    let ana = stage.mention("ana");
    stage.plays(&table.ana, "d").await;
    let kept = whispered(
        table
            .ana
            .command("note", [("text", "Threatens **e1** @everyone")])
            .await,
    );
    assert!(
        kept.starts_with("Your note is kept under turn 1 of match 1. Only you see it"),
        "{kept}"
    );
    stage.plays(&table.ben, "d").await;
    let options = [
        ("text", Value::from("A good start.")),
        ("turn", Value::from(0)),
    ];
    whispered(table.ana.command("note", options).await);
    let options = [("text", Value::from("Later.")), ("turn", Value::from(9))];
    assert_eq!(
        whispered(table.ana.command("note", options).await),
        "There is no turn 9 yet: the last one is turn 2."
    );
    assert_eq!(
        whispered(table.cleo.command("note", [("text", "Me too.")]).await),
        "You are watching match 1."
    );
    stage.restart().await;
    let words = format!("\n> {ana} noted (only you see it): Threatens \\*\\*e1\\*\\* \\@everyone");
    assert!(leaf(&table.ana, 1).await.contains(&words));
    assert!(leaf(&table.ana, 0).await.contains("A good start."));
    for place in [&table.ben, &table.cleo] {
        assert!(!leaf(place, 1).await.contains("noted"));
    }
    let list = private(table.ana.command("note", NOTHING).await);
    assert!(list.button("Publish").is_none(), "{list:#?}");
    let again = whispered(table.ana.command("note", [("text", "One")]).await);
    assert!(
        again.starts_with("Your note is kept under turn 2"),
        "{again}"
    );
    let again = whispered(table.ana.command("note", [("text", "Two")]).await);
    assert!(
        again.starts_with("Your note under turn 2 of match 1 was replaced."),
        "{again}"
    );

    let Answer::Message(question) = table.ben.command("resign", NOTHING).await else {
        panic!("a question")
    };
    table.ben.press(&question, "Resign").await;
    stage.until_announced().await;
    assert!(!leaf(&table.ben, 1).await.contains("noted"));
    let list = private(table.ana.command("note", NOTHING).await);
    let published = private(table.ana.press(&list, "Publish").await);
    assert!(
        published
            .content()
            .starts_with("You have 3 notes in match 1. Everybody can read them in `/history`."),
        "{}",
        published.content()
    );
    let words = words.replace(" (only you see it)", "");
    for place in [&table.ana, &table.ben, &table.cleo] {
        let seen = leaf(place, 1).await;
        assert!(seen.contains(&words), "{seen}");
    }
    let gone = private(table.ana.press(&published, "Delete Notes").await);
    assert_eq!(gone.content(), "Your notes in match 1 are deleted.");
    assert_eq!(stage.row("SELECT count(*) FROM notes"), "0");
}

/// What a match looks like as a file of somebody's.
async fn exported(stage: &Stage, place: &Place, format: &str) -> String {
    let options = [("match", "1"), ("format", format)];
    let message = private(place.command("export", options).await);
    let url = &message.attachments()[0].url;
    let bytes = stage.sandbox.attachment(url).expect("the file");
    String::from_utf8(bytes).expect("a text")
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
    let Answer::Message(question) = table.ben.command("resign", NOTHING).await else {
        panic!("a question")
    };
    table.ben.press(&question, "Resign").await;
    stage.until_announced().await;
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
    let url = &all.attachments()[0].url;
    let bytes = stage.sandbox.attachment(url).expect("the file");
    assert!(String::from_utf8(bytes).expect("a text").contains(theirs));

    // It comes back with the record.
    let pgn = exported(&stage, &table.ben, "pgn").await;
    assert!(pgn.contains("{Ana: Wins ) a pawn}"), "{pgn}");
    let file = [("file", json!({"filename": "match.pgn", "text": pgn}))];
    let shown = private(table.cleo.command("import", file).await);
    assert!(
        shown
            .content()
            .contains("\n-# 2 notes stand under their turns: page back to read them."),
        "{}",
        shown.content()
    );
    assert!(
        shown.content().ends_with("\n> Ben notes: Hopes \\*so\\*"),
        "{}",
        shown.content()
    );
    let first = private(table.cleo.press(&shown, "Back").await);
    assert!(
        first.content().contains("\n> Ana notes: Wins \\) a pawn"),
        "{}",
        first.content()
    );
}
