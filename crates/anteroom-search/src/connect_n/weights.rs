//! The weights of lines and threats, for frames of moderate and of large size.

/// Number of phases, which span eight empty cells each. The last one also covers more.
const PHASES: usize = 10;
/// Number of evaluation terms besides lines: see [`terms`](super::zugzwang::terms).
pub(super) const TERMS: usize = 5;

/// Returns the phase by the number of empty cells.
#[inline]
pub(super) fn phase(empty: u32) -> usize {
    (empty as usize / 8).min(PHASES - 1)
}

/// The values of lines by their contents.
pub(super) struct LineWeights {
    /// The value of a line without chips of the other seat.
    ///
    /// Indices are the number of missing chips, and the number of empty cells on rows that the seat gets if both fill
    /// everything else.
    pub lines: [[i64; 5]; 5],
    /// Whether upright lines count.
    pub counts_upright: bool,
}

/// The weights of the terms besides lines. Positive values favour the first seat.
pub(super) struct Weights {
    /// The weight of each [term](super::zugzwang::terms), by phase.
    /// The terms are: being the first seat; the second, or the first, must make room first; a threat of the first, or
    /// of the second seat, on a row that it gets if both fill everything else.
    terms: [[i32; TERMS]; PHASES],
    /// The value of being to move.
    pub to_move: i32,
}

impl Weights {
    /// Returns the weights of the terms by the number of empty cells.
    #[inline]
    pub(super) fn of_terms(&self, empty: u32) -> [i32; TERMS] {
        self.terms[phase(empty)]
    }
}

/// The lines' weights for frames of at most 128 bits except nine by seven, like [`FITTED`].
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

/// The weights for frames of at most 128 bits: log-odds times 250.
/// They were fitted by logistic regression to the results of 1 700 games of this search and of plain UCT on 9×7 with n
/// = 5. The lines' weights were then made equal for both seats. The fit gave upright lines no value, because they are
/// always blocked in time.
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

/// The lines' weights for larger frames, like [`PLAIN`].
pub(super) static PLAIN_LINES: LineWeights = LineWeights {
    lines: [[0; 5], [60; 5], [14; 5], [4; 5], [1; 5]],
    counts_upright: true,
};

/// The weights for larger frames. Most games there are decided long before a seat must make room.
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
