//! Simuls by random commands: `apply` takes all that `decide` returns.

use std::collections::BTreeMap;
use std::time::Duration;

use anteroom::contests::{DepartureReason, GameEnd, GameState, How, Score};
use anteroom::features::simuls::model::{
    BoardState, Command, Event, GATHERING, Refusal, Rules, Simul, State, WhyCancelled, WhyDropped,
};
use anteroom::features::simuls::press::{HostChoice, Side};
use anteroom::matches::{Level, MatchId, UserId};
use anteroom::people::Moment;
use fastrand::Rng;

use crate::support::people::{BEGIN, proposal};

const HOST: UserId = UserId(900);

fn rules(seats: u32, side: Side) -> Rules {
    Rules {
        game: String::from("connect-n"),
        options: proposal("connect-n", "3d").options,
        clock: "5d+12h".parse().expect("a clock"),
        seats,
        host: HostChoice::Organiser,
        side,
        rated: true,
        ratings: None,
    }
}

/// A simul with its events, and the results of a second count.
struct Told {
    simul: Simul,
    events: Vec<(Moment, Event)>,
    now: Moment,
    matches: u64,
    /// How each board ended.
    decided: BTreeMap<u32, BoardState>,
}

impl Told {
    fn new(seats: u32, side: Side) -> Self {
        Self::of(rules(seats, side))
    }

    fn of(rules: Rules) -> Self {
        let first = Simul::create(HOST, rules).expect("rules");
        Self {
            simul: Simul::begin(BEGIN, &first).expect("a simul"),
            events: vec![(BEGIN, first)],
            now: BEGIN,
            matches: 0,
            decided: BTreeMap::new(),
        }
    }

    fn asks(&mut self, command: &Command) -> Result<usize, Refusal> {
        let events = self.simul.decide(command, self.now)?;
        let count = events.len();
        for event in events {
            self.simul.apply(self.now, &event).expect("it fits");
            self.events.push((self.now, event));
        }
        for game in self.simul.games() {
            match self.simul.board_state(game) {
                BoardState::ToBegin | BoardState::Running(_) => {}
                // A match that ends by itself before the bot ends it keeps its own result.
                state => drop(self.decided.insert(game.id, state)),
            }
        }
        Ok(count)
    }

    fn sits(&mut self, users: impl IntoIterator<Item = u64>) {
        for user in users {
            let user = UserId(user);
            self.asks(&Command::Sit {
                user,
                unrated: false,
            })
            .expect("a seat");
        }
    }

    /// Begins the matches of all boards.
    fn begins_all(&mut self) {
        for one in self.simul.pending() {
            self.matches += 1;
            let (game, match_id) = (one.game, MatchId(self.matches));
            self.asks(&Command::GameBegan { game, match_id })
                .expect("a match");
        }
    }

    fn ends(&mut self, game: u32, score: Score) -> Result<usize, Refusal> {
        let running = self.simul.game(game).and_then(|game| game.running());
        let match_id = running.unwrap_or(MatchId(4711));
        let end = GameEnd::unplayed(score, How::Played);
        self.asks(&Command::GameEnded {
            game,
            match_id,
            end,
        })
    }

    fn check(&self) {
        let events = self.events.iter().map(|(at, event)| (*at, event));
        let replayed = Simul::replay(events).expect("a simul");
        assert_eq!(replayed, self.simul);
        for (_, event) in &self.events {
            let json = serde_json::to_string(event).expect("JSON");
            assert_eq!(serde_json::from_str::<Event>(&json).expect("it"), *event);
        }
        let tally = self.simul.tally();
        let all = tally.won + tally.lost + tally.drawn + tally.void + tally.open;
        assert_eq!(all as usize, self.simul.games().len());
        let count = |state: BoardState| {
            let mut decided = self.decided.values();
            decided.by_ref().filter(|one| **one == state).count() as u32
        };
        assert_eq!(tally.won, count(BoardState::HostWon));
        assert_eq!(tally.lost, count(BoardState::GuestWon));
        assert_eq!(tally.drawn, count(BoardState::Draw));
        let state = self.simul.state();
        let over = self.simul.games().iter().all(|game| game.is_over());
        let begun = !self.simul.games().is_empty();
        assert_eq!(state == State::Over, begun && over);
        assert_eq!(state == State::Running, begun && !over);
        let ended = |event: &Event| matches!(event, Event::Over | Event::Cancelled { .. });
        let ends = self.events.iter().filter(|(_, event)| ended(event)).count();
        let closed = matches!(state, State::Over | State::Cancelled(_));
        assert_eq!(ends, usize::from(closed));
    }
}

#[test]
fn decisions_of_random_simuls_apply() {
    let mut ends = BTreeMap::<&str, u32>::new();
    for seed in 0..400 {
        let mut rng = Rng::with_seed(seed);
        let side = [Side::First, Side::Second, Side::Alternating][rng.usize(..3)];
        let host = match seed % 3 {
            0 => HostChoice::Computer(Level::Club),
            _ => HostChoice::Organiser,
        };
        let mut told = Told::of(Rules {
            host,
            ..rules(rng.u32(2..=25), side)
        });
        for _ in 0..400 {
            let user = match rng.u8(..12) {
                0 => HOST,
                _ => UserId(rng.u64(1..=30)),
            };
            let game = rng.u32(0..=26);
            let why = [
                DepartureReason::Banned,
                DepartureReason::LeftServer,
                DepartureReason::DataDeleted,
            ][rng.usize(..3)];
            let _: Result<usize, Refusal> = match rng.u8(..40) {
                0..16 => told.asks(&Command::Sit {
                    user,
                    unrated: rng.bool(),
                }),
                16..18 => told.asks(&Command::Leave { user }),
                18 => told.asks(&Command::Gone { user, why }),
                19 => told.asks(&Command::Start { by: user }),
                20 if rng.u8(..8) == 0 => {
                    let organises = rng.bool();
                    let by = user;
                    told.asks(&Command::Cancel { by, organises })
                }
                21..28 => {
                    told.begins_all();
                    Ok(0)
                }
                28..36 => {
                    let scores = [Score::First, Score::Second, Score::Draw, Score::Void];
                    told.ends(game, scores[rng.usize(..4)])
                }
                36 => {
                    let why = [WhyDropped::NoFirstMove, WhyDropped::Apart][rng.usize(..2)];
                    let dropped = vec![(game, why), (game, why)];
                    let warned = vec![
                        (game, told.now),
                        (game + 1, told.now.after(Duration::from_hours(1))),
                    ];
                    told.asks(&Command::Due { dropped, warned })
                }
                _ => {
                    told.now = told.now.after(Duration::from_hours(rng.u64(1..12)));
                    let dropped = Vec::new();
                    let warned = Vec::new();
                    told.asks(&Command::Due { dropped, warned })
                }
            };
            // What was decided is ended by the bot.
            if rng.bool() {
                for one in told.simul.to_end() {
                    let end =
                        GameEnd::unplayed(one.wanted.rule.score([0; 2]), one.wanted.why.how());
                    let (game, match_id) = (one.game, one.match_id);
                    let ended = Command::GameEnded {
                        game,
                        match_id,
                        end,
                    };
                    told.asks(&ended).expect("an end");
                }
            }
            told.check();
        }
        let end = match told.simul.state() {
            State::Gathering => "gathering",
            State::Running => "running",
            State::Over => "over",
            State::Cancelled(WhyCancelled::ByHost) => "by host",
            State::Cancelled(WhyCancelled::HostGone) => "host gone",
            State::Cancelled(WhyCancelled::TooFew) => "too few",
            State::Cancelled(WhyCancelled::ByOrganiser) => "by an organiser",
        };
        *ends.entry(end).or_default() += 1;
    }
    assert!(ends.len() >= 4 && ends["over"] > 100, "{ends:?}");
}

#[test]
fn sides_follow_the_rule() {
    for (side, firsts) in [
        (Side::First, [true, true, true]),
        (Side::Second, [false, false, false]),
        (Side::Alternating, [true, false, true]),
    ] {
        let mut told = Told::new(3, side);
        told.sits(1..=3);
        let pending = told.simul.pending();
        let host_first: Vec<bool> = pending
            .iter()
            .map(|one| one.host.seat.index() == 0)
            .collect();
        assert_eq!(host_first, firsts);
        for (one, first) in pending.iter().zip(firsts) {
            assert_eq!(one.host.seat.index() == 0, first);
            assert_eq!(one.host.time.to_string(), "7d12h+18h");
        }
    }
}

#[test]
fn last_seat_is_taken_once() {
    let mut told = Told::new(2, Side::First);
    told.sits(1..=2);
    assert_eq!(told.simul.state(), State::Running);
    let user = UserId(3);
    assert_eq!(
        told.asks(&Command::Sit {
            user,
            unrated: false,
        }),
        Err(Refusal::HasBegun)
    );
}

#[test]
fn gathering_runs_out() {
    for (people, state) in [
        (0, State::Cancelled(WhyCancelled::TooFew)),
        (1, State::Cancelled(WhyCancelled::TooFew)),
        (2, State::Running),
    ] {
        let mut told = Told::new(8, Side::First);
        told.sits(1..=people);
        let dropped = Vec::new();
        told.now = BEGIN.after(GATHERING - Duration::from_secs(1));
        assert_eq!(
            told.asks(&Command::Due {
                dropped: dropped.clone(),
                warned: Vec::new(),
            }),
            Ok(0)
        );
        told.now = told.simul.next_due().expect("a date");
        let warned = Vec::new();
        assert_eq!(told.asks(&Command::Due { dropped, warned }), Ok(1));
        assert_eq!(told.simul.state(), state);
    }
}

#[test]
fn host_who_is_gone_loses_running_boards_only() {
    let mut told = Told::new(4, Side::Alternating);
    told.sits(1..=4);
    told.begins_all();
    told.ends(1, Score::First).expect("an end");
    told.ends(2, Score::Draw).expect("an end");
    let why = DepartureReason::LeftServer;
    told.asks(&Command::Gone { user: HOST, why }).expect("gone");
    let tally = told.simul.tally();
    assert_eq!((tally.won, tally.lost, tally.drawn), (1, 2, 1));
    assert_eq!(told.simul.to_end().len(), 2);
    // The match of a board may have ended by itself before the bot ends it.
    assert_eq!(told.simul.state(), State::Running);
    told.ends(3, Score::First).expect("an end");
    told.ends(4, Score::First).expect("an end");
    assert_eq!(told.simul.state(), State::Over);
    let open = |state: &GameState| !matches!(state, GameState::Over { .. });
    assert!(!told.simul.games().iter().any(|game| open(&game.state)));
}
