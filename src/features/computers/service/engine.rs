//! The built-in computer players. Each search has its own thread.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use async_trait::async_trait;
use tokio::sync::{Semaphore, oneshot};

use crate::board::Seat;
use crate::games::{AnyPosition, DynPosition};
use crate::kernel::ComputerPlayer;
use crate::kernel::fair::give_way;
use crate::matches::{Level, Match};
use crate::search::{self, Proven, Strength, Thought};

/// Searches turns in matches of all games, by default on all cores of the machine but one.
#[derive(Debug)]
pub struct Engine {
    /// A permit is held until its thread ends, which takes some moments after a cancelled search.
    searches: Arc<Semaphore>,
    at_once: usize,
    search: Search,
}

/// The search function, normally [`search::think`].
pub type Search = fn(&dyn DynPosition, Strength, u64, &dyn Fn() -> bool) -> Option<Thought>;

impl Default for Engine {
    fn default() -> Self {
        Self::with_search(search::think)
    }
}

impl Engine {
    /// Returns an engine with another search function.
    pub fn with_search(search: Search) -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Self::of(search, cores.saturating_sub(1).max(1))
    }

    /// Returns an engine with this limit of concurrent searches.
    pub fn with_concurrency(at_once: NonZeroUsize) -> Self {
        Self::of(search::think, at_once.get())
    }

    fn of(search: Search, at_once: usize) -> Self {
        Self {
            searches: Arc::new(Semaphore::new(at_once)),
            at_once,
            search,
        }
    }
}

/// Cancels a search when its caller stops waiting.
struct Abandon(Arc<AtomicBool>);

impl Drop for Abandon {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Engine {
    /// Runs a search of this strength; `None` if the game is over or the search failed, which is logged.
    async fn think_of(
        &self,
        position: AnyPosition,
        strength: Strength,
        seed: u64,
    ) -> Option<Thought> {
        let place = Arc::clone(&self.searches).acquire_owned().await.ok()?;
        let abandoned = Arc::new(AtomicBool::new(false));
        let _abandon = Abandon(Arc::clone(&abandoned));
        let find = self.search;
        let (finds, found) = oneshot::channel();
        let search = thread::Builder::new().name(String::from("search"));
        let begun = search.spawn(move || {
            give_way(NICENESS);
            let stop = || abandoned.load(Ordering::Relaxed);
            let thought = find(&*position, strength, seed, &stop);
            drop(place);
            // The caller may have stopped waiting.
            let _ = finds.send(thought);
        });
        begun
            .inspect_err(|error| tracing::error!(%error, "a search cannot begin"))
            .ok()?;
        found
            .await
            .inspect_err(|_| tracing::error!("a search has failed"))
            .ok()
            .flatten()
    }
}

/// The niceness of searches: the lowest priority, so that commands do not wait for searches.
/// `SCHED_IDLE` made commands no faster.
const NICENESS: i32 = 19;

/// Returns the seed of a match's board: the same turn comes out after a restart, and matches differ.
fn seed(state: &Match) -> u64 {
    state.id().0.rotate_left(20) ^ u64::from(state.board())
}

#[async_trait]
impl ComputerPlayer for Engine {
    async fn think(&self, state: &Match, level: Level) -> String {
        let position = state.position();
        let thought = self.think_of(position.boxed_clone(), Strength::Level(level), seed(state));
        match thought.await {
            Some(thought) => thought.turn,
            None => {
                // Any legal turn is better than a match that hangs.
                tracing::error!(match_id = %state.id(), "a computer has found no turn: it plays the first one");
                first_turn(position.boxed_clone())
            }
        }
    }

    async fn accepts_draw(&self, state: &Match) -> bool {
        let Some(mover) = state.to_move() else {
            return false;
        };
        let computer = Seat::BOTH
            .into_iter()
            .find(|seat| state.computer(*seat).is_some());
        let position = state.position().boxed_clone();
        // The value of a low level's small search is mostly chance.
        let strongest = Strength::Level(Level::Master);
        let thought = self.think_of(position, strongest, seed(state)).await;
        let won = if computer == Some(mover) {
            Proven::Win
        } else {
            Proven::Loss
        };
        let stands_still = state.standstill().is_some();
        thought.map_or(stands_still, |thought| {
            let value = if computer == Some(mover) {
                thought.value
            } else {
                1.0 - thought.value
            };
            thought.proven != Some(won) && (stands_still || value <= 0.5)
        })
    }

    async fn evaluate(&self, position: AnyPosition, seed: u64) -> Option<Thought> {
        self.think_of(position, Strength::Advice, seed).await
    }

    async fn reconsider(&self, position: AnyPosition, seed: u64) -> Option<Thought> {
        self.think_of(position, Strength::Thorough, seed).await
    }

    fn at_once(&self) -> usize {
        self.at_once
    }
}

/// Joins first legal steps until the turn is whole.
fn first_turn(mut position: AnyPosition) -> String {
    let mover = position.to_move();
    let mut turn: Vec<String> = Vec::new();
    while position.to_move() == mover && (turn.is_empty() || !position.turn().is_empty()) {
        let Some(step) = position.steps().into_iter().next() else {
            break;
        };
        if position.play(&step).is_err() {
            break;
        }
        turn.push(step);
    }
    turn.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{CATALOGUE, Game, GivenOptions};
    use crate::matches::{
        Challenge, ChannelId, Event, Fact, MatchId, Place, Player, SeatChoice, UserId,
    };
    use crate::people::Moment;

    /// The usual beginning of a game.
    fn beginning(game: &Game) -> AnyPosition {
        let options = game.complete_options(&GivenOptions::new(), || 0);
        game.start(&options.expect("options")).expect("a start")
    }

    #[test]
    fn the_first_turn_is_a_whole_one_in_every_game() {
        for game in CATALOGUE {
            let position = beginning(game);
            let mut after = position.boxed_clone();
            let turn = first_turn(position);
            for step in turn.split(' ') {
                after.play(step).expect("a legal step");
            }
            assert!(after.turn().is_empty(), "{}: {turn}", game.card.key);
        }
    }

    /// A match of Antichess against a Beginner in which the knights moved out and back `times` times.
    fn knights_went_out_and_back(times: usize) -> Match {
        let place = Place {
            guild: None,
            channel: ChannelId(1),
        };
        let time = "1d".parse().expect("a clock");
        let challenge = Challenge {
            invited: Some(Player::Computer(Level::Beginner)),
            seat: SeatChoice::Seat(Seat::First),
            ..Challenge::new(place, "antichess", time, UserId(1))
        };
        let proposal = challenge.into_proposal(|| 0).expect("a challenge");
        let mut state = Match::proposed(MatchId(1), proposal, Moment(0)).expect("a match");
        let by = Player::Computer(Level::Beginner);
        let turns = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle();
        let seats = Seat::BOTH.into_iter().cycle();
        let turns = seats.zip(turns).take(4 * times);
        let turns = turns.map(|(seat, text)| Fact::Turn {
            seat,
            text: text.to_owned(),
            conditional: false,
            ballot: None,
        });
        for fact in std::iter::once(Fact::Accepted { by }).chain(turns) {
            let at = Moment(0);
            state.apply(&Event { at, fact }).expect("it follows");
        }
        state
    }

    #[tokio::test]
    async fn draw_is_accepted_after_50_quiet_moves_each_unless_the_win_is_proven() {
        fn thought(value: f64, proven: Option<Proven>) -> Option<Thought> {
            Some(Thought {
                turn: String::from("g1f3"),
                value,
                proven,
                nodes: 1,
                line: Vec::new(),
                candidates: Vec::new(),
            })
        }
        let good_for_the_computer: Search = |_, strength, _, _| match strength {
            // A search at the Beginner's own level finds the opposite.
            Strength::Level(Level::Master) => thought(0.45, None),
            _ => thought(0.55, None),
        };
        let won_by_the_computer: Search = |_, _, _, _| thought(0.0, Some(Proven::Loss));
        let no_search: Search = |_, _, _, _| None;
        for (search, times, accepts) in [
            (good_for_the_computer, 24, false),
            (good_for_the_computer, 25, true),
            (won_by_the_computer, 25, false),
            (no_search, 24, false),
            (no_search, 25, true),
        ] {
            let engine = Engine::with_search(search);
            let state = knights_went_out_and_back(times);
            assert_eq!(engine.accepts_draw(&state).await, accepts, "{times}");
        }
    }

    #[tokio::test]
    async fn as_many_searches_run_at_once_as_there_may_be() {
        use std::sync::Barrier;
        use std::sync::atomic::AtomicUsize;

        static TWO: Barrier = Barrier::new(2);
        static RUNNING: AtomicUsize = AtomicUsize::new(0);
        static MOST: AtomicUsize = AtomicUsize::new(0);
        let find: Search = |_, _, _, _| {
            let running = RUNNING.fetch_add(1, Ordering::SeqCst) + 1;
            MOST.fetch_max(running, Ordering::SeqCst);
            // Each search waits until the other one runs.
            TWO.wait();
            RUNNING.fetch_sub(1, Ordering::SeqCst);
            None
        };
        let engine = Engine::of(find, 2);
        let game = CATALOGUE.first().expect("a game");
        let evaluate = |seed| engine.evaluate(beginning(game), seed);
        let thoughts = tokio::join!(evaluate(1), evaluate(2), evaluate(3), evaluate(4));
        assert!(matches!(thoughts, (None, None, None, None)));
        assert_eq!(MOST.load(Ordering::SeqCst), 2);
        assert_eq!(engine.at_once(), 2);
    }

    #[tokio::test]
    #[cfg(target_os = "linux")]
    async fn only_the_thread_of_a_search_gives_way() {
        use std::sync::atomic::AtomicI32;

        fn own() -> i32 {
            rustix::process::getpriority_process(None).expect("a priority")
        }
        static SEARCHED_AT: AtomicI32 = AtomicI32::new(i32::MIN);
        let engine = Engine::with_search(|_, _, _, _| {
            SEARCHED_AT.store(own(), Ordering::Relaxed);
            None
        });
        let game = CATALOGUE.first().expect("a game");
        let usual = own();
        let thought = engine.evaluate(beginning(game), 1);
        assert!(thought.await.is_none());
        let given = SEARCHED_AT.load(Ordering::Relaxed);
        assert_eq!(given, (usual + NICENESS).min(19));
        assert_eq!(own(), usual);
    }
}
