//! Alpha-beta over steps, for games with an evaluation of positions.
//!
//! - Principal variation search within iterative deepening: Marsland & Campbell, *Parallel Search of Strongly Ordered
//!   Game Trees*, 1982; Reinefeld's NegaScout, 1983. Scores change sign if the seat changes, not at every step.
//! - Transposition table (Greenblatt et al. 1967). Steps from the table, killer steps (Akl & Newborn 1977) and the
//!   history heuristic (Schaeffer 1983) are tried first.
//! - Late steps are searched less deep at first (late move reductions).
//! - Positions with a [`Judge::winner`] are not searched further.
//! - Positions that [`Judge::is_forced`] names are searched further instead of evaluated (quiescence: Beal 1990).
//!
//! A score is proven if no position below it was evaluated at the horizon, or if it is a win that was searched to the
//! end.

use super::found::{Candidate, Found, Proven};
use super::meter::{MOST_BYTES, Meter};
use super::playable::Playable;
use anteroom_board::Seat;
use anteroom_games::{SplitMix64, Verdict};

/// The score of a win, minus one for each step before it.
const WIN: i32 = 1_000_000;
/// Scores above this are wins that were searched to the end.
const WON: i32 = WIN - 10_000;
/// The greatest depth of a search in steps, including forced ones.
const DEEPEST: usize = 64;
/// The depth of a table entry for a subtree that was searched to the end.
const FINISHED: u8 = 255;
/// Number of table entries of 16 bytes each: 32 MB.
const ENTRIES: usize = 1 << 21;
/// Initial number of entries of a table that grows: half a megabyte, which fits in the cache.
const FIRST_ENTRIES: usize = 1 << 15;
/// Number of step codes that the history heuristic distinguishes.
const HISTORY: usize = 4096;

/// A game's evaluation of its positions.
pub(super) trait Judge<P: Playable> {
    /// The score that corresponds to a winning chance of three quarters.
    const SCALE: i32;
    /// Whether late steps are searched less deep at first.
    const REDUCES: bool = true;
    /// Whether the table grows with the number of nodes.
    /// A large table is slow at first, because the system clears it page by page.
    const GROWS: bool = false;
    /// How much worse than the best turn a turn may be to get an exact score.
    const MARGIN: i32 = 0;

    /// Returns a hash of the board, the seat to move, and all other state of the rules.
    fn key(&self, position: &P) -> u64;

    /// Returns the value of the position for the seat, within ±900 000.
    fn judge(&self, position: &P, seat: Seat) -> i32;

    /// Calls `visit` with every step worth trying.
    /// A step may be omitted if another one is at least as good. At least one step must stay.
    fn each_step(&self, position: &P, visit: impl FnMut(P::Step)) {
        position.each_step(visit);
    }

    /// Returns the priority of the step: higher is tried first.
    fn order(&self, position: &P, step: &P::Step) -> i32;

    /// Returns a number below 4096 for the step, the same in all positions.
    fn code(&self, step: &P::Step) -> u16;

    /// Returns the seat that is certain to win, if the position is decided although the game goes on.
    fn winner(&self, position: &P) -> Option<Seat> {
        let _ = position;
        None
    }

    /// Whether the search must continue at the horizon: few steps are legal and an evaluation misleads.
    fn is_forced(&self, position: &P) -> bool {
        let _ = position;
        false
    }
}

#[derive(Clone, Copy, Default)]
struct Entry {
    /// The upper half of the key, which together with the entry's index is nearly all of it.
    check: u32,
    score: i32,
    step: u16,
    depth: u8,
    /// 0 none, 1 lower bound, 2 upper bound, 3 exact.
    bound: u8,
}

/// An entry as stored in the table.
/// The system provides arrays of zeros without work, so a short search does not pay for clearing memory that it never
/// uses.
type Packed = [u64; 2];

impl Entry {
    #[inline]
    fn pack(self) -> Packed {
        let about =
            u64::from(self.step) | u64::from(self.depth) << 16 | u64::from(self.bound) << 24;
        let score = u64::from(self.score.cast_unsigned());
        [u64::from(self.check) << 32 | score, about]
    }

    #[inline]
    fn unpack([known, about]: Packed) -> Self {
        Self {
            check: (known >> 32) as u32,
            score: (known as u32).cast_signed(),
            step: about as u16,
            depth: (about >> 16) as u8,
            bound: (about >> 24) as u8,
        }
    }
}

// The number of entries is a power of two, at most `ENTRIES`.
const _: () = assert!(ENTRIES.is_power_of_two() && ENTRIES * size_of::<Packed>() <= MOST_BYTES);

struct Search<'a, 'm, 's, P: Playable, J> {
    judge: &'a J,
    meter: &'m mut Meter<'s>,
    table: Vec<Packed>,
    killers: Vec<[u16; 2]>,
    history: Vec<u32>,
    /// Lists of steps by ply, kept to reuse their memory.
    lists: Vec<Vec<(i32, P::Step)>>,
    /// Number of evaluations at the horizon and of uses of bounds that depend on such.
    horizon: u64,
    /// Whether positions with a certain winner are not searched further.
    decides: bool,
    out_of_nodes: bool,
}

/// A code that no step has.
const NO_STEP: u16 = u16::MAX;

struct Root<P: Playable> {
    step: P::Step,
    after: P,
    score: i32,
    /// Whether the score is exact rather than a bound.
    exact: bool,
}

/// Deepens until the meter is empty or the position is solved; `None` if the game is over.
/// With `all`, every step gets an exact score.
pub(super) fn search<P: Playable, J: Judge<P>>(
    position: &P,
    judge: &J,
    meter: &mut Meter<'_>,
    all: bool,
    seed: u64,
) -> Option<Found<P::Step>> {
    let mover = position.mover()?;
    let mut numbers = SplitMix64::new(seed);
    let mut roots: Vec<Root<P>> = Vec::new();
    position.each_step(|step| {
        let mut after = position.clone();
        after.make(&step);
        roots.push(Root {
            step,
            after,
            score: 0,
            exact: false,
        });
    });
    // The seed determines the order of equal steps.
    for i in (1..roots.len()).rev() {
        roots.swap(i, numbers.below(i as u64 + 1) as usize);
    }
    roots.sort_by_key(|root| -judge.order(position, &root.step));
    let entries = (meter.left().saturating_mul(2))
        .clamp(
            1 << 10,
            if J::GROWS { FIRST_ENTRIES } else { ENTRIES } as u64,
        )
        .next_power_of_two() as usize;
    let certain = judge
        .winner(position)
        .map(|winner| Proven::of(Verdict::Win(winner), mover));
    let mut search = Search {
        judge,
        meter,
        table: vec![[0; 2]; entries],
        killers: vec![[NO_STEP; 2]; DEEPEST + 1],
        history: vec![0; HISTORY],
        lists: (0..=DEEPEST).map(|_| Vec::new()).collect(),
        horizon: 0,
        // If the root itself is decided, the search must still find the win.
        decides: certain.is_none(),
        out_of_nodes: false,
    };
    let mut proven = None;
    for depth in 1..=DEEPEST as i32 {
        let before = search.horizon;
        let done = search.root(&mut roots, mover, depth, all);
        // The result of an unfinished iteration is still useful: the best step was searched first.
        roots.sort_by_key(|root| -root.score);
        if !done {
            break;
        }
        let best = roots.first()?.score;
        if best.abs() > WON || search.horizon == before {
            proven = Some(match best {
                best if best > WON => Proven::Win,
                best if best < -WON => Proven::Loss,
                _ => Proven::Draw,
            });
            // If nothing was evaluated at the horizon, a score that is not a win must be a draw.
            debug_assert!(best.abs() > WON || best == 0);
            break;
        }
    }
    // If the turn of this seat goes on, the table has the next steps.
    let best = roots.first()?.score;
    let mut proven = if best > WON {
        Some(Proven::Win)
    } else {
        proven
    };
    let mut candidates: Vec<Candidate<P::Step>> = roots
        .iter()
        .map(|root| {
            let mut turn = vec![root.step.clone()];
            let mut at = root.after.clone();
            search.finish_turn(&mut at, mover, &mut turn);
            let own = match root.score {
                score if root.exact && score > WON => Some(Proven::Win),
                score if score < -WON => Some(Proven::Loss),
                _ => None,
            };
            Candidate {
                turn,
                value: chance(root.score, J::SCALE),
                proven: own,
                is_sure: root.exact,
            }
        })
        .collect();
    let line = search.line(position, &candidates);
    if let Some(certain) = certain {
        // All turns have the same result, so the one with the best score is played.
        for candidate in &mut candidates {
            candidate.value = certain.value();
            candidate.proven = Some(certain);
        }
        for other in candidates.iter_mut().skip(1) {
            other.is_sure = false;
        }
        proven = Some(certain);
    }
    Some(Found {
        candidates,
        line,
        proven,
    })
}

/// Converts a score to a winning chance: a curve without an exponential.
pub(super) fn chance(score: i32, scale: i32) -> f64 {
    if score.abs() > WON {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    let (score, scale) = (f64::from(score), f64::from(scale.max(1)));
    0.5 + 0.5 * score / (score.abs() + scale)
}

impl<P: Playable, J: Judge<P>> Search<'_, '_, '_, P, J> {
    /// Runs one iteration. Returns whether it was finished.
    fn root(&mut self, roots: &mut [Root<P>], mover: Seat, depth: i32, all: bool) -> bool {
        let mut best = -WIN - 1;
        let last: Vec<i32> = roots.iter().map(|root| root.score).collect();
        for (i, root) in roots.iter_mut().enumerate() {
            let after = root.after.clone();
            let lowest = if all { -WIN - 1 } else { best - J::MARGIN };
            let score = if i == 0 || all {
                self.child(&after, mover, depth - 1, -WIN - 1, WIN + 1, 1)
            } else {
                let score = self.child(&after, mover, depth - 1, lowest, lowest + 1, 1);
                if score > lowest && !self.out_of_nodes {
                    self.child(&after, mover, depth - 1, lowest, WIN + 1, 1)
                } else {
                    score
                }
            };
            if self.out_of_nodes {
                // The other steps stay behind those that this iteration has ranked.
                if i == 0 {
                    return false;
                }
                for (root, &score) in roots.iter_mut().zip(&last).skip(i) {
                    root.score = score.min(best - 1).max(-WIN);
                    root.exact = false;
                }
                return false;
            }
            root.score = score;
            root.exact = i == 0 || all || score > lowest;
            best = best.max(score);
            if best > WON && !all {
                // A win cannot be improved; earlier iterations have found the shorter wins.
                for root in roots.iter_mut().skip(i + 1) {
                    root.exact = false;
                    root.score = root.score.min(best - 1);
                }
                return true;
            }
        }
        true
    }

    /// Doubles the table, up to its maximum size.
    /// An entry's check does not tell its half, so the entry is copied to both.
    #[cold]
    fn grow(&mut self) {
        if self.table.len() < ENTRIES {
            self.table.extend_from_within(..);
        }
    }

    /// Returns the score of a position for `seat`, which made the step to it.
    #[inline]
    fn child(
        &mut self,
        position: &P,
        seat: Seat,
        depth: i32,
        alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        match position.mover() {
            Some(mover) if mover == seat => self.node(position, seat, depth, alpha, beta, ply),
            Some(mover) => -self.node(position, mover, depth, -beta, -alpha, ply),
            None => match position.verdict() {
                Some(Verdict::Win(winner)) if winner == seat => WIN - ply as i32,
                Some(Verdict::Win(_)) => ply as i32 - WIN,
                Some(Verdict::Draw) | None => 0,
            },
        }
    }

    /// Returns the score of a position for the seat to move.
    fn node(
        &mut self,
        position: &P,
        mover: Seat,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        ply: usize,
    ) -> i32 {
        if !self.meter.spend() {
            self.out_of_nodes = true;
            return 0;
        }
        // The best result is to win with the next step, the worst to lose by the other seat's next step.
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32);
        if alpha >= beta {
            return alpha;
        }
        if self.decides
            && let Some(winner) = self.judge.winner(position)
        {
            let score = WIN - ply as i32 - 1;
            return if winner == mover { score } else { -score };
        }
        if ply >= DEEPEST {
            self.horizon += 1;
            return self.judge.judge(position, mover);
        }
        if depth <= 0 && !self.judge.is_forced(position) {
            self.horizon += 1;
            return self.judge.judge(position, mover);
        }
        depth = depth.max(0);
        // Most nodes are evaluated at the horizon and are not stored in the table.
        if J::GROWS && self.meter.spent() / 4 > self.table.len() as u64 {
            self.grow();
        }
        let key = self.judge.key(position);
        let slot = key as usize & (self.table.len() - 1);
        let check = (key >> 32) as u32;
        let entry = self
            .table
            .get(slot)
            .copied()
            .map_or_else(Entry::default, Entry::unpack);
        let known = entry.bound != 0 && entry.check == check;
        if known && i32::from(entry.depth) >= depth.min(i32::from(FINISHED)) {
            let score = from_table(entry.score, ply);
            let cuts = match entry.bound {
                1 => score >= beta,
                2 => score <= alpha,
                _ => true,
            };
            if cuts {
                if entry.depth != FINISHED {
                    self.horizon += 1;
                }
                return score;
            }
        }
        let table_step = if known { entry.step } else { NO_STEP };
        let before = self.horizon;

        let mut list = self
            .lists
            .get_mut(ply)
            .map(std::mem::take)
            .unwrap_or_default();
        list.clear();
        let killers = self.killers.get(ply).copied().unwrap_or([NO_STEP; 2]);
        let (judge, history) = (self.judge, &self.history);
        judge.each_step(position, |step| {
            let code = judge.code(&step);
            let rank = if code == table_step {
                i32::MAX
            } else {
                let order = judge.order(position, &step).saturating_mul(1 << 12);
                let killer = if killers.contains(&code) { 1 << 11 } else { 0 };
                let past = history.get(usize::from(code) % HISTORY).copied();
                order.saturating_add(killer + past.unwrap_or(0).min(2_000) as i32)
            };
            list.push((rank, step));
        });
        let many = list.len();
        let mut best = -WIN - 1;
        let mut best_code = NO_STEP;
        let first_alpha = alpha;
        // A single legal step costs no depth.
        let deeper = if many == 1 { depth } else { depth - 1 };
        for i in 0..many {
            // The next best step is selected on demand, because most lists are never fully sorted.
            let mut next = i;
            for j in i + 1..many {
                if list[j].0 > list[next].0 {
                    next = j;
                }
            }
            list.swap(i, next);
            let step = &list[i].1;
            let mut after = position.clone();
            after.make(step);
            let score = if i == 0 {
                self.child(&after, mover, deeper, alpha, beta, ply + 1)
            } else {
                let quiet = list[i].0 < 1 << 11;
                let reduced = if J::REDUCES && quiet && depth >= 3 && i >= 4 {
                    deeper - 1 - i32::from(i >= 12)
                } else {
                    deeper
                };
                let mut score = self.child(&after, mover, reduced, alpha, alpha + 1, ply + 1);
                if score > alpha && reduced < deeper && !self.out_of_nodes {
                    score = self.child(&after, mover, deeper, alpha, alpha + 1, ply + 1);
                }
                if score > alpha && score < beta && !self.out_of_nodes {
                    score = self.child(&after, mover, deeper, alpha, beta, ply + 1);
                }
                score
            };
            if self.out_of_nodes {
                break;
            }
            if score > best {
                best = score;
                best_code = self.judge.code(&list[i].1);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                if let Some(killers) = self.killers.get_mut(ply)
                    && killers[0] != best_code
                {
                    *killers = [best_code, killers[0]];
                }
                if let Some(past) = self.history.get_mut(usize::from(best_code) % HISTORY) {
                    *past = past.saturating_add((depth * depth) as u32 + 1);
                }
                break;
            }
        }
        if let Some(place) = self.lists.get_mut(ply) {
            *place = list;
        }
        if self.out_of_nodes {
            return 0;
        }
        let finished = self.horizon == before;
        let depth = if finished {
            FINISHED
        } else {
            depth.min(i32::from(FINISHED) - 1) as u8
        };
        let bound = if best >= beta {
            1
        } else if best <= first_alpha {
            2
        } else {
            3
        };
        // The table may have grown in the meantime.
        let slot = key as usize & (self.table.len() - 1);
        if let Some(place) = self.table.get_mut(slot) {
            let entry = Entry {
                check,
                score: to_table(best, ply),
                step: best_code,
                depth,
                bound,
            };
            *place = entry.pack();
        }
        best
    }

    /// Returns the table's step for a position.
    fn remembered(&self, position: &P) -> Option<P::Step> {
        let key = self.judge.key(position);
        let place = self.table.get(key as usize & (self.table.len() - 1))?;
        let entry = Entry::unpack(*place);
        if entry.bound == 0 || entry.check != (key >> 32) as u32 {
            return None;
        }
        let mut found = None;
        position.each_step(|step| {
            if found.is_none() && self.judge.code(&step) == entry.step {
                found = Some(step);
            }
        });
        found
    }

    /// Adds the steps that finish the turn.
    fn finish_turn(&self, position: &mut P, mover: Seat, turn: &mut Vec<P::Step>) {
        while position.mover() == Some(mover) && position.is_mid_turn() && turn.len() < DEEPEST {
            let step = self.remembered(position).or_else(|| {
                let mut best: Option<(i32, P::Step)> = None;
                position.each_step(|step| {
                    let rank = self.judge.order(position, &step);
                    if best.as_ref().is_none_or(|(most, _)| rank > *most) {
                        best = Some((rank, step));
                    }
                });
                best.map(|(_, step)| step)
            });
            let Some(step) = step else { return };
            position.make(&step);
            turn.push(step);
        }
    }

    /// Returns the continuation that the table expects after the best turn.
    fn line(&self, position: &P, candidates: &[Candidate<P::Step>]) -> Vec<Vec<P::Step>> {
        let mut at = position.clone();
        let mut line = Vec::new();
        let Some(best) = candidates.first() else {
            return line;
        };
        for step in &best.turn {
            at.make(step);
        }
        line.push(best.turn.clone());
        let mut turn = Vec::new();
        while at.mover().is_some() && line.len() < 12 && turn.len() < DEEPEST {
            let Some(step) = self.remembered(&at) else {
                break;
            };
            at.make(&step);
            turn.push(step);
            if !at.is_mid_turn() {
                line.push(std::mem::take(&mut turn));
            }
        }
        line
    }
}

/// Stores a win by its distance from the entry's position instead of from the root.
fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        score if score > WON => score + ply as i32,
        score if score < -WON => score - ply as i32,
        score => score,
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        score if score > WON => score - ply as i32,
        score if score < -WON => score + ply as i32,
        score => score,
    }
}
