//! Puzzles: the choice of the next one, and the rating of answers.

use crate::features::play::model::refusal::PlayRefusal;
use crate::features::play::model::session::About;
use crate::features::play::model::view::BoardView;
use crate::features::play::store::sessions;
use crate::features::study::model::puzzles::Answered;
use crate::features::study::model::puzzles::Solver;
use crate::features::study::store::puzzles;
use crate::games::{Game, read_turn};
use crate::kernel::{Arbiter, Result};
use crate::matches::UserId;
use crate::ratings::Rating;
use crate::search::{Puzzle, puzzle, puzzles};

/// A puzzle chosen for a person.
#[derive(Clone, Debug)]
pub struct Solving {
    pub number: u32,
    /// The person's record in this game's puzzles.
    pub solver: Solver,
    /// Whether the person has tried it before, so that the result does not count.
    pub again: bool,
}

impl Arbiter {
    /// Returns the untried puzzle of a game nearest to a person's rating, else the first unsolved one.
    /// `None` if they solved all puzzles at the first try, or the game has no puzzles.
    pub async fn next_puzzle(&self, by: UserId, game: &'static Game) -> Result<Option<Solving>> {
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
        // A hash orders puzzles of equal difficulty differently for each person.
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

    /// Returns a person's record in a game's puzzles.
    pub async fn solver(&self, by: UserId, game: &'static Game) -> Result<Solver> {
        let (solver, _) = self
            .read(move |db| puzzles::solver(db, by, game.card.key))
            .await?;
        Ok(solver)
    }

    /// Takes the picked turn as the answer to a puzzle.
    pub(crate) async fn answer_puzzle(&self, by: UserId, shown: BoardView) -> Result<Answered> {
        let About::Puzzle { number, .. } = shown.session.about else {
            return Err(PlayRefusal::NotOnOffer.into());
        };
        let game = shown.ground.game;
        let puzzle = puzzle(game, number).ok_or(PlayRefusal::NotOnOffer)?;
        let whole = shown.whole()?;
        let (turn, after) = (whole.text(), whole.after.text());
        // Different turns that lead to the same position are equal.
        let solution = puzzle.line.first().map(String::as_str).unwrap_or_default();
        let right =
            read_turn(&*shown.ground.from, solution).is_ok_and(|best| best.after.text() == after);
        let mut shown = shown.with_turn(turn.clone())?;
        let (session, now) = (shown.session, self.now());
        let kept = self.write(move |db| {
            let Some(session) = sessions::change_session(db, session, now)? else {
                return Ok(None);
            };
            let begins = first_rating(puzzle);
            let tried = puzzles::puzzle_tried(db, by, game.card.key, number, right, begins, now)?;
            Ok(Some((session, tried)))
        });
        let tried;
        (shown.session, tried) = kept.await?.ok_or(PlayRefusal::PickedAlready)?;
        Ok(Answered {
            shown,
            puzzle,
            number,
            turn,
            right,
            tried,
        })
    }
}

/// The rating of a puzzle before its first try: more turns, higher rating.
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
