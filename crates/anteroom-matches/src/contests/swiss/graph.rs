use std::collections::BTreeMap;

use integer_blossom::{max_weight_matching, min_weight_perfect_matching};

/// Two vertices, the lower one first.
pub(super) type Edge = (usize, usize);

/// The most matchings looked at in [`Graph::repeatable()`]. Ten vertices have 945 perfect matchings.
const MOST_MATCHINGS: usize = 1000;

/// A complete graph with weights at its edges, of an even number of vertices.
pub(super) struct Graph {
    size: usize,
    /// Row by row.
    weights: Vec<i128>,
    /// The least weight of an edge that the matching avoids: using one is worse than any use of others.
    heavy: i128,
}

/// A perfect matching under constraints.
struct Node {
    edges: Vec<Edge>,
    forced: Vec<Edge>,
    excluded: Vec<Edge>,
}

impl Graph {
    /// Builds a graph. The sum of a perfect matching must not overflow, nor the fourfold of a weight, and that of edges
    /// that are not heavy must stay below `heavy`.
    pub(super) fn new(size: usize, heavy: i128, weight: impl Fn(usize, usize) -> i128) -> Self {
        let mut weights = vec![0; size * size];
        for a in 0..size {
            for b in a + 1..size {
                let weight = weight(a, b);
                weights[a * size + b] = weight;
                weights[b * size + a] = weight;
            }
        }
        Self {
            size,
            weights,
            heavy,
        }
    }

    /// Returns the perfect matching with the least weight.
    pub(super) fn lightest(&self) -> Vec<Edge> {
        edges_of(&min_weight_perfect_matching(&self.weights, self.size))
    }

    /// Returns the perfect matching with the least weight among those without a heavy edge that leave a graph with
    /// another one. `None` without such a one, or if none was found among the lightest [`MOST_MATCHINGS`].
    ///
    /// It goes through the perfect matchings from the lightest one on, as Murty's algorithm does: it splits what is left
    /// by an edge of the last one that is excluded. If a matching is a dead end, then so is each one that has the edges
    /// of a certain part of it. It splits by these alone, which skips many matchings, and no good one.
    pub(super) fn repeatable(&self) -> Option<Vec<Edge>> {
        let (weight, node) = self.constrained(Vec::new(), Vec::new())?;
        // By weight, and those of equal weight in the order in which they were found.
        let mut open = BTreeMap::from([((weight, 0), node)]);
        for looked_at in 1..=MOST_MATCHINGS {
            let (_, mut node) = open.pop_first()?;
            if self.can_be_matched_without(&node.edges) {
                return Some(node.edges);
            }
            let part = self.dead_end_in(node.edges);
            for (at, edge) in part.into_iter().enumerate() {
                if node.forced.contains(&edge) {
                    continue;
                }
                let mut excluded = node.excluded.clone();
                excluded.push(edge);
                if let Some((weight, child)) = self.constrained(node.forced.clone(), excluded) {
                    open.insert((weight, looked_at * self.size + at), child);
                }
                node.forced.push(edge);
            }
        }
        None
    }

    /// Returns a least part of a matching whose edges, taken away, leave no perfect matching.
    fn dead_end_in(&self, mut matching: Vec<Edge>) -> Vec<Edge> {
        let mut at = 0;
        while let Some(edge) = matching.get(at).copied() {
            matching.remove(at);
            if self.can_be_matched_without(&matching) {
                matching.insert(at, edge);
                at += 1;
            }
        }
        matching
    }

    /// Whether edges that are not heavy make a perfect matching without those given.
    fn can_be_matched_without(&self, taken: &[Edge]) -> bool {
        let there = |weight: &i128| i32::from(*weight < self.heavy);
        let mut weights: Vec<i32> = self.weights.iter().map(there).collect();
        for (a, b) in taken {
            weights[a * self.size + b] = 0;
        }
        let mates = max_weight_matching(&weights, self.size);
        mates.iter().all(Option::is_some)
    }

    /// Returns the lightest perfect matching without a heavy edge, with all of some edges and none of others.
    fn constrained(&self, forced: Vec<Edge>, excluded: Vec<Edge>) -> Option<(i128, Node)> {
        let mut weights = self.weights.clone();
        // An edge that must not be used is as heavy as the heaviest.
        let wall = self.weights.iter().copied().fold(self.heavy, i128::max);
        for (a, b) in &forced {
            for other in 0..self.size {
                for (from, to) in [(*a, *b), (*b, *a)] {
                    if other != to {
                        let (low, high) = (from.min(other), from.max(other));
                        weights[low * self.size + high] = wall;
                    }
                }
            }
        }
        for (a, b) in &excluded {
            weights[a * self.size + b] = wall;
        }
        let edges = edges_of(&min_weight_perfect_matching(&weights, self.size));
        let weights = edges.iter().map(|(a, b)| weights[a * self.size + b]);
        let weight: i128 = weights.sum();
        let node = Node {
            edges,
            forced,
            excluded,
        };
        (weight < self.heavy).then_some((weight, node))
    }
}

fn edges_of(mates: &[usize]) -> Vec<Edge> {
    let edges = mates.iter().enumerate();
    edges
        .filter_map(|(a, b)| (a < *b).then_some((a, *b)))
        .collect()
}
