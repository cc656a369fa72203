//! `/move`: a turn, typed.

use serenity::all::CreateAutocompleteResponse;

use super::matches::{named_match, suggest_match, which_to_move};
use super::{Context, choices, reply};
use crate::discord::actions;
use crate::discord::messages::{self, cut};
use crate::discord::trouble::Trouble;
use crate::matches::TurnChoices;

/// Make a turn in a match
#[poise::command(slash_command, rename = "move")]
pub(super) async fn play_turn(
    context: Context<'_>,
    #[description = "Your turn; what is legal is offered while you type"]
    #[autocomplete = "suggest_turn"]
    #[max_length = 1000]
    turn: String,
    #[description = "Which match; needed only outside of its thread, when several wait for you"]
    #[autocomplete = "suggest_match"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), Trouble> {
    let desk = context.data();
    let mut reply = reply(&context);
    let id = which_to_move(desk, &mut reply, which.as_deref()).await?;
    actions::play(desk, &mut reply, id, &turn, None).await
}

/// Legal turns for what was typed so far; where there can be none, the reason.
async fn suggest_turn(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let desk = context.data();
    let mut reply = reply(&context);
    let found = match which_to_move(desk, &mut reply, named_match(&context)).await {
        Ok(id) => desk.arbiter.complete(id, reply.asked.user(), typed).await.map_err(|error| Trouble::from_arbiter(&error)),
        Err(trouble) => Err(trouble),
    };
    suggestions(found, typed)
}

/// Turns as choices for what was typed; where there can be none, the reason.
pub(super) fn suggestions(found: Result<TurnChoices, Trouble>, typed: &str) -> CreateAutocompleteResponse {
    // A choice needs a value; typing goes on from it.
    let as_typed = || if typed.trim().is_empty() { String::from("?") } else { cut(typed, 100) };
    let found = match found {
        Ok(found) => found,
        Err(Trouble::Person(why)) => {
            // Names cannot be shown here, only their numbers: such a sentence is for the answer, not for the list.
            let line = why.content.lines().next().unwrap_or_default();
            let line = if line.contains("<@") || line.contains("<#") { "You cannot move here now." } else { line };
            return choices([(cut(line, 100), as_typed())]);
        }
        Err(trouble) => {
            tracing::warn!(%trouble, "no turns could be offered");
            return choices([]);
        }
    };
    let mut list: Vec<_> = found
        .choices
        .iter()
        .map(|choice| {
            let spelling = choice.spelling.as_ref().map(|spelling| format!(" ({spelling})")).unwrap_or_default();
            let words = if choice.words.is_empty() { String::new() } else { format!(", {}", choice.words) };
            let more = if choice.whole { "" } else { " …" };
            (cut(&format!("{}{spelling}{words}{more}", choice.turn), 100), choice.turn.clone())
        })
        .take(if found.rest > 0 { 24 } else { 25 })
        .collect();
    // Discord takes no longer choice; the command itself does.
    list.retain(|(_, turn)| turn.chars().count() <= 100);
    if list.is_empty() && !found.choices.is_empty() {
        return choices([(String::from("This turn is too long to be offered here: type on, or use the button Move…"), as_typed())]);
    }
    if found.rest > 0 {
        list.push((messages::and_more(found.rest), as_typed()));
    }
    if list.is_empty() {
        list.push((String::from("No legal turn begins like that."), as_typed()));
    }
    choices(list)
}
