//! Finished matches: lists, histories and files.

use std::time::Duration;

use anteroom::discord::ui;
use anteroom::features::records;
use anteroom::features::records::Format;
use anteroom::features::records::formats::RecordFile;
use anteroom::kernel::fair::ALLOWANCE;
use anteroom::matches::Refusal;
use loopback_discord::{Answer, Message, Place};
use serde_json::{Value, json};

use crate::support::messages::{check_lines, check_seen, small_lines, terms};
use crate::support::stage::{
    NOTHING, Stage, Table, bold, export, export_all, files, labels, listed, on_board, private,
    says, tab, whispered,
};

/// Starts a match between Ana and Ben, in which the named player resigns at once.
async fn resigned(stage: &Stage, game: &str, by: &str) -> Table {
    let table = stage.begin(game, &[]).await;
    let place = if by == "ana" { &table.ana } else { &table.ben };
    stage.resigns(place).await;
    table
}

/// Returns the name and the text of a message's only file.
fn file(stage: &Stage, message: &Message) -> (String, String) {
    let mut files = files(&stage.sandbox, message);
    assert_eq!(files.len(), 1, "{message:#?}");
    files.remove(0)
}

#[tokio::test]
async fn the_archive_is_paged_and_filtered() {
    let (stage, [ana, ben]) = Stage::with_people(["ana", "ben"]).await;
    let general = stage.general();
    let empty = tab(&ana, "Finished").await;
    for number in 1..=12 {
        let (game, by) = if number % 3 == 0 {
            ("connect-n", "ben")
        } else {
            ("antichess", "ana")
        };
        resigned(&stage, game, by).await;
        stage.advance(Duration::from_secs(86_400));
    }
    let first = tab(&ana, "Finished").await;
    let second = private(ana.press(&first, "Older").await);
    assert_eq!(second.id(), first.id());
    let again = private(ana.press(&second, "Newest").await);
    assert_eq!(again.content(), first.content());

    let of_one = [("show", "Finished"), ("game", "connect-n")];
    let of_one = private(ana.command("games", of_one).await);
    let results = &of_one.menus()[1];
    let won = private(ana.select(&of_one, &results.custom_id, ["Won"]).await);
    let drawn = private(ana.select(&won, &results.custom_id, ["Drawn"]).await);
    assert_eq!((listed(&won).len(), listed(&drawn).len()), (4, 0));
    let any = private(ana.select(&drawn, &results.custom_id, ["Any Result"]).await);
    assert_eq!(any.content(), of_one.content());

    // Others see only the matches of the server they are in.
    let cleo = stage.person("cleo", general);
    let options = [("person", "ana"), ("game", "connect-n")];
    let others = private(cleo.command("games", options).await);
    check_seen(
        "finished_matches",
        [&empty, &first, &second, &won, &drawn, &others],
    );
    let panel = private(ben.command("privacy", NOTHING).await);
    ben.select(&panel, "set/privacy/unlisted", ["unlisted"])
        .await;
    let hidden = private(cleo.command("games", [("person", "ben")]).await);
    assert!(hidden.buttons().is_empty() && hidden.menus().is_empty());
}

#[tokio::test]
async fn a_finished_match_is_looked_at_and_taken_away() {
    let (stage, [ana, cleo]) = Stage::with_people(["ana", "cleo"]).await;
    let table = stage.begin("encastle", &[]).await;
    stage.play_on(&table, &["e4", "d5", "exd5"]).await;
    let running = private(on_board(&ana, "Export…").await);
    assert_eq!(labels(&running), ["Text", "PGN"]);
    let (name, text) = file(&stage, &private(ana.press(&running, "Text").await));
    assert_eq!(name, "match-1.txt");
    let read = records::read(None, &text).expect("a record");
    assert_eq!((read.state.record().len(), read.state.seq()), (3, 5));
    assert_eq!(read.names, ["Ana", "Ben"]);

    stage.resigns(&table.ben).await;
    let list = tab(&ana, "Finished").await;
    let opened = private(ana.select(&list, "open", ["1"]).await);
    assert_ne!(opened.id(), list.id());
    stage.check_picture(&opened);
    let opened = private(ana.press(&opened, "Export…").await);
    assert_eq!(labels(&opened), ["Text", "APGameRecord", "PGN"]);
    for (label, format) in [
        ("Text", Format::Text),
        ("APGameRecord", Format::ApGame),
        ("PGN", Format::Pgn),
    ] {
        let answer = private(ana.press(&opened, label).await);
        let (_, text) = file(&stage, &answer);
        let read = records::read(Some(format), &text).expect("a record");
        assert_eq!(read.state.record().len(), 3);
        assert!(read.state.ending().is_some());
    }
    // A spectator may export a match. The format Columns does not fit this match.
    let (name, _) = file(&stage, &private(export(&table.cleo, 1, "PGN").await));
    assert_eq!(name, "match-1.pgn");

    // All of a person's matches are one file.
    assert!(tab(&cleo, "Finished").await.button("Export All").is_none());
    resigned(&stage, "connect-n", "ana").await;
    let all = private(export_all(&ana).await);
    check_seen("exports", [&running, &all]);
    let (name, text) = file(&stage, &all);
    assert_eq!((name.as_str(), text.lines().count()), ("matches.jsonl", 2));
    for line in text.lines() {
        records::read(Some(Format::ApGame), line).expect("a record");
    }
    // The bot reads its own export, and a person can choose one match of it.
    let list = private(ana.command("import", record(&text)).await);
    let shown = private(ana.select(&list, &list.menus()[0].custom_id, ["1"]).await);
    let back = private(ana.press(&shown, "Back").await);
    check_seen("imports_of_several", [&list, &shown, &back]);
}

#[tokio::test]
async fn record_that_takes_too_long_is_refused_and_not_kept() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    let kept = "SELECT count(*) FROM imports";
    stage.workers().allow(Duration::ZERO);
    let refused = whispered(ana.command("import", record("4453")).await);
    assert!(refused.contains("5 seconds"), "{refused}");
    stage.row_is(kept, "0");
    // The next one has an allowance of its own.
    stage.workers().allow(ALLOWANCE);
    private(ana.command("import", record("4453")).await);
    stage.row_is(kept, "1");
}

#[tokio::test]
async fn file_of_many_games_is_a_menu_of_25_a_page() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    let game = |number: usize| {
        format!(
            "[White \"W{number}\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Variant \"MIT Antichess\"]\n\n1. e4 d5 1-0\n\n"
        )
    };
    let text: String = (1..=60).map(game).collect();
    let first = private(ana.command("import", record(&text)).await);
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
    says(&shown, "W60");
    // The bot names an unreadable game when a person chooses it.
    let broken = text.replacen("d5", "Ke7", 1);
    stage.advance(Duration::from_secs(2));
    let list = private(ana.command("import", record(&broken)).await);
    let said = private(ana.select(&list, &list.menus()[0].custom_id, ["0"]).await);
    stage.check_picture(&said);
    let why = RecordFile::new(None, &broken)
        .read(0)
        .expect_err("a refusal");
    assert_eq!(said.content(), ui::escaped(&why.to_string()));
    check_seen("imports_of_many", [&first, &third]);
}

/// Opens a challenge to everybody from a record, and returns the challenge.
async fn challenged(stage: &Stage, by: &Place, question: &Message) -> Message {
    private(by.press(question, "Challenge Anyone").await);
    let challenge = stage.sandbox.until(|_| {
        let mut all = by.messages().into_iter();
        all.find(|message| message.button("Accept").is_some())
    });
    challenge.await.expect("a challenge")
}

#[tokio::test]
async fn game_from_a_set_up_position_is_played_on_unrated() {
    let (stage, [ana, ben]) = Stage::with_people(["ana", "ben"]).await;
    let pgn = b"[White \"Zo\xeb\"]\n[Variant \"EnCastle Antichess\"]\n[SetUp \"1\"]\n[FEN \"4k3/3p4/8/8/8/8/4P3/4K3 b - - 3 17\"]\n\n17... Kf7 18. e4 *\n";
    let file = [("file", json!({"filename": "a.pgn", "bytes": pgn.to_vec()}))];
    let shown = private(ana.command("import", file).await);
    let question = private(ana.press(&shown, "Play On…").await);
    let challenge = challenged(&stage, &ana, &question).await;
    check_lines(
        "import_of_a_position",
        small_lines(&shown).chain([terms(&challenge)]),
    );
    ben.press(&challenge, "Accept").await;
    stage
        .until_row("SELECT status FROM matches WHERE match_id = 1", "playing")
        .await;
    let (_, text) = self::file(&stage, &private(export(&ana, 1, "PGN").await));
    let read = records::read(None, &text).expect("a record");
    assert!(!read.state.proposal().terms.rated);
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
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    let pgn = "[White \"**Zoe** @everyone\"]\n[Black \"Yan\"]\n[Variant \"MIT Antichess\"]\n\n1. e4 d5 2. exd5 Qxd5 1-0\n";
    stage.clear_requests();
    let shown = private(ana.command("import", record(pgn)).await);
    assert!(stage.counted().is_empty(), "{:?}", stage.counted());
    assert!(shown.mentions().is_empty());
    stage.check_replay(&shown);

    // The bot reads its own export.
    let table = stage.begin("anchor", &[]).await;
    stage.play_on(&table, &["h8", "swap", "c3"]).await;
    let exported = private(export(&table.ana, 1, "Text").await);
    let (_, text) = file(&stage, &exported);
    let own = private(ana.command("import", record(&text)).await);
    check_seen("imports", [&shown, &own]);
}

#[tokio::test]
async fn a_record_is_paged_through_and_played_on() {
    let (mut stage, [ana, ben]) = Stage::with_people(["ana", "ben"]).await;
    let pgn = "[White \"@Zoe\"]\n[Black \"Yan\"]\n[Variant \"MIT Antichess\"]\n\n1. e4 d5 2. exd5 Qxd5 *\n";
    let shown = private(ana.command("import", record(pgn)).await);
    let back = private(ana.press(&shown, "Back").await);
    assert!(back.mentions().is_empty());
    stage.check_picture(&back);
    // The challenge works after a restart.
    stage.restart().await;
    let question = private(ana.press(&back, "Play On…").await);
    let challenge = challenged(&stage, &ana, &question).await;
    check_seen("import_played_on", [&back, &question]);
    assert!(terms(&challenge).contains(" 3 turns"), "{challenge:#?}");
    ben.press(&challenge, "Accept").await;
    stage
        .until_row("SELECT status FROM matches WHERE match_id = 1", "playing")
        .await;
    stage.row_is("SELECT seat_to_move FROM matches", "1");
    let black = stage.row("SELECT player_to_move FROM matches");
    let black = if black == stage.sandbox.user("ana").id().to_string() {
        &ana
    } else {
        &ben
    };
    // Nobody can take back a turn of the imported record.
    let none = whispered(black.command("takeback", [("match", "1")]).await);
    assert_eq!(none, ui::sentence(&Refusal::NothingToTakeBack));
    let played = black
        .command("move", [("match", "1"), ("turn", "Qxd5")])
        .await;
    let Answer::Message(_) = played else {
        panic!("{played:#?}");
    };
    stage.until_row("SELECT turns FROM matches", "1").await;
    // An export has all turns, and an import restores the same match.
    for (format, turns) in [("Text", 1), ("PGN", 4)] {
        let (_, text) = file(&stage, &private(export(&ana, 1, format).await));
        let read = records::read(None, &text).expect("a record");
        assert_eq!(read.state.record().len(), turns, "{text}");
        assert_eq!(
            read.state.position().text().split(' ').next(),
            Some("rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR")
        );
        assert!(!read.state.proposal().terms.rated);
    }
    // The next imported record replaces this one.
    stage.advance(Duration::from_secs(2));
    private(ana.command("import", record("4453")).await);
    let gone = private(ana.press(&shown, "First").await);
    check_seen("import_gone", [&gone]);
    stage.row_is("SELECT count(*) FROM imports", "1");
}

#[tokio::test]
async fn a_record_that_does_not_say_its_game_is_of_the_game_that_one_says() {
    let (mut stage, [ana]) = Stage::with_people(["ana"]).await;
    let pgn =
        "[White \"Zoe\"]\n[Black \"Yan\"]\n[Variant \"Antichess\"]\n\n1. e4 d5 2. exd5 Qxd5 *\n";
    let unsaid = private(ana.command("import", record(pgn)).await);
    let of = |game: &str| {
        let [(key, file)] = record(pgn);
        [(key, file), ("game", json!(game))]
    };
    let shown = private(ana.command("import", of("encastle")).await);
    assert_eq!(bold(shown.content())[0], "EnCastle Antichess");
    // The pages keep the chosen game, also after a restart.
    stage.restart().await;
    let back = private(ana.press(&shown, "Back").await);
    assert_eq!(bold(back.content())[0], "EnCastle Antichess");
    let other = private(ana.command("import", of("anchor")).await);
    let anchor = anteroom::games::find("anchor").expect("a game");
    for (answer, text) in [
        (&unsaid, pgn.to_owned()),
        (
            &other,
            RecordFile::new(None, pgn).of_game(Some(anchor)).to_text(),
        ),
    ] {
        let why = records::read(None, &text).expect_err("a refusal");
        assert_eq!(answer.content(), ui::escaped(&why.to_string()));
    }
}

#[tokio::test]
async fn import_of_an_invalid_record_is_refused_and_changes_nothing() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    let pgn = "[Variant \"MIT Antichess\"]\n\n1. e4 d5 2. @everyone\n";
    let wrong = private(ana.command("import", record(pgn)).await);
    assert!(wrong.mentions().is_empty());
    stage.check_picture(&wrong);
    for bytes in [
        vec![0; 1000],
        b"PK\x03\x04\x14\0\x08\0record.pgn".to_vec(),
        b"1. e4 d5 2. exd5 Qxd5 *".to_vec(),
        Vec::new(),
        b"(;".repeat(10_000),
        b"{\"a\":".repeat(10_000),
        b"Anteroom record 1\nMatch: 1\nGame: go\nRules: 1\nTime: 3d\nChallenger: 1\nChallenger's seat: first\nRated: no\nProposed: 2026-08-01T12:00:00.000Z\n".to_vec(),
    ] {
        let why = records::formats::text_of(&bytes)
            .map(|(text, _)| records::read(None, &text).expect_err("no record"));
        let why = why.map_or_else(|why| why, |error| error.to_string());
        let file = [("file", json!({"filename": "a.txt", "bytes": bytes}))];
        let said = whispered(ana.command("import", file).await);
        assert_eq!(said, ui::escaped(&why));
    }
    // The bot refuses a file by its declared size, without a download.
    let before = stage.sandbox.downloads();
    let large = |zeros| {
        let file = json!({"filename": "zeros.zip", "zeros": zeros});
        ana.command("import", [("file", file)])
    };
    let refused = private(large(1_100_000).await);
    check_seen("import_too_large", [&refused]);
    assert_eq!(whispered(large(100_000_000).await), refused.content());
    assert_eq!(stage.sandbox.downloads(), before);
    stage.row_is("SELECT count(*) FROM events", "0");
}
