//! What lines and threats are worth, for frames of moderate and of great size.

/// By how many times eight cells are empty, the last for more as well.
const PHASES: usize = 10;
/// How many things are judged besides lines: see [`terms`](super::zugzwang::terms).
pub(super) const TERMS: usize = 5;

/// Which phase it is when this many cells are empty.
#[inline]
pub(super) fn phase(empty: u32) -> usize {
    (empty as usize / 8).min(PHASES - 1)
}

/// What lines are worth by what is in them.
pub(super) struct LineWeights {
    /// What a line is worth to a seat, if the other has no chip in it: by how many chips it lacks, and how many of the cells that
    /// are still empty are on rows that fall to the seat when everything else is full.
    pub lines: [[i64; 5]; 5],
    /// Whether upright lines are worth anything.
    pub counts_upright: bool,
}

/// What positions are judged by besides their lines. What counts for the first seat is positive.
pub(super) struct Weights {
    /// What each [term](super::zugzwang::terms) is worth, by phase: to be the first seat, that the second and that the first must
    /// make room first, and a threat of the first and of the second seat on a row that falls to it when everything else is full.
    terms: [[i32; TERMS]; PHASES],
    /// What it is worth to be to move.
    pub to_move: i32,
}

impl Weights {
    /// What each term is worth when this many cells are empty.
    #[inline]
    pub(super) fn of_terms(&self, empty: u32) -> [i32; TERMS] {
        self.terms[phase(empty)]
    }
}

/// For frames of at most 128 bits but nine by seven, as [`FITTED`].
pub(super) static FITTED_LINES: LineWeights = LineWeights {
    lines: [
        [0; 5],
        [48, 44, 0, 0, 0],
        [10, 70, 102, 0, 0],
        [14, 17, 31, 48, 0],
        [18, 12, 8, 12, 20],
    ],
    counts_upright: false,
};

/// For frames of at most 128 bits: logarithms of odds times 250, fitted by logistic regression to the results of 1 700 games on 9×7
/// with n = 5, of this search and of plain UCT. The lines' were then made equal for both seats. Upright lines came out at nothing:
/// the one who is in the way of one is so in time.
pub(super) static FITTED: Weights = Weights {
    terms: [
        [0, 687, -618, 199, -144],
        [0, 552, -747, 37, -23],
        [0, 514, -680, -31, 21],
        [0, 324, -530, 10, -34],
        [0, 225, -519, 78, -62],
        [0, 141, -608, 139, -163],
        [0, -187, -260, 73, -111],
        [0; TERMS],
        [0; TERMS],
        [0; TERMS],
    ],
    to_move: 30,
};

/// For larger frames, as [`PLAIN`].
pub(super) static PLAIN_LINES: LineWeights = LineWeights {
    lines: [[0; 5], [60; 5], [14; 5], [4; 5], [1; 5]],
    counts_upright: true,
};

/// For larger frames, most games on which are decided long before anybody must make room.
pub(super) static PLAIN: Weights = Weights {
    terms: [
        [0, 200, -200, 0, 0],
        [0, 200, -200, 0, 0],
        [0, 200, -200, 0, 0],
        [0, 200, -200, 0, 0],
        [0, 200, -200, 0, 0],
        [0, 200, -200, 0, 0],
        [0, 160, -160, 18, -18],
        [0, 120, -120, 36, -36],
        [0, 80, -80, 54, -54],
        [0, 40, -40, 72, -72],
    ],
    to_move: 0,
};
