//! The acts of the referee's panel, as custom ids carry them.

use std::fmt;
use std::str::FromStr;

use crate::board::Seat;
use crate::games::Verdict;
use crate::matches::{Match, MatchId, ModeratorAsks, UserId};

/// The subject of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The list of moderators' acts in the server.
    Server,
    Match(MatchId),
    Person(UserId),
}

/// An act on the panel: `0-m12-pause`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The permission to use the panel: 0 with *Manage Threads*, else a hash of the moderator's roles.
    pub leave: u32,
    pub about: About,
    pub verb: String,
}

/// The error for an unknown act.
#[derive(Debug, PartialEq, Eq)]
pub struct NoWord;

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (leave, verb) = (self.leave, &self.verb);
        match self.about {
            About::Server => write!(f, "{leave}-all-{verb}"),
            About::Match(id) => write!(f, "{leave}-m{id}-{verb}"),
            About::Person(user) => write!(f, "{leave}-p{user}-{verb}"),
        }
    }
}

impl FromStr for Word {
    type Err = NoWord;

    fn from_str(text: &str) -> Result<Self, NoWord> {
        let mut parts = text.splitn(3, '-');
        let (Some(leave), Some(about), Some(verb)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(NoWord);
        };
        let number = |text: &str| text.parse().map_err(|_| NoWord);
        Ok(Self {
            leave: leave.parse().map_err(|_| NoWord)?,
            about: match about.split_at_checked(1) {
                _ if about == "all" => About::Server,
                Some(("m", id)) => About::Match(MatchId(number(id)?)),
                Some(("p", user)) => About::Person(UserId(number(user)?)),
                _ => return Err(NoWord),
            },
            verb: verb.to_owned(),
        })
    }
}

/// Returns the request for a verb in a match; `None` for a verb without a button.
pub fn asks(verb: &str, now: &Match) -> Option<ModeratorAsks> {
    Some(match verb {
        "pause" => ModeratorAsks::Pause,
        "resume" => ModeratorAsks::Resume,
        "undo" => ModeratorAsks::Undo,
        "redo" => ModeratorAsks::Redo,
        "reopen" => ModeratorAsks::Reopen,
        "first" => ModeratorAsks::End(Some(Verdict::Win(Seat::First))),
        "second" => ModeratorAsks::End(Some(Verdict::Win(Seat::Second))),
        "draw" => ModeratorAsks::End(Some(Verdict::Draw)),
        "none" => ModeratorAsks::End(None),
        "out-first" => ModeratorAsks::LetOut(now.person(Seat::First)?),
        "out-second" => ModeratorAsks::LetOut(now.person(Seat::Second)?),
        _ => return None,
    })
}

/// Returns the verb that undoes an act; `None` for reopening, as a match must not end by one press.
pub const fn undoes(asks: ModeratorAsks) -> Option<&'static str> {
    match asks {
        ModeratorAsks::Pause => Some("resume"),
        ModeratorAsks::Resume => Some("pause"),
        ModeratorAsks::Undo => Some("redo"),
        ModeratorAsks::Redo => Some("undo"),
        ModeratorAsks::End(_) | ModeratorAsks::LetOut(_) => Some("reopen"),
        ModeratorAsks::Reopen => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_written() {
        let abouts = [
            About::Server,
            About::Match(MatchId(u64::MAX)),
            About::Person(UserId((1 << 63) - 1)),
        ];
        for about in abouts {
            let word = Word {
                leave: u32::MAX,
                about,
                verb: String::from("back-reopen"),
            };
            let text = word.to_string();
            assert!(text.len() <= 46, "{text}");
            assert_eq!(text.parse(), Ok(word));
        }
        for text in [
            "",
            "0",
            "0-all",
            "x-all-show",
            "0-q1-show",
            "0-m-show",
            "0-é-show",
        ] {
            assert_eq!(text.parse::<Word>(), Err(NoWord), "{text}");
        }
    }
}
