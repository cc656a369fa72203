//! Ladders.

mod answers;
mod challenges;
pub(super) mod flow;
mod idle;
mod many;
mod messages;
mod organisers;
mod organising;
mod plain;
mod simulation;
mod stored;
mod table;
mod world;
