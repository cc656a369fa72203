//! The messages of this feature.

pub(crate) mod challenges;
pub(crate) mod finished;
pub(crate) mod here;
pub(crate) mod mine;
pub(crate) mod pager;

pub use challenges::{CHALLENGES_ON_A_PAGE, MOST_OPEN, challenges};
pub(crate) use finished::result_numbered;
pub use finished::{ON_A_PAGE, finished, result_of};
pub use here::{here, watched_pages};
pub use mine::{MOST_ENDED, mine};
pub use pager::Listing;
