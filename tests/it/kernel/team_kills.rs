//! Whole matches of teams by chance. The process is killed at any moment, also in the middle of a vote.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anteroom::features::teams::model::{Acting, TeamRefusal};
use anteroom::kernel::{Arbiter, Error};
use anteroom::matches::{Challenge, Fact, Match, MatchId, Status, UserId};
use anteroom::people::Moment;

use super::contest_kills::{Story, tell};
use super::contest_world::{HOUR, people, play, trusting};
use super::world::{Fixture, leave};
use crate::support::people::{BEN, challenge, team};
use crate::support::random_turn::random_turn;

const ID: MatchId = MatchId(1);

/// A vote in the database: the turn, the position after it, and its moment.
type Row = (String, String, Moment);

/// A match of a team against Ben until it is over.
struct Club {
    rng: fastrand::Rng,
    people: Vec<UserId>,
    /// By board and person.
    votes: BTreeMap<(u32, UserId), Known>,
    begun: bool,
}

/// What is known of a person's vote on a board.
#[derive(Debug, Default)]
struct Known {
    /// Whether the person has had an answer to one.
    answered: bool,
    /// The turns that may stand: the last one that was answered, and those whose answer the death of a process has cut off.
    may: BTreeSet<String>,
}

impl Club {
    async fn begin(&mut self, arbiter: &Arbiter) {
        let made = Challenge {
            team: Some(team("Woodpushers", None)),
            invited: None,
            ..challenge("connect-n", "1d")
        };
        if arbiter.current(ID).await.is_err() {
            leave(arbiter.propose(made).await.expect("a challenge"));
        }
        if let Ok(update) = arbiter.accept(ID, BEN).await {
            leave(update);
        }
        self.begun = true;
    }

    async fn votes(&mut self, arbiter: &Arbiter, state: &Match) {
        let user = *self.rng.choice(&self.people).expect("a person");
        let (board, turn) = (state.board(), random_turn(state, &mut self.rng));
        let turn = turn.trim().to_owned();
        let known = self.votes.entry((board, user)).or_default();
        // An earlier try may have been cut off with the same turn.
        let is_new = known.may.insert(turn.clone());
        let acting = Acting {
            user,
            roles: Vec::new(),
        };
        match arbiter.vote_for(ID, &acting, board, &turn).await {
            // This one stands, whatever else was tried before.
            Ok(_) => {
                let known = Known {
                    answered: true,
                    may: BTreeSet::from([turn]),
                };
                self.votes.insert((board, user), known);
            }
            Err(error) => {
                let closed = [TeamRefusal::Closed, TeamRefusal::NotToMove];
                let refused = error.denial().is_some_and(|why| closed.contains(why));
                assert!(refused || matches!(error, Error::Refused(_)), "{error}");
                // It was refused for good: it is not among those that may stand.
                let known = self.votes.entry((board, user)).or_default();
                if is_new {
                    known.may.remove(&turn);
                }
            }
        }
    }
}

impl Story for Club {
    async fn step(&mut self, fixture: &Fixture, arbiter: &Arbiter) -> bool {
        if !self.begun {
            self.begin(arbiter).await;
            return false;
        }
        let state = arbiter.current(ID).await.expect("a match");
        match state.status() {
            Status::Open => self.begin(arbiter).await,
            Status::Playing if state.voting().is_some() && self.rng.u8(0..5) > 0 => {
                self.votes(arbiter, &state).await;
            }
            Status::Playing if state.voting().is_none() && self.rng.u8(0..4) > 0 => {
                play(arbiter, ID, &mut self.rng).await;
            }
            Status::Playing => {
                let minutes = self.rng.u64(1..300);
                fixture.clock.advance(Duration::from_mins(minutes));
            }
            _ => return true,
        }
        false
    }

    fn rng(&mut self) -> &mut fastrand::Rng {
        &mut self.rng
    }
}

/// Checks that each turn of the team is what its votes say, and that no answered vote is lost.
async fn check(club: &Club, arbiter: &Arbiter) -> usize {
    let events = arbiter.store().events(ID).await.expect("events");
    let read = arbiter.read(|db| {
        let mut all = db.prepare(
            "SELECT board, user, turn, result, at FROM team_votes WHERE match_id = 1 AND turn IS NOT NULL",
        )?;
        let rows = all.query_map([], |row| {
            let at: Moment = row.get(4)?;
            Ok(((row.get(0)?, row.get(1)?), (row.get(2)?, row.get(3)?, at)))
        })?;
        let rows: Result<BTreeMap<(u32, UserId), Row>, _> = rows.collect();
        Ok(rows?)
    });
    let rows = read.await.expect("votes");
    for (of, known) in club.votes.iter().filter(|(_, known)| known.answered) {
        let row = rows.get(of);
        let row = row.unwrap_or_else(|| panic!("{of:?} has lost {known:?}"));
        assert!(known.may.contains(&row.0), "{of:?}: {row:?}, not {known:?}");
    }
    let (mut board, mut turns) = (0, 0);
    for event in events {
        let Fact::Turn { text, ballot, .. } = &event.fact else {
            continue;
        };
        if let Some(ballot) = ballot {
            let votes: Vec<_> = rows
                .iter()
                .filter(|((on, _), _)| *on == board)
                .map(|(_, vote)| vote)
                .collect();
            assert_eq!(ballot.voters() as usize, votes.len(), "board {board}");
            let of = |result: &str| votes.iter().filter(|vote| vote.1 == result).count();
            let most = votes.iter().map(|vote| of(&vote.1)).max().expect("a vote");
            let won = votes.iter().find(|vote| vote.0 == *text).expect("its vote");
            assert_eq!((of(&won.1), ballot.winning() as usize), (most, most));
            // The vote that ends it early has the same moment.
            assert!(votes.iter().all(|vote| vote.2 <= event.at), "board {board}");
            turns += 1;
        }
        board += 1;
    }
    turns
}

#[test]
fn team_plays_what_it_voted_for_wherever_the_process_dies() {
    let mut turns = 0;
    for seed in 0..24 {
        let fixture = Fixture::new();
        let mut club = Club {
            rng: fastrand::Rng::with_seed(seed),
            people: people(5),
            votes: BTreeMap::new(),
            begun: false,
        };
        tell(&fixture, &mut club);
        fixture.clock.advance(HOUR);
        fixture.live_as(trusting(), async |arbiter| {
            turns += check(&club, &arbiter).await;
        });
    }
    assert!(turns > 60, "{turns}");
}
