//! The database: a committed write survives a reopening, and no write is partial.

use std::path::Path;
use std::time::Duration;

use anteroom::board::Seat;
use anteroom::board::Theme;
use anteroom::db::alarms::{self, About, Alarm, Due};
use anteroom::db::people::preferences;
use anteroom::db::{Announced, OpenError, Store, StoreError};
use anteroom::db::{offers, pending_posts, results};
use anteroom::features::play::store::conditional;
use anteroom::features::privacy::store::deletion;
use anteroom::matches::{
    Challenge, ChannelId, Command, Confirm, Effective, Ending, Event, Fact, GuildId, InteractionId,
    Match, MatchId, MessageId, Player, Preferences, Proposal, ServerPreferences, UserId, Viewpoint,
};
use anteroom::people::Moment;
use rusqlite::Connection;
use strum::VariantArray;

use crate::support::databases::{
    change, does, file, found, opened, proposed, read, repaired, row, write,
};
use crate::support::people::{ANA, ANNUL, BEGIN, BEN, CID, challenge, plays, proposal};
use crate::support::tables::rows;

/// Does a command five seconds after the last event.
async fn act(store: &Store, played: &mut Match, command: Command) {
    let at = played.changed_at().after(Duration::from_secs(5));
    does(store, played, command, at).await;
}

fn turn(played: &Match, text: &str) -> Command {
    plays(played.person_to_move().unwrap(), text)
}

/// Plays a turn of the player to move.
async fn play(store: &Store, played: &mut Match, text: &str) {
    let command = turn(played, text);
    act(store, played, command).await;
}

/// Stores a match of Connect N that Ana and Ben have begun.
async fn begun(store: &Store) -> Match {
    let mut played = proposed(store, "connect-n", "3d").await;
    act(store, &mut played, Command::Accept { by: BEN }).await;
    played
}

async fn loaded(store: &Store, id: MatchId) -> Match {
    store.load(id).await.unwrap().expect("a match")
}

/// Stores what is announced of a match up to an event.
async fn announced(store: &Store, id: MatchId, seq: u32, what: Announced) {
    store.announced(id, seq, what, BEGIN).await.unwrap();
}

fn dump(path: &Path, table: &str) -> Vec<String> {
    found(path, &format!("SELECT * FROM {table} ORDER BY 1, 2"))
}

/// Stores matches in every state, with every kind of event.
async fn every_kind(store: &Store) -> Vec<Match> {
    let mut matches = Vec::new();
    for game in ["connect-n", "antichess"] {
        let [first, second] = if game == "antichess" {
            ["e2e4", "e7e5"]
        } else {
            ["d", "e"]
        };
        let endings: [&[Command]; 7] = [
            &[],
            &[Command::Withdraw { by: ANA }],
            &[Command::Decline { by: BEN }],
            &[Command::Accept { by: BEN }],
            &[Command::Accept { by: BEN }, Command::Resign { by: ANA }],
            &[
                Command::Accept { by: BEN },
                Command::OfferDraw { by: BEN },
                Command::DeclineDraw { by: ANA },
                Command::OfferDraw { by: ANA },
                Command::AcceptDraw { by: BEN },
            ],
            &[
                Command::Accept { by: BEN },
                Command::Play {
                    by: ANA,
                    text: first.to_owned(),
                    board: Some(0),
                },
                plays(BEN, second),
            ],
        ];
        for commands in endings {
            let mut played = proposed(store, game, "10m+1s").await;
            for command in commands {
                act(store, &mut played, command.clone()).await;
            }
            matches.push(played);
        }
    }
    let mut late = matches.pop().unwrap();
    let at = late.deadline().unwrap();
    does(store, &mut late, Command::Flag, at).await;
    matches.push(late);
    let open = Challenge {
        invited: None,
        place: anteroom::matches::Place {
            guild: None,
            channel: ChannelId(77),
        },
        ..challenge("connect-n", "3d")
    };
    let open = open.into_proposal(|| 0).unwrap();
    matches.push(store.propose(open, BEGIN).await.unwrap());
    matches
}

#[tokio::test]
async fn match_that_began_in_the_middle_has_no_opening() {
    let (_folder, _, store) = opened();
    for opening in [vec![], vec![String::from("d")]] {
        let given = Proposal {
            opening: opening.clone(),
            ..proposal("connect-n", "3d")
        };
        let mut played = store.propose(given, BEGIN).await.unwrap();
        let mover = if opening.is_empty() { ANA } else { BEN };
        let play = plays(mover, "e");
        let commands = [
            Command::Accept { by: BEN },
            play,
            Command::Resign { by: ANA },
        ];
        for command in commands {
            act(&store, &mut played, command).await;
        }
    }
    let openings = async |user| {
        read(&store, move |db| results::of_user(db, user, None))
            .await
            .openings
    };
    assert_eq!(openings(ANA).await["connect-n"], [(String::from("e"), 1)]);
    assert!(openings(BEN).await.is_empty());
}

#[tokio::test]
async fn a_match_that_was_read_before_a_deletion_does_not_bring_the_number_back() {
    let (_folder, _, store) = opened();
    let mut played = begun(&store).await;
    for text in ["a", "b", "a", "b"] {
        play(&store, &mut played, text).await;
    }
    act(&store, &mut played, Command::Resign { by: ANA }).await;
    let theirs = write(&store, move |db| deletion::delete_person(db, ANA)).await;
    assert_eq!(theirs, Some(vec![played.id()]));
    let events = played.decide(&ANNUL, BEGIN).unwrap();
    let mut after = played.clone();
    after.apply(&events[0]).unwrap();
    let written = store.append(&after, events).await;
    assert!(matches!(written, Err(StoreError::Conflict { .. })));
    let mut fresh = loaded(&store, played.id()).await;
    assert_eq!(fresh.seat_of(ANA), None);
    act(&store, &mut fresh, ANNUL).await;
    let listed = store.finished_of(BEN, 5).await.unwrap();
    let players = listed[0].players.expect("players");
    assert!(players.iter().all(|player| player.person() != Some(ANA)));
}

#[tokio::test]
async fn every_event_comes_back_after_opening_again() {
    let (_folder, path, store) = opened();
    let matches = every_kind(&store).await;
    let mut written = Vec::new();
    for played in &matches {
        written.push(store.events(played.id()).await.unwrap());
    }
    drop(store);
    let store = anteroom::features::open(&path).unwrap();
    for (played, events) in matches.iter().zip(written) {
        assert_eq!(store.events(played.id()).await.unwrap(), events);
        let again = loaded(&store, played.id()).await;
        assert_eq!(format!("{again:?}"), format!("{played:?}"));
    }
    assert!(store.load(MatchId(999)).await.unwrap().is_none());
    assert!(matches.iter().map(|played| played.id().0).eq(1..=15));
}

#[tokio::test]
async fn flag_before_the_first_turn_is_stored_as_such_and_an_earlier_one_stays_a_loss() {
    let (_folder, path, store) = opened();
    let mut played = proposed(&store, "connect-n", "1h").await;
    act(&store, &mut played, Command::Accept { by: BEN }).await;
    let late = played.deadline().unwrap();
    does(&store, &mut played, Command::Flag, late).await;
    assert_eq!(played.ending(), Some(&Ending::NoShow(Seat::First)));
    let body = "SELECT body FROM events WHERE kind = 'flagged'";
    assert_eq!(row(&path, body), r#"{"seat":"first","no_show":true}"#);
    let again = loaded(&store, played.id()).await;
    assert_eq!(format!("{again:?}"), format!("{played:?}"));
    drop(store);
    // Versions before this one wrote the seat only.
    change(
        &path,
        r#"UPDATE events SET body = '{"seat":"first"}' WHERE kind = 'flagged'"#,
    );
    let store = anteroom::features::open(&path).unwrap();
    let earlier = loaded(&store, played.id()).await;
    assert_eq!(earlier.ending(), Some(&Ending::Flagged(Seat::First)));
}

#[tokio::test]
async fn events_are_written_as_small_objects() {
    let (_folder, path, store) = opened();
    every_kind(&store).await;
    let kinds = "SELECT group_concat(kind || ' ' || body, char(10)) FROM \
        (SELECT kind, min(body) AS body FROM events GROUP BY kind ORDER BY kind)";
    let expected = [
        ("accepted", r#"{"by":102}"#),
        ("declined", r#"{"by":102}"#),
        ("draw-agreed", r#"{"seat":"second"}"#),
        ("draw-declined", r#"{"seat":"first"}"#),
        ("draw-offered", r#"{"seat":"first"}"#),
        ("flagged", r#"{"seat":"first"}"#),
        (
            "proposed",
            r#"{"channel":77,"game":"connect-n","options":{"columns":"7","n":"4","rows":"6"},"time":"3d","challenger":101,"seat":"first","seat_drawn":false,"rated":true}"#,
        ),
        ("resigned", r#"{"seat":"first"}"#),
        ("turn", r#"{"seat":"first","text":"d"}"#),
        ("withdrawn", "{}"),
    ];
    let expected = expected.map(|(kind, body)| format!("{kind} {body}"));
    assert_eq!(row(&path, kinds), expected.join("\n"));
}

#[tokio::test]
async fn event_of_a_newer_version_is_read_or_named() {
    let (_folder, path, store) = opened();
    let played = begun(&store).await;
    let change = |sql: &str| change(&path, sql);
    change(r#"UPDATE events SET body = '{"by":102,"from":"a button"}' WHERE kind = 'accepted'"#);
    assert_eq!(
        loaded(&store, played.id()).await.players(),
        Some([ANA.into(), BEN.into()])
    );
    let table = r#"
        kind = 'rated' → unknown kind "rated", which a newer version may have written
        kind = 'turn', body = '{}' → missing field `seat`
        body = '{' → EOF while parsing an object
        body = '{"seat":"first","text":"d"}' → this cannot happen in a match that is open"#;
    for (fault, expected) in rows(table) {
        change(&format!("UPDATE events SET {fault} WHERE seq = 2"));
        let error = store.load(played.id()).await.unwrap_err().to_string();
        let expected = format!("match 1, event 2: {expected}");
        assert!(error.starts_with(&expected), "{fault}: {error}");
    }
}

#[tokio::test]
async fn only_one_of_two_can_write_the_same_event() {
    let (_folder, path, store) = opened();
    let played = begun(&store).await;
    let candidates: Vec<_> = ["a", "b", "c"]
        .map(|text| {
            let events = played
                .decide(&turn(&played, text), BEGIN.after(Duration::from_secs(9)))
                .unwrap();
            let mut after = played.clone();
            after.apply(&events[0]).unwrap();
            (after, events)
        })
        .into();
    let (one, two, three) = tokio::join!(
        store.append(&candidates[0].0, candidates[0].1.clone()),
        store.append(&candidates[1].0, candidates[1].1.clone()),
        store.append(&candidates[2].0, candidates[2].1.clone()),
    );
    one.unwrap();
    let id = played.id();
    for refused in [two, three] {
        let conflict =
            matches!(refused, Err(StoreError::Conflict { id: at, expected: 2 }) if at == id);
        assert!(conflict, "{refused:?}");
    }
    assert_eq!(
        loaded(&store, played.id()).await.record()[0]
            .text
            .as_deref(),
        Some("a")
    );
    assert_eq!(dump(&path, "events").len(), 3);

    // An event with a gap before it is refused as well.
    let mut ahead = candidates[0].0.clone();
    act_only(&mut ahead, "b");
    let event = act_only(&mut ahead, "c");
    assert!(matches!(
        store.append(&ahead, vec![event]).await,
        Err(StoreError::Conflict { expected: 4, .. })
    ));
}

fn act_only(played: &mut Match, text: &str) -> Event {
    let event = played
        .decide(&turn(played, text), BEGIN.after(Duration::from_secs(9)))
        .unwrap()
        .remove(0);
    played.apply(&event).unwrap();
    event
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_writers_at_once_lose_nothing_and_spoil_nothing() {
    const MATCHES: u64 = 40;
    let (_folder, path, store) = opened();
    let tasks: Vec<_> = (0..MATCHES)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move {
                let mut played = begun(&store).await;
                for text in ["d", "e", "d", "e"] {
                    // A stale write in the same batch as the valid ones.
                    let before = played.clone();
                    act(&store, &mut played, turn(&before, text)).await;
                    let events = before
                        .decide(&turn(&before, "a"), BEGIN.after(Duration::from_secs(60)))
                        .unwrap();
                    let mut late = before;
                    late.apply(&events[0]).unwrap();
                    assert!(matches!(
                        store.append(&late, events).await,
                        Err(StoreError::Conflict { .. })
                    ));
                }
                played
            })
        })
        .collect();
    let mut ids = Vec::new();
    for task in tasks {
        let played = task.await.unwrap();
        let stored = loaded(&store, played.id()).await;
        assert_eq!(format!("{stored:?}"), format!("{played:?}"));
        ids.push(played.id().0);
    }
    ids.sort_unstable();
    assert_eq!(ids, (1..=MATCHES).collect::<Vec<_>>());
    assert_eq!(dump(&path, "events").len() as u64, MATCHES * 6);
}

#[tokio::test]
async fn the_lists_can_be_rebuilt_from_the_events() {
    let (_folder, path, store) = opened();
    every_kind(&store).await;
    let (matches, places) = (dump(&path, "matches"), dump(&path, "places"));
    drop(store);
    change(
        &path,
        "UPDATE matches SET deadline = 5, status = 'playing', seq = 1, ply = 7; UPDATE places SET news_seq = 99; DELETE FROM matches WHERE match_id = 3;",
    );
    assert_ne!(dump(&path, "matches"), matches);
    repaired(&path);
    assert_eq!(dump(&path, "matches"), matches);
    assert_eq!(dump(&path, "places"), places);
}

#[tokio::test]
async fn lists_show_what_concerns_a_player_in_order() {
    let (_folder, _, store) = opened();
    let listed = async |user: UserId| {
        let games = store.games_of(user).await.unwrap();
        games.iter().map(|listed| listed.id.0).collect::<Vec<_>>()
    };
    let waiting = async |user: UserId| {
        let games = store.waiting_for(user).await.unwrap();
        games
            .iter()
            .map(|listed| {
                (
                    listed.id.0,
                    listed.player_to_move().and_then(Player::person),
                )
            })
            .collect::<Vec<_>>()
    };
    // 1: Ana's challenge to Ben. 2: slow, Ana to move. 3: quick, Ana to move. 4: Ben to move. 5: open to all. 6: over.
    proposed(&store, "connect-n", "3d").await;
    for time in ["9d", "1d", "3d"] {
        let mut played = proposed(&store, "connect-n", time).await;
        act(&store, &mut played, Command::Accept { by: BEN }).await;
        if time == "3d" {
            play(&store, &mut played, "d").await;
        }
    }
    let open = Challenge {
        invited: None,
        challenger: CID,
        ..challenge("antichess", "1d")
    };
    let open = open.into_proposal(|| 0).unwrap();
    store.propose(open, BEGIN).await.unwrap();
    let mut over = proposed(&store, "antichess", "3d").await;
    act(&store, &mut over, Command::Withdraw { by: ANA }).await;
    // 7, 8 and 9: resigned, the last one first.
    for hours in [3, 2, 1] {
        let begin = BEGIN.after(Duration::from_secs(3600 * hours));
        let resigned = store.propose(proposal("connect-n", "3d"), begin);
        let mut resigned = resigned.await.unwrap();
        act(&store, &mut resigned, Command::Accept { by: BEN }).await;
        act(&store, &mut resigned, Command::Resign { by: BEN }).await;
    }

    assert_eq!(listed(ANA).await, [3, 2, 4, 1]);
    assert_eq!(listed(BEN).await, [4, 3, 2, 1]);
    assert_eq!(listed(CID).await, [5]);
    assert_eq!(waiting(ANA).await, [(3, Some(ANA)), (2, Some(ANA))]);
    assert_eq!(waiting(BEN).await, [(4, Some(BEN))]);
    assert_eq!(waiting(CID).await, []);
    let finished = async |user: UserId, most: u32| {
        let games = store.finished_of(user, most).await.unwrap();
        games.iter().map(|listed| listed.id.0).collect::<Vec<_>>()
    };
    assert_eq!(finished(ANA, 9).await, [7, 8, 9], "the latest first");
    assert_eq!(finished(BEN, 2).await, [7, 8]);
    assert!(finished(CID, 9).await.is_empty());
    let quick = BEGIN.after(Duration::from_secs(86_400 + 5));
    // The last call comes four hours before the deadline.
    let call = quick.before(Duration::from_hours(4));
    let due = async |kinds: &'static [&str], now: Moment| {
        read(&store, move |db| alarms::due(db, kinds, now, 9)).await
    };
    let remind = Alarm {
        about: About::turn(MatchId(3), ANA),
        at: call,
    };
    let kinds = &["flag", "expiry", "remind"];
    assert_eq!(due(kinds, BEGIN).await, Due::Later(Some(call)));
    assert_eq!(due(kinds, call).await, Due::Now("remind", vec![remind]));
    let flag = Alarm {
        about: About::a_match(MatchId(3)),
        at: quick,
    };
    assert_eq!(due(kinds, quick).await, Due::Now("flag", vec![flag]));

    let posted = Announced {
        thread: Some(ChannelId(40)),
        board: Some(MessageId(41)),
        ..Announced::default()
    };
    announced(&store, MatchId(4), 2, posted).await;
    assert_eq!(
        store.match_in_thread(ChannelId(40)).await.unwrap(),
        Some(MatchId(4))
    );
    assert_eq!(store.match_in_thread(ChannelId(41)).await.unwrap(), None);
    let places = store.games_of(BEN).await.unwrap()[0].places;
    assert_eq!(
        (places.thread, places.board, places.card),
        (Some(ChannelId(40)), Some(MessageId(41)), None)
    );
}

/// Returns the matches with a pending post of a kind.
async fn pending_of(store: &Store, kind: &'static str) -> Vec<MatchId> {
    let pending = store.read(pending_posts::all).await.unwrap().into_iter();
    let pending = pending.filter(|(own, _)| own == kind);
    pending.map(|(_, pending)| pending.about.id).collect()
}

#[tokio::test]
async fn unannounced_events_are_known_after_reopening() {
    let (_folder, path, store) = opened();
    let mut played = begun(&store).await;
    let id = played.id();
    play(&store, &mut played, "d").await;
    let mut declined = proposed(&store, "connect-n", "3d").await;
    let card = Announced {
        card: Some(MessageId(8)),
        ..Announced::default()
    };
    announced(&store, declined.id(), 1, card).await;
    act(&store, &mut declined, Command::Decline { by: BEN }).await;

    let mut store = store;
    for told in 0..3 {
        assert_eq!(pending_of(&store, "news").await, [id]);
        let pending = store.match_posts(id).await.unwrap().pending.unwrap();
        assert_eq!(pending.seq, told + 1);
        if told == 2 {
            assert_eq!(
                pending.event.fact,
                Fact::Turn {
                    seat: Seat::First,
                    text: String::from("d"),
                    conditional: false,
                    ballot: None,
                }
            );
        }
        announced(&store, id, told + 1, Announced::default()).await;
        drop(store);
        store = anteroom::features::open(&path).unwrap();
    }
    assert_eq!(pending_of(&store, "news").await, []);
    assert_eq!(store.match_posts(id).await.unwrap().pending, None);
    // A declined challenge has no news, but its card is out of date.
    assert_eq!(pending_of(&store, "card").await, [declined.id()]);
    store
        .card_shown(declined.id(), 2, MessageId(9), BEGIN, None)
        .await
        .unwrap();
    assert_eq!(pending_of(&store, "card").await, []);
    assert!(matches!(
        store.match_posts(MatchId(99)).await,
        Err(StoreError::NoSuchMatch(MatchId(99)))
    ));
}

#[tokio::test]
async fn a_database_that_cannot_be_used_is_refused_and_kept() {
    let (folder, path) = file();
    let refused = |path: &Path, expected: &str| match anteroom::features::open(path) {
        Ok(_) => panic!("opened"),
        Err(error) => assert!(error.to_string().contains(expected), "{error}"),
    };
    refused(
        &folder.path().join("no folder/matches.db"),
        "cannot be locked",
    );

    let text = folder.path().join("text.db");
    let notes = "These are my notes, and they are longer than the header of a database would be. ";
    std::fs::write(&text, notes.repeat(9)).unwrap();
    let before = std::fs::read(&text).unwrap();
    refused(&text, "is not a database of Anteroom");
    assert_eq!(std::fs::read(&text).unwrap(), before);

    let other = folder.path().join("other.db");
    change(&other, "CREATE TABLE events (name TEXT)");
    refused(&other, "is not a database of Anteroom");

    let store = anteroom::features::open(&path).unwrap();
    every_kind(&store).await;
    assert!(matches!(
        anteroom::features::open(&path),
        Err(OpenError::InUse(_))
    ));
    refused(&path, "is in use: another bot is running on it");
    drop(store);
    drop(anteroom::features::open(&path).unwrap());

    let newer = folder.path().join("newer.db");
    std::fs::copy(&path, &newer).unwrap();
    change(&newer, "PRAGMA user_version = 999");
    refused(&newer, "was written by a newer version");

    let development = folder.path().join("development.db");
    std::fs::copy(&path, &development).unwrap();
    change(&development, "PRAGMA application_id = 0x416e7465");
    refused(
        &development,
        "was written by a development version of Anteroom and cannot be used by this one: move it away",
    );

    let damaged = folder.path().join("damaged.db");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[4096..]
        .iter_mut()
        .step_by(7)
        .for_each(|byte| *byte ^= 0xa5);
    std::fs::write(&damaged, &bytes).unwrap();
    refused(&damaged, "is damaged");
    let cut = folder.path().join("cut.db");
    bytes.truncate(5000);
    std::fs::write(&cut, &bytes).unwrap();
    refused(&cut, "is damaged");
}

const SERVER: Option<GuildId> = Some(GuildId(1));

async fn effective(store: &Store, user: UserId, guild: Option<GuildId>) -> Effective {
    read(store, move |db| preferences::of(db, user, guild)).await
}

async fn prefers(store: &Store, user: UserId, set: impl FnOnce(&mut Preferences) + Send + 'static) {
    write(store, move |db| preferences::change(db, user, set)).await;
}

#[tokio::test]
async fn preferences_come_back_and_nothing_is_kept_of_the_content() {
    let (_folder, path, store) = opened();
    assert_eq!(effective(&store, ANA, SERVER).await, Effective::default());
    let mut all = Vec::new();
    for theme in [None, Some(Theme::Light), Some(Theme::HighContrast)] {
        for &viewpoint in Viewpoint::VARIANTS {
            for text_only in [false, true] {
                all.extend(Confirm::VARIANTS.iter().map(|&confirm| Preferences {
                    theme,
                    viewpoint,
                    text_only,
                    confirm,
                    unlisted: text_only,
                }));
            }
        }
    }
    for (user, own) in (1..).map(UserId).zip(all.clone()) {
        prefers(&store, user, move |preferences| *preferences = own).await;
    }
    let server = ServerPreferences {
        theme: Some(Theme::Wood),
        ..ServerPreferences::default()
    };
    let set = async |store: &Store, server| {
        write(store, move |db| {
            preferences::set_of_server(db, GuildId(1), server)
        })
        .await;
    };
    set(&store, server).await;
    // A change of one preference keeps the others.
    prefers(&store, UserId(1), |preferences| {
        preferences.text_only = true
    })
    .await;
    all[0].text_only = true;
    drop(store);
    let store = anteroom::features::open(&path).unwrap();
    for (user, own) in (1..).map(UserId).zip(&all) {
        for (guild, server) in [(SERVER, server), (None, ServerPreferences::default())] {
            let expected = Effective { own: *own, server };
            assert_eq!(effective(&store, user, guild).await, expected);
        }
    }
    let nobody = effective(&store, UserId(999), Some(GuildId(2))).await;
    assert_eq!(nobody, Effective::default());

    for user in (1..=all.len() as u64).map(UserId) {
        prefers(&store, user, |own| *own = Preferences::default()).await;
    }
    set(&store, ServerPreferences::default()).await;
    assert!(dump(&path, "user_preferences").is_empty());
    let servers = row(&path, "SELECT count(*) FROM server_preferences");
    assert_eq!(servers, "0");
}

#[tokio::test]
async fn a_theme_of_a_newer_version_counts_as_none() {
    let (_folder, path, store) = opened();
    prefers(&store, ANA, |own| own.viewpoint = Viewpoint::Own).await;
    change(&path, "UPDATE user_preferences SET theme = 'neon'");
    let own = effective(&store, ANA, SERVER).await.own;
    assert_eq!((own.theme, own.viewpoint), (None, Viewpoint::Own));
}

#[tokio::test]
async fn offered_turns_last_as_long_as_their_board() {
    let (_folder, path, store) = opened();
    let mut played = begun(&store).await;
    let id = played.id();
    let keep = async |store: &Store, user, board, turns: &[&str]| {
        let turns: Vec<_> = turns.iter().map(|turn| (*turn).to_owned()).collect();
        let keep = write(store, move |db| {
            offers::store_offers(db, id, user, board, &turns)
        });
        keep.await;
    };
    let kept = async |store: &Store, user, board| {
        read(store, move |db| offers::offers(db, id, user, board)).await
    };
    keep(&store, ANA, 0, &["d"]).await;
    keep(&store, ANA, 0, &["a b", "c"]).await;
    store.store_look(id, BEN, 0).await.unwrap();
    drop(store);
    let store = anteroom::features::open(&path).unwrap();
    assert_eq!(kept(&store, ANA, 0).await, ["a b", "c"]);
    assert_eq!(kept(&store, ANA, 1).await, [""; 0]);
    assert_eq!(kept(&store, BEN, 0).await, [""; 0]);
    assert_eq!(
        (
            store.look(id, ANA).await.unwrap(),
            store.look(id, BEN).await.unwrap()
        ),
        (None, Some(0))
    );
    // An event that does not change the board keeps the offered turns.
    act(&store, &mut played, Command::OfferDraw { by: BEN }).await;
    assert_eq!(kept(&store, ANA, 0).await, ["a b", "c"]);
    // A rebuild replays the events, and keeps the offered turns, which are in no event.
    drop(store);
    repaired(&path);
    let store = anteroom::features::open(&path).unwrap();
    assert_eq!(kept(&store, ANA, 0).await, ["a b", "c"]);
    play(&store, &mut played, "d").await;
    assert_eq!(kept(&store, ANA, 0).await, [""; 0]);
    // Offers for an outdated board are not stored.
    keep(&store, ANA, 0, &["c"]).await;
    assert_eq!(kept(&store, ANA, 0).await, [""; 0]);
    keep(&store, BEN, 1, &["a"]).await;
    act(&store, &mut played, Command::Resign { by: ANA }).await;
    for table in ["offers", "last_seen"] {
        assert!(dump(&path, table).is_empty(), "{table}");
    }
}

#[tokio::test]
async fn lines_outlast_their_board_but_not_their_match() {
    use anteroom::matches::Line;
    let (_folder, path) = file();
    let line = |turns: &[&str]| Line {
        board: 1,
        turns: turns.iter().map(|turn| (*turn).to_owned()).collect(),
    };
    {
        let store = anteroom::features::open(&path).unwrap();
        let mut played = begun(&store).await;
        let id = played.id();
        play(&store, &mut played, "d").await;
        for (owner, turns, instead, number) in [
            (ANA, &["e", "d"][..], &[][..], 1),
            (ANA, &["f", "1 2 3"], &[], 2),
            (ANA, &["e", "d", "e", "d"], &[1], 3),
            (BEN, &["a", "b"], &[], 1),
        ] {
            let line = line(turns);
            let keep =
                move |db: &Connection| conditional::store_line(db, id, owner, &line, instead);
            assert_eq!(write(&store, keep).await, number);
        }
        write(&store, move |db| {
            conditional::delete_lines(db, id, BEN, &[2, 3])
        })
        .await;
        assert_eq!(
            read(&store, conditional::matches_with_lines).await,
            [(id, true)],
            "Ben is to move"
        );
        play(&store, &mut played, "e").await;
    }
    let store = anteroom::features::open(&path).unwrap();
    let mut played = loaded(&store, MatchId(1)).await;
    let id = played.id();
    let kept = read(&store, move |db| conditional::lines(db, id)).await;
    let kept: Vec<_> = kept
        .iter()
        .map(|kept| (kept.owner, kept.number, kept.line.text()))
        .collect();
    assert_eq!(
        kept,
        [
            (ANA, 2, String::from("f | 1 2 3")),
            (ANA, 3, String::from("e | d | e | d")),
            (BEN, 1, String::from("a | b"))
        ]
    );
    act(&store, &mut played, Command::Resign { by: BEN }).await;
    assert_eq!(read(&store, move |db| conditional::lines(db, id)).await, []);
    assert!(
        read(&store, conditional::matches_with_lines)
            .await
            .is_empty()
    );
}

/// Returns a Discord id of a moment: these milliseconds after 2015 began.
const fn interaction(milliseconds: u64) -> InteractionId {
    InteractionId(milliseconds << 22)
}

#[tokio::test]
async fn an_interaction_brings_about_events_once() {
    const DAY: u64 = 86_400_000;
    let (_folder, path, store) = opened();
    let propose = |store: &Store, milliseconds| {
        let store = store.clone();
        async move {
            let cause = Some(interaction(milliseconds));
            store
                .propose_once(proposal("connect-n", "3d"), BEGIN, cause, None)
                .await
                .map(|played| played.id())
        }
    };
    let begin = 365 * DAY;
    // Both deliveries concurrently.
    let both = tokio::join!(propose(&store, begin), propose(&store, begin));
    assert!(
        matches!(
            both,
            (Ok(MatchId(1)), Err(StoreError::Repeated(Some(MatchId(1)))))
        ),
        "{both:?}"
    );
    drop(store);
    let store = anteroom::features::open(&path).unwrap();
    let repeated = propose(&store, begin).await;
    assert!(matches!(
        repeated,
        Err(StoreError::Repeated(Some(MatchId(1))))
    ));
    // After a day the answer has expired, but a repetition is still recognised.
    for number in 1..=50 {
        propose(&store, begin + number * DAY).await.unwrap();
    }
    let repeated = propose(&store, begin).await;
    assert!(matches!(repeated, Err(StoreError::Repeated(None))));
    // A late interaction that is not too old is accepted.
    propose(&store, begin + 50 * DAY - 1000).await.unwrap();
    drop(store);
    assert_eq!(row(&path, "SELECT count(*) FROM matches"), "52");
    let kept = found(&path, "SELECT * FROM interactions");
    assert!(kept.len() <= 3, "{kept:?}");
}

#[tokio::test]
async fn a_hundred_thousand_alarms_cost_nothing_until_they_are_due() {
    let (_folder, path, store) = opened();
    let played = proposed(&store, "connect-n", "3d").await;
    let expiry = played.expires_at().unwrap();
    change(
        &path,
        &format!(
            "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) \
             INSERT INTO alarms (what, match_id, user, at, due) SELECT 'flag', i, 0, {0} + i, {0} + i FROM n",
            expiry.0
        ),
    );
    let now = expiry.after(Duration::from_millis(50));
    let due = async |now: Moment| {
        read(&store, move |db| {
            alarms::due(db, &["remind", "flag"], now, 32)
        })
        .await
    };
    let Due::Now("flag", first) = due(now).await else {
        panic!("nothing is due");
    };
    assert_eq!((first.len(), first[0].about.id), (32, MatchId(2)));
    let nearest = expiry.after(Duration::from_millis(2));
    assert_eq!(due(BEGIN).await, Due::Later(Some(nearest)));
    // Each query uses an index for its first rows, and scans no others.
    for query in [
        "SELECT match_id, user, place, at FROM alarms WHERE what = 'flag' AND due <= 1 ORDER BY due LIMIT 32",
        "SELECT match_id, at FROM alarms WHERE user = 7 AND user <> 0 AND due <= 1",
        "SELECT min(due) FROM alarms WHERE what = 'flag'",
        "SELECT match_id FROM matches WHERE computer_due ORDER BY match_id",
    ] {
        let plan = found(&path, &format!("EXPLAIN QUERY PLAN {query}")).join("; ");
        assert!(
            plan.contains("INDEX") && !plan.contains("TEMP B-TREE"),
            "{query}: {plan}"
        );
    }
}

#[cfg(target_os = "linux")]
fn time_of_thread() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap()
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn long_match_is_replayed_on_no_thread_of_the_runtime() {
    let (_folder, _, store) = opened();
    let proposed = store.propose(proposal("antichess", "30d"), BEGIN).await;
    let mut played = proposed.unwrap();
    act(&store, &mut played, Command::Accept { by: BEN }).await;
    // One turn, played and taken back repeatedly.
    let by = ANA;
    let play = plays(by, "a2a3");
    let grace = Duration::from_secs(60);
    let mut events = Vec::new();
    for command in [play, Command::TakeBack { by, grace }]
        .iter()
        .cycle()
        .take(3000)
    {
        for event in played.decide(command, played.changed_at()).unwrap() {
            played.apply(&event).unwrap();
            events.push(event);
        }
    }
    let count = events.len();
    store.append(&played, events).await.unwrap();
    let events = store.events(played.id()).await.unwrap();
    let begun = time_of_thread();
    let again = Match::replay(played.id(), events).unwrap();
    let replay = time_of_thread() - begun;
    assert_eq!(again.seq(), played.seq());
    // This test's runtime has only this thread.
    let begun = time_of_thread();
    let loaded = loaded(&store, played.id()).await;
    let load = time_of_thread() - begun;
    assert_eq!(loaded.seq(), played.seq());
    assert!(
        load < replay / 2,
        "{load:?} of {replay:?} for {count} events"
    );
}
