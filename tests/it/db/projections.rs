//! The projections of all events: every way of folding gives the same rows.

use std::path::Path;
use std::time::Duration;

use anteroom::db::Store;
use anteroom::matches::{Command, Match, Proposal};
use fastrand::Rng;

use crate::support::databases::{
    change, does, file, found, numbers, opened, proposed, repaired, row,
};
use crate::support::people::{ANA, BEGIN, BEN, plays, proposal, takes_back};

/// Returns all projections.
fn folded(path: &Path) -> Vec<String> {
    let mut all = found(path, "SELECT * FROM matches ORDER BY match_id");
    all.extend(found(
        path,
        "SELECT match_id, seq, news_seq FROM places ORDER BY match_id",
    ));
    all.extend(found(path, "SELECT * FROM rematches ORDER BY match_id"));
    all.extend(found(path, "SELECT * FROM punctuality ORDER BY user"));
    all.extend(found(path, "SELECT * FROM turn_times ORDER BY user, class"));
    all.extend(found(path, "SELECT * FROM projections ORDER BY name"));
    all
}

/// Returns a random command, which is often refused.
fn random_command(random: &mut Rng) -> Command {
    let by = [ANA, BEN][random.usize(..2)];
    match random.u8(..20) {
        0 => Command::Resign { by },
        1 => Command::OfferDraw { by },
        2 => Command::AcceptDraw { by },
        3 => Command::DeclineDraw { by },
        4 => takes_back(by, 60),
        5 => takes_back(by, 0),
        6 => Command::AcceptTakeback { by },
        7 if by == ANA => Command::Withdraw { by },
        7 => Command::Abort { by },
        8 | 9 => Command::Accept { by },
        10 => Command::Flag,
        _ => plays(by, &String::from(random.char('a'..='g'))),
    }
}

/// Plays many matches with interleaved random commands.
async fn at_random(store: &Store, seed: u64, matches: usize, whims: usize) -> Vec<Match> {
    let mut random = Rng::with_seed(seed);
    let mut all: Vec<Match> = Vec::new();
    for _ in 0..whims {
        if all.len() < matches && random.u8(..4) == 0 {
            let over = all.iter().rfind(|played| played.ending().is_some());
            let rematch_of = over.map(Match::id);
            let proposal = Proposal {
                rematch_of,
                ..proposal("connect-n", "1d")
            };
            match store.propose(proposal, BEGIN).await {
                Ok(begun) => all.push(begun),
                Err(error) => {
                    assert!(
                        matches!(error, anteroom::db::StoreError::RematchThere(_)),
                        "{error}"
                    );
                    let begun =
                        store.propose(crate::support::people::proposal("connect-n", "1d"), BEGIN);
                    all.push(begun.await.unwrap());
                }
            }
        }
        let Some(played) = random.choice(all.iter_mut()) else {
            continue;
        };
        let later = Duration::from_secs(if random.u8(..40) == 0 { 90_000 } else { 5 });
        let Ok(events) = played.decide(
            &random_command(&mut random),
            played.changed_at().after(later),
        ) else {
            continue;
        };
        for event in &events {
            played.apply(event).unwrap();
        }
        if !events.is_empty() {
            store.append(played, events).await.unwrap();
        }
    }
    all
}

#[tokio::test]
async fn every_event_has_its_place_in_one_order_without_gaps() {
    let (_folder, path, store) = opened();
    at_random(&store, 1, 12, 400).await;
    // A refused event leaves no gap.
    let stale = store
        .load(anteroom::matches::MatchId(1))
        .await
        .unwrap()
        .unwrap();
    let events = store.events(stale.id()).await.unwrap();
    assert!(store.append(&stale, vec![events[0].clone()]).await.is_err());
    at_random(&store, 2, 3, 40).await;
    drop(store);
    let count = found(
        &path,
        "SELECT count(*) > 60, max(position) - count(*), min(position) FROM events",
    );
    assert_eq!(count, ["Integer(1) Integer(0) Integer(1)"]);
    let backwards = "SELECT * FROM events a JOIN events b USING (match_id) WHERE a.seq < b.seq AND a.position > b.position";
    assert_eq!(found(&path, backwards), [""; 0]);
    // Positions follow the order of commits, which mixes matches.
    let mixed = "SELECT DISTINCT 1 FROM events a JOIN events b ON b.position = a.position + 1 WHERE a.match_id > b.match_id";
    assert_eq!(found(&path, mixed).len(), 1);
}

#[tokio::test]
async fn a_match_keeps_its_result() {
    let (_folder, path, store) = opened();
    let won: Vec<_> = ["a", "b", "a", "b", "a", "b", "a"]
        .into_iter()
        .zip([ANA, BEN].into_iter().cycle())
        .map(|(text, by)| plays(by, text))
        .collect();
    let begun = [Command::Accept { by: BEN }, plays(ANA, "d")];
    let ended = |with: &[Command]| [begun.as_slice(), with].concat();
    let table = [
        (vec![Command::Accept { by: BEN }], "playing 0 - - false"),
        (vec![Command::Withdraw { by: ANA }], "withdrawn 0 - - false"),
        (
            [vec![Command::Accept { by: BEN }], won].concat(),
            "finished 7 0 four in a row true",
        ),
        (
            ended(&[Command::Resign { by: ANA }]),
            "finished 1 1 resigned true",
        ),
        (
            ended(&[
                Command::OfferDraw { by: BEN },
                Command::AcceptDraw { by: ANA },
            ]),
            "finished 1 - agreed true",
        ),
        (ended(&[Command::Flag]), "finished 1 - flagged true"),
        (
            ended(&[plays(BEN, "e"), Command::Flag]),
            "finished 2 1 flagged true",
        ),
    ];
    for (number, (commands, expected)) in table.into_iter().enumerate() {
        let mut played = proposed(&store, "connect-n", "1d").await;
        for command in &commands {
            let later = if *command == Command::Flag { 90_000 } else { 5 };
            let at = played.changed_at().after(Duration::from_secs(later));
            does(&store, &mut played, command.clone(), at).await;
        }
        let sql = format!(
            "SELECT status || ' ' || turns || ' ' || coalesce(winner, '-') || ' ' || coalesce(reason, '-') || ' ' || \
             iif(ended_at IS changed_at, 'true', iif(ended_at IS NULL, 'false', 'other')) FROM matches WHERE match_id = {}",
            number + 1
        );
        assert_eq!(row(&path, &sql), expected);
    }
}

#[tokio::test]
async fn folded_anew_is_as_it_was_byte_for_byte() {
    for seed in 0..4 {
        let (_folder, path) = file();
        let store = anteroom::features::open(&path).unwrap();
        let all = at_random(&store, 100 + seed, 30, 900).await;
        assert!(all.iter().any(|played| played.ending().is_some()));
        let kept = folded(&path);
        drop(store);
        let events = numbers(&path, "SELECT count(*) FROM events")[0];
        assert!(events > 100);
        repaired(&path);
        assert_eq!(folded(&path), kept, "rebuilt, seed {seed}");

        change(
            &path,
            "UPDATE matches SET ply = 9, deadline = 7; DELETE FROM matches WHERE match_id % 3 = 0; \
                       UPDATE places SET news_seq = 99; UPDATE projections SET version = 0;",
        );
        assert_ne!(folded(&path), kept);
        let store = anteroom::features::open(&path).unwrap();
        assert_eq!(folded(&path), kept, "of another version, seed {seed}");
        drop(store);

        // An interrupted rebuild continues where it stopped.
        let middle = events / 2;
        change(
            &path,
            &format!(
                "UPDATE projections SET mark = {middle}; \
             DELETE FROM matches WHERE match_id IN (SELECT match_id FROM events WHERE seq = 1 AND position > {middle}); \
             DELETE FROM match_counts; INSERT INTO match_counts SELECT game, status, count(*) FROM matches GROUP BY game, status; \
             UPDATE projections SET mark = 0 WHERE name = 'punctuality'; DELETE FROM punctuality; DELETE FROM turn_times; DELETE FROM late_losses; \
             DELETE FROM rated_matches WHERE position > {middle}; DELETE FROM rating_changes WHERE position > {middle};"
            ),
        );
        assert_ne!(folded(&path), kept);
        drop(anteroom::features::open(&path).unwrap());
        assert_eq!(folded(&path), kept, "ended in the middle, seed {seed}");
    }
}

#[tokio::test]
async fn a_match_that_cannot_be_replayed_keeps_no_other_from_being_folded() {
    let (_folder, path, store) = opened();
    at_random(&store, 7, 9, 300).await;
    drop(store);
    let others = "SELECT * FROM matches WHERE match_id <> 4 ORDER BY match_id";
    let kept = found(&path, others);
    change(
        &path,
        "UPDATE events SET body = '{' WHERE match_id = 4 AND seq = 2; UPDATE projections SET version = 0;",
    );
    let store = anteroom::features::open(&path).unwrap();
    assert_eq!(found(&path, others), kept);
    assert!(store.load(anteroom::matches::MatchId(4)).await.is_err());
    let mut next = proposed(&store, "connect-n", "1d").await;
    does(&store, &mut next, Command::Accept { by: BEN }, BEGIN).await;
}
