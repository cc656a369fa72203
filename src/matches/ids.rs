use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;
use std::time::Duration;

use crate::people::Moment;

/// The number of a match: small, counted from 1, shown to people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId(pub u64);

/// A person, by the number that Discord gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UserId(pub u64);

/// A server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GuildId(pub u64);

/// A role of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoleId(pub u64);

/// A channel or a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChannelId(pub u64);

/// A message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageId(pub u64);

/// Something that a person did in Discord: a command, a press or a filled-in form. It has one number however often it is
/// delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InteractionId(pub u64);

macro_rules! number {
    ($($id:ident)*) => {$(
        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $id {
            type Err = ParseIntError;

            fn from_str(text: &str) -> Result<Self, ParseIntError> {
                text.parse().map(Self)
            }
        }
    )*};
}

number!(MatchId UserId GuildId RoleId ChannelId MessageId InteractionId);

impl UserId {
    /// Discord's numbers have 63 bits. Those from here on stand for people whose data was deleted.
    const DELETED: u64 = 1 << 63;

    /// The number in the place of that of the n-th person whose data was deleted.
    #[must_use]
    pub const fn deleted(nth: u32) -> Self {
        Self(Self::DELETED + nth as u64)
    }

    /// What somebody is called whose data was deleted; `None` for everybody else.
    #[must_use]
    pub fn deleted_name(self) -> Option<String> {
        let nth = self.0.checked_sub(Self::DELETED)?;
        let nth = u32::try_from(nth).ok()?;
        Some(format!("Deleted player {nth}"))
    }
}

impl InteractionId {
    /// How many of a number's lowest bits do not tell the time.
    const BELOW_TIME: u32 = 22;

    /// The time that numbers count from: the beginning of 2015, in Unix milliseconds.
    const EPOCH: u64 = 1_420_070_400_000;

    /// When it was done, by Discord's clock.
    #[must_use]
    pub const fn made_at(self) -> Moment {
        // 42 bits and the epoch fit into 63.
        Moment(((self.0 >> Self::BELOW_TIME) + Self::EPOCH).cast_signed())
    }

    /// The lowest number of anything that was done at most this much earlier.
    #[must_use]
    pub const fn earlier(self, time: Duration) -> Self {
        let milliseconds = time.as_millis() as u64;
        Self(self.0.saturating_sub(milliseconds << Self::BELOW_TIME))
    }
}
