//! Turns that their player sees before they count.

use super::custom_id::CustomId;
use super::desk::Desk;
use super::messages;
use super::reply::Reply;
use super::trouble::Trouble;
use crate::matches::{Draft, MatchId};

/// Shows what a turn would do and asks whether it counts. `change` makes what the button *Change* asks for.
pub async fn preview(
    desk: &Desk,
    reply: &mut Reply<'_>,
    id: MatchId,
    text: &str,
    seen: Option<u32>,
    change: impl FnOnce(&Draft) -> CustomId,
) -> Result<(), Trouble> {
    let user = reply.asked.user();
    let prepared = match reply
        .while_doing(desk.arbiter.prepare(id, user, text, seen))
        .await
    {
        Ok(prepared) => prepared,
        Err(error) => return Err(desk.explain_turn(reply, id, text, error).await),
    };
    let seen_from = desk.seen_from(reply, &prepared.view.state).await;
    let change = change(&prepared.draft);
    desk.whisper_here(reply, messages::preview(&prepared, seen_from, change))
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
    desk: &Desk,
    reply: &mut Reply<'_>,
    id: MatchId,
    board: u32,
    mark: u32,
) -> Result<(), Trouble> {
    let draft = find(desk, reply, id, board, mark).await?;
    let user = reply.asked.user();
    let update = match reply
        .while_doing(desk.arbiter.play(id, user, &draft.turn, Some(board)))
        .await
    {
        Ok(update) => update,
        Err(error) => return Err(desk.explain(reply, id, error).await),
    };
    desk.conclude_in_place(reply, update).await?;
    desk.tell_dropped(reply, id).await
}

/// Opens the text field with the turn that was shown.
pub async fn change(
    desk: &Desk,
    reply: &mut Reply<'_>,
    id: MatchId,
    board: u32,
    mark: u32,
) -> Result<(), Trouble> {
    let draft = find(desk, reply, id, board, mark).await?;
    let view = desk.view(reply, id).await?;
    Ok(reply
        .modal(&messages::turn_modal(&view.state, &draft.turn))
        .await?)
}

async fn find(
    desk: &Desk,
    reply: &mut Reply<'_>,
    id: MatchId,
    board: u32,
    mark: u32,
) -> Result<Draft, Trouble> {
    let user = reply.asked.user();
    match reply
        .while_doing(desk.arbiter.draft(id, user, board, mark))
        .await
    {
        Ok(draft) => Ok(draft),
        Err(error) => Err(desk.explain(reply, id, error).await),
    }
}
