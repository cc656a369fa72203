//! Messages about matches.

mod answers;
mod challenges;
mod exhibitions;
mod news;
mod preview;
mod takebacks;
