//! Leagues in the kernel: what people and organisers do, and what falls due.

pub(crate) mod contest;
pub(crate) mod due;
pub(crate) mod queries;
pub(crate) mod use_cases;

/// The hour of Monday at which a season starts, in the time zone of the organiser.
pub(crate) const START_HOUR: u8 = 9;
