//! Lessons: a game in small parts, each with a board of its own and a task for one turn.
//!
//! A game's lessons are in `assets/lessons/<key>.md`. Each lesson is a section with a key and a title, a few
//! sentences, and a list.
//!
//! ```text
//! ## block: Stop a line
//!
//! Black has three in a row and threatens a fourth.
//!
//! - Needs: drop, win
//! - Options: columns 7, rows 6
//! - Position: `......./......./......./......./r....../rr.bbb. r 4`
//! - Task: Stop Black.
//! - Unless `leaves no win`: Black completes the line with the next chip.
//! - Solution: `g`
//! - Done: The line is closed at both ends.
//! ```
//!
//! The default of `Options` is the usual ones, that of `Position` is the start. `Play` has turns from there, separated
//! by ` / `. A lesson may have several `Unless`: the first [`Goal`] that a turn misses provides the sentence. The last
//! lesson has neither task nor goals: it is a match with these options.

mod goal;
mod read;
mod turns;

pub use goal::Goal;
pub use turns::each_turn;

use std::fmt;
use std::str::FromStr;

use super::{AnyPosition, Effect, Game, GivenOptions, Progress, TurnRead, Values, read_turn};

/// The id of a lesson, with its game: `anache.crushing`, at most 25 characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LessonId {
    game: String,
    key: String,
}

/// The most characters of a [`LessonId`]: it must fit in a button's custom id with other data.
const MOST_ID: usize = 25;

/// A lesson as its file contains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The name in buttons and in the stored progress of learners.
    ///
    /// It must never change once people have done the lesson.
    pub id: LessonId,
    /// The subject in a few words.
    pub title: String,
    /// The explanation in a few sentences.
    pub text: String,
    /// The keys of the earlier lessons of this game on which it builds.
    pub needs: Vec<String>,
    /// The settings that differ from the usual ones.
    pub options: GivenOptions,
    /// The position text of the beginning; empty for the start of the game.
    from: String,
    /// The turns from the beginning to the board of the lesson.
    play: Vec<String>,
    /// The exercise; `None` for a match.
    pub exercise: Option<Exercise>,
}

/// The task of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// The sentence of the task.
    pub task: String,
    /// The goals of the turn, each with the words for a turn that misses it; at least one.
    pub goals: Vec<(Goal, String)>,
    /// A turn that meets the goals.
    pub solution: String,
    /// The words for a turn that meets the goals.
    pub done: String,
}

/// The board of a lesson.
pub struct LessonBoard {
    /// The settings.
    pub values: Values,
    /// The position.
    pub position: AnyPosition,
    /// The effects of the turn before it.
    pub last: Vec<Effect>,
}

/// The error of an invalid file of lessons.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LessonError(
    /// A sentence that names the lesson.
    pub String,
);

impl LessonId {
    /// Creates the id of a game's lesson; `None` if the key is not a valid name.
    #[must_use]
    pub fn new(game: &str, key: &str) -> Option<Self> {
        let is_name = |text: &str| {
            !text.is_empty()
                && text
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        };
        (is_name(game) && is_name(key) && game.len() + key.len() < MOST_ID).then(|| Self {
            game: game.to_owned(),
            key: key.to_owned(),
        })
    }

    /// Returns the key of the game, which may no longer exist.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Returns the key of the lesson, which may no longer exist.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }
}

impl fmt::Display for LessonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.game, self.key)
    }
}

/// The error of a text that is not the id of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is no name of a lesson")]
pub struct NoLessonId;

impl FromStr for LessonId {
    type Err = NoLessonId;

    fn from_str(text: &str) -> Result<Self, NoLessonId> {
        let (game, key) = text.split_once('.').ok_or(NoLessonId)?;
        Self::new(game, key).ok_or(NoLessonId)
    }
}

impl Game {
    /// Returns the lessons of the game in the order of learning; none if its card has none.
    ///
    /// # Errors
    ///
    /// If the file of lessons is invalid, which a test rules out.
    pub fn lessons(&self) -> Result<Vec<Lesson>, LessonError> {
        match self.card.lessons {
            Some(text) => read::lessons(self.card.key, text),
            None => Ok(Vec::new()),
        }
    }
}

impl Lesson {
    /// Sets up the board of the lesson.
    ///
    /// # Errors
    ///
    /// If its settings, its position or its turns do not belong to this game, which a test rules out.
    pub fn board(&self, game: &Game) -> Result<LessonBoard, LessonError> {
        let wrong = |why: &dyn fmt::Display| LessonError(format!("{}: {why}", self.id));
        let values = game
            .complete_options(&self.options, || 0)
            .map_err(|error| wrong(&error))?;
        let mut position = if self.from.is_empty() {
            game.start(&values).map_err(|error| wrong(&error))?
        } else {
            game.read(&values, &self.from)
                .map_err(|error| wrong(&error))?
        };
        let mut last = Vec::new();
        for turn in &self.play {
            let read = read_turn(&*position, turn).map_err(|error| wrong(&error))?;
            if read.progress != Progress::Complete {
                return Err(wrong(&format!("{turn} is no whole turn")));
            }
            position = read.after;
            last = read.effects;
        }
        Ok(LessonBoard {
            values,
            position,
            last,
        })
    }
}

impl Exercise {
    /// Checks whether a whole turn from this board meets the goals.
    ///
    /// # Errors
    ///
    /// The sentence about the first goal that the turn misses.
    pub fn judge(&self, board: &LessonBoard, turn: &TurnRead) -> Result<(), &str> {
        let missed = |(goal, _): &&(Goal, String)| !goal.is_met(&*board.position, turn);
        match self.goals.iter().find(missed) {
            Some((_, sentence)) => Err(sentence),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LessonId;

    #[test]
    fn names_of_lessons_are_read_as_they_are_written() {
        for text in ["connect-n.drop", "anache.two-dragons", "a.b2"] {
            let id: LessonId = text.parse().expect("a name");
            assert_eq!(id.to_string(), text);
        }
        let long = format!("connect-n.{}", "a".repeat(16));
        for text in ["", ".", "a.", ".b", "a b.c", "A.b", "a.b.c", "a/b.c", &long] {
            assert!(text.parse::<LessonId>().is_err(), "{text}");
        }
        assert!(long[..25].parse::<LessonId>().is_ok());
    }
}
