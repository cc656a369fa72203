//! The files lose deleted data even while another program reads them.

use std::path::Path;
use std::sync::mpsc;

use anteroom::db::people::preferences;
use anteroom::db::{Scrubbed, Store, backup, examine};
use anteroom::features::privacy::store::deletion;
use anteroom::matches::{Challenge, Command, UserId};
use rusqlite::Connection;

use crate::support::databases::{being_read, does, opened, write};
use crate::support::people::{ANA, BEGIN, BEN, challenge};
use crate::support::traces::{traces, traces_in};

/// Ids as long as Discord's, which no file contains by chance.
const CLEO: UserId = UserId(0x0123_4567_89ab_cdef);
const DAN: UserId = UserId(0x0fed_cba9_8765_4321);

/// Stores a match that ended by resignation.
async fn finished(store: &Store, loser: UserId) {
    let challenge = Challenge {
        challenger: loser,
        ..challenge("connect-n", "3d")
    };
    let proposal = challenge.into_proposal(|| 0).unwrap();
    let mut played = store.propose(proposal, BEGIN).await.unwrap();
    for command in [Command::Accept { by: BEN }, Command::Resign { by: loser }] {
        does(store, &mut played, command, BEGIN).await;
    }
}

/// A database with Litestream, which holds a read transaction between its own checkpoints.
struct Litestream {
    reader: Connection,
    writer: Connection,
}

impl Litestream {
    fn beside(database: &Path) -> Self {
        let [reader, writer] = [(), ()].map(|()| Connection::open(database).unwrap());
        writer
            .execute_batch(
                "PRAGMA wal_autocheckpoint = 0; CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)",
            )
            .unwrap();
        let litestream = Self { reader, writer };
        litestream.read();
        litestream
    }

    fn read(&self) {
        let sql = "BEGIN; SELECT count(*) FROM _litestream_seq";
        self.reader.execute_batch(sql).unwrap();
    }

    /// Ends the read transaction, checkpoints, and writes a row, which makes SQLite restart the WAL.
    fn checkpoint(&self) {
        self.reader.execute_batch("ROLLBACK").unwrap();
        let sql = "PRAGMA wal_checkpoint(PASSIVE)";
        let [log, done]: [i64; 2] = self
            .writer
            .query_row(sql, [], |row| Ok([row.get(1)?, row.get(2)?]))
            .unwrap();
        assert_eq!(log, done);
        self.read();
        let sql = "INSERT INTO _litestream_seq VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET seq = seq + 1";
        self.writer.execute(sql, []).unwrap();
    }
}

fn findings(path: &Path) -> Vec<String> {
    let examination = examine(path, &anteroom::features::HOOKS, BEGIN);
    examination.unwrap().findings
}

fn in_wal(database: &Path, number: u64) -> Vec<String> {
    let name = database.with_extension("db-wal");
    traces(&std::fs::read(name).unwrap(), number)
}

#[tokio::test]
async fn deleted_data_is_overwritten_where_litestream_reads_all_the_time() {
    let (folder, path, store) = opened();
    let litestream = Litestream::beside(&path);
    // The WAL is longer than the database.
    for _ in 0..40 {
        finished(&store, CLEO).await;
    }
    assert!(
        write(&store, move |db| deletion::delete_person(db, CLEO))
            .await
            .is_some()
    );
    assert_eq!(store.scrub(false).await.unwrap(), Scrubbed::Due);
    for _ in 0..2 {
        assert_eq!(store.scrub(true).await.unwrap(), Scrubbed::Held);
        assert_eq!(in_wal(&path, CLEO.0), ["decimal", "big-endian"]);
        assert!(store.workload(BEGIN, vec![]).await.unwrap().scrub_due);
    }
    litestream.checkpoint();
    // The rest of the WAL is obsolete, but still has the data.
    assert_eq!(in_wal(&path, CLEO.0), ["decimal", "big-endian"]);
    assert_eq!(store.scrub(false).await.unwrap(), Scrubbed::Clean);
    assert_eq!(traces_in(folder.path(), CLEO.0), [""; 0]);
    assert!(!store.workload(BEGIN, vec![]).await.unwrap().scrub_due);
    // Litestream still reads, all matches are there, and the store works.
    let count = "SELECT count(*) FROM matches";
    let seen: u32 = litestream
        .reader
        .query_row(count, [], |row| row.get(0))
        .unwrap();
    assert_eq!(seen, 40);
    finished(&store, ANA).await;
    litestream.checkpoint();
    finished(&store, ANA).await;
    drop(litestream);
    drop(store);
    assert_eq!(findings(&path), [""; 0]);
}

#[tokio::test]
async fn deleted_data_is_erased_once_a_reader_has_gone() {
    let (folder, path, store) = opened();
    finished(&store, CLEO).await;
    let reader = being_read(&path);
    write(&store, move |db| deletion::delete_person(db, CLEO)).await;
    assert_eq!(store.scrub(true).await.unwrap(), Scrubbed::Held);
    assert_ne!(traces_in(folder.path(), CLEO.0), [""; 0]);
    drop(reader);
    assert_eq!(store.scrub(false).await.unwrap(), Scrubbed::Clean);
    assert_eq!(traces_in(folder.path(), CLEO.0), [""; 0]);
}

#[tokio::test]
async fn a_deletion_during_a_scrub_is_not_forgotten() {
    let (folder, _, store) = opened();
    finished(&store, CLEO).await;
    finished(&store, DAN).await;
    write(&store, move |db| deletion::delete_person(db, CLEO)).await;
    // Keeps the writer busy until the scrub and then the second deletion are queued.
    let (go_on, wait) = mpsc::channel::<()>();
    let (begin, begun) = tokio::sync::oneshot::channel::<()>();
    let busy = store.write(move |db| {
        preferences::change(db, BEN, move |_| {
            begin.send(()).unwrap();
            wait.recv().unwrap();
        })
    });
    let until = async |waiting| {
        while store.writing().waiting < waiting {
            tokio::task::yield_now().await;
        }
    };
    let steps = async {
        // Wait, since the writer takes queued jobs into the batch that it begins.
        begun.await.unwrap();
        let (scrubbed, forgotten, ()) = tokio::join!(
            store.scrub(true),
            async {
                until(1).await;
                store
                    .write(move |db| deletion::delete_person(db, DAN))
                    .await
            },
            async {
                until(2).await;
                go_on.send(()).unwrap();
            }
        );
        forgotten.unwrap();
        scrubbed.unwrap()
    };
    let (done, scrubbed) = tokio::join!(busy, steps);
    done.unwrap();
    assert_eq!(scrubbed, Scrubbed::Clean);
    assert_eq!(traces_in(folder.path(), CLEO.0), [""; 0]);
    assert_ne!(traces_in(folder.path(), DAN.0), [""; 0]);
    // The second deletion still needs a scrub.
    assert!(store.workload(BEGIN, vec![]).await.unwrap().scrub_due);
    assert_eq!(store.scrub(true).await.unwrap(), Scrubbed::Clean);
    assert_eq!(traces_in(folder.path(), DAN.0), [""; 0]);
}

#[tokio::test]
async fn a_deletion_while_a_reader_holds_the_last_one_needs_the_file_written_again() {
    let (folder, path, store) = opened();
    finished(&store, CLEO).await;
    finished(&store, DAN).await;
    let reader = being_read(&path);
    write(&store, move |db| deletion::delete_person(db, CLEO)).await;
    assert_eq!(store.scrub(true).await.unwrap(), Scrubbed::Held);
    write(&store, move |db| deletion::delete_person(db, DAN)).await;
    drop(reader);
    assert_eq!(store.scrub(false).await.unwrap(), Scrubbed::Due);
    assert_eq!(store.scrub(true).await.unwrap(), Scrubbed::Clean);
    for user in [CLEO, DAN] {
        assert_eq!(traces_in(folder.path(), user.0), [""; 0]);
    }
}

#[tokio::test]
async fn a_backup_has_no_traces_of_people_who_were_deleted_before() {
    let (folder, path, store) = opened();
    finished(&store, CLEO).await;
    write(&store, move |db| deletion::delete_person(db, CLEO)).await;
    let copy = folder.path().join("copy.db");
    backup(&path, &copy).unwrap();
    let bytes = std::fs::read(&copy).unwrap();
    assert_eq!(traces(&bytes, CLEO.0), [""; 0]);
    assert_eq!(findings(&copy), [""; 0]);
}
