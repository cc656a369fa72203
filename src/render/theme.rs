use std::fmt;
use std::str::FromStr;

use crate::board::Seat;
use crate::board::scene::{Ground, Kind};

/// A colour: red, green and blue in sRGB.
pub type Rgb = [u8; 3];

/// The colours of a picture.
///
/// A theme is a table from roles to colours and nothing else: shapes and sizes are the same in all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// For light surroundings.
    Light,
    /// For dark surroundings, which is how most people see Discord.
    #[default]
    Dark,
    /// For eyes that need strong differences.
    HighContrast,
    /// Greys only, safe in print.
    Greyscale,
    /// Boards and pieces of wood.
    Wood,
}

/// A theme's name that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no theme \"{0}\"; the themes are {names}", names = Theme::ALL.map(Theme::name).join(", "))]
pub struct UnknownTheme(
    /// What was asked for.
    pub String,
);

impl Theme {
    /// Every theme, in the order in which they are offered.
    pub const ALL: [Theme; 5] = [Theme::Light, Theme::Dark, Theme::HighContrast, Theme::Greyscale, Theme::Wood];

    /// The name by which people and configuration files call it.
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

    pub(super) const fn colours(self) -> &'static Colours {
        match self {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
            Theme::HighContrast => &HIGH_CONTRAST,
            Theme::Greyscale => &GREYSCALE,
            Theme::Wood => &WOOD,
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
        Theme::ALL.into_iter().find(|theme| theme.name().eq_ignore_ascii_case(text)).ok_or_else(|| UnknownTheme(text.to_owned()))
    }
}

/// Pieces that share their colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Family {
    Chip,
    Stone,
    Stack,
    Chess,
    Counter,
    Disc,
}

impl Family {
    pub(super) const fn of(kind: Kind) -> Family {
        match kind {
            Kind::Chip => Family::Chip,
            Kind::Stone => Family::Stone,
            Kind::Stack(_) => Family::Stack,
            Kind::Chess(_) => Family::Chess,
            Kind::Counter | Kind::Knight | Kind::Dragon => Family::Counter,
            Kind::Disc => Family::Disc,
        }
    }
}

/// The colours of a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    /// Its outline: what tells it from the ground.
    pub edge: Rgb,
    /// Its main surface.
    pub face: Rgb,
    /// Where light falls on it.
    pub shine: Rgb,
    /// The inner mark or the details that name it without colour.
    pub mark: Rgb,
}

/// What every role looks like in one theme.
#[derive(Debug)]
pub(super) struct Colours {
    /// The picture's background.
    pub page: Rgb,
    /// Coordinates on the page.
    pub label: Rgb,
    /// The body of an upright frame and its rim, and coordinates on it.
    pub frame: Rgb,
    pub frame_edge: Rgb,
    pub frame_label: Rgb,
    pub hole: Rgb,
    pub light: Rgb,
    pub dark: Rgb,
    pub middle: Rgb,
    pub near: Rgb,
    pub far: Rgb,
    /// Home cells of the two seats, and the ring drawn in them.
    pub home: [Rgb; 2],
    pub home_ring: [Rgb; 2],
    pub golden: Rgb,
    pub golden_edge: Rgb,
    pub closed: Rgb,
    pub closed_hatch: Rgb,
    pub tray: Rgb,
    /// Between cells.
    pub line: Rgb,
    /// Printed in cells: on light ones, on dark ones.
    pub text: [Rgb; 2],
    /// The last turn: a tint and the sharper tone of its dot and border.
    pub last: Rgb,
    pub last_edge: Rgb,
    /// The glow below what is attacked.
    pub glow: Rgb,
    /// What is wrong or taken, and the casing that sets it off.
    pub alarm: Rgb,
    pub alarm_edge: Rgb,
    pub winning: Rgb,
    pub winning_edge: Rgb,
    /// Letters of choices, numbers of steps.
    pub badge: Rgb,
    pub badge_text: Rgb,
    /// The sign of a piece that may not move.
    pub frost: Rgb,
    pub frost_text: Rgb,
    pub chip: [Body; 2],
    pub stone: [Body; 2],
    pub stack: [Body; 2],
    pub chess: [Body; 2],
    pub counter: [Body; 2],
    pub disc: [Body; 2],
}

impl Colours {
    pub(super) const fn ground(&self, ground: Ground) -> Rgb {
        match ground {
            Ground::Frame => self.frame,
            Ground::Hole => self.hole,
            Ground::Light => self.light,
            Ground::Dark => self.dark,
            Ground::Middle => self.middle,
            Ground::Near => self.near,
            Ground::Far => self.far,
            Ground::Home(seat) => self.home[seat.index()],
            Ground::Golden => self.golden,
            Ground::Tray => self.tray,
        }
    }

    /// The colour of a text on this ground: whichever can be read better.
    pub(super) fn text_on(&self, ground: Rgb) -> Rgb {
        let [dark, light] = self.text;
        if contrast(dark, ground) >= contrast(light, ground) { dark } else { light }
    }

    pub(super) const fn body(&self, family: Family, seat: Seat) -> &Body {
        let bodies = match family {
            Family::Chip => &self.chip,
            Family::Stone => &self.stone,
            Family::Stack => &self.stack,
            Family::Chess => &self.chess,
            Family::Counter => &self.counter,
            Family::Disc => &self.disc,
        };
        &bodies[seat.index()]
    }
}

/// `t` of the way from one colour to another; 0 is the first, 1 the second.
pub(super) fn mix(from: Rgb, to: Rgb, t: f32) -> Rgb {
    let t = if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 };
    std::array::from_fn(|i| (f32::from(from[i]) + (f32::from(to[i]) - f32::from(from[i])) * t).round() as u8)
}

/// WCAG's relative luminance, 0 (black) to 1 (white).
fn luminance(colour: Rgb) -> f32 {
    let [r, g, b] = colour.map(|channel| {
        let c = f32::from(channel) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// WCAG's contrast ratio, 1 (none) to 21 (black on white).
pub(super) fn contrast(a: Rgb, b: Rgb) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

const fn rgb(hex: u32) -> Rgb {
    [(hex >> 16) as u8, (hex >> 8) as u8, hex as u8]
}

const fn body(edge: u32, face: u32, shine: u32, mark: u32) -> Body {
    Body { edge: rgb(edge), face: rgb(face), shine: rgb(shine), mark: rgb(mark) }
}

static LIGHT: Colours = Colours {
    page: rgb(0xf3f4f6),
    label: rgb(0x4a4d55),
    frame: rgb(0x24549a),
    frame_edge: rgb(0x153a70),
    frame_label: rgb(0xe6eefb),
    hole: rgb(0xf3f4f6),
    light: rgb(0xf0d9b5),
    dark: rgb(0xb58863),
    middle: rgb(0xd9b98a),
    near: rgb(0xf0e2c6),
    far: rgb(0xdcc59d),
    home: [rgb(0xbd9160), rgb(0xf7ead2)],
    home_ring: [rgb(0x2a2016), rgb(0xffffff)],
    golden: rgb(0xffcf3a),
    golden_edge: rgb(0x8a5a00),
    closed: rgb(0x8d8a86),
    closed_hatch: rgb(0x6f6c68),
    tray: rgb(0xe1e3e8),
    line: rgb(0x6d4c2c),
    text: [rgb(0x4d3820), rgb(0xfdf6e8)],
    last: rgb(0xa9c21e),
    last_edge: rgb(0x4f6a00),
    glow: rgb(0xe8261c),
    alarm: rgb(0xd0182a),
    alarm_edge: rgb(0xffffff),
    winning: rgb(0xffd83d),
    winning_edge: rgb(0x1b1b1b),
    badge: rgb(0x1f3b73),
    badge_text: rgb(0xffffff),
    frost: rgb(0xd8ecff),
    frost_text: rgb(0x1d4f80),
    chip: CHIPS,
    stone: STONES,
    stack: STACKS,
    chess: CHESSMEN,
    counter: COUNTERS,
    disc: DISCS,
};

static DARK: Colours = Colours {
    page: rgb(0x2b2d31),
    label: rgb(0xc4c9d1),
    frame: rgb(0x214b87),
    frame_edge: rgb(0x112c55),
    frame_label: rgb(0xe0eaf8),
    hole: rgb(0xb4c1d6),
    light: rgb(0xe6cfa9),
    dark: rgb(0xa67a57),
    middle: rgb(0xcbab7c),
    near: rgb(0xe3d3b3),
    far: rgb(0xcdb58c),
    home: [rgb(0xab8050), rgb(0xf0e1c4)],
    home_ring: [rgb(0x2a2016), rgb(0xffffff)],
    golden: rgb(0xf7c52f),
    golden_edge: rgb(0x7d5000),
    closed: rgb(0x77746f),
    closed_hatch: rgb(0x5b5854),
    tray: rgb(0x3a3d44),
    line: rgb(0x5f4125),
    text: [rgb(0x453119), rgb(0xfdf6e8)],
    last: rgb(0xa0ba1a),
    last_edge: rgb(0x4a6400),
    glow: rgb(0xe8261c),
    alarm: rgb(0xd0182a),
    alarm_edge: rgb(0xffffff),
    winning: rgb(0xffd83d),
    winning_edge: rgb(0x1b1b1b),
    badge: rgb(0x1f3b73),
    badge_text: rgb(0xffffff),
    frost: rgb(0xd8ecff),
    frost_text: rgb(0x1d4f80),
    chip: CHIPS,
    stone: STONES,
    stack: STACKS,
    chess: CHESSMEN,
    counter: COUNTERS,
    disc: DISCS,
};

// The pieces stand on grounds of much the same lightness in both themes, so they share their colours. The first of a
// pair and the second differ in lightness, which is all that a colour-blind eye or a grey print is left with.
const CHIPS: [Body; 2] = [body(0x7d0f1b, 0xe5353f, 0xff9c90, 0xffe3da), body(0x050607, 0x1f2227, 0x4a4f59, 0xa3adbd)];
const STONES: [Body; 2] = [body(0x0a0a0a, 0x1c1c1e, 0x6a6a6e, 0xf2f2f2), body(0x77736c, 0xc9c7c3, 0xffffff, 0x1c1c1e)];
const STACKS: [Body; 2] = [body(0x5a0d14, 0xa8202c, 0xd65a5c, 0xffffff), body(0x2d5f93, 0x9ccbf5, 0xd6ebff, 0x0d2c4d)];
const CHESSMEN: [Body; 2] = [body(0x1d1b19, 0xffffff, 0xffffff, 0x1d1b19), body(0xf4efe6, 0x22201e, 0x22201e, 0xf4efe6)];
const COUNTERS: [Body; 2] = [body(0x060606, 0x26262a, 0x4c4c52, 0xf4f0e6), body(0x5f5a50, 0xf6f1e4, 0xffffff, 0x2a251c)];
const DISCS: [Body; 2] = [body(0x0b1118, 0x2b3947, 0x566a7d, 0xcfdce8), body(0x6d5410, 0xfff2bf, 0xffffff, 0x7a5c00)];

static HIGH_CONTRAST: Colours = Colours {
    page: rgb(0x000000),
    label: rgb(0xffffff),
    frame: rgb(0x1c3f8f),
    frame_edge: rgb(0xffffff),
    frame_label: rgb(0xffffff),
    hole: rgb(0x9db4dc),
    light: rgb(0xe8e8e8),
    dark: rgb(0x8c9cb4),
    middle: rgb(0xbcc4d0),
    near: rgb(0xe8e8e8),
    far: rgb(0xb8c4d4),
    home: [rgb(0x8c9cb4), rgb(0xffffff)],
    home_ring: [rgb(0x000000), rgb(0x5a6a80)],
    golden: rgb(0xffdf2e),
    golden_edge: rgb(0x000000),
    closed: rgb(0x6a6a6a),
    closed_hatch: rgb(0x3c3c3c),
    tray: rgb(0x4a4a4a),
    line: rgb(0x000000),
    text: [rgb(0x000000), rgb(0xffffff)],
    last: rgb(0xffd800),
    last_edge: rgb(0x000000),
    glow: rgb(0xff1a1a),
    alarm: rgb(0xc80000),
    alarm_edge: rgb(0xffffff),
    winning: rgb(0xffe600),
    winning_edge: rgb(0x000000),
    badge: rgb(0x002a80),
    badge_text: rgb(0xffffff),
    frost: rgb(0xffffff),
    frost_text: rgb(0x00408a),
    chip: CHIPS,
    stone: STONES,
    stack: STACKS,
    chess: CHESSMEN,
    counter: COUNTERS,
    disc: DISCS,
};

static GREYSCALE: Colours = Colours {
    page: rgb(0xffffff),
    label: rgb(0x2e2e2e),
    frame: rgb(0x6e6e6e),
    frame_edge: rgb(0x2c2c2c),
    frame_label: rgb(0xffffff),
    hole: rgb(0xb9b9b9),
    light: rgb(0xe4e4e4),
    dark: rgb(0xa2a2a2),
    middle: rgb(0xc4c4c4),
    near: rgb(0xe6e6e6),
    far: rgb(0xc2c2c2),
    home: [rgb(0x9c9c9c), rgb(0xf6f6f6)],
    home_ring: [rgb(0x181818), rgb(0x7c7c7c)],
    golden: rgb(0xffffff),
    golden_edge: rgb(0x000000),
    closed: rgb(0x7e7e7e),
    closed_hatch: rgb(0x4e4e4e),
    tray: rgb(0xd4d4d4),
    line: rgb(0x4a4a4a),
    text: [rgb(0x1c1c1c), rgb(0xffffff)],
    last: rgb(0x7c7c7c),
    last_edge: rgb(0x101010),
    glow: rgb(0x303030),
    alarm: rgb(0x101010),
    alarm_edge: rgb(0xffffff),
    winning: rgb(0xffffff),
    winning_edge: rgb(0x000000),
    badge: rgb(0x202020),
    badge_text: rgb(0xffffff),
    frost: rgb(0xf4f4f4),
    frost_text: rgb(0x2c2c2c),
    chip: GREYS,
    stone: GREYS,
    stack: GREYS,
    chess: CHESSMEN,
    counter: GREYS,
    disc: GREYS,
};

static WOOD: Colours = Colours {
    page: rgb(0x3a2415),
    label: rgb(0xe8cfa6),
    frame: rgb(0x6b4020),
    frame_edge: rgb(0x2a170a),
    frame_label: rgb(0xf2dcb6),
    hole: rgb(0xc49a63),
    light: rgb(0xe3bd84),
    dark: rgb(0xa56d3c),
    middle: rgb(0xc6965c),
    near: rgb(0xdeb87e),
    far: rgb(0xc2955c),
    home: [rgb(0xa06a3a), rgb(0xefd3a2)],
    home_ring: [rgb(0x2a170a), rgb(0xfff3d8)],
    golden: rgb(0xf2bd2c),
    golden_edge: rgb(0x5a3600),
    closed: rgb(0x70523a),
    closed_hatch: rgb(0x4c3322),
    tray: rgb(0x52341e),
    line: rgb(0x5a361a),
    text: [rgb(0x35200e), rgb(0xfff1d6)],
    last: rgb(0x9fae2c),
    last_edge: rgb(0x42520a),
    glow: rgb(0xd8261a),
    alarm: rgb(0xb8141e),
    alarm_edge: rgb(0xffffff),
    winning: rgb(0xffdf58),
    winning_edge: rgb(0x1b1008),
    badge: rgb(0x2a3f6b),
    badge_text: rgb(0xffffff),
    frost: rgb(0xe6f0fa),
    frost_text: rgb(0x1d4670),
    chip: CHIPS,
    stone: STONES,
    stack: STACKS,
    chess: CHESSMEN,
    counter: COUNTERS,
    disc: DISCS,
};

const GREYS: [Body; 2] = [body(0x060606, 0x222222, 0x565656, 0xf4f4f4), body(0x4c4c4c, 0xf8f8f8, 0xffffff, 0x1c1c1c)];
