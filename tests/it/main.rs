//! Integration tests: one program, one module an area.

mod config;
mod connect_n;
mod oracle;
mod perft;
mod slow_chess;
mod slow_connect;
