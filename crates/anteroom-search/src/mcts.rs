//! Monte Carlo tree search over steps, for any game.
//!
//! - UCT: Kocsis & Szepesvári, *Bandit based Monte-Carlo Planning*, ECML 2006. An untried child counts as one trial
//!   with its parent's result (first play urgency: Gelly & Wang 2006), plus the bias of the step (progressive bias:
//!   Chaslot et al. 2008).
//! - Search over steps instead of turns ("split moves"): Kowalski, Mika, Pawlik, Sutowicz, Szykuła, Winands, *Split
//!   Moves for Monte-Carlo Tree Search*, AAAI 2022. Values depend on the seat that makes the step, not on the parity of
//!   the depth.
//! - MCTS-Solver, proven results in the tree: Winands, Björnsson, Saito, *Monte-Carlo Tree Search Solver*, CG 2008.
//! - RAVE, all moves as first: Gelly & Silver, *Combining Online and Offline Knowledge in UCT*, ICML 2007, for games
//!   whose final position shows the steps of either seat.
//! - Evaluation instead of the rest of a playout: Winands & Björnsson, *Evaluation Function Based Monte-Carlo LOA*,
//!   2010, for games with an evaluation.

use super::found::{Candidate, Found, Proven};
use super::meter::{MOST_BYTES, Meter};
use super::playable::Playable;
use anteroom_board::Seat;
use anteroom_games::{SplitMix64, Verdict};

/// The number of steps after which a random playout counts as a draw.
const LONGEST_PLAYOUT: u64 = 4_000;
/// The most steps of a turn or a line that are followed.
const LONGEST_TURN: usize = 512;

/// A game's knowledge beyond its rules. The defaults know nothing.
pub(super) trait Policy<P: Playable> {
    /// The exploration factor of UCB1.
    const EXPLORATION: f64 = 0.7;
    /// Whether each step of a new node is tested for an end of the game: useful if steps are cheap.
    const LOOKS_AHEAD: bool = true;
    /// The number of trials at which a node's mean weighs as much as its RAVE mean; 0 for no RAVE.
    const RAVE: f64 = 0.0;

    /// Plays on from a leaf and returns the result for the first seat, 0–1.
    /// `position` is then the end of the playout.
    fn playout(&self, position: &mut P, below: &mut impl FnMut(u64) -> u64) -> f64 {
        position.run_on(LONGEST_PLAYOUT, below);
        position
            .verdict()
            .map_or(0.5, |verdict| value_of(verdict, Seat::First))
    }

    /// Returns the bias of an untried step, which is added to its parent's mean: at most 1 either way.
    fn bias(&self, position: &P, step: &P::Step) -> f32 {
        let _ = (position, step);
        0.0
    }

    /// Whether the seat made this step in the last playout, up to `end`. Called only with [`RAVE`](Self::RAVE).
    fn was_made(&self, end: &P, seat: Seat, step: &P::Step) -> bool {
        let _ = (end, seat, step);
        false
    }
}

/// The policy without knowledge beyond the rules.
pub(super) struct RulesOnly;

impl<P: Playable> Policy<P> for RulesOnly {}

pub(super) fn value_of(verdict: Verdict, seat: Seat) -> f64 {
    Proven::of(verdict, seat).value()
}

/// The nodes of a tree as a structure of arrays.
/// Selection reads the same field of all children, which are adjacent, so the machine can process several of them at
/// once.
struct Nodes<S> {
    /// The step that leads here.
    step: Vec<S>,
    /// The index of its first child; children are adjacent.
    first: Vec<u32>,
    /// Number of children; 0 until it is expanded.
    children: Vec<u32>,
    visits: Vec<u32>,
    /// The sum of the results of its visits, for the first seat.
    total: Vec<f64>,
    /// The seat to move here; known after the first visit.
    mover: Vec<Option<Seat>>,
    proven: Vec<Option<Verdict>>,
    /// The mean result of its visits, for the first seat; 0 before the first.
    mean: Vec<f32>,
    /// Number of visits plus one.
    trials: Vec<f32>,
    bias: Vec<f32>,
    /// Number of playouts with this step of the seat at any time, and the sum of their results.
    rave_visits: Vec<f32>,
    rave_total: Vec<f32>,
}

impl<S> Nodes<S> {
    const BYTES: usize = size_of::<S>()
        + 3 * size_of::<u32>()
        + size_of::<f64>()
        + size_of::<Option<Seat>>()
        + size_of::<Option<Verdict>>()
        + 5 * size_of::<f32>();

    /// Reserves all memory at once: growing would need the old and the new memory at the same time.
    fn with_capacity(most: usize) -> Self {
        Self {
            step: Vec::with_capacity(most),
            first: Vec::with_capacity(most),
            children: Vec::with_capacity(most),
            visits: Vec::with_capacity(most),
            total: Vec::with_capacity(most),
            mover: Vec::with_capacity(most),
            proven: Vec::with_capacity(most),
            mean: Vec::with_capacity(most),
            trials: Vec::with_capacity(most),
            bias: Vec::with_capacity(most),
            rave_visits: Vec::with_capacity(most),
            rave_total: Vec::with_capacity(most),
        }
    }

    fn len(&self) -> usize {
        self.step.len()
    }

    fn push(&mut self, step: S, bias: f32, proven: Option<Verdict>) {
        self.step.push(step);
        self.first.push(0);
        self.children.push(0);
        self.visits.push(0);
        self.total.push(0.0);
        self.mover.push(None);
        self.proven.push(proven);
        self.mean.push(0.0);
        self.trials.push(1.0);
        self.bias.push(bias);
        self.rave_visits.push(0.0);
        self.rave_total.push(0.0);
    }

    fn range(&self, at: usize) -> std::ops::Range<usize> {
        self.first[at] as usize..(self.first[at] + self.children[at]) as usize
    }

    /// Returns the mean for a seat; a half before the first visit.
    fn mean_for(&self, at: usize, seat: Seat) -> f64 {
        match self.proven[at] {
            Some(verdict) => value_of(verdict, seat),
            None if self.visits[at] == 0 => 0.5,
            None => for_seat(self.total[at] / f64::from(self.visits[at]), seat),
        }
    }

    /// Adds the result of a visit for the first seat.
    fn visit(&mut self, at: usize, value: f64) {
        let visits = self.visits[at].saturating_add(1);
        let total = self.total[at] + value;
        self.visits[at] = visits;
        self.total[at] = total;
        self.mean[at] = (total / f64::from(visits)) as f32;
        self.trials[at] = visits as f32 + 1.0;
    }
}

fn for_seat(value: f64, seat: Seat) -> f64 {
    match seat {
        Seat::First => value,
        Seat::Second => 1.0 - value,
    }
}

struct Tree<'a, P: Playable, K> {
    policy: &'a K,
    nodes: Nodes<P::Step>,
    most_nodes: usize,
    numbers: SplitMix64,
    /// The path from the root to the leaf of this iteration; kept to reuse its memory.
    path: Vec<u32>,
    fresh: Vec<P::Step>,
    /// A buffer for the upper confidence bounds of a node's children.
    bounds: Vec<f32>,
}

/// Searches until the meter is empty or the position is solved; `None` if the game is over.
pub(super) fn search<P: Playable, K: Policy<P>>(
    position: &P,
    policy: &K,
    meter: &mut Meter<'_>,
    seed: u64,
) -> Option<Found<P::Step>> {
    search_and_sum_up(position, policy, meter, seed).map(|(found, _)| found)
}

/// Searches like [`search`], and also returns the mean result of all trials for the seat to move.
/// The mean is below the value of the best turn, because other turns were tried too. But even in a short search it
/// does not depend on two or three playouts.
pub(super) fn search_and_sum_up<P: Playable, K: Policy<P>>(
    position: &P,
    policy: &K,
    meter: &mut Meter<'_>,
    seed: u64,
) -> Option<(Found<P::Step>, f64)> {
    let mover = position.mover()?;
    let mut first = None;
    position.each_step(|step| {
        if first.is_none() {
            first = Some(step);
        }
    });
    let most_nodes = MOST_BYTES / Nodes::<P::Step>::BYTES;
    let mut tree = Tree {
        policy,
        nodes: Nodes::with_capacity(most_nodes),
        most_nodes,
        numbers: SplitMix64::new(seed),
        path: Vec::new(),
        fresh: Vec::new(),
        bounds: Vec::new(),
    };
    // The root's own step is never read, so any step will do.
    tree.nodes.push(first?, 0.0, None);
    tree.expand(0, position, mover);

    let budget = meter.left();
    let mut root = 0;
    let mut at = position.clone();
    let mut prefix: Vec<P::Step> = Vec::new();
    tree.improve(root, &at, meter);
    let proven = tree.nodes.proven[root].map(|verdict| Proven::of(verdict, mover));
    let mut candidates = tree.candidates(root, &at, mover);
    let sum = tree.nodes.mean_for(root, mover);
    // The steps that finish the best turn get a share of the first step's work each.
    while let Some(best) = tree.best_child(root, mover) {
        let step = tree.nodes.step[best].clone();
        at.make(&step);
        prefix.push(step);
        if at.mover() != Some(mover) || !at.is_mid_turn() || prefix.len() > LONGEST_TURN {
            break;
        }
        root = best;
        if tree.nodes.children[root] == 0 {
            tree.expand(root, &at, mover);
        }
        if tree.nodes.proven[root].is_none() {
            // The meter covers the whole turn, so this spends the nodes that the first step left.
            meter.with_at_most(budget / 4, |meter| tree.improve(root, &at, meter));
        }
    }
    tree.complete(root, &mut at, &mut prefix, mover);
    if let Some(best) = candidates.first_mut() {
        best.turn = prefix;
    }
    let line = tree.line(position, &candidates);
    let found = Found {
        candidates,
        line,
        proven,
    };
    Some((found, sum))
}

impl<P: Playable, K: Policy<P>> Tree<'_, P, K> {
    /// Iterates from this node until the meter is empty or the node is proven.
    fn improve(&mut self, root: usize, position: &P, meter: &mut Meter<'_>) {
        while self.nodes.proven[root].is_none() {
            self.iterate(root, position);
            if !meter.spend() {
                return;
            }
        }
    }

    /// Runs one iteration: selection, expansion, playout and backpropagation.
    fn iterate(&mut self, root: usize, position: &P) {
        let mut scratch = position.clone();
        self.path.clear();
        self.path.push(root as u32);
        let mut at = root;
        let value = loop {
            if let Some(verdict) = self.nodes.proven[at] {
                break value_of(verdict, Seat::First);
            }
            let Some(mover) = scratch.mover() else {
                let verdict = scratch.verdict().unwrap_or(Verdict::Draw);
                self.nodes.proven[at] = Some(verdict);
                break value_of(verdict, Seat::First);
            };
            self.nodes.mover[at] = Some(mover);
            if self.nodes.children[at] == 0 {
                if self.nodes.visits[at] > 0 || at == root {
                    self.expand(at, &scratch, mover);
                }
                if let Some(verdict) = self.nodes.proven[at] {
                    break value_of(verdict, Seat::First);
                }
                if self.nodes.children[at] == 0 {
                    let numbers = &mut self.numbers;
                    let value = self.policy.playout(&mut scratch, &mut |n| numbers.below(n));
                    if K::RAVE > 0.0 {
                        self.credit_all_moves(&scratch, value);
                    }
                    break value;
                }
            }
            let Some(child) = self.select(at, mover) else {
                break self.nodes.mean_for(at, Seat::First);
            };
            scratch.make(&self.nodes.step[child]);
            self.path.push(child as u32);
            at = child;
        };
        self.back_up(value);
    }

    /// Adds the children of a node in random order. Does nothing if no room is left.
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
                let proven = if K::LOOKS_AHEAD {
                    let mut next = position.clone();
                    next.make(&step);
                    next.verdict()
                } else {
                    None
                };
                self.nodes.push(step, bias, proven);
            }
            self.nodes.first[at] = first as u32;
            self.nodes.children[at] = (self.nodes.len() - first) as u32;
            self.nodes.mover[at] = Some(mover);
            if K::LOOKS_AHEAD {
                self.prove(at);
            }
        }
        self.fresh = fresh;
    }

    /// Returns the child to try next: the greatest upper confidence bound among those not proven lost.
    fn select(&mut self, at: usize, mover: Seat) -> Option<usize> {
        let range = self.nodes.range(at);
        self.find_bounds(at, mover);
        let mut best: Option<(f32, usize)> = None;
        let proven = &self.nodes.proven[range.clone()];
        for ((child, &bound), proven) in range.clone().zip(&self.bounds).zip(proven) {
            let bound = match *proven {
                None => bound,
                Some(verdict) if Proven::of(verdict, mover) == Proven::Loss => continue,
                Some(verdict) => value_of(verdict, mover) as f32,
            };
            if best.is_none_or(|(most, _)| bound > most) {
                best = Some((bound, child));
            }
        }
        // All children are lost but the node is not yet proven: any child will do.
        best.map(|(_, child)| child)
            .or_else(|| range.clone().next())
    }

    /// Fills the buffer with the upper confidence bounds of a node's children, ignoring proofs.
    fn find_bounds(&mut self, at: usize, mover: Seat) {
        let nodes = &self.nodes;
        let range = nodes.range(at);
        let explored = (K::EXPLORATION * K::EXPLORATION * ln(nodes.visits[at].max(1))) as f32;
        let prior = nodes.mean_for(at, mover) as f32;
        // The mean for the other seat is 1 minus this.
        let (sign, least) = match mover {
            Seat::First => (1.0, 0.0),
            Seat::Second => (-1.0, 1.0),
        };
        let rave = K::RAVE as f32;
        let many = range.len();
        // Slices of known equal length let the compiler vectorize the loop.
        let mean = &nodes.mean[range.clone()][..many];
        let trials = &nodes.trials[range.clone()][..many];
        let bias = &nodes.bias[range.clone()][..many];
        let rave_visits = &nodes.rave_visits[range.clone()][..many];
        let rave_total = &nodes.rave_total[range][..many];
        self.bounds.clear();
        self.bounds.resize(many, 0.0);
        let bounds = &mut self.bounds[..many];
        for i in 0..many {
            // The first trial has the parent's result.
            let visits = trials[i] - 1.0;
            let mut value = ((least + sign * mean[i]) * visits + prior + bias[i]) / trials[i];
            if rave > 0.0 {
                let weight = (rave / (3.0 * visits + rave)).sqrt();
                // Few playouts say little about a step, and no playouts say nothing.
                let difference = least * rave_visits[i]
                    + sign * rave_total[i]
                    + (bias[i] - value) * rave_visits[i];
                value += weight * difference / (rave_visits[i] + 8.0);
            }
            bounds[i] = value + (explored / trials[i]).sqrt();
        }
    }

    /// Adds the result of an iteration along its path, and proves the ancestors of a proven end.
    fn back_up(&mut self, value: f64) {
        let mut proving = true;
        let path = std::mem::take(&mut self.path);
        for (i, &at) in path.iter().rev().enumerate() {
            let at = at as usize;
            if i > 0 && proving {
                self.prove(at);
            }
            proving &= self.nodes.proven[at].is_some();
            self.nodes.visit(at, value);
        }
        self.path = path;
    }

    /// Proves a node if its children suffice: one that wins for the mover, or all of them.
    fn prove(&mut self, at: usize) {
        let Some(mover) = self.nodes.mover[at] else {
            return;
        };
        if self.nodes.proven[at].is_some() || self.nodes.children[at] == 0 {
            return;
        }
        let mut best: Option<Verdict> = None;
        let mut all = true;
        for proven in &self.nodes.proven[self.nodes.range(at)] {
            match *proven {
                Some(verdict) if Proven::of(verdict, mover) == Proven::Win => {
                    self.nodes.proven[at] = Some(verdict);
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
            self.nodes.proven[at] = best;
        }
    }

    /// Credits the playout's result to every open step on the path that its seat made later.
    fn credit_all_moves(&mut self, end: &P, value: f64) {
        for &at in &self.path {
            let nodes = &mut self.nodes;
            let Some(mover) = nodes.mover[at as usize] else {
                continue;
            };
            let range = nodes.range(at as usize);
            let steps = nodes.step[range.clone()].iter();
            let visits = nodes.rave_visits[range.clone()].iter_mut();
            let totals = nodes.rave_total[range].iter_mut();
            for (step, (visits, total)) in steps.zip(visits.zip(totals)) {
                // Branch-free: half of the steps were made, which branch prediction cannot guess.
                let made = f32::from(u8::from(self.policy.was_made(end, mover, step)));
                *visits += made;
                *total += made * value as f32;
            }
        }
    }

    /// Returns the child to play: a proven win, else the most visited child that does not lose.
    fn best_child(&self, at: usize, mover: Seat) -> Option<usize> {
        self.nodes.range(at).reduce(|best, child| {
            if self.is_better(child, best, mover) {
                child
            } else {
                best
            }
        })
    }

    fn is_better(&self, one: usize, other: usize, mover: Seat) -> bool {
        let rank = |at: usize| {
            let visits = self.nodes.visits[at];
            match self.nodes.proven[at].map(|verdict| Proven::of(verdict, mover)) {
                Some(Proven::Win) => (2, 0),
                // Among lost steps, the one that took longest to refute.
                Some(Proven::Loss) => (0, visits),
                _ => (1, visits),
            }
        };
        let (first, second) = (rank(one), rank(other));
        first > second
            || first == second
                && self.nodes.mean_for(one, mover) > self.nodes.mean_for(other, mover)
    }

    /// Returns the node's children as whole turns, best first. Untried ones are omitted if others exist.
    fn candidates(&self, root: usize, position: &P, mover: Seat) -> Vec<Candidate<P::Step>> {
        let mut children: Vec<usize> = self.nodes.range(root).collect();
        children.sort_by(|&one, &other| {
            if self.is_better(one, other, mover) {
                std::cmp::Ordering::Less
            } else if self.is_better(other, one, mover) {
                std::cmp::Ordering::Greater
            } else {
                one.cmp(&other)
            }
        });
        let tried = |&at: &usize| self.nodes.visits[at] > 0 || self.nodes.proven[at].is_some();
        let any = children.iter().any(tried);
        let visits = children.iter().map(|&at| self.nodes.visits[at]);
        let most_visits = visits.max().unwrap_or(0);
        let of_child = |at: usize| {
            let step = self.nodes.step[at].clone();
            let mut next = position.clone();
            next.make(&step);
            let mut turn = vec![step];
            self.complete(at, &mut next, &mut turn, mover);
            Candidate {
                turn,
                value: self.nodes.mean_for(at, mover),
                proven: self.nodes.proven[at].map(|verdict| Proven::of(verdict, mover)),
                is_sure: self.nodes.proven[at].is_some()
                    || self.nodes.visits[at].saturating_mul(4) >= most_visits,
            }
        };
        children
            .into_iter()
            .filter(|at| !any || tried(at))
            .map(of_child)
            .collect()
    }

    /// Follows the best steps, or the first legal ones beyond the tree, until the turn is complete.
    fn complete(&self, mut at: usize, position: &mut P, turn: &mut Vec<P::Step>, mover: Seat) {
        while position.mover() == Some(mover) && position.is_mid_turn() && turn.len() < LONGEST_TURN
        {
            let next = self.best_child(at, mover);
            let step = match next {
                Some(child) => {
                    at = child;
                    Some(self.nodes.step[child].clone())
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

    /// Returns the expected whole turns after the best turn, up to nodes with few visits.
    fn line(&self, position: &P, candidates: &[Candidate<P::Step>]) -> Vec<Vec<P::Step>> {
        let mut line = Vec::new();
        let Some(best) = candidates.first() else {
            return line;
        };
        line.push(best.turn.clone());
        let mut at = 0;
        let mut next = position.clone();
        for step in &best.turn {
            let found = self
                .nodes
                .range(at)
                .find(|&child| self.nodes.step[child] == *step);
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
            if self.nodes.visits[child] < 8 && self.nodes.proven[child].is_none() {
                break;
            }
            next.make(&self.nodes.step[child]);
            turn.push(self.nodes.step[child].clone());
            at = child;
            if !next.is_mid_turn() {
                line.push(std::mem::take(&mut turn));
            }
        }
        line
    }
}

/// Returns the natural logarithm by arithmetic that is the same on every machine.
/// The standard library's may differ in the last bit. The error is below one in ten thousand, which does not matter to
/// a search.
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
