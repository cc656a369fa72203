//! Leagues: pairings beside an independent source, whole seasons by simulation, and what people see.

mod browser;
mod checks;
mod costs;
mod counters;
pub(crate) mod entry;
pub(crate) mod flow;
mod gone;
mod messages;
mod organisers;
mod pairings;
mod plain;
mod quiet;
mod requests;
mod rules;
mod scrolled;
mod seasons;
mod simulation;
pub(crate) mod vacancies;
mod world;
