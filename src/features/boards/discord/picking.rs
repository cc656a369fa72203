//! Turns put together pick by pick, in a message that only their player sees: the turn that is due, or a line of
//! planned turns.

use super::picker_message;
use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::reply::Reply;
use crate::features::boards::messages;
use crate::features::boards::model::picker::PickerAct;
use crate::features::boards::service::picking::{LineSaved, PickerView};
use crate::features::{conditional, play};
use crate::kernel;
use crate::matches::{Confirm, MatchId, Refusal};

/// Opens a picker for the turn that is due. Who has to wait is offered one for a line.
pub async fn open(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    board: u32,
) -> Result<(), CommandError> {
    let view = app.view(reply, id).await?;
    play::discord::actions::current(&view, reply, board)?;
    let user = reply.asked.user();
    let picker = match reply
        .while_doing(app.arbiter.open_picker(id, user, board))
        .await
    {
        Ok(picker) => picker,
        Err(kernel::Error::Refused(refusal @ Refusal::NotYourTurn { .. })) => {
            let why = ui::refusal(&refusal, app.elsewhere(reply, id).await);
            app.whisper(reply, messages::waiting(why, &view.state, user))
                .await?;
            return app.announce_dropped(reply, id).await;
        }
        Err(error) => return Err(app.explain(reply, id, error).await),
    };
    let message = picker_message::compose(app, reply, id, &picker).await?;
    app.whisper(reply, message).await?;
    app.announce_dropped(reply, id).await
}

/// Opens a picker in the message of one that has ended.
pub async fn open_anew(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    board: u32,
) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let opened = reply
        .while_doing(app.arbiter.open_picker(id, user, board))
        .await;
    show(app, reply, id, opened).await
}

/// Opens a picker for a line of planned turns.
pub async fn plan(app: &App, reply: &mut Reply<'_>, id: MatchId) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let picker = match reply.while_doing(app.arbiter.plan_line(id, user)).await {
        Ok(picker) => picker,
        Err(error) => return Err(app.explain(reply, id, error).await),
    };
    let message = picker_message::compose(app, reply, id, &picker).await?;
    app.whisper_here(reply, message).await?;
    app.announce_dropped(reply, id).await
}

/// Does something with a picker, and shows it as it is then. A turn that has become whole is played at once for those
/// who do not want to see it first.
pub async fn pick(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    generation: u32,
    act: PickerAct,
) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let picked = reply
        .while_doing(app.arbiter.pick(id, user, generation, act))
        .await;
    if let Ok(PickerView { picker, whole: Some(_), made, .. }) = &picked
        // Who was planning has not decided on a turn that counts.
        && picker.line.is_none() && made.is_empty()
        && reply.preferences(&app.arbiter).await.own.confirm == Confirm::Never
    {
        return play(app, reply, id, picker.generation).await;
    }
    show(app, reply, id, picked).await
}

/// Picks what ends a turn that its player sees already, and plays it.
pub async fn pick_and_play(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    generation: u32,
    key: String,
) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let picked = reply
        .while_doing(app.arbiter.pick(id, user, generation, PickerAct::Pick(key)))
        .await;
    match picked {
        Ok(PickerView {
            picker,
            whole: Some(_),
            ..
        }) if picker.line.is_none() => play(app, reply, id, picker.generation).await,
        other => show(app, reply, id, other).await,
    }
}

/// Picks what was chosen from a menu: one thing, or some pieces.
pub async fn pick_from(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    generation: u32,
    list: u8,
) -> Result<(), CommandError> {
    let keys = reply.asked.chosen().to_vec();
    pick(
        app,
        reply,
        id,
        generation,
        PickerAct::From {
            list: usize::from(list),
            keys,
        },
    )
    .await
}

/// Plays what was picked. The picker turns into the answer; the board is posted for everyone.
pub async fn play(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    generation: u32,
) -> Result<(), CommandError> {
    let user = reply.asked.user();
    match reply
        .while_doing(app.acting(reply).play_picked(id, user, generation))
        .await
    {
        Ok(update) => {
            app.conclude_in_place(reply, update).await?;
            app.announce_dropped(reply, id).await
        }
        Err(error) => end(app, reply, id, error).await,
    }
}

/// Keeps the line that was picked. The picker turns into the list of all.
pub async fn save(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    generation: u32,
) -> Result<(), CommandError> {
    let user = reply.asked.user();
    match reply
        .while_doing(app.arbiter.save_picked(id, user, generation))
        .await
    {
        Ok(LineSaved::Kept(lines)) => {
            conditional::discord::lines::show_lines(app, reply, lines).await
        }
        Ok(LineSaved::CaughtUp(picker)) => show(app, reply, id, Ok(*picker)).await,
        Err(error) => end(app, reply, id, error).await,
    }
}

async fn show(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    picked: Result<PickerView, kernel::Error>,
) -> Result<(), CommandError> {
    match picked {
        Ok(picker) => {
            let message = picker_message::compose(app, reply, id, &picker).await?;
            app.turn_into(reply, message).await.map(drop)
        }
        Err(error) => end(app, reply, id, error).await,
    }
}

/// Says why a picker cannot go on, in its own message: its buttons are good for nothing any more.
async fn end(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    error: kernel::Error,
) -> Result<(), CommandError> {
    let refusal = match error {
        // The message shows, or will show at once, what the quicker press has made of it; or something else can be done
        // with the line that it shows.
        kernel::Error::Refused(
            Refusal::PickedAlready
            | Refusal::NothingToAnswer { .. }
            | Refusal::LineKept
            | Refusal::OtherAnswer { .. }
            | Refusal::LineTooLong { .. }
            | Refusal::TooManyLines { .. },
        ) => return Err(app.explain(reply, id, error).await),
        kernel::Error::Refused(refusal) => refusal,
        error => return Err(app.explain(reply, id, error).await),
    };
    let (user, view) = (reply.asked.user(), app.view(reply, id).await?);
    let why = ui::refusal(&refusal, app.elsewhere(reply, id).await);
    let goes_on = match refusal {
        Refusal::PickerTaken => false,
        Refusal::PlanLeft { .. } => true,
        _ => view.state.person_to_move() == Some(user),
    };
    app.turn_into(
        reply,
        messages::ended_picker(why, goes_on.then_some(&*view.state), user),
    )
    .await
    .map(drop)
}
