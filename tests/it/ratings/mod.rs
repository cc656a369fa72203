//! Ratings.

mod discord;
mod glicko;
mod store;
