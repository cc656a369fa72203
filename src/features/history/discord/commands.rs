//! `/history`, `/replay` and `/note`.

use serenity::all::CreateAutocompleteResponse;

use super::{notes, pages};
use crate::discord::ui::Pace;
use crate::discord::ui::command::{Command, Context, choices, reply, with_bounded_turn};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::which_match::{
    Meant, Typed, ask_of, suggest_played, which_meant, which_played, which_to_change,
};

/// `/history`, with bounds for the turn: poise would write them with a point, and Discord wants whole numbers.
pub(crate) fn history() -> Command {
    with_bounded_turn(history_of())
}

/// `/note`, with bounds for the turn.
pub(crate) fn note() -> Command {
    with_bounded_turn(note_of())
}

/// Note something of your match, or list your notes; only you see them until you publish them
#[poise::command(slash_command, rename = "note")]
async fn note_of(
    context: Context<'_>,
    #[description = "What to note; leave it empty to list your notes"]
    #[max_length = 500]
    text: Option<String>,
    #[description = "Under which turn; the latest if you do not say"] turn: Option<u32>,
    #[description = "Which match; needed only outside of its thread"]
    #[autocomplete = "suggest_played"]
    #[rename = "match"]
    which: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    match text {
        Some(text) => {
            let id = match which_meant(app, &mut reply, which.as_deref()).await? {
                Meant::One(id) => id,
                Meant::OneOf(several) => {
                    let typed = Typed::Note(text.trim(), turn);
                    let question = ask_of(app, &reply, &several, typed).await?;
                    return app.whisper(&mut reply, question).await;
                }
            };
            notes::keep(app, &mut reply, id, turn, &text).await
        }
        None => {
            let id = which_played(app, &mut reply, which.as_deref(), |one| {
                Some(CustomId::Notes(one.id))
            })
            .await?;
            notes::show(app, &mut reply, id).await
        }
    }
}

/// Look at a match turn by turn, to you only
#[poise::command(slash_command, rename = "history")]
async fn history_of(
    context: Context<'_>,
    #[description = "Which match; needed only outside of its thread"]
    #[autocomplete = "suggest_played"]
    #[rename = "match"]
    which: Option<String>,
    #[description = "The turn to begin with; the latest if you do not say"] turn: Option<u32>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let id = which_played(app, &mut reply, which.as_deref(), |one| {
        let ply = turn.unwrap_or(u32::MAX);
        Some(CustomId::History { id: one.id, ply })
    })
    .await?;
    pages::show(app, &mut reply, id, turn).await
}

/// Post a match in motion, as far as it was played
#[poise::command(slash_command)]
pub(crate) async fn replay(
    context: Context<'_>,
    #[description = "Which match; needed only outside of its thread"]
    #[autocomplete = "suggest_played"]
    #[rename = "match"]
    which: Option<String>,
    #[description = "How fast: slow, normal, fast, or the seconds for each turn"]
    #[autocomplete = "suggest_speed"]
    #[max_length = 40]
    speed: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let pace = match &speed {
        Some(speed) => speed
            .parse()
            .map_err(|error: crate::discord::ui::PaceError| {
                CommandError::says(error.to_string())
            })?,
        None => Pace::Normal,
    };
    let id = which_to_change(app, &mut reply, which.as_deref(), |one| {
        Some(CustomId::PostReplay { id: one.id, pace })
    })
    .await?;
    pages::replay(app, &mut reply, id, pace).await
}

/// Speeds for what somebody is typing.
async fn suggest_speed(_: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let typed = typed.trim().to_lowercase();
    let words = [
        ("slow", "Slow: 2 seconds a turn"),
        ("normal", "Normal: a second a turn, less in a long match"),
        ("fast", "Fast: half a second a turn"),
    ];
    let words = words
        .into_iter()
        .filter(|(word, _)| word.starts_with(&typed))
        .map(|(word, label)| (label.to_owned(), word.to_owned()));
    let own = typed
        .parse::<Pace>()
        .ok()
        .filter(|_| typed.starts_with(|c: char| c.is_ascii_digit()))
        .map(|pace| (format!("{pace} seconds a turn"), pace.to_string()));
    choices(own.into_iter().chain(words))
}
