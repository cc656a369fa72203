//! `/board`, `/takeback`, `/draw` and `/resign`, and how a command knows which match is meant.

use super::{actions, exhibitions, looking, questions};
use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::command::{Context, reply};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::reply::Reply;
use crate::discord::ui::which_match::{
    named_or_here, suggest_match, which_played, which_to_change,
};
use crate::features::play::messages;
use crate::matches::MatchId;

/// Show a board as it stands, to you only
#[poise::command(slash_command)]
pub(crate) async fn board(
    context: Context<'_>,
    #[description = "Which match; needed only outside of its thread"]
    #[autocomplete = "suggest_match"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let id = which_played(app, &mut reply, which.as_deref(), |one| {
        Some(CustomId::Board(one.id))
    })
    .await?;
    looking::show_board(app, &mut reply, id).await
}

/// Offer a draw, or accept the one that is offered to you
#[poise::command(slash_command)]
pub(crate) async fn draw(
    context: Context<'_>,
    #[description = "Which match; needed only outside of its thread"]
    #[autocomplete = "suggest_match"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let id = which_to_change(app, &mut reply, which.as_deref(), |one| {
        let (id, board) = (one.id, one.board);
        Some(CustomId::Draw { id, board })
    })
    .await?;
    questions::offer_draw(app, &mut reply, id, None).await
}

/// Give a match up; you are asked once more
#[poise::command(slash_command)]
pub(crate) async fn resign(
    context: Context<'_>,
    #[description = "Which match; needed only outside of its thread"]
    #[autocomplete = "suggest_match"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let id = which_to_change(app, &mut reply, which.as_deref(), |one| {
        Some(CustomId::ResignUnseen(one.id))
    })
    .await?;
    actions::ask_resign(app, &mut reply, id, None).await
}

/// End a match that has hardly begun: it counts for nothing until each of you has made a turn
#[poise::command(slash_command)]
pub(crate) async fn abort(
    context: Context<'_>,
    #[description = "Which match; needed only outside of its thread"]
    #[autocomplete = "suggest_match"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let id = which_to_change(app, &mut reply, which.as_deref(), |one| {
        Some(CustomId::Abort(one.id))
    })
    .await?;
    actions::abort(app, &mut reply, id).await
}

/// End an exhibition of two computers that you began, or that is played where you moderate
#[poise::command(slash_command, rename = "end-exhibition")]
pub(crate) async fn end_exhibition(
    context: Context<'_>,
    #[description = "The number of its match; needed only outside of its thread"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let id = match named_or_here(app, &mut reply, which.as_deref()).await? {
        Some(id) => id,
        None => only_exhibition(app, &mut reply).await?,
    };
    exhibitions::end(app, &mut reply, id).await
}

/// The only exhibition that somebody has begun and that is going on.
async fn only_exhibition(app: &App, reply: &mut Reply<'_>) -> Result<MatchId, CommandError> {
    let user = reply.asked.user();
    let begun = reply
        .while_doing(app.arbiter.store().exhibitions_of(user))
        .await?;
    match begun.as_slice() {
        [one] => Ok(*one),
        [] => Err(CommandError::says(messages::NO_EXHIBITION)),
        several => {
            let mut going_on = Vec::new();
            for id in several {
                going_on.push(app.view(reply, *id).await?);
            }
            Err(ui::which_exhibition(&going_on).into())
        }
    }
}

/// Take back your last turn: at once if nobody has seen it, else the other player is asked
#[poise::command(slash_command)]
pub(crate) async fn takeback(
    context: Context<'_>,
    #[description = "Which match; needed only outside of its thread"]
    #[autocomplete = "suggest_match"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let id = which_to_change(app, &mut reply, which.as_deref(), |one| {
        Some(CustomId::TakeBack(one.id))
    })
    .await?;
    questions::take_back(app, &mut reply, id).await
}
