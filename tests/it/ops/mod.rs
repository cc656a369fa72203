//! The real program: health, processes, shards, and kills.

mod fire;
mod handover;
mod log_lines;
mod monitor;
mod process;
mod shards;
