use std::fmt;
use std::str::FromStr;

/// The name of a set of colours for pictures, as people choose it.
///
/// `render` defines the colours. Shapes and sizes are the same in all sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// Colours for light surroundings.
    Light,
    /// Colours for dark surroundings; each game has a colour of its own.
    Dark,
    /// Colours with strong differences.
    HighContrast,
    /// Greys only, for print.
    Greyscale,
    /// Boards of maple and walnut, which suit light and dark surroundings.
    #[default]
    Wood,
}

/// The error for the name of a theme that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no theme \"{0}\"; the themes are {names}", names = Theme::ALL.map(Theme::name).join(", "))]
pub struct UnknownTheme(
    /// The unknown name.
    pub String,
);

impl Theme {
    /// Every theme, in the order in which they are offered.
    pub const ALL: [Theme; 5] = [
        Theme::Light,
        Theme::Dark,
        Theme::HighContrast,
        Theme::Greyscale,
        Theme::Wood,
    ];

    /// Returns the theme's name in commands and configuration files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::HighContrast => "high-contrast",
            Theme::Greyscale => "greyscale",
            Theme::Wood => "wood",
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Theme {
    type Err = UnknownTheme;

    /// Reads a theme's name, in either case.
    fn from_str(text: &str) -> Result<Theme, UnknownTheme> {
        Theme::ALL
            .into_iter()
            .find(|theme| theme.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownTheme(text.to_owned()))
    }
}
