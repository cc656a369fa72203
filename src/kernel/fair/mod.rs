//! Fair queues, so that one person never blocks the others.
//!
//! Work that takes more than a millisecond waits in the [`FairQueue`] of its resource. A queue is bounded, goes round
//! robin between people, and puts announcements before requests. [`FairSemaphore`] is the queue as a semaphore,
//! [`WorkerPools`] the queue in front of threads. [`aside`] is for work that nobody waits for.

pub(crate) mod allowance;
pub(crate) mod queue;
pub(crate) mod semaphore;
pub(crate) mod worker_pools;

pub use allowance::{is_spent, processor_time, within};
pub use queue::{FairQueue, Full, Limits};
pub use semaphore::{FairPermit, FairSemaphore};
pub use worker_pools::{ALLOWANCE, NotDone, Urgency, Wanted, WorkerPools, aside, give_way};
