use crate::board::Theme;

/// What a picture must be like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Format {
    /// Its colours.
    pub theme: Theme,
    /// The long edge in pixels, 16 to 1400. The picture comes as close to it as whole pixels for every cell allow; a
    /// board of few cells stays smaller.
    pub edge: u32,
}

impl Format {
    /// A picture of a message. A phone shows it in full width on about 1050 pixels, a desktop on 550: more than this is
    /// seen on neither.
    #[must_use]
    pub const fn still(theme: Theme) -> Format {
        Format { theme, edge: 900 }
    }

    /// An overview: large enough to see how a match stands, and not to play by.
    #[must_use]
    pub const fn overview(theme: Theme) -> Format {
        Format { theme, edge: 400 }
    }

    /// A board among others on one sheet: it shows what a game looks like.
    #[must_use]
    pub const fn thumbnail(theme: Theme) -> Format {
        Format { theme, edge: 230 }
    }

    /// A picture of an animation, which is many: at most 540 pixels with the strip above the board.
    #[must_use]
    pub const fn replay(theme: Theme) -> Format {
        Format { theme, edge: 500 }
    }
}
