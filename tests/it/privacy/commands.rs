//! Personal data: shown, exported, and deleted without a trace.

use std::future::ready;
use std::path::Path;
use std::time::Duration;

use anteroom::discord::ui;
use anteroom::discord::ui::Operator;
use anteroom::features::privacy::{Deleted, StoredData, messages};
use anteroom::matches::{MatchId, Refusal, UserId};
use loopback_discord::{Place, Sandbox};
use serde_json::{Value, json};

use crate::support::databases::row;
use crate::support::panels::fills_in;
use crate::support::play::challenges;
use crate::support::program::{self, Program};
use crate::support::stage::{
    NOTHING, Stage, boards, deletes_data, export_all, files, in_privacy, labels, notes, private,
    said, says, tab, updated, whispered,
};
use crate::support::traces::{traces, traces_in};
use crate::support::wait;

/// Whether deleted data may still be in the files.
const TO_SCRUB: &str = "SELECT count(*) FROM scrub_due";

fn anteroom(database: &Path, arguments: &[&str]) {
    let database = ["--database", database.to_str().expect("a path")];
    let (code, said) = program::run([arguments, &database].concat());
    assert_eq!(code, 0, "{arguments:?}: {said}");
}

async fn until_row(database: &Path, query: &str, expected: &str) {
    let so = || ready((row(database, query) == expected).then_some(()));
    let so = wait::until(Duration::from_secs(60), so).await;
    so.unwrap_or_else(|| panic!("{query} is {}", row(database, query)));
}

async fn until_announced(database: &Path) {
    let query = "SELECT min(announced >= news_seq) FROM places";
    until_row(database, query, "1").await;
}

/// Starts a match between two people. Returns their places in the thread.
async fn begin(sandbox: &Sandbox, database: &Path, game: &str, colour: &str) -> (Place, Place) {
    let general = sandbox.channel("general");
    let [ana, ben] = ["ana", "ben"].map(|name| sandbox.user(name).in_channel(general));
    let threads = sandbox.threads(general).len();
    let challenge = said(challenges(&ana, game, [("opponent", "ben"), ("colour", colour)]).await);
    until_announced(database).await;
    updated(ben.press(&challenge, "Accept").await);
    let thread = sandbox
        .until(|sandbox| {
            let thread = sandbox.threads(general).get(threads)?["id"].clone();
            thread.as_str()?.parse().ok()
        })
        .await
        .expect("a thread");
    until_announced(database).await;
    let places = ["ana", "ben"].map(|name| sandbox.user(name).in_channel(thread));
    let [ana, ben] = places;
    sandbox
        .until(|_| (!boards(&ana).is_empty()).then_some(()))
        .await
        .expect("a board");
    (ana, ben)
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_found_of_who_was_deleted() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("a.sqlite");
    let sandbox = program::sandbox().await;
    let mut program = Program::connected(&sandbox, &database, &[]).await;
    let general = sandbox.channel("general");
    let [ana_number, ben_number] = ["ana", "ben"].map(|name| sandbox.user(name).id().0);
    let place = |name: &str| sandbox.user(name).in_channel(general);
    let (ana, ben) = (place("ana"), place("ben"));

    // A finished match, a running one, one without turns, a challenge, and data of every other kind.
    let (first, second) = begin(&sandbox, &database, "antichess", "White").await;
    // The result counts for ratings after two turns each.
    for (place, turn) in [
        (&first, "a3"),
        (&second, "a6"),
        (&first, "h3"),
        (&second, "h6"),
    ] {
        said(place.command("move", [("turn", turn)]).await);
        until_announced(&database).await;
    }
    let question = private(first.command("resign", NOTHING).await);
    first.press(&question, "Resign").await;
    until_announced(&database).await;
    let (second, other) = begin(&sandbox, &database, "connect-n", "Red").await;
    said(second.command("move", [("turn", "d")]).await);
    until_announced(&database).await;
    said(other.command("move", [("turn", "d")]).await);
    until_announced(&database).await;
    private(notes(&second, 2, "The middle!").await);
    let noted = format!("<@{ana_number}> is in a hurry");
    private(notes(&other, 2, &noted).await);
    private(second.command("plan", [("line", "c | c")]).await);
    let (third, _) = begin(&sandbox, &database, "connect-n", "Red").await;
    said(third.command("move", [("turn", "a")]).await);
    said(challenges(&ana, "anchor", NOTHING).await);
    let panel = private(ana.command("settings", NOTHING).await);
    private(ana.select(&panel, "set/boards/theme", ["wood"]).await);
    let times = [("zone", "Europe/Vienna"), ("quiet", "22-7")];
    private(
        fills_in(
            &ana,
            "settings",
            ("reminders", "Zone, Quiet Hours…"),
            &times,
        )
        .await,
    );
    private(ana.command("away", [("until", "2099-01-01")]).await);
    until_announced(&database).await;

    assert_eq!(
        traces(
            &std::fs::read(&database).expect("the database"),
            0x1234_5678_9abc_def0
        ),
        [""; 0]
    );
    let list = private(ana.command("learn", [("game", "connect-n")]).await);
    let lesson = private(ana.press(&list, "Begin").await);
    private(ana.press(&lesson, "d").await);
    let before = traces_in(folder.path(), ana_number);
    assert!(
        before.iter().any(|found| found.ends_with("decimal")),
        "{before:?}"
    );
    assert!(
        before.iter().any(|found| found.ends_with("big-endian")),
        "{before:?}"
    );

    // Ana exports her data.
    let exported = private(in_privacy(&ana, "Get My Data").await);
    let exported = files(&sandbox, &exported);
    let [(name, data), (records, lines)] = exported.as_slice() else {
        panic!("two files, not {exported:?}")
    };
    assert_eq!(
        (name.as_str(), records.as_str()),
        ("my-data.json", "my-matches.jsonl")
    );
    for (name, tried) in [
        ("my-data.json", data.as_str()),
        ("my-data(1).json", &"x".repeat(1_100_000)),
    ] {
        let file = json!({"filename": name, "text": tried});
        let refused = private(ana.command("import", [("file", file)]).await);
        assert!(
            refused.content().contains("my-matches.jsonl"),
            "{refused:?}"
        );
    }
    let data: Value = serde_json::from_str(data).expect("JSON");
    assert_eq!(data["user"], ana_number.to_string());
    assert_eq!(data["matches"].as_array().map(Vec::len), Some(4));
    assert_eq!(data["notes"][0]["text"], "The middle!");
    assert_eq!(data["lessons"][0]["lesson"], "drop");
    assert_eq!(data["settings"][0]["theme"], "wood");
    assert_eq!(lines.lines().count(), 1);
    assert!(
        !data.to_string().contains("in a hurry"),
        "somebody else's note"
    );

    let rating = "SELECT points FROM ratings WHERE game = 'antichess'";
    let ben_rating = format!("{rating} AND user = {ben_number}");
    let (won, lost) = (
        row(&database, &ben_rating),
        row(&database, &format!("{rating} AND user = {ana_number}")),
    );
    let question = private(in_privacy(&ana, "Delete My Data…").await);
    assert_eq!(
        question.content(),
        messages::delete_question(3, &Operator::default()).content
    );
    let logged = program.said().len();
    let done = private(ana.press(&question, "Delete My Data").await);
    assert_eq!(done.content(), messages::deleted(Deleted::Now).content);
    until_announced(&database).await;
    // Deleted data is in no file.
    until_row(&database, TO_SCRUB, "0").await;

    assert_eq!(traces_in(folder.path(), ana_number), [""; 0]);
    let backup = folder.path().join("backup.sqlite");
    anteroom(&database, &["backup", backup.to_str().expect("a path")]);
    assert_eq!(traces_in(folder.path(), ana_number), [""; 0]);
    let log = &program.said()[logged..];
    assert_eq!(traces(log.as_bytes(), ana_number), [""; 0]);
    let exported = files(&sandbox, &private(export_all(&ben).await));
    assert_eq!(exported[0].1.lines().count(), 2);
    let deleted = UserId::deleted(1).deleted_name().expect("a name");
    assert!(exported[0].1.contains(&deleted));
    assert_eq!(traces(exported[0].1.as_bytes(), ana_number), [""; 0]);
    let data = files(&sandbox, &private(in_privacy(&ben, "Get My Data").await));
    assert_eq!(traces(data[0].1.as_bytes(), ana_number), [""; 0]);

    // Ben keeps his matches and the rating that he won by them.
    assert_eq!(row(&database, &ben_rating), won);
    let user = "SELECT user FROM ratings WHERE user < 0 AND game = 'antichess'";
    assert_eq!(row(&database, user), (i64::MIN + 1).to_string());
    assert_eq!(row(&database, &format!("{rating} AND user < 0")), lost);
    let results = "SELECT group_concat(status || coalesce(' ' || reason || ' ' || winner, ''), ', ') FROM (SELECT * FROM matches WHERE match_id <= 4 ORDER BY match_id)";
    assert_eq!(
        row(&database, results),
        "finished resigned 1, finished resigned 1, aborted, withdrawn"
    );
    let finished = tab(&ben, "Finished").await;
    says(&finished, &deleted);
    // Ana begins as a new person.
    let new = private(in_privacy(&ana, "Get My Data").await);
    let new: Value = serde_json::from_str(&files(&sandbox, &new)[0].1).expect("JSON");
    assert_eq!(new["matches"].as_array().map(Vec::len), Some(0));
    program.terminate();
    assert!(program.ended().await.success(), "{}", program.said());

    // The projections agree with the events.
    anteroom(&database, &["doctor"]);
    anteroom(&database, &["export", "--finished"]);
    anteroom(&database, &["forget", &ben_number.to_string()]);
    std::fs::remove_file(&backup).expect("the backup");
    assert_eq!(traces_in(folder.path(), ben_number), [""; 0]);
    anteroom(&database, &["doctor"]);
    assert_eq!(
        row(
            &database,
            "SELECT max(second_player) FROM matches WHERE match_id = 2"
        ),
        (i64::MIN + 2).to_string()
    );
}

#[tokio::test]
async fn deletion_continues_after_a_kill() {
    let (mut stage, table) = Stage::playing("connect-n", &[]).await;
    stage.play_on(&table, &["d", "d"]).await;
    let ana = stage.id("ana").0;
    // The bot was killed after it had stored only the intention.
    stage.kill().await;
    stage.change(&format!("INSERT INTO forgetting VALUES ({ana}, 0)"));
    // Without a stored name, the post of the end would ask Discord for Ana's name, and store it after the deletion.
    stage.change("DELETE FROM names");
    stage.start().await;
    stage
        .until_row("SELECT count(*) FROM forgetting", "0")
        .await;
    stage.until_row(TO_SCRUB, "0").await;
    stage.row_is("SELECT reason FROM matches", "resigned");
    stage.board(&table, 4).await;
    stage.until_announced().await;
    stage.until_row(TO_SCRUB, "0").await;
    let folder = stage.database();
    let folder = folder.parent().expect("a folder");
    assert_eq!(traces_in(folder, ana), [""; 0]);
    // The bot was killed while unused parts of the file still had the deleted data.
    stage.kill().await;
    stage.change("INSERT INTO scrub_due VALUES (1)");
    stage.start().await;
    stage.until_row(TO_SCRUB, "0").await;
}

#[tokio::test]
async fn deleted_person_cannot_be_challenged_from_old_messages() {
    let (stage, table) = Stage::playing("connect-n", &[]).await;
    stage.play_on(&table, &["d", "d"]).await;
    let last = stage.resigns(&table.ana).await;
    let question = private(in_privacy(&table.ana, "Delete My Data…").await);
    assert_eq!(
        question.content(),
        messages::delete_question(0, &stage.settings().operator).content
    );
    private(table.ana.press(&question, "Delete My Data").await);
    assert_eq!(
        whispered(table.ben.press(&last, "Rematch").await),
        ui::sentence(&Refusal::DeletedPlayer)
    );
    let challenged = table.ana.press(&last, "Rematch").await;
    let watching = ui::sentence(&Refusal::NotYourMatch(MatchId(1)));
    assert!(whispered(challenged).starts_with(&watching));
    stage.row_is("SELECT count(*) FROM matches", "1");
}

#[tokio::test]
async fn everybody_sees_what_is_kept_of_them_and_by_whom() {
    let (stage, [ana]) = Stage::with_people(["ana"]).await;
    whispered(ana.command("games", NOTHING).await);
    stage.until_row("SELECT count(*) FROM names", "2").await;
    let kept = private(ana.command("privacy", NOTHING).await);
    let names = StoredData {
        matches: 0,
        sections: vec![("names", 2)],
    };
    let operator = stage.settings().operator;
    let words = messages::kept(stage.id("ana"), &names, false, None, &operator).content;
    assert!(kept.content().ends_with(&words), "{}", kept.content());
    // The buttons of the page lead on.
    let question = private(ana.press(&kept, "Delete My Data…").await);
    let data = private(ana.press(&question, "Get My Data").await);
    assert_eq!(files(&stage.sandbox, &data)[0].0, "my-data.json");
}

#[tokio::test]
async fn the_bot_says_who_runs_it() {
    let (_stage, [ana]) = Stage::with_people(["ana"]).await;
    let help = private(ana.command("help", NOTHING).await);
    let about = private(ana.press(&help, "About").await);
    for words in [
        env!("CARGO_PKG_VERSION"),
        "Ada Example",
        "games@example.org",
    ] {
        says(&about, words);
    }
    // A missing address of the terms has no button.
    assert_eq!(labels(&about)[4..], ["Privacy Policy"]);
}

#[tokio::test]
async fn second_deletion_does_not_wait_for_the_file() {
    let stage = Stage::new().await;
    let general = stage.general();
    for name in ["ana", "ben", "cleo"] {
        let person = stage.person(name, general);
        deletes_data(&person).await;
        if name == "ana" {
            stage.until_row(TO_SCRUB, "0").await;
        }
    }
    stage.row_is("SELECT count(*) FROM forgetting", "0");
    // The bot rewrote the file for the first person, and will rewrite it once for the others.
    stage.row_is(TO_SCRUB, "1");
    stage.advance(std::time::Duration::from_secs(601));
    stage.until_row(TO_SCRUB, "0").await;
}
