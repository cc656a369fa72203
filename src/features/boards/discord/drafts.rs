//! Turns that their player sees before they count.

use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::reply::Reply;
use crate::features::boards;
use crate::matches::{Draft, MatchId};

/// Shows what a turn would do and asks whether it counts. `change` makes what the button *Change* asks for.
pub async fn preview(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    text: &str,
    seen: Option<u32>,
    change: impl FnOnce(&Draft) -> CustomId,
) -> Result<(), CommandError> {
    let user = reply.asked.user();
    let prepared = match reply
        .while_doing(app.arbiter.prepare(id, user, text, seen))
        .await
    {
        Ok(prepared) => prepared,
        Err(error) => {
            return Err(
                boards::discord::picker_message::explain_turn(app, reply, id, text, error).await,
            );
        }
    };
    let seen_from = app.seen_from(reply, &prepared.view.state).await;
    let change = change(&prepared.draft);
    app.whisper_here(
        reply,
        crate::features::boards::messages::preview(&prepared, seen_from, change),
    )
    .await
}

/// *Change* opens the text field with the turn.
pub fn type_again(id: MatchId) -> impl FnOnce(&Draft) -> CustomId {
    move |draft| CustomId::ChangeDraft {
        id,
        board: draft.board,
        mark: draft.mark(),
    }
}

/// Makes the turn that was shown, in the message that showed it.
pub async fn play(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    board: u32,
    mark: u32,
) -> Result<(), CommandError> {
    let draft = find(app, reply, id, board, mark).await?;
    let user = reply.asked.user();
    let update = match reply
        .while_doing(app.acting(reply).play(id, user, &draft.turn, Some(board)))
        .await
    {
        Ok(update) => update,
        Err(error) => return Err(app.explain(reply, id, error).await),
    };
    app.conclude_in_place(reply, update).await?;
    app.announce_dropped(reply, id).await
}

/// Opens the text field with the turn that was shown.
pub async fn change(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    board: u32,
    mark: u32,
) -> Result<(), CommandError> {
    let draft = find(app, reply, id, board, mark).await?;
    let view = app.view(reply, id).await?;
    let form = ui::turn_modal(&view.state, &draft.turn);
    app.open_form(reply, &form, CustomId::ChangeDraft { id, board, mark })
        .await
}

async fn find(
    app: &App,
    reply: &mut Reply<'_>,
    id: MatchId,
    board: u32,
    mark: u32,
) -> Result<Draft, CommandError> {
    let user = reply.asked.user();
    match reply
        .while_doing(app.arbiter.draft(id, user, board, mark))
        .await
    {
        Ok(draft) => Ok(draft),
        Err(error) => Err(app.explain(reply, id, error).await),
    }
}
