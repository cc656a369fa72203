//! The deletion of a person.

/// The result of a deletion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deleted {
    /// The data was deleted.
    Now,
    /// The deletion is retried until it succeeds.
    Soon,
}
