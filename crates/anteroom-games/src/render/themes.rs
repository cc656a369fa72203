//! Which colours a theme has on which board.

use super::colours::{Colours, Family};
use super::dark;
use super::tables::{GREYSCALE, HIGH_CONTRAST, HIGH_CONTRAST_FRAME, PAPER, PAPER_FRAME, WOOD};
use crate::board::Theme;

impl Colours {
    /// The colours of a theme on a board for these pieces: a theme is a table from roles to colours and nothing else.
    pub(super) const fn of(theme: Theme, family: Option<Family>) -> &'static Colours {
        match theme {
            Theme::Light if matches!(family, Some(Family::Chip)) => &PAPER_FRAME,
            Theme::Light => &PAPER,
            Theme::Dark => dark::of(family),
            Theme::HighContrast if matches!(family, Some(Family::Chip)) => &HIGH_CONTRAST_FRAME,
            Theme::HighContrast => &HIGH_CONTRAST,
            Theme::Greyscale => &GREYSCALE,
            Theme::Wood => &WOOD,
        }
    }
}
