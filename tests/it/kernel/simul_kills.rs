//! Whole simuls by chance. The process is killed at any moment, also in the middle of a call.

use std::time::Duration;

use anteroom::contests::GameState;
use anteroom::db::journal;
use anteroom::features::simuls::model::{self as simuls, Event, Simul, State};
use anteroom::features::simuls::press::{HostChoice, Side};
use anteroom::kernel::Arbiter;
use anteroom::matches::{JournalId, MatchId, Status, UserId};

use super::contest_kills::{Story, resign, tell};
use super::contest_world::{
    HOUR, ORGANISER, PLACE, at_rest, check_match, check_rows, entries, matches_of, open_contest,
    people, play, simul, trusting,
};
use super::world::Fixture;
use crate::support::people::proposal;

/// A simul until all its boards are over.
struct Display {
    rng: fastrand::Rng,
    people: Vec<UserId>,
    seats: u32,
    id: Option<JournalId>,
    /// Whether matches were being written at the last step.
    begins: bool,
}

impl Display {
    fn rules(&self) -> simuls::Rules {
        simuls::Rules {
            game: String::from("connect-n"),
            options: proposal("connect-n", "3d").options,
            clock: "2d".parse().expect("a clock"),
            seats: self.seats,
            host: HostChoice::Organiser,
            side: Side::Alternating,
            rated: true,
            ratings: None,
        }
    }

    /// Gives a command to the simul. What it refuses has happened before the last process died.
    async fn ask(&self, arbiter: &Arbiter, id: JournalId, command: simuls::Command) {
        let read = arbiter.read(move |db| journal::get(db, "simul", id));
        let journal = read.await.expect("a journal").expect("a simul");
        if let Err(error) = arbiter.act_in_simul(&journal, command).await {
            assert!(error.denial::<simuls::Refusal>().is_some(), "{error}");
        }
    }
}

impl Story for Display {
    async fn step(&mut self, fixture: &Fixture, arbiter: &Arbiter) -> bool {
        let Some(id) = self.id else {
            match open_contest(arbiter, "simul").await {
                Some(journal) => self.id = Some(journal.id),
                None => {
                    let created = arbiter.create_simul(PLACE, ORGANISER, self.rules());
                    created.await.expect("a simul");
                }
            }
            return false;
        };
        let now = simul(arbiter, id).await;
        self.begins = !now.pending().is_empty();
        match now.state() {
            State::Over | State::Cancelled(_) => return true,
            State::Gathering => {
                let mut free = self.people.iter().filter(|user| !now.is_seated(**user));
                let user = *free.next().expect("a person");
                let command = match self.rng.u8(0..40) {
                    0 => simuls::Command::Start { by: ORGANISER },
                    1 => {
                        fixture.clock.advance(HOUR * self.rng.u32(1..200));
                        return false;
                    }
                    2 => simuls::Command::Leave { user },
                    _ => simuls::Command::Sit {
                        user,
                        unrated: false,
                    },
                };
                self.ask(arbiter, id, command).await;
                return false;
            }
            State::Running => {}
        }
        let matches: Vec<MatchId> = now.running().map(|(_, id)| id).collect();
        let some = (!matches.is_empty()).then(|| *self.rng.choice(&matches).expect("a match"));
        match (some, self.rng.u16(0..1000)) {
            (Some(id), 0..900) => play(arbiter, id, &mut self.rng).await,
            (Some(id), 900..930) => resign(arbiter, id, &mut self.rng).await,
            (_, 930..933) => {
                let user = *self.rng.choice(&self.people).expect("a person");
                arbiter.delete_person(user).await.expect("deleted");
            }
            _ if self.begins => fixture.clock.advance(Duration::from_mins(1)),
            _ => fixture.clock.advance(HOUR * self.rng.u32(1..8)),
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
            at_rest(fixture, arbiter, "simul", id).await;
            check_simul(fixture, arbiter, id).await;
        }
    }
}

/// Checks a simul at rest: its boards, their matches, its alarm and what the database holds of it.
async fn check_simul(fixture: &Fixture, arbiter: &Arbiter, id: JournalId) {
    let entries = entries::<Event>(arbiter, id).await;
    let now: Simul = simul(arbiter, id).await;
    let (mut begun, mut ended) = (Vec::new(), Vec::new());
    let (mut starts, mut ends) = (0, 0);
    for entry in &entries {
        match &entry.event {
            Event::GameBegan { game, match_id } => begun.push((*game, *match_id)),
            Event::GameEnded { game, match_id, .. } => ended.push((*game, *match_id)),
            Event::Began => starts += 1,
            Event::Over | Event::Cancelled { .. } => ends += 1,
            _ => {}
        }
    }
    assert!(starts <= 1 && ends <= 1);
    let mut over = Vec::new();
    for game in now.games() {
        let match_id = match game.state {
            GameState::Over { match_id, .. } => match_id,
            _ => game.running(),
        };
        let Some(match_id) = match_id else {
            // Its person was gone before it began.
            assert!(game.is_over(), "{game:?}");
            continue;
        };
        let state = arbiter.view(match_id).await.expect("a match").state;
        check_match(fixture, &state);
        match game.is_over() {
            true => over.push((game.id, match_id)),
            false => assert_eq!(*state.status(), Status::Playing, "{game:?}"),
        }
    }
    ended.sort_unstable();
    over.sort_unstable();
    assert_eq!(ended, over, "each result is counted once");
    begun.sort_unstable_by_key(|(_, id)| id.0);
    assert_eq!(begun, matches_of(fixture, id), "each board has one match");
    check_rows(fixture, "simul", id, now.next_due().map(|at| at.0));
    // Each news is posted once.
    let told =
        |event: &Event| matches!(event, Event::Began | Event::Cancelled { .. } | Event::Over);
    let expected = entries.iter().filter(|entry| told(&entry.event)).count();
    let messages = fixture.world.messages.lock().unwrap();
    let news = messages
        .iter()
        .filter(|(line, _)| line.starts_with("simul-news "));
    assert_eq!(news.count(), expected);
}

#[test]
fn simul_goes_on_wherever_the_process_dies() {
    let (mut played, mut cancelled) = (0, 0);
    for seed in 700..712 {
        let fixture = Fixture::new();
        let mut story = Display {
            rng: fastrand::Rng::with_seed(seed),
            people: people(9),
            seats: 8,
            id: None,
            begins: false,
        };
        tell(&fixture, &mut story);
        fixture.live_as(trusting(), async |arbiter| {
            story.check(&fixture, &arbiter).await;
            let now = simul(&arbiter, story.id.expect("a simul")).await;
            match now.state() {
                State::Over => played += 1,
                _ => cancelled += 1,
            }
        });
    }
    assert!(played > 5 && played + cancelled == 12, "{played}");
}
