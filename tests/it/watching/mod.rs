//! The card in the channel, and followed matches.

mod cards;
mod following;
mod messages;
