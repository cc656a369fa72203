//! `anteroom doctor`, called as from a shell, on databases with various damage.

use std::path::{Path, PathBuf};

use anteroom::db::journal;
use anteroom::features::leagues::model::{Event, Kind, League, Rules};
use anteroom::games::Values;
use anteroom::matches::{self, ChannelId, ContestName, GuildId};
use tempfile::TempDir;

use crate::support::databases::{change, does, opened, proposed, row, write};
use crate::support::people::{ANA, BEGIN, BEN, plays, proposal};
use crate::support::program::run;
use crate::support::tables::rows;

/// Runs the doctor. Returns the exit code and the output.
fn doctor(path: &Path, more: &[&str]) -> (i32, String) {
    let path = path.to_str().unwrap();
    run([&["doctor", "--database", path], more].concat())
}

/// Creates five matches: some with turns, and one that ended by resignation.
async fn database() -> (TempDir, PathBuf) {
    let (folder, path, store) = opened();
    for number in 1..=5 {
        let mut played = proposed(&store, "connect-n", "3d").await;
        let mut commands = vec![
            matches::Command::Accept { by: BEN },
            plays(ANA, "d"),
            plays(BEN, "e"),
        ];
        if number == 2 {
            commands.push(matches::Command::Resign { by: ANA });
        }
        for command in commands {
            does(&store, &mut played, command, BEGIN).await;
        }
    }
    drop(store);
    (folder, path)
}

#[tokio::test]
async fn a_sound_database_is_said_to_be_sound_and_left_alone() {
    let (_folder, path) = database().await;
    let before = std::fs::read(&path).unwrap();
    for more in [&[][..], &["--repair"]] {
        let (code, said) = doctor(&path, more);
        assert_eq!(
            (code, said.as_str()),
            (
                0,
                &*format!(
                    "{} is sound: 21 events, and everything that is folded from them is as it should be.\n",
                    path.display()
                )
            )
        );
    }
    assert!(std::fs::read(&path).unwrap() == before);
}

#[tokio::test]
async fn unreadable_database_is_refused() {
    let (folder, path) = database().await;
    let store = anteroom::features::open(&path).unwrap();
    let refused = |path: &Path, why: &str| {
        let (code, said) = doctor(path, &["--repair"]);
        assert!(code == 2 && said.contains(why), "{code}: {said}");
    };
    refused(&path, "is in use: another bot is running on it");
    drop(store);

    let nowhere = folder.path().join("nowhere.db");
    assert_eq!(doctor(&nowhere, &[]).0, 2);
    assert!(!nowhere.exists() && !folder.path().join("nowhere.db.lock").exists());

    let notes = folder.path().join("notes.db");
    std::fs::write(&notes, "These are my notes. ".repeat(99)).unwrap();
    refused(&notes, "is not a database of Anteroom");

    change(&path, "PRAGMA user_version = 999");
    refused(&path, "written by a newer version");

    change(&path, "PRAGMA application_id = 0x416e7465");
    refused(&path, "written by a development version");
}

#[tokio::test]
async fn repair_rebuilds_projections_and_alarms() {
    let table = "
        UPDATE matches SET ply = 9, deadline = NULL WHERE match_id > 3
            → projection matches: 2 rows are not what the events say, first that of 4
        UPDATE matches SET winner = NULL WHERE match_id = 2
            → projection matches: 1 rows are not what the events say, first that of 2
        UPDATE places SET news_seq = 1 WHERE match_id = 3
            → projection matches: 1 rows are not what the events say, first that of 3
        DELETE FROM matches WHERE match_id = 1
            → places: 1 rows refer to rows that are not there
        UPDATE projections SET mark = 3
            → projection matches: it is at event 3 of 21
        UPDATE projections SET version = 0
            → projection matches: another version has folded it
        INSERT INTO projections VALUES ('chess', 1, 1)
            → projection chess: this version does not know it
        DELETE FROM places WHERE match_id = 5
            → projection matches: 1 rows are not what the events say, first that of 5
        DELETE FROM alarms WHERE match_id IN (3, 4) AND user = 0
            → alarms: 2 matches have others than they ask for, first 3
        UPDATE alarms SET at = at + 1, due = due + 1 WHERE match_id = 4 AND user = 0
            → alarms: 1 matches have others than they ask for, first 4
        UPDATE alarms SET due = at - 1 WHERE match_id = 5 AND user = 0
            → alarms: 1 matches have others than they ask for, first 5
        INSERT INTO alarms VALUES ('flag', 2, 0, 5, 5, 0)
            → alarms: 1 matches have others than they ask for, first 2
        INSERT INTO alarms VALUES ('expiry', 1, 0, 5, 5, 0)
            → alarms: 1 matches have others than they ask for, first 1
        // It is Ana's turn, so Ben may have no reminder.
        INSERT INTO alarms VALUES ('remind', 1, 102, 5, 5, 0)
            → alarms: 1 matches have others than they ask for, first 1
        // A frozen match has no alarms.
        INSERT INTO frozen (match_id, since, why) VALUES (4, 1, 'it cannot be read')
            → alarms: 1 matches have others than they ask for, first 4
        INSERT INTO habits (user, slices, nudge, last_calls, digest, private) VALUES (101, 0, 'late', '', '8', 0)
            → alarms: 1 people have asked for a daily list, and none is to come";
    for (sql, expected) in rows(table) {
        let (_folder, path) = database().await;
        change(&path, sql);
        let (code, said) = doctor(&path, &[]);
        assert_eq!(code, 1, "{sql}: {said}");
        assert!(said.lines().any(|line| line == expected), "{sql}: {said}");
        // A check changes nothing.
        assert_eq!(doctor(&path, &[]).1, said);
        let (code, said) = doctor(&path, &["--repair"]);
        assert_eq!(code, 0, "{sql}: {said}");
        assert!(said.contains(" is sound: 21 events"), "{said}");
        assert_eq!(doctor(&path, &[]).0, 0, "{sql}");
    }
}

#[tokio::test]
async fn alarms_that_were_put_off_or_are_of_a_later_version_are_sound_and_stay() {
    let (_folder, path) = database().await;
    change(
        &path,
        "UPDATE alarms SET due = due + 60000 WHERE match_id = 3;
         INSERT INTO alarms VALUES ('jubilee', 1, 0, 5, 5, 0), ('jubilee', 1, 101, 5, 5, 0)",
    );
    assert_eq!(doctor(&path, &[]).0, 0);
    assert_eq!(doctor(&path, &["--repair"]).0, 0);
    let count = "SELECT count(*) FROM alarms WHERE what = 'jubilee'";
    assert_eq!(row(&path, count), "2");
}

#[tokio::test]
async fn repair_leaves_what_does_not_follow_from_events() {
    let (_folder, path) = database().await;
    change(
        &path,
        r#"INSERT INTO offers VALUES (77, 1, 0, 'd');
           UPDATE events SET body = '{' WHERE match_id = 2 AND seq = 3;
           UPDATE events SET body = '{"seat":"first","text":"z"}' WHERE match_id = 4 AND seq = 3;
           DELETE FROM events WHERE match_id = 5 AND seq = 2;"#,
    );
    for more in [&[][..], &["--repair"]] {
        let (code, said) = doctor(&path, more);
        assert_eq!(code, 1, "{said}");
        for expected in [
            "cannot be replayed: match 2, event 3: ",
            "cannot be replayed: match 4, event 3: the turn z: ",
            "cannot be replayed: match 5, event 3: it comes after event 1 of its match",
            "the order of events has gaps: there are 20, and the last one has place 21",
            "offers: 1 rows refer to rows that are not there",
        ] {
            assert!(said.contains(expected), "{expected}: {said}");
        }
        assert!(
            !said.contains("match 1,") && !said.contains("match 3,"),
            "{said}"
        );
    }
    // The bot can still load the other matches.
    let store = anteroom::features::open(&path).unwrap();
    assert!(store.load(matches::MatchId(4)).await.is_err());
    assert!(store.load(matches::MatchId(3)).await.is_ok());
}

#[tokio::test]
async fn damaged_pages_are_found() {
    let (_folder, path) = database().await;
    let mut bytes = std::fs::read(&path).unwrap();
    // A damaged index: the bot starts and may not notice for a long time.
    let root = "SELECT rootpage FROM sqlite_schema WHERE name = 'events_by_position'";
    let root: usize = row(&path, root).parse().unwrap();
    let size = usize::from(u16::from_be_bytes([bytes[16], bytes[17]]));
    let page = &mut bytes[(root - 1) * size..root * size];
    let end = page.len();
    page[end - 40..].iter_mut().for_each(|byte| *byte ^= 0x11);
    std::fs::write(&path, &bytes).unwrap();
    let (code, said) = doctor(&path, &[]);
    assert_eq!(code, 1, "{said}");
    assert!(said.starts_with("damage: "), "{said}");
}

#[tokio::test]
async fn a_reminder_that_is_still_to_come_is_missed() {
    let (_folder, path, store) = opened();
    let now = std::time::SystemTime::now().into();
    let mut played = store
        .propose(proposal("connect-n", "3d"), now)
        .await
        .unwrap();
    does(
        &store,
        &mut played,
        matches::Command::Accept { by: BEN },
        now,
    )
    .await;
    drop(store);
    assert_eq!(doctor(&path, &[]).0, 0);
    change(&path, "DELETE FROM alarms WHERE user <> 0");
    let (code, said) = doctor(&path, &[]);
    let expected = "alarms: 1 matches have others than they ask for, first 1";
    assert!(code == 1 && said.contains(expected), "{said}");
    assert_eq!(doctor(&path, &["--repair"]).0, 0);
    assert_eq!(doctor(&path, &[]).0, 0);
}

#[tokio::test]
async fn doctor_and_export_work_while_a_bot_runs() {
    let (_folder, path) = database().await;
    let store = anteroom::features::open(&path).unwrap();
    let (code, said) = doctor(&path, &[]);
    assert!(code == 0 && said.contains("is sound: 21 events"), "{said}");
    let export = || {
        let path = path.to_str().unwrap();
        let (code, lines) = run(["export", "--finished", "--database", path]);
        assert_eq!(code, 0, "{lines}");
        lines
    };
    assert_eq!(export().lines().count(), 1);
    // The running bot is not disturbed, and later exports contain its new events.
    let mut played = store.load(matches::MatchId(3)).await.unwrap().unwrap();
    let resign = matches::Command::Resign { by: ANA };
    does(&store, &mut played, resign, BEGIN).await;
    assert_eq!(export().lines().count(), 2);
    let (code, said) = doctor(&path, &[]);
    assert!(code == 0 && said.contains("is sound: 22 events"), "{said}");
}

#[tokio::test]
async fn journal_with_missing_or_unfit_event_is_found() {
    let (_folder, path) = database().await;
    let store = anteroom::features::open(&path).unwrap();
    let written = write(&store, |db| {
        let (guild, channel) = (GuildId(1), ChannelId(10));
        let id = journal::create(db, "league", guild, channel, "Autumn", BEGIN)?;
        let id = id.expect("a new name");
        let rules = Rules {
            name: ContestName::new("Autumn").expect("a name"),
            game: String::from("connect-n"),
            options: Values::default(),
            size: 8,
            legs: 1,
            kind: Kind::Seasonal,
            clock: "1d".parse().expect("a clock"),
            days: 14,
            least: 4,
            play_offs: 0,
        };
        let created = League::create(rules, ANA);
        let joined = [ANA, BEN].map(|user| Event::Joined { user });
        journal::append(db, id, 0, BEGIN, &[created])?;
        journal::append(db, id, 1, BEGIN, &joined)
    });
    written.await;
    drop(store);
    assert_eq!(doctor(&path, &[]).0, 0);
    for (sql, finding) in [
        (
            "UPDATE journal_events SET body = replace(body, '@102', '@101')",
            "cannot be folded: journal 1, event 3: the event does not fit the league: the person has joined before",
        ),
        (
            "UPDATE journal_events SET body = '{}' WHERE seq = 3",
            "cannot be folded: journal 1, event 3: ",
        ),
        (
            "DELETE FROM journal_events WHERE seq = 2",
            "cannot be folded: journal 1, event 3: there are 2 events up to this one",
        ),
    ] {
        change(&path, sql);
        let (code, said) = doctor(&path, &[]);
        assert_eq!(code, 1, "{said}");
        assert!(said.contains(finding), "{said}");
    }
}
