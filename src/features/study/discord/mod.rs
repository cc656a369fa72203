//! Commands and presses.

pub(crate) mod commands;
pub(crate) mod composing;
pub(crate) mod exploring;
pub(crate) mod lessons;
pub(crate) mod mistakes;
pub(crate) mod puzzles;
pub(crate) mod sessions;
pub(crate) mod typed;

use crate::features::boards::press::Press;
use crate::features::boards::session_press::SessionPress;

use crate::discord::ui::TURN_FIELD;
use crate::discord::ui::app::App;
use crate::discord::ui::press::{Handle, Handling};
use crate::discord::ui::reply::Reply;

impl Handle for Press {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        match *self {
            Press::NextPuzzle { game } => {
                Box::pin(async move { puzzles::next(app, reply, Some(&game)).await })
            }
            Press::BetterTurn { id, ply } => Box::pin(mistakes::better(app, reply, id, ply)),
            Press::Learn => Box::pin(lessons::games(app, reply)),
            Press::Lesson(id) => Box::pin(async move { lessons::begin(app, reply, &id).await }),
            Press::LessonType(id) => Box::pin(async move { lessons::ask(app, reply, &id).await }),
            Press::LessonText(id) => Box::pin(async move {
                let typed = reply.interaction.typed(TURN_FIELD);
                lessons::answer(app, reply, &id, typed).await
            }),
            Press::LessonShow(id) => Box::pin(async move { lessons::solve(app, reply, &id).await }),
            Press::LessonMatch(id) => Box::pin(async move { lessons::play(app, reply, &id).await }),
            Press::LessonMatchHere(id) => {
                Box::pin(async move { lessons::play_here(app, reply, &id).await })
            }
        }
    }
}

impl Handle for SessionPress {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        let Self {
            session,
            generation,
            act,
        } = *self;
        Box::pin(sessions::press(app, reply, session, generation, act))
    }
}
