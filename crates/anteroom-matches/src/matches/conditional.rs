//! Replies planned in advance: "if they play this, I play that".

use super::ids::UserId;
use super::refusal::Refusal;
use super::state::Match;
use anteroom_board::Seat;
use anteroom_games::{
    AnyPosition, Completions, Progress, TurnError, read_turn, split_steps, written_turn,
    written_turns,
};

/// The most lines that a player may keep in a match.
const MOST_LINES: usize = 20;

/// The most turns of a line, with those of the other player.
pub const MOST_TURNS: usize = 40;

/// The separator between two turns in the text of a line.
const BETWEEN: &str = " | ";

/// A planned line: the other player's turn, the answer, and so on, ending with the planner's own turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of the board on which the line begins.
    pub board: u32,
    /// The canonical texts of the turns.
    pub turns: Vec<String>,
}

/// The state of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFate<'a> {
    /// These turns are still to come.
    Waiting(&'a [String]),
    /// All turns were played.
    Played,
    /// The line can no longer be reached.
    Dropped(WhyDropped),
}

/// Why a line can no longer be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyDropped {
    /// A different turn was played.
    OtherTurn,
    /// Turns were taken back.
    TakenBack,
}

/// A turn of a line and the seat that plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineTurn {
    /// The seat that plays the turn.
    pub seat: Seat,
    /// The turn's canonical text.
    pub text: String,
    /// The turn as players write it: `Nf3`.
    pub written: String,
}

/// A line that passed all checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLine {
    /// The line, which begins on the current board.
    pub line: Line,
    /// The indices of the stored lines that this line continues. It replaces them.
    pub extends: Vec<usize>,
}

impl Line {
    /// Returns the line as one text, which [`from_text`](Self::from_text) reads back.
    pub fn text(&self) -> String {
        self.turns.join(BETWEEN)
    }

    /// Reads a line that [`text`](Self::text) has written.
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

/// Joins turns, as players write them, into one text.
fn joined(turns: &[LineTurn]) -> String {
    let turns: Vec<_> = turns.iter().map(|turn| turn.written.as_str()).collect();
    turns.join(BETWEEN)
}

/// Whether a character separates two turns. A separator is optional: the rules tell where a turn ends.
const fn divides(c: char) -> bool {
    matches!(c, '|' | '>' | '→' | '\n')
}

impl Match {
    /// Reads a line that a player plans: turns of both players, beginning with the other player's.
    ///
    /// `|`, `>` or `→` may separate two turns. Each turn is checked on its own board. `kept` holds the player's
    /// stored lines: a board may have only one answer.
    ///
    /// # Errors
    ///
    /// The player is to move, a turn is illegal, the last turn is not the player's, or another answer is
    /// planned.
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

    /// Returns the turns of a line that are still to come; empty if all were played.
    ///
    /// Returns `None` if the line was dropped: another turn was played, or turns were taken back.
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

    /// Returns the state of a line.
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

    /// Returns [`rest_of`](Self::rest_of) with the seat of each turn; empty if no turn is to come.
    pub fn rest_with_seats(&self, line: &Line) -> Vec<LineTurn> {
        self.rest_of(line)
            .and_then(|rest| self.read_turns(None, &rest.join(BETWEEN)).ok())
            .unwrap_or_default()
    }

    /// Returns the turns of a line as players write them.
    ///
    /// These are the canonical texts if the line begins on a board that was taken back.
    pub fn written_line(&self, line: &Line) -> String {
        let made = self.board().checked_sub(line.board);
        let ply = made.and_then(|made| self.ply().checked_sub(made));
        let before = ply.filter(|_| line.board >= self.since_takeback());
        match before.map(|ply| self.as_at(ply)) {
            Some(Ok(before)) => written_turns(before.position(), &line.turns).join(BETWEEN),
            _ => line.text(),
        }
    }

    /// Returns the answer that the player to move has planned for this board.
    pub fn conditional_answer<'a>(&self, by: UserId, lines: &'a [Line]) -> Option<&'a str> {
        if self.person_to_move() != Some(by) {
            return None;
        }
        // A line that begins on this board has not been met: lines begin with the other player's turn.
        lines
            .iter()
            .filter(|line| line.board < self.board())
            .find_map(|line| self.rest_of(line)?.first())
            .map(String::as_str)
    }

    /// Completes a line that a player types: the turns so far and the next ones, at most `most`.
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

    /// Returns the seat of a player who waits for the other player's turn and may plan answers to it.
    pub fn waiting_seat(&self, by: UserId) -> Result<Seat, Refusal> {
        let seat = self.player_seat(by)?;
        if self.to_move() == Some(seat) {
            Err(Refusal::MoveFirst)
        } else {
            Ok(seat)
        }
    }

    /// Reads successive turns of both players from this board on. A refusal addresses the `reader`.
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
                // The text may hold several turns without a separator.
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
