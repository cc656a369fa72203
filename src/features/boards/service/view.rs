//! What people see of their board sessions.

use std::sync::Arc;

use crate::features::boards::model::lesson::FoundLesson;
use crate::features::boards::model::picks::Picked;
use crate::features::boards::model::session::{About, Planned, Session, Standing};
use crate::games::{AnyPosition, Effect, Game, step_key};
use crate::kernel::View;
use crate::matches::{Match, MatchId, Refusal};

/// A turn that could be made, and what would come of it.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The match as it stands.
    pub view: View,
    /// The match as it would stand after the turn.
    pub after: Match,
    /// The turn's canonical text.
    pub turn: String,
}

/// What a board session begins from.
#[derive(Clone)]
pub struct Ground {
    pub game: &'static Game,
    /// The match that it belongs to; of a planned line, as it would stand after the line's turns.
    pub view: Option<View>,
    /// The position from which it begins.
    pub from: AnyPosition,
    /// What the turn before that did.
    pub before: Vec<Effect>,
    /// What a planned line has to follow.
    pub(crate) planned: Option<Planned>,
}

/// A board session, and where it stands.
#[derive(Clone)]
pub struct BoardView {
    /// What is kept of it.
    pub session: Session,
    /// What it begins from.
    pub ground: Ground,
    /// Where it stands.
    pub now: Standing,
    pub kind: BoardKind,
}

/// What a board has beside the picks, by what it is for.
#[derive(Clone)]
pub enum BoardKind {
    /// A turn of a match, or a planned line.
    Turn {
        /// What would come of the turn, once it is whole.
        whole: Option<Box<Prepared>>,
        /// Turns of its line that were made since the player saw it last, as players write them.
        made: Vec<String>,
        /// Whether it is one that the player has typed.
        typed: bool,
    },
    Exploration {
        /// Whether a computer may be asked what it thinks.
        may_ask: bool,
        /// The match of this person against another one to which an answer of the computer could belong, and because of
        /// which it may not be asked.
        helps: Option<MatchId>,
        /// Whether its turns can be planned as a conditional line.
        may_plan: bool,
    },
    /// A puzzle or a mistake.
    Task,
    Lesson {
        found: Arc<FoundLesson>,
        /// What came of the turn, once it is whole: done, or the sentence that says what it missed.
        judged: Option<Result<(), String>>,
    },
}

impl Ground {
    /// A match as it stands.
    #[must_use]
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

    /// A position of no match, after what the turn before it did.
    #[must_use]
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
    /// A lesson with these picks in it.
    ///
    /// # Errors
    ///
    /// When they lead nowhere.
    pub fn of_lesson(found: Arc<FoundLesson>, session: Session) -> Result<Self, Refusal> {
        let board = &found.board;
        let ground = Ground::of(found.game, board.position.clone(), board.last.clone());
        let now = session.stand(&*ground.from).ok_or(Refusal::NotOnOffer)?;
        let judged = now.whole().and_then(|whole| found.judge(whole));
        Ok(Self {
            session,
            ground,
            now,
            kind: BoardKind::Lesson { found, judged },
        })
    }

    /// A lesson with these steps made, given by their canonical texts.
    ///
    /// # Errors
    ///
    /// When they cannot be made.
    pub fn with_steps(found: &Arc<FoundLesson>, steps: &[String]) -> Result<Self, Refusal> {
        let about = About::Lesson(found.lesson.id.clone());
        let picks = steps.iter().map(|step| step_key(step)).collect();
        let session = Session::new(about);
        Self::of_lesson(found.clone(), Session { picks, ..session })
    }

    /// The turn that was picked, once it is whole.
    pub(crate) fn whole(&self) -> Result<&Picked, Refusal> {
        self.now.whole().ok_or(Refusal::NotOnOffer)
    }

    /// It with this turn made.
    ///
    /// # Errors
    ///
    /// When the turn does not fit it.
    pub(crate) fn with_turn(mut self, turn: String) -> Result<Self, Refusal> {
        self.session.turns = vec![turn];
        self.session.picks.clear();
        let now = self.session.stand(&*self.ground.from);
        self.now = now.ok_or(Refusal::PickedAlready)?;
        Ok(self)
    }
}
