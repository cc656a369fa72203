//! Finished matches: paged, looked at, and taken away as files.

use std::time::Duration;

use anteroom::features::records;
use anteroom::features::records::Format;
use loopback_discord::{Answer, Message};
use serde_json::{Value, json};

use crate::support::stage::{Stage, Table, whispered};

const NOTHING: [(&str, &str); 0] = [];

/// Ana and Ben play a match that the named one resigns at once.
async fn resigned(stage: &Stage, game: &str, by: &str) -> Table {
    let table = stage.begin(game, &[]).await;
    let place = if by == "ana" { &table.ana } else { &table.ben };
    let Answer::Message(question) = place.command("resign", NOTHING).await else {
        panic!("a question")
    };
    place.press(&question, "Resign").await;
    stage.board(&table, 2).await;
    table
}

#[track_caller]
fn private(answer: Answer) -> Message {
    match answer {
        Answer::Message(message) | Answer::Update(message) if message.is_ephemeral() => message,
        other => panic!("not a message for one person: {other:#?}"),
    }
}

/// The only file of a message, as text, with its name.
fn file(stage: &Stage, message: &Message) -> (String, String) {
    let attachments = message.attachments();
    let [file] = attachments.as_slice() else {
        panic!("one file, not {attachments:?}")
    };
    let bytes = stage.sandbox.attachment(&file.url).expect("the file");
    (
        file.filename.clone(),
        String::from_utf8(bytes.to_vec()).expect("a text"),
    )
}

#[tokio::test]
async fn the_archive_is_paged_and_filtered() {
    let stage = Stage::new().await;
    let general = stage.general();
    let [ana, ben] = ["ana", "ben"].map(|name| stage.person(name, general));
    assert_eq!(
        whispered(ana.command("archive", NOTHING).await),
        "**Your finished matches**\nThere are none."
    );
    for number in 1..=12 {
        let (game, by) = if number % 3 == 0 {
            ("connect-n", "ben")
        } else {
            ("antichess", "ana")
        };
        resigned(&stage, game, by).await;
        stage.advance(Duration::from_secs(86_400));
    }
    let first = private(ana.command("archive", NOTHING).await);
    let lines: Vec<_> = first.content().lines().collect();
    assert_eq!(lines.len(), 11, "{lines:?}");
    let mention = stage.mention("ben");
    assert!(
        lines[1].starts_with(&format!(
            "Match 12: Connect N, beat {mention} in 0 turns <t:"
        )),
        "{lines:?}"
    );
    assert!(
        lines[2].starts_with(&format!(
            "Match 11: Standard Antichess, lost to {mention} in 0 turns <t:"
        )),
        "{lines:?}"
    );
    let second = private(ana.press(&first, "Older").await);
    assert_eq!(second.id(), first.id());
    let lines: Vec<_> = second.content().lines().collect();
    assert!(
        lines.len() == 3 && lines[1].starts_with("Match 2: ") && lines[2].starts_with("Match 1: "),
        "{lines:?}"
    );
    let again = private(ana.press(&second, "Newest").await);
    assert_eq!(again.content(), first.content());

    let wins = whispered(
        ana.command(
            "archive",
            [
                ("result", Value::from(0)),
                ("game", Value::from("connect-n")),
            ],
        )
        .await,
    );
    assert!(
        wins.starts_with("**Your finished matches** (Connect N, won)\nMatch 12: ")
            && wins.lines().count() == 5,
        "{wins}"
    );
    let recent = whispered(ana.command("archive", [("since", "50h")]).await);
    assert_eq!(recent.lines().count(), 3, "{recent}");
    let unreadable = whispered(ana.command("archive", [("since", "yesterday")]).await);
    assert!(
        unreadable.starts_with("I cannot read that as a time."),
        "{unreadable}"
    );
    let none = whispered(ana.command("archive", [("since", "2100-01-01")]).await);
    assert!(none.ends_with("There are none."), "{none}");

    // Others see what was played where they are.
    let cleo = stage.person("cleo", general);
    let others = whispered(cleo.command("archive", [("person", "ana")]).await);
    assert!(
        others.starts_with(&format!("**Finished matches of {}**", stage.mention("ana"))),
        "{others}"
    );
    let panel = private(ben.command("settings", NOTHING).await);
    ben.select(&panel, "set/unlisted", ["unlisted"]).await;
    let hidden = whispered(cleo.command("archive", [("person", "ben")]).await);
    assert!(
        hidden.ends_with("has chosen to show this to nobody."),
        "{hidden}"
    );
}

#[tokio::test]
async fn a_finished_match_is_looked_at_and_taken_away() {
    let stage = Stage::new().await;
    let general = stage.general();
    let [ana, cleo] = ["ana", "cleo"].map(|name| stage.person(name, general));
    let table = stage.begin("encastle", &[]).await;
    for (place, turn) in [(&table.ana, "e4"), (&table.ben, "d5"), (&table.ana, "exd5")] {
        stage.plays(place, turn).await;
    }
    let running = private(
        ana.command("export", [("match", "1"), ("format", "apgame")])
            .await,
    );
    assert_eq!(
        running.content(),
        "APGameRecord is for matches that are over."
    );
    let text = running.button("Text").expect("another format");
    assert!(!text.disabled);
    let (name, text) = file(&stage, &private(ana.press(&running, "Text").await));
    assert_eq!(name, "match-1.txt");
    let read = records::read(None, &text).expect("a record");
    assert_eq!((read.state.record().len(), read.state.seq()), (3, 5));
    assert_eq!(read.names, ["Ana", "Ben"]);

    let Answer::Message(question) = table.ben.command("resign", NOTHING).await else {
        panic!("a question")
    };
    table.ben.press(&question, "Resign").await;
    stage.board(&table, 5).await;
    let list = private(ana.command("archive", NOTHING).await);
    let opened = private(ana.select(&list, "archived/0", ["1"]).await);
    assert_ne!(opened.id(), list.id());
    assert!(stage.check_picture(&opened).contains("The match is over"));
    let labels: Vec<_> = opened
        .buttons()
        .iter()
        .map(|button| button.label.clone())
        .collect();
    assert_eq!(
        labels,
        ["History", "Rules", "Replay", "Text", "APGameRecord", "PGN"]
    );
    for (label, format) in [
        ("Text", Format::Text),
        ("APGameRecord", Format::ApGame),
        ("PGN", Format::Pgn),
    ] {
        let answer = private(ana.press(&opened, label).await);
        assert!(
            answer
                .content()
                .starts_with("Match 1, **EnCastle Antichess**, as ")
        );
        let (_, text) = file(&stage, &answer);
        let read = records::read(Some(format), &text).expect("a record");
        assert_eq!(read.state.record().len(), 3);
        assert!(read.state.ending().is_some());
    }
    // Who watches may have it; in columns it cannot be had.
    let (name, _) = file(
        &stage,
        &private(table.cleo.command("export", [("format", "pgn")]).await),
    );
    assert_eq!(name, "match-1.pgn");
    let columns = private(
        ana.command("export", [("match", "1"), ("format", "columns")])
            .await,
    );
    assert_eq!(
        columns.content(),
        "EnCastle Antichess with these settings cannot be written as a string of columns."
    );

    // All of one's own in one file.
    assert!(
        whispered(cleo.command("export", [("match", "all")]).await)
            .starts_with("None of your matches is over yet")
    );
    resigned(&stage, "connect-n", "ana").await;
    let all = private(ana.command("export", [("match", "all")]).await);
    assert_eq!(
        all.content(),
        "Your 2 latest finished matches: an APGameRecord on each line."
    );
    let (name, text) = file(&stage, &all);
    assert_eq!((name.as_str(), text.lines().count()), ("matches.jsonl", 2));
    for line in text.lines() {
        records::read(Some(Format::ApGame), line).expect("a record");
    }
    // What the bot writes it reads, and one of them can be looked at.
    let list = private(ana.command("import", record(&text)).await);
    assert_eq!(
        list.content(),
        "This file has **2 records**. Choose one to look at."
    );
    let menu = list.menus();
    let labels: Vec<_> = menu[0].options.iter().map(|one| one.0.as_str()).collect();
    assert_eq!(labels, ["1: Ana – Ben", "2: Ana – Ben"]);
    let shown = private(ana.select(&list, &list.menus()[0].custom_id, ["1"]).await);
    assert!(
        shown.content().starts_with(
            "**EnCastle Antichess**, a record: Ana (White) against Ben (Black) · 3 turns"
        ),
        "{}",
        shown.content()
    );
    let back = private(ana.press(&shown, "Back").await);
    assert!(back.content().contains("turn 2 of 3"), "{}", back.content());
}

#[tokio::test]
async fn file_of_many_games_is_a_menu_of_25_a_page() {
    let stage = Stage::new().await;
    let ana = stage.person("ana", stage.general());
    let game = |number: usize| {
        format!(
            "[White \"W{number}\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Variant \"MIT Antichess\"]\n\n1. e4 d5 1-0\n\n"
        )
    };
    let text: String = (1..=60).map(game).collect();
    let first = private(ana.command("import", record(&text)).await);
    assert_eq!(
        first.content(),
        "This file has **60 records**. Choose one to look at.\n-# Records 1 to 25"
    );
    let options = &first.menus()[0].options;
    assert_eq!((options.len(), options[24].0.as_str()), (25, "25: W25 – B"));
    let second = private(ana.press(&first, "▶").await);
    let third = private(ana.press(&second, "▶").await);
    assert_eq!(third.id(), first.id());
    let options = &third.menus()[0].options;
    assert_eq!((options.len(), options[9].0.as_str()), (10, "60: W60 – B"));
    let shown = private(
        ana.select(&third, &third.menus()[0].custom_id, ["59"])
            .await,
    );
    assert!(shown.content().contains("W60 (White) against B (Black)"));
    // A game that cannot be read is named when it is chosen.
    let broken = text.replacen("d5", "Ke7", 1);
    stage.advance(Duration::from_secs(2));
    let list = private(ana.command("import", record(&broken)).await);
    let said = whispered(ana.select(&list, &list.menus()[0].custom_id, ["0"]).await);
    assert!(
        said.starts_with("Line 6, turn 2: \"Ke7\" is not legal."),
        "{said}"
    );
}

#[tokio::test]
async fn game_from_a_set_up_position_is_played_on_unrated() {
    let stage = Stage::new().await;
    let general = stage.general();
    let [ana, ben, cleo] = ["ana", "ben", "cleo"].map(|name| stage.person(name, general));
    let pgn = b"[White \"Zo\xeb\"]\n[Variant \"EnCastle Antichess\"]\n[SetUp \"1\"]\n[FEN \"4k3/3p4/8/8/8/8/4P3/4K3 b - - 3 17\"]\n\n17... Kf7 18. e4 *\n";
    let file = [("file", json!({"filename": "a.pgn", "bytes": pgn.to_vec()}))];
    let shown = private(ana.command("import", file).await);
    assert!(
        shown.content().contains("Zoë (White)")
            && shown
                .content()
                .ends_with("\n-# This file is not UTF-8. The bot read it as Windows-1252."),
        "{}",
        shown.content()
    );
    let question = private(ana.press(&shown, "Play On…").await);
    private(ana.press(&question, "Challenge Anyone").await);
    let challenge = stage
        .sandbox
        .until(|_| {
            let mut all = cleo.messages().into_iter();
            all.find(|message| message.content().contains("is looking for an opponent"))
        })
        .await
        .expect("a challenge");
    assert!(
        challenge
            .content()
            .contains("From a position after 2 turns of a set-up game"),
        "{}",
        challenge.content()
    );
    ben.press(&challenge, "Accept").await;
    stage
        .until_row("SELECT status FROM matches WHERE match_id = 1", "playing")
        .await;
    let exported = ana
        .command("export", [("match", "1"), ("format", "pgn")])
        .await;
    let (_, text) = self::file(&stage, &private(exported));
    let read = records::read(None, &text).expect("a record");
    assert!(!read.state.proposal().rated);
    assert_eq!(
        read.state.position().text(),
        "8/3p1k2/8/8/4P3/8/8/4K3 b - e3 0 18"
    );
}

fn record(text: &str) -> [(&'static str, Value); 1] {
    [("file", json!({"filename": "record.pgn", "text": text}))]
}

#[tokio::test]
async fn a_record_is_brought_along_and_shown() {
    let stage = Stage::new().await;
    let general = stage.general();
    let ana = stage.person("ana", general);
    let pgn = "[White \"**Zoe** @everyone\"]\n[Black \"Yan\"]\n[Variant \"MIT Antichess\"]\n\n1. e4 d5 2. exd5 Qxd5 1-0\n";
    stage.forget_requests();
    let shown = private(ana.command("import", record(pgn)).await);
    assert!(stage.counted().is_empty(), "{:?}", stage.counted());
    assert_eq!(
        shown.content(),
        "**Standard Antichess**, a record: \\*\\*Zoe\\*\\* \\@everyone (White) against Yan (Black) · 4 turns\n\
         **\\*\\*Zoe\\*\\* \\@everyone (White) beats Yan (Black): Black resigned.**\n\
         ```\n1. e2e4 d7d5 2. e4d5 d8d5\n```\n-# ✕ captured"
    );
    assert!(shown.mentions().is_empty());
    stage.check_picture(&shown);
    assert_eq!(
        shown.attachments().len(),
        2,
        "a board and the match in motion"
    );

    // What the bot writes it reads.
    let table = stage.begin("anchor", &[]).await;
    for (place, turn) in [(&table.ana, "h8"), (&table.ben, "swap"), (&table.ana, "c3")] {
        stage.plays(place, turn).await;
    }
    let exported = private(table.ana.command("export", NOTHING).await);
    let (_, text) = file(&stage, &exported);
    let shown = private(ana.command("import", record(&text)).await);
    assert!(
        shown
            .content()
            .starts_with("**Anchor**, a record: Ana (White) against Ben (Black) · 3 turns · <t:")
            && shown
                .content()
                .contains("The record ends before the match does."),
        "{}",
        shown.content()
    );
}

#[tokio::test]
async fn a_record_is_paged_through_and_played_on() {
    let mut stage = Stage::new().await;
    let general = stage.general();
    let [ana, ben, cleo] = ["ana", "ben", "cleo"].map(|name| stage.person(name, general));
    let pgn = "[White \"@Zoe\"]\n[Black \"Yan\"]\n[Variant \"MIT Antichess\"]\n\n1. e4 d5 2. exd5 Qxd5 *\n";
    let shown = private(ana.command("import", record(pgn)).await);
    let back = private(ana.press(&shown, "Back").await);
    assert_eq!(
        back.content(),
        "**Standard Antichess**, a record: \\@Zoe against Yan, turn 3 of 4\nTurn 3: \\@Zoe played **e4d5**, taking the pawn on d5.\n-# ✕ captured"
    );
    assert!(back.mentions().is_empty());
    stage.check_picture(&back);
    // It works after a restart.
    stage.restart().await;
    let question = private(ana.press(&back, "Play On…").await);
    assert_eq!(
        question.content(),
        "Go on from here in a match that does not count for ratings. Black is to move. Which side do you play?"
    );
    private(ana.press(&question, "Challenge Anyone").await);
    let challenge = stage
        .sandbox
        .until(|_| {
            let mut all = cleo.messages().into_iter();
            all.find(|message| message.content().contains("is looking for an opponent"))
        })
        .await
        .expect("a challenge");
    assert!(
        challenge
            .content()
            .contains("From a position after 3 turns"),
        "{}",
        challenge.content()
    );
    ben.press(&challenge, "Accept").await;
    stage
        .until_row("SELECT status FROM matches WHERE match_id = 1", "playing")
        .await;
    assert_eq!(stage.row("SELECT seat_to_move FROM matches"), "1");
    let black = stage.row("SELECT player_to_move FROM matches");
    let black = if black == stage.sandbox.user("ana").id().to_string() {
        &ana
    } else {
        &ben
    };
    // What stood there before nobody can take back.
    let none = whispered(black.command("takeback", [("match", "1")]).await);
    assert_eq!(
        none,
        "You have not played a turn yet that could be taken back."
    );
    let played = black
        .command("move", [("match", "1"), ("turn", "Qxd5")])
        .await;
    let Answer::Message(_) = played else {
        panic!("{played:#?}");
    };
    stage.until_row("SELECT turns FROM matches", "1").await;
    // What leaves the bot has all of it, and comes back as the same match.
    for (format, turns) in [("text", 1), ("pgn", 4)] {
        let exported = ana
            .command("export", [("match", "1"), ("format", format)])
            .await;
        let (_, text) = file(&stage, &private(exported));
        let read = records::read(None, &text).expect("a record");
        assert_eq!(read.state.record().len(), turns, "{text}");
        assert_eq!(
            read.state.position().text().split(' ').next(),
            Some("rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR")
        );
        assert!(!read.state.proposal().rated);
    }
    // The next record takes the place of this one.
    stage.advance(Duration::from_secs(2));
    private(ana.command("import", record("4453")).await);
    assert_eq!(
        whispered(ana.press(&shown, "First").await),
        "I do not have this record any more: I keep the last one that you bring, for 30 days. Use `/import` again."
    );
    assert_eq!(stage.row("SELECT count(*) FROM imports"), "1");
}

#[tokio::test]
async fn a_record_that_does_not_say_its_game_is_of_the_game_that_one_says() {
    let mut stage = Stage::new().await;
    let ana = stage.person("ana", stage.general());
    let pgn =
        "[White \"Zoe\"]\n[Black \"Yan\"]\n[Variant \"Antichess\"]\n\n1. e4 d5 2. exd5 Qxd5 *\n";
    let said = whispered(ana.command("import", record(pgn)).await);
    assert!(
        said.contains("Other programs call a game so whose rules are not mine")
            && said.contains("choose it with the option game"),
        "{said}"
    );
    let of = |game: &str| {
        let [(key, file)] = record(pgn);
        [(key, file), ("game", json!(game))]
    };
    let shown = private(ana.command("import", of("encastle")).await);
    assert!(
        shown.content().starts_with(
            "**EnCastle Antichess**, a record: Zoe (White) against Yan (Black) · 4 turns"
        ),
        "{}",
        shown.content()
    );
    // It is that game on its pages as well, also later.
    stage.restart().await;
    let back = private(ana.press(&shown, "Back").await);
    assert!(
        back.content()
            .starts_with("**EnCastle Antichess**, a record: Zoe against Yan, turn 3 of 4"),
        "{}",
        back.content()
    );
    let other = whispered(ana.command("import", of("anchor")).await);
    assert_eq!(other, "This is PGN, and that game is not written as PGN.");
}

#[tokio::test]
async fn what_is_no_record_is_refused_and_changes_nothing() {
    let stage = Stage::new().await;
    let ana = stage.person("ana", stage.general());
    let pgn = "[Variant \"MIT Antichess\"]\n\n1. e4 d5 2. @everyone\n";
    let Answer::Message(wrong) = ana.command("import", record(pgn)).await else {
        panic!("an answer")
    };
    assert!(
        wrong
            .content()
            .starts_with("Line 3, turn 3: \"\\@everyone\" is not legal. "),
        "{}",
        wrong.content()
    );
    assert!(wrong.is_ephemeral() && wrong.mentions().is_empty());
    stage.check_picture(&wrong);
    let bytes = |bytes: Vec<u8>| [("file", json!({"filename": "a.txt", "bytes": bytes}))];
    for (file, words) in [
        (
            bytes(vec![0; 1000]),
            "This file holds bytes that no text has, so it is no record of a match: I read text only.",
        ),
        (
            bytes(vec![0xff, 0xfe, 0x31, 0]),
            "This file is a text in UTF-16: save it as UTF-8, and I can read it.",
        ),
        (
            bytes(b"PK\x03\x04\x14\0\x08\0record.pgn".to_vec()),
            "This file is a ZIP file, and I unpack nothing: unpack it, and give me the record that is in it.",
        ),
        (
            bytes(b"\x1f\x8b\x08\0\0".to_vec()),
            "This file is a gzip file, and I unpack nothing",
        ),
        (
            bytes(b"%PDF-1.7\n%\xe2\xe3".to_vec()),
            "This file is a PDF, and no record of a match: I read text only.",
        ),
        (
            bytes(b"\x89PNG\r\n\x1a\n\0".to_vec()),
            "This file is a picture (PNG), and no record",
        ),
        (
            record("1. e4 d5 2. exd5 Qxd5 *"),
            "This PGN does not say by which rules it was played.",
        ),
        (bytes(Vec::new()), "This is no record that I can read."),
        (
            record(&"(;".repeat(10_000)),
            "Variations are nested too deeply.",
        ),
        (record(&"{\"a\":".repeat(10_000)), "This is no JSON"),
        (
            record(
                "Anteroom record 1\nMatch: 1\nGame: go\nRules: 1\nTime: 3d\nChallenger: 1\nChallenger's seat: first\nRated: no\nProposed: 2026-08-01T12:00:00.000Z\n",
            ),
            "nknown game",
        ),
    ] {
        let said = whispered(ana.command("import", file).await);
        assert!(said.contains(words), "{said}");
    }
    // A file that is too large is refused by its size: nobody asks for its bytes.
    let before = stage.sandbox.downloads();
    for zeros in [1_100_000, 100_000_000] {
        let file = [("file", json!({"filename": "zeros.zip", "zeros": zeros}))];
        assert_eq!(
            whispered(ana.command("import", file).await),
            "A record has 1 MB at most; this file is larger."
        );
    }
    assert_eq!(stage.sandbox.downloads(), before);
    assert_eq!(stage.row("SELECT count(*) FROM events"), "0");
}
