//! Lessons: what somebody does in them, and how far they have come.

use super::view::BoardView;
use crate::features::boards::model::lesson::FoundLesson;
use crate::features::boards::model::session::About;
use crate::features::boards::store::lessons;
use crate::games::lessons::LessonId;
use crate::games::{find, read_turn};
use crate::kernel::{Arbiter, Error};
use crate::matches::{Match, UserId};

impl Arbiter {
    /// The lessons that somebody has done, of all games.
    pub async fn lessons_done(&self, user: UserId) -> Result<Vec<LessonId>, Error> {
        let read = self.read(move |db| {
            Ok((
                lessons::lessons_done(db, user)?,
                lessons::played_against_computers(db, user)?,
            ))
        });
        let (mut done, played) = read.await?;
        // A lesson that is a match is done with the first one against a computer, however that was begun.
        for key in played {
            let lessons = find(&key).and_then(|game| game.lessons().ok());
            let matches = lessons.into_iter().flatten();
            let matches = matches.filter(|lesson| lesson.exercise.is_none());
            done.extend(matches.map(|lesson| lesson.id));
        }
        Ok(done)
    }

    /// Makes a turn in a lesson that was typed. One that stops too early goes on pick by pick.
    ///
    /// # Errors
    ///
    /// When there is no such lesson, or the rules do not allow the turn.
    pub async fn answer_lesson(
        &self,
        by: UserId,
        id: &LessonId,
        typed: &str,
    ) -> Result<BoardView, Error> {
        let found = FoundLesson::of(id)?;
        let position = &*found.board.position;
        let turn = read_turn(position, typed).map_err(|error| Match::why_not(position, error))?;
        let steps = turn.steps.iter().map(String::as_str);
        self.open_after(by, About::Lesson(id.clone()), steps).await
    }
}
