//! The colours of each theme on each board. The dark theme is defined here: warm colours, a board colour for each
//! game, and the pieces of the light theme.

use super::colours::{Colours, Family};
use super::tables::{
    GREYSCALE, HIGH_CONTRAST, HIGH_CONTRAST_FRAME, LIGHT, PAPER, PAPER_FRAME, WOOD, rgb,
};
use anteroom_board::Theme;

impl Colours {
    /// Returns the colours of a theme on a board for these pieces.
    pub(super) const fn of(theme: Theme, family: Option<Family>) -> &'static Colours {
        match theme {
            Theme::Light if matches!(family, Some(Family::Chip)) => &PAPER_FRAME,
            Theme::Light => &PAPER,
            Theme::Dark => dark(family),
            Theme::HighContrast if matches!(family, Some(Family::Chip)) => &HIGH_CONTRAST_FRAME,
            Theme::HighContrast => &HIGH_CONTRAST,
            Theme::Greyscale => &GREYSCALE,
            Theme::Wood => &WOOD,
        }
    }
}

/// Returns the dark colours of a board for these pieces.
const fn dark(family: Option<Family>) -> &'static Colours {
    match family {
        Some(Family::Chip) => &MIDNIGHT,
        Some(Family::Stone) => &HARBOUR,
        Some(Family::Stack) => &STEPPE,
        Some(Family::Chess) | None => &SLATE,
        Some(Family::Counter) => &CLAY,
        Some(Family::Disc) => &SAND,
    }
}

/// Colours that all dark boards share, with cool squares for chessmen.
const DARK: Colours = Colours {
    page: rgb(0x292624),
    label: rgb(0xece4d8),
    frame: rgb(0x3d4954),
    frame_edge: rgb(0x151a1f),
    frame_label: rgb(0xe6edf3),
    hole: rgb(0xe2dccf),
    light: rgb(0xd5dce2),
    dark: rgb(0x829db4),
    closed: rgb(0x636869),
    closed_hatch: rgb(0x2e3335),
    tray: rgb(0x687680),
    last: rgb(0xe0a93a),
    last_edge: rgb(0x4a2a00),
    shadow: rgb(0x0c0f12),
    rise: rgb(0x5cc8a8),
    fall: rgb(0xf0965a),
    line: rgb(0x3c4c58),
    text: [rgb(0x101418), rgb(0xffffff)],
    ..LIGHT
};

static SLATE: Colours = DARK;

/// A frame of the night's blue.
static MIDNIGHT: Colours = Colours {
    frame: rgb(0x2c4a8a),
    frame_edge: rgb(0x0e1a36),
    frame_label: rgb(0xeaf0fb),
    ..DARK
};

/// The sea around stones.
static HARBOUR: Colours = Colours {
    middle: rgb(0x8bb5c1),
    stripe: rgb(0x99c0ca),
    side: [rgb(0x6b9bae), rgb(0xd6ecf1)],
    rim: [rgb(0x101416), rgb(0xffffff)],
    home: [rgb(0x689aae), rgb(0xf6fcfd)],
    home_ring: [rgb(0x0c1f28), rgb(0x4d7686)],
    line: rgb(0x35606f),
    shadow: rgb(0x06161c),
    ..DARK
};

/// Grass under discs of red and blue.
static STEPPE: Colours = Colours {
    frame: rgb(0x434c33),
    frame_edge: rgb(0x181c10),
    frame_label: rgb(0xeef2e0),
    light: rgb(0xe2e2c4),
    dark: rgb(0x93a472),
    shadow: rgb(0x10150a),
    ..DARK
};

/// Burnt clay.
static CLAY: Colours = Colours {
    frame: rgb(0x5b3a2e),
    frame_edge: rgb(0x20120c),
    frame_label: rgb(0xf8e9de),
    near: rgb(0xe6cbb2),
    far: rgb(0xc9a185),
    home: [rgb(0xb07a60), rgb(0xfaeadd)],
    home_ring: [rgb(0x1e0f08), rgb(0x865a44)],
    line: rgb(0x6b4536),
    shadow: rgb(0x1c0e08),
    ..DARK
};

/// Sand around a green cloth.
static SAND: Colours = Colours {
    frame: rgb(0x4a4136),
    frame_edge: rgb(0x17120c),
    frame_label: rgb(0xf3eadc),
    light: rgb(0xe6dcc8),
    dark: rgb(0xb4a68c),
    tray: rgb(0x718a75),
    golden: rgb(0xf3c53a),
    shadow: rgb(0x120e08),
    ..DARK
};
