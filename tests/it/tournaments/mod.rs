//! Tournaments: what people see, whole ones by simulation, and brackets beside an independent source.

mod brackets;
mod checks;
mod flow;
mod large;
mod messages;
mod play_offs;
mod simulation;
mod swiss_flow;
mod swiss_messages;
mod swiss_simulation;
mod vacancies;
mod world;
