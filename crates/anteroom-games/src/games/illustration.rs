//! An example of a rule, played: the boards that show it and what came of it.

use super::{
    AnyPosition, Effect, Example, ExampleError, Game, TurnError, Verdict, add_step, alt_text,
    legend, read_turn, split_steps, turn_marks, turn_words,
};
use crate::board::scene::{Mark, MarkKind, Scene};
use crate::board::{Cell, Seat};

/// A turn that is longer is not repeated above a board.
const MOST_TURN: usize = 22;

/// An example as it is shown.
#[derive(Clone, Debug)]
pub struct Illustration {
    /// One board, or two: before a turn and after it.
    pub boards: Vec<Captioned>,
    /// What the turn did, and how the game ended if it did; empty when nothing is played.
    pub then: String,
    /// The refused turn's sentence, and the id of the rule that it breaks.
    pub refused: Option<(String, &'static str)>,
    /// What the signs on the boards stand for; may be empty.
    pub legend: String,
}

/// A board with a line above it.
#[derive(Clone, Debug)]
pub struct Captioned {
    /// The line.
    pub caption: String,
    /// What is shown.
    pub scene: Scene,
    /// What is shown, in words.
    pub alt: String,
    /// The cells that are pointed out, as a sentence; empty when none are.
    pub pointed: String,
    /// The position.
    pub position: AnyPosition,
}

/// Where an example stands: a position, the turn that led there, and what is pointed out.
struct Stand {
    position: AnyPosition,
    last: Vec<Effect>,
    marks: Vec<Mark>,
}

impl Game {
    /// Plays an example by the rules.
    ///
    /// # Errors
    ///
    /// When it cannot be played: what it plays is not legal, or what it refuses is.
    pub fn illustrate(&self, example: &Example) -> Result<Illustration, ExampleError> {
        let error = |reason: String| ExampleError {
            rule: example.rule.to_owned(),
            reason,
        };
        let mut before = self.stand(example).map_err(error)?;
        before.point_out(example).map_err(error)?;
        let (refuse, play) = (example.refuse(), example.play());
        let played = match play {
            "" => None,
            play => Some(read_turn(&*before.position, play).map_err(|e| error(e.to_string()))?),
        };
        let then = played.as_ref().map_or_else(String::new, |turn| {
            let words = turn_words(&*turn.after, &turn.effects);
            match end(&turn.after) {
                Some(end) => format!("{words}. {end}"),
                None => words,
            }
        });
        let mut legends = Vec::new();
        let mut boards = Vec::new();
        let mut refused = None;
        if refuse.is_empty() {
            let caption = match (verdict(&before.position), &played) {
                (Some(verdict), _) => verdict,
                (None, Some(_)) => format!("Before: {}", to_move(&before.position)),
                (None, None) => to_move(&before.position),
            };
            boards.push(before.shown(caption, &mut legends));
        } else {
            let (stand, sentence, rule) = before.refusing(refuse).map_err(error)?;
            boards.push(stand.shown(called("Not allowed", refuse), &mut legends));
            refused = Some((sentence, rule));
        }
        if let Some(turn) = played {
            let what = if refuse.is_empty() {
                "After"
            } else {
                "Allowed"
            };
            let sits_out = turn.effects.iter().find_map(|effect| match effect {
                Effect::PassedOver(seat) => Some(format!("{} sits out", name(&turn.after, *seat))),
                _ => None,
            });
            // There is room for what matters most.
            let caption = match verdict(&turn.after).or(sits_out) {
                Some(more) => format!("{what}: {more}"),
                None => called(what, &turn.text()),
            };
            let after = Stand {
                position: turn.after,
                last: turn.effects,
                marks: Vec::new(),
            };
            boards.push(after.shown(caption, &mut legends));
        }
        Ok(Illustration {
            boards,
            then,
            refused,
            legend: legends.join(" · "),
        })
    }

    /// The position before the turn that is shown.
    fn stand(&self, example: &Example) -> Result<Stand, String> {
        let given = example.options();
        let given = given
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect();
        let values = self
            .complete_options(&given, || 0)
            .map_err(|e| e.to_string())?;
        let mut position = match example.from() {
            "" => self.start(&values).map_err(|e| e.to_string())?,
            from => self.read(&values, from).map_err(|e| e.to_string())?,
        };
        let mut last = Vec::new();
        for step in split_steps(example.before()) {
            if position.turn().is_empty() {
                last.clear();
            }
            let played = position.play(step).map_err(|e| format!("{step}: {e}"))?;
            add_step(&mut last, played.effects);
        }
        Ok(Stand {
            position,
            last,
            marks: Vec::new(),
        })
    }
}

impl Stand {
    /// Marks the cells that the example points out, and those to which it says that a piece may go.
    fn point_out(&mut self, example: &Example) -> Result<(), String> {
        let cell = |name: &str| {
            let found = self.cell(name);
            found.ok_or_else(|| format!("There is no cell {name}."))
        };
        let mut cells = example.points().map(cell).collect::<Result<Vec<_>, _>>()?;
        if !example.goes().is_empty() {
            let ways = self.ways(cell(example.goes())?);
            if ways.is_empty() {
                return Err(format!("{} may not go anywhere.", example.goes()));
            }
            cells.extend(ways);
        }
        self.marks.extend(cells.into_iter().map(|cell| Mark {
            cell,
            kind: MarkKind::Choice,
        }));
        Ok(())
    }

    fn cell(&self, name: &str) -> Option<Cell> {
        let board = self.position.scene(Seat::First).board;
        let mut cells = board.cells.iter().map(|shape| shape.cell);
        cells.find(|cell| self.position.cell_name(*cell) == name)
    }

    /// Where the piece on this cell may go by itself.
    fn ways(&self, from: Cell) -> Vec<Cell> {
        let mut ways = Vec::new();
        for step in self.position.steps() {
            let Ok(played) = self.position.boxed_clone().play(&step) else {
                continue;
            };
            let mut moved = played.effects.iter().filter_map(|effect| match *effect {
                Effect::Moved { from, to, .. } => Some((from, to)),
                _ => None,
            });
            if let (Some((left, to)), None) = (moved.next(), moved.next())
                && left == from
                && !ways.contains(&to)
            {
                ways.push(to);
            }
        }
        ways
    }

    /// The board on which a turn is refused, as far as it could be made, with the sentence and the id of the rule.
    fn refusing(&self, turn: &str) -> Result<(Stand, String, &'static str), String> {
        let (done, illegal) = match read_turn(&*self.position, turn) {
            Err(TurnError::Step { done, illegal, .. }) => (done, illegal),
            Err(other) => return Err(format!("{turn} breaks no rule: {other}")),
            Ok(_) => return Err(format!("{turn} is not refused.")),
        };
        let (mut position, mut made) = (self.position.clone(), Vec::new());
        for step in done {
            let played = position.play(&step).map_err(|e| e.to_string())?;
            add_step(&mut made, played.effects);
        }
        let mut marks = self.marks.clone();
        marks.extend(illegal.cells.iter().map(|&cell| Mark {
            cell,
            kind: MarkKind::Refused,
        }));
        let last = if made.is_empty() {
            self.last.clone()
        } else {
            made
        };
        let stand = Stand {
            position,
            last,
            marks,
        };
        Ok((stand, illegal.sentence, illegal.rule))
    }

    /// This board as it is shown, below this line.
    fn shown(&self, caption: String, legends: &mut Vec<String>) -> Captioned {
        let mut scene = self.position.scene(Seat::First);
        scene.marks.extend(turn_marks(&self.last));
        scene.marks.extend(self.marks.iter().copied());
        let signs = legend(&*self.position, &self.last);
        for sign in signs.split(" · ").filter(|sign| !sign.is_empty()) {
            if !legends.iter().any(|known| known == sign) {
                legends.push(sign.to_owned());
            }
        }
        let mut pointed: Vec<_> = self
            .marks
            .iter()
            .filter(|mark| mark.kind == MarkKind::Choice)
            .map(|mark| self.position.cell_name(mark.cell))
            .collect();
        pointed.dedup();
        Captioned {
            caption,
            alt: alt_text(&*self.position, &self.last),
            pointed: if pointed.is_empty() {
                String::new()
            } else {
                format!("Pointed out: {}.", pointed.join(", "))
            },
            scene,
            position: self.position.clone(),
        }
    }
}

/// `After e2e4`; without the turn where that is long.
fn called(what: &str, turn: &str) -> String {
    if turn.chars().count() <= MOST_TURN {
        format!("{what}: {turn}")
    } else {
        what.to_owned()
    }
}

fn name(position: &AnyPosition, seat: Seat) -> &'static str {
    let colours = position.colours();
    colours
        .get(position.colour_of(seat).index())
        .copied()
        .unwrap_or_default()
}

fn to_move(position: &AnyPosition) -> String {
    position.to_move().map_or_else(String::new, |seat| {
        format!("{} to move", name(position, seat))
    })
}

/// The result in words.
fn verdict(position: &AnyPosition) -> Option<String> {
    Some(match position.outcome()?.verdict {
        Verdict::Win(seat) => format!("{} wins", name(position, seat)),
        Verdict::Draw => String::from("a draw"),
    })
}

/// How the game ended, with the points where they were counted.
fn end(position: &AnyPosition) -> Option<String> {
    let outcome = position.outcome()?;
    let result = match outcome.verdict {
        Verdict::Win(seat) => format!("{} wins by {}", name(position, seat), outcome.reason),
        Verdict::Draw => format!("a draw by {}", outcome.reason),
    };
    Some(match outcome.score {
        Some([first, second]) => format!("{result}, {first} to {second}"),
        None => result,
    })
}
