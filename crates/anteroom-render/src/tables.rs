//! The colour of each role in each theme except the dark one.

use super::colours::{Body, Colours, Rgb};

pub(super) const fn rgb(hex: u32) -> Rgb {
    [(hex >> 16) as u8, (hex >> 8) as u8, hex as u8]
}

pub(super) const fn body(edge: u32, face: u32, shine: u32, mark: u32) -> Body {
    Body {
        edge: rgb(edge),
        face: rgb(face),
        shine: rgb(shine),
        mark: rgb(mark),
    }
}

pub(super) static PAPER: Colours = LIGHT;

/// The theme with a blue frame, for chips.
pub(super) static PAPER_FRAME: Colours = Colours {
    frame: rgb(0x24549a),
    frame_edge: rgb(0x12315f),
    frame_label: rgb(0xf0f5fd),
    ..LIGHT
};

/// The light theme: paper, and squares as green as a lawn.
pub(super) const LIGHT: Colours = Colours {
    grain: 0.0,
    page: rgb(0xf3f4f6),
    label: rgb(0x3a3f48),
    frame: rgb(0x587346),
    frame_edge: rgb(0x24331a),
    frame_label: rgb(0xf8fbf2),
    hole: rgb(0xe9edf4),
    light: rgb(0xeeeed2),
    dark: rgb(0x7c9a5e),
    middle: rgb(0xb7c38f),
    stripe: rgb(0xc2cd9d),
    near: rgb(0xeeeed2),
    far: rgb(0xc2cfa2),
    side: [rgb(0x86a468), rgb(0xe6ebcc)],
    rim: [rgb(0x1c1e1a), rgb(0xffffff)],
    home: [rgb(0x7c9a5e), rgb(0xfbfbf0)],
    home_ring: [rgb(0x16240a), rgb(0x5d6d4a)],
    golden: rgb(0xffd23c),
    golden_edge: rgb(0x4e3300),
    closed: rgb(0xb3b3ab),
    closed_hatch: rgb(0x7f7f77),
    tray: rgb(0xc9d3b4),
    line: rgb(0x5a6b45),
    text: [rgb(0x18230e), rgb(0xffffff)],
    last: rgb(0xf0b429),
    last_edge: rgb(0x5c2e00),
    shadow: rgb(0x1e2a12),
    glow: rgb(0xee5f3a),
    alarm: rgb(0x7c0612),
    alarm_edge: rgb(0xffffff),
    winning: rgb(0xffdd3d),
    winning_edge: rgb(0x141414),
    rise: rgb(0x00796b),
    fall: rgb(0xb4481c),
    badge: rgb(0x1b3870),
    badge_text: rgb(0xffffff),
    frost: rgb(0xe2f1ff),
    frost_text: rgb(0x13416e),
    chip: [
        body(0x5e0a12, 0xde5046, 0xff9c8e, 0xfffaf6),
        body(0x050608, 0x131418, 0x6c7280, 0xd4dae4),
    ],
    stone: [
        body(0x08080a, 0x232428, 0x9a9aa2, 0xf2f2f2),
        body(0x444442, 0xf3f2ee, 0xffffff, 0x1c1c1e),
    ],
    stack: [
        body(0x3c060c, 0xa81c2c, 0xe2747c, 0xffffff),
        body(0x12355c, 0x86c2f2, 0xd8eeff, 0x08203c),
    ],
    chess: [
        body(0x26262a, 0xf8f8f6, 0xffffff, 0x26262a),
        body(0x0a0a0b, 0x2b2b2f, 0x85858c, 0xf6f3ec),
    ],
    counter: [
        body(0x060607, 0x26272c, 0x84858e, 0xf6f2e8),
        body(0x454138, 0xf6f3ea, 0xffffff, 0x28241c),
    ],
    disc: [
        body(0x05090d, 0x24323f, 0x6d8496, 0xdbe6f0),
        body(0x4a3a06, 0xfff6cf, 0xffffff, 0x6b5000),
    ],
};

pub(super) static HIGH_CONTRAST: Colours = STRONG;

/// The theme with a blue frame, for chips.
pub(super) static HIGH_CONTRAST_FRAME: Colours = Colours {
    frame: rgb(0x0038a8),
    ..STRONG
};

/// The high-contrast theme: black, white and pure colours.
const STRONG: Colours = Colours {
    grain: 0.0,
    page: rgb(0x000000),
    label: rgb(0xffffff),
    frame: rgb(0x2c2c2c),
    frame_edge: rgb(0xffffff),
    frame_label: rgb(0xffffff),
    hole: rgb(0xdfe6f4),
    light: rgb(0xffffff),
    dark: rgb(0x9ea9b7),
    middle: rgb(0x8b97a6),
    stripe: rgb(0x98a3b1),
    near: rgb(0xffffff),
    far: rgb(0xbcc5d0),
    side: [rgb(0x6a7583), rgb(0xd6dce4)],
    rim: [rgb(0x5a5a5a), rgb(0xffffff)],
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
    glow: rgb(0xff5a30),
    alarm: rgb(0x880000),
    alarm_edge: rgb(0xffffff),
    winning: rgb(0xffe600),
    winning_edge: rgb(0x000000),
    rise: rgb(0x3ddcb0),
    fall: rgb(0xff9a5c),
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
        body(0x000000, 0xffffff, 0xffffff, 0x000000),
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
    grain: 0.0,
    page: rgb(0xffffff),
    label: rgb(0x222222),
    frame: rgb(0x6a6a6a),
    frame_edge: rgb(0x1e1e1e),
    frame_label: rgb(0xffffff),
    hole: rgb(0xf4f4f4),
    light: rgb(0xececec),
    dark: rgb(0xa0a0a0),
    middle: rgb(0xc6c6c6),
    stripe: rgb(0xd8d8d8),
    near: rgb(0xececec),
    far: rgb(0xc6c6c6),
    side: [rgb(0xa0a0a0), rgb(0xf8f8f8)],
    rim: [rgb(0x1c1c1c), rgb(0xffffff)],
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
    glow: rgb(0x8c8c8c),
    alarm: rgb(0x101010),
    alarm_edge: rgb(0xffffff),
    winning: rgb(0xffffff),
    winning_edge: rgb(0x000000),
    rise: rgb(0x3c3c3c),
    fall: rgb(0x6c6c6c),
    badge: rgb(0x1c1c1c),
    badge_text: rgb(0xffffff),
    frost: rgb(0xf6f6f6),
    frost_text: rgb(0x262626),
    chip: [
        body(0x202020, 0x868686, 0xb4b4b4, 0xffffff),
        body(0x000000, 0x101010, 0x4a4a4a, 0xffffff),
    ],
    stone: [
        body(0x1e1e1e, 0x1e1e1e, 0x6a6a6a, 0xffffff),
        body(0x303030, 0xf4f4f4, 0xffffff, 0x1a1a1a),
    ],
    stack: [
        body(0x000000, 0x404040, 0x7c7c7c, 0xffffff),
        body(0x202020, 0xc6c6c6, 0xececec, 0x101010),
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
    grain: 0.07,
    page: rgb(0x2b1d14),
    label: rgb(0xf0dcb8),
    frame: rgb(0x6e4526),
    frame_edge: rgb(0x2a1609),
    frame_label: rgb(0xfbe7c3),
    hole: rgb(0xf0dcb6),
    light: rgb(0xe9c896),
    dark: rgb(0xb67f50),
    middle: rgb(0xd6a86c),
    stripe: rgb(0xe2ba80),
    near: rgb(0xe6c187),
    far: rgb(0xcd9f64),
    side: [rgb(0xb58350), rgb(0xf5e4c2)],
    rim: [rgb(0x120d09), rgb(0xfdf4e0)],
    home: [rgb(0xae7d48), rgb(0xf8e6c4)],
    home_ring: [rgb(0x1c1008), rgb(0x80562c)],
    golden: rgb(0xf5c23c),
    golden_edge: rgb(0x4a2c00),
    closed: rgb(0x4e3624),
    closed_hatch: rgb(0x2a190d),
    tray: rgb(0x6d9a70),
    line: rgb(0x6a4526),
    text: [rgb(0x1c0e06), rgb(0xfff4de)],
    last: rgb(0xd6d83c),
    last_edge: rgb(0x232500),
    shadow: rgb(0x1a0d04),
    glow: rgb(0xee5f3a),
    alarm: rgb(0x780a10),
    alarm_edge: rgb(0xfff6ec),
    winning: rgb(0xffe066),
    winning_edge: rgb(0x1b1008),
    rise: rgb(0x6fc7a0),
    fall: rgb(0xee9257),
    badge: rgb(0x22386a),
    badge_text: rgb(0xffffff),
    frost: rgb(0xeaf3fb),
    frost_text: rgb(0x1a4068),
    chip: [
        body(0x5a0c0a, 0xdb5440, 0xf08a70, 0xfff4e0),
        body(0x0c0705, 0x130d0a, 0x6a5648, 0xe0cfb4),
    ],
    stone: [
        body(0x070606, 0x26221f, 0x9a9088, 0xf2e8da),
        body(0x42351f, 0xf6efe2, 0xffffff, 0x2a1c0e),
    ],
    stack: [
        body(0x3c0707, 0xa02420, 0xdc6a58, 0xfff3df),
        body(0x0e2a46, 0x88c0ea, 0xd8f0ff, 0x0a2440),
    ],
    chess: [
        body(0x2e1a0c, 0xfbecd2, 0xffffff, 0x3a2210),
        body(0x0e0805, 0x33241a, 0x8a705a, 0xf0dcba),
    ],
    counter: [
        body(0x0a0604, 0x2c221c, 0x84705f, 0xf8e4bc),
        body(0x463018, 0xf8ecd4, 0xffffff, 0x4a2e12),
    ],
    disc: [
        body(0x0a0502, 0x3a2416, 0x8a6a4c, 0xf0d9ae),
        body(0x402a08, 0xfbe5b4, 0xfff8e4, 0x7a4f0c),
    ],
};
