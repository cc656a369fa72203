//! The goals of a lesson's turn.

use std::ops::ControlFlow;
use std::str::FromStr;

use super::each_turn;
use crate::words::kind_word;
use crate::{DynPosition, Effect, TurnRead, Verdict};
use anteroom_board::scene::Spot;
use anteroom_board::{Cell, Seat};

/// The most steps that are tried to find a win: enough for games with some dozens of turns.
const MOST_TRIED: usize = 20_000;

/// A condition on a turn: clauses joined by `and`, each negated by an optional `not`.
///
/// | clause | met when the turn |
/// | --- | --- |
/// | `captures 2`, `captures 2 by crushing` | captures at least this many pieces of the other side, by that rule |
/// | `moves 3` | moves at least this many pieces |
/// | `moves from c3`, `moves to c4` | moves a piece from or to that cell |
/// | `places on d1, e1` | places a piece on each of these cells |
/// | `promotes to dragon` | promotes a piece to that kind |
/// | `removes 1` | takes off at least this many own pieces |
/// | `passes`, `swaps` | is a pass, or swaps the colours |
/// | `plays d4, d5` | is one of these turns |
/// | `has 2 dragons` | leaves its side at least this many pieces of that kind |
/// | `counts 7`, `gives 3` | leaves its side at least this many points or pieces, or the other side at most this many, as counted now |
/// | `keeps groups 6,6,3` | leaves its side these groups to place |
/// | `passes over` | leaves the other side without a move, so that it is passed over |
/// | `wins` | wins |
/// | `leaves no win` | leaves the other side no turn that wins at once |
/// | `leaves no capture` | leaves the other side no turn that captures |
/// | `forces a capture` | leaves the other side only turns that capture |
/// | `wins next` | leaves its side a win in the next turn after every turn of the other side |
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal(Vec<Clause>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Clause {
    negated: bool,
    what: What,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    Captures { least: usize, by: Option<String> },
    Moves(usize),
    MovesFrom(String),
    MovesTo(String),
    PlacesOn(Vec<String>),
    PromotesTo(String),
    Removes(usize),
    Passes,
    Swaps,
    Plays(Vec<String>),
    Has { least: usize, kind: String },
    Counts(u32),
    Gives(u32),
    Keeps(String),
    PassesOver,
    Wins,
    LeavesNoWin,
    LeavesNoCapture,
    ForcesACapture,
    WinsNext,
}

impl Goal {
    /// Whether a whole turn from this position meets the goal.
    #[must_use]
    pub fn is_met(&self, before: &dyn DynPosition, turn: &TurnRead) -> bool {
        let Some(mover) = before.to_move() else {
            return false;
        };
        self.0
            .iter()
            .all(|clause| clause.what.is_met(mover, turn) != clause.negated)
    }
}

impl What {
    fn is_met(&self, mover: Seat, turn: &TurnRead) -> bool {
        let after = &*turn.after;
        let count = |counts: &dyn Fn(&Effect) -> bool| {
            turn.effects.iter().filter(|effect| counts(effect)).count()
        };
        let is = |cell: Cell, name: &str| after.cell_name(cell).eq_ignore_ascii_case(name);
        let tally = |seat: Seat| after.tally().map(|tally| tally[seat.index()]);
        match self {
            What::Captures { least, by: rule } => {
                count(&|effect| match effect {
                    Effect::Captured { by, own, .. } => {
                        !own && rule.as_ref().is_none_or(|rule| rule == by)
                    }
                    _ => false,
                }) >= *least
            }
            What::Moves(least) => count(&|effect| matches!(effect, Effect::Moved { .. })) >= *least,
            What::MovesFrom(name) => {
                count(&|effect| matches!(effect, Effect::Moved { from, .. } if is(*from, name))) > 0
            }
            What::MovesTo(name) => {
                count(&|effect| matches!(effect, Effect::Moved { to, .. } if is(*to, name))) > 0
            }
            What::PlacesOn(names) => names.iter().all(|name| {
                count(&|effect| matches!(effect, Effect::Placed { at, .. } if is(*at, name))) > 0
            }),
            What::PromotesTo(kind) => {
                count(&|effect| matches!(effect, Effect::Promoted { piece, .. } if piece == kind))
                    > 0
            }
            What::Removes(least) => {
                count(&|effect| matches!(effect, Effect::Removed { .. })) >= *least
            }
            What::Passes => turn
                .effects
                .iter()
                .all(|effect| matches!(effect, Effect::Passed(_) | Effect::PassedOver(_))),
            What::Swaps => count(&|effect| matches!(effect, Effect::Swapped)) > 0,
            What::Plays(turns) => turns.contains(&turn.text()),
            What::Has { least, kind } => {
                let scene = after.scene(Seat::First);
                let colour = after.colour_of(mover);
                let own = scene.men.iter().filter(|man| {
                    man.colour == colour
                        && matches!(man.spot, Spot::On(_))
                        && [1, 2]
                            .iter()
                            .any(|many| kind_word(man.kind, *many) == *kind)
                });
                own.count() >= *least
            }
            What::Counts(least) => tally(mover).is_some_and(|points| points >= *least),
            What::Gives(most) => tally(mover.other()).is_some_and(|points| points <= *most),
            What::Keeps(stock) => after.stock()[mover.index()] == *stock,
            What::PassesOver => {
                count(&|effect| matches!(effect, Effect::PassedOver(seat) if *seat != mover)) > 0
            }
            What::Wins => wins(after, mover),
            What::LeavesNoWin => {
                wins(after, mover)
                    || (after.outcome().is_none() && can_win(after, mover.other()) == Some(false))
            }
            What::LeavesNoCapture => {
                every_turn(after, mover.other(), |turn| !captures(turn)) == Some(true)
            }
            What::ForcesACapture => {
                after.to_move() == Some(mover.other())
                    && every_turn(after, mover.other(), captures) == Some(true)
            }
            What::WinsNext => wins(after, mover) || wins_next(after, mover),
        }
    }
}

fn wins(position: &dyn DynPosition, seat: Seat) -> bool {
    position
        .outcome()
        .is_some_and(|outcome| outcome.verdict == Verdict::Win(seat))
}

fn captures(turn: &TurnRead) -> bool {
    let is_capture = |effect: &Effect| matches!(effect, Effect::Captured { own: false, .. });
    turn.effects.iter().any(is_capture)
}

/// Whether all of a seat's turns meet a condition; `None` if it has too many to try.
/// Returns `true` for a seat without turns.
fn every_turn(
    position: &dyn DynPosition,
    seat: Seat,
    is_such: impl Fn(&TurnRead) -> bool,
) -> Option<bool> {
    if position.to_move() != Some(seat) {
        return Some(true);
    }
    let mut every = true;
    let all = each_turn(position, MOST_TRIED, |turn| {
        every = is_such(turn);
        if every {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    (all || !every).then_some(every)
}

/// Whether a seat can win at once; `None` if it has too many turns to try.
fn can_win(position: &dyn DynPosition, seat: Seat) -> Option<bool> {
    every_turn(position, seat, |turn| !wins(&*turn.after, seat)).map(|none| !none)
}

/// Whether a seat can win with its next turn after every turn of the other seat.
fn wins_next(position: &dyn DynPosition, seat: Seat) -> bool {
    if position.outcome().is_some() {
        return false;
    }
    if position.to_move() == Some(seat) {
        return can_win(position, seat) == Some(true);
    }
    let answered =
        |turn: &TurnRead| wins(&*turn.after, seat) || can_win(&*turn.after, seat) == Some(true);
    every_turn(position, seat.other(), answered) == Some(true)
}

impl FromStr for Goal {
    /// A sentence about the unreadable part.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let clauses = text.split(" and ").map(|text| {
            let (negated, rest) = match text.strip_prefix("not ") {
                Some(rest) => (true, rest),
                None => (false, text),
            };
            let what = What::read(rest).ok_or_else(|| format!("{text} is no goal"))?;
            Ok(Clause { negated, what })
        });
        clauses.collect::<Result<_, _>>().map(Self)
    }
}

impl What {
    fn read(text: &str) -> Option<Self> {
        let names = |text: &str| -> Vec<String> { text.split(", ").map(str::to_owned).collect() };
        let word = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Some(match text {
            "passes" => What::Passes,
            "swaps" => What::Swaps,
            "passes over" => What::PassesOver,
            "wins" => What::Wins,
            "leaves no win" => What::LeavesNoWin,
            "leaves no capture" => What::LeavesNoCapture,
            "forces a capture" => What::ForcesACapture,
            "wins next" => What::WinsNext,
            _ => {
                let (verb, rest) = text.split_once(' ')?;
                match (verb, rest.split_once(' ')) {
                    ("captures", Some((least, rest))) => What::Captures {
                        least: least.parse().ok()?,
                        by: Some(word(rest.strip_prefix("by ")?)?),
                    },
                    ("captures", None) => What::Captures {
                        least: rest.parse().ok()?,
                        by: None,
                    },
                    ("moves", Some(("from", cell))) => What::MovesFrom(word(cell)?),
                    ("moves", Some(("to", cell))) => What::MovesTo(word(cell)?),
                    ("moves", None) => What::Moves(rest.parse().ok()?),
                    ("places", Some(("on", cells))) => What::PlacesOn(names(cells)),
                    ("promotes", Some(("to", piece))) => What::PromotesTo(word(piece)?),
                    ("removes", None) => What::Removes(rest.parse().ok()?),
                    ("keeps", _) => What::Keeps(rest.to_owned()),
                    ("plays", _) => What::Plays(names(rest)),
                    ("has", Some((least, kind))) => What::Has {
                        least: least.parse().ok()?,
                        kind: word(kind)?,
                    },
                    ("counts", None) => What::Counts(rest.parse().ok()?),
                    ("gives", None) => What::Gives(rest.parse().ok()?),
                    _ => return None,
                }
            }
        })
    }
}
