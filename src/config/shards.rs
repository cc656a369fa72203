use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Some of the bot's shards, one after another: what a process has of a bot that is spread over several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shards {
    first: u32,
    last: u32,
    total: u32,
}

impl Shards {
    /// All of this many shards, at least one.
    #[must_use]
    pub fn all(total: u32) -> Self {
        let total = total.max(1);
        Self {
            first: 0,
            last: total - 1,
            total,
        }
    }

    /// Their numbers.
    #[must_use]
    pub const fn range(self) -> RangeInclusive<u32> {
        self.first..=self.last
    }

    /// How many shards the bot has in all.
    #[must_use]
    pub const fn total(self) -> u32 {
        self.total
    }

    /// The shard that hears of a server, by the server's number; direct messages (`None`) are the first shard's.
    #[must_use]
    pub fn of(self, guild: Option<u64>) -> u32 {
        let shard = (guild.unwrap_or(0) >> 22) % u64::from(self.total.max(1));
        u32::try_from(shard).unwrap_or(0)
    }

    /// Whether what happens in a server, or in direct messages, is heard by one of them.
    #[must_use]
    pub fn hear(self, guild: Option<u64>) -> bool {
        self.range().contains(&self.of(guild))
    }
}

impl FromStr for Shards {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (range, total) = text.trim().split_once('/').ok_or(())?;
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let number = |text: &str| text.trim().parse::<u32>().map_err(drop);
        let shards = Self {
            first: number(first)?,
            last: number(last)?,
            total: number(total)?,
        };
        // Discord allows no more than that many to anybody.
        let fits =
            shards.first <= shards.last && shards.last < shards.total && shards.total <= 16_384;
        fits.then_some(shards).ok_or(())
    }
}

impl fmt::Display for Shards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}/{}", self.first, self.last, self.total)
    }
}
