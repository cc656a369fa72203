//! Lists of matches and open challenges.

mod commands;
mod lobby;
mod messages;
