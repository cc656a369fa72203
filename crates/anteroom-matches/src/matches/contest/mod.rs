//! Matches of leagues and ladders.

pub(crate) mod membership;
pub(crate) mod name;
pub mod stored_options;
pub(crate) mod terms;

pub(crate) use membership::MOST_OFF_IN_CONTEST;
pub use membership::{Adjudication, Contest};
pub use name::{ContestName, MOST_NAME, NameError};
pub use terms::ContestTerms;
