/// A whole turn that was shown to its player and is not made yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The number of the board that it is for.
    pub board: u32,
    /// Its canonical text.
    pub turn: String,
}

impl Draft {
    /// The [mark](turn_mark) of its turn.
    #[must_use]
    pub fn mark(&self) -> u32 {
        turn_mark(&self.turn)
    }
}

/// A number by which a button knows a turn again that it was shown with: another turn has another one. It is the same in
/// every version of the program.
#[must_use]
pub fn turn_mark(turn: &str) -> u32 {
    // FNV-1a: short, and fixed for good.
    turn.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
