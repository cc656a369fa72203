//! Fair queues: one person never stops the others.
//!
//! Every kind of work that takes more than a millisecond waits in one [`FairQueue`] a resource. A queue is bounded, goes
//! round robin between people, and takes what is told before what is asked for. [`Places`] is the queue as a semaphore,
//! [`Workshop`] the queue in front of threads.

pub(crate) mod places;
pub(crate) mod queue;
pub(crate) mod workshop;

pub use places::{Place, Places};
pub use queue::{FairQueue, Full, Limits};
pub use workshop::{NotDone, Urgency, Wanted, Workshop, give_way};
