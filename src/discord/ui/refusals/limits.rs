//! The sentences of limits on challenges and matches.

use crate::db::Denial;
use crate::db::bounds::LimitReached;
use crate::discord::ui::words::plural;

impl Denial for LimitReached {
    fn name(&self) -> &'static str {
        self.into_str()
    }

    fn sentence(&self) -> String {
        match self {
            Self::ServerFull { most } => format!(
                "{} in this server already, the most allowed at once. Try again when one is over.",
                plural(*most, "match goes on", "matches go on")
            ),
            Self::TooManyOpen { most, here } => format!(
                "You have {}{}, the most allowed. Withdraw one first: `/games` lists them.",
                plural(*most, "open challenge", "open challenges"),
                in_server(*here)
            ),
            Self::TooManyInVain { most } => format!(
                "{most} of your challenges in the last 24 hours led to no match, the most allowed. \
             Try again later. Your running matches go on."
            ),
            Self::TooManyRunning { most, here } => format!(
                "You are playing {}{}, the most allowed. Finish one first: `/games` lists them.",
                plural(*most, "match", "matches"),
                in_server(*here)
            ),
            Self::ChallengerBusy { most, here } => format!(
                "The challenger is playing {}{}, the most allowed. Try again later.",
                plural(*most, "match", "matches"),
                in_server(*here)
            ),
        }
    }
}

const fn in_server(here: bool) -> &'static str {
    if here { " in this server" } else { "" }
}
