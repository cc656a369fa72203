use std::fmt;
use std::str::FromStr;

use crate::board::{Seat, Theme};

/// A picture of a turn, as its address names it: `wood.png`, `dark@2x.png`, `preview.png`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Picture {
    /// The board alone.
    Board { theme: Theme, dense: bool },
    /// The board on a wide ground, for previews of links.
    Preview,
}

/// How a visitor wants to see a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// From the start, turn by turn: neither the result nor later turns are shown.
    pub from_start: bool,
    /// The seat at the lower edge of the board; `None` for the usual one.
    pub side: Option<Seat>,
}

impl Look {
    /// Returns the seat at the lower edge of the board.
    pub fn seen_from(self) -> Seat {
        self.side.unwrap_or(Seat::First)
    }

    /// Reads the query of an address. What it does not know is left out.
    pub fn read(query: &str) -> Self {
        let mut look = Self::default();
        for part in query.split('&') {
            match part {
                "from=start" => look.from_start = true,
                "side=first" => look.side = Some(Seat::First),
                "side=second" => look.side = Some(Seat::Second),
                _ => {}
            }
        }
        look
    }
}

/// The look as the query of an address, with its question mark; empty for the usual look.
impl fmt::Display for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.from_start.then_some("from=start"),
            self.side.map(|side| match side {
                Seat::First => "side=first",
                Seat::Second => "side=second",
            }),
        ];
        let parts = parts.into_iter().flatten();
        for (part, before) in parts.zip(["?", "&"]) {
            write!(f, "{before}{part}")?;
        }
        Ok(())
    }
}

impl Picture {
    /// Whether the file's name has its theme.
    pub const fn names_theme(self) -> bool {
        matches!(self, Self::Board { .. })
    }

    /// Returns the file's name.
    pub fn file(self) -> String {
        match self {
            Self::Board { theme, dense } => {
                format!("{theme}{}.png", if dense { "@2x" } else { "" })
            }
            Self::Preview => String::from("preview.png"),
        }
    }
}

impl FromStr for Picture {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let name = text.strip_suffix(".png").ok_or(())?;
        if name == "preview" {
            return Ok(Self::Preview);
        }
        let (name, dense) = match name.strip_suffix("@2x") {
            Some(name) => (name, true),
            None => (name, false),
        };
        let theme = name.parse().map_err(drop)?;
        Ok(Self::Board { theme, dense })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_read_as_it_is_written() {
        for theme in Theme::ALL {
            for dense in [false, true] {
                let picture = Picture::Board { theme, dense };
                assert_eq!(picture.file().parse(), Ok(picture));
            }
        }
        assert_eq!("preview.png".parse(), Ok(Picture::Preview));
        for other in [
            "wood",
            "wood@3x.png",
            "purple.png",
            ".png",
            "wood.PNG",
            "@2x.png",
        ] {
            assert_eq!(other.parse::<Picture>(), Err(()), "{other}");
        }
    }

    #[test]
    fn a_look_is_read_as_it_is_written() {
        for from_start in [false, true] {
            for side in [None, Some(Seat::First), Some(Seat::Second)] {
                let look = Look { from_start, side };
                assert_eq!(Look::read(look.to_string().trim_start_matches('?')), look);
            }
        }
        assert_eq!(Look::read("side=third&from=&x=1&&"), Look::default());
    }
}
