use std::hash::{BuildHasher, RandomState};

/// Gives chance: each call another number, for seeds and seats.
pub type Rng = Box<dyn Fn() -> u32 + Send + Sync>;

/// Chance from the operating system.
#[must_use]
pub fn os_random() -> Rng {
    // Every `RandomState` has keys of its own, which come from the operating system: SipHash under an unknown key
    // cannot be guessed, and no dependency is needed for so little.
    Box::new(|| RandomState::new().hash_one(0_u8) as u32)
}
