//! `/move`: a typed turn.

use super::actions;
use crate::discord::ui::command_options::needed;
use crate::discord::ui::which_match::{MATCH, Meant, named_match};
use crate::discord::ui::{
    self, App, Choices, Command, CommandError, CommandOptions, Parameter, Reply, Result,
    permissions,
};
use crate::features::play::discord::typed::suggestions;
use crate::features::play::discord::which_to_move::{ask_where, suggest_to_move, which_to_move};
use crate::features::play::discord::{next, sessions};

pub(crate) fn make_turn() -> Command {
    Command::new("move", "Make a move in a match", |app, reply, given| {
        Box::pin(play(app, reply, given))
    })
    .with(
        Parameter::text(
            "turn",
            "Your move; legal moves are offered while you type. ? lets you pick it step by step",
        )
        .required()
        .at_most(1000)
        .completed(|app, reply, given, typed| Box::pin(turns(app, reply, given, typed))),
    )
    .with(
        Parameter::text(
            MATCH,
            "Which match; needed only outside of its thread, when several wait for you",
        )
        .completed(|app, reply, _, typed| Box::pin(suggest_to_move(app, reply, typed))),
    )
    .in_servers_and_chats()
}

async fn play(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    let turn = needed(given.text("turn")?)?;
    let id = match which_to_move(app, reply, given.text(MATCH)?).await? {
        Meant::One(id) => id,
        Meant::OneOf(_)
            if turn.trim() == ui::PICK && !permissions::in_thread(reply.interaction) =>
        {
            return next::open(app, reply).await;
        }
        Meant::OneOf(waiting) => {
            let question = ask_where(app, reply, &waiting, turn).await;
            return app.whisper(reply, question).await;
        }
    };
    if turn.trim() == ui::PICK {
        let board = app.view(reply, id).await?.state.board();
        return sessions::open_turn(app, reply, id, board).await;
    }
    actions::play(app, reply, id, turn, None).await
}

/// Returns completions of the typed turn, or the reason why no turn can be offered.
async fn turns(
    app: &App,
    reply: &mut Reply<'_>,
    given: &CommandOptions<'_>,
    typed: &str,
) -> Choices {
    let found = async {
        let id = match which_to_move(app, reply, named_match(given)).await? {
            Meant::One(id) => id,
            Meant::OneOf(waiting) if waiting.len() == 1 => {
                return Err(CommandError::says(ui::OTHER_THREAD_WAITS));
            }
            Meant::OneOf(_) => {
                return Err(CommandError::says(
                    "Several matches wait for you. Send your move and choose one.",
                ));
            }
        };
        app.arbiter
            .complete(id, reply.interaction.user(), typed)
            .await
            .map_err(CommandError::from)
    };
    let found = found.await;
    suggestions(app, reply, found, typed)
}
