//! Tests that colours that must be told apart differ in lightness, in every theme and for every eye.
//!
//! The tests convert colours to those that a person with deuteranopia, protanopia or tritanopia sees (the matrices of
//! Machado, Oliveira and Fernandes, 2009, for the full deficiency, on linear RGB) and to those of a grey print. They
//! compare colours by WCAG's contrast ratio, which measures lightness only.

use super::colours::{Body, Colours, Family, Rgb, mix};
use super::contact::{CREAM, GROUND, INK, INK_ON_PLATE, YELLOW};
use super::marks::{FROM_TINT, TO_TINT, forbidden_hatch};
use super::painted::DEAD_FADE;
use super::sheet::{draw_ground, quiet, win_ground};
use anteroom_board::{Seat, Theme};

/// WCAG 2.1's minimum contrast of graphics that must be recognised (1.4.11).
const GRAPHIC: f32 = 3.0;
/// WCAG 2.1's minimum contrast of text (1.4.3).
const TEXT: f32 = 4.5;
/// Minimum contrast of large areas that also have a border: light and dark squares, halves of a board.
const AREA: f32 = 1.3;
/// Minimum contrast of many parallel lines.
const HATCH: f32 = 2.5;
/// Minimum contrast of columns side by side: visible, but less prominent than the stones.
const STRIPE: f32 = 1.1;

/// The tint of a cell without the last turn, after a piece left, and after a piece arrived.
const TINTS: [f32; 3] = [0.0, FROM_TINT, TO_TINT];

/// A kind of eye, with the matrix from linear RGB to the colours that it sees.
type Eye = (&'static str, [[f32; 3]; 3]);

const EYES: [Eye; 5] = [
    (
        "full colour vision",
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    ),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
    (
        "a grey print",
        [
            [0.2126, 0.7152, 0.0722],
            [0.2126, 0.7152, 0.0722],
            [0.2126, 0.7152, 0.0722],
        ],
    ),
];

fn luminance(colour: Rgb, (_, matrix): &Eye) -> f32 {
    let linear = colour.map(|channel| {
        let c = f32::from(channel) / 255.0;
        if c <= 0.040_45 {
            c / 12.92
        } else {
            ((c + 0.055) / 1.055).powf(2.4)
        }
    });
    let seen = matrix.map(|row| {
        row.iter()
            .zip(linear)
            .map(|(a, b)| a * b)
            .sum::<f32>()
            .clamp(0.0, 1.0)
    });
    seen.iter()
        .zip([0.2126, 0.7152, 0.0722])
        .map(|(a, b)| a * b)
        .sum()
}

fn contrast(a: Rgb, b: Rgb, eye: &Eye) -> f32 {
    let (a, b) = (luminance(a, eye), luminance(b, eye));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// A check of a theme's colours that collects the pairs that cannot be told apart.
struct Look {
    theme: Theme,
    faults: Vec<String>,
}

impl Look {
    fn at(theme: Theme, colours: &Colours) -> Vec<String> {
        let mut look = Look {
            theme,
            faults: Vec::new(),
        };
        look.pieces(colours);
        look.stones(colours);
        look.cells(colours);
        look.board(colours);
        look.tables(colours);
        look.faults
    }

    /// Checks that at least one of the drawn colours has the contrast `least` with the ground. A sign has a
    /// second colour in its casing, and a piece in its outline, so that one of the two shows on any ground.
    fn check(&mut self, what: &str, drawn: &[Rgb], ground: Rgb, least: f32) {
        for eye in &EYES {
            let best = drawn
                .iter()
                .map(|colour| contrast(*colour, ground, eye))
                .fold(0.0, f32::max);
            if best < least {
                self.faults.push(format!(
                    "{}, {what}, {}: {best:.2} is less than {least}",
                    self.theme, eye.0
                ));
            }
        }
    }

    fn pieces(&mut self, c: &Colours) {
        for (family, grounds) in families(c) {
            // In the strip above the board a piece has one of these grounds too.
            assert!(
                grounds.iter().any(|(_, ground)| *ground == c.stand(family)),
                "{family:?}"
            );
            let bodies = Seat::BOTH.map(|seat| c.body(family, seat));
            self.check(
                &format!("{family:?}, first and second"),
                &[bodies[0].face],
                bodies[1].face,
                GRAPHIC,
            );
            for Body {
                edge, face, mark, ..
            } in bodies
            {
                self.check(
                    &format!("mark on {family:?}"),
                    &[*mark],
                    *face,
                    if family == Family::Stack {
                        TEXT
                    } else {
                        GRAPHIC
                    },
                );
                for (name, ground) in &grounds {
                    // A chip covers its hole, and places beside the board have no tint.
                    let tints = if matches!(*name, "hole" | "tray" | "won panel") {
                        [0.0; 3]
                    } else {
                        TINTS
                    };
                    for tint in tints {
                        let what =
                            format!("{family:?} on {name} with {tint} of the last turn's tint");
                        self.check(&what, &[*edge, *face], mix(*ground, c.last, tint), GRAPHIC);
                    }
                }
                if family == Family::Chess {
                    self.check("king in check", &[*edge, *face], c.glow, GRAPHIC);
                }
                for (name, sign) in signs(c) {
                    self.check(&format!("{name} on {family:?}"), &sign, *face, GRAPHIC);
                }
            }
        }
        for body in &c.chip {
            self.check(
                "chip in a winning ring",
                &[body.edge, body.face, c.winning_edge],
                c.winning,
                GRAPHIC,
            );
        }
    }

    /// Checks dead stones: their two colours, and the cross on them.
    fn stones(&mut self, c: &Colours) {
        for (name, ground) in [
            ("middle", c.middle),
            ("stripe", c.stripe),
            ("first side", c.side[0]),
            ("second side", c.side[1]),
            ("first home", c.home[0]),
            ("second home", c.home[1]),
        ] {
            let [first, second] = c.stone.map(|body| mix(body.face, ground, DEAD_FADE));
            self.check(&format!("dead stones on {name}"), &[first], second, GRAPHIC);
            for dead in [first, second] {
                self.check(
                    &format!("cross on a dead stone on {name}"),
                    &[c.alarm, c.alarm_edge],
                    dead,
                    GRAPHIC,
                );
            }
        }
    }

    fn cells(&mut self, c: &Colours) {
        for (name, ground) in cells(c) {
            for tint in TINTS {
                let tinted = mix(ground, c.last, tint);
                for (sign_name, sign) in signs(c) {
                    self.check(
                        &format!("{sign_name} on {name}, tint {tint}"),
                        &sign,
                        tinted,
                        GRAPHIC,
                    );
                }
                self.check(
                    &format!("text on {name}, tint {tint}"),
                    &[c.text_on(tinted)],
                    tinted,
                    TEXT,
                );
                if name != "closed" {
                    // A player may miss the tint, but not its border or the dot on a square that a piece left.
                    self.check(
                        &format!("border of the last turn on {name}, tint {tint}"),
                        &[c.last_edge],
                        tinted,
                        GRAPHIC,
                    );
                }
            }
            self.check(
                &format!("check on {name}"),
                &[c.glow, c.alarm, c.alarm_edge],
                ground,
                GRAPHIC,
            );
        }
        for ground in [
            c.near, c.far, c.middle, c.stripe, c.side[0], c.side[1], c.home[0], c.home[1],
        ] {
            self.check(
                "lines across a forbidden cell",
                &[forbidden_hatch(c, ground)],
                ground,
                HATCH,
            );
        }
    }

    fn board(&mut self, c: &Colours) {
        self.check("coordinates and names", &[c.label], c.page, TEXT);
        self.check("points on a panel", &[c.text_on(c.tray)], c.tray, TEXT);
        self.check("coordinates on a frame", &[c.frame_label], c.frame, TEXT);
        for (what, a, b, least) in [
            ("hole in a frame", c.hole, c.frame, 2.0),
            ("light and dark", c.light, c.dark, AREA),
            ("first side of the hexagon", c.middle, c.side[0], AREA),
            (
                "first side of the hexagon, stripe",
                c.stripe,
                c.side[0],
                AREA,
            ),
            ("second side of the hexagon", c.middle, c.side[1], AREA),
            (
                "second side of the hexagon, stripe",
                c.stripe,
                c.side[1],
                AREA,
            ),
            ("the two sides of the hexagon", c.side[0], c.side[1], AREA),
            ("columns of the hexagon", c.stripe, c.middle, STRIPE),
            ("near and far", c.near, c.far, AREA),
            ("the two homes", c.home[0], c.home[1], AREA),
            ("ring of the first home", c.home_ring[0], c.home[0], GRAPHIC),
            (
                "ring of the second home",
                c.home_ring[1],
                c.home[1],
                GRAPHIC,
            ),
            (
                "border of the golden square",
                c.golden_edge,
                c.golden,
                GRAPHIC,
            ),
            ("hatch of a closed square", c.closed_hatch, c.closed, AREA),
            ("line on a middle cell", c.line, c.middle, 2.0),
            ("line on a stripe", c.line, c.stripe, 2.0),
            ("line on a near cell", c.line, c.near, 2.0),
            ("line on a far cell", c.line, c.far, 2.0),
            ("alarm and its casing", c.alarm, c.alarm_edge, GRAPHIC),
            (
                "winning ring and its casing",
                c.winning,
                c.winning_edge,
                GRAPHIC,
            ),
            ("name of the winner", c.winning, c.winning_edge, TEXT),
            ("letter of a choice", c.badge, c.badge_text, TEXT),
            ("sign of a frozen piece", c.frost, c.frost_text, GRAPHIC),
        ] {
            self.check(what, &[a], b, least);
        }
        for (home, ring) in c.home.into_iter().zip(c.home_ring) {
            for ground in [c.near, c.far, c.middle, c.stripe] {
                self.check("home beside a plain cell", &[home, ring], ground, AREA);
            }
        }
        for rim in c.rim {
            self.check("rim of the sides", &[rim, c.line], c.page, AREA);
        }
        self.check("rims of the two seats", &[c.rim[0]], c.rim[1], GRAPHIC);
        for ground in [c.light, c.dark] {
            self.check(
                "golden beside a plain square",
                &[c.golden, c.golden_edge],
                ground,
                GRAPHIC,
            );
            self.check(
                "closed beside a plain square",
                &[c.closed, c.closed_hatch],
                ground,
                AREA,
            );
            self.check("square in a frame", &[ground, c.frame_edge], c.frame, AREA);
        }
        self.check(
            "golden square that is closed",
            &[c.golden, c.golden_edge],
            c.closed,
            GRAPHIC,
        );
        self.check("frame on the page", &[c.frame, c.frame_edge], c.page, AREA);
    }

    /// Checks tables of people. Arrows that point up and down differ in shape, so their colours may be alike.
    fn tables(&mut self, c: &Colours) {
        self.check("second texts of a table", &[quiet(c)], c.page, TEXT);
        self.check("way up", &[c.rise], c.page, GRAPHIC);
        self.check("way down", &[c.fall], c.page, GRAPHIC);
        self.check("win in a table", &[c.label], win_ground(c), TEXT);
        self.check("draw in a table", &[c.label], draw_ground(c), TEXT);
    }
}

/// Returns the grounds on which pieces of each family stand.
fn families(c: &Colours) -> [(Family, Vec<(&'static str, Rgb)>); 6] {
    let [first, second] = c.home;
    [
        (Family::Chip, vec![("hole", c.hole)]),
        (
            Family::Stone,
            vec![
                ("middle", c.middle),
                ("stripe", c.stripe),
                ("first side", c.side[0]),
                ("second side", c.side[1]),
                ("home", first),
                ("home", second),
            ],
        ),
        (Family::Stack, vec![("light", c.light), ("dark", c.dark)]),
        (Family::Chess, vec![("light", c.light), ("dark", c.dark)]),
        (
            Family::Counter,
            vec![
                ("near", c.near),
                ("far", c.far),
                ("home", first),
                ("home", second),
            ],
        ),
        (
            Family::Disc,
            vec![
                ("light", c.light),
                ("dark", c.dark),
                ("golden", c.golden),
                ("tray", c.tray),
                ("won panel", c.winning),
            ],
        ),
    ]
}

fn cells(c: &Colours) -> [(&'static str, Rgb); 12] {
    [
        ("light", c.light),
        ("dark", c.dark),
        ("middle", c.middle),
        ("stripe", c.stripe),
        ("near", c.near),
        ("far", c.far),
        ("first side", c.side[0]),
        ("second side", c.side[1]),
        ("first home", c.home[0]),
        ("second home", c.home[1]),
        ("golden", c.golden),
        ("closed", c.closed),
    ]
}

/// Returns the colours of each sign and its casing.
fn signs(c: &Colours) -> [(&'static str, [Rgb; 2]); 4] {
    [
        ("alarm", [c.alarm, c.alarm_edge]),
        ("winning", [c.winning, c.winning_edge]),
        ("badge", [c.badge, c.badge_text]),
        ("frost", [c.frost, c.frost_text]),
    ]
}

#[test]
fn everything_is_told_apart_by_every_eye() {
    const FAMILIES: [Family; 6] = [
        Family::Chip,
        Family::Stone,
        Family::Stack,
        Family::Chess,
        Family::Counter,
        Family::Disc,
    ];
    let mut faults = Vec::new();
    for theme in Theme::ALL {
        for family in FAMILIES.map(Some).into_iter().chain([None]) {
            faults.extend(Look::at(theme, Colours::of(theme, family)));
        }
    }
    faults.sort();
    faults.dedup();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Tests that a wrong value of each colour is noticed, except for outlines that a piece does not need.
#[test]
fn no_colour_can_be_spoilt_unnoticed() {
    let theme = Theme::Dark;
    assert_eq!(Look::at(theme, Colours::of(theme, None)), [""; 0]);
    let mut unnoticed = Vec::new();
    for (name, colour) in roles() {
        let noticed = [[0; 3], [255; 3], [119; 3]].into_iter().any(|spoilt| {
            let mut colours = Colours::of(theme, None).clone();
            *colour(&mut colours) = spoilt;
            !Look::at(theme, &colours).is_empty()
        });
        if !noticed {
            unnoticed.push(name);
        }
    }
    assert_eq!(
        unnoticed,
        [
            "frame_edge",
            "chip[1].edge",
            "stone[0].edge",
            "chess[1].edge",
            "counter[0].edge"
        ]
    );
}

#[test]
fn captions_of_sheets_are_read_on_their_ground_and_on_plates() {
    for eye in &EYES {
        assert!(contrast(INK, GROUND, eye) >= TEXT, "{}", eye.0);
        for plate in [CREAM, YELLOW] {
            assert!(contrast(INK_ON_PLATE, plate, eye) >= TEXT, "{}", eye.0);
            assert!(contrast(plate, GROUND, eye) >= GRAPHIC, "{}", eye.0);
        }
    }
}

#[test]
fn the_grey_theme_is_grey() {
    let mut colours = Colours::of(Theme::Greyscale, None).clone();
    for (name, colour) in roles() {
        let [red, green, blue] = *colour(&mut colours);
        assert!(
            red == green && green == blue,
            "{name}: {red} {green} {blue}"
        );
    }
    for body in [
        colours.chip,
        colours.stone,
        colours.stack,
        colours.chess,
        colours.counter,
        colours.disc,
    ]
    .into_iter()
    .flatten()
    {
        let [red, green, blue] = body.shine;
        assert!(red == green && green == blue, "shine: {red} {green} {blue}");
    }
}

/// The name of a role, with access to its colour.
type Role = (&'static str, fn(&mut Colours) -> &mut Rgb);

/// Returns every role of a theme except light and shadow on pieces, which carry no meaning.
fn roles() -> Vec<Role> {
    macro_rules! role {
        ($($path:tt)+) => { (stringify!($($path)+), |c| &mut c.$($path)+) };
    }
    vec![
        role!(page),
        role!(label),
        role!(frame),
        role!(frame_edge),
        role!(frame_label),
        role!(hole),
        role!(light),
        role!(dark),
        role!(middle),
        role!(stripe),
        role!(near),
        role!(far),
        role!(side[0]),
        role!(side[1]),
        role!(rim[0]),
        role!(rim[1]),
        role!(home[0]),
        role!(home[1]),
        role!(home_ring[0]),
        role!(home_ring[1]),
        role!(golden),
        role!(golden_edge),
        role!(closed),
        role!(closed_hatch),
        role!(tray),
        role!(line),
        role!(text[0]),
        role!(text[1]),
        role!(last),
        role!(last_edge),
        role!(glow),
        role!(rise),
        role!(fall),
        role!(alarm),
        role!(alarm_edge),
        role!(winning),
        role!(winning_edge),
        role!(badge),
        role!(badge_text),
        role!(frost),
        role!(frost_text),
        role!(chip[0].edge),
        role!(chip[0].face),
        role!(chip[0].mark),
        role!(chip[1].edge),
        role!(chip[1].face),
        role!(chip[1].mark),
        role!(stone[0].edge),
        role!(stone[0].face),
        role!(stone[0].mark),
        role!(stone[1].edge),
        role!(stone[1].face),
        role!(stone[1].mark),
        role!(stack[0].edge),
        role!(stack[0].face),
        role!(stack[0].mark),
        role!(stack[1].edge),
        role!(stack[1].face),
        role!(stack[1].mark),
        role!(chess[0].edge),
        role!(chess[0].face),
        role!(chess[0].mark),
        role!(chess[1].edge),
        role!(chess[1].face),
        role!(chess[1].mark),
        role!(counter[0].edge),
        role!(counter[0].face),
        role!(counter[0].mark),
        role!(counter[1].edge),
        role!(counter[1].face),
        role!(counter[1].mark),
        role!(disc[0].edge),
        role!(disc[0].face),
        role!(disc[0].mark),
        role!(disc[1].edge),
        role!(disc[1].face),
        role!(disc[1].mark),
    ]
}
