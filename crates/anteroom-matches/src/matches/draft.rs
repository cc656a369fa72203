/// Returns a hash by which a button identifies the turn that it was shown with.
///
/// The hash is the same in every version of the program.
pub fn turn_mark(turn: &str) -> u32 {
    // FNV-1a: short and stable.
    turn.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
