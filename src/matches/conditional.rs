//! Replies planned in advance: "if they play this, I play that".

use super::ids::UserId;
use super::refusal::Refusal;
use super::state::Match;
use crate::board::Seat;
use crate::games::{
    AnyPosition, Completions, Progress, TurnError, read_turn, split_steps, written_turn,
    written_turns,
};

/// The most lines that a player may keep in a match, and the most turns of a line.
const MOST_LINES: usize = 20;
pub(crate) const MOST_TURNS: usize = 40;

/// What stands between two turns of a line, as it is printed.
const BETWEEN: &str = " | ";

/// A line that a player has planned: the other player's turn, the answer, and so on; the last turn is the player's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of the board on which it begins.
    pub board: u32,
    /// The canonical texts of the turns.
    pub turns: Vec<String>,
}

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFate<'a> {
    /// These turns of it are still to come.
    Waiting(&'a [String]),
    /// All of it was played.
    Played,
    /// It can never be met any more.
    Dropped(WhyDropped),
}

/// Why a line can never be met any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyDropped {
    /// Another turn was made.
    OtherTurn,
    /// Turns were taken back.
    TakenBack,
}

/// A turn of a line and who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineTurn {
    pub seat: Seat,
    /// Its canonical text.
    pub text: String,
    /// As players write it: `Nf3`.
    pub written: String,
}

/// A line that may be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLine {
    pub line: Line,
    /// The places, among the lines that are kept already, of those that it goes on from: it stands for them too.
    pub extends: Vec<usize>,
}

impl Line {
    /// The line as one text, which [`from_text`](Self::from_text) reads back.
    #[must_use]
    pub fn text(&self) -> String {
        self.turns.join(BETWEEN)
    }

    /// A line of a text that was printed.
    #[must_use]
    pub fn from_text(board: u32, text: &str) -> Self {
        Self {
            board,
            turns: text
                .split(BETWEEN)
                .filter(|turn| !turn.is_empty())
                .map(str::to_owned)
                .collect(),
        }
    }
}

/// Turns of a line as players write them, in one text.
fn joined(turns: &[LineTurn]) -> String {
    let turns: Vec<_> = turns.iter().map(|turn| turn.written.as_str()).collect();
    turns.join(BETWEEN)
}

/// What may stand between two turns. Nothing need: a turn says itself where it ends.
const fn divides(c: char) -> bool {
    matches!(c, '|' | '>' | '→' | '\n')
}

impl Match {
    /// Reads a line that a player plans: turns of both, beginning with the other player's, who is to move.
    ///
    /// `|`, `>` or `→` may stand between two turns. Each is checked on the board on which it would be made. `kept` are the
    /// player's lines so far: no board has two answers.
    ///
    /// # Errors
    ///
    /// When the player is to move, a turn is illegal, the last turn is not the player's, or another answer is planned.
    pub fn read_line(&self, by: UserId, typed: &str, kept: &[Line]) -> Result<NewLine, Refusal> {
        let seat = self.waiting_seat(by)?;
        let turns = self.read_turns(Some(seat), typed)?;
        match turns.last() {
            None => return Err(Refusal::NoTurn),
            Some(last) if last.seat != seat => {
                return Err(Refusal::LineWithoutAnswer {
                    last: last.written.clone(),
                });
            }
            Some(_) => {}
        }
        if turns.len() > MOST_TURNS {
            return Err(Refusal::LineTooLong { most: MOST_TURNS });
        }
        let texts: Vec<String> = turns.iter().map(|turn| turn.text.clone()).collect();
        let mut extends = Vec::new();
        let mut living = 0;
        for (place, line) in kept.iter().enumerate() {
            let Some(rest) = self.rest_of(line).filter(|rest| !rest.is_empty()) else {
                continue;
            };
            living += 1;
            let same = rest
                .iter()
                .zip(&texts)
                .take_while(|(one, other)| one == other)
                .count();
            match (rest.get(same), turns.get(same)) {
                (_, None) => return Err(Refusal::LineKept),
                (None, Some(_)) => extends.push(place),
                (Some(conditional), Some(turn)) if turn.seat == seat => {
                    let planned = self.rest_with_seats(line);
                    let planned = planned.get(same).map(|turn| turn.written.clone());
                    return Err(Refusal::OtherAnswer {
                        before: joined(turns.get(..same).unwrap_or_default()),
                        conditional: planned.unwrap_or_else(|| conditional.clone()),
                    });
                }
                _ => {}
            }
        }
        if living - extends.len() >= MOST_LINES {
            return Err(Refusal::TooManyLines { most: MOST_LINES });
        }
        Ok(NewLine {
            line: Line {
                board: self.board(),
                turns: texts,
            },
            extends,
        })
    }

    /// What is still to come of a line; nothing when all of it was played, and `None` when another turn was made or
    /// turns were taken back since: then it is dropped.
    #[must_use]
    pub fn rest_of<'a>(&self, line: &'a Line) -> Option<&'a [String]> {
        if line.board < self.since_takeback() {
            return None;
        }
        let made = usize::try_from(self.board().checked_sub(line.board)?).ok()?;
        let since = self
            .record()
            .get(self.record().len().checked_sub(made)?..)?;
        let played: Vec<&str> = since
            .iter()
            .filter_map(|entry| entry.text.as_deref())
            .collect();
        let begins = line.turns.len() >= played.len()
            && line
                .turns
                .iter()
                .zip(&played)
                .all(|(conditional, played)| conditional == played);
        if begins {
            line.turns.get(played.len()..)
        } else {
            None
        }
    }

    /// What became of a line.
    #[must_use]
    pub fn fate_of<'a>(&self, line: &'a Line) -> LineFate<'a> {
        if line.board < self.since_takeback() {
            return LineFate::Dropped(WhyDropped::TakenBack);
        }
        match self.rest_of(line) {
            Some([]) => LineFate::Played,
            Some(rest) => LineFate::Waiting(rest),
            None => LineFate::Dropped(WhyDropped::OtherTurn),
        }
    }

    /// [`rest_of`](Self::rest_of) with whose turns they are; empty when nothing is to come.
    #[must_use]
    pub fn rest_with_seats(&self, line: &Line) -> Vec<LineTurn> {
        self.rest_of(line)
            .and_then(|rest| self.read_turns(None, &rest.join(BETWEEN)).ok())
            .unwrap_or_default()
    }

    /// The turns of a line as players write them. Their canonical texts if they begin on a board that was taken back.
    #[must_use]
    pub fn written_line(&self, line: &Line) -> String {
        let made = self.board().checked_sub(line.board);
        let ply = made.and_then(|made| self.ply().checked_sub(made));
        let before = ply.filter(|_| line.board >= self.since_takeback());
        match before.map(|ply| self.as_at(ply)) {
            Some(Ok(before)) => written_turns(before.position(), &line.turns).join(BETWEEN),
            _ => line.text(),
        }
    }

    /// The turn that a player has planned for this board, where the player is to move.
    #[must_use]
    pub fn conditional_answer<'a>(&self, by: UserId, lines: &'a [Line]) -> Option<&'a str> {
        if self.person_to_move() != Some(by) {
            return None;
        }
        // A line that begins here has not been met: lines begin with the other player's turn.
        lines
            .iter()
            .filter(|line| line.board < self.board())
            .find_map(|line| self.rest_of(line)?.first())
            .map(String::as_str)
    }

    /// What a player may be typing as a line: the turns so far and what may come next, at most `most`.
    ///
    /// # Errors
    ///
    /// When the player may not plan turns now.
    pub fn complete_line(
        &self,
        by: UserId,
        typed: &str,
        most: usize,
    ) -> Result<Completions, Refusal> {
        self.waiting_seat(by)?;
        let at = if typed.ends_with(|c: char| c.is_whitespace() || c == ';' || divides(c)) {
            typed.len()
        } else {
            typed
                .rfind(|c: char| c.is_whitespace() || c == ';' || divides(c))
                .map_or(0, |at| {
                    at + typed[at..].chars().next().map_or(1, char::len_utf8)
                })
        };
        let (done, last) = typed.split_at(at);
        let mut position = self.position().boxed_clone();
        let mut lead = String::new();
        for step in done.split(divides).flat_map(split_steps) {
            match position.play(step) {
                Ok(played) => {
                    lead.push_str(&played.step);
                    lead.push_str(if position.progress() == Progress::Complete {
                        BETWEEN
                    } else {
                        " "
                    });
                }
                Err(_) => return Ok(Completions::default()),
            }
        }
        let (steps, all) = position.complete(last, most);
        let rest = all.saturating_sub(steps.len());
        Ok(Completions { lead, steps, rest })
    }

    /// The seat of a player who waits for the other player's turn, and may plan answers to it.
    ///
    /// # Errors
    ///
    /// When the match is not being played, they do not play in it, or are to move.
    pub fn waiting_seat(&self, by: UserId) -> Result<Seat, Refusal> {
        let seat = self.player_seat(by)?;
        if self.to_move() == Some(seat) {
            Err(Refusal::MoveFirst)
        } else {
            Ok(seat)
        }
    }

    /// Reads turns of both players, one after another, from this board on. A refusal speaks to the `reader`.
    fn read_turns(&self, reader: Option<Seat>, typed: &str) -> Result<Vec<LineTurn>, Refusal> {
        let mut position = self.position().boxed_clone();
        let mut turns: Vec<LineTurn> = Vec::new();
        for part in typed.split(divides).filter(|part| !part.trim().is_empty()) {
            let refused = |turns: &[LineTurn], position: &AnyPosition, error| Refusal::InLine {
                before: joined(turns),
                theirs: position.to_move() != reader,
                why: Box::new(Self::why_not(&**position, error)),
            };
            let Some(seat) = position.to_move() else {
                return Err(Refusal::LineAfterEnd);
            };
            match read_turn(&*position, part) {
                Ok(turn) if turn.progress == Progress::Complete => {
                    let text = turn.text();
                    turns.push(LineTurn {
                        seat,
                        written: written_turn(&*position, &text),
                        text,
                    });
                    position = turn.after;
                }
                // Several turns with nothing between them, perhaps.
                Err(TurnError::TooLong { .. }) => {
                    let (mut steps, mut before) = (Vec::new(), position.boxed_clone());
                    for step in split_steps(part) {
                        let Some(seat) = position.to_move() else {
                            return Err(Refusal::LineAfterEnd);
                        };
                        match position.play(step) {
                            Ok(played) => steps.push(played.step),
                            Err(illegal) => {
                                let error = TurnError::Step {
                                    done: steps,
                                    typed: step.to_owned(),
                                    illegal: Box::new(illegal),
                                };
                                return Err(refused(&turns, &position, error));
                            }
                        }
                        if position.progress() == Progress::Complete {
                            let text = std::mem::take(&mut steps).join(" ");
                            turns.push(LineTurn {
                                seat,
                                written: written_turn(&*before, &text),
                                text,
                            });
                            before = position.boxed_clone();
                        }
                    }
                    if !steps.is_empty() {
                        return Err(Refusal::LineUnfinished {
                            turn: steps.join(" "),
                        });
                    }
                }
                Ok(turn) => return Err(Refusal::LineUnfinished { turn: turn.text() }),
                Err(error) => return Err(refused(&turns, &position, error)),
            }
            if turns.len() > MOST_TURNS {
                return Err(Refusal::LineTooLong { most: MOST_TURNS });
            }
        }
        Ok(turns)
    }
}
