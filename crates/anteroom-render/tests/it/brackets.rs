//! Brackets as pictures.

use std::collections::HashSet;

use anteroom_render::{
    BracketEntrant, BracketFate, BracketPairing, BracketRound, BracketSheet, Sheet, Theme,
};

use crate::sample_tables::bracket;
use crate::sheets::{ink, pixels, rows};

type Picture = Vec<Vec<[u8; 3]>>;

/// The upper edge of the first round, the height of a person's row, and the distance of two pairings.
const TOP: usize = 188;
const ROW: usize = 52;
const APART: usize = 132;

/// The first round of eight: its left and its right edge.
const ROUND: [usize; 2] = [36, 322];

const STRANGE: [&str; 7] = [
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii",
    "آنا",
    "👩‍🚀",
    "\u{200b}\u{200d}\u{feff}",
    "\u{202e}x\u{0301}\n\ty",
    "",
];

fn draw(sheet: &BracketSheet, theme: Theme) -> Picture {
    rows(&Sheet::Bracket(sheet.clone()), theme)
}

/// Returns a bracket in which everybody has this name, and every other text is the same.
fn named(people: usize, over: usize, name: &str) -> BracketSheet {
    let mut sheet = bracket(people, over);
    let column = sheet
        .rounds
        .iter_mut()
        .flat_map(|round| &mut round.pairings);
    for side in column
        .chain(&mut sheet.third)
        .flat_map(|pair| &mut pair.sides)
    {
        match &mut side.who {
            BracketEntrant::Person { name: text, .. } | BracketEntrant::Open(text) => {
                name.clone_into(text);
            }
            BracketEntrant::Bye => {}
        }
        name.clone_into(&mut side.score);
    }
    for round in &mut sheet.rounds {
        name.clone_into(&mut round.name);
    }
    sheet.champion = sheet.champion.map(|_| name.to_owned());
    sheet.title = name.repeat(20);
    sheet.subtitle = name.repeat(20);
    sheet
}

#[test]
fn nothing_is_cut_off_at_the_edge() {
    let people = [(2, 1), (3, 3), (4, 2), (5, 1), (8, 8), (13, 7), (16, 16)];
    let samples = people.map(|(people, over)| bracket(people, over));
    let strange = people
        .iter()
        .flat_map(|(people, over)| STRANGE.map(|name| named(*people, *over, name)));
    for sheet in samples.into_iter().chain(strange) {
        for theme in [Theme::Light, Theme::Wood] {
            let picture = draw(&sheet, theme);
            let (width, page) = (picture[0].len(), picture[0][0]);
            for (y, row) in picture.iter().enumerate() {
                let inner = (20..picture.len() - 20).contains(&y);
                let edges = row[..if inner { 30 } else { width }].iter();
                let mut edges = edges.chain(&row[width - 24..]);
                assert!(edges.all(|pixel| *pixel == page), "row {y} of {sheet:?}");
            }
        }
    }
}

#[test]
fn the_largest_bracket_with_the_longest_names_is_small() {
    for over in [0, 7, 16] {
        let mut sheet = bracket(16, over);
        for round in &mut sheet.rounds {
            let sides = round.pairings.iter_mut().flat_map(|pair| &mut pair.sides);
            for (number, side) in sides.enumerate() {
                let name = format!("{number}Qw&@§ß%gŁ{}", "Ж".repeat(number));
                side.who = BracketEntrant::Person { name, seed: 999 };
            }
        }
        for theme in Theme::ALL {
            let file = Sheet::Bracket(sheet.clone()).png(theme);
            let size = file.expect("a picture").len();
            assert!(size <= 80_000, "{theme}: {size} bytes");
        }
    }
}

#[test]
fn texts_of_eight_people_are_readable_on_a_phone() {
    // Capitals are 22 pixels high, in a font of 30. A phone shows a picture 390 pixels wide.
    for over in [0, 5, 8] {
        for people in 2..=8 {
            let (width, ..) = pixels(&Sheet::Bracket(bracket(people, over)), Theme::Dark);
            assert!(30 * 390 >= 11 * width, "{people} people, {width} pixels");
        }
    }
}

#[test]
fn brackets_of_any_shape_are_drawn() {
    let pairing = bracket(2, 1).rounds[0].pairings[0].clone();
    let shape = |counts: &[usize]| BracketSheet {
        rounds: counts
            .iter()
            .map(|count| BracketRound {
                name: String::from("Round"),
                pairings: vec![pairing.clone(); *count],
            })
            .collect(),
        ..BracketSheet::default()
    };
    let counts: [&[usize]; 13] = [
        &[],
        &[0],
        &[0, 0, 0],
        &[1],
        &[3],
        &[8],
        &[9, 9, 9, 9, 9, 9],
        &[1000, 0, 1000],
        &[1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
        &[0, 0, 1],
        &[4, 2],
        &[1, 2, 4, 8],
        &[5, 3, 2, 1],
    ];
    for counts in counts {
        for (third, champion) in [(false, false), (true, false), (false, true), (true, true)] {
            let sheet = BracketSheet {
                third: third.then(|| pairing.clone()),
                champion: champion.then(|| String::from("Ana")),
                ..shape(counts)
            };
            let (width, height, _) = pixels(&Sheet::Bracket(sheet), Theme::Dark);
            assert!(width <= 1600 && height <= 1400, "{counts:?}");
        }
    }
    let mut bye = shape(&[4, 2, 1]);
    for pairing in bye.rounds.iter_mut().flat_map(|round| &mut round.pairings) {
        pairing.sides[0].who = BracketEntrant::Bye;
    }
    pixels(&Sheet::Bracket(bye.clone()), Theme::Dark);
    for pairing in bye.rounds.iter_mut().flat_map(|round| &mut round.pairings) {
        pairing.sides[1].who = BracketEntrant::Bye;
    }
    let nobody = draw(&bye, Theme::Dark);
    let below = &nobody[TOP - 46..];
    let page = nobody[0][0];
    assert!(
        below.iter().flatten().all(|pixel| *pixel == page),
        "nothing stands for nobody"
    );
    let mut seeded = bracket(8, 3);
    seeded.rounds[0].pairings[0].sides[0].who = BracketEntrant::Person {
        name: String::from("Ana"),
        seed: u32::MAX,
    };
    pixels(&Sheet::Bracket(seeded), Theme::Dark);
}

#[test]
fn names_leave_everything_else_in_place() {
    let picture = |name: &str| {
        let mut sheet = bracket(8, 3);
        let BracketEntrant::Person { name: text, .. } =
            &mut sheet.rounds[0].pairings[1].sides[1].who
        else {
            panic!("somebody plays");
        };
        name.clone_into(text);
        let mut picture = draw(&sheet, Theme::Wood);
        // The place of the name, as far as the score.
        for row in &mut picture[TOP + APART + ROW..TOP + APART + 2 * ROW] {
            row[ROUND[0] + 36..ROUND[1] - 36].fill([0; 3]);
        }
        picture
    };
    let plain = picture("Ana");
    for name in STRANGE {
        assert!(picture(name) == plain, "{name}");
    }
}

/// Returns the part of a picture of eight with the first pairing of the first round.
fn first(pairing: impl Fn(&mut BracketPairing), theme: Theme) -> Picture {
    let mut sheet = bracket(8, 1);
    pairing(&mut sheet.rounds[0].pairings[0]);
    let rows = draw(&sheet, theme);
    let part = rows[TOP - 6..TOP + 2 * ROW + 6].iter();
    part.map(|row| row[..ROUND[1] + 12].to_vec()).collect()
}

#[test]
fn every_state_of_a_pairing_looks_different() {
    for theme in Theme::ALL {
        let state = |running, fates: [BracketFate; 2]| {
            let change = |pairing: &mut BracketPairing| {
                pairing.running = running;
                for (side, fate) in pairing.sides.iter_mut().zip(fates) {
                    side.fate = fate;
                }
            };
            first(change, theme)
        };
        let (won, lost) = (BracketFate::Won, BracketFate::Lost);
        let states = [
            state(false, [BracketFate::Open; 2]),
            state(true, [BracketFate::Open; 2]),
            state(false, [won, lost]),
            state(false, [lost, won]),
            state(false, [lost, lost]),
        ];
        let seen: HashSet<&Picture> = states.iter().collect();
        assert_eq!(seen.len(), states.len(), "{theme}");
    }
}

#[test]
fn a_person_without_an_opponent_has_a_line_and_no_box() {
    for theme in Theme::ALL {
        for nobody in [0, 1] {
            let change = |pairing: &mut BracketPairing| {
                pairing.running = false;
                pairing.sides[nobody].who = BracketEntrant::Bye;
            };
            let part = first(change, theme);
            let whole = (0, part[0].len());
            let inked: Vec<bool> = part
                .iter()
                .map(|row| ink(&[part[0].clone(), row.clone()], whole).is_some())
                .collect();
            let all = inked.len();
            assert!(!inked[..all / 4].contains(&true), "{theme}: no edge above");
            assert!(!inked[all - 16..].contains(&true), "{theme}: none below");
            let line = &part[6 + ROW][ROUND[1] - 20..ROUND[1]];
            let page = part[0][0];
            assert!(line.iter().all(|pixel| *pixel != page), "{theme}");
        }
    }
}

#[test]
fn only_the_champion_has_a_plate_and_a_way_that_stands_out() {
    for theme in Theme::ALL {
        let over = bracket(8, 8);
        let open = BracketSheet {
            champion: None,
            ..over.clone()
        };
        let [over, open] = [over, open].map(|sheet| draw(&sheet, theme));
        let differs = |x: usize, y: usize| over[TOP + y][x] != open[TOP + y][x];
        // The upright lines behind the first round: the first seed comes from the first pairing.
        let lines = [65, 160, 330, 425].map(|y| differs(ROUND[1] + 17, y));
        assert_eq!(lines, [true, false, false, false], "{theme}");
        let plate = |picture: &Picture| {
            let place = &picture[TOP + 100..TOP + 168];
            ink(&[&picture[..1], place].concat(), (690, 980)).is_some()
        };
        assert!(plate(&over) && !plate(&open), "{theme}: above the final");
    }
}
