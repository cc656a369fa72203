use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A range of the bot's shards: those of one process, if the bot has several processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shards {
    first: u32,
    last: u32,
    total: u32,
}

impl Shards {
    /// Returns the range of all shards of `total`, at least one.
    pub fn all(total: u32) -> Self {
        let total = total.max(1);
        Self {
            first: 0,
            last: total - 1,
            total,
        }
    }

    /// Returns the numbers of the shards.
    pub const fn range(self) -> RangeInclusive<u32> {
        self.first..=self.last
    }

    /// Returns the number of all shards of the bot.
    pub const fn total(self) -> u32 {
        self.total
    }

    /// Returns the shard of a server, by the server's id. The first shard has direct messages (`None`).
    pub fn of(self, guild: Option<u64>) -> u32 {
        let shard = (guild.unwrap_or(0) >> 22) % u64::from(self.total.max(1));
        u32::try_from(shard).unwrap_or(0)
    }

    /// Whether one of the shards gets the events of a server, or of direct messages.
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
        // Discord allows at most 16,384 shards.
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
