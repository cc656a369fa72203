use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;
use std::time::Duration;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::people::Moment;

/// The number of a match: counted from 1 and shown to users.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MatchId(pub u64);

/// The id of a user: that of Discord, or the [one](UserId::deleted) that replaces it when their data is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UserId(pub u64);

/// The id of a server, which Discord calls a guild.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GuildId(pub u64);

/// The id of a role of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RoleId(pub u64);

/// The id of a channel or a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ChannelId(pub u64);

/// The id of a message. It contains the time of the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageId(pub u64);

/// The id of an interaction. It stays the same if the interaction is delivered more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InteractionId(pub u64);

/// The number of a league or ladder, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct JournalId(pub u64);

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

number!(MatchId UserId GuildId RoleId ChannelId MessageId InteractionId JournalId);

/// In JSON, a person is `"@"` and their number, so that a deletion finds it among other numbers.
impl Serialize for UserId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("@{self}"))
    }
}

impl<'de> Deserialize<'de> for UserId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number = text.strip_prefix('@').and_then(|text| text.parse().ok());
        number.ok_or_else(|| D::Error::custom(format!("\"{text}\" is no person")))
    }
}

impl UserId {
    /// The first id of deleted players. Discord's own ids have 63 bits.
    const DELETED: u64 = 1 << 63;

    /// Returns the id that replaces that of the n-th person whose data was deleted.
    pub const fn deleted(nth: u32) -> Self {
        Self(Self::DELETED + nth as u64)
    }

    /// Returns the name of a deleted player; `None` for everybody else.
    pub fn deleted_name(self) -> Option<String> {
        let nth = self.0.checked_sub(Self::DELETED)?;
        let nth = u32::try_from(nth).ok()?;
        Some(format!("Deleted player {nth}"))
    }
}

/// The number of low bits below the timestamp in an id of Discord's.
const BELOW_TIME: u32 = 22;

/// The epoch of Discord's ids: the beginning of 2015, in Unix milliseconds.
const EPOCH: u64 = 1_420_070_400_000;

const fn made_at(id: u64) -> Moment {
    // 42 bits and the epoch fit into 63.
    Moment(((id >> BELOW_TIME) + EPOCH).cast_signed())
}

impl MessageId {
    /// Returns the time of the message by Discord's clock.
    pub const fn made_at(self) -> Moment {
        made_at(self.0)
    }
}

impl InteractionId {
    /// Returns the time of the interaction by Discord's clock.
    pub const fn made_at(self) -> Moment {
        made_at(self.0)
    }

    /// Returns the lowest id of the interactions from `time` before this one on.
    pub const fn earlier(self, time: Duration) -> Self {
        let milliseconds = time.as_millis() as u64;
        Self(self.0.saturating_sub(milliseconds << BELOW_TIME))
    }
}
