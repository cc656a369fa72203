//! Life, prisoners and territory at the end of a game.

use super::hexes::{Hexes, flood};

/// The result of scoring the final position. Arrays of two are by colour, Black first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Judgement {
    /// The stones without an anchor.
    pub dead: [Hexes; 2],
    /// The empty cells that count for a colour, including the cells of dead stones.
    pub territory: [Hexes; 2],
}

impl Judgement {
    #[inline]
    pub(super) fn of(stones: [Hexes; 2]) -> Self {
        let alive = alive(stones);
        let empty = Hexes::ALL.without(alive[0] | alive[1]);
        let touched = flood(alive.map(|stones| stones.touching(empty)), [empty; 2]);
        Self {
            dead: [stones[0].without(alive[0]), stones[1].without(alive[1])],
            territory: [
                touched[0].without(touched[1]),
                touched[1].without(touched[0]),
            ],
        }
    }

    /// Returns the points of both colours: cells surrounded and prisoners held.
    #[inline]
    pub(super) fn points(&self) -> [u32; 2] {
        [
            self.territory[0].count() + self.dead[1].count(),
            self.territory[1].count() + self.dead[0].count(),
        ]
    }
}

/// Returns the stones of either colour that belong to an anchor.
/// The six sides form three pairs that meet at the owner's away corners. Two sides of one pair make no anchor, any
/// other two do, and of any three sides two are from different pairs. So a group is an anchor exactly if it touches at
/// least two of the three pairs.
#[inline]
fn alive([black, white]: [Hexes; 2]) -> [Hexes; 2] {
    let [[a, b, c], [d, e, f]] = Hexes::AWAY_PAIRS;
    let [a, b, c, d, e, f] = flood(
        [a, b, c, d, e, f],
        [black, black, black, white, white, white],
    );
    [(a & b) | (a & c) | (b & c), (d & e) | (d & f) | (e & f)]
}
