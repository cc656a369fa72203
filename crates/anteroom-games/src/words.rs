use super::{DynPosition, Effect, Outcome, Verdict};
use anteroom_board::scene::{Figure, Ground, Kind, MarkKind, Scene, Spot};
use anteroom_board::{Cell, Seat};

/// The most characters of a description: a length that is comfortable to read or hear.
const MOST: usize = 1024;

/// Describes a picture of a position in words, at most 1024 characters.
///
/// The text has the pieces by colour, kind and cell, the marks of the board, the effects of the last turn, the score
/// and the seat to move. If the pieces do not fit, it gives their numbers instead of their cells.
#[must_use]
pub fn alt_text(position: &dyn DynPosition, last: &[Effect]) -> String {
    let end = match (position.outcome(), position.to_move()) {
        (
            Some(Outcome {
                verdict: Verdict::Draw,
                reason,
                ..
            }),
            _,
        ) => format!("The game is over: a draw by {reason}."),
        (
            Some(Outcome {
                verdict: Verdict::Win(seat),
                reason,
                ..
            }),
            _,
        ) => {
            format!(
                "The game is over: {} wins by {reason}.",
                colour(position, seat)
            )
        }
        (None, Some(seat)) => format!("{} to move.", colour(position, seat)),
        (None, None) => String::from("The game is over."),
    };
    with_end(position, last, &end)
}

/// Describes a picture of a match that ended outside the game's rules; `how` is the reason.
#[must_use]
pub fn alt_text_of_ended(position: &dyn DynPosition, last: &[Effect], how: &str) -> String {
    with_end(position, last, &format!("The match is over: {how}."))
}

fn with_end(position: &dyn DynPosition, last: &[Effect], end: &str) -> String {
    let scene = position.scene(Seat::First);
    let mut rest = printed(position, &scene);
    rest.extend(notes(position, &scene));
    let turn = turn_words(position, last);
    rest.extend((!turn.is_empty()).then(|| format!("Last turn: {turn}.")));
    rest.extend(standing(position));
    rest.push(end.to_owned());
    let rest = rest.join(" ");
    let mut texts = [true, false]
        .into_iter()
        .map(|named| format!("{} {rest}", pieces(position, &scene, named)));
    let fits = |text: &String| text.chars().count() <= MOST;
    // Pieces are cut first: the score and the seat to move are at the end.
    texts.find(fits).unwrap_or_else(|| {
        let left_out = rest.chars().count().saturating_sub(MOST - 1);
        ['…']
            .into_iter()
            .chain(rest.chars().skip(left_out))
            .collect()
    })
}

fn colour(position: &dyn DynPosition, seat: Seat) -> &'static str {
    position.colours()[position.colour_of(seat).index()]
}

/// Describes the pieces of both colours, the most important kinds first.
fn pieces(position: &dyn DynPosition, scene: &Scene, named: bool) -> String {
    let of_colour = |colour: Seat| {
        let mut kinds: Vec<(Kind, bool, Vec<Cell>)> = Vec::new();
        for man in scene.men.iter().filter(|man| man.colour == colour) {
            let (cell, captured) = match man.spot {
                Spot::On(cell) => (cell, false),
                Spot::Beside(cell, _) => (cell, true),
            };
            match kinds
                .iter_mut()
                .find(|(kind, beside, _)| (*kind, *beside) == (man.kind, captured))
            {
                Some((.., cells)) => cells.push(cell),
                None => kinds.push((man.kind, captured, vec![cell])),
            }
        }
        kinds.sort_by_key(|(kind, captured, _)| (*captured, std::cmp::Reverse(importance(*kind))));
        let list: Vec<_> = kinds
            .into_iter()
            .map(|(kind, captured, cells)| {
                let word = format!(
                    "{}{}",
                    if captured { "captured " } else { "" },
                    kind_word(kind, cells.len())
                );
                if named {
                    format!("{word} {}", names(position, &cells))
                } else {
                    format!("{} {word}", cells.len())
                }
            })
            .collect();
        let list = if list.is_empty() {
            String::from("nothing")
        } else {
            list.join("; ")
        };
        format!("{}: {list}.", position.colours()[colour.index()])
    };
    Seat::BOTH.map(of_colour).join(" ")
}

/// Describes the printed texts that are not cell names: the values of cells, and the golden cell.
fn printed(position: &dyn DynPosition, scene: &Scene) -> Vec<String> {
    let cells = &scene.board.cells;
    let values: Vec<&str> = cells
        .iter()
        .map(|cell| cell.text.as_str())
        .filter(|text| text.parse::<u32>().is_ok())
        .collect();
    let (Some(first), Some(last)) = (cells.first(), cells.last()) else {
        return Vec::new();
    };
    if values.len() < cells.len() {
        return Vec::new();
    }
    let golden: Vec<Cell> = cells
        .iter()
        .filter(|cell| cell.ground == Ground::Golden)
        .map(|cell| cell.cell)
        .collect();
    let [first, last] = [first, last].map(|cell| position.cell_name(cell.cell));
    vec![
        format!("Values of {first} to {last}: {}.", values.join(" ")),
        format!("Golden: {}.", names(position, &golden)),
    ]
}

/// Describes the marks of the position itself, as sentences.
pub(super) fn notes(position: &dyn DynPosition, scene: &Scene) -> Vec<String> {
    let notes = pointed_out(position)
        .into_iter()
        .filter_map(|(kind, what)| {
            let cells: Vec<Cell> = scene
                .marks
                .iter()
                .filter(|mark| mark.kind == kind)
                .map(|mark| mark.cell)
                .collect();
            // Many marked cells, such as those of a ring, are listed already with the captured pieces beside them.
            let captured = |cell: &Cell| {
                scene
                    .men
                    .iter()
                    .find(|man| matches!(man.spot, Spot::Beside(beside, _) if beside == *cell))
            };
            let captured = cells
                .iter()
                .map(captured)
                .collect::<Option<Vec<_>>>()
                .filter(|men| kind == MarkKind::Closed && men.len() > 1);
            let where_to = match captured.as_deref() {
                Some([man, ..]) => format!("where captured {} lie", kind_word(man.kind, 2)),
                _ => names(position, &cells),
            };
            (!cells.is_empty()).then(|| format!("{}: {where_to}.", capital(&what)))
        });
    notes.collect()
}

/// Returns the kinds of marks of a position and their words.
pub(super) fn pointed_out(position: &dyn DynPosition) -> [(MarkKind, String); 8] {
    let [first, second] = position.colours();
    [
        (MarkKind::Check, String::from("in check")),
        (MarkKind::Winning, String::from("decided the game")),
        (MarkKind::Frozen, String::from("may not move now")),
        (MarkKind::Forbidden, position.forbidden().to_owned()),
        (MarkKind::Closed, String::from("closed")),
        (MarkKind::Dead, String::from("dead")),
        (
            MarkKind::Territory(Seat::First),
            format!("surrounded by {first}"),
        ),
        (
            MarkKind::Territory(Seat::Second),
            format!("surrounded by {second}"),
        ),
    ]
}

/// Describes the score and the seat to move, as sentences.
fn standing(position: &dyn DynPosition) -> Vec<String> {
    let [first, second] = Seat::BOTH.map(|seat| colour(position, seat));
    let [stock, other] = position.stock();
    let stock = (!stock.is_empty()).then(|| format!("{first} has {stock} left, {second} {other}."));
    let score = position
        .score()
        .map(|[points, others]| format!("Points: {first} {points}, {second} {others}."));
    stock.into_iter().chain(score).collect()
}

const fn importance(kind: Kind) -> u16 {
    match kind {
        Kind::Stack(height) => height,
        Kind::Chess(figure) => figure as u16,
        Kind::Dragon => 2,
        Kind::Knight => 1,
        Kind::Chip | Kind::Stone | Kind::Counter | Kind::Disc => 0,
    }
}

/// Returns the name of a kind of piece in singular or plural.
pub(super) fn kind_word(kind: Kind, many: usize) -> String {
    let word = match kind {
        Kind::Stack(1) => "single checker",
        Kind::Stack(height) => {
            return format!("{} of {height}", if many == 1 { "stack" } else { "stacks" });
        }
        Kind::Chip => "chip",
        Kind::Stone => "stone",
        Kind::Chess(Figure::Pawn) => "pawn",
        Kind::Chess(Figure::Knight) | Kind::Knight => "knight",
        Kind::Chess(Figure::Bishop) => "bishop",
        Kind::Chess(Figure::Rook) => "rook",
        Kind::Chess(Figure::Queen) => "queen",
        Kind::Chess(Figure::King) => "king",
        Kind::Counter => "man",
        Kind::Dragon => "dragon",
        Kind::Disc => "piece",
    };
    plural(word, many)
}

/// Describes a turn step by step, without a full stop: `pawn e4 to d5, pawn on d5 captured`.
#[must_use]
pub fn turn_words(position: &dyn DynPosition, turn: &[Effect]) -> String {
    // One sentence describes several pieces that leave the board one after another.
    let mut turn = turn.to_vec();
    while let Some(between) = turn.windows(3).position(|three| {
        matches!(
            three,
            [
                Effect::Removed { .. },
                Effect::NextStep,
                Effect::Removed { .. }
            ]
        )
    }) {
        turn.remove(between + 1);
    }
    let steps = turn.split(|effect| *effect == Effect::NextStep).enumerate();
    // The end of a turn after other steps is not worth a word.
    let steps = steps
        .filter(|(index, step)| *index == 0 || !matches!(step, [Effect::Passed(_)]))
        .map(|(_, step)| step);
    let steps: Vec<String> = steps
        .map(|step| step_clauses(position, step).join("; "))
        .filter(|words| !words.is_empty())
        .collect();
    steps.join(". Then ")
}

fn plural(word: &str, many: usize) -> String {
    match word {
        _ if many == 1 => word.to_owned(),
        "man" => String::from("men"),
        _ => format!("{word}s"),
    }
}

/// A cell's place by its name, to find cells in a row whose names differ by one letter or number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct OnGrid {
    /// The number after a letter; 0 if a name is only a number.
    row: u32,
    /// The letter, or the number if it is the whole name.
    column: u32,
}

impl OnGrid {
    fn of(name: &str) -> Option<OnGrid> {
        if let Ok(column) = name.parse() {
            return Some(OnGrid { row: 0, column });
        }
        let mut letters = name.chars();
        let letter = letters.next()?;
        Some(OnGrid {
            row: letters.as_str().parse().ok()?,
            column: u32::from(letter),
        })
    }
}

/// Joins the names of cells; three or more in a row are shortened: `a1, c1 to g1, b2`.
fn names(position: &dyn DynPosition, cells: &[Cell]) -> String {
    let mut names: Vec<(Option<OnGrid>, String)> = cells
        .iter()
        .map(|cell| position.cell_name(*cell))
        .map(|name| (OnGrid::of(&name), name))
        .collect();
    names.sort();
    let follows = |a: &(Option<OnGrid>, String), b: &(Option<OnGrid>, String)| match (a.0, b.0) {
        (Some(a), Some(b)) => a.row == b.row && a.column + 1 == b.column,
        _ => false,
    };
    let runs = names.chunk_by(follows).flat_map(|run| match run {
        [(_, first), .., (_, last)] if run.len() > 2 => vec![format!("{first} to {last}")],
        few => few.iter().map(|(_, name)| name.clone()).collect(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// Describes one step.
/// One clause has the pieces of a kind that moved together or were captured by one rule.
fn step_clauses(position: &dyn DynPosition, step: &[Effect]) -> Vec<String> {
    let name = |cell| position.cell_name(cell);
    let alike = |a: &Effect, b: &Effect| match (a, b) {
        (Effect::Moved { piece, .. }, Effect::Moved { piece: other, .. }) => piece == other,
        (
            Effect::Captured { piece, by, .. },
            Effect::Captured {
                piece: other,
                by: rule,
                ..
            },
        ) => (piece, by) == (other, rule),
        (Effect::Removed { .. }, Effect::Removed { .. }) => true,
        _ => false,
    };
    // Captures by one rule form one clause, whichever cells lie between.
    let mut step = step.to_vec();
    step.sort_by_key(|effect| {
        if let Effect::Captured { by, .. } = effect {
            *by
        } else {
            ""
        }
    });
    let moved_last =
        |effect: &Effect| !matches!(effect, Effect::Moved { .. } | Effect::Placed { .. });
    step.sort_by_key(moved_last);
    let clauses = step.chunk_by(alike).filter_map(|group| {
        let first = *group.first()?;
        let gone: Vec<Cell> = group
            .iter()
            .filter_map(|effect| match *effect {
                Effect::Captured { at, .. } | Effect::Removed { at } => Some(at),
                _ => None,
            })
            .collect();
        Some(match first {
            Effect::Moved { piece, .. } => {
                let ways = group.iter().filter_map(|effect| match *effect {
                    Effect::Moved { from, to, .. } => {
                        Some(format!("{} to {}", name(from), name(to)))
                    }
                    _ => None,
                });
                format!(
                    "{} {}",
                    plural(piece, group.len()),
                    ways.collect::<Vec<_>>().join(", ")
                )
            }
            Effect::Placed { at, piece } => format!("{piece} on {}", name(at)),
            Effect::Captured { piece, by, own, .. } => {
                let by = match by {
                    "" => String::new(),
                    "en passant" => String::from(" en passant"),
                    rule => format!(" by {rule}"),
                };
                let own = if own { "own " } else { "" };
                format!(
                    "{own}{} on {} captured{by}",
                    plural(piece, group.len()),
                    names(position, &gone)
                )
            }
            Effect::Promoted { at, piece } => format!("{piece} made on {}", name(at)),
            Effect::Removed { .. } => format!(
                "own {} on {} removed",
                plural("piece", group.len()),
                names(position, &gone)
            ),
            Effect::Passed(_) => String::from("pass"),
            Effect::Swapped => String::from("colours swapped"),
            Effect::PassedOver(seat) => format!("{} sits out", colour(position, seat)),
            Effect::NextStep => return None,
        })
    });
    clauses.collect()
}

/// Returns a sentence with a capital first letter.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}
