//! Matches of leagues and ladders.

pub(crate) mod entry;
pub(crate) mod membership;
pub(crate) mod name;
pub mod stored_options;
pub(crate) mod terms;

pub use entry::{Entrant, EntryRule, MOST_ENTRY_ROLES, RatingBand};
pub(crate) use membership::MOST_OFF_IN_CONTEST;
pub use membership::{Adjudication, Contest, Host};
pub use name::{ContestName, MOST_NAME, NameError};
pub use terms::ContestTerms;
