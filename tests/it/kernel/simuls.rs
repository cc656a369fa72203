//! What the post of a simul shows, at moments that only a test can choose.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anteroom::db::journal;
use anteroom::features::computers::ComputerPlayer;
use anteroom::features::simuls::model::{Command, Rules};
use anteroom::features::simuls::press::{HostChoice, Side};
use anteroom::kernel::Arbiter;
use anteroom::matches::{JournalId, Level, Match, MatchId, UserId};
use async_trait::async_trait;

use super::contest_world::{ORGANISER, PLACE, at_rest, people, play, simul, trusting};
use super::contests::with_people;
use super::world::{Fixture, Life, Mishap, until};
use crate::support::people::proposal;

/// Begins a simul, all of whose seats these people take.
async fn seated(
    fixture: &Fixture,
    arbiter: &Arbiter,
    rules: Rules,
    people: impl IntoIterator<Item = UserId>,
) -> JournalId {
    let id = arbiter.create_simul(PLACE, ORGANISER, rules).await;
    let id = id.expect("a simul");
    let read = arbiter.read(move |db| journal::get(db, "simul", id)).await;
    let own = read.expect("a journal").expect("a simul");
    for user in people {
        let sits = arbiter.act_in_simul(
            &own,
            Command::Sit {
                user,
                unrated: false,
            },
        );
        sits.await.expect("a seat");
    }
    at_rest(fixture, arbiter, "simul", id).await;
    id
}

/// Begins a simul with two boards on which the host moves first.
async fn with_two_boards() -> (Fixture, Arbiter, Life, JournalId, Vec<MatchId>) {
    let (fixture, arbiter, life, people) = with_people(2).await;
    let rules = Rules {
        game: String::from("connect-n"),
        options: proposal("connect-n", "3d").options,
        clock: "5d".parse().expect("a clock"),
        seats: 2,
        host: HostChoice::Organiser,
        side: Side::First,
        rated: true,
        ratings: None,
    };
    let id = seated(&fixture, &arbiter, rules, people).await;
    let now = simul(&arbiter, id).await;
    let boards: Vec<_> = now.running().map(|(_, id)| id).collect();
    assert_eq!(boards.len(), 2);
    (fixture, arbiter, life, id, boards)
}

#[tokio::test]
async fn post_shows_a_turn_that_came_during_its_edit() {
    let (fixture, arbiter, _life, id, boards) = with_two_boards().await;

    // The host plays on the second board while the post with their turn on the first one is on its way.
    let mut rng = fastrand::Rng::with_seed(1);
    let world = &fixture.world;
    let before = world.edits.borrow().len();
    world.holds_edits.store(true, Ordering::Release);
    play(&arbiter, boards[0], &mut rng).await;
    fixture.clock.advance(Duration::from_mins(1));
    until(&world.edits, |edits| edits.len() > before).await;
    play(&arbiter, boards[1], &mut rng).await;
    world.holds_edits.store(false, Ordering::Release);
    world.edit_goes_on.notify_one();
    at_rest(&fixture, &arbiter, "simul", id).await;
    let edits = world.edits.borrow().clone();
    let waits = |text: &String| text.matches("their move").count();
    assert_eq!(waits(&edits[before]), 1, "{edits:#?}");
    assert_eq!(edits.last().map(waits), Some(2), "{edits:#?}");
}

#[tokio::test]
async fn post_links_to_a_thread_that_opens_after_its_edit() {
    let (fixture, arbiter, _life, id, boards) = with_two_boards().await;
    let world = &fixture.world;
    fixture.clock.advance(Duration::from_mins(1));
    // The post about the turn, which opens the thread, has to be tried again.
    world.opens_threads.store(true, Ordering::Release);
    world.plan([Mishap::Fails]);
    let before = world.edits.borrow().len();
    let mut rng = fastrand::Rng::with_seed(1);
    play(&arbiter, boards[0], &mut rng).await;
    until(&world.edits, |edits| edits.len() > before).await;
    let link = format!("<#{}>", 1000 + boards[0].0);
    let links = |edits: &Vec<String>| edits.last().is_some_and(|last| last.contains(&link));
    assert!(!links(&world.edits.borrow()));
    for _ in 0..3 {
        fixture.clock.advance(Duration::from_mins(1));
        at_rest(&fixture, &arbiter, "simul", id).await;
    }
    until(&world.edits, links).await;
}

/// A computer that plays the first offered turn, and counts its searches.
#[derive(Default)]
struct Counted {
    now: AtomicUsize,
    most: AtomicUsize,
    all: AtomicUsize,
}

#[async_trait]
impl ComputerPlayer for Counted {
    async fn think(&self, state: &Match, _: Level) -> String {
        let now = self.now.fetch_add(1, Ordering::AcqRel) + 1;
        self.most.fetch_max(now, Ordering::AcqRel);
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        self.now.fetch_sub(1, Ordering::AcqRel);
        self.all.fetch_add(1, Ordering::AcqRel);
        state.position().complete("", 1).0[0].step.clone()
    }

    async fn accepts_draw(&self, _: &Match) -> bool {
        false
    }

    fn at_once(&self) -> usize {
        2
    }
}

#[tokio::test]
async fn computer_opens_25_boards_with_as_many_searches_at_once_as_it_may() {
    let fixture = Fixture::new();
    let computer = Arc::new(Counted::default());
    let (arbiter, _life) = fixture.start_as(Some(computer.clone()), trusting()).await;
    let rules = Rules {
        game: String::from("connect-n"),
        options: proposal("connect-n", "3d").options,
        host: HostChoice::Computer(Level::Club),
        clock: "5d".parse().expect("a clock"),
        seats: 25,
        side: Side::First,
        rated: false,
        ratings: None,
    };
    let id = seated(&fixture, &arbiter, rules, people(25)).await;
    let now = simul(&arbiter, id).await;
    assert_eq!(now.running().count(), 25);
    let opened = "SELECT count(*) FROM matches WHERE turns = 1 AND player_to_move IS NOT NULL";
    fixture.until_row(opened, 25).await;
    assert_eq!(computer.all.load(Ordering::Acquire), 25);
    assert_eq!(computer.most.load(Ordering::Acquire), 2);
}
