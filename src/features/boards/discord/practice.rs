//! Boards on which people play by themselves.

use crate::board::Seat;
use crate::discord::ui::Composed;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::{CustomId, PracticeAct};
use crate::discord::ui::reply::Reply;
use crate::features::boards::messages;
use crate::features::boards::model::picker::PickerAct;
use crate::features::boards::model::practice::About;
use crate::features::boards::service::practice::PracticeView;
use crate::features::computers::discord::hints::is_silence;
use crate::features::{computers, conditional};
use crate::games::Game;
use crate::kernel;
use crate::matches::MatchId;

/// Opens a board that begins from a match; without a ply, from the board as it stands.
pub async fn explore_match(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    ply: Option<u32>,
) -> Result<(), CommandError> {
    let view = app.watched(reply, id).await?;
    let last = view.state.ply();
    // A turn that forced a pass is one with it.
    let ply = view
        .state
        .stages()
        .rfind(|stage| *stage <= ply.unwrap_or(last))
        .unwrap_or(last);
    explore(app, reply, About::Match { id, ply }).await
}

/// Opens a board at the start of a game.
pub async fn explore_game(
    app: &App,
    reply: &mut Reply<'_>,
    game: &Game,
) -> Result<(), CommandError> {
    explore(app, reply, About::Game(game.card.key.to_owned())).await
}

async fn explore(app: &App, reply: &mut Reply<'_>, about: About) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let opened = app.arbiter.open_practice(user, about);
    let view = reply.while_doing(opened).await?;
    let message = compose(app, reply, &view).await;
    app.whisper(reply, message).await
}

/// A board of practice as its person sees it.
pub(crate) async fn compose(app: &App, reply: &mut Reply<'_>, view: &PracticeView) -> Composed {
    if view.practice.about.is_task() {
        return messages::task(view);
    }
    let seen_from = seen_from(app, reply, view).await;
    messages::explored(view, seen_from, None)
}

/// The side from which a board is seen: always the same, so that it does not turn round with every turn.
async fn seen_from(app: &App, reply: &mut Reply<'_>, view: &PracticeView) -> Seat {
    let user = reply.asked.user();
    match &view.view {
        Some(view) => {
            let viewpoint = reply.preferences(&app.arbiter).await.own.viewpoint;
            viewpoint.seat_looking_back(&view.state, user)
        }
        None => Seat::First,
    }
}

/// Does something on a board of practice.
pub async fn act(
    app: &App,
    reply: &mut Reply<'_>,
    board: u64,
    generation: u32,
    act: PickerAct,
) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let done = app.arbiter.practise(user, board, generation, act);
    let view = reply.while_doing(done).await?;
    let message = compose(app, reply, &view).await;
    app.turn_into(reply, message).await.map(drop)
}

/// Does on a board of practice what was chosen from a menu.
pub async fn act_from(
    app: &App,
    reply: &mut Reply<'_>,
    board: u64,
    generation: u32,
    list: u8,
) -> Result<(), CommandError> {
    let keys = reply.asked.chosen().to_vec();
    let list = usize::from(list);
    act(
        app,
        reply,
        board,
        generation,
        PickerAct::From { list, keys },
    )
    .await
}

/// Asks a computer what it thinks of a board of practice.
pub async fn think(
    app: &App,
    reply: &mut Reply<'_>,
    board: u64,
    generation: u32,
) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let asked = app.arbiter.practice_opinion(user, board, generation);
    match reply.while_doing(asked).await {
        Ok((view, thought)) => {
            let seen_from = seen_from(app, reply, &view).await;
            let message = messages::explored(&view, seen_from, Some(&thought));
            app.whisper_here(reply, message).await
        }
        Err(error) if is_silence(&error) => {
            let again = CustomId::Practice {
                board,
                generation,
                act: PracticeAct::Think,
            };
            silence(app, reply, error, again).await
        }
        Err(error) => Err(error.into()),
    }
}

/// Says that a computer does not answer, with a button that asks again. The board stays as it is.
async fn silence(
    app: &App,
    reply: &mut Reply<'_>,
    error: kernel::Error,
    again: CustomId,
) -> Result<(), CommandError> {
    match CommandError::from(error) {
        CommandError::User(why) => {
            app.whisper(reply, computers::messages::try_again(*why, again))
                .await
        }
        other => Err(other),
    }
}

/// Lays the turns of a board of practice down as a conditional line.
pub async fn plan(
    app: &App,
    reply: &mut Reply<'_>,
    board: u64,
    generation: u32,
) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let planned = app.arbiter.plan_practised(user, board, generation);
    let lines = reply.while_doing(planned).await?;
    conditional::discord::lines::show_lines(app, reply, lines).await
}
