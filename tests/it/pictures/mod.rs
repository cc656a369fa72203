//! Boards as pictures and animations.

mod animation;
mod kept;
mod render;
