//! Rules, and the list of games.

mod catalogue;
mod messages;
mod rules;
