//! Buttons and menus of what one learns from: hints, analyses, boards of one's own, puzzles.

use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::{CustomId, PracticeAct};
use crate::discord::ui::reply::Reply;
use crate::features::boards::PickerAct;
use crate::features::boards::discord::{mistakes, practice, puzzles};
use crate::features::boards::model::practice::About;
use crate::features::computers;
use crate::kernel::Answer;

/// Does what one of these buttons asks for. Each handler is boxed: together they would not fit on a thread's stack.
pub async fn press(app: &App, reply: &mut Reply<'_>, id: CustomId) -> Result<(), CommandError> {
    match id {
        CustomId::Explore { id, ply } => {
            Box::pin(practice::explore_match(app, reply, id, Some(ply))).await
        }
        CustomId::Practice {
            board,
            generation,
            act,
        } => practise(app, reply, board, generation, act).await,
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

/// Does what is asked for on a board of one's own.
async fn practise(
    app: &App,
    reply: &mut Reply<'_>,
    board: u64,
    generation: u32,
    act: PracticeAct,
) -> Result<(), CommandError> {
    let act = match act {
        PracticeAct::Key(key) => PickerAct::Pick(key),
        PracticeAct::Back => PickerAct::Back,
        PracticeAct::Over => PickerAct::StartOver,
        PracticeAct::From(list) => {
            return Box::pin(practice::act_from(app, reply, board, generation, list)).await;
        }
        PracticeAct::Think => {
            return Box::pin(practice::think(app, reply, board, generation)).await;
        }
        PracticeAct::Plan => {
            return Box::pin(practice::plan(app, reply, board, generation)).await;
        }
        PracticeAct::Play => return Box::pin(answer(app, reply, board, generation)).await,
    };
    Box::pin(practice::act(app, reply, board, generation, act)).await
}

/// Takes the turn that was picked on a board as the answer to what is asked there.
async fn answer(
    app: &App,
    reply: &mut Reply<'_>,
    board: u64,
    generation: u32,
) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let found = app.arbiter.practice(user, board, generation);
    let found = reply.while_doing(found).await?;
    match found.practice.about {
        About::Mistake { .. } => Box::pin(mistakes::answer(app, reply, board, generation)).await,
        _ => Box::pin(puzzles::answer(app, reply, board, generation)).await,
    }
}
