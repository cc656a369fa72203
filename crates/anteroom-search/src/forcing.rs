//! Exhaustive search for turns that force a win within a number of turns. Without an evaluation, both wins and the
//! absence of wins are proven.

use super::meter::Meter;
use super::playable::Playable;
use anteroom_board::Seat;
use anteroom_games::Verdict;

/// The most winning turns that are listed. Callers only ask whether exactly one exists.
const MOST_LISTED: usize = 12;

/// Returns at most twelve turns that force a win within `turns` turns of the seat to move.
/// `None` if the meter is empty first.
pub(super) fn winning_turns<P: Playable>(
    position: &P,
    turns: u32,
    meter: &mut Meter<'_>,
) -> Option<Vec<Vec<P::Step>>> {
    let mut found = Vec::new();
    if let Some(seat) = position.mover()
        && turns > 0
    {
        list(position, seat, turns, meter, &mut Vec::new(), &mut found)?;
    }
    Some(found)
}

/// Lists winning turns that begin with the steps of `turn`.
fn list<P: Playable>(
    position: &P,
    seat: Seat,
    turns: u32,
    meter: &mut Meter<'_>,
    turn: &mut Vec<P::Step>,
    found: &mut Vec<Vec<P::Step>>,
) -> Option<()> {
    for step in steps(position) {
        if found.len() >= MOST_LISTED {
            return Some(());
        }
        if !meter.spend() {
            return None;
        }
        let mut next = position.clone();
        next.make(&step);
        turn.push(step);
        if goes_on(&next, seat) {
            list(&next, seat, turns, meter, turn, found)?;
        } else if wins(&next, seat, turns - 1, meter)? {
            found.push(turn.clone());
        }
        turn.pop();
    }
    Some(())
}

/// Whether the seat can force a win within `turns` further turns; `None` if the meter is empty first.
pub(super) fn wins<P: Playable>(
    position: &P,
    seat: Seat,
    turns: u32,
    meter: &mut Meter<'_>,
) -> Option<bool> {
    let Some(mover) = position.mover() else {
        return Some(position.verdict() == Some(Verdict::Win(seat)));
    };
    if turns == 0 {
        // Only a turn of the other seat could end the game now, and that seat loses by its own turn only if it must.
        return if mover == seat {
            Some(false)
        } else {
            loses_at_once(position, seat, meter)
        };
    }
    for step in steps(position) {
        if !meter.spend() {
            return None;
        }
        let mut next = position.clone();
        next.make(&step);
        let left = if mover != seat || goes_on(&next, seat) {
            turns
        } else {
            turns - 1
        };
        if wins(&next, seat, left, meter)? == (mover == seat) {
            return Some(mover == seat);
        }
    }
    Some(mover != seat)
}

/// Whether every turn of the other seat, which is to move, ends the game with a win for this seat.
fn loses_at_once<P: Playable>(position: &P, seat: Seat, meter: &mut Meter<'_>) -> Option<bool> {
    for step in steps(position) {
        if !meter.spend() {
            return None;
        }
        let mut next = position.clone();
        next.make(&step);
        let lost = match next.mover() {
            None => next.verdict() == Some(Verdict::Win(seat)),
            Some(mover) if mover != seat && next.is_mid_turn() => {
                loses_at_once(&next, seat, meter)?
            }
            Some(_) => false,
        };
        if !lost {
            return Some(false);
        }
    }
    Some(true)
}

/// Returns the line of a win forced within `turns` turns against the longest defence, turn by turn.
/// The line ends early if the meter is empty.
pub(super) fn course<P: Playable>(
    position: &P,
    seat: Seat,
    mut turns: u32,
    meter: &mut Meter<'_>,
) -> Vec<Vec<P::Step>> {
    let mut line = Vec::new();
    let mut at = position.clone();
    while let Some(mover) = at.mover() {
        let next = if mover == seat {
            let found = winning_turns(&at, turns, meter);
            turns = turns.saturating_sub(1);
            found.and_then(|found| found.into_iter().next())
        } else {
            longest_defence(&at, seat, turns, meter)
        };
        let Some(turn) = next else { break };
        for step in &turn {
            at.make(step);
        }
        line.push(turn);
    }
    line
}

/// Returns a turn of the other seat that delays its loss as long as possible.
fn longest_defence<P: Playable>(
    position: &P,
    seat: Seat,
    turns: u32,
    meter: &mut Meter<'_>,
) -> Option<Vec<P::Step>> {
    refutation(position, seat, turns.saturating_sub(1), meter)
        .flatten()
        .or_else(|| first_turn(position))
}

/// Returns a turn of the seat to move that prevents the other seat's win within `turns` turns.
/// `Some(None)` if every turn fails; `None` if the meter is empty first.
#[expect(clippy::option_option, reason = "not known is not the same as none")]
pub(super) fn refutation<P: Playable>(
    position: &P,
    seat: Seat,
    turns: u32,
    meter: &mut Meter<'_>,
) -> Option<Option<Vec<P::Step>>> {
    for step in steps(position) {
        if !meter.spend() {
            return None;
        }
        let mut next = position.clone();
        next.make(&step);
        if next.is_mid_turn() && next.mover().is_some_and(|mover| mover != seat) {
            if let Some(rest) = refutation(&next, seat, turns, meter)? {
                return Some(Some(std::iter::once(step).chain(rest).collect()));
            }
        } else if !wins(&next, seat, turns, meter)? {
            return Some(Some(vec![step]));
        }
    }
    Some(None)
}

fn first_turn<P: Playable>(position: &P) -> Option<Vec<P::Step>> {
    let (mover, mut at, mut turn) = (position.mover()?, position.clone(), Vec::new());
    loop {
        let step = steps(&at).into_iter().next()?;
        at.make(&step);
        turn.push(step);
        if !goes_on(&at, mover) {
            return Some(turn);
        }
    }
}

/// Whether the seat's turn goes on.
fn goes_on<P: Playable>(position: &P, seat: Seat) -> bool {
    position.is_mid_turn() && position.mover() == Some(seat)
}

fn steps<P: Playable>(position: &P) -> Vec<P::Step> {
    let mut steps = Vec::new();
    position.each_step(|step| steps.push(step));
    steps
}
