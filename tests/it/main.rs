//! it
mod config;
mod render;
mod scenes;
