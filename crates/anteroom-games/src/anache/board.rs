//! The pieces on the board, and the earlier boards that may not recur.

use std::sync::Arc;

use super::geometry::Geometry;
use super::squares::{Direction, Square, Squares};
use anteroom_board::Seat;
use anteroom_board::scene::Kind;

/// The pieces' squares, and a hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub pieces: [Squares; 2],
    /// The XOR of all pieces' [`KEYS`] (Zobrist hashing).
    pub hash: u64,
}

/// The rank of a piece, derived from the board before each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    Man,
    Knight,
    Dragon,
}

impl Board {
    pub(super) fn new(pieces: [Squares; 2]) -> Self {
        Self {
            pieces,
            hash: hash(Seat::First, pieces[0]) ^ hash(Seat::Second, pieces[1]),
        }
    }

    pub(super) fn taken(&self) -> Squares {
        self.pieces[0] | self.pieces[1]
    }

    pub(super) fn owner(&self, square: Square) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|seat| self.pieces[seat.index()].has(square))
    }

    /// Moves this seat's pieces from `from` to `to`.
    #[inline]
    pub(super) fn transfer(&mut self, seat: Seat, from: Squares, to: Squares) {
        let pieces = &mut self.pieces[seat.index()];
        *pieces = (*pieces - from) | to;
        self.hash ^= hash(seat, from) ^ hash(seat, to);
    }

    #[inline]
    pub(super) fn remove(&mut self, seat: Seat, squares: Squares) {
        let pieces = &mut self.pieces[seat.index()];
        *pieces = *pieces - squares;
        self.hash ^= hash(seat, squares);
    }

    /// Returns the hash after this seat's group has moved and before any capture.
    #[inline]
    pub(super) fn hash_after(&self, seat: Seat, group: Squares, direction: Direction) -> u64 {
        let keys = &KEYS[seat.index()];
        group.fold(self.hash, |hash, square| {
            hash ^ keys[square.index()] ^ keys[square.ahead(direction).index()]
        })
    }

    pub(super) fn dragons(&self, geometry: &Geometry, seat: Seat) -> Squares {
        self.pieces[seat.index()] & geometry.opposing_corners(seat)
    }

    /// Returns the rank of a piece of this seat on this square.
    pub(super) fn rank(geometry: &Geometry, seat: Seat, square: Square) -> Rank {
        if geometry.opposing_corners(seat).has(square) {
            Rank::Dragon
        } else if geometry.half[seat.index()].has(square) {
            Rank::Man
        } else {
            Rank::Knight
        }
    }
}

impl Rank {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Rank::Man => "man",
            Rank::Knight => "knight",
            Rank::Dragon => "dragon",
        }
    }

    /// Returns the look of a piece of this rank.
    pub(super) const fn kind(self) -> Kind {
        match self {
            Rank::Man => Kind::Counter,
            Rank::Knight => Kind::Knight,
            Rank::Dragon => Kind::Dragon,
        }
    }
}

#[inline]
fn hash(seat: Seat, squares: Squares) -> u64 {
    let keys = &KEYS[seat.index()];
    squares.fold(0, |hash, square| hash ^ keys[square.index()])
}

/// A random number for every seat and square.
static KEYS: [[u64; 256]; 2] = keys();

/// Returns the output of SplitMix64 from a fixed seed.
const fn keys() -> [[u64; 256]; 2] {
    let mut keys = [[0; 256]; 2];
    let mut state: u64 = 0x616e_6163_6865;
    let mut i = 0;
    while i < 512 {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys[i / 256][i % 256] = z ^ (z >> 31);
        i += 1;
    }
    keys
}

/// The boards at the start and at the ends of turns that can still recur.
/// A capture or a removal makes all earlier boards impossible, because pieces never come back. These boards are
/// dropped. A copy is cheap: copies share the boards until one of them adds a board.
#[derive(Clone, Debug)]
pub(super) struct Past {
    /// Sorted by hash.
    boards: Arc<Vec<Stood>>,
}

#[derive(Clone, Copy, Debug)]
struct Stood {
    board: Board,
    turns: u32,
}

impl Past {
    pub(super) fn new(board: Board, turns: u32) -> Self {
        Self {
            boards: Arc::new(vec![Stood { board, turns }]),
        }
    }

    pub(super) fn add(&mut self, board: Board, turns: u32) {
        let place = self.place(board.hash);
        Arc::make_mut(&mut self.boards).insert(place, Stood { board, turns });
    }

    pub(super) fn is_single(&self) -> bool {
        self.boards.len() == 1
    }

    /// Whether the past has a board with this hash.
    #[inline]
    pub(super) fn has_hash(&self, hash: u64) -> bool {
        self.boards
            .get(self.place(hash))
            .is_some_and(|stood| stood.board.hash == hash)
    }

    /// Returns the number of turns before exactly this board, if the past has it.
    pub(super) fn when(&self, board: &Board) -> Option<u32> {
        let from = self
            .boards
            .get(self.place(board.hash)..)
            .unwrap_or_default();
        from.iter()
            .take_while(|stood| stood.board.hash == board.hash)
            .find(|stood| stood.board == *board)
            .map(|stood| stood.turns)
    }

    /// The number of boards with a smaller hash.
    #[inline]
    fn place(&self, hash: u64) -> usize {
        self.boards.partition_point(|stood| stood.board.hash < hash)
    }
}
