//! `/describe`: a board as text.

use super::history;
use crate::discord::ui::which_match::{MATCH, named_match, running, which_played};
use crate::discord::ui::{
    App, Choices, Command, CommandOptions, Parameter, Reply, Result, choices,
};
use crate::features::play::press::Press as PlayPress;
use crate::features::watching::messages::{LAST, WHOLE};
use crate::features::watching::press;
use crate::games::describe;

pub(crate) fn command() -> Command {
    Command::new(
        "describe",
        "Read a board in words, or a part of it",
        |app, reply, given| Box::pin(describe(app, reply, given)),
    )
    .with(
        Parameter::text(
            "what",
            "A line, a square, a kind of piece, or last turn (if empty: the whole board)",
        )
        .completed(|app, reply, given, typed| Box::pin(parts(app, reply, given, typed))),
    )
    .with(running())
    .in_servers_and_chats()
}

async fn describe(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    let what = given.text("what")?.unwrap_or_default();
    let id = which_played(app, reply, given.text(MATCH)?, |one| {
        press::describe(one.id, what)
    })
    .await?;
    history::describe(app, reply, id, what).await
}

/// Suggests the parts of the board that can be described.
async fn parts(
    app: &App,
    reply: &mut Reply<'_>,
    given: &CommandOptions<'_>,
    typed: &str,
) -> Choices {
    let view = async {
        let id = which_played(app, reply, named_match(given), |one| {
            PlayPress::Board(one.id)
        })
        .await?;
        app.watched(reply, id).await
    };
    let Ok(view) = view.await else {
        return choices([]);
    };
    let typed = typed.trim().to_lowercase();
    let parts = [WHOLE[0], LAST[0]]
        .map(str::to_owned)
        .into_iter()
        .chain(describe::parts(view.state.position()));
    choices(
        parts
            .filter(|part| part.to_lowercase().contains(&typed))
            .map(|part| (part.clone(), part)),
    )
}
