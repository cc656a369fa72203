//! Tables and charts as pictures.

use std::collections::HashSet;

use anteroom_games::board::Seat;
use anteroom_games::board::scene::{Figure, Kind};
use anteroom_games::render::{ChartSide, Sheet, SheetLine, Theme};

fn pixels(sheet: &Sheet, theme: Theme) -> (u32, u32, Vec<u8>) {
    let bytes = sheet.png(theme).expect("a picture");
    assert!(bytes.len() < 120_000, "{} bytes", bytes.len());
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("pixels");
    (info.width, info.height, pixels)
}

fn table(names: &[&str], own: usize) -> Sheet {
    let lines = names.iter().enumerate().map(|(index, name)| SheetLine {
        place: format!("{}.", index + 1),
        name: (*name).to_owned(),
        figures: [String::from("1523 ±84"), String::from("12 rated matches")],
        stands_out: index == own,
    });
    Sheet::Table {
        title: String::from("Connect N: the best players in this server"),
        lines: lines.collect(),
    }
}

#[test]
fn a_table_is_drawn_in_every_theme_and_one_line_stands_out() {
    let mut seen = HashSet::new();
    for theme in Theme::ALL {
        let (width, height, plain) = pixels(&table(&["Ana", "Ben"], 9), theme);
        assert_eq!((width, height), (900, 70 + 2 * 46 + 28));
        let (_, _, own) = pixels(&table(&["Ana", "Ben"], 1), theme);
        let row = 900 * 3 * 46;
        let (first, second) = (70 * 900 * 3, 70 * 900 * 3 + row);
        assert_eq!(
            plain[first..first + row - 5400],
            own[first..first + row - 5400]
        );
        let changed = plain[second..second + row]
            .iter()
            .zip(&own[second..second + row])
            .filter(|(a, b)| a != b)
            .count();
        assert!(changed > row / 2, "{theme}: the line is filled");
        assert!(seen.insert(plain), "{theme} looks like another theme");
    }
}

#[test]
fn names_that_are_long_or_strange_stay_in_their_column() {
    let names = [
        "W".repeat(200),
        String::from("آنا"),
        String::from("👩‍🚀"),
        String::new(),
    ];
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (_, _, strange) = pixels(&table(&names, 9), Theme::Light);
    let (_, _, plain) = pixels(&table(&["", "", "", ""], 9), Theme::Light);
    let column = |pixels: &[u8]| {
        let rows = pixels.chunks_exact(900 * 3).skip(70);
        rows.map(|row| row[480 * 3..].to_vec()).collect::<Vec<_>>()
    };
    assert_eq!(
        column(&strange),
        column(&plain),
        "the figures are untouched"
    );
    assert_ne!(strange, plain);
}

#[test]
fn a_course_has_a_bar_for_each_number_and_any_numbers_can_be_drawn() {
    let course = |points: &[f64]| Sheet::Course {
        title: String::from("Connect N: the last rated matches"),
        points: points.to_vec(),
    };
    let bars = |points: &[f64]| {
        let (width, height, pixels) = pixels(&course(points), Theme::Light);
        assert_eq!((width, height), (900, 70 + 220 + 28));
        // The bottom edge of the bars.
        let row = &pixels[(70 + 219) * 900 * 3..(70 + 220) * 900 * 3];
        let dark: Vec<bool> = row[130 * 3..]
            .chunks_exact(3)
            .map(|pixel| pixel[0] < 128)
            .collect();
        dark.windows(2).filter(|pair| !pair[0] && pair[1]).count() + usize::from(dark[0])
    };
    assert_eq!(bars(&[1500.0, 1540.0, 1520.0, 1600.0]), 4);
    assert_eq!(bars(&[1500.0; 24]), 24);
    for points in [
        &[][..],
        &[f64::NAN, f64::INFINITY],
        &[f64::MAX, f64::MIN],
        &[0.0; 5000],
    ] {
        for theme in Theme::ALL {
            pixels(&course(points), theme);
        }
    }
}

#[test]
fn a_chart_of_chances_is_drawn_for_any_numbers_and_marks() {
    let chart = |chances: &[f64], marks: &[(usize, &str)]| Sheet::Chances {
        title: String::from("Black's chance to win, turn by turn"),
        sides: [("Black", Seat::Second), ("White", Seat::First)].map(|(name, colour)| ChartSide {
            name: name.to_owned(),
            kind: Kind::Chess(Figure::Pawn),
            colour,
        }),
        chances: (0..).zip(chances.iter().copied()).collect(),
        marks: marks
            .iter()
            .map(|(place, text)| (*place, (*text).to_owned()))
            .collect(),
    };
    // The first side's share of a line across the chart.
    let share = |chances: &[f64], row: usize| {
        let (width, height, pixels) = pixels(&chart(chances, &[]), Theme::Light);
        assert_eq!((width, height), (900, 70 + 320 + 36 + 28));
        let line = &pixels[row * 900 * 3..(row + 1) * 900 * 3];
        let line = line[118 * 3..872 * 3].chunks_exact(3);
        let own = line.clone().filter(|pixel| pixel[0] < 100).count();
        (own * 100 + 377) / line.count()
    };
    // A third of the way down, only the last of the two values is above the line.
    assert_eq!(share(&[0.4, 0.9], 70 + 107), 50);
    assert_eq!(share(&[0.9, 0.9], 70 + 107), 100);
    assert_eq!(share(&[0.1, 0.2], 70 + 107), 0);
    let mut seen = HashSet::new();
    for theme in Theme::ALL {
        let marks = [(0, "1"), (1, "2"), (2, "3"), (399, "400"), (5000, "none")];
        let (_, _, picture) = pixels(&chart(&[0.5; 400], &marks), theme);
        assert!(seen.insert(picture), "{theme} looks like another theme");
        for chances in [
            &[][..],
            &[f64::NAN, f64::INFINITY, -3.0, 7.0],
            &[0.0, 1.0],
            &[1.0; 5000],
        ] {
            pixels(&chart(chances, &marks), theme);
        }
    }
}

#[test]
fn columns_stand_apart() {
    let (width, _, pixels) = pixels(&table(&["Ana"], 9), Theme::Light);
    let width = width as usize;
    // The columns with ink in the middle of the line.
    let rows = || (78..108).map(|row| &pixels[row * width * 3..(row + 1) * width * 3]);
    let ink: Vec<bool> = (0..width)
        .map(|column| rows().any(|row| row[column * 3] < 150))
        .collect();
    let (mut groups, mut blank) = (0, usize::MAX);
    for inked in ink {
        if inked && blank >= 25 {
            groups += 1;
        }
        blank = if inked { 0 } else { blank.saturating_add(1) };
    }
    assert_eq!(groups, 4, "the place, the name and two figures");
}
