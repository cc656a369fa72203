//! A pairing: two people, of whom one goes on.

use std::time::Duration;

use crate::contests::{AdjudicationRule, ContestGame, GameId, GameState, Score, Wanted, Why};
use crate::people::Moment;

pub use crate::features::tournaments::press::PairingId;

/// The time in which the better seed chooses a side of the deciding game.
pub const CHOOSE_WITHIN: Duration = Duration::from_hours(24);

/// The games that a pairing can have: two, and a deciding one.
const MOST_GAMES: u32 = 4;

/// Two people, of whom one goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    pub id: PairingId,
    /// The round, from 1.
    pub round: u32,
    /// Where its people come from.
    pub feeds: [Feed; 2],
    /// When both were known and were told.
    pub opened: Option<Moment>,
    /// Its games. Their seats are the sides of the pairing, 0 and 1.
    pub games: Vec<ContestGame>,
    /// The time up to which the better seed chooses a side of the deciding game.
    pub choose_until: Option<Moment>,
    /// Whether the last moment of its round has come.
    pub closing: bool,
    pub decision: Option<Decision>,
}

/// Where a person of a pairing comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feed {
    /// The person with this seed, from 0.
    Seed(usize),
    /// Nobody: the other one has a bye.
    Bye,
    /// The person who wins the pairing with this index.
    Winner(usize),
    /// The person who loses it.
    Loser(usize),
}

/// Who stands on a side of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entrant {
    /// The person with this seed, from 0. They may be out.
    Known(usize),
    /// Nobody comes.
    Nobody,
    /// It is not decided yet.
    Open,
}

/// Who goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The side; `None`: nobody goes on.
    pub winner: Option<usize>,
    pub by: By,
    pub at: Moment,
}

/// What decided a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Its games.
    Games,
    /// The deciding game.
    DecidingGame,
    /// The other person was out, or nobody came.
    Walkover,
    /// The better seed: it was equal at the last moment of the round.
    Seed,
    /// An organiser.
    Organiser,
}

impl Pairing {
    pub(super) const fn new(round: u32, feeds: [Feed; 2]) -> Self {
        Self {
            id: 0,
            round,
            feeds,
            opened: None,
            games: Vec::new(),
            choose_until: None,
            closing: false,
            decision: None,
        }
    }

    /// Returns the pairing of a game.
    pub const fn of_game(game: GameId) -> PairingId {
        game / MOST_GAMES
    }

    /// Returns the number that its first game has or would have.
    pub const fn first_game(&self) -> GameId {
        self.id * MOST_GAMES
    }

    /// Returns the side that goes on.
    pub fn winner(&self) -> Option<usize> {
        self.decision.and_then(|decision| decision.winner)
    }

    /// Returns the doubled points of the two sides, without the deciding game.
    pub fn points(&self, usual: u32) -> [u32; 2] {
        let mut points = [0; 2];
        for game in self.games.iter().take(count(usual)) {
            if let GameState::Over { end, .. } = &game.state {
                let (first, second) = end.score.points();
                for (side, won) in game.seats.into_iter().zip([first, second]) {
                    if let Some(points) = points.get_mut(side) {
                        *points += won;
                    }
                }
            }
        }
        points
    }

    /// Whether a game is the deciding one.
    pub fn is_deciding(&self, game: GameId, usual: u32) -> bool {
        let mut games = self.games.iter().skip(count(usual));
        games.any(|one| one.id == game)
    }

    pub fn game(&self, id: GameId) -> Option<&ContestGame> {
        self.games.iter().find(|game| game.id == id)
    }

    pub(super) fn game_mut(&mut self, id: GameId) -> Option<&mut ContestGame> {
        self.games.iter_mut().find(|game| game.id == id)
    }

    /// Whether all its games are over. True without games.
    pub fn is_played(&self) -> bool {
        self.games.iter().all(ContestGame::is_over)
    }

    /// Opens the pairing: its games begin. Of two, each person has the first move in one.
    pub(super) fn open(&mut self, usual: u32, at: Moment) {
        self.opened = Some(at);
        if self.games.is_empty() {
            // In a single game, the upper side has the first move in every other pairing.
            let upper = usize::from(self.id.is_multiple_of(2));
            self.add_game(upper);
            if usual > 1 {
                self.add_game(1 - upper);
            }
        }
    }

    /// Adds a game in which a side has the first move.
    pub(super) fn add_game(&mut self, first: usize) {
        let number = u32::try_from(self.games.len()).unwrap_or(MOST_GAMES - 1);
        self.games.push(ContestGame {
            id: self.id * MOST_GAMES + number,
            round: self.round,
            seats: [first, 1 - first],
            state: GameState::ToBegin { continues: None },
        });
    }

    /// Gives all games that are not over to a side; to nobody with `None`.
    ///
    /// The match of a person whom a newcomer replaces ends without a result first, whatever is decided: it must not go on
    /// if the decision is taken back. Its game is settled then.
    pub(super) fn settle(&mut self, winner: Option<usize>, why: Why, at: Moment) {
        for game in self.games.iter_mut().filter(|game| !begins_again(game)) {
            let score = match winner {
                None => Score::Void,
                Some(side) if game.seats[0] == side => Score::First,
                Some(_) => Score::Second,
            };
            settle(game, score, why, at);
        }
    }

    /// Ends all games that are not over, at the last moment of the round.
    pub(super) fn close(&mut self, at: Moment) {
        self.closing = true;
        for game in &mut self.games {
            match &mut game.state {
                GameState::Running {
                    wanted: wanted @ None,
                    ..
                } => {
                    *wanted = Some(Wanted {
                        rule: AdjudicationRule::ByThinkingTime,
                        why: Why::RoundOver,
                    });
                }
                // Neither person has thought: they are equal.
                _ => settle(game, Score::Draw, Why::RoundOver, at),
            }
        }
    }

    /// Takes back that its people are known. Its matches, in which there was no turn, begin again with others.
    pub(super) fn reset(&mut self) {
        self.opened = None;
        self.choose_until = None;
        self.decision = None;
        for game in &mut self.games {
            match &mut game.state {
                GameState::Running { wanted, .. } => {
                    // Even if somebody was out: the result would be that of other people.
                    *wanted = Some(Wanted {
                        rule: AdjudicationRule::Given(None),
                        why: Why::Replaced,
                    });
                }
                state => *state = GameState::ToBegin { continues: None },
            }
        }
    }
}

/// Whether the match of a game ends so that the game begins again, with others.
fn begins_again(game: &ContestGame) -> bool {
    match game.state {
        GameState::Running { wanted, .. } => {
            wanted.is_some_and(|wanted| wanted.why == Why::Replaced)
        }
        _ => false,
    }
}

/// Gives a game that is not over a result. If it should go on from a match, it keeps that: its turns were played, and it
/// can go on from it once more.
fn settle(game: &mut ContestGame, score: Score, why: Why, at: Moment) {
    let before = match game.state {
        GameState::ToBegin { continues } => continues,
        _ => None,
    };
    game.settle(score, why, at);
    if let GameState::Over { match_id, .. } = &mut game.state
        && before.is_some()
    {
        *match_id = before;
    }
}

/// Returns a number of games as an index.
pub(super) fn count(games: u32) -> usize {
    usize::try_from(games).unwrap_or(usize::MAX)
}
