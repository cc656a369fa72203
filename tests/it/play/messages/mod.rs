//! What players read about their matches.

mod challenges;
mod news;
mod preview;
mod takebacks;
