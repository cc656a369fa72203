//! The acts of the referee's panel, as custom ids carry them.

use std::fmt;
use std::str::FromStr;

use ring::hmac;
use strum::{IntoStaticStr, VariantNames};

use crate::board::Seat;
use crate::games::Verdict;
use crate::matches::{GuildId, Match, MatchId, ModeratorAsks, RoleId, UserId};

/// The leave of people with *Manage Threads*: Discord sends their permissions with each press.
pub const MANAGES: &str = "0";

/// The number of characters of a [`leave`].
const LEAVE: usize = 12;

/// The subject of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The list of moderators' acts in the server.
    Server,
    Match(MatchId),
    Person(UserId),
}

/// An act on the panel: `0-m12-pause`. By itself it gives no right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// What shows that the moderator could use the command: [`MANAGES`], or a [`leave`].
    pub leave: String,
    pub about: About,
    pub verb: String,
}

/// The error for an unknown act.
#[derive(Debug, PartialEq, Eq)]
pub struct NoWord;

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (leave, verb) = (&self.leave, &self.verb);
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
            leave: match leave.len() {
                1..=LEAVE => leave.to_owned(),
                _ => return Err(NoWord),
            },
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

/// Returns what shows, on a day, that a person could use the command in a server with these roles.
///
/// It is worth something for this person, with these roles, and only in this server. Nobody can compute it without the
/// key. The day is counted from 1970.
pub fn leave(key: &[u8], guild: GuildId, user: UserId, mut roles: Vec<RoleId>, day: i64) -> String {
    const DIGITS: &[u8; 32] = b"0123456789abcdefghijklmnopqrstuv";
    roles.sort_unstable();
    let mut text = format!("referee {guild} {user} {day}");
    for role in roles {
        text.push_str(&format!(" {role}"));
    }
    let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), text.as_bytes());
    let digits = tag.as_ref().iter().take(LEAVE);
    digits
        .map(|byte| char::from(DIGITS[usize::from(byte % 32)]))
        .collect()
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
    fn leave_is_for_one_person_with_their_roles_in_one_server_on_one_day() {
        let (guild, user, roles) = (GuildId(1), UserId(2), [RoleId(3), RoleId(4)]);
        let of = |key: &[u8], guild, user, roles: &[RoleId], day| {
            leave(key, guild, user, roles.to_vec(), day)
        };
        let own = of(b"key", guild, user, &roles, 20_000);
        assert_eq!(own.len(), LEAVE);
        assert_eq!(
            own,
            of(b"key", guild, user, &[RoleId(4), RoleId(3)], 20_000)
        );
        for other in [
            of(b"another", guild, user, &roles, 20_000),
            of(b"key", GuildId(9), user, &roles, 20_000),
            of(b"key", guild, UserId(9), &roles, 20_000),
            of(b"key", guild, user, &[RoleId(3)], 20_000),
            of(b"key", guild, user, &[], 20_000),
            of(b"key", guild, user, &roles, 20_001),
        ] {
            assert_ne!(own, other);
        }
    }

    #[test]
    fn words_are_read_as_they_are_written() {
        let abouts = [
            About::Server,
            About::Match(MatchId(u64::MAX)),
            About::Person(UserId((1 << 63) - 1)),
        ];
        for about in abouts {
            let word = Word {
                leave: "v".repeat(LEAVE),
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
            "-all-show",
            "0123456789abc-all-show",
            "0-q1-show",
            "0-m-show",
            "0-é-show",
        ] {
            assert_eq!(text.parse::<Word>(), Err(NoWord), "{text}");
        }
    }
}

/// Why blocks between people, or a ban, forbid a match.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum ModerationRefusal {
    /// The other player has blocked the challenger, who must not learn of it.
    CannotChallenge,
    /// The challenger has blocked the person who accepts, who must not learn of it.
    CannotTake,
    BlockedYourself,
    TooManyBlocks {
        /// The limit.
        most: u32,
    },
    /// Moderators have excluded the person from the server's matches.
    KeptOut {
        /// The moderator's reason.
        reason: String,
    },
    /// Moderators have excluded the other player from the server's matches.
    OtherKeptOut,
    /// Moderators have excluded the person to whom an organiser gives a place.
    NewcomerKeptOut(UserId),
}
