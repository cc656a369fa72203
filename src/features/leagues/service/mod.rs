//! Leagues in the kernel: what people and organisers do, and what falls due.

pub(crate) mod acting;
pub(crate) mod contest;
pub(crate) mod due;
pub(crate) mod looking;

/// The hour of Monday at which a season starts, in the time zone of the organiser.
pub(crate) const START_HOUR: u8 = 9;
