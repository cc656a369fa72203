//! Turns put together pick by pick, in a message that only their player sees: the turn that is due, or a line of turns laid
//! down beforehand.

use super::actions;
use super::custom_id::CustomId;
use super::desk::Desk;
use super::messages::{self, Composed};
use super::reply::Reply;
use super::trouble::Trouble;
use crate::arbiter::{self, LineSaved, PickerView};
use crate::matches::{Confirm, MatchId, PickerAct, Refusal, Viewpoint};

/// Opens a picker for the turn that is due. Who has to wait is offered one for a line.
pub async fn open(
    desk: &Desk,
    reply: &mut Reply<'_>,
    id: MatchId,
    board: u32,
) -> Result<(), Trouble> {
    let view = desk.view(reply, id).await?;
    actions::current(&view, reply, board)?;
    let user = reply.asked.user();
    let picker = match reply
        .while_doing(desk.arbiter.open_picker(id, user, board))
        .await
    {
        Ok(picker) => picker,
        Err(arbiter::Error::Refused(refusal @ Refusal::NotYourTurn { .. })) => {
            let why = messages::refusal(&refusal, desk.elsewhere(reply, id).await);
            desk.whisper(reply, messages::waiting(why, &view.state, user))
                .await?;
            return desk.tell_dropped(reply, id).await;
        }
        Err(error) => return Err(desk.explain(reply, id, error).await),
    };
    let message = compose(desk, reply, id, &picker).await?;
    desk.whisper(reply, message).await?;
    desk.tell_dropped(reply, id).await
}

/// Opens a picker in the message of one that has ended.
pub async fn open_anew(
    desk: &Desk,
    reply: &mut Reply<'_>,
    id: MatchId,
    board: u32,
) -> Result<(), Trouble> {
    let user = reply.asked.user();
    let opened = reply
        .while_doing(desk.arbiter.open_picker(id, user, board))
        .await;
    show(desk, reply, id, opened).await
}

/// Opens a picker for a line of turns laid down beforehand.
pub async fn plan(desk: &Desk, reply: &mut Reply<'_>, id: MatchId) -> Result<(), Trouble> {
    let user = reply.asked.user();
    let picker = match reply.while_doing(desk.arbiter.plan_line(id, user)).await {
        Ok(picker) => picker,
        Err(error) => return Err(desk.explain(reply, id, error).await),
    };
    let message = compose(desk, reply, id, &picker).await?;
    desk.whisper_here(reply, message).await?;
    desk.tell_dropped(reply, id).await
}

/// Does something with a picker, and shows it as it is then. A turn that has become whole is played at once for those
/// who do not want to see it first.
pub async fn pick(
    desk: &Desk,
    reply: &mut Reply<'_>,
    id: MatchId,
    generation: u32,
    act: PickerAct,
) -> Result<(), Trouble> {
    let user = reply.asked.user();
    let picked = reply
        .while_doing(desk.arbiter.pick(id, user, generation, act))
        .await;
    if let Ok(PickerView { picker, whole: Some(_), made, .. }) = &picked
        // Who was planning has not decided on a turn that counts.
        && picker.line.is_none() && made.is_empty()
        && reply.preferences(&desk.arbiter).await.own.confirm == Confirm::Never
    {
        return play(desk, reply, id, picker.generation).await;
    }
    show(desk, reply, id, picked).await
}

/// Picks what was chosen from a menu: one thing, or some pieces.
pub async fn pick_from(
    desk: &Desk,
    reply: &mut Reply<'_>,
    id: MatchId,
    generation: u32,
    list: u8,
) -> Result<(), Trouble> {
    let keys = reply.asked.chosen().to_vec();
    pick(
        desk,
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
    desk: &Desk,
    reply: &mut Reply<'_>,
    id: MatchId,
    generation: u32,
) -> Result<(), Trouble> {
    let user = reply.asked.user();
    match reply
        .while_doing(desk.arbiter.play_picked(id, user, generation))
        .await
    {
        Ok(update) => {
            desk.conclude_in_place(reply, update).await?;
            desk.tell_dropped(reply, id).await
        }
        Err(error) => end(desk, reply, id, error).await,
    }
}

/// Keeps the line that was picked. The picker turns into the list of all.
pub async fn save(
    desk: &Desk,
    reply: &mut Reply<'_>,
    id: MatchId,
    generation: u32,
) -> Result<(), Trouble> {
    let user = reply.asked.user();
    match reply
        .while_doing(desk.arbiter.save_picked(id, user, generation))
        .await
    {
        Ok(LineSaved::Kept(lines)) => actions::show_lines(desk, reply, lines).await,
        Ok(LineSaved::CaughtUp(picker)) => show(desk, reply, id, Ok(*picker)).await,
        Err(error) => end(desk, reply, id, error).await,
    }
}

async fn show(
    desk: &Desk,
    reply: &mut Reply<'_>,
    id: MatchId,
    picked: Result<PickerView, arbiter::Error>,
) -> Result<(), Trouble> {
    match picked {
        Ok(picker) => {
            let message = compose(desk, reply, id, &picker).await?;
            desk.turn_into(reply, message).await.map(drop)
        }
        Err(error) => end(desk, reply, id, error).await,
    }
}

/// A picker as its player sees it. Where a line has come true up to its player's move, that is what the line has for it.
async fn compose(
    desk: &Desk,
    reply: &mut Reply<'_>,
    id: MatchId,
    picker: &PickerView,
) -> Result<Composed, Trouble> {
    let user = reply.asked.user();
    let now = &picker.view.state;
    let Some(answer) = &picker.answer else {
        let seen_from = match reply.preferences(&desk.arbiter).await.own.viewpoint {
            // It would turn round with every turn of the line.
            Viewpoint::Mover if picker.picker.line.is_some() => Viewpoint::Own.seat(now, user),
            viewpoint => viewpoint.seat(now, user),
        };
        return Ok(messages::picker(picker, user, seen_from));
    };
    let board = picker.picker.board;
    let prepared = match reply
        .while_doing(desk.arbiter.prepare(id, user, answer, Some(board)))
        .await
    {
        Ok(prepared) => prepared,
        Err(error) => return Err(desk.explain(reply, id, error).await),
    };
    let preview = messages::preview(
        &prepared,
        desk.seen_from(reply, now).await,
        CustomId::PickAnew { id, board },
    );
    let note = messages::caught_up(picker).unwrap_or_default();
    Ok(Composed {
        content: format!("{note}\n{}", preview.content),
        ..preview
    })
}

/// Says why a picker cannot go on, in its own message: its buttons are good for nothing any more.
async fn end(
    desk: &Desk,
    reply: &mut Reply<'_>,
    id: MatchId,
    error: arbiter::Error,
) -> Result<(), Trouble> {
    let refusal = match error {
        // The message shows, or will show at once, what the quicker press has made of it; or something else can be done
        // with the line that it shows.
        arbiter::Error::Refused(
            Refusal::PickedAlready
            | Refusal::NothingToAnswer { .. }
            | Refusal::LineKept
            | Refusal::OtherAnswer { .. }
            | Refusal::LineTooLong { .. }
            | Refusal::TooManyLines { .. },
        ) => return Err(desk.explain(reply, id, error).await),
        arbiter::Error::Refused(refusal) => refusal,
        error => return Err(desk.explain(reply, id, error).await),
    };
    let (user, view) = (reply.asked.user(), desk.view(reply, id).await?);
    let why = messages::refusal(&refusal, desk.elsewhere(reply, id).await);
    let goes_on = match refusal {
        Refusal::PickerTaken => false,
        Refusal::PlanLeft { .. } => true,
        _ => view.state.player_to_move() == Some(user),
    };
    desk.turn_into(
        reply,
        messages::ended_picker(why, goes_on.then_some(&*view.state), user),
    )
    .await
    .map(drop)
}
