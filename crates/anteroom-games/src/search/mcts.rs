//! Monte Carlo tree search over steps, for any game.
//!
//! - UCT: Kocsis & Szepesvári, *Bandit based Monte-Carlo Planning*, ECML 2006. A child that was never tried counts as one
//!   trial that came out as its parent did (first play urgency: Gelly & Wang 2006), moved by what knowledge says of the
//!   step (progressive bias: Chaslot et al. 2008).
//! - Search over steps instead of turns ("split moves"): Kowalski, Mika, Pawlik, Sutowicz, Szykuła, Winands, *Split Moves
//!   for Monte-Carlo Tree Search*, AAAI 2022. Values follow the seat that makes the step, not the parity of the depth.
//! - MCTS-Solver, proven results in the tree: Winands, Björnsson, Saito, *Monte-Carlo Tree Search Solver*, CG 2008.
//! - RAVE, all moves as first: Gelly & Silver, *Combining Online and Offline Knowledge in UCT*, ICML 2007, where a game
//!   can tell from the end of a playout which steps either seat made.
//! - Evaluation in place of the rest of a playout: Winands & Björnsson, *Evaluation Function Based Monte-Carlo LOA*, 2010,
//!   where a game has an evaluation.

use super::found::{Candidate, Found, Proven};
use super::meter::{MOST_BYTES, Meter};
use super::playable::Playable;
use crate::board::Seat;
use crate::games::{SplitMix64, Verdict};

/// A random playout that goes on so long counts as a draw.
const LONGEST_PLAYOUT: u64 = 4_000;
/// A turn or a line is followed at most so far.
const LONGEST_TURN: usize = 512;

/// What a game knows beyond its rules. Everything has a default that knows nothing.
pub(super) trait Policy<P: Playable> {
    /// How much the search explores: the factor of UCB1's square root.
    const EXPLORATION: f64 = 0.7;
    /// Whether each step of a new node is looked at for an end of the game: worth it where steps cost little.
    const LOOKS_AHEAD: bool = true;
    /// After how many trials a node's own mean weighs as much as what all playouts say of its step; 0 for no RAVE.
    const RAVE: f64 = 0.0;

    /// Plays on from a leaf and says what it came to for the first seat, 0–1. The end it reached is left in `position`.
    fn playout(&self, position: &mut P, below: &mut impl FnMut(u64) -> u64) -> f64 {
        position.run_on(LONGEST_PLAYOUT, below);
        position
            .verdict()
            .map_or(0.5, |verdict| value_of(verdict, Seat::First))
    }

    /// What the step is worth before it is tried, added to its parent's mean: at most 1 either way.
    fn bias(&self, position: &P, step: &P::Step) -> f32 {
        let _ = (position, step);
        0.0
    }

    /// Whether the seat made this step in the playout that ended so, the last one: asked only with [`RAVE`](Self::RAVE).
    fn was_made(&self, end: &P, seat: Seat, step: &P::Step) -> bool {
        let _ = (end, seat, step);
        false
    }
}

/// Knows nothing but the rules.
pub(super) struct RulesOnly;

impl<P: Playable> Policy<P> for RulesOnly {}

/// What a verdict is worth to a seat.
pub(super) fn value_of(verdict: Verdict, seat: Seat) -> f64 {
    Proven::of(verdict, seat).value()
}

struct Node<S> {
    /// The step that leads here.
    step: S,
    /// Where its children begin; they lie side by side.
    first: u32,
    /// How many there are; 0 until it is expanded.
    children: u32,
    visits: u32,
    /// The sum of what came of the visits, for the first seat.
    total: f64,
    /// Who is to move here; known from the first visit on.
    mover: Option<Seat>,
    proven: Option<Verdict>,
    bias: f32,
    /// Playouts in which the step was made by this seat at any time, and what came of them for the first seat.
    rave_visits: u32,
    rave_total: f64,
}

impl<S> Node<S> {
    fn new(step: S, bias: f32) -> Self {
        Self {
            step,
            first: 0,
            children: 0,
            visits: 0,
            total: 0.0,
            mover: None,
            proven: None,
            bias,
            rave_visits: 0,
            rave_total: 0.0,
        }
    }

    fn range(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.children) as usize
    }

    /// The mean for a seat; a half before the first visit.
    fn mean(&self, seat: Seat) -> f64 {
        match self.proven {
            Some(verdict) => value_of(verdict, seat),
            None if self.visits == 0 => 0.5,
            None => for_seat(self.total / f64::from(self.visits), seat),
        }
    }
}

fn for_seat(value: f64, seat: Seat) -> f64 {
    match seat {
        Seat::First => value,
        Seat::Second => 1.0 - value,
    }
}

/// The tree of one search.
struct Tree<'a, P: Playable, K> {
    policy: &'a K,
    nodes: Vec<Node<P::Step>>,
    most_nodes: usize,
    numbers: SplitMix64,
    /// The way from the root to the leaf of this iteration; kept for its memory.
    path: Vec<u32>,
    /// A buffer for new children.
    fresh: Vec<P::Step>,
}

/// Searches until the meter is empty or the position is solved. `None` when the game is over.
pub(super) fn search<P: Playable, K: Policy<P>>(
    position: &P,
    policy: &K,
    meter: &mut Meter<'_>,
    seed: u64,
) -> Option<Found<P::Step>> {
    let mover = position.mover()?;
    let mut first = None;
    position.each_step(|step| {
        if first.is_none() {
            first = Some(step);
        }
    });
    let most_nodes = MOST_BYTES / size_of::<Node<P::Step>>();
    let mut tree = Tree {
        policy,
        // All room at once: growing would need the old and the new memory side by side.
        nodes: Vec::with_capacity(most_nodes),
        most_nodes,
        numbers: SplitMix64::new(seed),
        path: Vec::new(),
        fresh: Vec::new(),
    };
    // The root's own step is never read; any will do.
    tree.nodes.push(Node::new(first?, 0.0));
    tree.expand(0, position, mover);

    let budget = meter.left();
    let mut root = 0;
    let mut at = position.clone();
    let mut prefix: Vec<P::Step> = Vec::new();
    tree.improve(root, &at, meter);
    let proven = tree.nodes[root]
        .proven
        .map(|verdict| Proven::of(verdict, mover));
    let mut candidates = tree.candidates(root, &at, mover);
    // The steps that finish the best turn are looked at more closely, each with a share of the work done for the first.
    while let Some(best) = tree.best_child(root, mover) {
        let step = tree.nodes[best].step.clone();
        at.make(&step);
        prefix.push(step);
        if at.mover() != Some(mover) || !at.is_mid_turn() || prefix.len() > LONGEST_TURN {
            break;
        }
        root = best;
        if tree.nodes[root].children == 0 {
            tree.expand(root, &at, mover);
        }
        if tree.nodes[root].proven.is_none() {
            // What was saved in the first place is spent here: the meter was made for all of the turn.
            meter.with_at_most(budget / 4, |meter| tree.improve(root, &at, meter));
        }
    }
    tree.complete(root, &mut at, &mut prefix, mover);
    if let Some(best) = candidates.first_mut() {
        best.turn = prefix;
    }
    let line = tree.line(position, &candidates);
    Some(Found {
        candidates,
        line,
        proven,
    })
}

impl<P: Playable, K: Policy<P>> Tree<'_, P, K> {
    /// Iterations from this node until the meter is empty or the node is proven.
    fn improve(&mut self, root: usize, position: &P, meter: &mut Meter<'_>) {
        while self.nodes[root].proven.is_none() {
            self.iterate(root, position);
            if !meter.spend() {
                return;
            }
        }
    }

    /// Selection, expansion, playout and backpropagation, once.
    fn iterate(&mut self, root: usize, position: &P) {
        let mut scratch = position.clone();
        self.path.clear();
        self.path.push(root as u32);
        let mut at = root;
        let value = loop {
            if let Some(verdict) = self.nodes[at].proven {
                break value_of(verdict, Seat::First);
            }
            let Some(mover) = scratch.mover() else {
                let verdict = scratch.verdict().unwrap_or(Verdict::Draw);
                self.nodes[at].proven = Some(verdict);
                break value_of(verdict, Seat::First);
            };
            self.nodes[at].mover = Some(mover);
            if self.nodes[at].children == 0 {
                if self.nodes[at].visits > 0 || at == root {
                    self.expand(at, &scratch, mover);
                }
                if let Some(verdict) = self.nodes[at].proven {
                    break value_of(verdict, Seat::First);
                }
                if self.nodes[at].children == 0 || self.nodes[at].visits == 0 && at != root {
                    let numbers = &mut self.numbers;
                    let value = self.policy.playout(&mut scratch, &mut |n| numbers.below(n));
                    if K::RAVE > 0.0 {
                        self.credit_all_moves(&scratch, value);
                    }
                    break value;
                }
            }
            let Some(child) = self.select(at, mover) else {
                break self.nodes[at].mean(Seat::First);
            };
            scratch.make(&self.nodes[child].step);
            self.path.push(child as u32);
            at = child;
        };
        self.back_up(value);
    }

    /// Adds the children of a node, in an order that chance decides. Nothing when there is no room left.
    fn expand(&mut self, at: usize, position: &P, mover: Seat) {
        let mut fresh = std::mem::take(&mut self.fresh);
        fresh.clear();
        let policy = self.policy;
        position.each_step(|step| fresh.push(step));
        for i in (1..fresh.len()).rev() {
            fresh.swap(i, self.numbers.below(i as u64 + 1) as usize);
        }
        if self.nodes.len() + fresh.len() <= self.most_nodes || at == 0 {
            let first = self.nodes.len();
            for step in fresh.drain(..) {
                let bias = policy.bias(position, &step);
                let mut node = Node::new(step, bias);
                if K::LOOKS_AHEAD {
                    let mut next = position.clone();
                    next.make(&node.step);
                    node.proven = next.verdict();
                }
                self.nodes.push(node);
            }
            let children = (self.nodes.len() - first) as u32;
            let node = &mut self.nodes[at];
            (node.first, node.children) = (first as u32, children);
            node.mover = Some(mover);
            if K::LOOKS_AHEAD {
                self.prove(at);
            }
        }
        self.fresh = fresh;
    }

    /// The child to try next: the greatest upper confidence bound among those not proven lost.
    fn select(&self, at: usize, mover: Seat) -> Option<usize> {
        let parent = &self.nodes[at];
        let log = ln(parent.visits.max(1));
        let mean = parent.mean(mover);
        let mut best: Option<(f64, usize)> = None;
        for (child, node) in parent.range().zip(&self.nodes[parent.range()]) {
            let value = match node.proven {
                Some(verdict) if Proven::of(verdict, mover) == Proven::Loss => continue,
                Some(verdict) => value_of(verdict, mover),
                None => {
                    let visits = f64::from(node.visits) + 1.0;
                    let own = for_seat(node.total, mover)
                        + if mover == Seat::Second {
                            f64::from(node.visits) - 1.0
                        } else {
                            0.0
                        };
                    let prior = mean + f64::from(node.bias);
                    let mut value = (own + prior) / visits;
                    if K::RAVE > 0.0 && node.rave_visits > 0 {
                        let rave = for_seat(node.rave_total / f64::from(node.rave_visits), mover);
                        let weight = (K::RAVE / (3.0 * f64::from(node.visits) + K::RAVE)).sqrt();
                        // Few playouts say little of a step.
                        let weight = weight * f64::from(node.rave_visits)
                            / (f64::from(node.rave_visits) + 8.0);
                        value += weight * (rave + f64::from(node.bias) - value);
                    }
                    value + K::EXPLORATION * (log / visits).sqrt()
                }
            };
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, child));
            }
        }
        // All lost but not yet noted: any will do.
        best.map(|(_, child)| child)
            .or_else(|| parent.range().next())
    }

    /// Adds what the iteration came to along its path, and proves what follows from a proven end of it.
    fn back_up(&mut self, value: f64) {
        let mut proving = true;
        let path = std::mem::take(&mut self.path);
        for (i, &at) in path.iter().rev().enumerate() {
            let at = at as usize;
            if i > 0 && proving {
                self.prove(at);
            }
            proving &= self.nodes[at].proven.is_some();
            self.nodes[at].visits = self.nodes[at].visits.saturating_add(1);
            self.nodes[at].total += value;
        }
        self.path = path;
    }

    /// Proves a node from its children, where they suffice: one that wins for the mover, or all of them.
    fn prove(&mut self, at: usize) {
        let node = &self.nodes[at];
        let Some(mover) = node.mover else { return };
        if node.proven.is_some() || node.children == 0 {
            return;
        }
        let mut best: Option<Verdict> = None;
        let mut all = true;
        for child in &self.nodes[node.range()] {
            match child.proven {
                Some(verdict) if Proven::of(verdict, mover) == Proven::Win => {
                    self.nodes[at].proven = Some(verdict);
                    return;
                }
                Some(verdict) => {
                    if best.is_none_or(|best| Proven::of(verdict, mover) > Proven::of(best, mover))
                    {
                        best = Some(verdict);
                    }
                }
                None => all = false,
            }
        }
        if all {
            self.nodes[at].proven = best;
        }
    }

    /// Tells every step on the way that was open and that its seat made later how the playout came out.
    fn credit_all_moves(&mut self, end: &P, value: f64) {
        for &at in &self.path {
            let node = &self.nodes[at as usize];
            let Some(mover) = node.mover else { continue };
            let range = node.range();
            for child in &mut self.nodes[range] {
                if self.policy.was_made(end, mover, &child.step) {
                    child.rave_visits = child.rave_visits.saturating_add(1);
                    child.rave_total += value;
                }
            }
        }
    }

    /// The child to play: a proven win, else the most visited of those that do not lose.
    fn best_child(&self, at: usize, mover: Seat) -> Option<usize> {
        let node = &self.nodes[at];
        node.range().reduce(|best, child| {
            if self.is_better(child, best, mover) {
                child
            } else {
                best
            }
        })
    }

    fn is_better(&self, one: usize, other: usize, mover: Seat) -> bool {
        let rank = |at: usize| {
            let node = &self.nodes[at];
            match node.proven.map(|verdict| Proven::of(verdict, mover)) {
                Some(Proven::Win) => (2, 0),
                // Of lost steps the one that took longest to refute.
                Some(Proven::Loss) => (0, node.visits),
                _ => (1, node.visits),
            }
        };
        let (first, second) = (rank(one), rank(other));
        first > second
            || first == second && self.nodes[one].mean(mover) > self.nodes[other].mean(mover)
    }

    /// The node's children as whole turns, the best first. Those never tried are left out while others are there.
    fn candidates(&self, root: usize, position: &P, mover: Seat) -> Vec<Candidate<P::Step>> {
        let mut children: Vec<usize> = self.nodes[root].range().collect();
        children.sort_by(|&one, &other| {
            if self.is_better(one, other, mover) {
                std::cmp::Ordering::Less
            } else if self.is_better(other, one, mover) {
                std::cmp::Ordering::Greater
            } else {
                one.cmp(&other)
            }
        });
        let tried = |&at: &usize| self.nodes[at].visits > 0 || self.nodes[at].proven.is_some();
        let any = children.iter().any(tried);
        let visits = children.iter().map(|&at| self.nodes[at].visits);
        let most_visits = visits.max().unwrap_or(0);
        let of_child = |at: usize| {
            let node = &self.nodes[at];
            let mut turn = vec![node.step.clone()];
            let mut next = position.clone();
            next.make(&node.step);
            self.complete(at, &mut next, &mut turn, mover);
            Candidate {
                turn,
                value: node.mean(mover),
                proven: node.proven.map(|verdict| Proven::of(verdict, mover)),
                is_sure: node.proven.is_some() || node.visits.saturating_mul(4) >= most_visits,
            }
        };
        children
            .into_iter()
            .filter(|at| !any || tried(at))
            .map(of_child)
            .collect()
    }

    /// Follows the best steps, or the first legal ones where the tree ends, until the turn is whole.
    fn complete(&self, mut at: usize, position: &mut P, turn: &mut Vec<P::Step>, mover: Seat) {
        while position.mover() == Some(mover) && position.is_mid_turn() && turn.len() < LONGEST_TURN
        {
            let next = self.best_child(at, mover);
            let step = match next {
                Some(child) => {
                    at = child;
                    Some(self.nodes[child].step.clone())
                }
                None => {
                    let mut last = None;
                    position.each_step(|step| last = Some(step));
                    last
                }
            };
            let Some(step) = step else { return };
            position.make(&step);
            turn.push(step);
        }
    }

    /// What is expected after the best turn, by whole turns, as far as the tree was visited often enough to say.
    fn line(&self, position: &P, candidates: &[Candidate<P::Step>]) -> Vec<Vec<P::Step>> {
        let mut line = Vec::new();
        let Some(best) = candidates.first() else {
            return line;
        };
        line.push(best.turn.clone());
        let mut at = 0;
        let mut next = position.clone();
        for step in &best.turn {
            let found = self.nodes[at]
                .range()
                .find(|&child| self.nodes[child].step == *step);
            next.make(step);
            match found {
                Some(child) => at = child,
                None => return line,
            }
        }
        let mut turn = Vec::new();
        while let Some(mover) = next.mover()
            && line.len() < 8
        {
            let Some(child) = self.best_child(at, mover) else {
                break;
            };
            if self.nodes[child].visits < 8 && self.nodes[child].proven.is_none() {
                break;
            }
            next.make(&self.nodes[child].step);
            turn.push(self.nodes[child].step.clone());
            at = child;
            if !next.is_mid_turn() {
                line.push(std::mem::take(&mut turn));
            }
        }
        line
    }
}

/// The natural logarithm by arithmetic that is the same on every machine: the standard library's may differ in the last
/// bit. Off by less than one in ten thousand, which no search notices.
pub(super) fn ln(number: u32) -> f64 {
    let number = number.max(1);
    let exponent = number.ilog2();
    let rest = f64::from(number) / f64::from(1_u32 << exponent);
    // ln x = 2 artanh((x - 1) / (x + 1)), by its series.
    let y = (rest - 1.0) / (rest + 1.0);
    let square = y * y;
    let series = 1.0 + square * (1.0 / 3.0 + square * (1.0 / 5.0 + square * (1.0 / 7.0)));
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * y * series
}

#[cfg(test)]
mod tests {
    use super::ln;

    #[test]
    fn logarithms_are_near_enough() {
        for number in (1..2000).chain([65_535, 1 << 20, u32::MAX]) {
            assert!(
                (ln(number) - f64::from(number).ln()).abs() < 1e-4,
                "{number}"
            );
        }
    }
}
