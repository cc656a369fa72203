//! Ladders.

mod answers;
mod challenges;
pub(super) mod flow;
mod idle;
mod messages;
mod organisers;
mod organising;
mod plain;
mod simulation;
mod stored;
mod table;
mod world;
