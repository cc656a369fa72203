//! Checks of a step's legality. Each rule has its own refusal.

use super::board::Board;
use super::geometry::Geometry;
use super::group::Group;
use super::group::MOST_MEN;
use super::squares::{Direction, Square, Squares};
use super::step::Step;
use super::turn::Phase;
use super::{Anache, Illegal};

/// Checks whether the step is legal here: the rules about single squares first, superko last.
pub(super) fn check(position: &Anache, step: &Step) -> Result<(), Illegal> {
    if let Some(ending) = position.ending {
        return Err(Illegal::Over {
            winner: position.mover.other(),
            ending,
        });
    }
    match *step {
        Step::Move { group, direction } => check_move(position, group, direction),
        Step::Jump { from, to } => check_jump(position, from, to),
        Step::Remove(at) => check_removal(position, at),
        Step::End => check_end(position),
    }
}

fn check_move(position: &Anache, group: Group, direction: Direction) -> Result<(), Illegal> {
    on_board(position.geometry, group.squares())?;
    let (turn, stage) = (position.turn_now(), &position.stage);
    moves_go_on(position)?;
    for &at in group.squares() {
        own_piece(position, at)?;
    }
    let set = group.set();
    let Some(one) = set.first() else {
        return Err(Illegal::Unreadable {
            text: format!("-{direction}"),
        });
    };
    if let Phase::Dragon(dragon) = stage.phase {
        if !set.has(dragon) {
            return Err(Illegal::WithoutDragon { dragon });
        }
    } else if let Some(dragon) = (set & stage.board.dragons(position.geometry, turn.seat)).first() {
        return Err(Illegal::DragonApart { dragon });
    }
    if let Some(other) = (set - set.connected_to(Squares::only(one))).first() {
        return Err(Illegal::Apart { one, other });
    }
    if !matches!(stage.phase, Phase::Dragon(_)) {
        check_kinds(position, group, direction)?;
        check_lone(position, set)?;
    }
    check_targets(position, set, direction)?;
    if stage.phase == Phase::Moved && set.is_within(stage.moved) {
        return Err(Illegal::NothingNew { group });
    }
    if !turn.can_end_after(stage, set, direction) {
        return Err(repeats(
            position,
            &turn.after_move(stage, set, direction).0.board,
        ));
    }
    Ok(())
}

/// Checks the numbers and directions of men and knights.
fn check_kinds(position: &Anache, group: Group, direction: Direction) -> Result<(), Illegal> {
    let seat = position.mover;
    let forward = Direction::forward(seat).contains(&direction);
    if group.set().is_within(position.geometry.half[seat.index()]) {
        if group.squares().len() > MOST_MEN as usize {
            return Err(Illegal::TooManyMen { group });
        }
        if !forward {
            return Err(Illegal::MenGoForward { group, seat });
        }
    } else if !forward && !Direction::SIDEWAYS.contains(&direction) {
        return Err(Illegal::NeverBack { group, seat });
    }
    Ok(())
}

/// Refuses the move of a lone piece with an opposing piece ahead of it.
fn check_lone(position: &Anache, set: Squares) -> Result<(), Illegal> {
    let (turn, board) = (position.turn_now(), &position.stage.board);
    let Some(at) = (set & turn.frozen(board)).first() else {
        return Ok(());
    };
    let ahead = Direction::forward(turn.seat)
        .into_iter()
        .filter_map(|forward| at.next(forward, position.geometry.size));
    match ahead
        .into_iter()
        .find(|&square| board.owner(square) == Some(turn.seat.other()))
    {
        Some(facing) => Err(Illegal::Lone { at, facing }),
        None => Ok(()),
    }
}

fn check_targets(position: &Anache, set: Squares, direction: Direction) -> Result<(), Illegal> {
    let (geometry, seat) = (position.geometry, position.mover);
    for at in set {
        let Some(to) = at.next(direction, geometry.size) else {
            return Err(Illegal::OverTheEdge { at, direction });
        };
        if geometry.own_corners[seat.index()].has(to) {
            return Err(Illegal::OwnCorner {
                at,
                corner: to,
                seat,
            });
        }
        if let Some(owner) = position.stage.board.owner(to)
            && !set.has(to)
        {
            return Err(Illegal::Blocked { at, by: to, owner });
        }
    }
    Ok(())
}

fn check_jump(position: &Anache, from: Square, to: Square) -> Result<(), Illegal> {
    let geometry = position.geometry;
    on_board(geometry, &[from, to])?;
    let (turn, stage) = (position.turn_now(), &position.stage);
    moves_go_on(position)?;
    if stage.phase != Phase::Begun {
        return Err(Illegal::LateJump { at: from });
    }
    own_piece(position, from)?;
    let corners = geometry.opposing_corners(turn.seat);
    if !corners.has(from) {
        let (left, right) = (
            corners.first().unwrap_or(from),
            corners.last().unwrap_or(from),
        );
        return Err(Illegal::NoDragon {
            at: from,
            corners: [left, right],
        });
    }
    if geometry.corners.has(to) {
        return Err(Illegal::JumpToCorner { to });
    }
    if let Some(owner) = stage.board.owner(to) {
        return Err(Illegal::JumpToPiece { to, owner });
    }
    if geometry.quarter_across(from).has(to) {
        let corner = (corners - Squares::only(from)).first().unwrap_or(to);
        return Err(Illegal::JumpToQuarter { to, corner });
    }
    if !turn.can_end_after_jump(stage, from, to) {
        return Err(repeats(position, &turn.after_jump(stage, from, to).0.board));
    }
    Ok(())
}

fn check_removal(position: &Anache, at: Square) -> Result<(), Illegal> {
    on_board(position.geometry, &[at])?;
    let (turn, stage) = (position.turn_now(), &position.stage);
    if stage.phase == Phase::Begun {
        return Err(Illegal::RemovalTooEarly { moved: false });
    }
    own_piece(position, at)?;
    let barriers = turn.barriers(&stage.board);
    match barriers.first() {
        None => Err(Illegal::NoBarrier { at }),
        Some(barrier) if !barriers.has(at) => Err(Illegal::NotInBarrier { at, barrier }),
        Some(_) if stage.phase != Phase::Done => Err(Illegal::RemovalTooEarly { moved: true }),
        Some(_) => Ok(()),
    }
}

fn check_end(position: &Anache) -> Result<(), Illegal> {
    let (turn, stage) = (position.turn_now(), &position.stage);
    match stage.phase {
        Phase::Moved | Phase::Dragon(_) if turn.may_stop(stage) => Ok(()),
        Phase::Moved | Phase::Dragon(_) => Err(Illegal::MayNotEnd {
            turns: position.past.when(&stage.board).unwrap_or(position.turns),
        }),
        Phase::Begun | Phase::Done => {
            let barrier = turn
                .barriers(&stage.board)
                .first()
                .filter(|_| stage.phase == Phase::Done);
            Err(
                barrier.map_or(Illegal::NothingToEnd, |barrier| Illegal::EndedAlready {
                    barrier,
                }),
            )
        }
    }
}

/// Refuses moves if only removals are left.
fn moves_go_on(position: &Anache) -> Result<(), Illegal> {
    match position.turn_now().barriers(&position.stage.board).first() {
        Some(barrier) if position.stage.phase == Phase::Done => {
            Err(Illegal::MovesAreOver { barrier })
        }
        _ => Ok(()),
    }
}

fn on_board(geometry: &Geometry, squares: &[Square]) -> Result<(), Illegal> {
    match squares.iter().find(|&&square| !geometry.board.has(square)) {
        Some(&at) => Err(Illegal::OffBoard {
            at,
            size: geometry.size,
        }),
        None => Ok(()),
    }
}

fn own_piece(position: &Anache, at: Square) -> Result<(), Illegal> {
    match position.stage.board.owner(at) {
        Some(owner) if owner == position.mover => Ok(()),
        Some(owner) => Err(Illegal::NotYours { at, owner }),
        None => Err(Illegal::Vacant { at }),
    }
}

fn repeats(position: &Anache, board: &Board) -> Illegal {
    Illegal::Repeats {
        turns: position.past.when(board).unwrap_or(position.turns),
    }
}
