//! Discord's ids: 64 bits, the upper 42 of which are the time of creation.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::clock::Millis;

/// The earliest time of a snowflake: the start of 2015.
const DISCORD_EPOCH: Millis = 1_420_070_400_000;

/// An id in Discord's format. JSON has it as a string of decimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Snowflake(pub u64);

impl Snowflake {
    /// Returns the time of creation.
    pub fn made_at(self) -> Millis {
        (self.0 >> 22) + DISCORD_EPOCH
    }
}

impl fmt::Display for Snowflake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Snowflake {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        text.parse().map(Snowflake)
    }
}

impl Serialize for Snowflake {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Snowflake {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl Visitor<'_> for Text {
            type Value = Snowflake;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a snowflake: a string of digits")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Snowflake, E> {
                text.parse()
                    .map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_str(Text)
    }
}

/// A generator of ids: each is greater than all before and contains its time of creation.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Mint {
    last: u64,
}

impl Mint {
    /// Returns a new id, created at `now`.
    pub fn next(&mut self, now: Millis) -> Snowflake {
        self.last = (now.saturating_sub(DISCORD_EPOCH) << 22).max(self.last.saturating_add(1));
        Snowflake(self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_increase_and_bear_their_time() {
        let mut mint = Mint::default();
        let now = DISCORD_EPOCH + 1_000_000;
        let first = mint.next(now);
        let second = mint.next(now);
        let earlier = mint.next(now - 500);
        assert!(first < second && second < earlier);
        assert_eq!(first.made_at(), now);
        assert_eq!(second.made_at(), now);
        assert_eq!(serde_json::json!(first), first.to_string());
        assert_eq!("17".parse(), Ok(Snowflake(17)));
        assert!(serde_json::from_str::<Snowflake>("\"x\"").is_err());
    }
}
