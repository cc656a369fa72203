//! What players read about their matches.

mod answers;
mod challenges;
mod news;
mod preview;
mod takebacks;
