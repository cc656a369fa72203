//! Whole seasons, ladders and tournaments by chance. The process is killed at any moment, also in the middle of a call.

use std::pin::pin;
use std::time::Duration;

use anteroom::features::ladders::model::{self as ladders, Departure, Stage};
use anteroom::features::leagues::model::{self as leagues, Event, League, Phase, Season};
use anteroom::features::tournaments::model::{self as tournaments, By, State, Tournament};
use anteroom::kernel::Arbiter;
use anteroom::kernel::Error;
use anteroom::matches::{Adjudication, Ending, JournalId, MatchId, Status, UserId};

use super::contest_world::{
    HOUR, ORGANISER, PLACE, at_rest, check_league, check_match, check_news, check_rows,
    check_tournament, command, ladder, ladder_rules, league, league_rules, matches_of,
    nothing_is_due, open_contest, people, play, running, tournament, tournament_rules, trusting,
};
use super::play_offs::check_play_offs;
use super::world::{Fixture, leave, pass_until};

/// What people do, one step at a time, and what time does.
pub(super) trait Story {
    /// Does one step. Returns true at the end.
    async fn step(&mut self, fixture: &Fixture, arbiter: &Arbiter) -> bool;

    fn rng(&mut self) -> &mut fastrand::Rng;

    /// Whether hours may pass while no process lives.
    fn may_wait(&self) -> bool {
        true
    }

    /// Checks what must hold when nothing is due.
    async fn check(&self, _: &Fixture, _: &Arbiter) {}
}

/// Tells a story with a process that is killed again and again, in the middle of a step.
pub(super) fn tell(fixture: &Fixture, story: &mut impl Story) {
    for life in 0.. {
        assert!(life < 1000, "the story has no end");
        let steps = story.rng().usize(1..50);
        let last_breath = story.rng().usize(0..400);
        // On a slow disk, what is due might not be done in any of the other lives.
        let rests = life % 8 == 7;
        let mut over = false;
        fixture.live_as(trusting(), async |arbiter| {
            for _ in 0..steps {
                if story.step(fixture, &arbiter).await {
                    over = true;
                    return;
                }
            }
            if rests {
                pass_until(fixture, async || nothing_is_due(fixture)).await;
                story.check(fixture, &arbiter).await;
            }
            let step = pin!(story.step(fixture, &arbiter));
            let death = async {
                for _ in 0..last_breath {
                    tokio::task::yield_now().await;
                }
            };
            tokio::select! {
                biased;
                _ = step => {}
                () = death => {}
            }
        });
        if over {
            return;
        }
        if story.rng().bool() && story.may_wait() {
            let hours = story.rng().u32(0..30);
            fixture.clock.advance(HOUR * hours);
        }
    }
}

/// A league until its second season has begun.
struct Seasons {
    rng: fastrand::Rng,
    people: Vec<UserId>,
    rules: leagues::Rules,
    /// Whether matches were being written at the last step. Until they are, no days pass: they would be over before
    /// anybody could play.
    begins: bool,
}

impl Seasons {
    async fn join(&mut self, arbiter: &Arbiter, id: JournalId, league: &League) -> bool {
        let waiting = self.people.iter().find(|user| !league.is_member(**user));
        let first = waiting.filter(|_| league.seasons().count() == 0).copied();
        // Where many lives are short, too few move, and who was silent is out.
        let rest = league.season(1).is_some_and(|one| one.phase == Phase::Over);
        let too_few = rest && league.season(2).is_none() && league.members().len() < 4;
        let new = too_few.then(|| UserId(780_000 + self.rng.u64(0..1_000)));
        let Some(user) = first.or(new) else {
            return false;
        };
        let join = leagues::Command::Join { user };
        let joined = arbiter.change_league(id, join).await;
        joined.expect("joined");
        true
    }
}

impl Story for Seasons {
    async fn step(&mut self, fixture: &Fixture, arbiter: &Arbiter) -> bool {
        let Some(journal) = open_contest(arbiter, "league").await else {
            let created = arbiter.create_league(PLACE, ORGANISER, self.rules.clone());
            created.await.expect("a league");
            return false;
        };
        let id = journal.id;
        let now = league(arbiter, id).await;
        self.begins = !now.pending().is_empty();
        if self.join(arbiter, id, &now).await {
            return false;
        }
        let mut matches = running(&now);
        for (_, journal) in now.running_play_offs() {
            let knock_out = tournament(arbiter, journal).await;
            self.begins |= !knock_out.pending().is_empty();
            matches.extend(knock_out.running().map(|(_, id)| id));
        }
        let decided = now.play_offs().first().is_none_or(|one| one.over);
        let second = decided && now.season(2).is_some() && now.pending().is_empty();
        if second && self.rng.u8(0..20) == 0 {
            return true;
        }
        let some = (!matches.is_empty()).then(|| *self.rng.choice(&matches).expect("a match"));
        match (some, self.rng.u8(0..100)) {
            (Some(id), 0..70) => play(arbiter, id, &mut self.rng).await,
            (Some(id), 70..75) => resign(arbiter, id, &mut self.rng).await,
            _ if self.begins => fixture.clock.advance(Duration::from_mins(1)),
            _ => fixture.clock.advance(HOUR * self.rng.u32(1..24)),
        }
        false
    }

    fn rng(&mut self) -> &mut fastrand::Rng {
        &mut self.rng
    }

    fn may_wait(&self) -> bool {
        !self.begins
    }
}

pub(super) async fn resign(arbiter: &Arbiter, id: MatchId, rng: &mut fastrand::Rng) {
    let state = arbiter.view(id).await.expect("a match").state;
    let people: Vec<UserId> = state.people().collect();
    // It may be over by now.
    if let Ok(update) = arbiter
        .resign(id, *rng.choice(&people).expect("a player"))
        .await
    {
        leave(update);
    }
}

/// Plays seasons of leagues, one for each seed.
fn play_seasons(seeds: std::ops::Range<u64>, count: u64, rules: &leagues::Rules) {
    for seed in seeds {
        let fixture = Fixture::new();
        let mut story = Seasons {
            rng: fastrand::Rng::with_seed(seed),
            people: people(count),
            rules: rules.clone(),
            begins: false,
        };
        tell(&fixture, &mut story);
        fixture.live_as(trusting(), async |arbiter| {
            let journal = open_contest(&arbiter, "league").await;
            let id = journal.expect("a league").id;
            at_rest(&fixture, &arbiter, "league", id).await;
            check_league(&fixture, &arbiter, id).await;
            check_first_season(&arbiter, id).await;
        });
    }
}

/// Checks that the first season is over, and that the second one is of those who are in.
async fn check_first_season(arbiter: &Arbiter, id: JournalId) {
    let read = arbiter.read(move |db| anteroom::db::journal::events::<Event>(db, id));
    let entries = read.await.expect("events");
    let league = league(arbiter, id).await;
    let first = league.season(1).expect("a season");
    assert_eq!(first.phase, Phase::Over);
    let over = entries.iter().find_map(|entry| match &entry.event {
        Event::SeasonOver {
            season: 1,
            promoted,
            places,
            champion,
            ..
        } => Some((entry.at, promoted, places, champion)),
        _ => None,
    });
    let (at, promoted, places, champion) = over.expect("an end");
    let leader = places[0].first().copied();
    let is_out = |user| {
        let seats = &first.divisions[0].seats;
        seats
            .iter()
            .any(|seat| Some(seat.user) == user && seat.out.is_some())
    };
    // While the bot was dead, all may have been silent until they were out: nobody is champion then.
    assert_eq!(*champion, leader.filter(|user| !is_out(Some(*user))));
    let opened = entries.iter().find_map(|entry| match entry.event {
        Event::SeasonOpened { season: 2, starts } => Some((entry.at, starts)),
        _ => None,
    });
    let (opened, starts) = opened.expect("an opening");
    assert!(
        at.until(opened) >= leagues::PAUSE && opened.until(starts) >= Duration::from_hours(6 * 24)
    );
    let second = league.season(2).expect("a season");
    assert!(second.began >= starts);
    assert_eq!(first.divisions.len() > 1, !promoted.is_empty());
    let highest = second.divisions.first().expect("a division");
    let people = |season: &Season| -> usize {
        let divisions = season.divisions.iter();
        divisions.map(|division| division.seats.len()).sum()
    };
    // If people went out, the highest division may be smaller.
    let all_stayed = people(first) == people(second);
    for user in promoted.iter().filter(|_| all_stayed) {
        assert!(highest.seats.iter().any(|seat| seat.user == *user));
    }
}

#[test]
fn league_of_one_division_goes_on_wherever_the_process_dies() {
    play_seasons(0..6, 6, &league_rules(6, 1, "5d+12h"));
}

#[test]
fn league_of_two_legs_goes_on_wherever_the_process_dies() {
    play_seasons(100..103, 6, &league_rules(6, 2, "2d"));
}

#[test]
fn league_of_two_divisions_goes_on_wherever_the_process_dies() {
    play_seasons(200..204, 9, &league_rules(5, 1, "3d+6h"));
}

#[test]
fn play_offs_of_a_league_are_opened_once_wherever_the_process_dies() {
    let mut won = 0;
    for seed in 250..256 {
        let fixture = Fixture::new();
        let rules = leagues::Rules {
            play_offs: 4,
            ..league_rules(6, 1, "2d")
        };
        let mut story = Seasons {
            rng: fastrand::Rng::with_seed(seed),
            people: people(6),
            rules,
            begins: false,
        };
        tell(&fixture, &mut story);
        fixture.live_as(trusting(), async |arbiter| {
            let journal = open_contest(&arbiter, "league").await;
            let id = journal.expect("a league").id;
            at_rest(&fixture, &arbiter, "league", id).await;
            check_league(&fixture, &arbiter, id).await;
            check_first_season(&arbiter, id).await;
            won += usize::from(check_play_offs(&fixture, &arbiter, id).await);
        });
    }
    assert!(won > 2, "{won}");
}

/// A ladder for some weeks.
struct Climbing {
    rng: fastrand::Rng,
    people: Vec<UserId>,
    steps: u32,
}

impl Climbing {
    /// Gives a command that the ladder may refuse.
    async fn ask(&self, arbiter: &Arbiter, id: JournalId, command: ladders::Command) {
        match arbiter.change_ladder(id, command).await {
            Ok(_) | Err(Error::Denied(_)) => {}
            Err(fault) => panic!("{fault}"),
        }
    }
}

impl Story for Climbing {
    async fn step(&mut self, fixture: &Fixture, arbiter: &Arbiter) -> bool {
        let Some(journal) = open_contest(arbiter, "ladder").await else {
            let created = arbiter.create_ladder(PLACE, ORGANISER, ladder_rules());
            created.await.expect("a ladder");
            return false;
        };
        self.steps = self.steps.saturating_sub(1);
        let id = journal.id;
        let now = ladder(arbiter, id).await;
        let games: Vec<_> = now.games().map(|(id, game)| (id, game.clone())).collect();
        let user = *self.rng.choice(&self.people).expect("a person");
        match self.rng.u8(0..100) {
            0..15 => self.ask(arbiter, id, ladders::Command::Join { user }).await,
            15..30 => {
                let to = *self.rng.choice(&self.people).expect("a person");
                let challenge = ladders::Command::Challenge {
                    by: user,
                    to,
                    away: None,
                    blocked: false,
                };
                self.ask(arbiter, id, challenge).await;
            }
            30..33 => {
                let why = Departure::Pressed;
                self.ask(arbiter, id, ladders::Command::Leave { user, why })
                    .await;
            }
            33..85 if !games.is_empty() => {
                let (game, one) = self.rng.choice(&games).expect("a game");
                let (game, by) = (*game, one.to);
                let answer = match one.stage {
                    // Some people never answer.
                    Stage::Waiting { .. } if self.people[..2].contains(&by) => {
                        fixture.clock.advance(HOUR * 12);
                        return false;
                    }
                    Stage::Waiting { .. } => match self.rng.u8(0..6) {
                        0 => ladders::Command::Decline { game, by },
                        1 => ladders::Command::Withdraw { game, by: one.by },
                        _ => ladders::Command::Accept { game, by },
                    },
                    Stage::Running(id) if self.rng.u8(0..12) == 0 => {
                        resign(arbiter, id, &mut self.rng).await;
                        return false;
                    }
                    Stage::Running(id) => {
                        play(arbiter, id, &mut self.rng).await;
                        return false;
                    }
                    Stage::Accepted | Stage::Ending(..) => return false,
                };
                self.ask(arbiter, id, answer).await;
            }
            _ => fixture.clock.advance(HOUR * self.rng.u32(1..24)),
        }
        self.steps == 0
    }

    fn rng(&mut self) -> &mut fastrand::Rng {
        &mut self.rng
    }
}

#[test]
fn ladder_goes_on_wherever_the_process_dies() {
    let (mut played, mut forfeits, mut expired) = (0, 0, 0);
    for seed in 300..308 {
        let fixture = Fixture::new();
        let mut story = Climbing {
            rng: fastrand::Rng::with_seed(seed),
            people: people(7),
            steps: 400,
        };
        tell(&fixture, &mut story);
        fixture.live_as(trusting(), async |arbiter| {
            let journal = open_contest(&arbiter, "ladder").await;
            let id = journal.expect("a ladder").id;
            at_rest(&fixture, &arbiter, "ladder", id).await;
            let seen = check_ladder(&fixture, &arbiter, id).await;
            played += seen[0];
            forfeits += seen[1];
            expired += seen[2];
        });
    }
    assert!(
        played > 20 && forfeits > 0 && expired > 3,
        "{played} {forfeits} {expired}"
    );
}

/// Checks a ladder at rest. Returns how many matches were begun, how many were ended by it, and how many challenges
/// expired.
async fn check_ladder(fixture: &Fixture, arbiter: &Arbiter, id: JournalId) -> [usize; 3] {
    let now = ladder(arbiter, id).await;
    let read = arbiter.read(move |db| anteroom::db::journal::events::<ladders::Event>(db, id));
    let entries = read.await.expect("events");
    let mut begun = Vec::new();
    let (mut ended, mut forfeited, mut expired) = (Vec::new(), Vec::new(), 0);
    for entry in &entries {
        match entry.event {
            ladders::Event::GameBegan { game, match_id } => begun.push((game, match_id)),
            ladders::Event::GameEnded { game, result, .. } => ended.push((game, result)),
            ladders::Event::Forfeited { game, .. } => forfeited.push(game),
            ladders::Event::Expired { .. } => expired += 1,
            _ => {}
        }
    }
    begun.sort_unstable_by_key(|(_, id)| id.0);
    assert_eq!(begun, matches_of(fixture, id), "each game has one match");
    for (game, match_id) in &begun {
        let state = arbiter.view(*match_id).await.expect("a match").state;
        check_match(fixture, &state);
        let results: Vec<_> = ended.iter().filter(|(of, _)| of == game).collect();
        assert_eq!(
            results.len(),
            usize::from(*state.status() != Status::Playing)
        );
        let goes_on = now.game(*game).is_some();
        assert_eq!(goes_on, *state.status() == Status::Playing);
        if forfeited.contains(game) {
            let Some(Ending::Adjudicated { why, verdict }) = state.ending() else {
                // It ended by itself before the ladder could end it.
                continue;
            };
            assert_eq!(*why, Adjudication::Forfeit);
            assert!(verdict.is_some());
        }
    }
    check_rows(fixture, "ladder", id, now.next_due().map(|at| at.0));
    [begun.len(), forfeited.len(), expired]
}

/// A tournament from its creation to its end.
struct KnockOut {
    rng: fastrand::Rng,
    people: Vec<UserId>,
    rules: tournaments::Rules,
    id: Option<JournalId>,
    /// Whether matches were being written at the last step; see [`Seasons::begins`].
    begins: bool,
}

impl KnockOut {
    /// Gives a command that the tournament may refuse.
    async fn ask(&self, arbiter: &Arbiter, id: JournalId, asked: tournaments::Command) {
        match command(arbiter, id, asked).await {
            Ok(_) | Err(Error::Denied(_)) => {}
            Err(fault) => panic!("{fault}"),
        }
    }

    /// Has people join, and then starts at once. Returns false if that is done.
    async fn gather(&self, fixture: &Fixture, arbiter: &Arbiter, now: &Tournament) -> bool {
        let Some(id) = self.id.filter(|_| now.state() == State::Gathering) else {
            return false;
        };
        let mut waiting = self.people.iter().filter(|user| !now.is_member(**user));
        let asked = match waiting.next() {
            Some(user) => tournaments::Command::Join { user: *user },
            None => tournaments::Command::SetStart {
                starts: fixture.clock.now(),
            },
        };
        if now.starts().is_none() {
            self.ask(arbiter, id, asked).await;
        } else {
            fixture.clock.advance(Duration::from_mins(1));
        }
        true
    }
}

impl Story for KnockOut {
    async fn step(&mut self, fixture: &Fixture, arbiter: &Arbiter) -> bool {
        let Some(id) = self.id else {
            match open_contest(arbiter, "tournament").await {
                Some(journal) => self.id = Some(journal.id),
                None => {
                    let created = arbiter.create_tournament(PLACE, ORGANISER, self.rules.clone());
                    created.await.expect("a tournament");
                }
            }
            return false;
        };
        let now = tournament(arbiter, id).await;
        self.begins = now.starts().is_some() || !now.pending().is_empty();
        if self.gather(fixture, arbiter, &now).await {
            return false;
        }
        if now.state() == State::Over {
            return true;
        }
        let matches: Vec<MatchId> = now.running().map(|(_, id)| id).collect();
        let some = (!matches.is_empty()).then(|| *self.rng.choice(&matches).expect("a match"));
        let equal = now.pairings().iter().find(|one| one.choose_until.is_some());
        match (some, equal, self.rng.u16(0..1000)) {
            (Some(id), _, 0..840) => play(arbiter, id, &mut self.rng).await,
            (Some(id), _, 840..850) => resign(arbiter, id, &mut self.rng).await,
            (_, Some(equal), 850..880) => {
                let choice = tournaments::Command::Choose {
                    pairing: equal.id,
                    by: now.people_of(equal)[now.better_side(equal)].expect("a person"),
                    first: self.rng.bool(),
                };
                self.ask(arbiter, id, choice).await;
            }
            (_, _, 880..886) => {
                let user = *self.rng.choice(&self.people).expect("a person");
                self.ask(arbiter, id, tournaments::Command::Leave { user })
                    .await;
            }
            _ if self.begins => fixture.clock.advance(Duration::from_mins(1)),
            _ => fixture.clock.advance(HOUR * self.rng.u32(1..12)),
        }
        false
    }

    fn rng(&mut self) -> &mut fastrand::Rng {
        &mut self.rng
    }

    fn may_wait(&self) -> bool {
        !self.begins
    }

    async fn check(&self, fixture: &Fixture, arbiter: &Arbiter) {
        if let Some(id) = self.id {
            at_rest(fixture, arbiter, "tournament", id).await;
            check_tournament(fixture, arbiter, id).await;
            check_news(fixture, arbiter, id).await;
        }
    }
}

/// Plays tournaments, one for each seed. Returns what decided their pairings.
fn play_tournaments(
    seeds: std::ops::Range<u64>,
    count: u64,
    rules: &tournaments::Rules,
) -> Vec<By> {
    let mut decided = Vec::new();
    for seed in seeds {
        let fixture = Fixture::new();
        let mut story = KnockOut {
            rng: fastrand::Rng::with_seed(seed),
            people: people(count),
            rules: rules.clone(),
            id: None,
            begins: false,
        };
        tell(&fixture, &mut story);
        fixture.live_as(trusting(), async |arbiter| {
            story.check(&fixture, &arbiter).await;
            let now = tournament(&arbiter, story.id.expect("a tournament")).await;
            assert_eq!(now.state(), State::Over);
            let decisions = now.pairings().iter().filter_map(|one| one.decision);
            decided.extend(decisions.map(|decision| decision.by));
        });
    }
    decided
}

#[test]
fn tournament_of_single_games_goes_on_wherever_the_process_dies() {
    let decided = play_tournaments(400..405, 7, &tournament_rules(1, true, 20));
    assert!(decided.contains(&By::Games) && decided.contains(&By::Walkover));
}

#[test]
fn tournament_of_two_games_a_pairing_goes_on_wherever_the_process_dies() {
    let decided = play_tournaments(500..504, 6, &tournament_rules(2, true, 6));
    assert!(decided.contains(&By::Games) && decided.contains(&By::DecidingGame));
}

#[test]
fn tournament_of_short_rounds_goes_on_wherever_the_process_dies() {
    let decided = play_tournaments(600..605, 8, &tournament_rules(2, false, 2));
    assert!(decided.contains(&By::Games) && decided.contains(&By::Seed));
}
