//! it
mod config;
