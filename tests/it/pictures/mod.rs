//! Boards as pictures and animations.

pub mod animation;
mod kept;
mod render;
