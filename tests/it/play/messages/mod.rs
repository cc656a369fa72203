//! What players read about their matches.

mod answers;
mod challenges;
mod exhibitions;
mod news;
mod preview;
mod takebacks;
