//! Work that is due at a time that the database knows.

use std::sync::Arc;

use super::error::Fault;
use super::seen::Seen;
use crate::db::StoreError;
use crate::kernel::{BoxFuture, Kernel};
use crate::people::Moment;

/// A kind of due work. A kind that fails waits for a while and stops no other.
pub(crate) trait DueWork: Send + Sync {
    /// Returns the name that the log gives to it.
    fn name(&self) -> &'static str;

    /// Finds when it is due next.
    fn next<'a>(&'a self, kernel: &'a Kernel) -> BoxFuture<'a, Result<Option<Moment>, StoreError>>;

    /// Does what is due now, at most `most` pieces of it.
    fn see_to<'a>(
        &'a self,
        kernel: &'a Arc<Kernel>,
        now: Moment,
        most: u32,
    ) -> BoxFuture<'a, Result<Seen, Fault>>;
}
