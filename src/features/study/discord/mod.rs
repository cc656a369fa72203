//! Commands and presses.

pub(crate) mod analysis;
pub(crate) mod commands;
pub(crate) mod exploration;
pub(crate) mod hints;
pub(crate) mod lessons;
pub(crate) mod mistakes;
pub(crate) mod purposes;
pub(crate) mod puzzles;

use crate::discord::ui::TURN_FIELD;
use crate::discord::ui::app::App;
use crate::discord::ui::press::{Handle, Handling};
use crate::discord::ui::reply::Reply;
use crate::features::study::press::Press;
use crate::kernel::Answer;

impl Handle for Press {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        match *self {
            Press::Explore { id, ply } => {
                Box::pin(exploration::explore_match(app, reply, id, Some(ply)))
            }
            Press::LessonsOf { game } => {
                Box::pin(async move { lessons::of_game(app, reply, &game).await })
            }
            Press::TryPuzzle { game, number } => {
                Box::pin(async move { puzzles::open(app, reply, &game, number).await })
            }
            Press::PuzzleSolution { game, number } => {
                Box::pin(async move { puzzles::solution(app, reply, &game, number).await })
            }
            Press::Mistake { id, ply } => Box::pin(mistakes::open(app, reply, id, ply)),
            Press::Analysis(id) => Box::pin(analysis::show(app, reply, id)),
            Press::Hint(id) => Box::pin(hints::show(app, reply, id)),
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
            Press::HintTurn { id, board } => Box::pin(hints::show_turn(app, reply, id, board)),
            Press::HintsAgree(id) => Box::pin(hints::answer(app, reply, id, Answer::Accept)),
            Press::HintsDecline(id) => Box::pin(hints::answer(app, reply, id, Answer::Decline)),
        }
    }
}
