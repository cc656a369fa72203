//! Messages about matches.

mod answers;
mod challenges;
mod news;
mod preview;
mod takebacks;
