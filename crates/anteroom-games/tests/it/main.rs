//! Tests of all games together, and of each: its rules compared with a slow oracle, its notation, its words.

mod anaash;
mod anache;
mod anache_random;
mod anacund;
mod anchor;
mod antichess;
mod antichess_random;
mod boards;
mod choice;
mod connect_n;
mod describe;
mod foreign_steps;
mod forgiving;
#[allow(dead_code, reason = "the tests of the bot use all of it")]
mod game_files;
mod games;
mod lessons;
mod oracle;
mod perft;
mod properties;
mod rules_pages;
mod settings;
mod setups;
mod skeleton;
mod slow;
mod three_in_a_row;
mod typed_turns;
