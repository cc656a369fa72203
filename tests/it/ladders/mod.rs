//! Ladders.

mod challenges;
mod idle;
mod organising;
mod plain;
mod simulation;
mod stored;
mod table;
mod world;
