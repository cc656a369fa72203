//! Tables and charts as pictures.

use std::collections::HashSet;

use anteroom_board::Seat;
use anteroom_board::scene::{Figure, Kind};
use anteroom_render::{
    BracketSheet, ChartPoint, ChartSide, Crosstable, LadderSheet, Leg, Sheet, SheetLine, Standings,
    Theme, Zone,
};

use crate::sample_tables;

pub fn pixels(sheet: &Sheet, theme: Theme) -> (u32, u32, Vec<u8>) {
    let bytes = sheet.png(theme).expect("a picture");
    assert!(bytes.len() < 120_000, "{} bytes", bytes.len());
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("pixels");
    (info.width, info.height, pixels)
}

fn table(names: &[&str], own: usize) -> Sheet {
    let lines = names.iter().enumerate().map(|(index, name)| SheetLine {
        place: format!("{}.", index + 1),
        name: (*name).to_owned(),
        figures: vec![String::from("1523 ±84"), String::from("12 rated matches")],
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
        chances: (0..)
            .zip(chances)
            .map(|(turn, chance)| ChartPoint {
                turn,
                chance: *chance,
                is_proven: *chance == 0.0 || *chance == 1.0,
            })
            .collect(),
        marks: marks
            .iter()
            .map(|(place, text)| (*place, (*text).to_owned()))
            .collect(),
    };
    // The first side's share of a line across the chart.
    let row = |sheet: &Sheet, theme, row: usize| -> Vec<[u8; 3]> {
        let (width, height, pixels) = pixels(sheet, theme);
        assert_eq!((width, height), (900, 70 + 320 + 40 + 36 + 28));
        let line = &pixels[row * 900 * 3..(row + 1) * 900 * 3];
        line[120 * 3..870 * 3].as_chunks().0.to_vec()
    };
    let share = |chances: &[f64], theme| {
        let second = row(&chart(&[0.1, 0.1], &[]), theme, 70 + 107)[300];
        let line = row(&chart(chances, &[]), theme, 70 + 107);
        let own = line.iter().filter(|pixel| **pixel != second).count();
        own * 100 / line.len()
    };
    for theme in Theme::ALL {
        // A third of the way down, the line comes up in the middle.
        let half = share(&[0.4, 0.9], theme);
        assert!((40..=60).contains(&half), "{theme}: {half}");
        assert_eq!(share(&[0.9, 0.9], theme), 100, "{theme}");
        assert_eq!(share(&[0.1, 0.2], theme), 0, "{theme}");
        // A proof has a thicker line than an estimate, also where the side has the colour of the page.
        let drawn = |is_proven| {
            let mut sheet = chart(&[1.0, 1.0], &[]);
            if let Sheet::Chances { chances, .. } = &mut sheet {
                for point in chances {
                    point.is_proven = is_proven;
                }
            }
            row(&sheet, theme, 70 + 6)
        };
        assert!(drawn(true) != drawn(false), "{theme}");
    }
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

/// Returns the rows of a picture's pixels.
pub fn rows(sheet: &Sheet, theme: Theme) -> Vec<Vec<[u8; 3]>> {
    let (width, _, pixels) = pixels(sheet, theme);
    let (pixels, _) = pixels.as_chunks::<3>();
    pixels.chunks(width as usize).map(<[_]>::to_vec).collect()
}

/// Sketches a picture: a letter for each block of 10 × 20 pixels that differs from the page, darker for more ink.
fn sketch(rows: &[Vec<[u8; 3]>]) -> String {
    let page = rows[0][0];
    let letter = |strip: &[Vec<[u8; 3]>], left: usize| {
        let block = strip.iter().flat_map(|row| &row[left..left + 10]);
        let differs = |pixel: &&[u8; 3]| pixel.iter().zip(page).any(|(a, b)| a.abs_diff(b) > 24);
        match block.filter(differs).count() {
            0..20 => ' ',
            20..50 => '.',
            50..110 => 'o',
            _ => '#',
        }
    };
    let lines = rows.chunks_exact(20).map(|strip| {
        let line: String = (0..strip[0].len() / 10)
            .map(|column| letter(strip, column * 10))
            .collect();
        line.trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn check_sketch(name: &str, sheet: &Sheet) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, sketch(&rows(sheet, Theme::Light))));
}

#[test]
fn tables_of_divisions_and_ladders_look_as_before() {
    for (name, sheet) in sample_tables::all() {
        check_sketch(name, &sheet);
    }
}

#[test]
fn tables_are_small_and_differ_in_every_theme() {
    for (name, sheet) in sample_tables::all()
        .into_iter()
        .chain(sample_tables::charts())
    {
        let mut seen = HashSet::new();
        for theme in Theme::ALL {
            let file = sheet.png(theme).expect("a picture");
            assert!(
                file.len() <= 60_000,
                "{name}, {theme}: {} bytes",
                file.len()
            );
            assert!(seen.insert(file), "{name}: {theme} looks like another");
        }
    }
}

#[test]
fn tables_of_nobody_and_of_too_many_are_drawn() {
    let mut standings = sample_tables::full();
    standings.lines.extend(standings.lines.clone());
    let mut crosstable = sample_tables::crosstable(13, 1);
    crosstable.lines.extend(crosstable.lines.clone());
    let mut ladder = sample_tables::full_ladder();
    ladder.lines.extend(ladder.lines.clone());
    ladder.running.extend([[0, 39], [3, 3], [usize::MAX, 0]]);
    let mut bracket = sample_tables::bracket(16, 9);
    let extra = bracket.rounds.clone();
    for (round, extra) in bracket.rounds.iter_mut().zip(extra) {
        round.pairings.extend(extra.pairings);
    }
    bracket.rounds.extend(bracket.rounds.clone());
    for (many, full) in [
        (
            Sheet::Standings(standings),
            Sheet::Standings(sample_tables::full()),
        ),
        (
            Sheet::Crosstable(crosstable),
            Sheet::Crosstable(sample_tables::crosstable(13, 1)),
        ),
        (
            Sheet::Ladder(ladder),
            Sheet::Ladder(sample_tables::full_ladder()),
        ),
        (
            Sheet::Bracket(bracket),
            Sheet::Bracket(sample_tables::bracket(16, 9)),
        ),
    ] {
        assert!(
            pixels(&many, Theme::Dark) == pixels(&full, Theme::Dark),
            "the rest is omitted"
        );
    }
    for nobody in [
        Sheet::Standings(Standings::default()),
        Sheet::Crosstable(Crosstable::default()),
        Sheet::Ladder(LadderSheet::default()),
        Sheet::Bracket(BracketSheet::default()),
    ] {
        let (width, height, _) = pixels(&nobody, Theme::Dark);
        assert_eq!((width, height), (1000, 168));
    }
}

#[test]
fn long_and_strange_names_leave_the_figures_of_a_table_in_place() {
    let column = |name: &str| {
        let mut standings = sample_tables::standings();
        standings.lines[3].name = name.to_owned();
        let rows = rows(&Sheet::Standings(standings), Theme::Wood);
        rows.iter()
            .map(|row| row[500..].to_vec())
            .collect::<Vec<_>>()
    };
    let plain = column("");
    for name in [&"W".repeat(500), "آنا", "👩‍🚀", "\u{202e}x\u{0301}"] {
        assert!(column(name) == plain, "{name}");
    }
}

/// Returns the first and the last column with ink in some rows between two columns.
pub fn ink(rows: &[Vec<[u8; 3]>], (from, to): (usize, usize)) -> Option<(usize, usize)> {
    let page = rows[0][0];
    let inked = |column: &usize| rows.iter().any(|row| row[*column] != page);
    let mut columns = (from..to).filter(inked);
    let first = columns.next()?;
    Some((first, columns.next_back().unwrap_or(first)))
}

#[test]
fn whole_points_stand_in_one_column_with_and_without_a_half() {
    let mut standings = sample_tables::standings();
    for (line, points) in standings.lines.iter_mut().zip(["8½", "8", "8½", "18"]) {
        line.points = points.to_owned();
    }
    let rows = rows(&Sheet::Standings(standings), Theme::Light);
    // Rows are 60 pixels high and begin below the headings.
    let row = |index: usize| &rows[188 + index * 60 + 6..188 + (index + 1) * 60 - 6];
    let numbers = (400, 500);
    let [half, whole, again, ten] =
        [0, 1, 2, 3].map(|index| ink(row(index), numbers).expect("a number"));
    assert_eq!(half, again);
    assert_eq!(half.0, whole.0, "8 of 8½ and of 8 begin at one place");
    assert!(half.1 > whole.1 + 20, "a half follows");
    assert_eq!(ten.1, whole.1, "18 and 8 end at one place");
}

#[test]
fn a_zone_is_told_by_the_direction_of_an_arrow() {
    let arrow = |zone: Zone| {
        let mut standings = sample_tables::standings();
        standings.lines[0].zone = Some(zone);
        let rows = rows(&Sheet::Standings(standings), Theme::Greyscale);
        let widths: Vec<usize> = rows[194..242]
            .iter()
            .filter_map(|row| ink(&[rows[0].clone(), row.clone()], (36, 74)))
            .map(|(first, last)| last - first)
            .collect();
        let (first, last) = (widths[0], widths[widths.len() - 1]);
        (first < 8 && last > 15, first > 15 && last < 8)
    };
    assert_eq!(arrow(Zone::Promotion), (true, false), "wider below");
    assert_eq!(arrow(Zone::Relegation), (false, true), "wider above");
}

#[test]
fn only_a_champion_has_a_plate() {
    let plated = |standings: Standings| {
        let rows = rows(&Sheet::Standings(standings), Theme::Dark);
        let page = rows[0][0];
        (0..8)
            .filter(|row| rows[188 + row * 60 + 10][480] != page)
            .collect::<Vec<_>>()
    };
    assert_eq!(plated(sample_tables::standings()), [0; 0]);
    assert_eq!(plated(sample_tables::over()), [0]);
}

#[test]
fn every_result_of_a_crosstable_looks_different() {
    let cell = |legs: &[Leg]| {
        let mut crosstable = sample_tables::crosstable(4, 1);
        crosstable.lines[0].results[1] = legs.to_vec();
        pixels(&Sheet::Crosstable(crosstable), Theme::Greyscale)
    };
    let all = [
        Leg::Open,
        Leg::Running,
        Leg::Win,
        Leg::Draw,
        Leg::Loss,
        Leg::ForfeitWin,
        Leg::ForfeitLoss,
    ];
    let seen: HashSet<_> = all.iter().map(|leg| cell(&[*leg])).collect();
    assert_eq!(seen.len(), all.len());
    assert!(cell(&[]) == cell(&[Leg::Open]), "no result is an open game");
    let (_, one, _) = cell(&[Leg::Win]);
    let (_, two, _) = cell(&[Leg::Win, Leg::Loss]);
    assert!(two > one, "two results stand one below the other");
    assert!(cell(&[Leg::Win, Leg::Loss]) != cell(&[Leg::Loss, Leg::Win]));
}

#[test]
fn a_running_challenge_joins_two_rows_whatever_their_order() {
    let ladder = |running: &[[usize; 2]]| {
        let mut ladder = sample_tables::ladder();
        ladder.running = running.to_vec();
        rows(&Sheet::Ladder(ladder), Theme::Dark)
    };
    assert!(ladder(&[[1, 4]]) == ladder(&[[4, 1], [1, 4]]));
    // The rows in which the first lane has ink, 54 pixels high each.
    let first_lane = |running: &[[usize; 2]]| {
        let rows = ladder(running);
        let page = rows[0][0];
        (0..10)
            .filter(|row| {
                rows[188 + row * 54 + 27..][..10]
                    .iter()
                    .all(|row| row[871] != page)
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(first_lane(&[]), [0; 0]);
    assert_eq!(first_lane(&[[2, 5]]), [3, 4]);
    assert_eq!(
        first_lane(&[[2, 4], [6, 9]]),
        [3, 7, 8],
        "one lane for both"
    );
    assert_eq!(first_lane(&[[2, 4], [1, 6]]), [3], "a lane for each");
}
