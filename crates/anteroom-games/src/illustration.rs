//! An example of a rule, played: the boards that show it and the result.

use super::{
    AnyPosition, Effect, Example, ExampleError, Game, TurnError, Verdict, add_step, alt_text,
    legend, read_turn, split_steps, turn_marks, turn_words,
};
use anteroom_board::scene::{Mark, MarkKind, Scene};
use anteroom_board::{Cell, Seat};

/// The longest turn that a caption repeats.
const MOST_TURN: usize = 22;

/// An example, ready to be shown.
#[derive(Clone, Debug)]
pub struct Illustration {
    /// One board, or two: before and after a turn.
    pub boards: Vec<Captioned>,
    /// The effects of the turn and the end of the game, if any; empty if no turn is played.
    pub then: String,
    /// The refusal's sentence, and the id of the broken rule.
    pub refused: Option<(String, &'static str)>,
    /// The meaning of the signs on the boards; may be empty.
    pub legend: String,
}

/// A board with a line above it.
#[derive(Clone, Debug)]
pub struct Captioned {
    /// The caption.
    pub caption: String,
    /// The scene.
    pub scene: Scene,
    /// The scene in words.
    pub alt: String,
    /// The marked cells, as a sentence; may be empty.
    pub pointed: String,
    /// The position.
    pub position: AnyPosition,
}

/// A position of an example, the turn that led there, and the marked cells.
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
    /// If the example plays an illegal turn, or refuses a legal one.
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
            // The caption has room for the most important words only.
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

    /// Returns the position before the turn that is shown.
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
    /// Marks the example's cells and the destinations of its piece.
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

    /// Returns the cells to which the piece on this cell may go by itself.
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

    /// Returns the board before the refused step, the refusal's sentence and the id of the rule.
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

    /// Returns this board with a caption, and adds its legend to `legends`.
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
                format!("Marked: {}.", pointed.join(", "))
            },
            scene,
            position: self.position.clone(),
        }
    }
}

/// Returns `After e2e4`, or a caption without the turn if that is long.
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

fn verdict(position: &AnyPosition) -> Option<String> {
    Some(match position.outcome()?.verdict {
        Verdict::Win(seat) => format!("{} wins", name(position, seat)),
        Verdict::Draw => String::from("a draw"),
    })
}

/// Describes the end of the game, with the points if they are counted.
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
