//! The pieces on the board, and the boards that may not come again.

use std::sync::Arc;

use super::geometry::Geometry;
use super::squares::{Direction, Square, Squares};
use crate::board::Seat;
use crate::board::scene::Kind;

/// Where pieces stand, and a number that differs for nearly all boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// The pieces of either seat.
    pub pieces: [Squares; 2],
    /// All pieces' [`KEYS`], added without carrying (Zobrist hashing).
    pub hash: u64,
}

/// What a piece is: this is read off the board before each move.
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

    /// All pieces.
    pub(super) fn taken(&self) -> Squares {
        self.pieces[0] | self.pieces[1]
    }

    /// Whose piece stands on a square.
    pub(super) fn owner(&self, square: Square) -> Option<Seat> {
        Seat::BOTH
            .into_iter()
            .find(|seat| self.pieces[seat.index()].has(square))
    }

    /// What this seat's pieces on `from` become on `to`.
    #[inline]
    pub(super) fn transfer(&mut self, seat: Seat, from: Squares, to: Squares) {
        let pieces = &mut self.pieces[seat.index()];
        *pieces = (*pieces - from) | to;
        self.hash ^= hash(seat, from) ^ hash(seat, to);
    }

    /// Takes pieces of this seat off.
    #[inline]
    pub(super) fn remove(&mut self, seat: Seat, squares: Squares) {
        let pieces = &mut self.pieces[seat.index()];
        *pieces = *pieces - squares;
        self.hash ^= hash(seat, squares);
    }

    /// The hash after this seat's group has moved and before anything is captured.
    #[inline]
    pub(super) fn hash_after(&self, seat: Seat, group: Squares, direction: Direction) -> u64 {
        let keys = &KEYS[seat.index()];
        group.fold(self.hash, |hash, square| {
            hash ^ keys[square.index()] ^ keys[square.ahead(direction).index()]
        })
    }

    /// The seat's dragons.
    pub(super) fn dragons(&self, geometry: &Geometry, seat: Seat) -> Squares {
        self.pieces[seat.index()] & geometry.opposing_corners(seat)
    }

    /// What a piece of this seat is on this square.
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
    /// The rank's name in prose.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Rank::Man => "man",
            Rank::Knight => "knight",
            Rank::Dragon => "dragon",
        }
    }

    /// What a piece of this rank looks like.
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

/// The output of SplitMix64 from a fixed seed.
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

/// The boards that stood at the end of a turn, or at the start, and can still come again. A board from before a capture
/// or a removal cannot: pieces never come back. So it is forgotten.
///
/// A copy costs nothing; copies share the boards until one of them adds to its own.
#[derive(Clone, Debug)]
pub(super) struct Past {
    /// In order of their hashes.
    boards: Arc<Vec<Stood>>,
}

/// A board that stood.
#[derive(Clone, Copy, Debug)]
struct Stood {
    board: Board,
    /// After how many turns.
    turns: u32,
}

impl Past {
    /// Begins with one board.
    pub(super) fn new(board: Board, turns: u32) -> Self {
        Self {
            boards: Arc::new(vec![Stood { board, turns }]),
        }
    }

    /// Adds a board that stands now.
    pub(super) fn add(&mut self, board: Board, turns: u32) {
        let place = self.place(board.hash);
        Arc::make_mut(&mut self.boards).insert(place, Stood { board, turns });
    }

    /// Whether there is only one board.
    pub(super) fn is_single(&self) -> bool {
        self.boards.len() == 1
    }

    /// Whether a board with this hash stood.
    #[inline]
    pub(super) fn has_hash(&self, hash: u64) -> bool {
        self.boards
            .get(self.place(hash))
            .is_some_and(|stood| stood.board.hash == hash)
    }

    /// After how many turns exactly this board stood, if it did.
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
