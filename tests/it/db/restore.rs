//! Restores: from copies with other files beside them, of databases that are in use, and after kills.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anteroom::db::{self, Store};
use anteroom::features::HOOKS;

use super::backup::{anteroom, events, files, play_one};
use crate::support::databases::{being_read, opened};
use crate::support::surroundings::{Killer, SmallDisk};

/// Returns the contents of all files in a folder.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let read = |name: String| {
        let bytes = std::fs::read(folder.join(&name)).unwrap();
        (name, bytes)
    };
    files(folder).into_iter().map(read).collect()
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Copies a database by hand, with these of its files.
fn copied(database: &Path, to: &Path, ends: &[&str]) {
    std::fs::create_dir_all(to.parent().unwrap()).unwrap();
    for end in ends {
        std::fs::copy(beside(database, end), beside(to, end)).unwrap();
    }
}

/// The checked part of a copy's state: how many events it has.
fn checked(copy: &Path) -> String {
    let said = anteroom(0, &["restore", "--check"], &[copy]);
    let (_, sound) = said.trim_end().rsplit_once(" is ").unwrap();
    sound.to_owned()
}

#[tokio::test]
async fn copy_with_a_wal_is_restored_whole_and_a_check_changes_nothing() {
    let (folder, path, store) = opened();
    play_one(&store).await;
    store.checkpoint().await.unwrap();
    play_one(&store).await;
    let all = events(&path);
    assert_eq!(all.len(), 6);
    let sound = "sound: 6 events, and all matches can be played on.";
    for (name, ends) in [
        ("wal", &["", "-wal"][..]),
        ("wal and shm", &["", "-wal", "-shm"]),
    ] {
        let copy = folder.path().join(name).join("a copy?#%41.db");
        copied(&path, &copy, ends);
        let before = contents(copy.parent().unwrap());
        assert_eq!(checked(&copy), sound, "{name}");
        assert_eq!(contents(copy.parent().unwrap()), before, "{name}");
        let new = folder.path().join(format!("{name}.db"));
        anteroom(0, &["restore", "--database"], &[&new, &copy]);
        assert_eq!(contents(copy.parent().unwrap()), before, "{name}");
        assert_eq!(events(&new), all, "{name}");
    }
    // The source is open: by a bot, which may write on, and by a reader of a copy.
    assert_eq!(checked(&path), sound);
    let new = folder.path().join("from-a-running-bot.db");
    anteroom(0, &["restore", "--database"], &[&new, &path]);
    assert_eq!(events(&new), all);
    play_one(&store).await;
    drop(store);
    let copy = folder.path().join("wal/a copy?#%41.db");
    let _reader = being_read(&copy);
    let before = contents(copy.parent().unwrap());
    assert_eq!(checked(&copy), sound);
    let new = folder.path().join("from-a-copy-in-use.db");
    anteroom(0, &["restore", "--database"], &[&new, &copy]);
    assert_eq!(contents(copy.parent().unwrap()), before);
    assert_eq!(events(&new), all);
    assert!(
        !files(folder.path()).iter().any(|name| name.contains(".re")),
        "{:?}",
        files(folder.path())
    );
}

#[tokio::test]
async fn doctor_export_and_backup_change_nothing_of_a_killed_bots_files() {
    let (folder, path, store) = opened();
    play_one(&store).await;
    for (name, ends) in [("wal", &["", "-wal"][..]), ("both", &["", "-wal", "-shm"])] {
        let killed = folder.path().join(name).join("killed.db");
        copied(&path, &killed, ends);
        std::fs::write(beside(&killed, ".lock"), "").unwrap();
        let before = contents(killed.parent().unwrap());
        anteroom(0, &["doctor", "--database"], &[&killed]);
        anteroom(0, &["export", "--finished", "--database"], &[&killed]);
        let copy = folder.path().join(format!("copy of {name}.db"));
        anteroom(0, &["backup", "--database"], &[&killed, &copy]);
        assert_eq!(contents(killed.parent().unwrap()), before, "{name}");
        assert_eq!(events(&copy).len(), 3, "{name}");
    }
}

#[tokio::test]
async fn copy_in_a_read_only_folder_is_checked_and_restored() {
    let (folder, path, store) = opened();
    let disk = folder.path().join("disk");
    std::fs::create_dir(&disk).unwrap();
    let Some(mounted) = SmallDisk::mount(&disk) else {
        return println!("skipped: no disk can be mounted");
    };
    play_one(&store).await;
    copied(&path, &disk.join("wal.db"), &["", "-wal"]);
    copied(&path, &disk.join("both.db"), &["", "-wal", "-shm"]);
    drop(store);
    // After a clean stop the file is alone, and still says that it needs a `-wal` file.
    copied(&path, &disk.join("alone.db"), &[""]);
    mounted.protect();
    for name in ["wal.db", "both.db", "alone.db"] {
        let copy = disk.join(name);
        assert!(checked(&copy).contains("3 events"), "{name}");
        let new = folder.path().join(name);
        anteroom(0, &["restore", "--database"], &[&new, &copy]);
        assert_eq!(events(&new), events(&path), "{name}");
    }
}

/// Makes a database with two matches that a reader holds, and a backup with one match.
async fn held() -> (tempfile::TempDir, PathBuf, PathBuf, Store) {
    let (folder, path, store) = opened();
    let backup = folder.path().join("backup.db");
    play_one(&store).await;
    anteroom(0, &["backup", "--database"], &[&path, &backup]);
    (folder, path, backup, store)
}

#[tokio::test]
async fn old_database_is_kept_whole_while_a_reader_holds_it() {
    let (folder, path, backup, store) = held().await;
    // From now on nothing of the `-wal` file can be moved into the database.
    let reader = being_read(&path);
    play_one(&store).await;
    drop(store);
    anteroom(0, &["restore", "--database"], &[&path, &backup]);
    assert_eq!(events(&path).len(), 3);
    let kept = files(folder.path())
        .into_iter()
        .find(|name| name.contains(".before-") && name.ends_with('Z'))
        .expect("the old database");
    let kept = folder.path().join(kept);
    assert!(std::fs::metadata(beside(&kept, "-wal")).unwrap().len() > 0);
    assert!(checked(&kept).contains("6 events"));
    anteroom(0, &["restore", "--database"], &[&path, &kept]);
    assert_eq!(events(&path).len(), 6);
    drop(reader);
}

#[tokio::test]
async fn a_kill_at_any_step_of_a_restore_leaves_the_old_or_the_new_database() {
    let (folder, path, backup, store) = held().await;
    let Some(killer) = Killer::new(folder.path()) else {
        return println!("skipped: no C compiler");
    };
    let reader = being_read(&path);
    play_one(&store).await;
    for holds in [false, true] {
        kill_at_each_step(folder.path(), &path, &backup, &killer, holds);
    }
    drop((store, reader));
}

/// Restores copies of a database of 6 events from a backup of 3, and kills each restore one step later.
fn kill_at_each_step(folder: &Path, path: &Path, backup: &Path, killer: &Killer, holds: bool) {
    let (old, new) = (6, 3);
    let mut seen = Vec::new();
    for step in 1.. {
        // The files as a killed bot leaves them, with turns in the `-wal` file, or as a stopped one does.
        let place = folder.join(format!("{holds}{step}"));
        let database = place.join("a.db");
        let ends = &["", "-wal", "-shm"][..];
        copied(path, &database, ends);
        let holding = holds.then(|| being_read(&database));
        let arguments = ["restore", "--database"].map(OsStr::new);
        let paths = [&database, backup].map(|path| path.as_os_str());
        let arguments = [arguments, paths].concat();
        let done = killer.outlives(&arguments, step);
        drop(holding);
        // Whatever uses the database next completes the restore or finds the old database.
        let copy = place.join("copy.db");
        let now = SystemTime::now();
        let found = match step % 3 {
            0 => db::examine(&database, &HOOKS, now.into()).unwrap().events,
            1 => {
                db::backup(&database, &copy).unwrap();
                db::check_backup(&copy, &HOOKS).unwrap().events
            }
            _ => {
                drop(anteroom::features::open(&database).unwrap());
                db::check_backup(&database, &HOOKS).unwrap().events
            }
        };
        assert_eq!(events(&database).len() as u64, found);
        if found == new {
            let names = files(&place);
            let mut kept = names
                .iter()
                .filter(|name| name.contains(".before-") && name.ends_with('Z'));
            let kept = place.join(kept.next().expect("the old database"));
            let kept = db::check_backup(&kept, &HOOKS).unwrap();
            assert_eq!(kept.events, old, "step {step}");
        }
        seen.push(found);
        // A second restore works, whatever the first one has left.
        db::restore(backup, &database, &HOOKS, now).unwrap();
        assert_eq!(events(&database).len() as u64, new);
        let left: Vec<_> = files(&place)
            .into_iter()
            .filter(|name| name.contains(".re"))
            .collect();
        assert!(left.is_empty(), "{left:?}");
        if done {
            break;
        }
    }
    // Once the new one is in place, it stays.
    let first = seen.iter().position(|found| *found == new).unwrap();
    assert!(
        first > 3 && seen[first..].iter().all(|found| *found == new),
        "{seen:?}"
    );
    assert!(seen[..first].iter().all(|found| *found == old), "{seen:?}");
    assert!(seen.len() > first + 4, "{seen:?}");
}

#[tokio::test]
async fn each_command_names_the_file_that_it_was_given() {
    let (folder, path, store) = opened();
    play_one(&store).await;
    drop(store);
    let at = |name: &str| folder.path().join(name);
    let (foreign, missing, other) = (at("foreign.db"), at("missing.db"), at("sqlite.db"));
    std::fs::write(&foreign, "no database at all, but long enough to be one").unwrap();
    rusqlite::Connection::open(&other)
        .unwrap()
        .execute_batch("CREATE TABLE some (number INTEGER)")
        .unwrap();
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    for (bad, why) in [
        (&foreign, "is not a database of Anteroom"),
        (&other, "is not a database of Anteroom"),
        (&missing, "there is no database"),
        (&folder.path().to_owned(), "it is no file"),
    ] {
        let copy = at("copy.db");
        for (arguments, paths) in [
            (&["restore", "--check"][..], vec![bad]),
            (&["restore", "--database"], vec![&path, bad]),
            (&["backup", "--database"], vec![bad, &copy]),
            (&["doctor", "--database"], vec![bad]),
            (&["doctor", "--repair", "--database"], vec![bad]),
            (&["export", "--finished", "--database"], vec![bad]),
            (&["ratings", "rebuild", "--database"], vec![bad]),
            (&["ratings", "annul", "1", "--database"], vec![bad]),
            (&["forget", "7", "--database"], vec![bad]),
        ] {
            let paths: Vec<_> = paths.into_iter().map(PathBuf::as_path).collect();
            let said = anteroom(2, arguments, &paths);
            assert!(said.contains(why), "{arguments:?}: {said}");
            assert!(said.contains(&text(bad)), "{arguments:?}: {said}");
            assert!(!said.contains(".re"), "{arguments:?}: {said}");
            assert_eq!(said.lines().count(), 1, "{arguments:?}: {said}");
        }
    }
    let said = anteroom(2, &["restore", "--database"], &[&path, &path]);
    assert!(said.contains("is the database itself"), "{said}");
    assert!(!missing.exists());
}
