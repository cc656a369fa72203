//! Lessons: typed turns and each learner's progress.

use crate::features::play::model::lesson::FoundLesson;
use crate::features::play::model::session::About;
use crate::features::play::model::view::BoardView;
use crate::features::study::store::lessons;
use crate::games::lessons::LessonId;
use crate::games::{find, read_turn};
use crate::kernel::{Arbiter, Result};
use crate::matches::{Match, UserId};

impl Arbiter {
    /// Returns the lessons of all games that a person has done.
    pub async fn lessons_done(&self, user: UserId) -> Result<Vec<LessonId>> {
        let read = self.read(move |db| {
            Ok((
                lessons::lessons_done(db, user)?,
                lessons::played_against_computers(db, user)?,
            ))
        });
        let (mut done, played) = read.await?;
        // A lesson that is a match is done after any finished match against a computer, however it was started.
        for key in played {
            let lessons = find(&key).and_then(|game| game.lessons().ok());
            let matches = lessons.into_iter().flatten();
            let matches = matches.filter(|lesson| lesson.exercise.is_none());
            done.extend(matches.map(|lesson| lesson.id));
        }
        Ok(done)
    }

    /// Plays a typed turn in a lesson. An unfinished turn continues in the picker.
    pub async fn answer_lesson(&self, by: UserId, id: &LessonId, typed: &str) -> Result<BoardView> {
        let found = FoundLesson::of(id)?;
        let position = &*found.board.position;
        let turn = read_turn(position, typed).map_err(|error| Match::why_not(position, error))?;
        let steps = turn.steps.iter().map(String::as_str);
        self.open_after(by, About::Lesson(id.clone()), steps).await
    }
}
