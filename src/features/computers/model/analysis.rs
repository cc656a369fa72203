//! The chance to win after each turn of a match, and its turning points.

use std::collections::BTreeMap;

use strum::{IntoStaticStr, VariantArray};

use crate::board::Seat;
use crate::games::{AnyPosition, Verdict, read_turn, written_line, written_turn};
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
    /// The chance to win of the seat to move after its best turn, if that position was searched separately.
    pub better: Option<f64>,
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
        let proven = match self.proven {
            Some(Proven::Win) => Some(Proven::Loss),
            Some(Proven::Loss) => Some(Proven::Win),
            other => other,
        };
        Self {
            value: 1.0 - self.value,
            proven,
        }
    }

    /// Returns the chance at the end of a game.
    pub fn of(verdict: Verdict, seat: Seat) -> Self {
        let (value, proven) = match verdict {
            Verdict::Draw => (0.5, Proven::Draw),
            Verdict::Win(winner) if winner == seat => (1.0, Proven::Win),
            Verdict::Win(_) => (0.0, Proven::Loss),
        };
        Self {
            value,
            proven: Some(proven),
        }
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
    /// The loser's worst turns between those boards, in order: the ply after each, and its loss.
    pub turns: Vec<(u32, f64)>,
}

/// The least chance that is even, and the greatest that is lost.
const EVEN: f64 = 0.4;
const LOST: f64 = 0.1;

/// The least loss of a turn that is listed in a decline, and the most such turns.
const LEAST_DECLINE: f64 = 0.015;
const MOST_DECLINE: usize = 3;

impl Analysis {
    /// Returns how this seat, the loser, lost slowly.
    /// `None` if one of its turns lost much, or if its chance was never even.
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
        let from = chances
            .iter()
            .rposition(|(_, chance)| chance.value >= EVEN)?;
        let after = chances.get(from..)?;
        let lost = after.iter().position(|(_, chance)| chance.value <= LOST);
        let span = after.get(..=lost?)?;
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
        Some(Decline {
            seat: loser,
            from: *span.first()?,
            to: *span.last()?,
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
}

impl Match {
    /// Returns the boards of a match to analyse, in order.
    pub fn analysed_boards(&self) -> Result<Vec<AnalysedBoard>, ReplayError> {
        let stages = self.stages().count();
        let skipped = stages.saturating_sub(MOST_ANALYSED);
        let mut boards = Vec::new();
        let mut retrace = self.retrace()?;
        for index in 0.. {
            let stage = retrace.stage();
            if index >= skipped {
                let length = stage.record().len();
                boards.push(AnalysedBoard {
                    ply: stage.ply(),
                    position: stage.position().boxed_clone(),
                    played: self
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
}

/// Returns the next position to evaluate; `None` if all are known.
pub fn next_due(boards: &[AnalysedBoard], known: &BTreeMap<u32, Evaluation>) -> Option<Due> {
    let open = |board: &&AnalysedBoard| {
        board.position.to_move().is_some() && !known.contains_key(&board.ply)
    };
    if let Some(board) = boards.iter().find(open) {
        return Some(Due::Board(board.ply, board.position.clone()));
    }
    boards.windows(2).find_map(|pair| {
        let [board, next] = pair else { return None };
        let evaluation = known.get(&board.ply).filter(|one| one.better.is_none())?;
        let seat = board.position.to_move()?;
        loss(board, next, known).and_then(Grade::of)?;
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

/// Returns how much chance to win a turn lost.
/// `None` if an evaluation is missing or the turn was the best one.
fn loss(
    board: &AnalysedBoard,
    next: &AnalysedBoard,
    known: &BTreeMap<u32, Evaluation>,
) -> Option<f64> {
    let seat = board.position.to_move()?;
    let evaluation = known.get(&board.ply)?;
    let played = board.played.as_ref()?;
    let best = evaluation.line.first()?;
    if best == played {
        return None;
    }
    // Different texts can be the same turn.
    let same = read_turn(&*board.position, best)
        .is_ok_and(|best| best.after.text() == next.position.text());
    if same {
        return None;
    }
    let after = chance_of(next, seat, known)?;
    // If a second search was made, both values come from searches of the same depth.
    let before = evaluation.better.unwrap_or(evaluation.value);
    Some(before - after.value)
}

/// Returns the chance of a seat on a board, if known.
fn chance_of(
    board: &AnalysedBoard,
    seat: Seat,
    known: &BTreeMap<u32, Evaluation>,
) -> Option<Chance> {
    let Some(mover) = board.position.to_move() else {
        return Some(Chance::of(board.position.outcome()?.verdict, seat));
    };
    let evaluation = known.get(&board.ply)?;
    let own = Chance {
        value: evaluation.value,
        proven: evaluation.proven,
    };
    Some(if mover == seat { own } else { own.turned() })
}

/// Builds the analysis of a match from the known evaluations.
pub fn analysis(boards: &[AnalysedBoard], known: &BTreeMap<u32, Evaluation>) -> Analysis {
    let chances = boards
        .iter()
        .filter_map(|board| Some((board.ply, chance_of(board, Seat::First, known)?)));
    let points = boards.windows(2).filter_map(|pair| {
        let [board, next] = pair else { return None };
        let grade = Grade::of(loss(board, next, known)?)?;
        let seat = board.position.to_move()?;
        let evaluation = known.get(&board.ply)?;
        let played = board.played.clone()?;
        let line = evaluation.line.get(..MOST_LINE).unwrap_or(&evaluation.line);
        Some(TurningPoint {
            written: Written {
                turn: written_turn(&*board.position, &played),
                better: written_line(&*board.position, board.ply, line),
            },
            ply: next.ply,
            from: board.ply,
            seat,
            turn: played,
            grade,
            before: Chance {
                value: evaluation.better.unwrap_or(evaluation.value),
                proven: evaluation.proven,
            },
            after: chance_of(next, seat, known)?,
            better: evaluation.line.clone(),
        })
    });
    Analysis {
        chances: chances.collect(),
        points: points.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GivenOptions, find};

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

    fn evaluation(value: f64, proven: Option<Proven>, best: &str) -> Evaluation {
        Evaluation {
            value,
            proven,
            line: vec![best.to_owned()],
            better: None,
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
        // Only turn 7 loses at least 0.1.
        let Some(Due::Better(6, Seat::First, after)) = next_due(&boards, &known) else {
            panic!("nothing is due")
        };
        assert_eq!(after.to_move(), Some(Seat::Second));
        if let Some(one) = known.get_mut(&6) {
            one.better = Some(0.35);
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
        assert!(matches!(
            next_due(&boards, &known),
            Some(Due::Better(0, ..))
        ));
        if let Some(one) = known.get_mut(&0) {
            one.better = Some(0.5);
        }
        assert!(next_due(&boards, &known).is_none());
        assert!(analysis(&boards, &known).points.is_empty());
    }
}
