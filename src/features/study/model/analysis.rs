//! The chance to win after each turn of a match, and its turning points.

use std::collections::BTreeMap;

use strum::{IntoStaticStr, VariantArray};

use crate::board::Seat;
use crate::games::{AnyPosition, Verdict, read_turn, written_turn, written_turns};
use crate::matches::{Match, ReplayError};
use crate::search::Proven;

/// The most positions of a match that are analysed: its last ones.
pub const MOST_ANALYSED: usize = 400;

/// The most turns of a better line in a turning point.
const MOST_LINE: usize = 5;

/// An engine's evaluation of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The chance to win of the seat to move, 0–1; a draw counts 0.5.
    pub value: f64,
    /// The proven result for the seat to move.
    pub proven: Option<Proven>,
    /// The best turn and the expected turns after it. Never empty.
    pub line: Vec<String>,
    /// The chance of the seat to move after its best turn, if that position was searched separately.
    pub better: Option<Chance>,
    /// Whether the position had the long search of doubtful positions.
    pub deep: bool,
}

/// The grade of a bad turn by its loss of the chance to win, with the thresholds of Lichess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr, VariantArray)]
#[strum(const_into_str)]
pub enum Grade {
    /// Loses at least 0.1.
    #[strum(serialize = "dubious")]
    Dubious,
    /// Loses at least 0.2.
    #[strum(serialize = "mistake")]
    Mistake,
    /// Loses at least 0.3.
    #[strum(serialize = "blunder")]
    Blunder,
}

impl Grade {
    /// Returns the grade of a loss; `None` if the turn was good enough.
    pub fn of(loss: f64) -> Option<Self> {
        // Rounding can put a loss just below its threshold.
        let least = |grade: &&Grade| loss > grade.least() - 1e-9;
        Self::VARIANTS.iter().rev().find(least).copied()
    }

    /// Returns the threshold of a grade.
    const fn least(self) -> f64 {
        match self {
            Grade::Dubious => 0.1,
            Grade::Mistake => 0.2,
            Grade::Blunder => 0.3,
        }
    }
}

/// A chance to win, with a proven result if there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// 0–1; a draw counts 0.5.
    pub value: f64,
    pub proven: Option<Proven>,
}

impl Chance {
    /// Returns this chance from the other seat's view.
    pub const fn turned(self) -> Self {
        Self {
            value: 1.0 - self.value,
            proven: match self.proven {
                Some(proven) => Some(turned(proven)),
                None => None,
            },
        }
    }

    /// Returns this chance as one that is at most the proven result.
    pub fn at_most(self, most: Proven) -> Self {
        match self.proven {
            _ if most == Proven::Loss => Self::proved(most),
            None => Self {
                value: self.value.min(value_of(most)),
                ..self
            },
            Some(proven) => Self::proved(proven.min(most)),
        }
    }

    const fn proved(proven: Proven) -> Self {
        Self {
            value: value_of(proven),
            proven: Some(proven),
        }
    }

    /// Returns the chance at the end of a game.
    pub fn of(verdict: Verdict, seat: Seat) -> Self {
        Self::proved(match verdict {
            Verdict::Draw => Proven::Draw,
            Verdict::Win(winner) if winner == seat => Proven::Win,
            Verdict::Win(_) => Proven::Loss,
        })
    }
}

const fn value_of(proven: Proven) -> f64 {
    match proven {
        Proven::Loss => 0.0,
        Proven::Draw => 0.5,
        Proven::Win => 1.0,
    }
}

const fn turned(proven: Proven) -> Proven {
    match proven {
        Proven::Loss => Proven::Win,
        Proven::Draw => Proven::Draw,
        Proven::Win => Proven::Loss,
    }
}

/// A turn that lost much of its player's chance to win.
#[derive(Clone, Debug, PartialEq)]
pub struct TurningPoint {
    /// The number of turns made, including this one.
    pub ply: u32,
    /// The number of turns made before it.
    pub from: u32,
    pub seat: Seat,
    /// The turn that was played.
    pub turn: String,
    pub grade: Grade,
    /// The player's chance to win with the better turn.
    pub before: Chance,
    /// The player's chance to win after the turn that was played.
    pub after: Chance,
    /// The better turn and the expected turns after it.
    pub better: Vec<String>,
    /// The turn and the better line in players' notation.
    pub written: Written,
}

/// A turn and a better line in players' notation.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    pub turn: String,
    pub better: Vec<String>,
}

/// The chances and turning points of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The first seat's chance to win on each analysed board, with the number of turns before that board.
    pub chances: Vec<(u32, Chance)>,
    /// The turning points, in the order of the turns.
    pub points: Vec<TurningPoint>,
}

/// The slow loss of a match, in which no single turn of the loser lost much.
#[derive(Clone, Debug, PartialEq)]
pub struct Decline {
    pub seat: Seat,
    /// The plies of the last even board and of the first lost board after it, with the loser's chances.
    pub from: (u32, Chance),
    pub to: (u32, Chance),
    /// The plies between which the loser's chance fell fastest.
    pub bend: (u32, u32),
    /// The loser's worst turns between those boards, in order: the ply after each, and its loss.
    pub turns: Vec<(u32, f64)>,
}

/// The least chance that is even, and the greatest that is lost.
const EVEN: f64 = 0.4;
const LOST: f64 = 0.1;

/// The least loss of a turn that is listed in a decline, and the most such turns.
const LEAST_DECLINE: f64 = 0.015;
const MOST_DECLINE: usize = 3;

/// The number of turns over which the bend of a decline is measured: two of each seat.
const BEND: usize = 4;

impl Analysis {
    /// Returns how this seat, the loser, lost slowly.
    /// `None` if one of its turns lost much, or if its chance fell by less than that altogether.
    pub fn decline(&self, played: &Match, loser: Seat) -> Option<Decline> {
        if self.points.iter().any(|point| point.seat == loser) {
            return None;
        }
        let chances: Vec<(u32, Chance)> = self
            .chances
            .iter()
            .map(|(ply, chance)| match loser {
                Seat::First => (*ply, *chance),
                Seat::Second => (*ply, chance.turned()),
            })
            .collect();
        let least = chances
            .iter()
            .map(|(_, chance)| chance.value)
            .fold(f64::INFINITY, f64::min);
        // A loser that never stood even fell from its best board.
        let best = chances
            .iter()
            .map(|(_, chance)| chance.value)
            .fold(f64::NEG_INFINITY, f64::max);
        let even = EVEN.min(best);
        let from = chances
            .iter()
            .rposition(|(_, chance)| chance.value >= even)?;
        let after = chances.get(from..)?;
        let lost = after
            .iter()
            .position(|(_, chance)| chance.value <= LOST.max(least))?;
        let span = after.get(..=lost)?;
        let (first, last) = (*span.first()?, *span.last()?);
        Grade::of(first.1.value - last.1.value)?;
        let mut turns: Vec<(u32, f64)> = span
            .windows(2)
            .filter_map(|pair| {
                let [(ply, before), (next, after)] = pair else {
                    return None;
                };
                let made = played.record().get(usize::try_from(*ply).ok()?)?;
                let lost = before.value - after.value;
                (made.seat == loser && lost >= LEAST_DECLINE).then_some((*next, lost))
            })
            .collect();
        turns.sort_by(|a, b| b.1.total_cmp(&a.1));
        turns.truncate(MOST_DECLINE);
        turns.sort_by_key(|(ply, _)| *ply);
        let steepest = span
            .windows(span.len().min(BEND + 1))
            .filter_map(|part| Some((part.first()?, part.last()?)))
            .max_by(|a, b| {
                let fall =
                    |((_, from), (_, to)): &(&(u32, Chance), &(u32, Chance))| from.value - to.value;
                // The earliest of equal falls.
                fall(a).total_cmp(&fall(b)).then(b.0.0.cmp(&a.0.0))
            });
        Some(Decline {
            seat: loser,
            from: first,
            to: last,
            bend: steepest.map(|(from, to)| (from.0, to.0))?,
            turns,
        })
    }
}

/// A board of an analysed match.
#[derive(Clone, Debug)]
pub struct AnalysedBoard {
    /// The number of turns before it, as [`Match::ply`] counts them.
    pub ply: u32,
    pub position: AnyPosition,
    /// The turn played on it; `None` on the last board.
    pub played: Option<String>,
}

/// A position to evaluate next.
#[derive(Clone, Debug)]
pub enum Due {
    /// A board of the match.
    Board(u32, AnyPosition),
    /// The position after the best turn of this seat on the board at this ply.
    Better(u32, Seat, AnyPosition),
    /// A board whose estimate is in doubt, for a longer search.
    Deep(u32, AnyPosition),
}

/// Returns the boards of a match to analyse, in order.
pub fn analysed_boards(state: &Match) -> Result<Vec<AnalysedBoard>, ReplayError> {
    let stages = state.stages().count();
    let skipped = stages.saturating_sub(MOST_ANALYSED);
    let mut boards = Vec::new();
    let mut retrace = state.retrace()?;
    for index in 0.. {
        let stage = retrace.stage();
        if index >= skipped {
            let length = stage.record().len();
            boards.push(AnalysedBoard {
                ply: stage.ply(),
                position: stage.position().boxed_clone(),
                played: state
                    .record()
                    .get(length)
                    .and_then(|entry| entry.text.clone()),
            });
        }
        if !retrace.forward()? {
            break;
        }
    }
    Ok(boards)
}

/// The most boards of a match that get a longer search.
const MOST_DEEP: usize = 24;

/// Returns the next position to evaluate; `None` if all are known.
///
/// First each board, then what could accuse a player wrongly: a board that lost the proof of the board before it, and
/// a turn that seems to have lost much.
pub fn next_due(boards: &[AnalysedBoard], known: &BTreeMap<u32, Evaluation>) -> Option<Due> {
    let open = |board: &&AnalysedBoard| {
        board.position.to_move().is_some() && !known.contains_key(&board.ply)
    };
    if let Some(board) = boards.iter().find(open) {
        return Some(Due::Board(board.ply, board.position.clone()));
    }
    let values = Values::of(boards, known);
    let deep = known.values().filter(|one| one.deep).count();
    let deepens = |at: usize| {
        let board = boards.get(at)?;
        let evaluation = known.get(&board.ply)?;
        let wanted = deep < MOST_DEEP && !evaluation.deep && values.proven(at).is_none();
        wanted.then(|| Due::Deep(board.ply, board.position.clone()))
    };
    // A later board may prove the boards before it, so the last one comes first.
    let unproven = (1..boards.len())
        .rev()
        .filter(|at| values.proven(at - 1).is_some());
    if let Some(due) = unproven.filter_map(deepens).next() {
        return Some(due);
    }
    (0..boards.len()).rev().find_map(|at| {
        let board = boards.get(at)?;
        Grade::of(values.loss(at)?)?;
        // A proof needs no second opinion.
        if values.proven(at).is_some() {
            return None;
        }
        if let Some(due) = deepens(at) {
            return Some(due);
        }
        let evaluation = known.get(&board.ply).filter(|one| one.better.is_none())?;
        let seat = board.position.to_move()?;
        let after = read_turn(&*board.position, evaluation.line.first()?)
            .ok()?
            .after;
        // A finished game needs no evaluation.
        after.to_move()?;
        Some(Due::Better(board.ply, seat, after))
    })
}

/// Returns the number of evaluated boards and the number of boards to evaluate.
pub fn progress(boards: &[AnalysedBoard], known: &BTreeMap<u32, Evaluation>) -> (usize, usize) {
    let open = boards
        .iter()
        .filter(|board| board.position.to_move().is_some());
    let done = open.clone().filter(|board| known.contains_key(&board.ply));
    (done.count(), open.count())
}

/// The results of a board that are still possible, for one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bounds {
    least: Proven,
    most: Proven,
}

impl Bounds {
    const OPEN: Self = Self {
        least: Proven::Loss,
        most: Proven::Win,
    };

    const fn exactly(proven: Proven) -> Self {
        Self {
            least: proven,
            most: proven,
        }
    }

    const fn for_seat(self, seat: Seat) -> Self {
        match seat {
            Seat::First => self,
            Seat::Second => Self {
                least: turned(self.most),
                most: turned(self.least),
            },
        }
    }

    /// Returns the common results of both. Bounds that exclude each other leave the first ones.
    fn and(self, other: Self) -> Self {
        let both = Self {
            least: self.least.max(other.least),
            most: self.most.min(other.most),
        };
        if both.least <= both.most { both } else { self }
    }

    fn proven(self) -> Option<Proven> {
        (self.least == self.most).then_some(self.least)
    }

    /// Returns an estimate within these bounds, or the proven result.
    fn chance(self, estimate: f64) -> Chance {
        match self.proven() {
            Some(proven) => Chance::proved(proven),
            None => Chance {
                value: estimate.clamp(value_of(self.least), value_of(self.most)),
                proven: None,
            },
        }
    }
}

/// The values of a match's boards, with each proof carried to the boards before and after it.
///
/// Backwards: a seat can have at least what its turn led to, and at most that if it had no other turn. Forwards: no
/// turn leads a seat to more than it could have, and the turn of a proof leads to no less.
struct Values<'a> {
    boards: &'a [AnalysedBoard],
    known: &'a BTreeMap<u32, Evaluation>,
    /// The results that are possible for the first seat on each board.
    bounds: Vec<Bounds>,
    /// Whether the turn played on each board is the best turn of the board's evaluation.
    best: Vec<bool>,
}

impl<'a> Values<'a> {
    fn of(boards: &'a [AnalysedBoard], known: &'a BTreeMap<u32, Evaluation>) -> Self {
        let bounds = boards.iter().map(|board| {
            let Some(mover) = board.position.to_move() else {
                let verdict = board.position.outcome().map(|outcome| outcome.verdict);
                let proven = verdict.and_then(|verdict| Chance::of(verdict, Seat::First).proven);
                return proven.map_or(Bounds::OPEN, Bounds::exactly);
            };
            let evaluation = known.get(&board.ply);
            let proven = evaluation.and_then(|evaluation| evaluation.proven);
            let own = proven.map_or(Bounds::OPEN, Bounds::exactly);
            // The seat to move has at least what its best turn leads to.
            let better = evaluation.and_then(|evaluation| evaluation.better?.proven);
            let least = better.map_or(Bounds::OPEN, |least| Bounds {
                least,
                ..Bounds::OPEN
            });
            own.and(least).for_seat(mover)
        });
        let best = boards.windows(2).map(|pair| {
            let [board, next] = pair else { return false };
            let (Some(evaluation), Some(played)) = (known.get(&board.ply), &board.played) else {
                return false;
            };
            evaluation.line.first().is_some_and(|best| {
                // Different texts can be the same turn.
                best == played
                    || read_turn(&*board.position, best)
                        .is_ok_and(|best| best.after.text() == next.position.text())
            })
        });
        let mut values = Self {
            boards,
            known,
            bounds: bounds.collect(),
            best: best.collect(),
        };
        values.carry();
        values
    }

    /// Narrows the bounds until no proof carries further.
    fn carry(&mut self) {
        let alone: Vec<bool> = self.boards.iter().map(has_one_turn).collect();
        loop {
            let before = self.bounds.clone();
            // Most proofs carry forwards, so each round goes backwards and then forwards.
            let turns = 0..self.boards.len().saturating_sub(1);
            for at in turns.clone().rev().chain(turns) {
                self.carry_over(at, alone.get(at).copied().unwrap_or(false));
            }
            if self.bounds == before {
                return;
            }
        }
    }

    /// Narrows the bounds of the boards before and after a turn by each other.
    fn carry_over(&mut self, at: usize, alone: bool) {
        let Some(board) = self.boards.get(at) else {
            return;
        };
        let (Some(mover), Some(_)) = (board.position.to_move(), &board.played) else {
            return;
        };
        let (Some(own), Some(next)) = (self.bounds.get(at), self.bounds.get(at + 1)) else {
            return;
        };
        let (own, next) = (own.for_seat(mover), next.for_seat(mover));
        let proven = self.known.get(&board.ply).and_then(|one| one.proven);
        let by_best = proven.filter(|_| self.best.get(at) == Some(&true));
        let (new_own, new_next) = if alone {
            let both = next.and(own);
            (own.and(both), both)
        } else {
            (
                own.and(Bounds {
                    least: next.least,
                    most: Proven::Win,
                }),
                next.and(Bounds {
                    least: by_best.unwrap_or(Proven::Loss).min(own.most),
                    most: own.most,
                }),
            )
        };
        for (at, new) in [(at, new_own), (at + 1, new_next)] {
            if let Some(bounds) = self.bounds.get_mut(at) {
                *bounds = new.for_seat(mover);
            }
        }
    }

    /// Returns the proven result of a board for the first seat.
    fn proven(&self, at: usize) -> Option<Proven> {
        self.bounds.get(at)?.proven()
    }

    /// Returns the chance of a seat on a board, if known.
    fn chance(&self, at: usize, seat: Seat) -> Option<Chance> {
        let bounds = self.bounds.get(at)?.for_seat(seat);
        if let Some(proven) = bounds.proven() {
            return Some(Chance::proved(proven));
        }
        let board = self.boards.get(at)?;
        let mover = board.position.to_move()?;
        let value = self.known.get(&board.ply)?.value;
        Some(bounds.chance(if mover == seat { value } else { 1.0 - value }))
    }

    /// Returns the chance with which the seat to move would have gone on after its best turn.
    fn before(&self, at: usize) -> Option<Chance> {
        let board = self.boards.get(at)?;
        let mover = board.position.to_move()?;
        let evaluation = self.known.get(&board.ply)?;
        // If a second search was made, both values come from searches of the same depth.
        match evaluation.better {
            Some(better) => Some(self.bounds.get(at)?.for_seat(mover).chance(better.value)),
            None => self.chance(at, mover),
        }
    }

    /// Returns how much chance to win a turn lost.
    /// `None` if an evaluation is missing or the turn was the best one.
    fn loss(&self, at: usize) -> Option<f64> {
        let board = self.boards.get(at)?;
        board.played.as_ref()?;
        if self.best.get(at)? == &true {
            return None;
        }
        let after = self.chance(at + 1, board.position.to_move()?)?;
        Some(self.before(at)?.value - after.value)
    }
}

/// Whether the seat to move has only one turn.
fn has_one_turn(board: &AnalysedBoard) -> bool {
    let Some(mover) = board.position.to_move() else {
        return false;
    };
    let mut position = board.position.boxed_clone();
    loop {
        let steps = position.steps();
        let [step] = steps.as_slice() else {
            return false;
        };
        if position.play(step).is_err() {
            return false;
        }
        if position.to_move() != Some(mover) || position.turn().is_empty() {
            return true;
        }
    }
}

/// Builds the analysis of a match from the known evaluations.
pub fn analysis(boards: &[AnalysedBoard], known: &BTreeMap<u32, Evaluation>) -> Analysis {
    let values = Values::of(boards, known);
    let chances = boards
        .iter()
        .enumerate()
        .filter_map(|(at, board)| Some((board.ply, values.chance(at, Seat::First)?)));
    let points = boards.windows(2).enumerate().filter_map(|(at, pair)| {
        let [board, next] = pair else { return None };
        let grade = Grade::of(values.loss(at)?)?;
        let seat = board.position.to_move()?;
        let evaluation = known.get(&board.ply)?;
        let played = board.played.clone()?;
        let line = evaluation.line.get(..MOST_LINE).unwrap_or(&evaluation.line);
        Some(TurningPoint {
            written: Written {
                turn: written_turn(&*board.position, &played),
                better: written_turns(&*board.position, line),
            },
            ply: next.ply,
            from: board.ply,
            seat,
            turn: played,
            grade,
            before: values.before(at)?,
            after: values.chance(at + 1, seat)?,
            better: evaluation.line.clone(),
        })
    });
    Analysis {
        chances: chances.collect(),
        points: points.collect(),
    }
}

/// The progress of an analysis, in positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnalysisProgress {
    pub done: usize,
    pub all: usize,
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::games::{CATALOGUE, Game, GivenOptions, SplitMix64, find};
    use crate::search::{Strength, think};

    #[test]
    fn grades_are_those_of_lichess() {
        for (loss, grade) in [
            (0.05, None),
            (0.1, Some(Grade::Dubious)),
            (0.19, Some(Grade::Dubious)),
            (0.5 - 0.3, Some(Grade::Mistake)),
            (0.9 - 0.6, Some(Grade::Blunder)),
            (1.0, Some(Grade::Blunder)),
            (-0.3, None),
        ] {
            assert_eq!(Grade::of(loss), grade, "{loss}");
        }
    }

    fn boards(turns: &[&str]) -> Vec<AnalysedBoard> {
        let game = find("connect-n").unwrap();
        let options = game.complete_options(&GivenOptions::new(), || 0).unwrap();
        let mut position = game.start(&options).unwrap();
        let mut boards = Vec::new();
        for (ply, turn) in (0..).zip(turns) {
            boards.push(AnalysedBoard {
                ply,
                position: position.clone(),
                played: Some((*turn).to_owned()),
            });
            position.play(turn).unwrap();
        }
        boards.push(AnalysedBoard {
            ply: u32::try_from(turns.len()).unwrap(),
            position,
            played: None,
        });
        boards
    }

    const fn estimate(value: f64) -> Chance {
        Chance {
            value,
            proven: None,
        }
    }

    fn evaluation(value: f64, proven: Option<Proven>, best: &str) -> Evaluation {
        Evaluation {
            value,
            proven,
            line: vec![best.to_owned()],
            better: None,
            deep: false,
        }
    }

    #[test]
    fn everything_is_looked_at_once_and_what_looks_bad_twice() {
        // Red misses that Black is about to have four in a row.
        let boards = boards(&["a", "d", "b", "d", "a", "d", "b", "d"]);
        let mut known = BTreeMap::new();
        let values = [
            (0.5, None, "d"),
            (0.52, None, "d"),
            (0.45, None, "b"),
            (0.55, None, "d"),
            (0.5, None, "a"),
            (0.5, None, "d"),
            (0.6, None, "d"),
            (1.0, Some(Proven::Win), "d"),
        ];
        for (ply, (value, proven, best)) in (0_u32..).zip(values) {
            match next_due(&boards, &known) {
                Some(Due::Board(next, _)) => assert_eq!(next, ply),
                other => panic!("{other:?}"),
            }
            known.insert(ply, evaluation(value, proven, best));
        }
        assert_eq!(progress(&boards, &known), (8, 8));
        // Only turn 7 loses at least 0.1. Its estimate is in doubt, as the next board is proven.
        let Some(Due::Deep(6, _)) = next_due(&boards, &known) else {
            panic!("no longer search is due")
        };
        if let Some(one) = known.get_mut(&6) {
            one.deep = true;
        }
        let Some(Due::Better(6, Seat::First, after)) = next_due(&boards, &known) else {
            panic!("nothing is due")
        };
        assert_eq!(after.to_move(), Some(Seat::Second));
        if let Some(one) = known.get_mut(&6) {
            one.better = Some(estimate(0.35));
        }
        assert!(next_due(&boards, &known).is_none());
        let analysis = analysis(&boards, &known);
        assert_eq!(analysis.chances.len(), 9);
        let (last, end) = analysis.chances[8];
        assert_eq!((last, end.value, end.proven), (8, 0.0, Some(Proven::Loss)));
        let [point] = analysis.points.as_slice() else {
            panic!("{:?}", analysis.points)
        };
        assert_eq!(
            (point.ply, point.seat, point.turn.as_str(), point.grade),
            (7, Seat::First, "b", Grade::Blunder)
        );
        assert_eq!((point.before.value, point.after.value), (0.35, 0.0));
        assert_eq!(point.after.proven, Some(Proven::Loss));
    }

    #[test]
    fn a_second_look_can_clear_a_turn() {
        let boards = boards(&["a", "d"]);
        let mut known: BTreeMap<u32, Evaluation> = [
            (0, evaluation(0.6, None, "d")),
            (1, evaluation(0.55, None, "d")),
            (2, evaluation(0.45, None, "d")),
        ]
        .into();
        assert!(matches!(next_due(&boards, &known), Some(Due::Deep(0, _))));
        if let Some(one) = known.get_mut(&0) {
            one.deep = true;
        }
        assert!(matches!(
            next_due(&boards, &known),
            Some(Due::Better(0, ..))
        ));
        if let Some(one) = known.get_mut(&0) {
            one.better = Some(estimate(0.5));
        }
        assert!(next_due(&boards, &known).is_none());
        assert!(analysis(&boards, &known).points.is_empty());
    }

    /// Returns the value for the seat to move by trying every turn; `None` beyond `depth` steps.
    fn exhaustive(
        position: &AnyPosition,
        depth: u32,
        seen: &mut HashMap<String, Option<Proven>>,
    ) -> Option<Proven> {
        let mover = position.to_move()?;
        let key = format!("{} {} {depth}", position.text(), position.turn().join(" "));
        if let Some(found) = seen.get(&key) {
            return *found;
        }
        let (mut best, mut whole) = (Proven::Loss, true);
        for step in position.steps() {
            let mut next = position.clone();
            next.play(&step).unwrap();
            let value = match next.outcome() {
                Some(outcome) => Chance::of(outcome.verdict, mover).proven,
                None if depth == 0 => None,
                None if next.to_move() == Some(mover) => exhaustive(&next, depth - 1, seen),
                None => exhaustive(&next, depth - 1, seen).map(turned),
            };
            whole &= value.is_some();
            best = best.max(value.unwrap_or(Proven::Loss));
        }
        let found = (whole || best == Proven::Win).then_some(best);
        seen.insert(key, found);
        found
    }

    /// Returns the boards of a match of random turns.
    fn random_boards(game: &Game, given: &[(&str, &str)], seed: u64) -> Vec<AnalysedBoard> {
        let mut options = GivenOptions::new();
        for (key, value) in given {
            options.insert((*key).to_owned(), (*value).to_owned());
        }
        let options = game.complete_options(&options, || 0).unwrap();
        let mut position = game.start(&options).unwrap();
        let mut numbers = SplitMix64::new(seed);
        let mut boards = Vec::new();
        while boards.len() < 200 {
            let mover = position.to_move();
            let from = position.clone();
            let mut turn = Vec::new();
            while mover.is_some() && position.to_move() == mover {
                let steps = position.steps();
                let step = numbers.below(u64::try_from(steps.len()).unwrap());
                let step = &steps[usize::try_from(step).unwrap()];
                turn.push(position.play(step).unwrap().step);
                if position.turn().is_empty() {
                    break;
                }
            }
            let ply = u32::try_from(boards.len()).unwrap();
            let played = mover.map(|_| turn.join(" "));
            boards.push(AnalysedBoard {
                ply,
                position: from,
                played,
            });
            if mover.is_none() {
                break;
            }
        }
        if let Some(last) = boards.last_mut() {
            last.played = None;
        }
        boards
    }

    /// Analyses boards with few nodes, so that only some positions are proved by a search.
    fn searched(boards: &[AnalysedBoard]) -> BTreeMap<u32, Evaluation> {
        searched_with(boards, |deep| Strength::Nodes(if deep { 600 } else { 40 }))
    }

    fn searched_with(
        boards: &[AnalysedBoard],
        strength: impl Fn(bool) -> Strength,
    ) -> BTreeMap<u32, Evaluation> {
        let mut known: BTreeMap<u32, Evaluation> = BTreeMap::new();
        let find = |position: &AnyPosition, deep| {
            think(&**position, strength(deep), 1, &|| false).unwrap()
        };
        while let Some(due) = next_due(boards, &known) {
            match due {
                Due::Board(ply, position) | Due::Deep(ply, position) => {
                    let deep = known.contains_key(&ply);
                    let thought = find(&position, deep);
                    known.insert(
                        ply,
                        Evaluation {
                            value: thought.value,
                            proven: thought.proven,
                            line: thought.line,
                            better: None,
                            deep,
                        },
                    );
                }
                Due::Better(ply, seat, position) => {
                    let thought = find(&position, false);
                    let chance = Chance {
                        value: thought.value,
                        proven: thought.proven,
                    };
                    let own = position.to_move() == Some(seat);
                    let better = Some(if own { chance } else { chance.turned() });
                    known.get_mut(&ply).unwrap().better = better;
                }
            }
        }
        known
    }

    /// Checks that proofs are right and carry, and that no proved loser is accused. Returns the number of proofs that
    /// the solver could check.
    fn check_proofs(boards: &[AnalysedBoard], depth: u32, what: &str) -> usize {
        let known = searched(boards);
        let found = analysis(boards, &known);
        assert_eq!(found.chances.len(), boards.len(), "{what}");
        let (mut seen, mut checked) = (HashMap::new(), 0);
        for (board, (ply, chance)) in boards.iter().zip(&found.chances) {
            let (Some(mover), Some(proven)) = (board.position.to_move(), chance.proven) else {
                continue;
            };
            let own = if mover == Seat::First {
                proven
            } else {
                turned(proven)
            };
            if let Some(exact) = exhaustive(&board.position, depth, &mut seen) {
                assert_eq!(own, exact, "{what}, board {ply}");
                checked += 1;
            }
        }
        for (at, pair) in found.chances.windows(2).enumerate() {
            let (before, after) = (pair[0].1, pair[1].1);
            let mover = boards[at].position.to_move().unwrap();
            let lost = if mover == Seat::First {
                Proven::Loss
            } else {
                Proven::Win
            };
            if before.proven == Some(lost) {
                assert_eq!(after, before, "{what}: a turn of the loser, {at}");
            }
            // The seat to move never gains more than was proved.
            if let Some(most) = before.proven {
                let gained = if mover == Seat::First {
                    after.value - value_of(most)
                } else {
                    value_of(most) - after.value
                };
                assert!(gained <= 1e-9, "{what}: board {at}");
            }
        }
        for point in &found.points {
            assert_ne!(point.before.proven, Some(Proven::Loss), "{what}: {point:?}");
        }
        checked
    }

    #[test]
    fn proofs_carry_and_agree_with_an_exhaustive_search() {
        let game = find("connect-n").unwrap();
        let mut checked = 0;
        for (columns, rows, n) in [("4", "4", "3"), ("5", "4", "4"), ("6", "4", "4")] {
            for seed in 0..12 {
                let given = [("columns", columns), ("rows", rows), ("n", n)];
                let boards = random_boards(game, &given, seed);
                // Boards with few chips take an exhaustive search long.
                let late = boards.len().saturating_sub(11);
                let what = format!("{columns}x{rows}, {n}, seed {seed}");
                checked += check_proofs(&boards[late..], 24, &what);
            }
        }
        assert!(checked > 150, "{checked}");
    }

    #[test]
    fn a_loser_of_seven_by_six_is_not_accused_after_the_proof() {
        let boards = boards(&["d", "e", "d", "c", "d", "d", "d", "g", "d", "e", "c"]);
        let known = searched_with(&boards, |_| Strength::Advice);
        let found = analysis(&boards, &known);
        for (ply, chance) in &found.chances[8..=10] {
            assert_eq!(chance.proven, Some(Proven::Win), "{ply}: {found:?}");
        }
        let accused = |point: &TurningPoint| point.seat == Seat::Second && point.from >= 8;
        assert!(!found.points.iter().any(accused), "{found:?}");
    }

    #[test]
    fn proofs_carry_in_every_game() {
        let mut checked = 0;
        for game in CATALOGUE {
            for seed in 0..2 {
                let boards = random_boards(game, &[], seed);
                let late = boards.len().saturating_sub(30);
                let what = format!("{}, seed {seed}", game.card.key);
                checked += check_proofs(&boards[late..], 1, &what);
            }
        }
        assert!(checked > 0, "{checked}");
    }

    #[test]
    fn a_proof_is_not_replaced_by_an_estimate() {
        // On board 2 Red is proved to lose, and the searches of the boards after it found nothing.
        let boards = boards(&["a", "d", "b", "d", "c", "d"]);
        let mut known: BTreeMap<u32, Evaluation> = (0..=6)
            .map(|ply| (ply, evaluation(0.6, None, "d")))
            .collect();
        known.insert(2, evaluation(0.31, Some(Proven::Loss), "d"));
        let found = analysis(&boards, &known);
        let proven: Vec<_> = found
            .chances
            .iter()
            .map(|(_, chance)| chance.proven)
            .collect();
        let lost = Some(Proven::Loss);
        // Black's turn of board 3 was not the one of the proof in its own search, so from board 4 on it is an estimate.
        // Board 1 was proved backwards: Black's turn led to the proof.
        assert_eq!(proven, [None, lost, lost, lost, None, None, None]);
        assert!(found.points.iter().all(|point| point.from != 2));
    }
}
