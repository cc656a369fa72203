//! Backups: made while a bot runs, checked, kept by hour and day, and restored.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use anteroom::db::{Retention, Store, check_backup, keep_backups};
use anteroom::matches;
use anteroom::matches::MatchId;

use crate::support::databases::{change, does, found, opened, proposed};
use crate::support::people::{ANA, BEGIN, BEN, plays};
use crate::support::program::run;

/// Runs `anteroom`, which must end with this code. Returns the output.
#[track_caller]
pub(super) fn anteroom(expected: i32, arguments: &[&str], paths: &[&Path]) -> String {
    let arguments = arguments.iter().map(OsStr::new);
    let (code, said) = run(arguments.chain(paths.iter().map(|path| path.as_os_str())));
    assert_eq!(code, expected, "{said}");
    said
}

pub(super) async fn play_one(store: &Store) -> MatchId {
    let mut played = proposed(store, "connect-n", "3d").await;
    let turn = plays(ANA, "d");
    for command in [matches::Command::Accept { by: BEN }, turn] {
        does(store, &mut played, command, BEGIN).await;
    }
    played.id()
}

pub(super) fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

pub(super) fn events(path: &Path) -> Vec<String> {
    let all = "SELECT position, match_id, seq, kind, body FROM events ORDER BY position";
    found(path, all)
}

/// The reason of a refusal, and a function that writes such a file.
type Case<'a> = (&'a str, Box<dyn Fn() + 'a>);

/// A copy made during writes is a consistent snapshot of the database.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_is_copied_while_it_is_written() {
    let (folder, path, store) = opened();
    play_one(&store).await;
    let stop = Arc::new(AtomicBool::new(false));
    let writing = tokio::spawn({
        let (store, stop) = (store.clone(), Arc::clone(&stop));
        async move {
            while !stop.load(Ordering::Relaxed) {
                play_one(&store).await;
            }
        }
    });
    let mut sizes = Vec::new();
    for number in 0..5 {
        let to = folder.path().join(format!("copy-{number}.db"));
        let copied = {
            let (path, to) = (path.clone(), to.clone());
            tokio::task::spawn_blocking(move || {
                let said = anteroom(0, &["backup", "--database"], &[&path, &to]);
                assert!(said.contains(" is a sound copy of "), "{said}");
                check_backup(&to, &anteroom::features::HOOKS)
                    .unwrap()
                    .events
            })
        };
        sizes.push(copied.await.unwrap());
        // The copy is one file, which only its owner can read.
        assert!(!folder.path().join(format!("copy-{number}.db-wal")).exists());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(&to).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }
    stop.store(true, Ordering::Relaxed);
    writing.await.unwrap();
    assert!(sizes.is_sorted() && sizes[0] >= 3, "{sizes:?}");
    let all = events(&path);
    for (number, size) in sizes.iter().enumerate() {
        let copy = events(&folder.path().join(format!("copy-{number}.db")));
        assert_eq!(copy, all[..*size as usize], "copy {number}");
    }
}

#[tokio::test]
async fn a_backup_comes_back_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("matches.db");
    let copy = folder.path().join("copy.db");
    let store = anteroom::features::open(&path).unwrap();
    play_one(&store).await;
    // The remains of a killed attempt do not block a new one.
    std::fs::write(folder.path().join("copy.db.partial"), "half of it").unwrap();
    anteroom(0, &["backup", "--database"], &[&path, &copy]);
    let said = anteroom(2, &["backup", "--database"], &[&path, &copy]);
    assert!(
        said.contains("is there already: name another file"),
        "{said}"
    );
    play_one(&store).await;

    let said = anteroom(2, &["restore", "--database"], &[&path, &copy]);
    assert!(said.contains("another bot is running on it"), "{said}");
    drop(store);
    let after = events(&path);
    assert_eq!(after.len(), 6);

    let said = anteroom(0, &["restore", "--check"], &[&copy]);
    let sound = "sound: 3 events, and all matches can be played on.";
    assert_eq!(said.trim_end().rsplit(" is ").next(), Some(sound));
    anteroom(0, &["restore", "--database"], &[&path, &copy]);
    assert_eq!(events(&path), after[..3]);
    let aside = files(folder.path())
        .into_iter()
        .find(|name| name.starts_with("matches.db.before-") && name.ends_with('Z'))
        .expect("the old database");
    assert_eq!(events(&folder.path().join(aside)), after);
    // The restored database can be used.
    let store = anteroom::features::open(&path).unwrap();
    assert_eq!(play_one(&store).await, MatchId(2));
}

#[tokio::test]
async fn damaged_backup_is_not_restored() {
    let (folder, path, store) = opened();
    play_one(&store).await;
    drop(store);
    let before = events(&path);
    let bad = folder.path().join("bad.db");
    let changed = |sql: &'static str| -> Box<dyn Fn() + '_> {
        let (path, bad) = (&path, &bad);
        Box::new(move || {
            std::fs::copy(path, bad).unwrap();
            change(bad, sql);
        })
    };
    let damaged = "UPDATE events SET body = '{}' WHERE kind = 'turn'";
    let development = "PRAGMA application_id = 0x416e7465";
    let cases: [Case<'_>; 5] = [
        ("there is no database", Box::new(|| {})),
        (
            "is not a database of Anteroom",
            Box::new(|| {
                std::fs::write(&bad, "no database at all, but long enough to be one").unwrap()
            }),
        ),
        ("is not sound: ", changed(damaged)),
        ("newer version", changed("PRAGMA user_version = 999")),
        ("written by a development version", changed(development)),
    ];
    for (why, make) in cases {
        make();
        for check in [
            &["restore", "--check", "--database"][..],
            &["restore", "--database"],
        ] {
            let paths = [&path, &bad].map(|path| path.as_os_str());
            let (code, said) = run(check.iter().map(OsStr::new).chain(paths));
            assert!(code != 0 && said.contains(why), "{why}: {code} {said}");
        }
        assert_eq!(events(&path), before, "{why}");
        assert!(
            !files(folder.path())
                .iter()
                .any(|name| name.contains(".restoring") || name.contains(".before-")),
            "{why}: {:?}",
            files(folder.path())
        );
    }
}

#[tokio::test]
async fn a_backup_is_made_each_hour_and_old_ones_go() {
    let (folder, path, store) = opened();
    play_one(&store).await;
    let backups = folder.path().join("backups");
    let retention = Retention { hours: 2, days: 3 };
    let minutes = |minutes: u64| {
        SystemTime::UNIX_EPOCH + Duration::from_hours(24 * 20_000) + Duration::from_mins(minutes)
    };
    let (made, next) = keep_backups(&path, &backups, retention, minutes(10)).unwrap();
    assert!(made.is_some());
    assert_eq!(next, minutes(60));
    // A start in the same hour makes no backup.
    let (made, next) = keep_backups(&path, &backups, retention, minutes(50)).unwrap();
    assert_eq!((made, next), (None, minutes(60)));
    // Other files in the folder are never deleted.
    std::fs::write(backups.join("notes.txt"), "mine").unwrap();
    for hour in 1..=49 {
        keep_backups(&path, &backups, retention, minutes(60 * hour)).unwrap();
    }
    assert_eq!(
        files(&backups),
        [
            "anteroom-20241004T230000Z.db",
            "anteroom-20241005T230000Z.db",
            "anteroom-20241006T000000Z.db",
            "anteroom-20241006T010000Z.db",
            "notes.txt"
        ]
    );
    for name in &files(&backups)[..4] {
        let found = check_backup(&backups.join(name), &anteroom::features::HOOKS);
        assert_eq!(found.unwrap().events, 3);
    }
}
