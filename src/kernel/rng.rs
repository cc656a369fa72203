use std::hash::{BuildHasher, RandomState};

/// A source of random numbers, for seeds and seats.
pub type Rng = Box<dyn Fn() -> u32 + Send + Sync>;

/// Returns a source that the operating system seeds.
pub fn os_random() -> Rng {
    // Every `RandomState` has its own keys from the operating system. SipHash under an unknown key cannot be guessed,
    // so no further dependency is needed.
    Box::new(|| RandomState::new().hash_one(0_u8) as u32)
}
