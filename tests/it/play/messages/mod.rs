//! Messages about matches.

mod answers;
mod challenges;
mod exhibitions;
mod news;
mod no_shows;
mod preview;
mod takebacks;
