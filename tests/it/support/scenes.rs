//! Boards of every kind, laid out as games lay them out, for tests of pictures.

use anteroom::board::scene::{
    Board, CellShape, Figure, Ground, Kind, Label, Man, Mark, MarkKind, Point, Scene, Shape, Sign,
    Spot, Surface,
};
use anteroom::board::{Cell, Grid, Seat};

/// Returns every demonstration scene with its name.
pub fn all() -> Vec<(&'static str, Scene)> {
    let mut start = stacks();
    start.marks.clear();
    start.men = (0..36u16)
        .map(|c| {
            man(
                c,
                [Seat::First, Seat::Second][usize::from(c + c / 6) % 2],
                Kind::Stack(1),
            )
        })
        .collect();
    vec![
        ("stacks-start", start),
        ("connect", connect(7, 6, CONNECT_WON, true)),
        ("connect-small", connect(2, 2, &["x."], false)),
        ("connect-full", connect(10, 10, &full(10, 10), false)),
        ("connect-large", connect(16, 16, &full(16, 16), false)),
        (
            "chess",
            chess(
                "r.bqk.nr/pppp.ppp/..n...../....p.../.bB.P.../.....N../PPPP.PPP/RNBQK..R",
                true,
            ),
        ),
        (
            "chess-start",
            chess(
                "rnbqkbnr/pppppppp/......../......../......../......../PPPPPPPP/RNBQKBNR",
                false,
            ),
        ),
        ("stacks", stacks()),
        ("hexagon", hexagon(true)),
        ("hexagon-full", full_hexagon()),
        ("hexagon-empty", hexagon(false)),
        ("counters", counters()),
        ("ring", ring()),
        ("marks", every_mark()),
    ]
}

fn man(cell: u16, colour: Seat, kind: Kind) -> Man {
    Man {
        spot: Spot::On(Cell(cell)),
        colour,
        kind,
    }
}

fn mark(cell: u16, kind: MarkKind) -> Mark {
    Mark {
        cell: Cell(cell),
        kind,
    }
}

fn point(x: f32, y: f32) -> Point {
    Point { x, y }
}

/// Draws a grid of cells with labels on the left and below. The corner of the cells is at (`left`, `top`).
fn grid(
    key: &str,
    grid: Grid,
    (left, top): (f32, f32),
    cell: impl Fn(u8, u8) -> (Shape, Ground),
) -> Board {
    let (columns, rows) = (f32::from(grid.columns), f32::from(grid.rows));
    let centre = |file: u8, rank: u8| {
        point(
            left + f32::from(file) + 0.5,
            top + rows - f32::from(rank) - 0.5,
        )
    };
    let cells = grid.cells().map(|c| {
        let (file, rank) = grid.file_rank(c);
        let (shape, ground) = cell(file, rank);
        CellShape {
            cell: c,
            centre: centre(file, rank),
            shape,
            ground,
            text: String::new(),
        }
    });
    let files = (0..grid.columns).map(|file| Label {
        centre: point(left + f32::from(file) + 0.5, top + rows + 0.32),
        size: 0.22,
        text: Grid::file_letter(file).to_string(),
    });
    let ranks = (0..grid.rows).map(|rank| Label {
        centre: point(left - 0.34, top + rows - f32::from(rank) - 0.5),
        size: 0.22,
        text: (rank + 1).to_string(),
    });
    Board {
        key: key.to_owned(),
        width: columns + left + 0.3,
        height: rows + top + 0.65,
        surfaces: Vec::new(),
        cells: cells.collect(),
        labels: files.chain(ranks).collect(),
    }
}

const SQUARE: Shape = Shape::Rectangle {
    width: 1.0,
    height: 1.0,
    corner: 0.0,
};

const CONNECT_WON: &[&str] = &[
    ".......", ".......", "..o....", "..oxx..", ".xxox..", "oxoxxoo",
];

/// Returns rows of chips without a pattern that a compressor could find.
fn full(columns: usize, rows: usize) -> Vec<String> {
    let mut random = fastrand::Rng::with_seed(11);
    (0..rows)
        .map(|_| {
            (0..columns)
                .map(|_| if random.bool() { 'x' } else { 'o' })
                .collect()
        })
        .collect()
}

/// Draws an upright frame; rows from the top.
pub fn connect(columns: u8, rows: u8, chips: &[impl AsRef<str>], won: bool) -> Scene {
    let g = Grid { columns, rows };
    let mut board = grid(
        &format!("connect {columns}x{rows}"),
        g,
        (0.35, 0.35),
        |_, _| (Shape::Disc { radius: 0.42 }, Ground::Hole),
    );
    board.width = f32::from(columns) + 0.7;
    board.labels.retain(|label| label.centre.x > 0.35);
    for label in &mut board.labels {
        label.centre.y = f32::from(rows) + 0.35 + 0.48;
    }
    board.height = f32::from(rows) + 1.2;
    board.surfaces.push(Surface {
        centre: point(board.width / 2.0, f32::from(rows) / 2.0 + 0.35),
        shape: Shape::Rectangle {
            width: f32::from(columns) + 0.3,
            height: f32::from(rows) + 0.3,
            corner: 0.25,
        },
        ground: Ground::Frame,
    });
    let mut scene = Scene::new(board, Vec::new(), Vec::new());
    for (row, text) in chips.iter().rev().enumerate() {
        for (file, c) in text.as_ref().chars().enumerate() {
            let cell = row as u16 * u16::from(columns) + file as u16;
            match c {
                'x' => scene.men.push(man(cell, Seat::First, Kind::Chip)),
                'o' => scene.men.push(man(cell, Seat::Second, Kind::Chip)),
                _ => {}
            }
        }
    }
    if won {
        scene
            .marks
            .extend([1, 9, 17].map(|cell| mark(cell + u16::from(cell > 16), MarkKind::Winning)));
        scene.marks.push(mark(17, MarkKind::Winning));
        scene.marks.push(mark(18, MarkKind::To));
    } else {
        scene.marks.push(mark(0, MarkKind::To));
    }
    scene
}

fn figure(letter: char) -> Option<(Seat, Figure)> {
    let seat = if letter.is_uppercase() {
        Seat::First
    } else {
        Seat::Second
    };
    let figure = match letter.to_ascii_lowercase() {
        'p' => Figure::Pawn,
        'n' => Figure::Knight,
        'b' => Figure::Bishop,
        'r' => Figure::Rook,
        'q' => Figure::Queen,
        'k' => Figure::King,
        _ => return None,
    };
    Some((seat, figure))
}

/// Draws a chessboard; rows from the top, capitals are white.
pub fn chess(rows: &str, marked: bool) -> Scene {
    let g = Grid {
        columns: 8,
        rows: 8,
    };
    let board = grid("chess", g, (0.65, 0.3), |file, rank| {
        (
            SQUARE,
            if (file + rank) % 2 == 0 {
                Ground::Dark
            } else {
                Ground::Light
            },
        )
    });
    let mut scene = Scene::new(board, Vec::new(), Vec::new());
    for (row, text) in rows.split('/').rev().enumerate() {
        for (file, letter) in text.chars().enumerate() {
            if let Some((seat, figure)) = figure(letter) {
                scene
                    .men
                    .push(man((row * 8 + file) as u16, seat, Kind::Chess(figure)));
            }
        }
    }
    if marked {
        let at = |name: &str| g.parse(name).unwrap().0;
        scene.marks.extend([
            mark(at("f8"), MarkKind::From),
            mark(at("b4"), MarkKind::To),
            mark(at("b4"), MarkKind::Captured(Sign::Plain)),
            mark(at("e1"), MarkKind::Check),
            mark(at("d2"), MarkKind::Choice),
            mark(at("d5"), MarkKind::Choice),
            mark(at("c3"), MarkKind::Refused),
            mark(at("h5"), MarkKind::Captured(Sign::Plain)),
            mark(at("h8"), MarkKind::Check),
        ]);
    }
    scene
}

/// Draws stacks of checkers on six by six cells.
pub fn stacks() -> Scene {
    let g = Grid {
        columns: 6,
        rows: 6,
    };
    let board = grid("stacks", g, (0.65, 0.3), |file, rank| {
        (
            SQUARE,
            if (file + rank) % 2 == 0 {
                Ground::Dark
            } else {
                Ground::Light
            },
        )
    });
    // Thirty-six checkers in all.
    let heights = [
        1, 1, 0, 2, 0, 1, 0, 3, 1, 4, 0, 1, 1, 0, 0, 0, 5, 0, 2, 1, 0, 0, 1, 0, 0, 0, 1, 6, 0, 1,
        1, 0, 0, 3, 0, 0,
    ];
    let men = (0..36u16)
        .zip(heights)
        .filter(|(_, height)| *height > 0)
        .map(|(c, height)| {
            let seat = if (c + c / 6) % 2 == 0 {
                Seat::First
            } else {
                Seat::Second
            };
            man(c, seat, Kind::Stack(height))
        });
    let mut scene = Scene::new(board, men.collect(), Vec::new());
    scene.marks = vec![
        mark(8, MarkKind::From),
        mark(9, MarkKind::To),
        mark(9, MarkKind::Captured(Sign::Plain)),
    ];
    scene
}

/// Draws a hexagon of 169 hexagons.
pub fn hexagon(stones: bool) -> Scene {
    let radius = 1.0 / 3.0_f32.sqrt();
    let mut board = Board {
        key: String::from("hexagon"),
        width: 15.6,
        height: 14.0 * radius * 1.5 + 2.0 * radius + 0.6,
        surfaces: Vec::new(),
        cells: Vec::new(),
        labels: Vec::new(),
    };
    let mut men = Vec::new();
    for number in (1i32..=15).rev() {
        for letter in 1i32..=15 {
            if (letter - number).abs() > 7 {
                continue;
            }
            let corner = match (letter, number) {
                (1, 1) | (8, 15) | (15, 8) => Some(Seat::First),
                (1, 8) | (8, 1) | (15, 15) => Some(Seat::Second),
                _ => None,
            };
            let outermost = [letter, number].iter().any(|line| [1, 15].contains(line))
                || (letter - number).abs() == 7;
            let tone = if outermost {
                Ground::Dark
            } else {
                Ground::Middle
            };
            let cell = Cell(board.cells.len() as u16);
            let centre = point(
                7.8 + (letter - 8) as f32 - (number - 8) as f32 * 0.5,
                0.3 + radius + (15 - number) as f32 * radius * 1.5,
            );
            board.cells.push(CellShape {
                cell,
                centre,
                shape: Shape::Hexagon { radius },
                ground: corner.map_or(tone, Ground::Home),
                text: format!("{}{number}", (b'a' + letter as u8 - 1) as char),
            });
            let hash = (letter * 7919 + number * 104_729) % 11;
            match hash {
                0..=2 if stones => men.push(man(cell.0, Seat::First, Kind::Stone)),
                3..=5 if stones => men.push(man(cell.0, Seat::Second, Kind::Stone)),
                _ => {}
            }
        }
    }
    let free = |men: &[Man], skip: usize| {
        let taken: Vec<Cell> = men
            .iter()
            .filter_map(|m| {
                if let Spot::On(cell) = m.spot {
                    Some(cell)
                } else {
                    None
                }
            })
            .collect();
        (0..169)
            .map(Cell)
            .filter(|cell| !taken.contains(cell))
            .nth(skip)
            .map_or(0, |cell| cell.0)
    };
    let mut marks = Vec::new();
    if stones {
        let stone = |i: usize| {
            if let Spot::On(cell) = men[i].spot {
                cell.0
            } else {
                0
            }
        };
        marks.extend((30..36).map(|i| {
            mark(
                free(&men, i),
                MarkKind::Territory(if i % 2 == 0 {
                    Seat::First
                } else {
                    Seat::Second
                }),
            )
        }));
        marks.extend([
            mark(stone(20), MarkKind::To),
            mark(stone(40), MarkKind::Dead),
            mark(stone(41), MarkKind::Dead),
            mark(stone(43), MarkKind::Dead),
        ]);
        marks.extend([
            mark(free(&men, 10), MarkKind::Choice),
            mark(free(&men, 11), MarkKind::Choice),
            mark(free(&men, 12), MarkKind::Refused),
        ]);
    }
    Scene::new(board, men, marks)
}

/// Draws a hexagon with a stone on every cell.
fn full_hexagon() -> Scene {
    let mut scene = hexagon(false);
    scene.men = (0..169u16)
        .map(|c| {
            man(
                c,
                [Seat::First, Seat::Second][usize::from(c * 7 % 11 / 5 % 2)],
                Kind::Stone,
            )
        })
        .collect();
    scene
}

/// Draws men, knights and dragons on twelve by twelve cells.
pub fn counters() -> Scene {
    let g = Grid {
        columns: 12,
        rows: 12,
    };
    let board = grid("counters", g, (0.75, 0.3), |file, rank| {
        let corner = (file == 0 || file == 11) && (rank == 0 || rank == 11);
        let ground = match (corner, rank < 6) {
            (true, true) => Ground::Home(Seat::First),
            (true, false) => Ground::Home(Seat::Second),
            (false, true) => Ground::Near,
            (false, false) => Ground::Far,
        };
        (SQUARE, ground)
    });
    let rows = [
        "D.oooooooooo",
        ".oooooooooo.",
        "..........o.",
        ".nnnnnnn....",
        ".......nnn..",
        ".o...ooooonx",
        "..oo.x.oxx..",
        ".xxxx.xxx...",
        ".....x.x.xx.",
        ".x.x....xx..",
        ".xxxxxxx..x.",
        ".xxxxxxxxx.d",
    ];
    let mut men = Vec::new();
    for (row, text) in rows.iter().rev().enumerate() {
        for (file, c) in text.chars().enumerate() {
            let (seat, kind) = match c {
                'x' => (
                    Seat::First,
                    if row >= 6 {
                        Kind::Knight
                    } else {
                        Kind::Counter
                    },
                ),
                'o' => (Seat::Second, Kind::Counter),
                'n' => (Seat::Second, Kind::Knight),
                'D' => (Seat::First, Kind::Dragon),
                'd' => (Seat::Second, Kind::Dragon),
                _ => continue,
            };
            men.push(man((row * 12 + file) as u16, seat, kind));
        }
    }
    let at = |name: &str| g.parse(name).unwrap().0;
    let marks = vec![
        mark(at("e5"), MarkKind::From),
        mark(at("f6"), MarkKind::To),
        mark(at("f6"), MarkKind::Step(1)),
        mark(at("g6"), MarkKind::To),
        mark(at("g6"), MarkKind::Step(2)),
        mark(at("d6"), MarkKind::Captured(Sign::Plain)),
        mark(at("h6"), MarkKind::Captured(Sign::Plain)),
        mark(at("b3"), MarkKind::Frozen),
        mark(at("d3"), MarkKind::Frozen),
        mark(at("f5"), MarkKind::Choice),
        mark(at("h5"), MarkKind::Choice),
        mark(at("l7"), MarkKind::Winning),
    ];
    Scene::new(board, men, marks)
}

/// Draws a ring of 36 values with captured discs beside it.
pub fn ring() -> Scene {
    let mut board = Board {
        key: String::from("ring"),
        width: 19.6,
        height: 5.6,
        surfaces: Vec::new(),
        cells: Vec::new(),
        labels: Vec::new(),
    };
    board.surfaces.push(Surface {
        centre: point(9.8, 2.8),
        shape: Shape::Rectangle {
            width: 19.4,
            height: 5.4,
            corner: 0.3,
        },
        ground: Ground::Tray,
    });
    let (mut men, mut marks) = (Vec::new(), Vec::new());
    for number in 0u16..36 {
        let (column, row) = match number {
            0..=16 => (number, 0u8),
            17 => (16, 1),
            18..=34 => (34 - number, 2),
            _ => (0, 1),
        };
        let centre = point(1.8 + f32::from(column), 1.8 + f32::from(row));
        let closed = number % 9 == 4;
        let ground = match number {
            20 => Ground::Golden,
            _ => Ground::Near,
        };
        let seat = if number % 2 == 0 {
            Seat::First
        } else {
            Seat::Second
        };
        if closed {
            marks.push(mark(number, MarkKind::Closed));
            men.push(Man {
                spot: Spot::Beside(
                    Cell(number),
                    point(centre.x, if row == 0 { 0.8 } else { 4.8 }),
                ),
                colour: seat,
                kind: Kind::Disc,
            });
        } else if number % 3 == 0 && number < 30 {
            men.push(man(number, seat, Kind::Disc));
        }
        board.cells.push(CellShape {
            cell: Cell(number),
            centre,
            shape: SQUARE,
            ground,
            text: (number * 5 % 6 + 1).to_string(),
        });
    }
    let others = [
        (12, MarkKind::To),
        (13, MarkKind::Captured(Sign::Plain)),
        (25, MarkKind::Choice),
        (7, MarkKind::From),
    ];
    marks.extend(others.map(|(cell, kind)| mark(cell, kind)));
    Scene::new(board, men, marks)
}

/// Draws every kind of mark, on an empty cell and on every kind of piece, on ten by ten cells.
pub fn every_mark() -> Scene {
    let kinds = [
        MarkKind::From,
        MarkKind::To,
        MarkKind::Captured(Sign::Plain),
        MarkKind::Captured(Sign::Custodianship),
        MarkKind::Captured(Sign::Intervention),
        MarkKind::Captured(Sign::Crushing),
        MarkKind::Winning,
        MarkKind::Check,
        MarkKind::Choice,
        MarkKind::Refused,
        MarkKind::Frozen,
        MarkKind::Dead,
        MarkKind::Territory(Seat::First),
        MarkKind::Territory(Seat::Second),
        MarkKind::Step(3),
        MarkKind::Forbidden,
        MarkKind::Closed,
    ];
    let pieces = [
        None,
        Some(Kind::Chip),
        Some(Kind::Stone),
        Some(Kind::Stack(7)),
        Some(Kind::Chess(Figure::King)),
        Some(Kind::Chess(Figure::Knight)),
        Some(Kind::Counter),
        Some(Kind::Knight),
        Some(Kind::Dragon),
        Some(Kind::Disc),
    ];
    let g = Grid {
        columns: 18,
        rows: 10,
    };
    let grounds = [Ground::Light, Ground::Dark, Ground::Near, Ground::Far];
    let board = grid("marks", g, (0.75, 0.3), |file, rank| {
        (SQUARE, grounds[usize::from(file + rank) % 4])
    });
    let mut scene = Scene::new(board, Vec::new(), Vec::new());
    for (rank, piece) in pieces.into_iter().enumerate() {
        for (file, kind) in kinds.into_iter().enumerate() {
            let cell = (rank * 18 + file) as u16;
            scene.marks.push(mark(cell, kind));
            let seat = if (file + rank) % 2 == 0 {
                Seat::First
            } else {
                Seat::Second
            };
            scene.men.extend(piece.map(|kind| man(cell, seat, kind)));
        }
    }
    scene
}
