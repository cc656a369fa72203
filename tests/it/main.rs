//! Integration tests: one program, one module an area.

mod arbiter;
mod config;
mod connect_n;
mod matches;
mod oracle;
mod people;
mod perft;
mod slow_chess;
mod slow_connect;
mod store;
