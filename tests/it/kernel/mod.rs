//! Use cases, alarms and announcements without a network, and fair queues.

mod arbiter;
mod contest_kills;
mod contest_world;
mod contests;
mod fairness;
mod play_offs;
mod simul_kills;
mod simuls;
mod team_advice;
mod team_kills;
mod tournaments;
mod world;
