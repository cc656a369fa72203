//! What lines and threats are worth, for frames of moderate and of great size.

/// By how many times eight cells are empty, the last for more as well.
const PHASES: usize = 10;

/// What positions are judged by. What counts for the first seat is positive.
pub(super) struct Weights {
    /// What a line is worth to a seat, if the other has no chip in it: by how many chips it lacks, and how many of the cells that
    /// are still empty are on rows that fall to the seat when everything else is full.
    pub lines: [[i64; 5]; 5],
    /// Whether upright lines are worth anything.
    pub counts_upright: bool,
    /// What it is worth that the second, and that the first seat must make room first.
    outlasts: [[i32; PHASES]; 2],
    /// What a threat of the first, and of the second seat is worth on a row that falls to it when everything else is full.
    on_own_row: [[i32; PHASES]; 2],
    /// What it is worth to be to move.
    pub to_move: i32,
}

impl Weights {
    /// What it is worth that this seat, 0 for the first, need not make room first.
    #[inline]
    pub(super) fn outlasts(&self, seat: usize, empty: u32) -> i32 {
        self.outlasts[seat & 1][(empty as usize / 8).min(PHASES - 1)]
    }

    /// What a threat of this seat is worth on one of its rows.
    #[inline]
    pub(super) fn on_own_row(&self, seat: usize, empty: u32) -> i32 {
        self.on_own_row[seat & 1][(empty as usize / 8).min(PHASES - 1)]
    }
}

/// For frames of at most 128 bits: logarithms of odds times 250, fitted by logistic regression to the results of 1 700 games on 9×7
/// with n = 5, of this search and of plain UCT. The lines' were then made equal for both seats. Upright lines came out at nothing:
/// whoever is in the way of one is so in time.
pub(super) static FITTED: Weights = Weights {
    lines: [
        [0; 5],
        [48, 44, 0, 0, 0],
        [10, 70, 102, 0, 0],
        [14, 17, 31, 48, 0],
        [18, 12, 8, 12, 20],
    ],
    counts_upright: false,
    outlasts: [
        [687, 552, 514, 324, 225, 141, -187, 0, 0, 0],
        [-618, -747, -680, -530, -519, -608, -260, 0, 0, 0],
    ],
    on_own_row: [
        [199, 37, -31, 10, 78, 139, 73, 0, 0, 0],
        [-144, -23, 21, -34, -62, -163, -111, 0, 0, 0],
    ],
    to_move: 30,
};

/// For larger frames, most games on which are decided long before anybody must make room.
pub(super) static PLAIN: Weights = Weights {
    lines: [[0; 5], [60; 5], [14; 5], [4; 5], [1; 5]],
    counts_upright: true,
    outlasts: [
        [200, 200, 200, 200, 200, 200, 160, 120, 80, 40],
        [-200, -200, -200, -200, -200, -200, -160, -120, -80, -40],
    ],
    on_own_row: [
        [0, 0, 0, 0, 0, 0, 18, 36, 54, 72],
        [0, 0, 0, 0, 0, 0, -18, -36, -54, -72],
    ],
    to_move: 0,
};
