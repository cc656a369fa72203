//! Lessons: a game learned one thing at a time, each on a board of its own with a task that is done by one turn.
//!
//! A game's lessons are data beside its rules page, `assets/lessons/<key>.md`. Each is a section: its key and title, a few
//! sentences, and then a list.
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
//! `Options` that are left out are the usual ones, a `Position` that is left out is the start, and `Play` holds turns that
//! are made from there first, with ` / ` between them. There may be several `Unless`: the first [`Goal`] that a turn does not
//! meet says what it missed. The last lesson has neither task nor goals: it is a match, with these options.

mod goal;
mod read;
mod turns;

pub use goal::Goal;
pub use turns::each_turn;

use std::fmt;
use std::str::FromStr;

use super::{AnyPosition, Effect, Game, GivenOptions, Progress, TurnRead, Values, read_turn};

/// Which lesson of which game: `anache.crushing`, at most 25 characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LessonId {
    game: String,
    key: String,
}

/// The most characters of a [`LessonId`] as a text: this many leave room in a button for all that stands beside it.
const MOST_ID: usize = 25;

/// A lesson as its file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The name in buttons and in what is kept of a learner's progress: never changed once people have learned it.
    pub id: LessonId,
    /// What it is about, in a few words.
    pub title: String,
    /// What there is to know, in a few sentences.
    pub text: String,
    /// The keys of the lessons of this game that come before it because it builds on them.
    pub needs: Vec<String>,
    /// The settings that are not the usual ones.
    pub options: GivenOptions,
    /// The position text to begin with; empty for the start of the game.
    from: String,
    /// The turns from there.
    play: Vec<String>,
    /// What must be done; `None`: a match.
    pub exercise: Option<Exercise>,
}

/// The task of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// The sentence that asks for it.
    pub task: String,
    /// What the turn must come to, and what is said when it does not; one at least.
    pub goals: Vec<(Goal, String)>,
    /// A turn that does it.
    pub solution: String,
    /// What is said when it is done.
    pub done: String,
}

/// The board of a lesson.
pub struct LessonBoard {
    /// The settings.
    pub values: Values,
    /// The position.
    pub position: AnyPosition,
    /// What the turn before it did.
    pub last: Vec<Effect>,
}

/// What is wrong with a file of lessons.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LessonError(
    /// A sentence that names the lesson.
    pub String,
);

impl LessonId {
    /// A lesson of a game by its key; `None` where that is no name of a lesson.
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

    /// The key of the game, whether or not it still exists.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The key of the lesson, whether or not it still exists.
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

/// A text is no name of a lesson.
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
    /// The lessons of the game in the order in which they are learned.
    ///
    /// # Errors
    ///
    /// When the file of lessons is wrong, which a test keeps from happening.
    pub fn lessons(&self) -> Result<Vec<Lesson>, LessonError> {
        read::lessons(self.card.key, self.card.lessons)
    }
}

impl Lesson {
    /// The board that the lesson begins with.
    ///
    /// # Errors
    ///
    /// When its settings, its position or its turns are not of this game, which a test keeps from happening.
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
    /// Whether a whole turn from this board does what is asked.
    ///
    /// # Errors
    ///
    /// The sentence that says what it misses.
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
