//! The real program: health, processes, shards, and kills.

mod fire;
mod handover;
mod monitor;
mod process;
mod shards;
