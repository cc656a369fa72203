//! `/board`, `/takeback`, `/draw` and `/resign`, and the choice of the match that a command is for.

use super::{actions, questions};
use crate::discord::ui::which_match::{MATCH, played, running, which_to_change, which_to_see};
use crate::discord::ui::{App, Command, CommandOptions, Reply, Result};
use crate::features::play::press::Press;

pub(crate) fn board_command() -> Command {
    Command::new(
        "board",
        "See a match, with everything you can do in it",
        |app, reply, given| Box::pin(board(app, reply, given)),
    )
    .with(played())
}

pub(crate) fn takeback_command() -> Command {
    Command::new(
        "takeback",
        "Take back your last move: at once if unseen, else the other player is asked",
        |app, reply, given| Box::pin(takeback(app, reply, given)),
    )
    .with(running())
    .in_servers_and_chats()
}

/// Returns the commands that can end a match.
pub(crate) fn ends() -> Vec<Command> {
    vec![
        Command::new(
            "draw",
            "Offer a draw, or accept the one that is offered to you",
            |app, reply, given| Box::pin(draw(app, reply, given)),
        )
        .with(running())
        .in_servers_and_chats(),
        Command::new(
            "resign",
            "Resign a match, or cancel it before both players have moved; asks you first",
            |app, reply, given| Box::pin(resign(app, reply, given)),
        )
        .with(running())
        .in_servers_and_chats(),
    ]
}

async fn board(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    let id = which_to_see(app, reply, given.text(MATCH)?, |one| Press::Board(one.id)).await?;
    actions::show_board(app, reply, id).await
}

async fn draw(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    let id = which_to_change(app, reply, given.text(MATCH)?, |one| {
        let (id, board) = (one.id, one.board);
        Press::Draw { id, board }
    })
    .await?;
    questions::offer_draw(app, reply, id, None).await
}

async fn resign(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    let id = which_to_change(app, reply, given.text(MATCH)?, |one| {
        Press::ResignUnseen(one.id)
    })
    .await?;
    actions::ask_resign(app, reply, id, None).await
}

async fn takeback(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    let id = which_to_change(app, reply, given.text(MATCH)?, |one| {
        Press::TakeBack(one.id)
    })
    .await?;
    questions::take_back(app, reply, id).await
}
