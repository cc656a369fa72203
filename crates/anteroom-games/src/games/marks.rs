use std::collections::BTreeSet;

use super::{DynPosition, Effect};
use crate::board::scene::{Mark, MarkKind, Sign};
use crate::board::{Cell, Seat};

/// The sign of a rule of capture. A game with one rule needs none.
fn sign_of(rule: &str) -> Sign {
    match rule {
        "custodianship" => Sign::Custodianship,
        "intervention" => Sign::Intervention,
        "crushing" => Sign::Crushing,
        _ => Sign::Plain,
    }
}

impl Effect {
    /// How the picture after the step points this out.
    pub fn marks(self) -> impl Iterator<Item = Mark> {
        let mark = |cell, kind| Some(Mark { cell, kind });
        let marks = match self {
            Effect::Moved { from, to, .. } => [mark(from, MarkKind::From), mark(to, MarkKind::To)],
            Effect::Placed { at, .. } => [mark(at, MarkKind::To), None],
            Effect::Captured { at, by, looks, .. } => [
                mark(at, MarkKind::Ghost(looks.0, looks.1)),
                mark(at, MarkKind::Captured(sign_of(by))),
            ],
            Effect::Removed { at } => [mark(at, MarkKind::Captured(Sign::Plain)), None],
            Effect::Promoted { .. }
            | Effect::Passed(_)
            | Effect::Swapped
            | Effect::PassedOver(_)
            | Effect::NextStep => [None, None],
        };
        marks.into_iter().flatten()
    }
}

/// Adds what the next step of a turn did to what the steps before it did.
pub fn add_step(turn: &mut Vec<Effect>, step: Vec<Effect>) {
    if !turn.is_empty() {
        turn.push(Effect::NextStep);
    }
    turn.extend(step);
}

/// How the picture after a turn points out what the turn did. Where several steps did something, each of them has its
/// number, on the cells where its pieces arrived or came off.
#[must_use]
pub fn turn_marks(turn: &[Effect]) -> Vec<Mark> {
    let steps = turn.split(|effect| *effect == Effect::NextStep);
    let steps: Vec<&[Effect]> = steps
        .filter(|step| step.iter().any(|effect| effect.marks().next().is_some()))
        .collect();
    let mut marks: Vec<Mark> = Vec::new();
    for (number, step) in (1..=u8::MAX).zip(&steps) {
        for mark in step_marks(step, (steps.len() > 1).then_some(number)) {
            // A piece that went on has not arrived, and a cell that was entered again is not empty.
            let outdated = |old: &Mark| match mark.kind {
                MarkKind::From => old.kind == MarkKind::To,
                MarkKind::To => matches!(old.kind, MarkKind::From | MarkKind::Step(_)),
                _ => false,
            };
            marks.retain(|old| old.cell != mark.cell || !outdated(old));
            marks.push(mark);
        }
    }
    marks
}

/// The marks of one step, with its number if it has one. Where a piece left and another one of the same group arrived,
/// the arrival counts.
fn step_marks(step: &[Effect], number: Option<u8>) -> Vec<Mark> {
    let mut marks: Vec<Mark> = step.iter().flat_map(|effect| effect.marks()).collect();
    let arrivals: Vec<Cell> = marks
        .iter()
        .filter(|mark| mark.kind == MarkKind::To)
        .map(|mark| mark.cell)
        .collect();
    marks.retain(|mark| mark.kind != MarkKind::From || !arrivals.contains(&mark.cell));
    let removed = step.iter().filter_map(|effect| {
        if let Effect::Removed { at } = effect {
            Some(*at)
        } else {
            None
        }
    });
    let numbered = arrivals.into_iter().chain(removed);
    marks.extend(numbered.flat_map(|cell| {
        number.map(|number| Mark {
            cell,
            kind: MarkKind::Step(number),
        })
    }));
    marks
}

/// What the signs on the picture after a turn stand for, each once: `✕ captured · ▨ closed`. Empty when there are none.
#[must_use]
pub fn legend(position: &dyn DynPosition, turn: &[Effect]) -> String {
    let captures = turn.iter().filter_map(|effect| match *effect {
        Effect::Captured { by: "", .. } => Some((Sign::Plain, "captured")),
        Effect::Captured { by, .. } => Some((sign_of(by), by)),
        Effect::Removed { .. } => Some((Sign::Plain, "taken off")),
        _ => None,
    });
    let captures: BTreeSet<(Sign, &str)> = captures.collect();
    // One sign that stands for a capture by any rule and for one by a certain rule stands for captures.
    let any = captures.contains(&(Sign::Plain, "captured"));
    let named: Vec<_> = captures
        .into_iter()
        .filter(|(sign, what)| {
            !any || *sign != Sign::Plain || matches!(*what, "captured" | "taken off")
        })
        .collect();
    let mut words: Vec<String> = named
        .chunk_by(|(one, _), (other, _)| one == other)
        .filter_map(|same| {
            let (sign, _) = same.first()?;
            let whats: Vec<_> = same.iter().map(|(_, what)| *what).collect();
            Some(format!("{} {}", sign.text(), whats.join(" or ")))
        })
        .collect();
    let marks = position.scene(Seat::First).marks;
    let signs = [
        ("●", "in check", &[MarkKind::Check][..]),
        ("✻", "may not move now", &[MarkKind::Frozen]),
        ("▨", position.forbidden(), &[MarkKind::Forbidden]),
        (
            "▨",
            "closed, with the captured piece beside it",
            &[MarkKind::Closed],
        ),
        ("✕", "dead", &[MarkKind::Dead]),
        ("■", "surrounded", &Seat::BOTH.map(MarkKind::Territory)),
    ];
    let shown = signs
        .into_iter()
        .filter(|(.., kinds)| marks.iter().any(|mark| kinds.contains(&mark.kind)));
    words.extend(shown.map(|(sign, meaning, _)| format!("{sign} {meaning}")));
    words.join(" · ")
}
