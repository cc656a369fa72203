//! Buttons and menus of what one learns from: hints, analyses, boards of one's own, puzzles.

use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::reply::Reply;
use crate::features::boards::discord::{exploring, mistakes, puzzles};
use crate::features::computers;
use crate::kernel::Answer;

/// Does what one of these buttons asks for. Each handler is boxed: together they would not fit on a thread's stack.
pub async fn press(app: &App, reply: &mut Reply<'_>, id: CustomId) -> Result<(), CommandError> {
    match id {
        CustomId::Explore { id, ply } => {
            Box::pin(exploring::explore_match(app, reply, id, Some(ply))).await
        }
        CustomId::NextPuzzle { game } => Box::pin(puzzles::next(app, reply, Some(&game))).await,
        CustomId::TryPuzzle { game, number } => {
            Box::pin(puzzles::open(app, reply, &game, number)).await
        }
        CustomId::PuzzleSolution { game, number } => {
            Box::pin(puzzles::solution(app, reply, &game, number)).await
        }
        CustomId::Mistake { id, ply } => Box::pin(mistakes::open(app, reply, id, ply)).await,
        CustomId::BetterTurn { id, ply } => Box::pin(mistakes::better(app, reply, id, ply)).await,
        CustomId::Analysis(id) => {
            Box::pin(computers::discord::analysis::show(app, reply, id)).await
        }
        CustomId::Hint(id) => Box::pin(computers::discord::hints::show(app, reply, id)).await,
        CustomId::HintTurn { id, board } => {
            Box::pin(computers::discord::hints::show_turn(app, reply, id, board)).await
        }
        CustomId::HintsAgree(id) => {
            Box::pin(computers::discord::hints::answer(
                app,
                reply,
                id,
                Answer::Accept,
            ))
            .await
        }
        CustomId::HintsDecline(id) => {
            Box::pin(computers::discord::hints::answer(
                app,
                reply,
                id,
                Answer::Decline,
            ))
            .await
        }
        _ => Err(ui::unknown_component().into()),
    }
}
