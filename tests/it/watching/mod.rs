//! The card in the channel, and matches that are followed.

mod cards;
mod following;
mod messages;
