//! Board sessions: opening, picking, and submitting the whole turn.

use std::sync::Arc;

use crate::features;
use crate::features::play::Conditional;
use crate::features::play::model::in_match::{CaughtUp, ahead, catch_up, made_on};
use crate::features::play::model::lesson::FoundLesson;
use crate::features::play::model::picks::{Act, Picked};
use crate::features::play::model::refusal::PlayRefusal;
use crate::features::play::model::session::{About, Planned, Session, Sitting};
use crate::features::play::model::view::{BoardKind, BoardView, Ground, Prepared};
use crate::features::play::service::answers::lines_of;
use crate::features::play::session_press::SessionId;
use crate::features::play::store::sessions;
use crate::games::{self, GivenOptions, step_key};
use crate::kernel::fair::Wanted;
use crate::kernel::{Arbiter, Error, Fault, Result, Update};
use crate::matches::{Line, MatchId, Refusal, UserId};
use crate::search;

/// The result of submitting a whole turn.
pub enum Finished {
    /// The turn is played.
    Played(Box<Update>),
    /// A line is planned. The value has all lines of the player in the match.
    Planned(Box<Conditional>),
    /// The turn is an answer, for the feature that opened the board.
    Answered(Box<BoardView>),
    /// Turns of the line were played since, so the session has caught up instead.
    CaughtUp(Box<BoardView>),
}

impl Arbiter {
    /// Opens a board session in place of the one in the same slot.
    /// Picks that still fit are kept, unless the session is a task.
    pub async fn open(&self, by: UserId, about: About) -> Result<BoardView> {
        self.open_in(by, about, None).await
    }

    /// Opens a board session in a message in which the player goes from match to match.
    pub(crate) async fn open_in(
        &self,
        by: UserId,
        about: About,
        sitting: Option<Sitting>,
    ) -> Result<BoardView> {
        let ground = self.ground(by, &about).await?;
        let mut before = None;
        if !about.is_task() {
            let slot = about.clone();
            before = self
                .read(move |db| sessions::session_before(db, by, &slot))
                .await?;
        }
        let settled = |at: CaughtUp| {
            let planned = ground.planned.as_ref();
            let session = at.session.settled(&*ground.from, planned)?;
            Ok::<_, Error>(CaughtUp { session, ..at })
        };
        let before = before.and_then(|session| match (&about, &ground.view) {
            (About::Turn { .. } | About::Line { .. }, Some(view)) => {
                catch_up(&view.state, by, session)
            }
            _ => Some(CaughtUp::at(session)),
        });
        let mut at = match before.and_then(|at| settled(at).ok()) {
            Some(at) => at,
            None => settled(CaughtUp::at(Session::new(about)))?,
        };
        at.session.sitting = sitting;
        let shown = self.shown(by, at, ground).await?;
        self.kept(by, shown, true).await
    }

    /// Opens a board session with these steps made, given by their canonical texts.
    pub async fn open_after(
        &self,
        by: UserId,
        about: About,
        steps: impl Iterator<Item = &str>,
    ) -> Result<BoardView> {
        let ground = self.ground(by, &about).await?;
        let session = Session {
            picks: steps.map(step_key).collect(),
            ..Session::new(about)
        };
        let mut shown = self.shown(by, CaughtUp::at(session), ground).await?;
        if let BoardKind::Turn { typed, .. } = &mut shown.kind {
            *typed = true;
        }
        self.kept(by, shown, true).await
    }

    /// Applies an action to a session whose message shows this generation.
    /// If turns of its line were played since, the session catches up instead.
    pub async fn pick(
        &self,
        by: UserId,
        session: SessionId,
        generation: u32,
        act: Act,
    ) -> Result<BoardView> {
        let (mut at, ground) = self.held(by, session, generation).await?;
        if at.made.is_empty() {
            let planned = ground.planned.as_ref();
            at.session = at.session.after(&*ground.from, act, planned)?;
        }
        let shown = self.shown(by, at, ground).await?;
        self.kept(by, shown, false).await
    }

    /// Submits the whole turn for the session's purpose.
    pub async fn finish(
        &self,
        by: UserId,
        session: SessionId,
        generation: u32,
    ) -> Result<Finished> {
        let (at, ground) = self.held(by, session, generation).await?;
        let made = !at.made.is_empty();
        let shown = self.shown(by, at, ground).await?;
        if made {
            let shown = self.kept(by, shown, false).await?;
            return Ok(Finished::CaughtUp(Box::new(shown)));
        }
        Ok(match shown.session.about {
            About::Turn { id, board } => {
                let made = self.play(id, by, &shown.whole()?.text(), Some(board)).await;
                match made {
                    Ok(update) => Finished::Played(Box::new(update)),
                    Err(error) => return Err(self.made_there(by, id, board, error).await),
                }
            }
            About::Line { id, board } => {
                let whole = shown.whole()?.text();
                let turns = [shown.session.turns.as_slice(), &[whole]].concat();
                let line = Line { board, turns };
                let lines = self.add_line(id, by, &line.text()).await?;
                // The line is stored, so the session is emptied; the new generation makes older messages invalid.
                let mut emptied = shown;
                emptied.session.turns.clear();
                emptied.session.picks.clear();
                self.changed(emptied.session).await?;
                Finished::Planned(Box::new(lines))
            }
            About::Match { .. } => {
                Finished::Planned(Box::new(self.plan_explored(by, shown).await?))
            }
            About::Puzzle { .. } | About::Mistake { .. } | About::Vote { .. } => {
                Finished::Answered(Box::new(shown))
            }
            About::Game(_) | About::Lesson(_) => return Err(PlayRefusal::NotOnOffer.into()),
        })
    }

    /// Returns a session whose message shows this generation.
    pub(crate) async fn board(
        &self,
        by: UserId,
        session: SessionId,
        generation: u32,
    ) -> Result<BoardView> {
        let (at, ground) = self.held(by, session, generation).await?;
        self.shown(by, at, ground).await
    }

    /// Returns a person's session by its id.
    pub async fn session(&self, by: UserId, id: SessionId) -> Result<Session> {
        let found = self.read(move |db| sessions::session(db, id)).await?;
        let (owner, session) = found.ok_or(PlayRefusal::PickerTaken)?;
        if owner != by {
            return Err(PlayRefusal::NotOnOffer.into());
        }
        Ok(session)
    }

    async fn held(
        &self,
        by: UserId,
        session: SessionId,
        generation: u32,
    ) -> Result<(CaughtUp, Ground)> {
        let session = self.session(by, session).await?;
        let stale = session.generation != generation;
        let at = match session.about {
            About::Line { id, .. } => {
                let state = self.view(id).await?.state;
                state.player_seat(by)?;
                let left = PlayRefusal::PlanLeft { ply: state.ply() };
                catch_up(&state, by, session).ok_or(left)?
            }
            _ => CaughtUp::at(session),
        };
        let ground = match (self.ground(by, &at.session.about).await, &at.session.about) {
            (Err(error), &About::Turn { id, board }) => {
                return Err(self.made_there(by, id, board, error).await);
            }
            (ground, _) => ground?,
        };
        if stale {
            return Err(PlayRefusal::PickedAlready.into());
        }
        Ok((at, ground))
    }

    /// Replaces a refusal with the turn that the player already made on this board, if they did.
    async fn made_there(&self, by: UserId, id: MatchId, board: u32, error: Error) -> Error {
        match (error.refusal(), self.kernel.load(id).await) {
            (Some(_), Ok(state)) if state.player_seat(by).is_ok() => {
                made_on(&state, by, board).map_or(error, Error::from)
            }
            _ => error,
        }
    }

    /// Returns the position from which a session starts, if this person may open one there.
    async fn ground(&self, by: UserId, about: &About) -> Result<Ground> {
        let game = |key: &str| {
            let unknown = || Error::from(Refusal::UnknownGame(key.to_owned()));
            games::find(key).ok_or_else(unknown)
        };
        Ok(match about {
            About::Turn { id, board } => {
                let view = self.view(*id).await?;
                view.state.mover(by, Some(*board), self.now())?;
                Ground::of_match(view)
            }
            About::Vote { id, board } => {
                let view = self.view(*id).await?;
                view.state.votes_on(by, *board)?;
                Ground::of_match(view)
            }
            About::Line { id, board } => {
                let view = self.view(*id).await?;
                let state = view.state.clone();
                let seat = state.waiting_seat(by)?;
                if *board != state.board() {
                    return Err(PlayRefusal::PlanLeft { ply: state.ply() }.into());
                }
                let lines = lines_of(&self.kernel, *id, by).await?;
                let rest = |line| state.rest_of(line).map(<[String]>::to_vec);
                let kept = lines.iter().filter_map(|kept| rest(&kept.line)).collect();
                Ground {
                    planned: Some(Planned { seat, kept }),
                    ..Ground::of_match(view)
                }
            }
            About::Match { id, ply } | About::Mistake { id, ply } => {
                self.stage(*id, *ply, by).await?
            }
            About::Game(key) => {
                let game = game(key)?;
                let options = game
                    .complete_options(&GivenOptions::new(), || 0)
                    .map_err(Refusal::from)?;
                let from = game.start(&options).map_err(Refusal::from)?;
                Ground::of(game, from, Vec::new())
            }
            About::Puzzle { game: key, number } => {
                let game = game(key)?;
                let puzzle = search::puzzle(game, *number).ok_or(PlayRefusal::NotOnOffer)?;
                let from = puzzle
                    .start(game)
                    .map_err(|error| Fault::Puzzle(error.to_string()))?;
                Ground::of(game, from, Vec::new())
            }
            About::Lesson(id) => {
                let found = FoundLesson::of(id)?;
                Ground::of(found.game, found.board.position, found.board.last)
            }
        })
    }

    /// Returns the board of a match at a ply.
    async fn stage(&self, id: MatchId, ply: u32, by: UserId) -> Result<Ground> {
        let view = self.view(id).await?;
        if view.state.players().is_none() {
            return Err(Refusal::NotBegun(id).into());
        }
        let whole = view.state.clone();
        let work = move || whole.as_at(ply);
        let stage = self.kernel.workers.quick(Wanted::asked(by), work).await;
        let stage = stage.map_err(|why| Error::not_done(why, id))?;
        let stage = stage.map_err(Fault::from)?;
        Ok(Ground {
            from: stage.position().boxed_clone(),
            before: stage.last_turn().to_vec(),
            ..Ground::of_match(view)
        })
    }

    /// Returns a session's board with the actions that it offers.
    async fn shown(&self, by: UserId, at: CaughtUp, mut ground: Ground) -> Result<BoardView> {
        let CaughtUp { session, made } = at;
        if let About::Lesson(id) = &session.about {
            let found = Arc::new(FoundLesson::of(id)?);
            return Ok(BoardView::of_lesson(found, session)?);
        }
        let now = session.stand(&*ground.from);
        let now = now.ok_or(PlayRefusal::PickedAlready)?;
        let kind = match (&session.about, &mut ground.view) {
            (About::Turn { .. } | About::Line { .. }, Some(view)) => {
                if !session.turns.is_empty() {
                    let after = ahead(&view.state, &session.turns, self.now())?;
                    view.state = Arc::new(after);
                }
                let prepare = |turn: &Picked| self.prepare(view.clone(), by, &turn.text(), None);
                let whole = now.whole().map(prepare).transpose()?;
                BoardKind::Turn {
                    whole: whole.map(Box::new),
                    made,
                    typed: false,
                }
            }
            (About::Vote { .. }, Some(view)) => {
                let prepare = |turn: &Picked| {
                    let turn = turn.text();
                    let after = ahead(&view.state, std::slice::from_ref(&turn), self.now())?;
                    Ok::<_, Error>(Box::new(Prepared {
                        view: view.clone(),
                        after,
                        turn,
                    }))
                };
                BoardKind::Turn {
                    whole: now.whole().map(prepare).transpose()?,
                    made,
                    typed: false,
                }
            }
            (about, _) if about.is_explored() => self.explored(by, about, &ground, &now).await?,
            _ => BoardKind::Task,
        };
        Ok(BoardView {
            session,
            ground,
            now,
            kind,
        })
    }

    /// Stores the session of a view, as an opened or a changed one.
    async fn kept(&self, by: UserId, mut shown: BoardView, opening: bool) -> Result<BoardView> {
        let (session, now) = (shown.session.clone(), self.now());
        let written = features::purpose(&shown.session.about)
            .and_then(|purpose| (purpose.kept)(&shown, by, now));
        let kept = self.write(move |db| {
            if let Some(written) = written {
                written(db)?;
            }
            if opening {
                sessions::open_session(db, by, session, now).map(Some)
            } else {
                sessions::change_session(db, session, now)
            }
        });
        shown.session = kept.await?.ok_or(PlayRefusal::PickedAlready)?;
        Ok(shown)
    }

    /// Stores a changed session; `None` if another change was quicker.
    pub(crate) async fn changed(&self, session: Session) -> Result<Option<Session>> {
        let now = self.now();
        self.write(move |db| sessions::change_session(db, session, now))
            .await
    }
}
