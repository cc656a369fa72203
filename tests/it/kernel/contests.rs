//! Leagues and ladders whose people, servers, matches or database are in trouble.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anteroom::db::ratings;
use anteroom::features::ladders::model as ladders;
use anteroom::features::leagues::model::{self as leagues, Fate, GameState, How, Phase};
use anteroom::features::pages::service::contest::Organiser;
use anteroom::features::tournaments::model::Rules;
use anteroom::kernel::{Arbiter, Clock, ClockReading, ManualClock, Settings};
use anteroom::matches::{Adjudication, Ending, JournalId, MatchId, Status, UserId};
use async_trait::async_trait;

use super::contest_world::{
    DAY, ORGANISER, PLACE, at_rest, begun, check_database, check_league, gathered, knock_out_of,
    ladder, ladder_rules, league, league_rules, people, play, running, tournament,
    tournament_rules, trusting,
};
use super::world::{Fixture, Life, Mishap, begin, leave, pass_until, status};
use crate::support::databases::row;
use crate::support::logged::Logged;
use crate::support::wait;

/// Starts an arbiter that trusts the clock. Returns people too.
pub(super) async fn with_people(count: u64) -> (Fixture, Arbiter, Life, Vec<UserId>) {
    let fixture = Fixture::new();
    let (arbiter, life) = fixture.start_as(None, trusting()).await;
    (fixture, arbiter, life, people(count))
}

/// Lets a season end.
async fn end_season(fixture: &Fixture, arbiter: &Arbiter, id: JournalId) {
    let league = league(arbiter, id).await;
    let ends = league.current().next().expect("a season").ends;
    fixture.clock.advance(fixture.clock.now().until(ends));
    at_rest(fixture, arbiter, "league", id).await;
}

/// Checks that a person's number is nowhere in the contests and matches of a database.
pub(super) fn is_unknown(fixture: &Fixture, user: UserId) {
    for sql in [
        "SELECT count(*) FROM journal_events WHERE body LIKE '%USER%'",
        "SELECT count(*) FROM events WHERE body LIKE '%USER%'",
        "SELECT count(*) FROM journal_people WHERE user = USER",
        "SELECT count(*) FROM appearances WHERE user = USER",
        "SELECT count(*) FROM owed WHERE user = USER OR turn_of = USER",
        "SELECT count(*) FROM alarms WHERE user = USER",
    ] {
        let sql = sql.replace("USER", &user.to_string());
        assert_eq!(row(&fixture.path, &sql), "0", "{sql}");
    }
}

/// Has a person win some of their games, the opponents resigning.
async fn win(fixture: &Fixture, arbiter: &Arbiter, id: JournalId, user: UserId, games: usize) {
    let mine = league(arbiter, id).await.running_of(user);
    for (_, id) in mine.into_iter().take(games) {
        let state = arbiter.view(id).await.unwrap().state;
        let other = state
            .people()
            .find(|other| *other != user)
            .expect("an opponent");
        leave(arbiter.resign(id, other).await.unwrap());
    }
    at_rest(fixture, arbiter, "league", id).await;
}

/// Asserts that a contest has ended a match.
pub(super) async fn is_adjudicated(arbiter: &Arbiter, id: MatchId) {
    let status = status(arbiter, id).await;
    let adjudicated = matches!(status, Status::Finished(Ending::Adjudicated { .. }));
    assert!(adjudicated, "match {id}: {status:?}");
}

/// Asserts that the first season is over, and returns the league.
async fn season_over(arbiter: &Arbiter, id: JournalId) -> leagues::League {
    let after = league(arbiter, id).await;
    assert_eq!(after.season(1).expect("a season").phase, Phase::Over);
    after
}

fn fate(league: &leagues::League, place: usize) -> Option<Fate> {
    let season = league.season(1).expect("a season");
    let mut seats = season.divisions.iter().flat_map(|division| &division.seats);
    seats.nth(place).expect("a seat").out.map(|(fate, _)| fate)
}

#[tokio::test]
async fn season_goes_on_without_person_whose_data_is_deleted() {
    for (won, expected) in [(0, Fate::Annulled), (3, Fate::Forfeited)] {
        let (fixture, arbiter, _life, people) = with_people(6).await;
        let id = gathered(&arbiter, league_rules(6, 1, "5d+12h"), &people).await;
        let before = begun(&fixture, &arbiter, id).await;
        let seats = &before.season(1).expect("a season").divisions[0].seats;
        let place = seats
            .iter()
            .position(|seat| seat.user == people[2])
            .expect("a seat");
        let mut rng = fastrand::Rng::with_seed(7);
        for match_id in running(&before) {
            play(&arbiter, match_id, &mut rng).await;
        }
        win(&fixture, &arbiter, id, people[2], won).await;
        let theirs = league(&arbiter, id).await.running_of(people[2]);
        arbiter.delete_person(people[2]).await.unwrap();
        at_rest(&fixture, &arbiter, "league", id).await;
        is_unknown(&fixture, people[2]);
        assert_eq!(fate(&league(&arbiter, id).await, place), Some(expected));
        assert_eq!(theirs.len(), 5 - won);
        for (_, match_id) in theirs {
            is_adjudicated(&arbiter, match_id).await;
        }
        check_league(&fixture, &arbiter, id).await;
        end_season(&fixture, &arbiter, id).await;
        season_over(&arbiter, id).await;
        check_league(&fixture, &arbiter, id).await;
        fixture.clock.advance(leagues::PAUSE);
        let next = begun(&fixture, &arbiter, id).await;
        assert_eq!(
            next.season(2).expect("a season").divisions[0].seats.len(),
            5
        );
    }
}

#[tokio::test]
async fn season_goes_on_without_person_who_is_banned() {
    let (fixture, arbiter, _life, people) = with_people(6).await;
    let id = gathered(&arbiter, league_rules(6, 1, "5d+12h"), &people).await;
    begun(&fixture, &arbiter, id).await;
    win(&fixture, &arbiter, id, people[0], 3).await;
    let theirs = league(&arbiter, id).await.running_of(people[0]);
    let banned = arbiter.ban(PLACE.0, people[0], ORGANISER, "Spam");
    banned.await.unwrap();
    at_rest(&fixture, &arbiter, "league", id).await;
    for (_, match_id) in theirs {
        let status = status(&arbiter, match_id).await;
        let Status::Finished(Ending::Adjudicated { why, .. }) = status else {
            panic!("{status:?}");
        };
        assert_eq!(why, Adjudication::Forfeit);
    }
    check_league(&fixture, &arbiter, id).await;
    assert!(!league(&arbiter, id).await.is_member(people[0]));
}

#[tokio::test]
async fn organiser_and_people_they_mention_are_deleted_from_journal() {
    let (fixture, arbiter, _life, people) = with_people(8).await;
    let id = gathered(&arbiter, league_rules(6, 1, "5d+12h"), &people[..5]).await;
    begun(&fixture, &arbiter, id).await;
    let pause = leagues::Command::Act {
        by: people[6],
        reason: format!("<@{}> has asked for it", people[7]),
        request: leagues::OrganiserRequest::Pause,
    };
    let paused = arbiter.change_league(id, pause).await;
    paused.unwrap();
    for user in [ORGANISER, people[6], people[7]] {
        arbiter.delete_person(user).await.unwrap();
        is_unknown(&fixture, user);
    }
    let league = league(&arbiter, id).await;
    assert!(league.organiser().deleted_name().is_some());
    check_database(&fixture);
}

#[tokio::test]
async fn ladder_goes_on_without_person_whose_data_is_deleted() {
    let (fixture, arbiter, _life, people) = with_people(4).await;
    let (id, match_id) = climbing(&fixture, &arbiter, &people).await;
    arbiter.delete_person(people[0]).await.unwrap();
    at_rest(&fixture, &arbiter, "ladder", id).await;
    is_unknown(&fixture, people[0]);
    is_adjudicated(&arbiter, match_id).await;
    let after = ladder(&arbiter, id).await;
    assert_eq!(
        after.order().collect::<Vec<_>>(),
        [people[2], people[1], people[3]]
    );
    assert_eq!(after.games().count(), 0);
    check_database(&fixture);
}

/// Creates a ladder on which the third person plays the first.
async fn climbing(fixture: &Fixture, arbiter: &Arbiter, people: &[UserId]) -> (JournalId, MatchId) {
    let created = arbiter.create_ladder(PLACE, ORGANISER, ladder_rules());
    let id = created.await.unwrap();
    for user in people {
        change(arbiter, id, ladders::Command::Join { user: *user }).await;
    }
    let challenge = ladders::Command::Challenge {
        by: people[2],
        to: people[0],
        away: None,
        blocked: false,
    };
    change(arbiter, id, challenge).await;
    let by = people[0];
    change(arbiter, id, ladders::Command::Accept { game: 1, by }).await;
    at_rest(fixture, arbiter, "ladder", id).await;
    let game = ladder(arbiter, id).await.game(1).expect("a game").stage;
    let ladders::Stage::Running(match_id) = game else {
        panic!("{game:?}");
    };
    (id, match_id)
}

async fn change(arbiter: &Arbiter, id: JournalId, command: ladders::Command) -> ladders::Ladder {
    let changed = arbiter.change_ladder(id, command).await;
    changed.unwrap()
}

#[tokio::test]
async fn ladder_that_closes_still_ends_match_of_leaver() {
    let (fixture, arbiter, _life, people) = with_people(3).await;
    let (id, match_id) = climbing(&fixture, &arbiter, &people).await;
    // The match cannot be ended until the ladder is closed.
    fixture.sql(
        "CREATE TRIGGER broken BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'disk'); END",
    );
    let (user, why) = (people[2], ladders::Departure::Pressed);
    change(&arbiter, id, ladders::Command::Leave { user, why }).await;
    let (by, reason) = (ORGANISER, String::from("The year is over"));
    change(&arbiter, id, ladders::Command::Close { by, reason }).await;
    fixture.sql("DROP TRIGGER broken");
    at_rest(&fixture, &arbiter, "ladder", id).await;
    is_adjudicated(&arbiter, match_id).await;
    assert_eq!(
        fixture.row("SELECT count(*) FROM journals WHERE closed = 1"),
        1
    );
    fixture
        .until_row("SELECT count(*) FROM alarms WHERE what = 'ladder'", 0)
        .await;
}

#[tokio::test]
async fn season_ends_though_a_match_cannot_be_read() {
    let fixture = Fixture::new();
    let (arbiter, life) = fixture.start_as(None, trusting()).await;
    let id = gathered(&arbiter, league_rules(6, 1, "9d+12h"), &people(6)).await;
    begun(&fixture, &arbiter, id).await;
    life.end_with(arbiter).await;
    fixture.sql("UPDATE events SET body = replace(body, 'connect-n', 'halma') WHERE match_id = 1 AND seq = 1");
    let (arbiter, life) = fixture.start_as(None, trusting()).await;
    end_season(&fixture, &arbiter, id).await;
    let after = season_over(&arbiter, id).await;
    let (_, _, game) = after.game(1).expect("a game");
    let GameState::Over { end: over, .. } = &game.state else {
        panic!("{game:?}");
    };
    assert_eq!(over.how, How::SeasonOver);
    for number in 2..=15 {
        let status = status(&arbiter, MatchId(number)).await;
        assert!(matches!(status, Status::Finished(_)), "{status:?}");
    }
    life.end_with(arbiter).await;
    // A version starts that can read the match: it does not go on after the season.
    fixture.sql("UPDATE events SET body = replace(body, 'halma', 'connect-n') WHERE match_id = 1 AND seq = 1");
    let (arbiter, _life) = fixture.start_as(None, trusting()).await;
    pass_until(&fixture, async || {
        status(&arbiter, MatchId(1)).await
            == Status::Finished(Ending::Adjudicated {
                verdict: None,
                why: Adjudication::Annulled,
            })
    })
    .await;
    at_rest(&fixture, &arbiter, "league", id).await;
    check_database(&fixture);
}

#[tokio::test]
async fn league_that_cannot_be_read_keeps_no_match_and_no_person_back() {
    let (fixture, arbiter, _life, people) = with_people(6).await;
    let id = gathered(&arbiter, league_rules(6, 1, "5d+12h"), &people).await;
    let season = begun(&fixture, &arbiter, id).await;
    fixture
        .sql("UPDATE journal_events SET body = replace(body, 'created', 'founded') WHERE seq = 1");
    let (lost, resigned) = season.running_of(people[0])[0];
    leave(arbiter.resign(resigned, people[0]).await.unwrap());
    arbiter.delete_person(people[1]).await.unwrap();
    is_unknown(&fixture, people[1]);
    let banned = arbiter.ban(PLACE.0, people[2], ORGANISER, "Spam");
    banned.await.unwrap();
    fixture
        .sql("UPDATE journal_events SET body = replace(body, 'founded', 'created') WHERE seq = 1");
    end_season(&fixture, &arbiter, id).await;
    let after = season_over(&arbiter, id).await;
    let playing = "SELECT count(*) FROM matches WHERE status = 'playing'";
    assert_eq!(fixture.row(playing), 0);
    let (_, _, game) = after.game(lost).expect("a game");
    let GameState::Over { end, .. } = &game.state else {
        panic!("{game:?}");
    };
    assert_eq!(end.how, How::Played);
    check_database(&fixture);
}

/// Counts how often the alarms of leagues were handled.
fn handled(log: &Logged) -> usize {
    log.lines_with("alarm handled kind=\"league\"").len()
}

#[tokio::test]
async fn match_that_cannot_begin_is_tried_again_and_keeps_no_other_back() {
    let (fixture, log) = (Fixture::new(), Logged::from_level(tracing::Level::DEBUG));
    let (arbiter, _life) = fixture.start_as(None, trusting()).await;
    let id = gathered(&arbiter, league_rules(6, 1, "5d+12h"), &people(6)).await;
    at_rest(&fixture, &arbiter, "league", id).await;
    fixture.sql(
        "CREATE TRIGGER broken BEFORE INSERT ON events WHEN json_extract(new.body, '$.contest.game') IN (3, 15) \
         BEGIN SELECT RAISE(ABORT, 'disk'); END",
    );
    let starts = league(&arbiter, id).await.starts().expect("a day");
    let before = handled(&log);
    fixture.clock.advance(fixture.clock.now().until(starts));
    let begun = "SELECT count(*) FROM events WHERE seq = 1";
    fixture.until_row(begun, 13).await;
    for minutes in 1..=3 {
        let again = async || {
            let times = handled(&log) - before;
            (times >= minutes).then_some(())
        };
        let tried = wait::until(Duration::from_secs(30), again).await;
        assert!(tried.is_some(), "{minutes}");
        // Other work goes on, and the alarm waits.
        for _ in 0..300 {
            arbiter.store().games_of(ORGANISER).await.unwrap();
        }
        assert_eq!(handled(&log) - before, minutes);
        fixture.clock.advance(Duration::from_mins(1));
    }
    fixture.sql("DROP TRIGGER broken");
    at_rest(&fixture, &arbiter, "league", id).await;
    assert_eq!(fixture.row(begun), 15);
    check_league(&fixture, &arbiter, id).await;
}

/// A clock that goes on by a millisecond whenever it is read, like a real one.
struct Restless(Arc<ManualClock>);

#[async_trait]
impl Clock for Restless {
    fn read(&self) -> ClockReading {
        self.0.advance(Duration::from_millis(1));
        self.0.read()
    }

    async fn wait_until(&self, steady: Duration) {
        self.0.wait_until(steady).await;
    }
}

#[tokio::test]
async fn league_of_unknown_game_waits_without_a_loop() {
    let (fixture, log) = (Fixture::new(), Logged::from_level(tracing::Level::DEBUG));
    let (arbiter, life) = fixture.start_as(None, trusting()).await;
    let id = gathered(&arbiter, league_rules(6, 1, "5d+12h"), &people(6)).await;
    at_rest(&fixture, &arbiter, "league", id).await;
    let starts = league(&arbiter, id).await.starts().expect("a day");
    life.end_with(arbiter).await;
    fixture
        .sql("UPDATE journal_events SET body = replace(body, 'connect-n', 'halma') WHERE seq = 1");
    fixture.clock.advance(fixture.clock.now().until(starts));
    let before = handled(&log);
    let clock = Arc::new(Restless(Arc::clone(&fixture.clock)));
    let (arbiter, _life) = fixture.start_at(clock, None, trusting()).await;
    log.until("alarm handled kind=\"league\"").await;
    for _ in 0..300 {
        arbiter.store().games_of(ORGANISER).await.unwrap();
    }
    assert!(handled(&log) <= before + 2, "{}", handled(&log) - before);
}

#[tokio::test]
async fn contests_of_server_that_removes_the_bot_are_closed() {
    let (fixture, arbiter, _life, people) = with_people(6).await;
    let id = gathered(&arbiter, league_rules(6, 1, "34d+1h"), &people).await;
    begun(&fixture, &arbiter, id).await;
    let (on_ladder, match_id) = climbing(&fixture, &arbiter, &people).await;
    let rules = Rules {
        clock: "34d+1h".parse().unwrap(),
        ..tournament_rules(1, true, 100)
    };
    let (knock_out, _) = knock_out_of(&fixture, &arbiter, rules, &people[..4]).await;
    fixture.world.plan([Mishap::ThrownOut; 10_000]);
    let asker = Organiser {
        user: ORGANISER,
        organises: true,
    };
    let page = arbiter.contest_link(PLACE.0, id, asker).await;
    page.expect("a page");
    // A post is refused. A month later the bot gives the server up.
    leave(arbiter.resign(match_id, people[0]).await.unwrap());
    let refusing = "SELECT count(*) FROM refusing_places";
    fixture.until_row(refusing, 1).await;
    fixture.clock.advance(30 * DAY);
    let abandoned = "SELECT count(*) FROM refusing_places WHERE abandoned = 1";
    fixture.until_row(abandoned, 1).await;
    for (sql, expected) in [
        (
            "SELECT count(*) FROM matches WHERE reason = 'abandoned'",
            17,
        ),
        ("SELECT count(*) FROM journals WHERE closed = 0", 0),
        // Whether the server wanted pages is forgotten with its rules.
        ("SELECT count(*) FROM journals WHERE page IS NOT NULL", 0),
        (
            "SELECT count(*) FROM owed WHERE kind LIKE 'league-%' OR kind LIKE 'ladder-%' OR kind LIKE 'tournament-%'",
            0,
        ),
    ] {
        fixture.until_row(sql, expected).await;
    }
    // The alarms of what is closed are deleted when they are due.
    fixture.clock.advance(100 * DAY);
    let alarms = "SELECT count(*) FROM alarms WHERE what IN ('league', 'ladder', 'tournament')";
    fixture.until_row(alarms, 0).await;
    // What the matches tell their contests is still in the journals, and nothing begins.
    let after = league(&arbiter, id).await;
    assert!(
        after
            .season(1)
            .expect("a season")
            .games()
            .all(|(_, game)| game.is_over())
    );
    assert_eq!(ladder(&arbiter, on_ladder).await.games().count(), 0);
    let after = tournament(&arbiter, knock_out).await;
    assert_eq!(after.running().count(), 0);
    let join = leagues::Command::Join { user: UserId(5) };
    let joined = arbiter.change_league(id, join).await.unwrap_err();
    assert_eq!(joined.denial(), Some(&leagues::Refusal::Closed));
    check_database(&fixture);
}

#[tokio::test]
async fn results_of_league_count_for_ratings() {
    let fixture = Fixture::new();
    let (arbiter, _life) = fixture.start_as(None, Settings::default()).await;
    let people = people(4);
    let id = gathered(&arbiter, league_rules(4, 2, "5d+12h"), &people).await;
    let league = begun(&fixture, &arbiter, id).await;
    let mut rng = fastrand::Rng::with_seed(3);
    let matches = running(&league);
    assert_eq!(matches.len(), 12);
    for id in &matches {
        while *arbiter.view(*id).await.unwrap().state.status() == Status::Playing {
            play(&arbiter, *id, &mut rng).await;
        }
    }
    at_rest(&fixture, &arbiter, "league", id).await;
    assert_eq!(
        fixture.row("SELECT count(*) FROM rated_matches WHERE contest = 1"),
        12
    );
    let user = people[0];
    let standings = arbiter.read(move |db| ratings::standings_of(db, user));
    assert_eq!(standings.await.unwrap().len(), 1);
    check_league(&fixture, &arbiter, id).await;
}

#[tokio::test]
async fn season_that_waits_for_discord_holds_up_no_other_alarm() {
    let (fixture, arbiter, life, people) = with_people(6).await;
    let id = gathered(&arbiter, league_rules(6, 1, "5d+12h"), &people).await;
    at_rest(&fixture, &arbiter, "league", id).await;
    fixture
        .world
        .ignores_questions
        .store(true, Ordering::SeqCst);
    let starts = league(&arbiter, id).await.starts().expect("a day");
    fixture.clock.advance(fixture.clock.now().until(starts));
    let question = format!("no answer about member {}", people[0]);
    fixture.world.until_asked(&question).await;
    let other = begin(&arbiter, "1h").await;
    fixture.clock.advance(Duration::from_hours(2));
    let over = format!("SELECT status <> 'playing' FROM matches WHERE match_id = {other}");
    fixture.until_row(&over, 1).await;
    // The season still waits.
    assert_eq!(fixture.row("SELECT count(*) FROM matches"), 1);
    life.end_with(arbiter).await;
}
