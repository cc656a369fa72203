//! Puzzles: which comes next, and what an answer is worth.

use super::practice::PracticeView;
use crate::features::boards::model::practice::{About, Practice};
use crate::features::boards::store::puzzles::{self, Solver, Tried};
use crate::games::{Game, read_turn};
use crate::kernel::{Arbiter, Error};
use crate::matches::{Refusal, UserId};
use crate::ratings::Rating;
use crate::search::{Puzzle, puzzle, puzzles};

/// A puzzle for somebody.
#[derive(Clone, Debug)]
pub struct Solving {
    /// Its number, counted from 1.
    pub number: u32,
    /// How good they are at this game's puzzles.
    pub solver: Solver,
    /// Whether they have tried it before: then it counts for nothing.
    pub again: bool,
}

/// What an answer to a puzzle is worth.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The board with the answer on it.
    pub view: PracticeView,
    pub puzzle: &'static Puzzle,
    /// Its number, counted from 1.
    pub number: u32,
    pub turn: String,
    /// Whether it is the one that wins.
    pub right: bool,
    /// What it made of their rating; `None`: they had tried it before.
    pub tried: Option<Tried>,
}

impl Arbiter {
    /// The puzzle of a game that comes next for somebody: of those that they have not tried, one about as difficult as they are
    /// good; else one that they have not solved. `None`: they have solved all at the first try, or there are none.
    pub async fn next_puzzle(
        &self,
        by: UserId,
        game: &'static Game,
    ) -> Result<Option<Solving>, Error> {
        let key = game.card.key;
        let read = self.read(move |db| {
            Ok((
                puzzles::solver(db, by, key)?,
                puzzles::puzzle_ratings(db, key)?,
            ))
        });
        let ((solver, tried), rated) = read.await?;
        let all = (1..).zip(puzzles(game));
        let open = all
            .clone()
            .filter(|(number, _)| !tried.contains_key(number));
        let distance = |number: u32, puzzle: &Puzzle| {
            let its = rated.get(&number).copied().unwrap_or(first_rating(puzzle));
            (its.points - solver.rating.points).abs()
        };
        // People meet puzzles of one difficulty in different orders.
        let mixed = |number: u32| (by.0 ^ u64::from(number)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let next = open.min_by(|(a, one), (b, other)| {
            let [one, other] = [distance(*a, one), distance(*b, other)];
            one.total_cmp(&other).then(mixed(*a).cmp(&mixed(*b)))
        });
        if let Some((number, _)) = next {
            return Ok(Some(Solving {
                number,
                solver,
                again: false,
            }));
        }
        let failed = all.map(|(number, _)| number);
        let mut failed = failed.filter(|number| tried.get(number) == Some(&false));
        Ok(failed.next().map(|number| Solving {
            number,
            solver,
            again: true,
        }))
    }

    /// How good somebody is at a game's puzzles.
    pub async fn solver(&self, by: UserId, game: &'static Game) -> Result<Solver, Error> {
        let (solver, _) = self
            .read(move |db| puzzles::solver(db, by, game.card.key))
            .await?;
        Ok(solver)
    }

    /// Takes the turn that was picked on a board of practice as the answer to its puzzle.
    ///
    /// # Errors
    ///
    /// When the board is somebody else's or gone, has changed since, has no puzzle, or the turn is not whole.
    pub async fn answer_puzzle(
        &self,
        by: UserId,
        board: u64,
        generation: u32,
    ) -> Result<Answered, Error> {
        let mut view = self.practice(by, board, generation).await?;
        let About::Puzzle { number, .. } = view.practice.about else {
            return Err(Refusal::NotOnOffer.into());
        };
        let game = view.game;
        let puzzle = puzzle(game, number).ok_or(Refusal::NotOnOffer)?;
        let picked = view.now.picked.as_ref();
        let whole = picked.filter(|picked| picked.choice.is_none());
        let whole = whole.ok_or(Refusal::NotOnOffer)?;
        let (turn, after) = (whole.text(), whole.after.text());
        // Turns that lead to the same position are one.
        let solution = puzzle.line.first().map(String::as_str).unwrap_or_default();
        let right = read_turn(&*view.from, solution).is_ok_and(|best| best.after.text() == after);
        let answered = Practice {
            turns: vec![turn.clone()],
            picks: Vec::new(),
            ..view.practice.clone()
        };
        let (key, kept, begins, now) = (
            game.card.key,
            answered.clone(),
            first_rating(puzzle),
            self.now(),
        );
        let tried = self.write(move |db| {
            puzzles::answer_puzzle(db, by, key, number, &kept, right, begins, now)
        });
        let tried = tried.await?.ok_or(Refusal::PickedAlready)?;
        view.now = answered.stand(&*view.from).ok_or(Refusal::PickedAlready)?;
        view.practice = answered;
        Ok(Answered {
            view,
            puzzle,
            number,
            turn,
            right,
            tried,
        })
    }
}

/// What a puzzle is rated before anybody has tried it: the more turns it takes, the more difficult it is.
fn first_rating(puzzle: &Puzzle) -> Rating {
    let points = match puzzle.turns {
        0 | 1 => 1200.0,
        2 => 1450.0,
        3 => 1650.0,
        _ => 1800.0,
    };
    Rating {
        points,
        ..Rating::START
    }
}
