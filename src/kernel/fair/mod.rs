//! Fair queues, so that one person never blocks the others.
//!
//! Work that takes more than a millisecond waits in the [`FairQueue`] of its resource. A queue is bounded, goes round
//! robin between people, and puts announcements before requests. [`Places`] is the queue as a semaphore, [`Workshop`]
//! the queue in front of threads.

pub(crate) mod allowance;
pub(crate) mod places;
pub(crate) mod queue;
pub(crate) mod workshop;

pub use allowance::{is_spent, processor_time, within};
pub use places::{Place, Places};
pub use queue::{FairQueue, Full, Limits};
pub use workshop::{ALLOWANCE, NotDone, Urgency, Wanted, Workshop, give_way};
