use anteroom_board::Seat;
use anteroom_board::scene::{Ground, Kind};

/// A colour: red, green and blue in sRGB.
pub type Rgb = [u8; 3];

/// A group of kinds of pieces that share their colours.
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
    /// The outline, which sets the piece off from the ground.
    pub edge: Rgb,
    pub face: Rgb,
    /// The surface in full light.
    pub shine: Rgb,
    /// The inner mark or details, which identify the piece without colour.
    pub mark: Rgb,
}

/// The colour of each role in one theme.
#[derive(Clone, Debug)]
pub(super) struct Colours {
    /// The strength of the wood grain; 0 for no grain.
    pub grain: f32,
    /// The picture's background.
    pub page: Rgb,
    /// Texts on the page: coordinates and names.
    pub label: Rgb,
    /// An upright frame, its rim, and the coordinates on it.
    pub frame: Rgb,
    pub frame_edge: Rgb,
    pub frame_label: Rgb,
    pub hole: Rgb,
    pub light: Rgb,
    pub dark: Rgb,
    pub middle: Rgb,
    pub stripe: Rgb,
    pub near: Rgb,
    pub far: Rgb,
    /// Cells on the sides of the two seats.
    pub side: [Rgb; 2],
    /// The rim along those cells.
    pub rim: [Rgb; 2],
    /// Home cells of the two seats, and the ring drawn in them.
    pub home: [Rgb; 2],
    pub home_ring: [Rgb; 2],
    pub golden: Rgb,
    pub golden_edge: Rgb,
    pub closed: Rgb,
    pub closed_hatch: Rgb,
    pub tray: Rgb,
    /// Lines between cells.
    pub line: Rgb,
    /// Texts in light cells and in dark cells.
    pub text: [Rgb; 2],
    /// The last turn: a tint and the sharper tone of its dot and border.
    pub last: Rgb,
    pub last_edge: Rgb,
    /// Shadows of pieces.
    pub shadow: Rgb,
    /// The glow below an attacked piece.
    pub glow: Rgb,
    /// Signs of errors and captures, and the casing that sets them off.
    pub alarm: Rgb,
    pub alarm_edge: Rgb,
    pub winning: Rgb,
    pub winning_edge: Rgb,
    /// The way up and the way down in tables.
    pub rise: Rgb,
    pub fall: Rgb,
    /// Badges: letters of choices, numbers of steps.
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
            Ground::Stripe => self.stripe,
            Ground::Near => self.near,
            Ground::Far => self.far,
            Ground::Side(seat) => self.side[seat.index()],
            Ground::Rim(seat) => self.rim[seat.index()],
            Ground::Home(seat) => self.home[seat.index()],
            Ground::Golden => self.golden,
            Ground::Tray => self.tray,
        }
    }

    /// Returns the tones of a colour: itself and, if the theme has grain, a darker and a lighter one.
    pub(super) fn tones(&self, colour: Rgb) -> Vec<Rgb> {
        if self.grain > 0.0 {
            let dark = mix(colour, self.shadow, self.grain);
            let light = mix(colour, [0xff, 0xf0, 0xd0], self.grain * 0.9);
            vec![colour, dark, light]
        } else {
            vec![colour]
        }
    }

    /// Returns the ground behind a piece of this family in the strip above a board. All its boards have it.
    pub(super) const fn stand(&self, family: Family) -> Rgb {
        match family {
            Family::Chip => self.hole,
            Family::Stone => self.middle,
            Family::Stack | Family::Chess | Family::Disc => self.light,
            Family::Counter => self.near,
        }
    }

    /// Returns the text colour with the higher contrast on this ground.
    pub(super) fn text_on(&self, ground: Rgb) -> Rgb {
        let [dark, light] = self.text;
        if contrast(dark, ground) >= contrast(light, ground) {
            dark
        } else {
            light
        }
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

/// Returns the colour at the part `t` (0 to 1) of the way between two colours.
pub(super) fn mix(from: Rgb, to: Rgb, t: f32) -> Rgb {
    let t = if t.is_finite() {
        t.clamp(0.0, 1.0)
    } else {
        0.0
    };
    std::array::from_fn(|i| {
        (f32::from(from[i]) + (f32::from(to[i]) - f32::from(from[i])) * t).round() as u8
    })
}

/// Returns WCAG's relative luminance, 0 (black) to 1 (white).
fn luminance(colour: Rgb) -> f32 {
    let [r, g, b] = colour.map(|channel| {
        let c = f32::from(channel) / 255.0;
        if c <= 0.040_45 {
            c / 12.92
        } else {
            ((c + 0.055) / 1.055).powf(2.4)
        }
    });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Returns WCAG's contrast ratio, 1 (equal) to 21 (black on white).
pub(super) fn contrast(a: Rgb, b: Rgb) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}
