//! Plain UCT with random playouts: the baseline for every opponent.
//!
//! Every legal step is tried once before any is tried twice, and playouts are random to the end. The search has no
//! proofs and no knowledge of a game.
//!
//! Kocsis & Szepesvári, *Bandit based Monte-Carlo Planning*, ECML 2006, with C = √2 and robust children.

use super::found::{Candidate, Found};
use super::mcts::value_of;
use super::meter::{MOST_BYTES, Meter};
use super::playable::Playable;
use anteroom_board::Seat;
use anteroom_games::SplitMix64;

const LONGEST_PLAYOUT: u64 = 4_000;
const LONGEST_TURN: usize = 512;

struct Node<S> {
    step: S,
    first: u32,
    children: u32,
    /// Number of children that were tried, in their order.
    tried: u32,
    visits: u32,
    /// The sum of results for the first seat.
    total: f64,
}

/// Searches until the meter is empty.
/// A turn of several steps is decided step by step, each with a new tree.
pub(super) fn search<P: Playable>(
    position: &P,
    meter: &mut Meter<'_>,
    seed: u64,
) -> Option<Found<P::Step>> {
    let mover = position.mover()?;
    let mut at = position.clone();
    let mut numbers = SplitMix64::new(seed);
    let (mut turn, mut value) = (Vec::new(), 0.5);
    // The number of steps in the turn is unknown, so each step takes at least half of the rest.
    loop {
        let budget = if turn.is_empty() && !at.is_mid_turn() && !has_long_turns(&at) {
            meter.left()
        } else {
            meter.left() / 2
        };
        let (step, mean) = meter.with_at_most(budget.max(1), |meter| {
            best_step(&at, meter, &mut numbers, turn.is_empty())
        })?;
        if turn.is_empty() {
            value = mean;
        }
        at.make(&step);
        turn.push(step);
        if at.mover() != Some(mover) || !at.is_mid_turn() || turn.len() > LONGEST_TURN {
            break;
        }
    }
    Some(Found {
        line: vec![turn.clone()],
        candidates: vec![Candidate {
            turn,
            value,
            proven: None,
            is_sure: true,
        }],
        proven: None,
    })
}

/// Whether the first legal step leaves the turn unfinished.
fn has_long_turns<P: Playable>(position: &P) -> bool {
    let mut first = None;
    position.each_step(|step| {
        if first.is_none() {
            first = Some(step);
        }
    });
    first.is_some_and(|step| {
        let mut next = position.clone();
        next.make(&step);
        next.is_mid_turn()
    })
}

fn best_step<P: Playable>(
    position: &P,
    meter: &mut Meter<'_>,
    numbers: &mut SplitMix64,
    first: bool,
) -> Option<(P::Step, f64)> {
    let mover = position.mover()?;
    let mut nodes: Vec<Node<P::Step>> = Vec::new();
    let most = MOST_BYTES / size_of::<Node<P::Step>>();
    let mut any = None;
    position.each_step(|step| any = Some(step));
    nodes.push(Node {
        step: any?,
        first: 0,
        children: 0,
        tried: 0,
        visits: 0,
        total: 0.0,
    });
    let mut path = Vec::new();
    // Later steps of a turn get a few playouts even if no nodes are left.
    let mut least = if first { 1 } else { 32 };
    loop {
        let mut at = 0;
        let mut next = position.clone();
        path.clear();
        path.push(0);
        while let Some(seat) = next.mover() {
            if nodes[at].children == 0 {
                if nodes.len() >= most {
                    break;
                }
                let first = nodes.len();
                next.each_step(|step| {
                    nodes.push(Node {
                        step,
                        first: 0,
                        children: 0,
                        tried: 0,
                        visits: 0,
                        total: 0.0,
                    });
                });
                for i in (first + 1..nodes.len()).rev() {
                    nodes.swap(i, first + numbers.below((i - first) as u64 + 1) as usize);
                }
                nodes[at].first = first as u32;
                nodes[at].children = (nodes.len() - first) as u32;
            }
            let node = &mut nodes[at];
            let fresh = node.tried < node.children;
            at = if fresh {
                node.tried += 1;
                (node.first + node.tried - 1) as usize
            } else {
                bound(&nodes, at, seat)
            };
            next.make(&nodes[at].step);
            path.push(at);
            if fresh {
                break;
            }
        }
        next.run_on(LONGEST_PLAYOUT, &mut |n| numbers.below(n));
        let value = next
            .verdict()
            .map_or(0.5, |verdict| value_of(verdict, Seat::First));
        for &at in &path {
            nodes[at].visits += 1;
            nodes[at].total += value;
        }
        least = u32::saturating_sub(least, 1);
        if !meter.spend() && least == 0 {
            break;
        }
    }
    let root = &nodes[0];
    let children = root.first as usize..(root.first + root.children) as usize;
    let best = children.max_by_key(|&child| nodes[child].visits)?;
    let node = &nodes[best];
    let mean = node.total / f64::from(node.visits.max(1));
    let mean = if mover == Seat::First {
        mean
    } else {
        1.0 - mean
    };
    Some((node.step.clone(), mean))
}

/// Returns the child with the greatest upper confidence bound (UCB1).
fn bound<S>(nodes: &[Node<S>], at: usize, seat: Seat) -> usize {
    let node = &nodes[at];
    let log = 2.0 * super::mcts::ln(node.visits.max(1));
    let children = node.first as usize..(node.first + node.children) as usize;
    let mut best = (f64::MIN, children.start);
    for (at, child) in children.clone().zip(&nodes[children]) {
        let visits = f64::from(child.visits);
        let mean = child.total / visits;
        let mean = if seat == Seat::First {
            mean
        } else {
            1.0 - mean
        };
        let value = mean + (log / visits).sqrt();
        if value > best.0 {
            best = (value, at);
        }
    }
    best.1
}
