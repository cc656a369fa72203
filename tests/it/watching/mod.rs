//! The card in the channel, followed matches, the history of a match, its notes, and boards in words.

mod cards;
mod descriptions;
mod following;
mod messages;
mod notes;
mod past;
