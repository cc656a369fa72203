//! How a team decides, without I/O.

mod acting;
mod question;
mod refusal;
mod stand;
mod vote;

pub use acting::Acting;
pub use question::{Answers, OPEN_AT_LEAST, Question, TURNS_BETWEEN, carried};
pub use refusal::TeamRefusal;
pub use stand::{Member, Stand, Voter};
pub use vote::{Count, EARLY_FROM, Vote, closes_early, count, ends_at};
