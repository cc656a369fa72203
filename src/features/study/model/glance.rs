//! Cells to look at for a turn, which do not reveal the turn itself.

use crate::board::scene::Spot;
use crate::board::{Cell, Seat};
use crate::games::{Chosen, DynPosition, Effect};

/// The greatest distance of neighbouring cells, in units of a scene.
const NEAR: f32 = 1.6;

/// Returns the cells to look at for a turn with these effects; empty if it touches no cell.
/// They are the pieces that the first step moves or removes, or some cells around a placed piece, chosen by `seed`.
pub fn where_to_look(position: &dyn DynPosition, effects: &[Effect], seed: u64) -> Vec<Cell> {
    let first = effects
        .iter()
        .take_while(|effect| **effect != Effect::NextStep);
    let mut cells: Vec<Cell> = first
        .clone()
        .filter_map(|effect| match *effect {
            Effect::Moved { from, .. } => Some(from),
            Effect::Removed { at } => Some(at),
            _ => None,
        })
        .collect();
    if cells.is_empty() {
        let mut placed = first.filter_map(|effect| match *effect {
            Effect::Placed { at, .. } => Some(at),
            _ => None,
        });
        cells = placed
            .next()
            .map(|cell| around(position, cell, seed))
            .unwrap_or_default();
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Returns the piece that a turn with these effects begins by placing: `stone`. `None` if it begins otherwise.
pub fn placed(effects: &[Effect]) -> Option<&'static str> {
    let first = effects
        .iter()
        .take_while(|effect| **effect != Effect::NextStep);
    let mut placed = None;
    for effect in first {
        match effect {
            Effect::Placed { piece, .. } => placed = Some(*piece),
            Effect::Moved { .. } | Effect::Removed { .. } => return None,
            _ => {}
        }
    }
    placed
}

/// Returns a cell and some of its neighbours; the cell is not always in the middle.
fn around(position: &dyn DynPosition, cell: Cell, seed: u64) -> Vec<Cell> {
    let scene = position.scene(Seat::First);
    let full = |cell: Cell| {
        let mut men = scene.men.iter();
        men.any(|man| matches!(man.spot, Spot::On(at) if at == cell))
    };
    let board = &scene.board;
    let near = |cell: Cell| -> Vec<Cell> {
        let Some(shape) = board.cells.iter().find(|shape| shape.cell == cell) else {
            return vec![cell];
        };
        let distance = |x: f32, y: f32| (x - shape.centre.x).hypot(y - shape.centre.y);
        let near = board
            .cells
            .iter()
            .filter(|other| distance(other.centre.x, other.centre.y) <= NEAR);
        near.map(|other| other.cell).collect()
    };
    let candidates = near(cell);
    let number = seed % u64::try_from(candidates.len().max(1)).unwrap_or(1);
    let middle = usize::try_from(number)
        .ok()
        .and_then(|number| candidates.get(number));
    let mut cells = near(middle.copied().unwrap_or(cell));
    cells.retain(|cell| !full(*cell));
    // Cells that cannot be picked now are left out. A choice that begins with a region of the board has no cells.
    if let Some(Chosen::Open(choice)) = position.choose(&[]) {
        let open = choice.cells();
        let known = open.contains(&cell);
        cells.retain(|cell| !known || open.contains(cell));
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{CATALOGUE, GivenOptions, read_turn};

    #[test]
    fn what_is_placed_or_moved_lies_among_the_cells() {
        for game in CATALOGUE {
            let options = game.complete_options(&GivenOptions::new(), || 0).unwrap();
            let mut position = game.start(&options).unwrap();
            for seed in 0..40 {
                let Some(turn) = first_turn(&*position, seed) else {
                    break;
                };
                let read = read_turn(&*position, &turn).unwrap();
                let cells = where_to_look(&*position, &read.effects, seed);
                let touched = read.effects.iter().find_map(|effect| match *effect {
                    Effect::Moved { from, .. } => Some(from),
                    Effect::Placed { at, .. } | Effect::Removed { at } => Some(at),
                    _ => None,
                });
                match touched {
                    Some(cell) => assert!(cells.contains(&cell), "{}: {turn}", game.card.key),
                    None => assert!(cells.is_empty(), "{}: {turn}", game.card.key),
                }
                assert!(cells.len() <= 30, "{}: {turn}", game.card.key);
                let placed = read
                    .effects
                    .first()
                    .is_some_and(|first| matches!(first, Effect::Placed { .. }));
                if let (true, Some(Chosen::Open(choice))) = (placed, position.choose(&[])) {
                    let open = choice.cells();
                    // A choice that begins with a region of the board has no cells.
                    let begins = touched.is_some_and(|cell| open.contains(&cell));
                    assert!(
                        !begins || cells.iter().all(|cell| open.contains(cell)),
                        "{}: {turn} does not begin on some of {cells:?}",
                        game.card.key
                    );
                }
                position = read.after;
            }
        }
    }

    fn first_turn(position: &dyn DynPosition, seed: u64) -> Option<String> {
        let mover = position.to_move();
        let (mut at, mut steps) = (position.boxed_clone(), Vec::new());
        loop {
            let legal = at.steps();
            let number = usize::try_from(seed).unwrap() * 7 % legal.len().max(1);
            steps.push(at.play(legal.get(number)?).unwrap().step);
            if at.to_move() != mover || at.turn().is_empty() {
                return Some(steps.join(" "));
            }
        }
    }
}
