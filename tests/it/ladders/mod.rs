//! Ladders.

mod plain;
mod rules;
mod simulation;
