/// A number by which a button knows a turn again that it was shown with: another turn has another one. It is the same in
/// every version of the program.
#[must_use]
pub fn turn_mark(turn: &str) -> u32 {
    // FNV-1a: short, and fixed for good.
    turn.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
