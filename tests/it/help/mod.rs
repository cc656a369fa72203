//! Rules, and the list of games.

mod catalogue;
mod rules;
