//! A position in words, whole or in parts, for people who cannot see the picture.

use std::collections::BTreeMap;

use super::words::{capital, kind_word, notes, pointed_out};
use super::{CellLine, DynPosition};
use anteroom_board::scene::{Figure, Ground, Kind, MarkKind, Scene, Spot};
use anteroom_board::{Cell, Seat};

/// A part of a position in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its title: `Rank 3`.
    pub title: String,
    /// The pieces in it, without a full stop: `White pawns a2 b2; Black rook c2`.
    pub words: String,
}

/// The reason why a part cannot be described.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoSuchPart(
    /// The sentence for the person who asked.
    pub String,
);

/// A thing on a cell or beside it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Thing {
    /// A piece of this colour.
    On(Seat, Kind),
    /// The cell is closed, and a captured piece that counts for this colour lies beside it.
    Beside(Seat, Kind),
    /// No piece, but a printed text that says more than the cell's name.
    Printed,
}

struct Survey<'a> {
    position: &'a dyn DynPosition,
    scene: Scene,
    lines: Vec<CellLine>,
    /// The things on each cell or beside it.
    things: BTreeMap<Cell, Vec<Thing>>,
    /// Whether the cells have printed texts other than their names.
    prints: bool,
}

/// Describes the whole position, one line of text for each line of the board, and its marks.
#[must_use]
pub fn board(position: &dyn DynPosition) -> String {
    let survey = Survey::of(position);
    let first = survey.lines.first().map_or("", |line| line.kind);
    let (mut text, mut empty) = (Vec::new(), Vec::new());
    for (number, line) in survey
        .lines
        .iter()
        .filter(|line| line.kind == first)
        .enumerate()
    {
        let words = survey.words(&line.cells, |_| true);
        if words.is_empty() {
            empty.push((number, line.name.as_str()));
        } else {
            text.push(format!("{}: {words}.", capital(&line.label)));
        }
    }
    let one_line = empty.len() == 1;
    match runs(&empty).as_slice() {
        [] => {}
        _ if text.is_empty() => text.push(String::from("The board is empty.")),
        [one] if !one_line => text.push(format!("There is nothing on {first}s {one}.")),
        [one] => text.push(format!("There is nothing on {first} {one}.")),
        [some @ .., last] => text.push(format!(
            "There is nothing on {first}s {} and {last}.",
            some.join(", ")
        )),
    }
    text.extend(notes(position, &survey.scene));
    if survey.prints {
        text.push(String::from("The value of a square is in brackets."));
    }
    text.join("\n")
}

/// Joins the names of lines; three or more in a row are shortened: `2, 5 to 9`.
fn runs(lines: &[(usize, &str)]) -> Vec<String> {
    let runs = lines
        .chunk_by(|(a, _), (b, _)| a + 1 == *b)
        .flat_map(|run| match run {
            [(_, first), .., (_, last)] if run.len() > 2 => vec![format!("{first} to {last}")],
            few => few.iter().map(|(_, name)| (*name).to_owned()).collect(),
        });
    runs.collect()
}

/// Describes a part of the position.
///
/// A part is a line of the board (`rank 3`), a cell (`c3`), a kind of piece (`knights`, `white knights`) or the pieces
/// of a colour.
///
/// # Errors
///
/// If the board has no such part. The sentence lists the parts that it has.
pub fn part(position: &dyn DynPosition, asked: &str) -> Result<Part, NoSuchPart> {
    let survey = Survey::of(position);
    let asked = normal(asked);
    let found = survey
        .line(&asked)
        .or_else(|| survey.cell(&asked))
        .or_else(|| survey.bare_line(&asked))
        .or_else(|| survey.pieces(&asked));
    found.ok_or_else(|| NoSuchPart(survey.no_such_part(&asked)))
}

/// Lists the parts of this position that [`part`] accepts: pieces first, then lines.
#[must_use]
pub fn parts(position: &dyn DynPosition) -> Vec<String> {
    let survey = Survey::of(position);
    let mut parts: Vec<String> = position.colours().map(str::to_owned).to_vec();
    for kind in survey.kinds() {
        let word = kind_word(kind, 2);
        if !parts.contains(&word) {
            parts.push(word);
        }
    }
    parts.extend(survey.lines.iter().map(|line| line.label.clone()));
    parts
}

impl<'a> Survey<'a> {
    fn of(position: &'a dyn DynPosition) -> Self {
        let scene = position.scene(Seat::First);
        let mut things = BTreeMap::<Cell, Vec<Thing>>::new();
        for man in &scene.men {
            let (cell, thing) = match man.spot {
                Spot::On(cell) => (cell, Thing::On(man.colour, man.kind)),
                Spot::Beside(cell, _) => (cell, Thing::Beside(man.colour, man.kind)),
            };
            things.entry(cell).or_default().push(thing);
        }
        // A printed value may happen to equal its cell's number, so one cell alone does not decide.
        let prints = scene
            .board
            .cells
            .iter()
            .any(|shape| printed(position, shape.cell, &shape.text));
        for shape in scene.board.cells.iter().filter(|_| prints) {
            things
                .entry(shape.cell)
                .or_insert_with(|| vec![Thing::Printed]);
        }
        Self {
            position,
            lines: position.lines(),
            scene,
            things,
            prints,
        }
    }

    /// Describes some cells by colour and kind; empty if they have nothing.
    fn words(&self, cells: &[Cell], counts: impl Fn(Thing) -> bool) -> String {
        let mut groups: Vec<(Thing, Vec<String>)> = Vec::new();
        for cell in cells {
            for thing in self
                .things
                .get(cell)
                .into_iter()
                .flatten()
                .filter(|thing| counts(**thing))
            {
                match groups.iter_mut().find(|(known, _)| known == thing) {
                    Some((_, names)) => names.push(self.name(*cell)),
                    None => groups.push((*thing, vec![self.name(*cell)])),
                }
            }
        }
        let colours = self.position.colours();
        let mut parts = Vec::new();
        for seat in Seat::BOTH {
            let men = groups.iter().filter_map(|(thing, names)| match thing {
                Thing::On(colour, kind) if *colour == seat => Some(format!(
                    "{} {}",
                    kind_word(*kind, names.len()),
                    names.join(" ")
                )),
                _ => None,
            });
            let men: Vec<_> = men.collect();
            if !men.is_empty() {
                parts.push(format!("{} {}", colours[seat.index()], men.join(", ")));
            }
        }
        for (thing, names) in &groups {
            match thing {
                Thing::On(..) => {}
                Thing::Beside(colour, kind) => {
                    let colour = colours[colour.index()];
                    parts.push(format!(
                        "closed with {colour} {} beside {}",
                        kind_word(*kind, names.len()),
                        names.join(" ")
                    ));
                }
                Thing::Printed => parts.push(format!("empty {}", names.join(" "))),
            }
        }
        parts.join("; ")
    }

    /// Returns a cell's name, with its other printed text in brackets.
    fn name(&self, cell: Cell) -> String {
        let name = self.position.cell_name(cell);
        let Some(shape) = self.scene.board.cell(cell) else {
            return name;
        };
        let golden = if shape.ground == Ground::Golden {
            ", golden"
        } else {
            ""
        };
        if self.prints {
            format!("{name} ({}{golden})", shape.text)
        } else {
            name
        }
    }

    fn all_cells(&self) -> Vec<Cell> {
        self.scene
            .board
            .cells
            .iter()
            .map(|shape| shape.cell)
            .collect()
    }

    fn kinds(&self) -> Vec<Kind> {
        let mut kinds = Vec::new();
        for man in &self.scene.men {
            if !kinds.contains(&man.kind) {
                kinds.push(man.kind);
            }
        }
        kinds
    }

    fn line(&self, asked: &str) -> Option<Part> {
        let line = self.lines.iter().find(|line| {
            let CellLine {
                kind, name, label, ..
            } = line;
            asked == label
                || asked
                    .split_once(' ')
                    .is_some_and(|(a, b)| (a, b) == (kind, name) || (b, a) == (kind, name))
        });
        line.map(|line| self.part_of_line(line))
    }

    /// Describes a line that was asked for without its kind, if only one line has this name.
    fn bare_line(&self, asked: &str) -> Option<Part> {
        let mut named = self.lines.iter().filter(|line| line.name == asked);
        named
            .next()
            .filter(|_| named.next().is_none())
            .map(|line| self.part_of_line(line))
    }

    fn part_of_line(&self, line: &CellLine) -> Part {
        Part {
            title: capital(&line.label),
            words: or_nothing(self.words(&line.cells, |_| true)),
        }
    }

    fn cell(&self, asked: &str) -> Option<Part> {
        let asked = asked
            .strip_prefix("square ")
            .or_else(|| asked.strip_prefix("cell "))
            .unwrap_or(asked);
        let cell = self
            .all_cells()
            .into_iter()
            .find(|cell| self.position.cell_name(*cell).to_lowercase() == asked)?;
        let colours = self.position.colours();
        let things = self
            .things
            .get(&cell)
            .into_iter()
            .flatten()
            .filter_map(|thing| match thing {
                Thing::On(colour, kind) => Some(format!(
                    "{} {}",
                    colours[colour.index()],
                    kind_word(*kind, 1)
                )),
                Thing::Beside(colour, kind) => Some(format!(
                    "closed with {} {} beside",
                    colours[colour.index()],
                    kind_word(*kind, 1)
                )),
                Thing::Printed => None,
            });
        let mut words = vec![or_nothing(things.collect::<Vec<_>>().join(", "))];
        let marked = |kind| {
            self.scene
                .marks
                .iter()
                .any(|mark| mark.cell == cell && mark.kind == kind)
        };
        // The words of the piece beside it already say that the cell is closed.
        let pointed_out = pointed_out(self.position)
            .into_iter()
            .filter(|(kind, _)| *kind != MarkKind::Closed && marked(*kind));
        words.extend(pointed_out.map(|(_, what)| what));
        Some(Part {
            title: self.name(cell),
            words: words.join(", "),
        })
    }

    fn pieces(&self, asked: &str) -> Option<Part> {
        let colours = self.position.colours().map(str::to_lowercase);
        let (first, rest) = asked.split_once(' ').unwrap_or((asked, ""));
        let (colour, word) = match Seat::BOTH
            .into_iter()
            .find(|seat| colours[seat.index()] == first)
        {
            Some(seat) => (Some(seat), rest),
            None => (None, asked),
        };
        let known = word.is_empty()
            || self
                .kinds()
                .into_iter()
                .chain(KINDS)
                .any(|kind| is_called(kind, word));
        let counts = |thing| match thing {
            Thing::On(seat, kind) | Thing::Beside(seat, kind) => {
                colour.is_none_or(|colour| colour == seat)
                    && (word.is_empty() || is_called(kind, word))
            }
            Thing::Printed => false,
        };
        let words = self.words(&self.all_cells(), counts);
        let words = if words.is_empty() {
            String::from("none on the board")
        } else {
            words
        };
        (known && !asked.is_empty()).then(|| Part {
            title: capital(asked),
            words,
        })
    }

    /// Words the refusal for a part that the board does not have.
    fn no_such_part(&self, asked: &str) -> String {
        let names = |kind: &str| -> Vec<String> {
            self.lines
                .iter()
                .filter(|line| line.kind == kind)
                .map(|line| line.name.clone())
                .collect()
        };
        let wanted = self
            .lines
            .iter()
            .map(|line| line.kind)
            .find(|kind| asked.split(' ').any(|word| word == *kind));
        if let Some(kind) = wanted {
            let shown = super::Quoted(asked);
            return format!(
                "This board has no {shown}. Its {kind}s are {}.",
                names(kind).join(", ")
            );
        }
        let mut kinds: Vec<&str> = Vec::new();
        for line in &self.lines {
            if !kinds.contains(&line.kind) {
                kinds.push(line.kind);
            }
        }
        let lines = kinds
            .iter()
            .filter_map(|kind| self.lines.iter().find(|line| line.kind == *kind));
        let mut examples: Vec<_> = lines.map(|line| line.label.clone()).collect();
        examples.extend(
            self.scene
                .board
                .cells
                .get(1)
                .map(|shape| self.position.cell_name(shape.cell)),
        );
        examples.extend(self.kinds().first().map(|kind| kind_word(*kind, 2)));
        format!(
            "I do not know {}. Ask for {} or last turn.",
            super::Quoted(asked),
            examples.join(", ")
        )
    }
}

/// The kinds of pieces of any game; a board may lack some.
const KINDS: [Kind; 12] = [
    Kind::Chip,
    Kind::Stone,
    Kind::Stack(1),
    Kind::Stack(2),
    Kind::Chess(Figure::Pawn),
    Kind::Chess(Figure::Knight),
    Kind::Chess(Figure::Bishop),
    Kind::Chess(Figure::Rook),
    Kind::Chess(Figure::Queen),
    Kind::Chess(Figure::King),
    Kind::Dragon,
    Kind::Disc,
];

/// Whether a word names a kind of piece: `knight`, `knights`; for `stack of 2` also `stacks`.
fn is_called(kind: Kind, word: &str) -> bool {
    let man = kind == Kind::Counter && ["man", "men"].contains(&word);
    man || [kind_word(kind, 1), kind_word(kind, 2)].iter().any(|name| {
        let rest = name.strip_prefix(word).or_else(|| name.strip_suffix(word));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' ') || rest.ends_with(' '))
    })
}

/// Whether the text in a cell says more than its name. A sign only repeats the ground of the cell.
fn printed(position: &dyn DynPosition, cell: Cell, text: &str) -> bool {
    text.contains(char::is_alphanumeric)
        && !text
            .lines()
            .any(|line| line.eq_ignore_ascii_case(&position.cell_name(cell)))
}

/// Normalizes a request: lower case, `rank:3` as `rank 3`, without articles and the like.
fn normal(asked: &str) -> String {
    let asked: String = asked
        .to_lowercase()
        .chars()
        .map(|c| if matches!(c, ':' | '=' | ',') { ' ' } else { c })
        .collect();
    let words: Vec<_> = asked
        .split_whitespace()
        .filter(|word| !matches!(*word, "the" | "all"))
        .collect();
    words.join(" ")
}

fn or_nothing(words: String) -> String {
    if words.is_empty() {
        String::from("there is nothing there")
    } else {
        words
    }
}
