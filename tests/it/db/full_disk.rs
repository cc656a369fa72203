//! A disk without any room left: what the operator is told, and what the log says.

use std::path::PathBuf;

use loopback_discord::Place;
use tempfile::TempDir;

use super::backup::{anteroom, events, files, play_one};
use crate::support::databases::opened;
use crate::support::play::challenges;
use crate::support::program::{Program, begin, sandbox};
use crate::support::surroundings::SmallDisk;
use crate::support::wait;

/// Returns a small disk in a folder, or prints why there is none.
fn disk(folder: &TempDir) -> Option<(SmallDisk, PathBuf)> {
    let path = folder.path().join("disk");
    std::fs::create_dir(&path).unwrap();
    let disk = SmallDisk::mount(&path);
    if disk.is_none() {
        println!("skipped: no disk can be mounted");
    }
    Some((disk?, path))
}

#[tokio::test]
async fn copies_to_a_full_disk_blame_the_disk() {
    let (folder, path, store) = opened();
    let Some((disk, full)) = disk(&folder) else {
        return;
    };
    play_one(&store).await;
    let said = |expected: &str, said: String| {
        assert!(said.starts_with(expected), "{said}");
        assert!(
            said.contains("cannot be written: ") && said.contains("full"),
            "{said}"
        );
        assert!(
            !said.contains("damaged") && !said.contains("cannot be opened"),
            "{said}"
        );
    };
    let copy = full.join("copy.db");
    disk.fill();
    said(
        copy.to_str().unwrap(),
        anteroom(1, &["backup", "--database"], &[&path, &copy]),
    );
    disk.empty();
    assert_eq!(files(&full), [""; 0]);
    // A database on a disk that is full cannot take a backup, and stays as it is.
    let backup = folder.path().join("backup.db");
    anteroom(0, &["backup", "--database"], &[&path, &backup]);
    let database = full.join("a.db");
    anteroom(0, &["restore", "--database"], &[&database, &backup]);
    disk.fill();
    said(
        database.to_str().unwrap(),
        anteroom(1, &["restore", "--database"], &[&database, &backup]),
    );
    disk.empty();
    assert_eq!(files(&full), ["a.db", "a.db.lock"]);
    assert_eq!(events(&database).len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_command_on_a_full_disk_has_one_line_in_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let Some((disk, full)) = disk(&folder) else {
        return;
    };
    let sandbox = sandbox().await;
    let database = full.join("a.sqlite");
    let program = Program::connected(&sandbox, &database, &[]).await;
    let general = sandbox.channel("general");
    let thread = begin(&sandbox, general, &[]).await;
    let [ana, cleo] = ["ana", "cleo"].map(|name| sandbox.user(name).in_channel(thread));
    let challenge = async |by: &Place| challenges(by, "connect-n", [("opponent", "ben")]).await;
    disk.fill();
    let before = program.said().lines().count();
    for attempt in 1..=3 {
        let answer = match attempt {
            // The bot has no name of this person yet.
            1 => challenge(&cleo).await,
            2 => ana.command("move", [("turn", "d")]).await,
            _ => challenge(&ana).await,
        };
        let text = format!("{answer:?}");
        let (_, reference) = text
            .split_once("reference")
            .unwrap_or_else(|| panic!("{text}"));
        let digits = |c: char| !c.is_ascii_digit();
        let reference = reference.trim_start_matches(digits);
        let reference = reference.split(digits).next().unwrap().to_owned();
        let line = || std::future::ready(program.said().contains(&reference).then_some(()));
        wait::until(std::time::Duration::from_secs(10), line)
            .await
            .expect("a line");
        let said = program.said();
        let lines: Vec<_> = said.lines().skip(before).collect();
        assert_eq!(lines.len(), attempt, "{said}");
        assert!(lines[attempt - 1].contains("disk is full"), "{said}");
    }
    disk.empty();
}
