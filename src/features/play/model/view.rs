//! Views of board sessions.

use std::sync::Arc;

use crate::features::play::model::lesson::FoundLesson;
use crate::features::play::model::picks::Picked;
use crate::features::play::model::refusal::PlayRefusal;
use crate::features::play::model::session::{About, Planned, Session, Standing};
use crate::games::{AnyPosition, Effect, Game, step_key};
use crate::kernel::View;
use crate::matches::{Match, MatchId};

/// A turn that a player can make, and its result.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The match before the turn.
    pub view: View,
    /// The match after the turn.
    pub after: Match,
    pub turn: String,
}

/// The start of a board session.
#[derive(Clone)]
pub struct Ground {
    pub game: &'static Game,
    /// The match of the session; for a planned line, as it would be after the line's turns.
    pub view: Option<View>,
    /// The position at the start.
    pub from: AnyPosition,
    /// The effects of the turn before the start.
    pub before: Vec<Effect>,
    /// The context of a planned line.
    pub(crate) planned: Option<Planned>,
}

/// A board session with its current position.
#[derive(Clone)]
pub struct BoardView {
    pub session: Session,
    pub ground: Ground,
    pub now: Standing,
    pub kind: BoardKind,
}

/// The extras of a board besides its picks, by the session's purpose.
#[derive(Clone)]
pub enum BoardKind {
    /// A turn of a match, or a planned line.
    Turn {
        /// The preview of the turn, if it is whole.
        whole: Option<Box<Prepared>>,
        /// The turns of the line that were played since the player last saw the session, as players write them.
        made: Vec<String>,
        /// Whether the player typed the turn.
        typed: bool,
    },
    Exploration {
        /// Whether the person may ask a computer.
        may_ask: bool,
        /// The person's match against another person because of which they may not ask a computer.
        helps: Option<MatchId>,
        /// Whether the turns can be planned as a conditional line.
        may_plan: bool,
    },
    /// A puzzle or a mistake.
    Task,
    Lesson {
        found: Arc<FoundLesson>,
        /// The verdict on a whole turn: solved, or the sentence that names what is missing.
        judged: Option<Result<(), String>>,
    },
}

impl Ground {
    /// Starts from the current position of a match.
    pub fn of_match(view: View) -> Self {
        let state = &view.state;
        Self {
            game: state.game(),
            from: state.position().boxed_clone(),
            before: state.last_turn().to_vec(),
            view: Some(view),
            planned: None,
        }
    }

    /// Starts from a position outside any match. `before` are the effects of the turn before it.
    pub const fn of(game: &'static Game, from: AnyPosition, before: Vec<Effect>) -> Self {
        Self {
            game,
            view: None,
            from,
            before,
            planned: None,
        }
    }
}

impl BoardView {
    /// Returns a lesson with the picks of its session.
    pub fn of_lesson(found: Arc<FoundLesson>, session: Session) -> Result<Self, PlayRefusal> {
        let board = &found.board;
        let ground = Ground::of(found.game, board.position.clone(), board.last.clone());
        let now = session
            .stand(&*ground.from)
            .ok_or(PlayRefusal::NotOnOffer)?;
        let judged = now.whole().and_then(|whole| found.judge(whole));
        Ok(Self {
            session,
            ground,
            now,
            kind: BoardKind::Lesson { found, judged },
        })
    }

    /// Returns a lesson with these steps made, given by their canonical texts.
    pub fn with_steps(found: &Arc<FoundLesson>, steps: &[String]) -> Result<Self, PlayRefusal> {
        let about = About::Lesson(found.lesson.id.clone());
        let picks = steps.iter().map(|step| step_key(step)).collect();
        let session = Session::new(about);
        Self::of_lesson(found.clone(), Session { picks, ..session })
    }

    /// Returns the current turn, or a refusal if it is unfinished.
    pub(crate) fn whole(&self) -> Result<&Picked, PlayRefusal> {
        self.now.whole().ok_or(PlayRefusal::NotOnOffer)
    }

    /// Returns the board after this turn.
    pub(crate) fn with_turn(mut self, turn: String) -> Result<Self, PlayRefusal> {
        self.session.turns = vec![turn];
        self.session.picks.clear();
        let now = self.session.stand(&*self.ground.from);
        self.now = now.ok_or(PlayRefusal::PickedAlready)?;
        Ok(self)
    }
}
