//! Pictures as people receive them: every test but the last few decodes the PNG file.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use anteroom::board::scene::{
    Board, CellShape, Figure, Ground, Kind, Label, Man, Mark, MarkKind, Point, Scene, Shape, Sign,
    Spot, Surface,
};
use anteroom::board::{Cell, Seat};
use anteroom::games;
use anteroom::render::{Format, Painter, Shot, Theme};

use crate::support::film::{Film, decoded, still};
use crate::support::settings;
use crate::support::sights::{choosable, extremes, samples};

use super::{board, board_with};

/// The largest file of a board, in bytes.
const LARGEST: usize = 60_000;

struct Picture {
    width: u32,
    height: u32,
    pixels: Vec<[u8; 3]>,
}

fn png(painter: &Painter, scene: &Scene, theme: Theme) -> Vec<u8> {
    painter.png(scene, Format::still(theme)).unwrap()
}

impl Picture {
    fn of(painter: &Painter, scene: &Scene, theme: Theme) -> Picture {
        let ((width, height), pixels) = decoded(&png(painter, scene, theme));
        Picture {
            width,
            height,
            pixels,
        }
    }

    fn at(&self, x: u32, y: u32) -> [u8; 3] {
        self.pixels[(y * self.width + x) as usize]
    }

    /// Returns the pixels closer than `reach` units to a place on the board.
    fn around(&self, board: &Board, centre: Point, reach: f32) -> Vec<[u8; 3]> {
        let (unit_x, unit_y) = (
            self.width as f32 / board.width,
            self.height as f32 / board.height,
        );
        let inside = |x: u32, y: u32| {
            let (dx, dy) = (
                (x as f32 + 0.5) / unit_x - centre.x,
                (y as f32 + 0.5) / unit_y - centre.y,
            );
            dx.hypot(dy) < reach
        };
        let places = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        places
            .filter(|(x, y)| inside(*x, *y))
            .map(|(x, y)| self.at(x, y))
            .collect()
    }
}

/// WCAG's relative luminance.
fn luminance(colour: [u8; 3]) -> f32 {
    let [r, g, b] = colour.map(|c| (f32::from(c) / 255.0).powf(2.2));
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// WCAG's contrast ratio of two luminances, 1 to 21.
fn contrast(a: f32, b: f32) -> f32 {
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn mean_luminance(pixels: &[[u8; 3]]) -> f32 {
    pixels.iter().map(|pixel| luminance(*pixel)).sum::<f32>() / pixels.len() as f32
}

const SQUARE: Shape = Shape::Rectangle {
    width: 1.0,
    height: 1.0,
    corner: 0.0,
};

/// Returns an empty board without cells.
fn bare(key: &str, width: f32, height: f32) -> Board {
    Board {
        key: key.to_owned(),
        width,
        height,
        surfaces: Vec::new(),
        cells: Vec::new(),
        labels: Vec::new(),
    }
}

fn cell(number: u16, centre: Point, shape: Shape, ground: Ground) -> CellShape {
    CellShape {
        cell: Cell(number),
        centre,
        shape,
        ground,
        text: String::new(),
    }
}

/// Every kind of mark.
const EVERY_MARK: [MarkKind; 18] = [
    MarkKind::From,
    MarkKind::To,
    MarkKind::Captured(Sign::Plain),
    MarkKind::Captured(Sign::Custodianship),
    MarkKind::Captured(Sign::Intervention),
    MarkKind::Captured(Sign::Crushing),
    MarkKind::Winning,
    MarkKind::Check,
    MarkKind::Choice,
    MarkKind::Chosen,
    MarkKind::Refused,
    MarkKind::Frozen,
    MarkKind::Dead,
    MarkKind::Territory(Seat::First),
    MarkKind::Territory(Seat::Second),
    MarkKind::Step(3),
    MarkKind::Forbidden,
    MarkKind::Closed,
];

/// Draws every kind of mark on an empty cell and on every kind of piece.
fn every_mark() -> Scene {
    let grounds = [Ground::Light, Ground::Dark, Ground::Near, Ground::Far];
    let mut scene = Scene::new(bare("marks", 18.6, 11.6), Vec::new(), Vec::new());
    let pieces = [None].into_iter().chain(EVERY_KIND.map(Some));
    for (row, piece) in (0u16..).zip(pieces) {
        for (column, kind) in (0u16..).zip(EVERY_MARK) {
            let (number, place) = (row * 18 + column, usize::from(row + column));
            let centre = Point {
                x: f32::from(column) + 0.8,
                y: f32::from(row) + 0.8,
            };
            let cells = &mut scene.board.cells;
            cells.push(cell(number, centre, SQUARE, grounds[place % 4]));
            let cell = Cell(number);
            scene.marks.push(Mark { cell, kind });
            scene.men.extend(piece.map(|kind| Man {
                spot: Spot::On(cell),
                colour: Seat::BOTH[place % 2],
                kind,
            }));
        }
    }
    scene
}

/// Returns boards of every game: typical, hard to draw, smallest and largest ones; and a sheet of all marks.
fn boards() -> Vec<(String, Scene)> {
    let mut boards = [samples(), extremes()].concat();
    for game in games::CATALOGUE {
        for given in settings::extremes(game) {
            let scene = board_with(game.card.key, given.clone(), "");
            boards.push((format!("{} {given:?}", game.card.key), scene));
        }
    }
    boards.push((String::from("marks"), every_mark()));
    boards
}

#[test]
fn boards_of_every_kind_are_crisp_and_small() {
    let painter = Painter::new();
    for (name, scene) in boards().into_iter().chain(choosable()) {
        for theme in Theme::ALL {
            let format = Format::still(theme);
            let file = png(&painter, &scene, theme);
            let (size, pixels) = decoded(&file);
            let within = (240..=1010).contains(&size.0.max(size.1));
            assert!(within, "{name} in {theme} is {size:?}");
            assert_eq!(painter.size(&scene, format), size, "{name}");
            // Rows of cells are compressed separately; the decoded file is the whole picture.
            let whole = pixels == still(&painter, &scene, format);
            assert!(whole, "{name} in {theme}");
            // The sheet of all marks shows marks that no board shows together.
            let small = file.len() <= LARGEST || name == "marks";
            assert!(small, "{name} in {theme} takes {} bytes", file.len());
        }
    }
}

#[test]
fn boards_of_the_games_stay_small_to_the_end() {
    let painter = Painter::new();
    for game in games::CATALOGUE {
        let options = game
            .complete_options(&games::GivenOptions::new(), || 7)
            .unwrap();
        let mut position = game.start(&options).unwrap();
        let mut random = fastrand::Rng::with_seed(5);
        for turn in 0..60 {
            let steps = position.steps();
            let Some(step) = random.choice(&steps) else {
                break;
            };
            let played = position.play(step).unwrap();
            if turn % 10 == 0 || position.to_move().is_none() {
                let mut scene = position.scene(Seat::First);
                scene.marks.extend(games::turn_marks(&played.effects));
                scene.bar = Some(game.bar(&*position));
                let bytes = png(&painter, &scene, Theme::Dark).len();
                assert!(
                    bytes <= LARGEST,
                    "{} after {} takes {bytes} bytes",
                    game.card.key,
                    position.text()
                );
            }
        }
    }
}

#[test]
fn the_same_scene_is_the_same_file_whatever_was_painted_before() {
    let used = Painter::new();
    for (name, scene) in boards() {
        let first = png(&used, &scene, Theme::Light);
        assert_eq!(
            png(&used, &scene, Theme::Light),
            first,
            "{name} painted again"
        );
        assert_eq!(
            png(&Painter::new(), &scene, Theme::Light),
            first,
            "{name} painted by another"
        );
    }
}

#[test]
fn one_painter_serves_all_threads() {
    let painter = Painter::new();
    let scene = board("connect-n", "a b");
    let expected = png(&Painter::new(), &scene, Theme::Dark);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| png(&painter, &scene, Theme::Dark)))
            .collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), expected);
        }
    });
}

#[test]
fn more_boards_than_are_kept_can_be_painted() {
    let painter = Painter::new();
    let file = |columns: u8, rows: u8| {
        let size = [("columns", columns), ("rows", rows), ("n", 2)];
        let given = size.map(|(key, value)| (key.to_owned(), value.to_string()));
        let scene = board_with("connect-n", given.into(), "a");
        png(&painter, &scene, Theme::Dark)
    };
    let first = file(2, 3);
    for (columns, rows) in (2..=16).flat_map(|columns| [(columns, 3), (columns, 4)]) {
        file(columns, rows);
    }
    assert_eq!(file(2, 3), first);
}

#[test]
fn themes_suit_their_surroundings() {
    let painter = Painter::new();
    for (name, scene) in boards() {
        let corner = |theme| luminance(Picture::of(&painter, &scene, theme).at(0, 0));
        assert!(
            corner(Theme::Light) > 0.8,
            "{name} is dark in the light theme"
        );
        assert!(
            corner(Theme::Dark) < 0.05,
            "{name} is light in the dark theme"
        );
    }
}

#[test]
fn themes_are_found_by_name() {
    for theme in Theme::ALL {
        assert_eq!(theme.to_string().to_uppercase().parse(), Ok(theme));
    }
}

#[test]
fn labels_are_inside_of_the_picture_and_can_be_read() {
    let painter = Painter::new();
    for game in games::CATALOGUE {
        let options = game
            .complete_options(&games::GivenOptions::new(), || 7)
            .unwrap();
        let scene = game.start(&options).unwrap().scene(Seat::First);
        for theme in Theme::ALL {
            let picture = Picture::of(&painter, &scene, theme);
            let edge = (0..picture.width)
                .flat_map(|x| [picture.at(x, 0), picture.at(x, picture.height - 1)]);
            let edge = edge.chain(
                (0..picture.height)
                    .flat_map(|y| [picture.at(0, y), picture.at(picture.width - 1, y)]),
            );
            let edge: HashSet<_> = edge.collect();
            assert_eq!(
                edge.len(),
                1,
                "{}: something is cut off at the edge",
                game.card.key
            );
            for label in &scene.board.labels {
                // The background of a label is the page, or the ground below the squares of a ring.
                let around = picture.around(&scene.board, label.centre, label.size * 0.6);
                let mut counts = HashMap::<[u8; 3], usize>::new();
                for pixel in &around {
                    *counts.entry(*pixel).or_default() += 1;
                }
                let (ground, _) = counts.iter().max_by_key(|(_, count)| **count).unwrap();
                let ground = luminance(*ground);
                let best = around
                    .iter()
                    .map(|pixel| contrast(luminance(*pixel), ground))
                    .fold(0.0, f32::max);
                assert!(
                    best > 4.5,
                    "{}: label {} in {theme} has a contrast of {best}",
                    game.card.key,
                    label.text
                );
            }
        }
    }
}

/// Paints the scene with and without its last mark, and returns the changed cells.
fn cells_changed_by_last_mark(painter: &Painter, scene: &Scene, theme: Theme) -> HashSet<Cell> {
    let mut without = scene.clone();
    without.marks.pop();
    let (with, without) = (
        Picture::of(painter, scene, theme),
        Picture::of(painter, &without, theme),
    );
    let (unit_x, unit_y) = (
        with.width as f32 / scene.board.width,
        with.height as f32 / scene.board.height,
    );
    let mut changed = HashSet::new();
    let own = scene.marks.last().map(|mark| mark.cell);
    let both = with.pixels.iter().zip(&without.pixels).enumerate();
    for (i, _) in both.filter(|(_, (with, without))| with != without) {
        let (x, y) = (i as u32 % with.width, i as u32 / with.width);
        let place = Point {
            x: (x as f32 + 0.5) / unit_x,
            y: (y as f32 + 0.5) / unit_y,
        };
        let distance = |c: &CellShape| {
            // A pixel on the line between two cells counts for the marked cell.
            let favour = if Some(c.cell) == own { 0.04 } else { 0.0 };
            (c.centre.x - place.x).hypot(c.centre.y - place.y) - favour
        };
        let nearest = scene
            .board
            .cells
            .iter()
            .min_by(|a, b| distance(a).total_cmp(&distance(b)));
        changed.extend(nearest.map(|cell| cell.cell));
    }
    changed
}

#[test]
fn marks_show_on_their_own_cell_only() {
    let painter = Painter::new();
    for (game, steps) in [
        ("connect-n", "a b"),
        ("antichess", ""),
        ("anchor", "a1 b2"),
        ("anaash", "a1xa2"),
    ] {
        let mut scene = board(game, steps);
        scene.marks.clear();
        let on = |cell: Cell| scene.men.iter().find(|man| man.spot == Spot::On(cell));
        let all = || scene.board.cells.iter().map(|cell| cell.cell);
        let taken = all().find(|cell| on(*cell).is_some());
        let empty = all().find(|cell| on(*cell).is_none());
        for cell in [taken.expect("a piece"), empty.expect("an empty cell")] {
            // A chip covers its hole, so the picture shows nothing below the chip.
            let on_chip = on(cell).is_some_and(|man| man.kind == Kind::Chip);
            for kind in EVERY_MARK {
                if on_chip
                    && matches!(
                        kind,
                        MarkKind::From | MarkKind::Check | MarkKind::Forbidden | MarkKind::Closed
                    )
                {
                    continue;
                }
                let mut marked = scene.clone();
                marked.marks.push(Mark { cell, kind });
                let changed = cells_changed_by_last_mark(&painter, &marked, Theme::Dark);
                let expected = HashSet::from([cell]);
                assert_eq!(changed, expected, "{kind:?} on {cell:?} of {game}");
            }
        }
    }
}

#[test]
fn a_capture_is_seen_although_the_captor_stands_there() {
    let mut scene = board("antichess", "e2e4 d7d5 e4d5");
    let cell = Cell(4 * 8 + 3);
    let painter = Painter::new();
    for kind in [
        MarkKind::From,
        MarkKind::To,
        MarkKind::Captured(Sign::Plain),
    ] {
        scene.marks.push(Mark { cell, kind });
    }
    assert_eq!(
        cells_changed_by_last_mark(&painter, &scene, Theme::Light),
        HashSet::from([cell])
    );
}

/// Draws one cell, on a frame and with a piece if there is one.
fn one_cell(shape: Shape, ground: Ground, piece: Option<(Kind, Seat)>) -> Scene {
    let centre = Point { x: 0.5, y: 0.5 };
    let mut board = bare(&format!("{piece:?} {ground:?}"), 1.0, 1.0);
    board.cells.push(cell(0, centre, shape, ground));
    board.surfaces.extend(piece.map(|_| Surface {
        centre,
        shape: SQUARE,
        ground: Ground::Frame,
    }));
    let man = piece.map(|(kind, colour)| Man {
        spot: Spot::On(Cell(0)),
        colour,
        kind,
    });
    Scene::new(board, man.into_iter().collect(), Vec::new())
}

/// Returns a picture of one piece on one cell, as luminances.
fn one_piece(kind: Kind, colour: Seat, ground: Ground, theme: Theme) -> Vec<f32> {
    let shape = match kind {
        Kind::Chip => Shape::Disc { radius: 0.45 },
        _ => SQUARE,
    };
    let scene = one_cell(shape, ground, Some((kind, colour)));
    let picture = Picture::of(&Painter::new(), &scene, theme);
    let pixels = picture.pixels.iter();
    pixels.map(|pixel| luminance(*pixel)).collect()
}

const EVERY_KIND: [Kind; 10] = [
    Kind::Chip,
    Kind::Stone,
    Kind::Stack(3),
    Kind::Chess(Figure::Pawn),
    Kind::Chess(Figure::Queen),
    Kind::Chess(Figure::Knight),
    Kind::Counter,
    Kind::Knight,
    Kind::Dragon,
    Kind::Disc,
];

const fn ground_of(kind: Kind) -> Ground {
    match kind {
        Kind::Chip => Ground::Hole,
        Kind::Counter | Kind::Knight | Kind::Dragon | Kind::Disc => Ground::Far,
        _ => Ground::Dark,
    }
}

#[test]
fn the_two_colours_differ_in_lightness() {
    for theme in Theme::ALL {
        for kind in EVERY_KIND {
            let [first, second] =
                Seat::BOTH.map(|seat| one_piece(kind, seat, ground_of(kind), theme));
            // The middle of the piece. A median ignores small marks outside the face.
            let median = |luminances: &[f32]| {
                let side = (luminances.len() as f32).sqrt() as usize;
                let middle = |i: usize| i.abs_diff(side / 2) < side / 4;
                let within = luminances
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| middle(i % side) && middle(i / side));
                let mut within: Vec<f32> = within.map(|(_, luminance)| *luminance).collect();
                within.sort_by(f32::total_cmp);
                within[within.len() / 2]
            };
            let ratio = contrast(median(&first), median(&second));
            assert!(ratio > 2.5, "{kind:?} in {theme}: {ratio}");
        }
    }
}

#[test]
fn pieces_stand_out_from_their_cells() {
    for theme in Theme::ALL {
        for kind in EVERY_KIND {
            for seat in Seat::BOTH {
                let piece = one_piece(kind, seat, ground_of(kind), theme);
                let empty = one_cell(SQUARE, ground_of(kind), None);
                let picture = Picture::of(&Painter::new(), &empty, theme);
                let ground = luminance(picture.at(picture.width / 2, picture.height / 2));
                let best = piece
                    .iter()
                    .map(|l| contrast(*l, ground))
                    .fold(0.0, f32::max);
                assert!(best > 3.0, "{kind:?} of {seat:?} in {theme}: {best}");
            }
        }
    }
}

#[test]
fn grounds_that_lie_side_by_side_differ_in_lightness() {
    let pairs = [
        (Ground::Light, Ground::Dark),
        (Ground::Light, Ground::Middle),
        (Ground::Middle, Ground::Dark),
        (Ground::Near, Ground::Far),
        (Ground::Frame, Ground::Hole),
    ];
    for theme in Theme::ALL {
        let light = |ground| {
            let picture = Picture::of(&Painter::new(), &one_cell(SQUARE, ground, None), theme);
            mean_luminance(&picture.pixels)
        };
        for (a, b) in pairs {
            let ratio = contrast(light(a), light(b));
            assert!(ratio > 1.2, "{a:?} and {b:?} in {theme}: {ratio}");
        }
    }
}

#[test]
fn pieces_that_are_laid_beside_the_board_are_seen() {
    let (_, mut scene) = extremes()
        .into_iter()
        .find(|(name, _)| name == "anacund-late")
        .expect("a board with captured discs");
    scene.bar = None;
    let painter = Painter::new();
    let beside = scene.men.iter().filter_map(|man| {
        if let Spot::Beside(_, point) = man.spot {
            Some(point)
        } else {
            None
        }
    });
    let places: Vec<Point> = beside.collect();
    assert!(!places.is_empty());
    let empty = Scene {
        men: Vec::new(),
        ..scene.clone()
    };
    let (with, without) = (
        Picture::of(&painter, &scene, Theme::Dark),
        Picture::of(&painter, &empty, Theme::Dark),
    );
    for place in places {
        let [with, without] = [&with, &without]
            .map(|picture| mean_luminance(&picture.around(&scene.board, place, 0.3)));
        assert!((with - without).abs() > 0.005, "nothing at {place:?}");
    }
}

#[test]
fn odd_scenes_are_painted_somehow() {
    let sizes = [0.0, -1.0, f32::NAN, f32::INFINITY, 1e30, 1e-30];
    let shapes = |size| {
        [
            Shape::Rectangle {
                width: size,
                height: size,
                corner: size,
            },
            Shape::Rectangle {
                width: 1.0,
                height: size,
                corner: 9.0,
            },
            Shape::Hexagon { radius: size },
            Shape::Disc { radius: size },
        ]
    };
    let painter = Painter::new();
    for (number, size) in sizes.into_iter().enumerate() {
        for (kind, shape) in shapes(size).into_iter().enumerate() {
            for place in if kind == 0 {
                vec![0.5, size]
            } else {
                vec![size]
            } {
                let centre = Point { x: place, y: place };
                let text =
                    String::from("\u{0}☃ a name that is much too long for any cell of any board");
                let cell = |number, ground| CellShape {
                    text: text.clone(),
                    ..cell(number, centre, shape, ground)
                };
                let board = |key: &str, width, height| Board {
                    surfaces: [Ground::Frame, Ground::Tray]
                        .map(|ground| Surface {
                            centre,
                            shape,
                            ground,
                        })
                        .to_vec(),
                    cells: vec![
                        cell(7, Ground::Hole),
                        cell(7, Ground::Tray),
                        cell(9, Ground::Golden),
                        cell(3, Ground::Home(Seat::First)),
                    ],
                    labels: vec![Label {
                        centre,
                        size,
                        text: text.clone(),
                    }],
                    ..bare(key, width, height)
                };
                let spots = [
                    Spot::On(Cell(7)),
                    Spot::On(Cell(1000)),
                    Spot::Beside(Cell(7), centre),
                    Spot::On(Cell(7)),
                ];
                let men = spots.into_iter().flat_map(|spot| {
                    [
                        Kind::Stack(1),
                        Kind::Stack(u16::MAX),
                        Kind::Chess(Figure::Knight),
                    ]
                    .map(move |kind| Man {
                        spot,
                        colour: Seat::First,
                        kind,
                    })
                });
                let marks = [
                    MarkKind::Choice,
                    MarkKind::Step(255),
                    MarkKind::Check,
                    MarkKind::Captured(Sign::Plain),
                    MarkKind::Refused,
                ];
                let marks = [7, 1000].into_iter().flat_map(|cell| {
                    marks.map(|kind| Mark {
                        cell: Cell(cell),
                        kind,
                    })
                });
                let key = format!("odd {number} {kind} {place}");
                let scene = Scene::new(board(&key, 3.0, size), men.collect(), marks.collect());
                let picture = Picture::of(&painter, &scene, Theme::Dark);
                assert!(
                    picture.width >= 16
                        && picture.height >= 16
                        && picture.width <= 1400
                        && picture.height <= 1400
                );
                let bare = Scene::new(scene.board.clone(), Vec::new(), Vec::new());
                let format = Format {
                    theme: Theme::Dark,
                    edge: 100,
                };
                let shots = [&bare, &scene, &bare].map(|scene| Shot {
                    scene: scene.clone(),
                    hold: Duration::from_secs(1),
                });
                let film = Film::of(&painter.gif(&shots, format).expect("an animation"));
                assert_eq!(
                    (film.size, film.pictures.len()),
                    (painter.size(&scene, format), 3)
                );
                assert!(
                    film.pictures[1].pixels == still(&painter, &scene, format),
                    "{}",
                    scene.board.key
                );
            }
        }
    }
    let nothing = bare("", 0.0, 0.0);
    Picture::of(
        &painter,
        &Scene::new(nothing, Vec::new(), Vec::new()),
        Theme::Light,
    );
}
