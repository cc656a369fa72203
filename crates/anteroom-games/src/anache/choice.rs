//! A step by picks, without a list of all steps.
//!
//! The player picks a whole group (the most wanted first), or a piece and one of its groups, or piece by piece and
//! then a direction. A jump is a dragon and its destination.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::board::Board;
use super::group::MOST_MEN;
use super::group::{Group, MOST};
use super::picture::arrow;
use super::squares::{Direction, Square, Squares};
use super::step::Step;
use super::turn::Phase;
use super::{Anache, check};
use crate::choice::{LISTED, LISTS, by_path, joined, overlapping, whole_step};
use crate::{Choice, Chosen, Group as Pieces, List, Notation, Pick, Position, step_key};
use anteroom_board::{Grid, Seat};

/// The end of the key of a jump's dragon.
const JUMPS: char = '*';
/// The first character of the key of a piece whose groups are all shown.
const WITH: char = '@';
/// The key for picking a group piece by piece.
const PIECES: &str = "+";
/// The most lists of pieces, and the most if the dragon's eight directions are shown as well.
const PIECE_LISTS: usize = 3;
const LISTS_OF_DRAGON: usize = 2;
/// The most pieces that fit in these lists.
const NEAR_DRAGON: usize = 50;
/// The most moves that are examined for the lists of whole groups.
/// Further moves are picked piece by piece.
const MOST_MOVES: usize = 10_000;

/// Returns the result of some picks by their keys; `None` if they lead nowhere.
pub(super) fn choose(position: &Anache, picked: &[String]) -> Option<Chosen> {
    position.to_move()?;
    if position.stage.phase == Phase::Done {
        return by_path(position, picked);
    }
    let with: Vec<Square> = picked
        .iter()
        .map_while(|key| Square::parse(key.strip_prefix(WITH)?))
        .collect();
    let rest = picked.get(with.len()..)?;
    let Some((first, rest)) = rest.split_first() else {
        return groups(position, &with);
    };
    if !with.is_empty() {
        return match whole_step(position, picked.get(with.len()..)?)?? {
            Chosen::Step { step, used } => Some(Chosen::Step {
                step,
                used: used + with.len(),
            }),
            open => Some(open),
        };
    }
    if *first == Step::End.to_string() {
        return chosen(position, Step::End, 1);
    }
    if let Some(dragon) = first.strip_suffix(JUMPS) {
        return jump(position, Square::parse(dragon)?, rest);
    }
    let (first, rest, used) = match first.as_str() {
        PIECES => match rest.split_first() {
            Some((first, rest)) => (first, rest, 2),
            None => return Some(Chosen::Open(pieces(position)?)),
        },
        _ => (first, rest, 1),
    };
    let Ok(Step::Move { group, .. }) = Step::parse(&format!("{first}-{}", Direction::N)) else {
        return None;
    };
    if !group
        .set()
        .is_within(position.stage.board.pieces[position.mover.index()])
    {
        return None;
    }
    match rest.first() {
        None => Some(Chosen::Open(directions(position, group)?)),
        Some(key) => chosen(
            position,
            Step::Move {
                group,
                direction: Direction::parse(key)?,
            },
            used + 1,
        ),
    }
}

/// Returns the picks of a step, as [`choose`] accepts them.
pub(super) fn path(step: &Step) -> Vec<Pick> {
    match *step {
        Step::Move { group, direction } => vec![
            Pick::word(group.to_string()),
            Pick::word(direction.to_string()),
        ],
        Step::Jump { from, to } => vec![
            Pick::word(format!("{from}{JUMPS}")),
            Pick::cell(to.to_string(), to.cell()),
        ],
        Step::Remove(at) => vec![Pick::cell(step.to_string(), at.cell()).called(at.to_string())],
        Step::End => vec![Pick::word(step.to_string())],
    }
}

fn chosen(position: &Anache, step: Step, used: usize) -> Option<Chosen> {
    check::check(position, &step).ok()?;
    Some(Chosen::Step {
        step: step.to_string(),
        used,
    })
}

/// A group that can go, with its sort key.
struct Way {
    group: Squares,
    direction: Direction,
    taken: u32,
    dragon: bool,
}

/// Returns every group with these pieces that can go, and each direction.
/// Groups with most captures come first, then those that make a dragon, larger groups, groups farther ahead, straight
/// before diagonal moves, and finally in reading order.
fn ways(position: &Anache, with: Squares) -> Vec<Way> {
    let (turn, stage) = (position.turn_now(), &position.stage);
    let dragons = |board: &Board| board.dragons(position.geometry, turn.seat).count();
    let before = dragons(&stage.board);
    let mut ways = Vec::new();
    let _: ControlFlow<()> = turn.for_each_move(stage, &mut |group, direction| {
        if with.is_within(group) {
            let (after, captures) = turn.after_move(stage, group, direction);
            ways.push(Way {
                group,
                direction,
                taken: captures.all().count(),
                dragon: dragons(&after.board) > before,
            });
        }
        if ways.len() < MOST_MOVES {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    let [_, straight, _] = Direction::forward(position.mover);
    let (_, down) = as_seen(position);
    ways.sort_by_cached_key(|way| {
        let first = way.group.map(&down).min();
        let aslant = way.direction != straight;
        let size = Reverse(way.group.count());
        let ahead: i32 = way.group.map(|square| straight.along(square)).sum();
        let (taken, ahead) = (Reverse(way.taken), Reverse(ahead));
        (taken, !way.dragon, size, ahead, aslant, first)
    });
    ways
}

impl Way {
    fn step(&self) -> Step {
        Step::Move {
            group: Group::of(self.group),
            direction: self.direction,
        }
    }

    fn pick(&self, position: &Anache) -> Pick {
        let step = self.step();
        let names: Vec<_> = self.group.map(|square| square.to_string()).collect();
        let arrow = arrow(self.direction, position.mover);
        Pick {
            key: step_key(&step.to_string()),
            cells: self.group.map(Square::cell).collect(),
            ..Pick::word(format!("{} {arrow}", names.join(" ")))
        }
        .about(position.step_words(&step))
        .within(format!("Direction {arrow}"))
    }
}

fn groups(position: &Anache, with: &[Square]) -> Option<Chosen> {
    let set: Squares = with.iter().copied().collect();
    let ways = ways(position, set);
    let (turn, stage) = (position.turn_now(), &position.stage);
    let may_stop = stage.phase != Phase::Begun && turn.may_stop(stage);
    let dragons = if with.is_empty() && stage.phase == Phase::Begun {
        stage.board.dragons(position.geometry, turn.seat)
    } else {
        Squares::NONE
    };
    let mut lists = Vec::new();
    let jumpers = dragons.filter(|&from| targets(position, from).next().is_some());
    let mut first: Vec<Pick> = jumpers
        .map(|from| {
            Pick::cell(format!("{from}{JUMPS}"), from.cell())
                .called(format!("Dragon on {from} jumps"))
        })
        .collect();
    match ways.as_slice() {
        [] if first.is_empty() && !(may_stop && with.is_empty()) => return None,
        [only] if first.is_empty() && !(may_stop && with.is_empty()) => {
            return chosen(position, only.step(), with.len());
        }
        _ => {}
    }
    let all = first.len() + ways.len();
    let picks = ways.iter().map(|way| way.pick(position));
    let question = if with.is_empty() {
        // The groups are in one list. The pieces of all other groups follow it.
        first.extend(picks.take(LISTED.saturating_sub(first.len())));
        let shown = first.len();
        if shown > 0 {
            lists.push(List {
                name: String::from(if all > shown {
                    "Suggested Groups"
                } else {
                    "Groups"
                }),
                picks: first,
            });
        }
        if all > shown {
            let mut pieces = partners(position, &ways, set);
            // A suggested pick is not repeated.
            pieces.retain(|piece| {
                let suggested = lists.iter().flat_map(|list| &list.picks);
                !suggested.clone().any(|pick| pick.label == piece.label)
            });
            let others = joined(pieces).into_iter();
            lists.extend(others.take(PIECE_LISTS).map(|list| List {
                name: format!("From One Piece: {}", list.name),
                ..list
            }));
        }
        match stage.phase {
            Phase::Dragon(dragon) => format!("Which group goes on with the dragon on {dragon}?"),
            _ => String::from("Which group moves?"),
        }
    } else {
        let fits = all <= LISTS * LISTED;
        let shown = if fits { LISTS } else { LISTS - 1 };
        lists = joined(by_direction(picks.take(shown * LISTED).collect()));
        lists.truncate(shown);
        if !fits {
            let mut picks = partners(position, &ways, set);
            picks.truncate(LISTED);
            let name = String::from("With Another Piece");
            lists.push(List { name, picks });
        }
        String::from("Which group moves, and where?")
    };
    let mut words = Vec::new();
    if may_stop && with.is_empty() {
        words.push(
            Pick::word(Step::End.to_string())
                .called("End Turn")
                .about(position.step_words(&Step::End)),
        );
    }
    if all > LISTED && with.is_empty() {
        words.push(Pick::word(PIECES).called("Choose Pieces"));
    }
    let made = with
        .iter()
        .map(|square| Pick::cell(square.to_string(), square.cell()))
        .collect();
    Some(Chosen::Open(Choice {
        question,
        lists,
        words,
        group: None,
        made,
    }))
}

/// Groups these picks by direction, with a piece that goes alone before its groups.
fn by_direction(mut picks: Vec<Pick>) -> Vec<Pick> {
    picks.sort_by(|a, b| {
        let alone = |pick: &Pick| pick.cells.len() == 1;
        let direction = a.region.cmp(&b.region);
        direction.then(alone(b).cmp(&alone(a)))
    });
    picks
}

/// Returns the pieces of these ways except those of the set.
/// Each pick leads to all groups with its piece.
fn partners(position: &Anache, ways: &[Way], without: Squares) -> Vec<Pick> {
    let all = ways.iter().fold(Squares::NONE, |all, way| all | way.group) - without;
    let (across, down) = as_seen(position);
    let mut pieces: Vec<Square> = all.collect();
    pieces.sort_by_key(|square| (across(*square), down(*square)));
    let pick = |square: Square| {
        let key = format!("{WITH}{square}");
        let region = format!("File {}", Grid::file_letter(square.file()));
        let mut with = ways.iter().filter(|way| way.group.has(square));
        let first = with.next().map(|way| way.pick(position));
        let pick = match (first, with.count()) {
            (Some(only), 0) => Pick { key, ..only },
            (_, more) => Pick::cell(key, square.cell())
                .called(square.to_string())
                .about(format!("in {} groups", more + 1)),
        };
        pick.within(region)
    };
    pieces.into_iter().map(pick).collect()
}

fn pieces(position: &Anache) -> Option<Choice> {
    let movable = movable(position);
    let most = most(position, movable);
    let question = match (position.stage.phase, most) {
        (Phase::Dragon(dragon), most) => format!(
            "Which pieces go on with the dragon on {dragon}? Up to {most}, the dragon among them."
        ),
        (_, 1) => String::from("Which piece moves?"),
        (_, most) => format!("Which pieces move? One, or a group of up to {most}."),
    };
    Some(Choice {
        question,
        group: Some(grouping(position, movable)?),
        ..Choice::default()
    })
}

fn directions(position: &Anache, group: Group) -> Option<Choice> {
    let start = pieces(position)?;
    let seat = position.mover;
    let picks: Vec<Pick> = Direction::ALL
        .into_iter()
        .filter_map(|direction| {
            let step = Step::Move { group, direction };
            check::check(position, &step).ok()?;
            // The piece that is farthest ahead enters an empty square, a different one in each direction.
            let ahead = group
                .squares()
                .iter()
                .max_by_key(|square| direction.along(**square))?
                .next(direction, position.geometry.size)?;
            // A compass point would contradict the arrow on a turned board.
            let pick = Pick::cell(direction.to_string(), ahead.cell());
            Some(
                pick.called(format!("{} {ahead}", arrow(direction, seat)))
                    .about(position.step_words(&step)),
            )
        })
        .collect();
    let group_chosen = start.group.map(|mut pieces| {
        pieces.chosen = group.squares().iter().map(ToString::to_string).collect();
        let straight = Step::Move {
            group,
            direction: Direction::forward(seat)[1],
        };
        pieces.note = match check::check(position, &straight) {
            Err(illegal) if picks.is_empty() => illegal.to_string(),
            _ => String::new(),
        };
        pieces
    });
    let question = if picks.is_empty() {
        start.question
    } else {
        String::from("In which direction?")
    };
    let made = group
        .squares()
        .iter()
        .map(|square| Pick::cell(square.to_string(), square.cell()))
        .collect();
    Some(Choice {
        question,
        lists: list(picks),
        words: Vec::new(),
        group: group_chosen,
        made,
    })
}

/// Offers the destinations of the dragon on this corner.
fn jump(position: &Anache, from: Square, mut picked: &[String]) -> Option<Chosen> {
    if position.stage.phase != Phase::Begun
        || !position
            .stage
            .board
            .dragons(position.geometry, position.mover)
            .has(from)
    {
        return None;
    }
    let pick = |to: Square| {
        let (square, pick) = square_pick(to, format!("Rank {}", to.rank() + 1));
        (
            square,
            pick.about(position.step_words(&Step::Jump { from, to })),
        )
    };
    let mut picks: Vec<_> = targets(position, from).map(pick).collect();
    let (_, down) = as_seen(position);
    picks.sort_by_key(|(square, _)| down(*square));
    let all = picked.len();
    match Choice::among(
        picks.into_iter().map(|(_, pick)| pick).collect(),
        &mut picked,
    )? {
        Err(pick) => chosen(
            position,
            Step::Jump {
                from,
                to: Square::parse(&pick.key)?,
            },
            1 + all - picked.len(),
        ),
        Ok(choice) => {
            let made = vec![Pick::cell(from.to_string(), from.cell())];
            Some(Chosen::Open(Choice {
                question: format!("Where does the dragon on {from} come down?"),
                made,
                ..choice
            }))
        }
    }
}

fn targets(position: &Anache, from: Square) -> impl Iterator<Item = Square> {
    let (turn, stage) = (position.turn_now(), &position.stage);
    turn.jump_targets(&stage.board, from)
        .filter(move |&to| turn.can_end_after_jump(stage, from, to))
}

/// Returns the pieces of all groups that may move next.
fn movable(position: &Anache) -> Squares {
    let (turn, stage) = (position.turn_now(), &position.stage);
    let own = stage.board.pieces[turn.seat.index()];
    let mut movable = Squares::NONE;
    let _: ControlFlow<()> = turn.for_each_move(stage, &mut |group, _| {
        movable |= group;
        if movable == own {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    movable
}

/// Returns the largest number of pieces that may move together.
fn most(position: &Anache, movable: Squares) -> usize {
    let (turn, stage) = (position.turn_now(), &position.stage);
    let men_only =
        !matches!(stage.phase, Phase::Dragon(_)) && turn.movers(&stage.board).knights.is_empty();
    (if men_only { MOST_MEN as usize } else { MOST }).min(movable.count() as usize)
}

/// Returns the pieces for a group, file by file as their player sees them.
fn grouping(position: &Anache, movable: Squares) -> Option<Pieces> {
    if movable.is_empty() {
        return None;
    }
    let mut pieces: Vec<_> = movable
        .map(|square| square_pick(square, format!("File {}", Grid::file_letter(square.file()))))
        .collect();
    let mut lists = PIECE_LISTS;
    if let Phase::Dragon(dragon) = position.stage.phase {
        pieces.sort_by_key(|(square, _)| {
            square
                .file()
                .abs_diff(dragon.file())
                .max(square.rank().abs_diff(dragon.rank()))
        });
        pieces.truncate(NEAR_DRAGON);
        lists = LISTS_OF_DRAGON;
    }
    let (across, down) = as_seen(position);
    pieces.sort_by_key(|(square, _)| (across(*square), down(*square)));
    let lists = overlapping(pieces.into_iter().map(|(_, pick)| pick).collect(), lists);
    Some(Pieces {
        lists,
        chosen: Vec::new(),
        most: most(position, movable),
        note: String::new(),
    })
}

fn square_pick(square: Square, region: String) -> (Square, Pick) {
    (
        square,
        Pick::cell(square.to_string(), square.cell()).within(region),
    )
}

fn list(picks: Vec<Pick>) -> Vec<List> {
    if picks.is_empty() {
        Vec::new()
    } else {
        vec![List {
            name: String::new(),
            picks,
        }]
    }
}

/// Returns functions for a square's column, and for its row and column, as the seat to move sees them.
fn as_seen(position: &Anache) -> (impl Fn(Square) -> u8, impl Fn(Square) -> (u8, u8)) {
    let (last, turned) = (position.geometry.size - 1, position.mover == Seat::Second);
    let across = move |square: Square| {
        if turned {
            last - square.file()
        } else {
            square.file()
        }
    };
    let down = move |square: Square| {
        if turned {
            square.rank()
        } else {
            last - square.rank()
        }
    };
    (across, move |square| (down(square), across(square)))
}
