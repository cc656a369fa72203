//! Leagues: pairings beside an independent source, and whole seasons by simulation.

mod checks;
mod pairings;
mod plain;
mod rules;
mod simulation;
mod world;
