use std::fmt;

/// The five strengths of a computer player that a player can choose.
///
/// How much a level looks at is for the search to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Hardly looks ahead, and often plays another turn than its best.
    Beginner,
    /// Looks a little ahead, and sometimes plays another turn than its best.
    Casual,
    /// Looks further ahead, but still answers at once.
    Club,
    /// Thinks for a good part of a second.
    Strong,
    /// The best play within two seconds.
    Master,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 5] = [
        Level::Beginner,
        Level::Casual,
        Level::Club,
        Level::Strong,
        Level::Master,
    ];

    /// Returns the next stronger level; `None` for the strongest.
    #[must_use]
    pub fn stronger(self) -> Option<Self> {
        Self::numbered(self.number() + 1)
    }

    /// Returns the level with this number, 1–5.
    #[must_use]
    pub fn numbered(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// Returns the number: 1 for the weakest, 5 for the strongest.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Returns its name: `Beginner`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Beginner => "Beginner",
            Level::Casual => "Casual",
            Level::Club => "Club",
            Level::Strong => "Strong",
            Level::Master => "Master",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
