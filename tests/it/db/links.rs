//! A database behind symbolic links is one database under each name, and hard links are refused.

use std::os::unix::fs::symlink;
use std::path::Path;

use anteroom::matches::UserId;

use super::backup::{anteroom, events, files, play_one};
use crate::support::databases::opened;

#[tokio::test]
async fn a_database_behind_links_is_locked_and_restored_under_each_name() {
    let (folder, path, store) = opened();
    let at = |name: &str| folder.path().join(name);
    symlink(&path, at("absolute.db")).unwrap();
    symlink("matches.db", at("relative.db")).unwrap();
    symlink("relative.db", at("twice.db")).unwrap();
    std::fs::create_dir(at("inner")).unwrap();
    symlink("../matches.db", at("inner/other-name.db")).unwrap();
    symlink("inner", at("folder")).unwrap();
    symlink(".", at("here")).unwrap();
    let names = [
        "absolute.db",
        "relative.db",
        "twice.db",
        "inner/other-name.db",
        "folder/other-name.db",
        "here/matches.db",
        "folder/../matches.db",
    ];
    play_one(&store).await;
    let backup = at("backup.db");
    anteroom(0, &["backup", "--database"], &[&at("twice.db"), &backup]);
    play_one(&store).await;
    for name in names {
        let link = at(name);
        for arguments in [
            &["ratings", "rebuild", "--database"][..],
            &["doctor", "--repair", "--database"],
            &["forget", "7", "--database"],
        ] {
            let said = anteroom(2, arguments, &[&link]);
            assert!(
                said.contains("another bot is running on it"),
                "{name}: {said}"
            );
        }
        let said = anteroom(2, &["restore", "--database"], &[&link, &backup]);
        assert!(
            said.contains("another bot is running on it"),
            "{name}: {said}"
        );
        assert!(anteroom::features::open(&link).is_err(), "{name}");
        // Readers see the last turns under each name.
        let said = anteroom(0, &["doctor", "--database"], &[&link]);
        assert!(said.contains("6 events"), "{name}: {said}");
        let said = anteroom(0, &["restore", "--check"], &[&link]);
        assert!(said.contains("6 events"), "{name}: {said}");
    }
    drop(store);
    for name in names {
        let link = at(name);
        // A bot may be started by any of the names.
        let store = anteroom::features::open(&link).unwrap();
        let said = anteroom(2, &["ratings", "rebuild", "--database"], &[&path]);
        assert!(
            said.contains("another bot is running on it"),
            "{name}: {said}"
        );
        play_one(&store).await;
        drop(store);
        let said = anteroom(2, &["restore", "--database"], &[&path, &link]);
        assert!(said.contains("is the database itself"), "{name}: {said}");
        anteroom(0, &["restore", "--database"], &[&link, &backup]);
        assert_eq!(events(&path).len(), 3, "{name}");
        assert!(
            name.ends_with("matches.db") || link.symlink_metadata().unwrap().is_symlink(),
            "{name} is no link any more"
        );
    }
    // All other files lie beside the real file.
    for place in [folder.path().to_owned(), at("inner")] {
        let stray: Vec<_> = files(&place)
            .into_iter()
            .filter(|name| !name.starts_with("matches.db") && name.contains(".db"))
            .filter(|name| !["backup.db", "other-name.db"].contains(&name.as_str()))
            .filter(|name| !names.contains(&name.as_str()))
            .collect();
        assert!(stray.is_empty(), "{stray:?}");
    }
}

#[tokio::test]
async fn link_to_a_missing_database_stays_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir(at("data")).unwrap();
    symlink("data/real.db", at("link.db")).unwrap();
    let store = anteroom::features::open(&at("link.db")).unwrap();
    play_one(&store).await;
    assert!(anteroom::features::open(&at("data/real.db")).is_err());
    drop(store);
    assert_eq!(events(&at("data/real.db")).len(), 3);
    assert_eq!(files(folder.path()), ["data", "link.db"]);
    // A link that leads to itself is refused in words.
    symlink("loop.db", at("loop.db")).unwrap();
    let said = anteroom(2, &["doctor", "--database"], &[&at("loop.db")]);
    assert!(said.contains("loop.db"), "{said}");
    // A backup never replaces what has its name, a link to nothing included.
    symlink("nowhere.db", at("dangling.db")).unwrap();
    let said = anteroom(
        2,
        &["backup", "--database"],
        &[&at("link.db"), &at("dangling.db")],
    );
    assert!(said.contains("is there already"), "{said}");
}

#[tokio::test]
async fn a_database_with_a_hard_link_is_refused() {
    let (folder, path, store) = opened();
    play_one(&store).await;
    let other = folder.path().join("other.db");
    std::fs::hard_link(&path, &other).unwrap();
    let copy = folder.path().join("copy.db");
    let all: [(&[&str], &[&Path]); 5] = [
        (&["ratings", "rebuild", "--database"], &[&other]),
        (&["doctor", "--database"], &[&other]),
        (&["backup", "--database"], &[&other, &copy]),
        (&["forget", "7", "--database"], &[&other]),
        (&["restore", "--database"], &[&other, &copy]),
    ];
    for (arguments, paths) in all {
        let said = anteroom(2, arguments, paths);
        assert!(said.contains("a hard link"), "{arguments:?}: {said}");
    }
    assert!(anteroom::features::open(&other).is_err());
    drop(store);
    std::fs::remove_file(&other).unwrap();
    anteroom(0, &["doctor", "--database"], &[&path]);
}

/// SQLite keeps the `-wal` file beside the real file, so traces of deleted people are there and not beside the link.
#[tokio::test]
async fn deleted_data_is_erased_behind_a_link() {
    let (folder, path, store) = opened();
    drop(store);
    let link = folder.path().join("link.db");
    symlink(&path, &link).unwrap();
    let store = anteroom::features::open(&link).unwrap();
    let trace = "a name that nobody else has";
    store
        .store_name(
            None,
            UserId(77),
            String::from(trace),
            crate::support::people::BEGIN,
        )
        .await
        .unwrap();
    drop(store);
    anteroom(0, &["forget", "77", "--database"], &[&link]);
    for name in files(folder.path()) {
        let bytes = std::fs::read(folder.path().join(&name)).unwrap();
        let found = bytes
            .windows(trace.len())
            .any(|part| part == trace.as_bytes());
        assert!(!found, "{name}");
    }
}
