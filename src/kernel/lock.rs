use std::sync::{Mutex, MutexGuard, PoisonError};

/// Nothing here panics while it holds a lock, and what is behind one is whole at any time.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
