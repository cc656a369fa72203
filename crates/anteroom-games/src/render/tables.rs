//! What every role looks like in every theme.

use super::colours::{Body, Colours, Rgb};
use crate::board::Theme;

impl Colours {
    /// The colours of a theme: a theme is a table from roles to colours and nothing else.
    pub(super) const fn of(theme: Theme) -> &'static Colours {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
            Theme::HighContrast => &HIGH_CONTRAST,
            Theme::Greyscale => &GREYSCALE,
            Theme::Wood => &WOOD,
        }
    }
}

const fn rgb(hex: u32) -> Rgb {
    [(hex >> 16) as u8, (hex >> 8) as u8, hex as u8]
}

const fn body(edge: u32, face: u32, shine: u32, mark: u32) -> Body {
    Body {
        edge: rgb(edge),
        face: rgb(face),
        shine: rgb(shine),
        mark: rgb(mark),
    }
}

/// Paper, and squares of a lawn.
pub(super) static LIGHT: Colours = Colours {
    page: rgb(0xf3f4f6),
    label: rgb(0x3a3f48),
    frame: rgb(0x24549a),
    frame_edge: rgb(0x12315f),
    frame_label: rgb(0xf0f5fd),
    hole: rgb(0xe9edf4),
    light: rgb(0xeeeed2),
    dark: rgb(0x7c9a5e),
    middle: rgb(0xc4cf9f),
    stripe: rgb(0xd6ddb8),
    near: rgb(0xeeeed2),
    far: rgb(0xc2cfa2),
    home: [rgb(0x7c9a5e), rgb(0xfbfbf0)],
    home_ring: [rgb(0x16240a), rgb(0x5d6d4a)],
    golden: rgb(0xffd23c),
    golden_edge: rgb(0x4e3300),
    closed: rgb(0xb3b3ab),
    closed_hatch: rgb(0x7f7f77),
    tray: rgb(0xd9dde4),
    line: rgb(0x5a6b45),
    text: [rgb(0x18230e), rgb(0xffffff)],
    last: rgb(0xf0b429),
    last_edge: rgb(0x5c2e00),
    shadow: rgb(0x1e2a12),
    glow: rgb(0x980a14),
    alarm: rgb(0x980a18),
    alarm_edge: rgb(0xffffff),
    winning: rgb(0xffdd3d),
    winning_edge: rgb(0x141414),
    badge: rgb(0x1b3870),
    badge_text: rgb(0xffffff),
    frost: rgb(0xe2f1ff),
    frost_text: rgb(0x13416e),
    chip: [
        body(0x6a0a14, 0xe8483f, 0xffa79c, 0xfffaf6),
        body(0x3a3f48, 0x0c0d10, 0x3e434c, 0xc9d1dd),
    ],
    stone: [
        body(0x18191c, 0x18191c, 0x6c6c72, 0xf2f2f2),
        body(0x343432, 0xfbfaf7, 0xc9c7c2, 0x1c1c1e),
    ],
    stack: [
        body(0x3f060c, 0xa3192a, 0xd4616a, 0xffffff),
        body(0x0b2643, 0x84c6ff, 0xd6ecff, 0x08203c),
    ],
    chess: [
        body(0x1a1a1a, 0xffffff, 0xffffff, 0x1a1a1a),
        body(0xf6f3ec, 0x1f1f22, 0x1f1f22, 0xf6f3ec),
    ],
    counter: [
        body(0x000000, 0x1d1e22, 0x4c4d54, 0xf6f2e8),
        body(0x46433c, 0xfbf8ef, 0xffffff, 0x28241c),
    ],
    disc: [
        body(0x05090d, 0x1f2c38, 0x4d6274, 0xdbe6f0),
        body(0x4a3a06, 0xfff6cf, 0xffffff, 0x6b5000),
    ],
};

/// Green baize by lamplight, with the pieces of the light theme.
pub(super) static DARK: Colours = Colours {
    page: rgb(0x2b2d31),
    label: rgb(0xdfe6e2),
    frame: rgb(0x2a5699),
    frame_edge: rgb(0x11223f),
    frame_label: rgb(0xeef3fa),
    hole: rgb(0xcfdae0),
    light: rgb(0xdce8e0),
    dark: rgb(0x4c9786),
    middle: rgb(0x94c3b5),
    stripe: rgb(0xaed2c7),
    near: rgb(0xdce8e0),
    far: rgb(0xa0cabd),
    home: [rgb(0x4c9786), rgb(0xf7fbf8)],
    home_ring: [rgb(0x071a15), rgb(0x3f6158)],
    golden: rgb(0xf9c934),
    golden_edge: rgb(0x3a2600),
    closed: rgb(0x6b7673),
    closed_hatch: rgb(0x3b4543),
    tray: rgb(0x8ba39b),
    line: rgb(0x1f4a40),
    text: [rgb(0x071510), rgb(0xffffff)],
    last: rgb(0xf2b632),
    last_edge: rgb(0x4a2600),
    shadow: rgb(0x06140f),
    glow: rgb(0x980a14),
    alarm: rgb(0x800612),
    alarm_edge: rgb(0xffffff),
    winning: rgb(0xffdd3d),
    winning_edge: rgb(0x141414),
    badge: rgb(0x1b3870),
    badge_text: rgb(0xffffff),
    frost: rgb(0xe2f1ff),
    frost_text: rgb(0x13416e),
    chip: LIGHT.chip,
    stone: LIGHT.stone,
    stack: LIGHT.stack,
    chess: LIGHT.chess,
    counter: LIGHT.counter,
    disc: LIGHT.disc,
};

/// Black and white wherever it can be, and pure colours.
pub(super) static HIGH_CONTRAST: Colours = Colours {
    page: rgb(0x000000),
    label: rgb(0xffffff),
    frame: rgb(0x0038a8),
    frame_edge: rgb(0xffffff),
    frame_label: rgb(0xffffff),
    hole: rgb(0xdfe6f4),
    light: rgb(0xffffff),
    dark: rgb(0x9ea9b7),
    middle: rgb(0xc8cfd8),
    stripe: rgb(0xdde1e7),
    near: rgb(0xffffff),
    far: rgb(0xbcc5d0),
    home: [rgb(0x9ea9b7), rgb(0xffffff)],
    home_ring: [rgb(0x000000), rgb(0x4a5260)],
    golden: rgb(0xffd900),
    golden_edge: rgb(0x000000),
    closed: rgb(0x5e5e5e),
    closed_hatch: rgb(0x242424),
    tray: rgb(0x8c8c8c),
    line: rgb(0x000000),
    text: [rgb(0x000000), rgb(0xffffff)],
    last: rgb(0xff9d00),
    last_edge: rgb(0x000000),
    shadow: rgb(0x000000),
    glow: rgb(0x980000),
    alarm: rgb(0x880000),
    alarm_edge: rgb(0xffffff),
    winning: rgb(0xffe600),
    winning_edge: rgb(0x000000),
    badge: rgb(0x00237a),
    badge_text: rgb(0xffffff),
    frost: rgb(0xffffff),
    frost_text: rgb(0x003a80),
    chip: [
        body(0x000000, 0xe4242e, 0xff9090, 0xffffff),
        body(0x000000, 0x000000, 0x5a5a5a, 0xffffff),
    ],
    stone: [
        body(0x000000, 0x000000, 0x8a8a8a, 0xffffff),
        body(0x000000, 0xffffff, 0xc8c8c8, 0x000000),
    ],
    stack: [
        body(0x000000, 0x9c0014, 0xff5a6a, 0xffffff),
        body(0x000000, 0xb4dcff, 0xffffff, 0x000000),
    ],
    chess: [
        body(0x000000, 0xffffff, 0xffffff, 0x000000),
        body(0xffffff, 0x000000, 0x000000, 0xffffff),
    ],
    counter: [
        body(0x000000, 0x000000, 0x5a5a5a, 0xffffff),
        body(0x000000, 0xffffff, 0xffffff, 0x000000),
    ],
    disc: [
        body(0x000000, 0x000000, 0x5a5a5a, 0xffffff),
        body(0x000000, 0xfff2a8, 0xffffff, 0x000000),
    ],
};

/// Ink on paper.
pub(super) static GREYSCALE: Colours = Colours {
    page: rgb(0xffffff),
    label: rgb(0x222222),
    frame: rgb(0x6a6a6a),
    frame_edge: rgb(0x1e1e1e),
    frame_label: rgb(0xffffff),
    hole: rgb(0xc9c9c9),
    light: rgb(0xececec),
    dark: rgb(0xa0a0a0),
    middle: rgb(0xc6c6c6),
    stripe: rgb(0xd8d8d8),
    near: rgb(0xececec),
    far: rgb(0xc6c6c6),
    home: [rgb(0xa0a0a0), rgb(0xffffff)],
    home_ring: [rgb(0x141414), rgb(0x6a6a6a)],
    golden: rgb(0xffffff),
    golden_edge: rgb(0x000000),
    closed: rgb(0x8a8a8a),
    closed_hatch: rgb(0x525252),
    tray: rgb(0xdcdcdc),
    line: rgb(0x4a4a4a),
    text: [rgb(0x0c0c0c), rgb(0xffffff)],
    last: rgb(0x6e6e6e),
    last_edge: rgb(0x000000),
    shadow: rgb(0x101010),
    glow: rgb(0x4a4a4a),
    alarm: rgb(0x101010),
    alarm_edge: rgb(0xffffff),
    winning: rgb(0xffffff),
    winning_edge: rgb(0x000000),
    badge: rgb(0x1c1c1c),
    badge_text: rgb(0xffffff),
    frost: rgb(0xf6f6f6),
    frost_text: rgb(0x262626),
    chip: [
        body(0x303030, 0xfcfcfc, 0xc4c4c4, 0x1a1a1a),
        body(0x000000, 0x1c1c1c, 0x5a5a5a, 0xffffff),
    ],
    stone: [
        body(0x1e1e1e, 0x1e1e1e, 0x6a6a6a, 0xffffff),
        body(0x303030, 0xfcfcfc, 0xcfcfcf, 0x1a1a1a),
    ],
    stack: [
        body(0x000000, 0x262626, 0x6a6a6a, 0xffffff),
        body(0x303030, 0xfcfcfc, 0xffffff, 0x1a1a1a),
    ],
    chess: [
        body(0x141414, 0xffffff, 0xffffff, 0x141414),
        body(0xf4f4f4, 0x1c1c1c, 0x1c1c1c, 0xf4f4f4),
    ],
    counter: [
        body(0x000000, 0x1e1e1e, 0x4c4c4c, 0xf8f8f8),
        body(0x303030, 0xfcfcfc, 0xffffff, 0x1a1a1a),
    ],
    disc: [
        body(0x000000, 0x242424, 0x5a5a5a, 0xf4f4f4),
        body(0x303030, 0xfcfcfc, 0xffffff, 0x1a1a1a),
    ],
};

/// Maple and walnut.
pub(super) static WOOD: Colours = Colours {
    page: rgb(0x3a2415),
    label: rgb(0xefd9b2),
    frame: rgb(0x6b4020),
    frame_edge: rgb(0x241206),
    frame_label: rgb(0xfbeacb),
    hole: rgb(0xd9b57c),
    light: rgb(0xecc990),
    dark: rgb(0xb07a46),
    middle: rgb(0xcf9f64),
    stripe: rgb(0xddb479),
    near: rgb(0xe8c48a),
    far: rgb(0xc8985e),
    home: [rgb(0xb07a46), rgb(0xf7dfb3)],
    home_ring: [rgb(0x241206), rgb(0x7a5228)],
    golden: rgb(0xf8c636),
    golden_edge: rgb(0x4a2c00),
    closed: rgb(0x5e422c),
    closed_hatch: rgb(0x3a2415),
    tray: rgb(0xa87f4e),
    line: rgb(0x5a361a),
    text: [rgb(0x180b02), rgb(0xfff4de)],
    last: rgb(0x93ab2e),
    last_edge: rgb(0x2a3804),
    shadow: rgb(0x1a0d04),
    glow: rgb(0x920c12),
    alarm: rgb(0x820810),
    alarm_edge: rgb(0xffffff),
    winning: rgb(0xffe066),
    winning_edge: rgb(0x1b1008),
    badge: rgb(0x22386a),
    badge_text: rgb(0xffffff),
    frost: rgb(0xeaf3fb),
    frost_text: rgb(0x1a4068),
    chip: [
        body(0x4a0a08, 0xd9513a, 0xf0a288, 0xfff8ea),
        body(0x463424, 0x140c06, 0x4a3828, 0xe0cfb4),
    ],
    stone: [
        body(0x1f1712, 0x1f1712, 0x6b5b4e, 0xf2e8da),
        body(0x4a3a24, 0xfaf1df, 0xcdbb9c, 0x2a1c0e),
    ],
    stack: [
        body(0x3a0805, 0x9a2418, 0xd06850, 0xfff3df),
        body(0x4a2f10, 0xf3d9a4, 0xfff3d6, 0x3a220a),
    ],
    chess: [
        body(0x2a1608, 0xfff4de, 0xfff4de, 0x2a1608),
        body(0xf6e2bd, 0x24150b, 0x24150b, 0xf6e2bd),
    ],
    counter: [
        body(0x0a0502, 0x2a1a10, 0x5c4332, 0xf6e6c8),
        body(0x4a3014, 0xfbecca, 0xfff8e6, 0x35200c),
    ],
    disc: [
        body(0x0a0502, 0x33210f, 0x6b4f33, 0xf0d9ae),
        body(0x4a3006, 0xfbe7b0, 0xfff6d8, 0x6b4700),
    ],
};
