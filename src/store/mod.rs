//! SQLite: appends events, reads matches and lists. The only folder that knows SQL.

mod places;

pub use places::{Listed, Places, Told};

use std::path::Path;

/// A database of matches; a clone is cheap and is the same store.
#[derive(Clone)]
pub struct Store {}

/// Why a database cannot be used: for the operator.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {}

impl Store {
    /// Opens a database, which is made if it is not there, and brings it up to date.
    ///
    /// # Errors
    ///
    /// When the file cannot be used, is no database of ours, comes from a newer version, or is in use by another bot.
    pub fn open(path: &Path) -> Result<Self, OpenError> {
        let _ = path;
        unimplemented!()
    }
}
