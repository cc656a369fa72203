//! The history of a match, its notes, and boards in words.

mod descriptions;
mod messages;
mod notes;
mod past;
