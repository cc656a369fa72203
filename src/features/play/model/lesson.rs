use super::picks::Picked;
use crate::features::play::model::refusal::PlayRefusal;
use crate::games::lessons::{Lesson, LessonBoard, LessonId};
use crate::games::{Game, Progress, TurnRead, find, read_turn};

/// A lesson and its place among the lessons of its game.
pub struct FoundLesson {
    pub game: &'static Game,
    pub lesson: Lesson,
    /// Its number, counted from 1.
    pub number: usize,
    /// The number of lessons of the game.
    pub count: usize,
    pub next: Option<LessonId>,
    pub board: LessonBoard,
}

impl FoundLesson {
    /// Finds a lesson by its id.
    pub fn of(id: &LessonId) -> Result<Self, PlayRefusal> {
        let game = find(id.game()).ok_or(PlayRefusal::NoSuchLesson)?;
        let unreadable = |error| {
            tracing::error!(%error, "a lesson cannot be given");
            PlayRefusal::NoSuchLesson
        };
        let mut lessons = game.lessons().map_err(unreadable)?;
        let count = lessons.len();
        let at = lessons.iter().position(|lesson| lesson.id == *id);
        let at = at.ok_or(PlayRefusal::NoSuchLesson)?;
        let next = lessons.get(at + 1).map(|lesson| lesson.id.clone());
        let lesson = lessons.swap_remove(at);
        let board = lesson.board(game).map_err(unreadable)?;
        Ok(Self {
            game,
            lesson,
            number: at + 1,
            count,
            next,
            board,
        })
    }

    /// Returns the board after the solution; `None` if the lesson has no exercise.
    pub fn solved(&self) -> Option<TurnRead> {
        let exercise = self.lesson.exercise.as_ref()?;
        read_turn(&*self.board.position, &exercise.solution).ok()
    }

    /// Judges a whole turn: solved, or the sentence that names what is missing.
    pub(crate) fn judge(&self, whole: &Picked) -> Option<Result<(), String>> {
        let exercise = self.lesson.exercise.as_ref()?;
        let turn = TurnRead {
            steps: whole.steps.clone(),
            effects: whole.effects.clone(),
            after: whole.after.clone(),
            progress: Progress::Complete,
        };
        Some(exercise.judge(&self.board, &turn).map_err(str::to_owned))
    }
}
