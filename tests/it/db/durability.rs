//! The guarantees of the database during faults.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anteroom::db::people::preferences;
use anteroom::db::{DatabaseLost, Store, StoreError};
use anteroom::features::play::store::conditional;
use anteroom::matches::{MatchId, UserId};

use crate::support::databases::{being_read, file, found, locked, opened, proposed, row};
use crate::support::people::{ANA, BEGIN, BEN, proposal};
use crate::support::play::challenges;
use crate::support::program::{self, Program};
use crate::support::surroundings::SteppedClock;

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn matches_in(path: &Path) -> String {
    row(path, "SELECT count(*) FROM matches")
}

#[tokio::test]
async fn a_job_that_fails_takes_no_other_with_it() {
    let (_folder, path, store) = opened();
    let nobody = MatchId(99);
    // All these jobs wait together, so they share a transaction.
    let (first, look, line, second, panicked, third) = tokio::join!(
        store.propose(proposal("connect-n", "3d"), BEGIN),
        store.store_look(nobody, ANA, 0),
        store.write(move |db| {
            let line = anteroom::matches::Line::from_text(0, "a | b");
            conditional::store_line(db, nobody, ANA, &line, &[])
        }),
        store.propose(proposal("connect-n", "3d"), BEGIN),
        store.write(|db| preferences::change(db, BEN, |_| panic!("in the middle of a write"))),
        store.propose(proposal("connect-n", "3d"), BEGIN),
    );
    assert_eq!(
        [first, second, third].map(|played| played.unwrap().id().0),
        [1, 2, 3]
    );
    for refused in [look, line.map(drop)] {
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains("FOREIGN KEY"), "{refused}");
    }
    assert!(matches!(panicked, Err(StoreError::Panicked)));
    // Nothing is left of a job that fails alone either.
    let alone = store.write(|db| -> Result<(), StoreError> {
        preferences::change(db, ANA, |own| own.text_only = true)?;
        panic!("after a write")
    });
    assert!(matches!(alone.await, Err(StoreError::Panicked)));
    // The writer still works.
    store
        .write(|db| preferences::change(db, BEN, |own| own.text_only = true))
        .await
        .unwrap();
    drop(store);
    assert_eq!(matches_in(&path), "3");
    assert_eq!(
        row(&path, "SELECT user FROM user_preferences"),
        BEN.0.to_string()
    );
    // A constraint checked only at the commit would fail all jobs of a transaction.
    let deferred = "SELECT name FROM sqlite_schema WHERE upper(sql) LIKE '%DEFER%'";
    let deferred = found(&path, deferred);
    assert!(deferred.is_empty(), "{deferred:?}");
}

/// Takes as long as the database's busy timeout.
#[tokio::test]
async fn a_locked_database_is_busy_and_works_again() {
    let (_folder, path, store) = opened();
    let other = locked(&path);
    let refused = store.propose(proposal("connect-n", "3d"), BEGIN).await;
    assert!(matches!(refused, Err(StoreError::Busy)), "{refused:?}");
    assert_eq!(
        StoreError::Busy.to_string(),
        "the database is busy: another program has locked it"
    );
    // If the lock lasts, the database counts as lost.
    let lost = store.lost(Duration::ZERO).await;
    assert_eq!(lost, DatabaseLost::Locked(path.clone()));
    other.execute_batch("ROLLBACK").unwrap();
    let played = store.propose(proposal("connect-n", "3d"), BEGIN).await;
    assert_eq!(played.unwrap().id(), MatchId(1));
    let looked = tokio::time::timeout(Duration::from_secs(6), store.lost(Duration::ZERO));
    assert!(looked.await.is_err(), "the lock is gone");
}

#[tokio::test]
async fn too_many_readers_are_refused_and_those_who_left_are_forgotten() {
    let (_folder, _, store) = opened();
    proposed(&store, "connect-n", "3d").await;
    let read = |number: u64| {
        let store = store.clone();
        tokio::spawn(async move { store.games_of(UserId(number)).await })
    };
    let all: Vec<_> = (0..3000).map(read).collect();
    let (mut served, mut refused) = (0, 0);
    for one in all {
        match one.await.unwrap() {
            Ok(_) => served += 1,
            Err(StoreError::Crowded) => refused += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(served >= 1000 && refused > 0, "{served} {refused}");
    // An abandoned read makes room for others.
    let left: Vec<_> = (0..900).map(read).collect();
    tokio::task::yield_now().await;
    left.iter().for_each(tokio::task::JoinHandle::abort);
    for one in left {
        let _ = one.await;
    }
    let all: Vec<_> = (0..900).map(read).collect();
    for one in all {
        assert!(one.await.unwrap().is_ok());
    }
}

#[tokio::test]
async fn after_a_checkpoint_the_file_alone_holds_everything() {
    let (folder, path, store) = opened();
    for _ in 0..3 {
        proposed(&store, "connect-n", "3d").await;
    }
    assert_eq!(store.games_of(ANA).await.unwrap().len(), 3);
    store.checkpoint().await.unwrap();
    let copy = folder.path().join("copy.db");
    std::fs::copy(&path, &copy).unwrap();
    assert_eq!(matches_in(&copy), "3");
    proposed(&store, "connect-n", "3d").await;
    drop(store);
    for ending in ["-wal", "-shm"] {
        assert!(!beside(&path, ending).exists(), "{ending} is left behind");
    }
    assert_eq!(matches_in(&path), "4");
}

#[cfg(unix)]
#[tokio::test]
async fn the_files_are_their_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let (_folder, path, store) = opened();
    proposed(&store, "connect-n", "3d").await;
    for ending in ["", "-wal", "-shm", ".lock"] {
        let rights = std::fs::metadata(beside(&path, ending))
            .unwrap()
            .permissions();
        assert_eq!(rights.mode() & 0o777, 0o600, "{ending}");
    }
    drop(store);
    // The store makes a world-readable file private, and leaves a group's rights alone.
    for (before, after) in [(0o644, 0o600), (0o666, 0o600), (0o660, 0o660)] {
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(before)).unwrap();
        let store = anteroom::features::open(&path).unwrap();
        proposed(&store, "connect-n", "3d").await;
        for ending in ["", "-wal", "-shm"] {
            let rights = std::fs::metadata(beside(&path, ending))
                .unwrap()
                .permissions();
            assert_eq!(rights.mode() & 0o777, after, "{ending} of {before:o}");
        }
    }
}

#[tokio::test]
async fn a_database_that_is_deleted_or_replaced_is_noticed() {
    for replaced in [false, true] {
        let (folder, path) = file();
        let store = anteroom::features::open(&path).unwrap();
        proposed(&store, "connect-n", "3d").await;
        let copy = folder.path().join("copy.db");
        std::fs::copy(&path, &copy).unwrap();
        if replaced {
            std::fs::rename(&copy, &path).unwrap();
        } else {
            std::fs::remove_file(&path).unwrap();
        }
        let expected = DatabaseLost::Replaced(path.clone());
        let refused = store.propose(proposal("connect-n", "3d"), BEGIN).await;
        assert!(
            matches!(&refused, Err(StoreError::Lost(lost)) if *lost == expected),
            "{refused:?}"
        );
        assert_eq!(store.lost(Duration::MAX).await, expected);
    }
}

/// The whole program: it notices the loss without any write.
#[tokio::test(flavor = "multi_thread")]
async fn the_bot_ends_with_a_fault_when_its_database_is_gone() {
    let sandbox = program::sandbox().await;
    let (_folder, path) = file();
    let mut bot = Program::connected(&sandbox, &path, &[]).await;
    std::fs::remove_file(&path).unwrap();
    assert_eq!(bot.ended().await.code(), Some(1), "{}", bot.said());
    let why = "was deleted or replaced while it was in use";
    assert!(bot.said().ends_with(why), "{}", bot.said());
}

/// The whole program. The test steps its monotonic clock, since the lock must last for five minutes.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn bot_exits_with_code_1_when_another_program_keeps_the_database_locked() {
    let sandbox = program::sandbox().await;
    let (folder, path) = file();
    let clocks = SteppedClock::new(folder.path()).expect("a C compiler, which SQLite needs too");
    let mut bot = Program::connected(&sandbox, &path, &clocks.variables()).await;
    let _other = locked(&path);
    // The bot notices the lock at its next write.
    let ana = sandbox.user("ana").in_channel(sandbox.channel("general"));
    drop(challenges(&ana, "connect-n", [("opponent", "ben")]).await);
    let found = bot
        .until_said("another program has locked the database")
        .await;
    assert!(found.contains("limit=300s"), "{found}");
    clocks.step_steady_to(Duration::from_mins(5));
    assert_eq!(bot.ended().await.code(), Some(1), "{}", bot.said());
    let why = format!(
        "{} has been locked by another program for minutes",
        path.display()
    );
    assert!(bot.said().ends_with(&why), "{}", bot.said());
}

#[tokio::test]
async fn the_wal_file_shrinks_after_a_reader_has_kept_it() {
    let (_folder, path, store) = opened();
    let wal = || std::fs::metadata(beside(&path, "-wal")).unwrap().len();
    let fill = |store: &Store| {
        let store = store.clone();
        async move {
            let done = store.write(|db| {
                db.execute_batch("CREATE TABLE IF NOT EXISTS big (bytes BLOB); DELETE FROM big;")?;
                Ok(db.execute("INSERT INTO big VALUES (zeroblob(2000000))", [])?)
            });
            done.await.unwrap();
        }
    };
    let reader = being_read(&path);
    for _ in 0..5 {
        fill(&store).await;
    }
    assert!(wal() > 7 << 20, "{}", wal());
    drop(reader);
    // The first write moves everything into the database, and the next one begins the file again.
    for _ in 0..2 {
        proposed(&store, "connect-n", "3d").await;
    }
    assert!(wal() <= 4 << 20, "{}", wal());
    let main = std::fs::metadata(&path).unwrap().len();
    assert_eq!(store.sizes(), (main, wal()));
}
