//! Simuls: what people see, and whole ones by simulation.

mod flow;
mod gone;
mod messages;
mod model;
