//! From an engine's result to a turn: levels, and the rules that every level follows.

use std::fmt::Display;
use std::iter;

use super::choice::choose;
use super::found::{Candidate, Found, Proven};
use super::meter::Meter;
use super::playable::Playable;
use super::{Strength, Thought, forcing, uct};
use anteroom_board::{Level, Seat};
use anteroom_games::Verdict;

/// The most steps that are tried to find a win in one turn.
/// For games with one step a turn that is all of them.
const MOST_LOOKS: u32 = 6_000;
/// The most steps of the other seat that are tried over all turns to find one that is safe.
const MOST_SECOND_LOOKS: u32 = 12 * MOST_LOOKS;

/// A game with its engine.
pub(super) trait Opponent: Playable {
    /// Number of nodes for a turn, by level.
    const NODES: [u64; 5];
    /// The largest loss of winning chance against the best turn, by level.
    const MARGINS: [f64; 5] = [0.12, 0.04, 0.0, 0.0, 0.0];

    /// Returns this level's number of nodes on this position: fewer if a node costs more.
    fn nodes(&self, level: Level) -> u64 {
        Self::NODES[level as usize]
    }

    /// Returns the number of nodes for advice.
    /// An analysis covers a hundred positions, so it is far less than Master's.
    fn advice(&self) -> u64 {
        self.nodes(Level::Strong)
    }

    /// Returns a step that is a whole turn and ends a decided game, with its value for the seat to move.
    /// `None` while a seat can still gain something.
    fn closing_step(&self, _seed: u64) -> Option<(Self::Step, f64)> {
        None
    }

    /// Searches within the meter's limits.
    /// With `all`, the values of all turns matter, not only that of the best one.
    fn find(&self, meter: &mut Meter<'_>, all: bool, seed: u64) -> Option<Found<Self::Step>>;
}

/// [`Opponent`] without its types.
pub(super) trait Thinker {
    /// See [`think`](super::think).
    fn think(&self, strength: Strength, seed: u64, stop: &dyn Fn() -> bool) -> Option<Thought>;

    /// See [`think_plainly`](super::think_plainly).
    fn think_plainly(&self, nodes: u64, seed: u64, stop: &dyn Fn() -> bool) -> Option<Thought>;

    /// See [`winning_turns`](super::winning_turns).
    fn winning_turns(&self, turns: u32, nodes: u64) -> Option<Vec<String>>;

    /// Returns the line of a win that this seat forces within `turns` turns, turn by turn.
    fn course(&self, seat: Seat, turns: u32, nodes: u64) -> Vec<String>;

    /// See [`refutation`](super::refutation).
    fn refutation(&self, seat: Seat, turns: u32, nodes: u64) -> Option<String>;
}

impl<O: Opponent> Thinker for O {
    fn think(&self, strength: Strength, seed: u64, stop: &dyn Fn() -> bool) -> Option<Thought> {
        let mover = self.mover()?;
        let (level, nodes) = match strength {
            Strength::Level(level) => (level, self.nodes(level)),
            Strength::Advice => (Level::Master, self.advice()),
            Strength::Thorough => (Level::Master, self.nodes(Level::Master)),
            Strength::Nodes(nodes) => (Level::Master, nodes.max(1)),
        };
        let mut meter = Meter::new(nodes, stop);
        if let Some(turn) = winning_turn(self, mover) {
            return Some(told(self, &only(turn, 1.0, Some(Proven::Win)), 0, 1));
        }
        // Advice examines all turns.
        if matches!(strength, Strength::Level(_))
            && let Some((step, value)) = self.closing_step(seed)
        {
            return Some(told(self, &only(vec![step], value, None), 0, 1));
        }
        let margin = O::MARGINS[level as usize];
        let mut found = self.find(&mut meter, margin > 0.0, seed)?;
        let mut chosen = choose(margin, &found.candidates, seed);
        // The best turn of a proof keeps the proven result.
        let keeps = match found.proven {
            Some(Proven::Win) => true,
            Some(Proven::Draw) => chosen == 0,
            Some(Proven::Loss) | None => false,
        };
        if !keeps {
            chosen = not_losing_at_once(self, &mut found, chosen, mover);
        }
        Some(told(self, &found, chosen, meter.spent()))
    }

    fn think_plainly(&self, nodes: u64, seed: u64, stop: &dyn Fn() -> bool) -> Option<Thought> {
        let mut meter = Meter::new(nodes.max(1), stop);
        let found = uct::search(self, &mut meter, seed)?;
        Some(told(self, &found, 0, meter.spent()))
    }

    fn winning_turns(&self, turns: u32, nodes: u64) -> Option<Vec<String>> {
        let mut meter = Meter::new(nodes, &|| false);
        let found = forcing::winning_turns(self, turns, &mut meter)?;
        Some(found.iter().map(|turn| text(turn)).collect())
    }

    fn course(&self, seat: Seat, turns: u32, nodes: u64) -> Vec<String> {
        let mut meter = Meter::new(nodes, &|| false);
        let line = forcing::course(self, seat, turns, &mut meter);
        line.iter().map(|turn| text(turn)).collect()
    }

    fn refutation(&self, seat: Seat, turns: u32, nodes: u64) -> Option<String> {
        let mut meter = Meter::new(nodes, &|| false);
        let turn = forcing::refutation(self, seat, turns, &mut meter).flatten()?;
        Some(text(&turn))
    }
}

/// Wraps one turn that was found without a search.
fn only<S: Clone>(turn: Vec<S>, value: f64, proven: Option<Proven>) -> Found<S> {
    Found {
        line: vec![turn.clone()],
        candidates: vec![Candidate {
            turn,
            value,
            proven,
            is_sure: true,
        }],
        proven,
    }
}

fn text<S: Display>(turn: &[S]) -> String {
    let steps = turn.iter().map(ToString::to_string);
    steps.collect::<Vec<_>>().join(" ")
}

/// Returns a turn with which this seat wins at once, if one is among the first steps that are tried.
fn winning_turn<P: Playable>(position: &P, seat: Seat) -> Option<Vec<P::Step>> {
    let mut looks = MOST_LOOKS;
    let mut turn = Vec::new();
    wins_within_the_turn(position, seat, &mut looks, &mut turn).then_some(turn)
}

/// Whether this position after a turn of `seat` is lost or gives the other seat a winning turn.
/// If `looks` run out first, the answer is `true`.
fn loses_at_once<P: Playable>(position: &P, seat: Seat, looks: &mut u32) -> bool {
    if let Some(Verdict::Win(winner)) = position.verdict() {
        return winner != seat;
    }
    let Some(other) = position.mover().filter(|&mover| mover != seat) else {
        return false;
    };
    let may = MOST_LOOKS.min(*looks);
    let mut left = may;
    let loses = wins_within_the_turn(position, other, &mut left, &mut Vec::new());
    *looks -= may - left;
    loses || *looks == 0
}

/// Searches depth first, but tries all steps of a position before their successors.
fn wins_within_the_turn<P: Playable>(
    position: &P,
    seat: Seat,
    looks: &mut u32,
    turn: &mut Vec<P::Step>,
) -> bool {
    let mut unfinished = Vec::new();
    let mut won = None;
    position.each_step(|step| {
        if won.is_some() || *looks == 0 {
            return;
        }
        *looks -= 1;
        let mut next = position.clone();
        next.make(&step);
        if next.verdict() == Some(Verdict::Win(seat)) {
            won = Some(step);
        } else if next.is_mid_turn() && next.mover() == Some(seat) {
            unfinished.push(step);
        }
    });
    if let Some(step) = won {
        turn.push(step);
        return true;
    }
    for step in unfinished {
        if *looks == 0 {
            return false;
        }
        let mut next = position.clone();
        next.make(&step);
        turn.push(step);
        if wins_within_the_turn(&next, seat, looks, turn) {
            return true;
        }
        turn.pop();
    }
    false
}

/// Returns the index of the chosen candidate, or of the best one that does not lose at once.
/// If all of them lose at once or are proven lost, a turn that does not lose at once is sought among the unsearched
/// ones and added as a candidate. If none exists, or the position is proven lost, the loss is delayed.
fn not_losing_at_once<P: Playable>(
    position: &P,
    found: &mut Found<P::Step>,
    chosen: usize,
    seat: Seat,
) -> usize {
    let candidates = &found.candidates;
    let mut looks = MOST_SECOND_LOOKS;
    let mut first_safe = |lost: bool| {
        let mut places = iter::once(chosen).chain(0..candidates.len());
        places.find(|&at| {
            let Some(candidate) = candidates.get(at) else {
                return false;
            };
            if (candidate.proven == Some(Proven::Loss)) != lost {
                return false;
            }
            let mut next = position.clone();
            for step in &candidate.turn {
                next.make(step);
            }
            !loses_at_once(&next, seat, &mut looks)
        })
    };
    if let Some(safe) = first_safe(false) {
        return safe;
    }
    let later = first_safe(true);
    if found.proven.is_some() {
        return later.unwrap_or(chosen);
    }
    let mut turn = Vec::new();
    let weighed = |turn: &[P::Step]| candidates.iter().any(|candidate| candidate.turn == turn);
    if !is_safe_within_the_turn(position, seat, &weighed, &mut looks, &mut turn) {
        return later.unwrap_or(chosen);
    }
    // The turn was not searched, so its value is that of the worst candidate.
    let value = candidates.last().map_or(0.5, |candidate| candidate.value);
    found.candidates.push(Candidate {
        turn,
        value,
        proven: None,
        is_sure: false,
    });
    found.candidates.len() - 1
}

/// Searches depth first for an unsearched turn that does not lose at once.
fn is_safe_within_the_turn<P: Playable>(
    position: &P,
    seat: Seat,
    weighed: &impl Fn(&[P::Step]) -> bool,
    looks: &mut u32,
    turn: &mut Vec<P::Step>,
) -> bool {
    let mut steps = Vec::new();
    position.each_step(|step| steps.push(step));
    for step in steps {
        if *looks == 0 {
            return false;
        }
        *looks -= 1;
        let mut next = position.clone();
        next.make(&step);
        turn.push(step);
        let goes_on = next.is_mid_turn() && next.mover() == Some(seat);
        let safe = if goes_on {
            is_safe_within_the_turn(&next, seat, weighed, looks, turn)
        } else {
            !weighed(turn) && !loses_at_once(&next, seat, looks)
        };
        if safe {
            return true;
        }
        turn.pop();
    }
    false
}

/// Converts the result to texts, with the candidate that is played.
fn told<P: Playable>(position: &P, found: &Found<P::Step>, chosen: usize, nodes: u64) -> Thought {
    let chosen = found.candidates.get(chosen);
    let turn = chosen.map_or_else(String::new, |candidate| text(&candidate.turn));
    // A turn other than the best has no continuation.
    let line = match found.line.first() {
        Some(first) if text(first) == turn => found.line.iter().map(|turn| text(turn)).collect(),
        _ => vec![turn.clone()],
    };
    debug_assert!(position.mover().is_some());
    Thought {
        value: chosen.map_or(0.5, |candidate| candidate.value),
        turn,
        proven: found.proven,
        nodes,
        line,
        candidates: found
            .candidates
            .iter()
            .map(|candidate| (text(&candidate.turn), candidate.value))
            .collect(),
    }
}
