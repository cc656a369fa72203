//! `/move`: a turn, typed.

use serenity::all::CreateAutocompleteResponse;

use super::actions;
use crate::discord::ui;
use crate::discord::ui::command::{Context, choices, in_time, reply, typing};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::which_match::{
    Meant, ask_where, named_match, suggest_match, which_to_move,
};
use crate::features::boards;
use crate::features::boards::discord::typing::suggestions;

/// Make a turn in a match
#[poise::command(slash_command, rename = "move")]
pub(crate) async fn play_turn(
    context: Context<'_>,
    #[description = "Your turn; what is legal is offered while you type. A ? lets you pick it step by step"]
    #[autocomplete = "suggest_turn"]
    #[max_length = 1000]
    turn: String,
    #[description = "Which match; needed only outside of its thread, when several wait for you"]
    #[autocomplete = "suggest_match"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let id = match which_to_move(app, &mut reply, which.as_deref()).await? {
        Meant::One(id) => id,
        Meant::OneOf(waiting) => {
            let question = ask_where(app, &reply, &waiting, &turn).await;
            return app.whisper(&mut reply, question).await;
        }
    };
    if turn.trim() == ui::PICK {
        let board = app.view(&mut reply, id).await?.state.board();
        return boards::discord::picking::open(app, &mut reply, id, board).await;
    }
    actions::play(app, &mut reply, id, &turn, None).await
}

/// Legal turns for what was typed so far; where there can be none, the reason.
async fn suggest_turn(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let app = context.data();
    let found = async {
        let mut reply = typing(&context);
        let id = match which_to_move(app, &mut reply, named_match(&context)).await? {
            Meant::One(id) => id,
            Meant::OneOf(waiting) if waiting.len() == 1 => {
                return Err(CommandError::says(ui::OTHER_THREAD_WAITS));
            }
            Meant::OneOf(_) => {
                return Err(CommandError::says(
                    "Several matches wait for you. Send your turn: you are asked in which.",
                ));
            }
        };
        app.arbiter
            .complete(id, reply.asked.user(), typed)
            .await
            .map_err(CommandError::from)
    };
    match in_time(&context, found).await {
        Some(found) => suggestions(&context, found, typed),
        None => choices([]),
    }
}
