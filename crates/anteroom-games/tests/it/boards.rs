//! The boards of the games: scenes as texts from both seats, and the surroundings of a board.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anteroom_board::scene::{Figure, Ground, Kind, MarkKind, Scene, Sign, Spot};
use anteroom_board::{Cell, Seat};
use anteroom_games::{
    AnyPosition, CATALOGUE, Effect, Game, alt_text, alt_text_of_ended, legend, read_turn,
    turn_marks,
};
use fastrand::Rng;

use crate::game_files::{blocks, path};
use crate::games::settings;
use crate::oracle::Setting;

struct Sight {
    name: String,
    setting: Setting,
    from: String,
    play: String,
}

impl Sight {
    fn played(&self) -> (AnyPosition, Vec<Effect>) {
        played(&self.setting, &self.from, &self.play)
    }
}

fn sight(game: &str, name: &str) -> Sight {
    let mut sights = sights();
    sights
        .find(|sight| sight.setting.game.card.key == game && sight.name == name)
        .expect("a sight")
}

fn sights() -> impl Iterator<Item = Sight> {
    let of_game = |game| {
        let blocks = blocks(game, "boards.txt").into_iter();
        blocks.map(move |block| Sight {
            name: block.need("name").to_owned(),
            setting: Setting::new(game.card.key, &block.options()),
            from: block.get("from").unwrap_or_default().to_owned(),
            play: block.get("play").unwrap_or_default().to_owned(),
        })
    };
    CATALOGUE.iter().flat_map(of_game)
}

/// Returns the position after some turns, and the effects of the last one.
fn played(setting: &Setting, from: &str, typed: &str) -> (AnyPosition, Vec<Effect>) {
    let mut position = if from.is_empty() {
        setting.start()
    } else {
        setting.read(from)
    };
    let (mut steps, mut last): (Vec<&str>, _) = (Vec::new(), Vec::new());
    let mut before = position.clone();
    for step in typed.split_whitespace() {
        steps.push(step);
        let read = read_turn(&*before, &steps.join(" "))
            .unwrap_or_else(|error| panic!("{typed}: {error}"));
        (position, last) = (read.after, read.effects);
        if position.turn().is_empty() {
            before = position.clone();
            steps.clear();
        }
    }
    (position, last)
}

/// Describes a scene as a short text.
/// It has a line for every row of cells from the top, each cell with its name, ground, piece and marks. Then come the
/// things off the cells.
fn text(position: &AnyPosition, scene: &Scene) -> String {
    let board = &scene.board;
    let mut text = format!("{}, {:.2} × {:.2}\n", board.key, board.width, board.height);
    let mut rows: BTreeMap<i32, Vec<(i32, String)>> = BTreeMap::new();
    let place = |x: f32, y: f32| ((x * 100.0).round() as i32, (y * 100.0).round() as i32);
    for cell in &board.cells {
        let (x, y) = place(cell.centre.x, cell.centre.y);
        let mut word = position.cell_name(cell.cell);
        if let Ok(value) = cell.text.parse::<u32>() {
            word += &format!("={value}");
        }
        word.push(match cell.ground {
            Ground::Light | Ground::Near => '.',
            Ground::Dark | Ground::Far => ':',
            Ground::Middle | Ground::Stripe => ';',
            Ground::Hole => 'o',
            Ground::Side(Seat::First) => ',',
            Ground::Side(Seat::Second) => '\'',
            Ground::Home(Seat::First) => '1',
            Ground::Home(Seat::Second) => '2',
            Ground::Golden => '*',
            other => panic!("{other:?} is no cell"),
        });
        let men = scene
            .men
            .iter()
            .filter(|man| man.spot == Spot::On(cell.cell));
        word.extend(
            men.map(|man| format!("{:?}{}", man.colour, kind(man.kind)))
                .map(|man| man.replace("First", "+").replace("Second", "-")),
        );
        let marks = scene.marks.iter().filter(|mark| mark.cell == cell.cell);
        word.extend(marks.map(|mark| format!("|{:?}", mark.kind)));
        rows.entry(y).or_default().push((x, word));
    }
    for (_, mut row) in rows {
        row.sort();
        let _ = writeln!(
            text,
            "{}",
            row.into_iter()
                .map(|(_, word)| word)
                .collect::<Vec<_>>()
                .join(" ")
        );
    }
    let labels: Vec<&str> = board
        .labels
        .iter()
        .map(|label| label.text.as_str())
        .collect();
    let _ = writeln!(text, "labels: {}", labels.join(" "));
    for man in &scene.men {
        if let Spot::Beside(cell, point) = man.spot {
            let _ = writeln!(
                text,
                "beside {} at {:.2},{:.2}: {:?} {}",
                position.cell_name(cell),
                point.x,
                point.y,
                man.colour,
                kind(man.kind)
            );
        }
    }
    for panel in &scene.panels {
        let _ = writeln!(
            text,
            "panel at {:.2},{:.2}: {:?}",
            panel.centre.x, panel.centre.y, panel.tally
        );
    }
    text
}

fn kind(kind: Kind) -> String {
    match kind {
        Kind::Stack(height) => height.to_string(),
        Kind::Chess(Figure::Knight) => String::from("N"),
        Kind::Chess(figure) => format!("{figure:?}").chars().take(1).collect(),
        Kind::Knight => String::from("n"),
        Kind::Dragon => String::from("d"),
        Kind::Chip | Kind::Stone | Kind::Counter | Kind::Disc => String::from("o"),
    }
}

/// Compares a text with a snapshot in `tests/games/<key>/scenes/`.
fn check(game: &Game, name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(path(game, "scenes"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn scenes_and_their_words() {
    for sight in sights() {
        let (name, setting) = (&sight.name, &sight.setting);
        let (position, last) = sight.played();
        let mut scene = position.scene(Seat::First);
        scene.marks.extend(turn_marks(&last));
        let words = alt_text(&*position, &last);
        assert!(words.chars().count() <= 1024, "{name}: {words}");
        let bar = setting.game.bar(&*position);
        let sides = bar.sides.each_ref().map(|side| {
            let score = side
                .score
                .map(|score| format!(" {score} {}", side.counted))
                .unwrap_or_default();
            let sign = if side.won {
                " won"
            } else if side.to_move {
                " to move"
            } else {
                ""
            };
            format!(
                "{} {:?} {}{score} {}{sign}",
                side.name,
                side.colour,
                kind(side.kind),
                side.stock
            )
        });
        let legend = legend(&*position, &last);
        check(
            setting.game,
            name,
            &format!(
                "{words}\n{}\nlegend: {legend}\n{}",
                sides.join(" | "),
                text(&position, &scene)
            ),
        );
    }
}

#[test]
fn scenes_from_the_other_side() {
    for (game, name) in [
        ("anache", "worked_turn"),
        ("anchor", "end"),
        ("antichess", "check"),
    ] {
        let sight = sight(game, name);
        let (position, last) = sight.played();
        let mut scene = position.scene(Seat::Second);
        scene.marks.extend(turn_marks(&last));
        check(
            sight.setting.game,
            &format!("{name}_turned"),
            &text(&position, &scene),
        );
    }
}

#[test]
fn the_other_side_sees_the_same_board_turned() {
    for game in CATALOGUE {
        let mut rng = Rng::with_seed(21);
        for setting in settings(game, &mut rng) {
            let mut position = setting.start();
            for _ in 0..30 {
                let steps = position.steps();
                let Some(step) = rng.choice(&steps) else {
                    break;
                };
                position.play(step).unwrap();
            }
            let [first, second] = Seat::BOTH.map(|seat| position.scene(seat));
            let (width, height) = (first.board.width, first.board.height);
            // A frame with falling pieces is upright for both seats.
            let turns = first.board.key != second.board.key;
            assert_eq!(turns, first != second, "{}", game.card.key);
            // So is a ring that is numbered from its top left corner.
            assert!(turns || ["connect-n", "anacund"].contains(&game.card.key));
            let there = |x: f32, y: f32| {
                if turns {
                    (width - x, height - y)
                } else {
                    (x, y)
                }
            };
            let near = |(ax, ay): (f32, f32), (bx, by): (f32, f32)| {
                (ax - bx).abs() < 0.001 && (ay - by).abs() < 0.001
            };
            assert_eq!(first.marks, second.marks);
            assert_eq!(first.board.cells.len(), second.board.cells.len());
            for (one, other) in first.board.cells.iter().zip(&second.board.cells) {
                assert_eq!(
                    (one.cell, one.ground, &one.text, one.shape),
                    (other.cell, other.ground, &other.text, other.shape)
                );
                assert!(
                    near(
                        there(one.centre.x, one.centre.y),
                        (other.centre.x, other.centre.y)
                    ),
                    "{one:?} {other:?}"
                );
            }
            for (one, other) in first.men.iter().zip(&second.men) {
                assert_eq!((one.colour, one.kind), (other.colour, other.kind));
                match (one.spot, other.spot) {
                    (Spot::On(one), Spot::On(other)) => assert_eq!(one, other),
                    (Spot::Beside(cell, one), Spot::Beside(same, other)) => {
                        assert!(cell == same && near(there(one.x, one.y), (other.x, other.y)));
                    }
                    spots => panic!("{spots:?}"),
                }
            }
            for scene in [&first, &second] {
                for label in &scene.board.labels {
                    assert!(
                        label_is_right(
                            &position,
                            scene,
                            &label.text,
                            (label.centre.x, label.centre.y)
                        ),
                        "{label:?} of {}",
                        scene.board.key
                    );
                }
            }
        }
    }
}

/// Whether a coordinate is in line with the cells that it names.
fn label_is_right(position: &AnyPosition, scene: &Scene, label: &str, (x, y): (f32, f32)) -> bool {
    let cells = scene.board.cells.iter().filter(|cell| {
        let name = position.cell_name(cell.cell);
        let number = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
        number == label || name.strip_suffix(number) == Some(label)
    });
    let cells: Vec<(f32, f32)> = cells.map(|cell| (cell.centre.x, cell.centre.y)).collect();
    let holds = |(cx, cy): (f32, f32)| (cx - x).abs() < 0.5 && (cy - y).abs() < 0.5;
    let board = &scene.board.cells;
    if board
        .iter()
        .any(|cell| holds((cell.centre.x, cell.centre.y)))
    {
        // In a corner of the first square of its row or column.
        let outermost = |cell: &(f32, f32)| {
            if label.starts_with(|c: char| c.is_ascii_digit()) && cells.len() > 1 {
                cells.iter().all(|(other, _)| *other >= cell.0)
            } else {
                cells.iter().all(|(_, other)| *other <= cell.1)
            }
        };
        return cells.iter().any(|cell| holds(*cell) && outermost(cell));
    }
    match cells.as_slice() {
        [] => false,
        // A cell with a name of its own is straight beside it.
        [(cx, cy)] => {
            let (dx, dy) = ((cx - x).abs(), (cy - y).abs());
            dx.min(dy) < 0.001 && dx.max(dy) < 1.0
        }
        [(ax, ay), .., (bx, by)] => {
            ((bx - ax) * (y - ay) - (by - ay) * (x - ax)).abs() < 0.001 * (bx - ax).hypot(by - ay)
        }
    }
}

#[test]
fn large_boards_have_their_coordinates_on_all_sides() {
    for (game, options) in [
        ("anache", vec![]),
        ("anaash", vec![("size", "10")]),
        ("connect-n", vec![("columns", "9"), ("rows", "9")]),
    ] {
        let board = Setting::new(game, &options)
            .start()
            .scene(Seat::First)
            .board;
        for label in &board.labels {
            let places: Vec<_> = board
                .labels
                .iter()
                .filter(|other| other.text == label.text)
                .collect();
            let [one, other] = places.as_slice() else {
                panic!("{game}: {} stands at {places:?}", label.text)
            };
            let apart = (one.centre.x - other.centre.x).hypot(one.centre.y - other.centre.y);
            assert!(apart > 7.0, "{game}: {} is on one side only", label.text);
        }
    }
}

/// Two sides are ends of both rows and columns.
/// Names there would collide, so each line is named at its other end.
#[test]
fn rows_and_columns_of_the_hexagon_are_named_at_their_ends() {
    let position = Setting::new("anchor", &[]).start();
    let board = position.scene(Seat::First).board;
    let mut named: Vec<&str> = board
        .labels
        .iter()
        .map(|label| label.text.as_str())
        .collect();
    named.sort_unstable();
    named.dedup();
    assert_eq!((named.len(), board.labels.len()), (30, 32));
    for label in &board.labels {
        let apart = |x: f32, y: f32| (x - label.centre.x).hypot(y - label.centre.y);
        let nearest = board
            .cells
            .iter()
            .min_by(|a, b| apart(a.centre.x, a.centre.y).total_cmp(&apart(b.centre.x, b.centre.y)))
            .unwrap();
        let name = position.cell_name(nearest.cell);
        let number = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
        assert!(
            number == label.text || name.strip_suffix(number) == Some(&label.text),
            "{} stands at {name}",
            label.text
        );
        assert!(apart(nearest.centre.x, nearest.centre.y) < 1.0, "{name}");
        // No other label is near enough to be mistaken for it.
        let others = board.labels.iter().filter(|other| *other != label);
        for other in others {
            assert!(
                apart(other.centre.x, other.centre.y) > 0.55,
                "{} and {}",
                label.text,
                other.text
            );
        }
    }
    assert!(
        board
            .cells
            .iter()
            .all(|cell| cell.text.is_empty() || cell.text == "⚓")
    );
}

#[test]
fn every_step_of_a_turn_is_numbered() {
    let (position, last) = sight("anache", "worked_turn").played();
    let marks = turn_marks(&last);
    let cells = |kind: MarkKind| -> Vec<String> {
        marks
            .iter()
            .filter(|mark| mark.kind == kind)
            .map(|mark| position.cell_name(mark.cell))
            .collect()
    };
    assert_eq!(cells(MarkKind::Step(1)), ["e6", "f5", "g6"]);
    assert_eq!(cells(MarkKind::Step(2)), ["d7", "e7"]);
    // The piece on e6 went on, so the start, the end and the cell in between are marked.
    assert_eq!(cells(MarkKind::To), ["f5", "g6", "d7", "e7"]);
    assert_eq!(cells(MarkKind::From), ["e5", "f4", "g5", "e6", "f6"]);
    assert_eq!(cells(MarkKind::Captured(Sign::Intervention)), ["d6"]);
    assert_eq!(
        cells(MarkKind::Captured(Sign::Custodianship)),
        ["h6", "c6", "f7", "g7", "h7", "i7", "j7"]
    );
    assert_eq!(
        legend(&*position, &last),
        "[✕] custodianship · ‹✕› intervention"
    );
    // A single step needs no number, and a cross is a capture.
    let (position, last) = played(&Setting::new("antichess", &[]), "", "e2e4 d7d5 e4d5");
    assert!(
        turn_marks(&last)
            .iter()
            .all(|mark| !matches!(mark.kind, MarkKind::Step(_)))
    );
    assert_eq!(legend(&*position, &last), "✕ captured");
}

#[test]
fn pieces_that_follow_each_other_leave_one_empty_cell() {
    let moved = |from, to| Effect::Moved {
        from: Cell(from),
        to: Cell(to),
        piece: "man",
    };
    let kinds = |turn: &[Effect], cell| -> Vec<MarkKind> {
        turn_marks(turn)
            .into_iter()
            .filter(|mark| mark.cell == Cell(cell))
            .map(|mark| mark.kind)
            .collect()
    };
    // Two pieces in a row go one cell on: the middle cell counts as entered.
    let row = [moved(2, 3), moved(1, 2)];
    assert_eq!(
        [1, 2, 3].map(|cell| kinds(&row, cell)),
        [[MarkKind::From], [MarkKind::To], [MarkKind::To]]
    );
    // There and back again.
    let back = [moved(1, 2), Effect::NextStep, moved(2, 1)];
    assert_eq!(kinds(&back, 1), [MarkKind::To, MarkKind::Step(2)]);
    assert_eq!(kinds(&back, 2), [MarkKind::Step(1), MarkKind::From]);
    // A step without a cell, such as `end`, has no number.
    let removed = [
        moved(1, 2),
        Effect::NextStep,
        Effect::Passed(Seat::First),
        Effect::NextStep,
        Effect::Removed { at: Cell(7) },
    ];
    assert_eq!(
        kinds(&removed, 7),
        [MarkKind::Captured(Sign::Plain), MarkKind::Step(2)]
    );
    let position = Setting::new("anache", &[]).start();
    assert_eq!(legend(&*position, &removed), "✕ taken off");
}

#[test]
fn the_fullest_boards_are_told_in_1024_characters() {
    for game in CATALOGUE {
        let blocks = blocks(game, "fullest.txt");
        let setting = Setting::new(game.card.key, &blocks[0].options());
        let mut rng = Rng::with_seed(4);
        let (mut position, mut last) = (setting.start(), Vec::new());
        let mut longest = String::new();
        for _ in 0..300 {
            let steps: Vec<String> = position
                .steps()
                .into_iter()
                .filter(|step| step != "pass")
                .collect();
            let Some(step) = rng.choice(&steps) else {
                break;
            };
            if position.turn().is_empty() {
                last.clear();
            }
            last.extend(position.play(step).unwrap().effects);
            let words = alt_text(&*position, &last);
            assert!(words.chars().count() <= 1024, "{words}");
            assert!(!words.contains('…'), "{words}");
            if words.len() > longest.len() {
                longest = words;
            }
        }
        assert!(longest.contains(':'), "{longest}");
        let resigned = alt_text_of_ended(&*position, &last, "Black won by resignation");
        assert!(
            resigned.ends_with("The match is over: Black won by resignation.")
                && !resigned.contains("to move"),
            "{resigned}"
        );
        check(game, "fullest", &longest);
    }
}
