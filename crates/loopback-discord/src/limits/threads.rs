//! The limits of active threads.

/// How many active threads a server has, and when hidden ones are archived before their time.
///
/// A thread is hidden after its `auto_archive_duration` without activity. Discord's documentation gives no numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreadLimits {
    /// From this number of active threads on, a server archives its hidden threads, the longest inactive first, until
    /// fewer are active.
    pub sooner_from: usize,
    /// The most active threads of a server. At this number, none is opened or woken.
    pub most: usize,
}

impl Default for ThreadLimits {
    fn default() -> Self {
        ThreadLimits {
            sooner_from: 900,
            most: 1_000,
        }
    }
}
