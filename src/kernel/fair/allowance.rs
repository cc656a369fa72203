use std::cell::Cell;
use std::time::Duration;

#[cfg(unix)]
use rustix::time::{ClockId, clock_gettime};

thread_local! {
    /// The processor time of this thread at which its job's allowance is spent; `None` without an allowance.
    static SPENT_AT: Cell<Option<Duration>> = const { Cell::new(None) };
}

/// Restores the allowance of the surrounding job, also after a panic.
struct Before(Option<Duration>);

impl Drop for Before {
    fn drop(&mut self) {
        SPENT_AT.set(self.0);
    }
}

/// Runs work with an allowance of processor time. The work itself must ask whether it [is spent](is_spent).
pub fn within<T>(allowance: Duration, work: impl FnOnce() -> T) -> T {
    let spent_at = processor_time().saturating_add(allowance);
    let _before = Before(SPENT_AT.replace(Some(spent_at)));
    work()
}

/// Whether the work on this thread has used its allowance of processor time. False without an allowance.
pub fn is_spent() -> bool {
    SPENT_AT.get().is_some_and(|at| processor_time() >= at)
}

/// Returns the CPU time of this thread.
#[cfg(unix)]
pub fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Returns the wall-clock time: other systems have no cheap CPU time.
#[cfg(not(unix))]
pub fn processor_time() -> Duration {
    static BEGUN: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    BEGUN.elapsed()
}
