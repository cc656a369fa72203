//! SQLite: appends events, reads matches and lists. The only folder that knows SQL.
//!
//! Events are the truth. The columns that lists need are folded from them and written in the same transaction; they
//! can be rebuilt. One thread owns the writing connection and commits what is waiting together; readers have
//! connections of their own.

mod alarms;
mod body;
mod conditional;
mod drafts;
mod error;
mod frozen;
mod last_seen;
mod lists;
mod matches;
mod open;
mod outside;
mod pickers;
mod places;
mod preferences;
mod projection;
mod readers;
mod writer;

pub use conditional::KeptLine;
pub use error::{OpenError, StoreError};
pub use frozen::FrozenMatch;
pub use outside::{News, Outside};
pub use places::{Announced, Listed, Places};

use std::fs::File;
use std::sync::Arc;

use readers::Readers;
use writer::Writer;

/// A database of matches; a clone is cheap and is the same store.
///
/// When the last clone is dropped, everything that waits is written and the file is free for others. Must be used
/// within a Tokio runtime.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

/// In the order in which they are dropped: the lock is let go last.
struct Inner {
    writer: Writer,
    readers: Readers,
    _lock: File,
}
