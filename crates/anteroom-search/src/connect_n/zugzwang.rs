//! Finds the seat that must in the end make room below a cell that the other seat needs (zugzwang: Allis 1988).

/// The most columns.
pub(super) const SIDE: usize = 16;

/// Returns the winner of a race in which both seats avoid making room for the other.
/// The winner is 0 for the first seat; `None` if the frame is full before a seat must make room. The first `many`
/// shafts are used, each of them [filled](Shaft::fill). A seat can also make room below its own threat, but gives the
/// threat up: the other seat takes the cell.
#[inline]
pub(super) fn outlasts(
    shafts: &mut [Shaft; SIDE],
    mut many: usize,
    mut mover: usize,
) -> Option<usize> {
    while many > 0 {
        // Giving up a threat costs each seat a chip. The cells that can then be filled decide which seat is to move.
        let mut best: Option<(bool, usize, Shaft)> = None;
        for (at, shaft) in shafts.iter().take(many).enumerate() {
            if shaft.is_given_up_by(mover) {
                let mut after = *shaft;
                after.drop(2);
                let passes_on = after.fill() % 2 == 1;
                if best.is_none_or(|(other, _, _)| passes_on && !other) {
                    best = Some((passes_on, at, after));
                }
            }
        }
        let Some((passes_on, at, after)) = best else {
            return Some(mover ^ 1);
        };
        if passes_on {
            mover ^= 1;
        }
        if after.empty > 0 {
            shafts[at] = after;
        } else {
            many -= 1;
            shafts.swap(at, many);
        }
    }
    None
}

/// The rest of a column.
#[derive(Clone, Copy, Default)]
pub(super) struct Shaft {
    /// The cells that complete a line of either seat; the lowest bit is the next free cell.
    pub needed: [u32; 2],
    pub empty: u32,
}

impl Shaft {
    /// Fills the cells that make room for nobody, and returns their number.
    /// Cells that complete a line at once do not matter here, because the search goes on in that case.
    #[inline]
    pub(super) fn fill(&mut self) -> u32 {
        let needed = (self.needed[0] | self.needed[1]) & !1;
        let chips = if needed == 0 {
            self.empty
        } else {
            needed.trailing_zeros() - 1
        };
        self.drop(chips);
        chips
    }

    #[inline]
    fn drop(&mut self, chips: u32) {
        self.needed = self.needed.map(|needed| needed >> chips);
        self.empty -= chips;
    }

    /// Whether the next chip makes room only for the seat that drops it.
    #[inline]
    fn is_given_up_by(&self, seat: usize) -> bool {
        self.needed[seat & 1] & 2 != 0 && self.needed[seat & 1 ^ 1] & 2 == 0
    }
}
