//! `anteroom record` and `anteroom export`, called as from a shell.

use std::io::Write;
use std::process::{Command as Process, Stdio};

use anteroom::db::people::preferences;
use anteroom::features::records::{self, Format};
use anteroom::matches;
use anteroom::matches::UserId;

use crate::support::databases::{does, opened, write};
use crate::support::people::{ANA, BEGIN, BEN, proposal};

const PGN: &str =
    "[White \"Ana\"]\n[Black \"Bo\"]\n[Variant \"MIT Antichess\"]\n\n1. e4 d5 2. exd5 Qxd5 1-0\n";

fn anteroom(words: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Process::new(env!("CARGO_BIN_EXE_anteroom"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A program that refuses early does not read its input to the end.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code().unwrap(), out, err)
}

/// Returns the output of a command that succeeds without a complaint.
fn answer(words: &[&str], input: &str) -> String {
    let (code, out, err) = anteroom(words, input);
    assert_eq!((code, err.as_str()), (0, ""), "{words:?}: {out}");
    out
}

/// Returns the complaint of a command that fails without an output.
fn failure(words: &[&str], input: &str) -> String {
    let (code, out, err) = anteroom(words, input);
    assert_eq!((code, out.as_str()), (2, ""), "{words:?}: {err}");
    err
}

#[test]
fn records_are_converted_and_checked() {
    let text = answer(&["record", "convert", "--to", "text"], PGN);
    assert!(
        text.starts_with("Anteroom record 1\nMatch: 1\nGame: antichess\n"),
        "{text}"
    );
    let again = answer(
        &["record", "convert", "--from", "text", "--to", "pgn"],
        &text,
    );
    assert!(
        again.contains("[White \"Ana\"]\n") && again.contains("\n\n1. e4 d5 2. exd5 Qxd5 1-0\n"),
        "{again}"
    );
    // The conversion invents no missing dates.
    assert!(!again.contains("1970") && !text.contains("1970"), "{text}");
    let read = records::read(None, &again).unwrap();
    assert_eq!(read.state.record().len(), 4);

    let out = answer(&["record", "check"], PGN);
    assert_eq!(
        out,
        "standard input: Standard Antichess, 4 turns. Ana (White) beats Bo (Black).\n"
    );
    let err = failure(&["record", "check"], &PGN.replace("Qxd5", "Nc6"));
    assert!(
        err.starts_with("standard input: Line 5, turn 4: \"Nc6\" is not legal. ")
            && err.lines().count() == 1,
        "{err}"
    );
    let err = failure(&["record", "convert", "--to", "sgf"], PGN);
    assert_eq!(
        err,
        "Standard Antichess with these settings cannot be written as SGF.\n"
    );
    let err = failure(&["record", "convert", "--to", "docx"], PGN);
    assert!(err.contains("text, apgame, pgn, sgf, columns"), "{err}");
    // If a record names no game, the option names it.
    let unsaid = PGN.replace("[Variant \"MIT Antichess\"]", "[Event \"x\"]");
    let err = failure(&["record", "check"], &unsaid);
    assert!(err.contains("choose it with the option game"), "{err}");
    let out = answer(&["record", "check", "--game", "encastle"], &unsaid);
    assert!(out.contains("EnCastle Antichess, 4 turns."), "{out}");
    let words = ["record", "convert", "--to", "text", "--game", "antichess"];
    let out = answer(&words, &unsaid);
    assert!(out.contains("\nGame: antichess\n"), "{out}");
    let err = failure(&["record", "check", "--game", "go"], PGN);
    assert!(err.contains("there are connect-n, "), "{err}");
    let err = failure(&["record", "check"], &"x".repeat(3 << 20));
    assert!(err.contains("at most 1 MB"), "{err}");

    let folder = tempfile::tempdir().unwrap();
    let [good, bad] = ["good.pgn", "bad.pgn"].map(|name| folder.path().join(name));
    std::fs::write(&good, PGN).unwrap();
    std::fs::write(&bad, [0xff, 0xfe, 0, 1]).unwrap();
    let [good, bad] = [good, bad].map(|path| path.display().to_string());
    let (code, out, err) = anteroom(&["record", "check", &good, &bad], "");
    assert_eq!((code, err.as_str()), (2, "1 of 2 files are no records.\n"));
    assert!(
        out.contains("4 turns.") && out.contains("This file is a text in UTF-16"),
        "{out}"
    );
}

#[tokio::test]
async fn finished_matches_are_written_out_but_for_those_who_do_not_want_that() {
    let (_folder, path, store) = opened();
    for (number, by) in [ANA, BEN, UserId(104)].into_iter().enumerate() {
        let mut proposal = proposal("antichess", "3d");
        proposal.challenger = by;
        let other = if by == BEN { ANA } else { BEN };
        proposal.invited = Some(other.into());
        let mut played = store.propose(proposal, BEGIN).await.unwrap();
        let mut commands = vec![matches::Command::Accept { by: other }];
        if number != 1 {
            commands.push(matches::Command::Resign { by });
        }
        for command in commands {
            does(&store, &mut played, command, BEGIN).await;
        }
    }
    store
        .store_name(None, ANA, String::from("Ana"), BEGIN)
        .await
        .unwrap();
    drop(store);
    let database = path.display().to_string();
    let export = || anteroom(&["export", "--finished", "--database", &database], "");
    let (code, out, err) = export();
    assert_eq!(
        (code, err.as_str(), out.lines().count()),
        (0, "", 2),
        "{out}"
    );
    let first = records::read(Some(Format::ApGame), out.lines().next().unwrap()).unwrap();
    assert_eq!(first.names, ["Ana", "102"]);
    // The program reads its own export completely.
    let checked = answer(&["record", "check"], &out);
    assert_eq!(checked.lines().count(), 2, "{checked}");

    let store = anteroom::features::open(&path).unwrap();
    let unlist =
        |db: &rusqlite::Connection| preferences::change(db, UserId(104), |own| own.unlisted = true);
    write(&store, unlist).await;
    drop(store);
    let (code, out, _) = export();
    assert_eq!((code, out.lines().count()), (0, 1), "{out}");
    let err = failure(&["export", "--database", &database], "");
    assert!(err.contains("--finished"), "{err}");
}

#[test]
fn every_record_of_a_file_is_checked_and_converted() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.display().to_string()
    };
    let two = format!("{PGN}\n{}", PGN.replace("Ana", "Zoe"));
    let good = file("good.pgn", two.as_bytes());
    let out = answer(&["record", "check", &good], "");
    assert_eq!(out.lines().count(), 2, "{out}");
    assert!(
        out.contains("good.pgn, record 2 (line 7): Standard Antichess, 4 turns. Zoe (White) beats"),
        "{out}"
    );
    let bad = file("bad.pgn", two.replacen("Qxd5", "Nc6", 1).as_bytes());
    let (code, out, err) = anteroom(&["record", "check", &bad], "");
    assert_eq!(
        (code, err.as_str()),
        (2, "1 of 2 records cannot be read.\n")
    );
    assert!(
        out.contains("bad.pgn, record 1: Line 5, turn 4: \"Nc6\" is not legal.")
            && out.contains("record 2 (line 7): Standard Antichess, 4 turns."),
        "{out}"
    );
    // Every record comes back from every format.
    for format in ["pgn", "apgame", "text"] {
        let out = answer(&["record", "convert", "--to", format, &good], "");
        let out = answer(&["record", "check"], &out);
        assert_eq!(out.lines().count(), 2, "{out}");
    }
    let words = ["record", "convert", "--to", "pgn", "--record"];
    let out = answer(&[&words[..], &["2", &good]].concat(), "");
    assert!(out.contains("Zoe") && !out.contains("Ana"), "{out}");
    let err = failure(&[&words[..], &["3", &good]].concat(), "");
    assert!(
        err.ends_with("there is no record 3. Choose from 1 to 2.\n"),
        "{err}"
    );
    // The program says that it read a Windows file as Windows-1252.
    let bytes = [b"[Event \"Caf\xe9\"]\n", PGN.as_bytes()].concat();
    let old = file("old.pgn", &bytes);
    let out = answer(&["record", "check", &old], "");
    assert!(
        out.contains("old.pgn (read as Windows-1252): Standard Antichess"),
        "{out}"
    );
    let (code, out, err) = anteroom(&["record", "convert", "--to", "pgn", &old], "");
    assert!(code == 0 && out.starts_with("[Event \"Café\"]\n"), "{out}");
    assert!(
        err.ends_with("old.pgn: read as Windows-1252, as it is not UTF-8.\n"),
        "{err}"
    );
}
