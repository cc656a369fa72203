//! Ladders.

mod plain;
mod simulation;
