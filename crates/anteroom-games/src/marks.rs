use std::collections::BTreeSet;

use super::{DynPosition, Effect};
use anteroom_board::scene::{Mark, MarkKind, Sign};
use anteroom_board::{Cell, Seat};

/// Returns the sign of a rule of capture. A game with one such rule needs no sign.
fn sign_of(rule: &str) -> Sign {
    match rule {
        "custodianship" => Sign::Custodianship,
        "intervention" => Sign::Intervention,
        "crushing" => Sign::Crushing,
        _ => Sign::Plain,
    }
}

impl Effect {
    /// Returns the marks for this effect on the picture after the step.
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

/// Appends the effects of a turn's next step.
pub fn add_step(turn: &mut Vec<Effect>, step: Vec<Effect>) {
    if !turn.is_empty() {
        turn.push(Effect::NextStep);
    }
    turn.extend(step);
}

/// Returns the marks for a turn on the picture after it.
///
/// If several steps had effects, each has its number on the cells where its pieces arrived or left the board.
#[must_use]
pub fn turn_marks(turn: &[Effect]) -> Vec<Mark> {
    let steps = turn.split(|effect| *effect == Effect::NextStep);
    let steps: Vec<&[Effect]> = steps
        .filter(|step| step.iter().any(|effect| effect.marks().next().is_some()))
        .collect();
    let mut marks: Vec<Mark> = Vec::new();
    for (number, step) in (1..=u8::MAX).zip(&steps) {
        for mark in step_marks(step, (steps.len() > 1).then_some(number)) {
            // A piece that moved on has no mark of arrival, and a cell that was entered again has no mark of
            // departure.
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

/// Returns the marks of one step, with its number if it has one.
/// On a cell that one piece of a group left and another entered, only the arrival is marked.
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

/// Explains the signs on the picture after a turn, each once: `✕ captured · ▨ closed`. May be empty.
#[must_use]
pub fn legend(position: &dyn DynPosition, turn: &[Effect]) -> String {
    let captures = turn.iter().filter_map(|effect| match *effect {
        Effect::Captured { by: "", .. } => Some((Sign::Plain, "captured")),
        Effect::Captured { by, .. } => Some((sign_of(by), by)),
        Effect::Removed { .. } => Some((Sign::Plain, "taken off")),
        _ => None,
    });
    let captures: BTreeSet<(Sign, &str)> = captures.collect();
    // A sign used both for captures by any rule and for those by a certain rule means captures in general.
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
