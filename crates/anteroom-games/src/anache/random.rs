//! Random steps without listing all steps.

use super::Anache;
use super::group::MOST_MEN;
use super::group::{Group, MOST};
use super::groups::Trains;
use super::squares::{Direction, Square, Squares};
use super::step::Step;
use super::turn::Phase;
use crate::playout::listed_step;

/// The most guesses before the steps are listed instead.
const GUESSES: u32 = 24;
/// One in this many steps ends a turn that could go on, or begins a dragon turn if a dragon may jump.
const SELDOM: u64 = 4;

/// Returns a random legal next step; `None` if the game is over.
/// Every step is possible, not equally likely.
pub(super) fn step(position: &Anache, below: &mut impl FnMut(u64) -> u64) -> Option<Step> {
    if position.ending.is_some() {
        return None;
    }
    let (turn, stage) = (position.turn_now(), &position.stage);
    let guess = match stage.phase {
        Phase::Done => pick(turn.barriers(&stage.board), below).map(Step::Remove),
        Phase::Begun => seldom(below).then(|| jump(position, below)).flatten(),
        Phase::Moved | Phase::Dragon(_) => {
            (seldom(below) && turn.may_stop(stage)).then_some(Step::End)
        }
    };
    guess
        .or_else(|| (0..GUESSES).find_map(|_| guess_move(position, below)))
        .or_else(|| listed_step(position, below))
}

fn seldom(below: &mut impl FnMut(u64) -> u64) -> bool {
    below(SELDOM) == 0
}

fn jump(position: &Anache, below: &mut impl FnMut(u64) -> u64) -> Option<Step> {
    let (turn, stage) = (position.turn_now(), &position.stage);
    let from = pick(stage.board.dragons(position.geometry, turn.seat), below)?;
    let to = pick(turn.jump_targets(&stage.board, from), below)?;
    turn.can_end_after_jump(stage, from, to)
        .then_some(Step::Jump { from, to })
}

/// Grows a random group around a random piece; `None` if it may not go in a random direction.
fn guess_move(position: &Anache, below: &mut impl FnMut(u64) -> u64) -> Option<Step> {
    let (turn, stage) = (position.turn_now(), &position.stage);
    let open = turn.open(&stage.board);
    let (root, direction, pieces, most) = if let Phase::Dragon(dragon) = stage.phase {
        let direction = Direction::ALL[below(8) as usize & 7];
        (
            dragon,
            direction,
            stage.board.pieces[turn.seat.index()],
            MOST as u32,
        )
    } else {
        let ranks = turn.movers(&stage.board);
        let root = pick(ranks.men | ranks.knights, below)?;
        let [a, b, c] = Direction::forward(turn.seat);
        let [d, e] = Direction::SIDEWAYS;
        if ranks.men.has(root) && below(2) == 0 {
            (root, [a, b, c][below(3) as usize % 3], ranks.men, MOST_MEN)
        } else {
            (
                root,
                [a, b, c, d, e][below(5) as usize % 5],
                ranks.men | ranks.knights,
                MOST as u32,
            )
        }
    };
    let group = Trains::new(pieces, open, direction, most).random_group(root, below)?;
    let step = Step::Move {
        group: Group::of(group),
        direction,
    };
    // The check of typed steps covers numbers, knights, new pieces and superko.
    super::check::check(position, &step).is_ok().then_some(step)
}

fn pick(squares: Squares, below: &mut impl FnMut(u64) -> u64) -> Option<Square> {
    let count = squares.count();
    if count == 0 {
        None
    } else {
        squares.clone().nth(below(u64::from(count)) as usize)
    }
}
