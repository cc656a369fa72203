use anteroom_board::Theme;

/// The theme and the size of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Format {
    /// The theme of the colours.
    pub theme: Theme,
    /// The long edge in pixels, 16 to 1400. The picture's edge differs a little, so that every cell has whole
    /// pixels. A board of few cells is smaller.
    pub edge: u32,
}

impl Format {
    /// Returns the format of a message's picture. A phone shows it on about 1050 pixels, a desktop on 550: on both, one of
    /// 900 pixels looks the same and costs a quarter more.
    #[must_use]
    pub const fn still(theme: Theme) -> Format {
        Format { theme, edge: 800 }
    }

    /// Returns the format of an overview: large enough to see the state of a match, too small to play by.
    #[must_use]
    pub const fn overview(theme: Theme) -> Format {
        Format { theme, edge: 400 }
    }

    /// Returns the format of one board among others on a sheet, to show what a game looks like.
    #[must_use]
    pub const fn thumbnail(theme: Theme) -> Format {
        Format { theme, edge: 230 }
    }

    /// Returns the format of an animation's many pictures: at most 540 pixels with the strip above the board.
    #[must_use]
    pub const fn replay(theme: Theme) -> Format {
        Format { theme, edge: 500 }
    }
}
