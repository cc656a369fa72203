//! What people are called: remembered from the interactions they appear in, for thread titles and lists that show
//! plain text only.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::matches::UserId;

/// How many names are kept. A forgotten name is asked for again.
const MOST: usize = 10_000;

/// The names seen so far.
#[derive(Debug, Default)]
pub struct Names {
    seen: Mutex<HashMap<UserId, String>>,
}

impl Names {
    /// Remembers a name.
    pub fn learn(&self, user: UserId, name: &str) {
        let mut seen = self.seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if seen.len() >= MOST && !seen.contains_key(&user) {
            seen.clear();
        }
        seen.insert(user, name.to_owned());
    }

    /// The name last seen.
    #[must_use]
    pub fn of(&self, user: UserId) -> Option<String> {
        self.seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner).get(&user).cloned()
    }
}
