//! A step picked piece by piece, without listing all steps: the pieces of a group, then a direction; a dragon, then
//! where it jumps.

use crate::games::Notation;
use std::ops::ControlFlow;

use super::squares::{Direction, Square, Squares};
use super::step::{Group, MOST, Step};
use super::turn::{MOST_MEN, Phase};
use super::{Anache, check};
use crate::board::{Grid, Seat};
use crate::games::choice::{by_path, overlapping};
use crate::games::{Choice, Chosen, Group as Pieces, List, Pick, Position};

/// What ends the key of a jump's dragon.
const JUMPS: char = '*';
/// The most lists of pieces, and the most while the dragon has eight directions to be shown as well.
const LISTS: usize = 3;
const LISTS_OF_DRAGON: usize = 2;
/// The most pieces that fit in those.
const NEAR_DRAGON: usize = 50;

/// Where the keys of some picks lead; `None` when they lead nowhere.
pub(super) fn choose(position: &Anache, picked: &[String]) -> Option<Chosen> {
    position.to_move()?;
    if position.stage.phase == Phase::Done {
        return by_path(position, picked);
    }
    let Some((first, rest)) = picked.split_first() else {
        return Some(Chosen::Open(begin(position)));
    };
    if *first == Step::End.to_string() {
        return chosen(position, Step::End, 1);
    }
    if let Some(dragon) = first.strip_suffix(JUMPS) {
        return jump(position, Square::parse(dragon)?, rest);
    }
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
        None => Some(Chosen::Open(directions(position, group))),
        Some(key) => chosen(
            position,
            Step::Move {
                group,
                direction: Direction::parse(key)?,
            },
            2,
        ),
    }
}

/// The picks of a step, as [`choose`] takes them.
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

/// Which pieces move, which dragon jumps, or that nothing moves any more.
fn begin(position: &Anache) -> Choice {
    let (turn, stage) = (position.turn_now(), &position.stage);
    let movable = movable(position);
    let mut choice = Choice {
        group: grouping(position, movable),
        ..Choice::default()
    };
    choice.question = match (stage.phase, most(position, movable)) {
        (Phase::Dragon(dragon), most) => format!(
            "Which pieces go on with the dragon on {dragon}? Up to {most}, the dragon among them."
        ),
        (_, 1) => String::from("Which piece moves?"),
        (_, most) => format!("Which pieces move? One, or a group of up to {most}."),
    };
    if stage.phase == Phase::Begun {
        let jumpers = stage
            .board
            .dragons(position.geometry, turn.seat)
            .filter(|&from| targets(position, from).next().is_some());
        let jumpers = jumpers.map(|from| {
            Pick::cell(format!("{from}{JUMPS}"), from.cell()).called(format!("{from} Jumps"))
        });
        choice.lists = list(jumpers.collect());
    } else if turn.may_stop(stage) {
        choice.words = vec![
            Pick::word(Step::End.to_string())
                .called("End Turn")
                .about(position.step_words(&Step::End)),
        ];
    }
    choice.letter();
    choice
}

/// In which direction these pieces go; or, as long as they are no group that can go, others of them.
fn directions(position: &Anache, group: Group) -> Choice {
    let start = begin(position);
    let seat = position.mover;
    let picks: Vec<Pick> = Direction::ALL
        .into_iter()
        .filter_map(|direction| {
            let step = Step::Move { group, direction };
            check::check(position, &step).ok()?;
            // The piece that is farthest ahead enters an empty square, and another one in each direction.
            let ahead = group
                .squares()
                .iter()
                .max_by_key(|square| direction.along(**square))?
                .next(direction, position.geometry.size)?;
            let pick = Pick::cell(direction.to_string(), ahead.cell());
            Some(
                pick.called(format!("{direction} {}", arrow(direction, seat)))
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
        for pick in pieces.lists.iter_mut().flat_map(|list| &mut list.picks) {
            pick.offer = None;
        }
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
    let mut choice = Choice {
        question,
        lists: list(picks),
        words: Vec::new(),
        group: group_chosen,
        made,
    };
    choice.letter();
    choice
}

/// Where the dragon on this corner jumps.
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

/// Every piece of a group that may move next.
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

/// How many may move together at the most.
fn most(position: &Anache, movable: Squares) -> usize {
    let (turn, stage) = (position.turn_now(), &position.stage);
    let men_only =
        !matches!(stage.phase, Phase::Dragon(_)) && turn.movers(&stage.board).knights.is_empty();
    (if men_only { MOST_MEN as usize } else { MOST }).min(movable.count() as usize)
}

/// The pieces of which a group is made up, file by file as their player sees them.
fn grouping(position: &Anache, movable: Squares) -> Option<Pieces> {
    if movable.is_empty() {
        return None;
    }
    let mut pieces: Vec<_> = movable
        .map(|square| square_pick(square, format!("File {}", Grid::file_letter(square.file()))))
        .collect();
    let mut lists = LISTS;
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

/// How far a square lies to the right, and how far down and then to the right, on the picture of the seat to move.
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

/// The direction as an arrow on the picture of this seat.
fn arrow(direction: Direction, seat: Seat) -> char {
    let seen = if seat == Seat::First {
        direction
    } else {
        direction.opposite()
    };
    match seen {
        Direction::N => '↑',
        Direction::NE => '↗',
        Direction::E => '→',
        Direction::SE => '↘',
        Direction::S => '↓',
        Direction::SW => '↙',
        Direction::W => '←',
        Direction::NW => '↖',
    }
}
