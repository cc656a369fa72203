//! Turns put together pick by pick, in a message that only their player sees.

use super::actions;
use super::desk::Desk;
use super::messages;
use super::reply::Reply;
use super::trouble::Trouble;
use crate::arbiter::{self, PickerView};
use crate::matches::{Confirm, MatchId, PickerAct, Refusal};

/// Opens a picker.
pub async fn open(desk: &Desk, reply: &mut Reply<'_>, id: MatchId, board: u32) -> Result<(), Trouble> {
    let view = desk.view(reply, id).await?;
    actions::current(&view, reply, board)?;
    let user = reply.asked.user();
    let picker = match reply.while_doing(desk.arbiter.open_picker(id, user, board)).await {
        Ok(picker) => picker,
        Err(error) => return Err(desk.explain(reply, id, error).await),
    };
    let seen_from = desk.seen_from(reply, &picker.view.state).await;
    desk.whisper(reply, messages::picker(&picker, seen_from)).await
}

/// Opens a picker in the message of one that has ended.
pub async fn open_anew(desk: &Desk, reply: &mut Reply<'_>, id: MatchId, board: u32) -> Result<(), Trouble> {
    let user = reply.asked.user();
    let opened = reply.while_doing(desk.arbiter.open_picker(id, user, board)).await;
    show(desk, reply, id, opened).await
}

/// Does something with a picker, and shows it as it is then. A turn that has become whole is played at once for those
/// who do not want to see it first.
pub async fn pick(desk: &Desk, reply: &mut Reply<'_>, id: MatchId, generation: u32, act: PickerAct) -> Result<(), Trouble> {
    let user = reply.asked.user();
    let picked = reply.while_doing(desk.arbiter.pick(id, user, generation, act)).await;
    if let Ok(PickerView { picker, whole: Some(_), .. }) = &picked
        && reply.preferences(&desk.arbiter).await.own.confirm == Confirm::Never
    {
        return play(desk, reply, id, picker.generation).await;
    }
    show(desk, reply, id, picked).await
}

/// Picks what was chosen from a menu: one thing, or some pieces.
pub async fn pick_from(desk: &Desk, reply: &mut Reply<'_>, id: MatchId, generation: u32, list: u8) -> Result<(), Trouble> {
    let keys = reply.asked.chosen().to_vec();
    pick(desk, reply, id, generation, PickerAct::From { list: usize::from(list), keys }).await
}

/// Plays what was picked. The picker turns into the answer; the board is posted for everyone.
pub async fn play(desk: &Desk, reply: &mut Reply<'_>, id: MatchId, generation: u32) -> Result<(), Trouble> {
    let user = reply.asked.user();
    match reply.while_doing(desk.arbiter.play_picked(id, user, generation)).await {
        Ok(update) => desk.conclude_in_place(reply, update).await,
        Err(error) => end(desk, reply, id, error).await,
    }
}

async fn show(desk: &Desk, reply: &mut Reply<'_>, id: MatchId, picked: Result<PickerView, arbiter::Error>) -> Result<(), Trouble> {
    match picked {
        Ok(picker) => {
            let seen_from = desk.seen_from(reply, &picker.view.state).await;
            desk.turn_into(reply, messages::picker(&picker, seen_from)).await.map(drop)
        }
        Err(error) => end(desk, reply, id, error).await,
    }
}

/// Says why a picker cannot go on, in its own message: its buttons are good for nothing any more.
async fn end(desk: &Desk, reply: &mut Reply<'_>, id: MatchId, error: arbiter::Error) -> Result<(), Trouble> {
    let refusal = match error {
        // The message shows, or will show at once, what the quicker press has made of it.
        arbiter::Error::Refused(refusal) if refusal != Refusal::PickedAlready => refusal,
        error => return Err(desk.explain(reply, id, error).await),
    };
    let (user, view) = (reply.asked.user(), desk.view(reply, id).await?);
    let why = messages::refusal(&refusal, desk.elsewhere(reply, id).await);
    let may_move = view.state.player_to_move() == Some(user) && refusal != Refusal::PickerTaken;
    desk.turn_into(reply, messages::ended_picker(why, may_move.then_some(&*view.state))).await.map(drop)
}
