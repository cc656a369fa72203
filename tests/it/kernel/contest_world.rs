//! A league, a ladder or a tournament in the world of [`super::world`], and what must hold of it at any rest.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anteroom::board::Seat;
use anteroom::db::journal::{self, Entry, Journal};
use anteroom::db::{Examination, examine};
use anteroom::features::HOOKS;
use anteroom::features::ladders::model as ladders;
use anteroom::features::leagues::model::{
    self as leagues, ContestGame, GameState, How, Kind, League, Phase, Score, by_thinking_time,
};
use anteroom::features::simuls::model as simuls;
use anteroom::features::tournaments::messages::news;
use anteroom::features::tournaments::messages::view::View;
use anteroom::features::tournaments::model::{self as tournaments, Entrant, State, Tournament};
use anteroom::kernel::{Arbiter, Error, Settings};
use anteroom::matches::{
    Adjudication, ChannelId, ContestName, Ending, GuildId, JournalId, Match, MatchId, Status,
    UserId,
};
use anteroom::people::Moment;
use serde::de::DeserializeOwned;

use super::world::{Fixture, leave, pass_until};
use crate::support::databases::{found, row};
use crate::support::people::proposal;
use crate::support::random_turn::random_turn;

pub(super) const PLACE: (GuildId, ChannelId) = (GuildId(1), ChannelId(10));
pub(super) const ORGANISER: UserId = UserId(900);

pub(super) const HOUR: Duration = Duration::from_hours(1);
pub(super) const DAY: Duration = Duration::from_hours(24);

/// Processes that trust the clock, however long nobody was awake.
pub(super) fn trusting() -> Settings {
    Settings {
        trust_clock: true,
        ..Settings::default()
    }
}

/// Returns the first people, each with an id that a search for digits finds.
pub(super) fn people(count: u64) -> Vec<UserId> {
    (1..=count).map(|number| UserId(770_000 + number)).collect()
}

/// Returns the rules of a league of Connect N whose season has 14 days.
pub(super) fn league_rules(size: u32, legs: u32, clock: &str) -> leagues::Rules {
    let clock = clock.parse().expect("a clock");
    leagues::Rules {
        name: ContestName::new("Autumn League").expect("a name"),
        game: String::from("connect-n"),
        options: proposal("connect-n", "3d").options,
        size,
        legs,
        kind: Kind::Seasonal,
        clock,
        days: leagues::season_days(Kind::Seasonal, clock, 5).expect("a clock for a season"),
        least: 4,
        play_offs: 0,
    }
}

pub(super) fn ladder_rules() -> ladders::Rules {
    ladders::Rules {
        name: ContestName::new("Monday Ladder").expect("a name"),
        game: String::from("connect-n"),
        options: proposal("connect-n", "3d").options,
        clock: "2d".parse().expect("a clock"),
        reach: 5,
        idle_days: 30,
        rated: true,
    }
}

/// Returns the rules of a tournament of Connect N whose rounds have some days.
pub(super) fn tournament_rules(games: u32, third: bool, days: u32) -> tournaments::Rules {
    tournaments::Rules {
        name: ContestName::new("Winter Cup").expect("a name"),
        game: String::from("connect-n"),
        options: proposal("connect-n", "3d").options,
        clock: "2d".parse().expect("a clock"),
        games,
        third,
        seeding: tournaments::Seeding::Rated,
        most: 16,
        days,
        swiss: None,
        play_offs: None,
    }
}

/// Returns the open contest of a kind, if it was created.
pub(super) async fn open_contest(arbiter: &Arbiter, kind: &'static str) -> Option<Journal> {
    let read = arbiter.read(move |db| journal::in_guild(db, kind, PLACE.0));
    read.await.expect("contests").pop()
}

/// Reads the events of a contest, and checks their numbers.
pub(super) async fn entries<E>(arbiter: &Arbiter, id: JournalId) -> Vec<Entry<E>>
where
    E: DeserializeOwned + Send + 'static,
{
    let read = arbiter.read(move |db| journal::events::<E>(db, id));
    let entries = read.await.expect("events");
    let numbers = entries.iter().map(|entry| entry.seq);
    assert!(numbers.eq(1..=entries.len() as u32));
    entries
}

pub(super) async fn league(arbiter: &Arbiter, id: JournalId) -> League {
    let entries = entries::<leagues::Event>(arbiter, id).await;
    let events = entries.iter().map(|entry| (entry.at, &entry.event));
    League::replay(events).expect("a league")
}

pub(super) async fn ladder(arbiter: &Arbiter, id: JournalId) -> ladders::Ladder {
    let entries = entries::<ladders::Event>(arbiter, id).await;
    let events = entries.iter().map(|entry| (entry.at, &entry.event));
    ladders::Ladder::replay(events).expect("a ladder")
}

pub(super) async fn tournament(arbiter: &Arbiter, id: JournalId) -> Tournament {
    let entries = entries::<tournaments::Event>(arbiter, id).await;
    let events = entries.iter().map(|entry| (entry.at, &entry.event));
    Tournament::replay(events).expect("a tournament")
}

pub(super) async fn simul(arbiter: &Arbiter, id: JournalId) -> simuls::Simul {
    let entries = entries::<simuls::Event>(arbiter, id).await;
    let events = entries.iter().map(|entry| (entry.at, &entry.event));
    simuls::Simul::replay(events).expect("a simul")
}

/// Gives a command to a tournament, which may be closed.
pub(super) async fn command(
    arbiter: &Arbiter,
    id: JournalId,
    command: tournaments::Command,
) -> Result<Tournament, Error> {
    let read = arbiter.read(move |db| journal::get(db, "tournament", id));
    let journal = read.await?.expect("a tournament");
    arbiter.act_in_tournament(&journal, command).await
}

/// Creates a tournament that begins at once, with all its matches.
pub(super) async fn knock_out_of(
    fixture: &Fixture,
    arbiter: &Arbiter,
    rules: tournaments::Rules,
    people: &[UserId],
) -> (JournalId, Tournament) {
    let created = arbiter.create_tournament(PLACE, ORGANISER, rules);
    let id = created.await.expect("a new name");
    for user in people {
        let join = tournaments::Command::Join { user: *user };
        command(arbiter, id, join).await.expect("joined");
    }
    let starts = fixture.clock.now();
    let start = tournaments::Command::SetStart { starts };
    command(arbiter, id, start).await.expect("a start");
    pass_until(fixture, async || {
        tournament(arbiter, id).await.began().is_some()
    })
    .await;
    at_rest(fixture, arbiter, "tournament", id).await;
    let now = tournament(arbiter, id).await;
    assert!(now.running().count() > 0);
    (id, now)
}

/// Creates a league that people have joined.
pub(super) async fn gathered(
    arbiter: &Arbiter,
    rules: leagues::Rules,
    people: &[UserId],
) -> JournalId {
    let created = arbiter.create_league(PLACE, ORGANISER, rules);
    let id = created.await.expect("a new name");
    for user in people {
        let joined = arbiter.change_league(id, leagues::Command::Join { user: *user });
        joined.await.expect("joined");
    }
    id
}

/// Lets time pass until a season has begun and all its matches.
pub(super) async fn begun(fixture: &Fixture, arbiter: &Arbiter, id: JournalId) -> League {
    at_rest(fixture, arbiter, "league", id).await;
    let starts = league(arbiter, id).await.starts().expect("a day");
    fixture.clock.advance(fixture.clock.now().until(starts));
    at_rest(fixture, arbiter, "league", id).await;
    let league = league(arbiter, id).await;
    assert!(league.seasons().count() > 0 && league.pending().is_empty());
    league
}

/// Returns whether no alarm is due and no post is pending.
pub(super) fn nothing_is_due(fixture: &Fixture) -> bool {
    let now = fixture.clock.now().0;
    let due = format!(
        "SELECT (SELECT count(*) FROM alarms WHERE due <= {now}) + (SELECT count(*) FROM owed)"
    );
    fixture.row(&due) == 0
}

/// Waits until nothing is due and nothing is pending. A retry comes after a minute.
pub(super) async fn at_rest(
    fixture: &Fixture,
    arbiter: &Arbiter,
    kind: &'static str,
    id: JournalId,
) {
    pass_until(fixture, async || {
        let busy = match kind {
            "league" => {
                let league = league(arbiter, id).await;
                // A season ends by an alarm, a moment after its last game.
                let ends = league.current().any(leagues::Season::all_over);
                ends && league.paused().is_none()
                    || league.wants_start()
                    || !league.pending().is_empty()
                    || !league.to_end().is_empty()
            }
            "ladder" => {
                let ladder = ladder(arbiter, id).await;
                !ladder.pending().is_empty() || !ladder.to_end().is_empty()
            }
            "simul" => {
                let simul = simul(arbiter, id).await;
                !simul.pending().is_empty() || !simul.to_end().is_empty()
            }
            _ => {
                let tournament = tournament(arbiter, id).await;
                !tournament.pending().is_empty() || !tournament.to_end().is_empty()
            }
        };
        !busy && nothing_is_due(fixture)
    })
    .await;
}

/// Returns the games whose matches were begun, each with its match.
pub(super) fn running(league: &League) -> Vec<MatchId> {
    let games = league.current().flat_map(leagues::Season::games);
    games.filter_map(|(_, game)| game.running()).collect()
}

/// Plays a random turn in a match, if it is still being played.
pub(super) async fn play(arbiter: &Arbiter, id: MatchId, rng: &mut fastrand::Rng) {
    let state = arbiter.view(id).await.expect("a match").state;
    let Some(by) = state.person_to_move() else {
        return;
    };
    let turn = random_turn(&state, rng);
    // The time may be up by now.
    if let Ok(update) = arbiter.play(id, by, &turn, None).await {
        leave(update);
    }
}

/// Returns the matches of a contest with their games, as their first events say.
pub(super) fn matches_of(fixture: &Fixture, id: JournalId) -> Vec<(u32, MatchId)> {
    let sql = format!(
        "SELECT json_extract(body, '$.contest.game') || ' ' || match_id FROM events WHERE seq = 1 AND json_extract(body, '$.contest.journal') = {id} ORDER BY match_id"
    );
    let rows = found(&fixture.path, &sql);
    let number = |text: &str| text.trim_matches(|c: char| !c.is_ascii_digit()).to_owned();
    let rows = rows.iter().map(|row| {
        let (game, id) = row.split_once(' ').expect("two numbers");
        let (game, id) = (number(game), number(id));
        (
            game.parse().expect("a game"),
            MatchId(id.parse().expect("a match")),
        )
    });
    rows.collect()
}

/// Checks a league at rest: its games, their matches, its alarm and what the database holds of it.
pub(super) async fn check_league(fixture: &Fixture, arbiter: &Arbiter, id: JournalId) {
    let league = league(arbiter, id).await;
    let mut begun: Vec<(u32, MatchId)> = Vec::new();
    for season in league.seasons() {
        for (division, game) in season.games() {
            let annulled = division.is_annulled(game);
            let Some(match_id) = match_of(game) else {
                assert!(game.is_over(), "{game:?} has no match");
                continue;
            };
            begun.push((game.id, match_id));
            let state = arbiter.view(match_id).await.expect("a match").state;
            check_match(fixture, &state);
            match &game.state {
                GameState::Over { end, .. } => {
                    check_end(&state, end, annulled);
                    let store = arbiter.store();
                    let before = store.load_until(match_id, state.seq() - 1).await;
                    let before = before.expect("a match").expect("an earlier match");
                    check_adjudication(&before, &state, season.ends);
                }
                _ => {
                    assert_eq!(*state.status(), Status::Playing, "{game:?}");
                    assert_ne!(season.phase, Phase::Over, "{game:?}");
                }
            }
        }
    }
    begun.sort_unstable_by_key(|(_, id)| id.0);
    assert_eq!(begun, matches_of(fixture, id), "each game has one match");
    check_rows(fixture, "league", id, league.next_due().map(|at| at.0));
}

fn match_of(game: &ContestGame) -> Option<MatchId> {
    match game.state {
        GameState::Over { match_id, .. } => match_id,
        _ => game.running(),
    }
}

/// Checks a tournament at rest of which no act was undone: its games, their matches, its alarm and what the database holds
/// of it.
pub(super) async fn check_tournament(fixture: &Fixture, arbiter: &Arbiter, id: JournalId) {
    let entries = entries::<tournaments::Event>(arbiter, id).await;
    let now = tournament(arbiter, id).await;
    let (mut begun, mut ended, mut opened) = (Vec::new(), Vec::new(), Vec::<u32>::new());
    let mut closings = BTreeMap::new();
    for entry in &entries {
        match &entry.event {
            tournaments::Event::GameBegan { game, match_id } => begun.push((*game, *match_id)),
            tournaments::Event::GameEnded { game, match_id, .. } => ended.push((*game, *match_id)),
            tournaments::Event::Opened { pairings } => opened.extend(pairings.iter().copied()),
            tournaments::Event::RoundClosing { round } => {
                assert_eq!(closings.insert(*round, entry.at), None, "closed once");
            }
            _ => {}
        }
    }
    let mut over: Vec<(u32, MatchId)> = Vec::new();
    for pairing in now.pairings() {
        let times = opened.iter().filter(|id| **id == pairing.id).count();
        assert_eq!(times, usize::from(pairing.opened.is_some()), "{pairing:?}");
        for game in &pairing.games {
            let Some(match_id) = match_of(game) else {
                assert!(game.is_over(), "{game:?} has no match");
                continue;
            };
            assert!(begun.contains(&(game.id, match_id)), "{game:?}");
            let state = arbiter.view(match_id).await.expect("a match").state;
            check_match(fixture, &state);
            let GameState::Over { end, .. } = &game.state else {
                assert_eq!(*state.status(), Status::Playing, "{game:?}");
                assert_eq!(now.state(), State::Running);
                assert_eq!(pairing.decision, None, "{game:?}");
                continue;
            };
            over.push((game.id, match_id));
            check_end(&state, end, false);
            let before = arbiter.store().load_until(match_id, state.seq() - 1);
            let before = before.await.expect("a match").expect("an earlier match");
            if let Some(closing) = closings.get(&pairing.round) {
                check_adjudication(&before, &state, *closing);
            }
        }
    }
    ended.sort_unstable();
    over.sort_unstable();
    assert_eq!(ended, over, "each result is counted once");
    begun.sort_unstable_by_key(|(_, id)| id.0);
    assert_eq!(begun, matches_of(fixture, id), "each game has one match");
    if now.state() == State::Running {
        goes_on(fixture, &now);
    }
    if now.state() == State::Over {
        assert_eq!(
            now.champion(),
            now.last_pairing().and_then(|last| now.winner(last))
        );
        let closed = format!("SELECT closed FROM journals WHERE journal = {id}");
        assert_eq!(row(&fixture.path, &closed), "1");
    }
    check_rows(fixture, "tournament", id, now.next_due().map(|at| at.0));
}

/// Checks that no pairing of a running tournament stands still.
fn goes_on(fixture: &Fixture, now: &Tournament) {
    for pairing in now.pairings() {
        let known = !now.entrants(pairing).contains(&Entrant::Open);
        if pairing.decision.is_none() && known {
            let runs = pairing.games.iter().any(|game| game.running().is_some());
            assert!(runs || pairing.choose_until.is_some(), "{pairing:?}");
        }
    }
    let round = now.current_round().expect("a round");
    let ends = now.ends(round).expect("its last moment");
    assert!(fixture.clock.now() < ends, "round {round} is not closed");
}

/// Checks that the news of each event of the only tournament were told once. No data was deleted since then.
pub(super) async fn check_news(fixture: &Fixture, arbiter: &Arbiter, id: JournalId) {
    check_all_news(fixture, arbiter, &[id]).await;
}

/// Checks that the news of each event of all tournaments were told once. No data was deleted since then.
pub(super) async fn check_all_news(fixture: &Fixture, arbiter: &Arbiter, ids: &[JournalId]) {
    let mut expected = Vec::new();
    for id in ids {
        expected.extend(news_of(arbiter, *id).await);
    }
    let messages = fixture.world.messages.lock().unwrap();
    let told = messages
        .iter()
        .filter(|(line, _)| line.starts_with("tournament-news "));
    let told: Vec<_> = told.cloned().collect();
    // In doubt, this world takes a post for another one of the same people and the same moment.
    assert!(told.len() <= expected.len(), "{told:?} {expected:?}");
    let set = |lines: Vec<(String, Moment)>| -> BTreeSet<_> {
        lines.into_iter().map(|(line, at)| (at, line)).collect()
    };
    assert_eq!(set(told), set(expected));
}

/// Returns the news of a tournament as this world notes them.
async fn news_of(arbiter: &Arbiter, id: JournalId) -> Vec<(String, Moment)> {
    let entries = entries::<tournaments::Event>(arbiter, id).await;
    let read = arbiter.read(move |db| journal::get(db, "tournament", id));
    let journal = read.await.expect("a journal").expect("a tournament");
    let (first, later) = entries.split_first().expect("a creation");
    let mut now = Tournament::replay([(first.at, &first.event)]).expect("a tournament");
    let mut expected = Vec::new();
    for entry in later {
        let before = now.clone();
        now.apply(entry.at, &entry.event).expect("an event");
        let view = View {
            journal: journal.clone(),
            contest: now.clone(),
            names: BTreeMap::new(),
        };
        let news = news::is_told(&entry.event).then(|| news::news(&view, &before, &entry.event));
        if let Some(news) = news.flatten() {
            let to = match &news.pings[..] {
                [] => format!("of {}", PLACE.0),
                pings => format!("for {pings:?} of []"),
            };
            expected.push((format!("tournament-news {to} in {}", PLACE.1), entry.at));
        }
    }
    expected
}

/// Checks that a contest has counted a match as it ended.
fn check_end(state: &Match, end: &leagues::GameEnd, annulled: bool) {
    let (id, ending) = (state.id(), state.ending());
    let how = match ending {
        Some(Ending::Adjudicated { why, .. }) => match why {
            Adjudication::SeasonOver => How::SeasonOver,
            Adjudication::RoundOver => How::RoundOver,
            Adjudication::Discontinued => unreachable!("no contest has matches of two computers"),
            Adjudication::Forfeit => How::Forfeit,
            Adjudication::Annulled => How::Annulled,
            Adjudication::Organiser => How::Organiser,
            Adjudication::NoFirstMove => How::NoFirstMove,
        },
        Some(Ending::Flagged(_)) => How::Time,
        Some(_) => How::Played,
        None => panic!("match {id} is not over: {end:?}"),
    };
    // Who deletes their data loses the match, whatever the league says of their games.
    if !annulled {
        assert_eq!(end.how, how, "match {id}");
        assert_eq!(
            end.score,
            Score::from(ending.and_then(Ending::verdict)),
            "match {id}"
        );
    }
    let thought = Seat::BOTH.map(|seat| state.clocks().thought(seat, state.changed_at()));
    assert_eq!(
        end.thinking.map(Duration::from_millis),
        thought,
        "match {id}"
    );
}

/// Checks that a match that the end of a season or of a round interrupts goes to the one who has thought less until then.
fn check_adjudication(before: &Match, after: &Match, ends: Moment) {
    let Some(Ending::Adjudicated {
        verdict,
        why: Adjudication::SeasonOver | Adjudication::RoundOver,
    }) = after.ending()
    else {
        return;
    };
    let last = ends.min(after.changed_at());
    let [first, second] = Seat::BOTH.map(|seat| before.clocks().thought(seat, last));
    let expected = by_thinking_time(first, second);
    assert_eq!(*verdict, Some(expected), "match {}", after.id());
}

/// Checks that a match is rated if its result counts.
pub(super) fn check_match(fixture: &Fixture, state: &Match) {
    let id = state.id();
    let rated = row(
        &fixture.path,
        &format!("SELECT count(*) FROM rated_matches WHERE match_id = {id}"),
    );
    assert_eq!(rated == "1", state.result_counts(), "match {id}");
}

/// Checks the rows of a contest, and then the whole database.
pub(super) fn check_rows(fixture: &Fixture, kind: &str, id: JournalId, due: Option<i64>) {
    let alarms = found(
        &fixture.path,
        &format!("SELECT at FROM alarms WHERE what = '{kind}' AND place = {id}"),
    );
    let due: Vec<_> = due.map(|at| format!("Integer({at})")).into_iter().collect();
    assert_eq!(alarms, due, "the alarm");
    assert_eq!(row(&fixture.path, "SELECT count(*) FROM owed"), "0");
    check_database(fixture);
}

pub(super) fn check_database(fixture: &Fixture) {
    let examination = examine(&fixture.path, &HOOKS, fixture.clock.now());
    let Examination { findings, .. } = examination.expect("a database");
    assert_eq!(findings, [""; 0]);
}
