//! Lessons: what somebody does in them, and how far they have come.

use crate::features::boards::model::picker::{Picked, PickerAct};
use crate::features::boards::store::lessons;
use crate::games::lessons::{Lesson, LessonBoard, LessonId};
use crate::games::{Game, Progress, TurnRead, find, read_turn, step_key};
use crate::kernel::{Arbiter, Error};
use crate::matches::{Match, Refusal, UserId};

/// A lesson among those of its game.
pub struct FoundLesson {
    pub game: &'static Game,
    pub lesson: Lesson,
    /// Which one it is, counted from 1.
    pub number: usize,
    /// How many there are.
    pub count: usize,
    /// The one after it.
    pub next: Option<LessonId>,
    /// The board that it begins with.
    pub board: LessonBoard,
}

/// A lesson, and where somebody's picks have led in it.
pub struct LessonView {
    pub found: FoundLesson,
    /// Where the picks lead.
    pub picked: Picked,
    /// Whether anything was picked.
    pub begun: bool,
    /// Of the picks.
    pub generation: u32,
    /// What came of the turn, once it is whole: done, or the sentence that says what it missed.
    pub judged: Option<Result<(), String>>,
}

impl FoundLesson {
    /// The lesson of this name.
    ///
    /// # Errors
    ///
    /// When there is none, or none any more.
    pub fn of(id: &LessonId) -> Result<Self, Error> {
        let game = find(id.game()).ok_or(Refusal::NoSuchLesson)?;
        let unreadable = |error| {
            tracing::error!(%error, "a lesson cannot be given");
            Refusal::NoSuchLesson
        };
        let mut lessons = game.lessons().map_err(unreadable)?;
        let count = lessons.len();
        let at = lessons.iter().position(|lesson| lesson.id == *id);
        let at = at.ok_or(Refusal::NoSuchLesson)?;
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

    /// The board after the turn that solves it; `None` where there is nothing to solve.
    #[must_use]
    pub fn solved(&self) -> Option<TurnRead> {
        let exercise = self.lesson.exercise.as_ref()?;
        read_turn(&*self.board.position, &exercise.solution).ok()
    }

    /// What came of a whole turn: done, or the sentence that says what it missed.
    fn judge(&self, turn: &TurnRead) -> Option<Result<(), String>> {
        let exercise = self.lesson.exercise.as_ref()?;
        Some(exercise.judge(&self.board, turn).map_err(str::to_owned))
    }
}

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

    /// Begins a lesson, or begins it anew.
    ///
    /// # Errors
    ///
    /// When there is no such lesson.
    pub async fn open_lesson(&self, user: UserId, id: &LessonId) -> Result<LessonView, Error> {
        self.lesson_at(user, FoundLesson::of(id)?, Vec::new(), None)
            .await
    }

    /// Picks something in a lesson whose message shows this generation, or takes a pick back. A turn that is whole by that
    /// is judged.
    ///
    /// # Errors
    ///
    /// When there is no such lesson or nothing of that kind to be picked, or another press was quicker.
    pub async fn pick_in_lesson(
        &self,
        user: UserId,
        id: &LessonId,
        generation: u32,
        act: PickerAct,
    ) -> Result<LessonView, Error> {
        let found = FoundLesson::of(id)?;
        let id = id.clone();
        let kept = self
            .read(move |db| lessons::lesson_picks(db, user, &id))
            .await?;
        let (picks, now) = kept.ok_or(Refusal::NotOnOffer)?;
        if now != generation {
            return Err(Refusal::PickedAlready.into());
        }
        let picks = Picked::on(&*found.board.position, &picks)
            .and_then(|picked| picked.after(picks, act))
            .ok_or(Refusal::NotOnOffer)?;
        self.lesson_at(user, found, picks, Some(generation)).await
    }

    /// Makes a turn in a lesson that was typed. One that stops too early goes on pick by pick.
    ///
    /// # Errors
    ///
    /// When there is no such lesson, or the rules do not allow the turn.
    pub async fn answer_lesson(
        &self,
        user: UserId,
        id: &LessonId,
        typed: &str,
    ) -> Result<LessonView, Error> {
        let found = FoundLesson::of(id)?;
        let position = &*found.board.position;
        let turn = read_turn(position, typed).map_err(|error| Match::why_not(position, error))?;
        let picks = turn.steps.iter().map(|step| step_key(step)).collect();
        self.lesson_at(user, found, picks, None).await
    }

    /// Where these picks lead, once they are kept: in place of those of a generation, or of whatever was there.
    async fn lesson_at(
        &self,
        user: UserId,
        found: FoundLesson,
        picks: Vec<String>,
        before: Option<u32>,
    ) -> Result<LessonView, Error> {
        let picked = Picked::on(&*found.board.position, &picks).ok_or(Refusal::NotOnOffer)?;
        let judged = if picked.choice.is_none() && picked.progress == Progress::Complete {
            found.judge(&TurnRead {
                steps: picked.steps.clone(),
                effects: picked.effects.clone(),
                after: picked.after.clone(),
                progress: Progress::Complete,
            })
        } else {
            None
        };
        let (id, begun, now) = (found.lesson.id.clone(), !picks.is_empty(), self.now());
        let done = judged == Some(Ok(()));
        let write = self.write(move |db| {
            // Who has done it has done it, even if the picks have changed since.
            if done {
                lessons::lesson_done(db, user, &id, now)?;
            }
            match before {
                None => lessons::open_lesson(db, user, &id, &picks).map(Some),
                Some(generation) => lessons::change_lesson(db, user, &id, generation, &picks),
            }
        });
        let generation = write.await?.ok_or(Refusal::PickedAlready)?;
        Ok(LessonView {
            begun,
            found,
            picked,
            generation,
            judged,
        })
    }
}
