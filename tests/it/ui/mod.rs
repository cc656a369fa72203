//! The parts that all messages share.

mod board;
mod pages;
mod refusals;
mod team_matches;
