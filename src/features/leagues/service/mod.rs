//! Leagues in the kernel: what people and organisers do, and what falls due.

pub(crate) mod contest;
pub(crate) mod due;
pub(crate) mod queries;
pub(crate) mod use_cases;
