//! Simuls: what people see, and whole ones by simulation.

mod computer;
pub(crate) mod flow;
mod gone;
mod messages;
mod model;
mod rated;
