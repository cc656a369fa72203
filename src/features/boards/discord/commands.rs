//! `/learn`, `/explore` and `/puzzle`.

use crate::discord::ui::command::{
    Command, Context, games as game_choices, reply, with_bounded_turn, with_choices,
};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::which_match::{suggest_played, which_played};
use crate::features::boards;
use crate::games;

/// `/learn`, with the games of the catalogue as choices.
pub(crate) fn learn() -> Command {
    with_choices(learn_of(), "game", crate::discord::ui::command::games)
}

/// Learn a game by short lessons, each a board and a task; to you only
#[poise::command(slash_command, rename = "learn")]
pub(crate) async fn learn_of(
    context: Context<'_>,
    #[description = "Which game; leave it empty to see all"] game: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    let list = boards::discord::lessons::list(app, &mut reply, game.as_deref()).await?;
    app.whisper(&mut reply, list).await
}

/// `/explore`, with bounds for the turn and the games of the catalogue as choices.
pub(crate) fn explore() -> Command {
    with_bounded_turn(with_choices(explore_of(), "game", game_choices))
}

/// Play both sides by yourself, from any turn of a match or from a game's start; only you see it
#[poise::command(slash_command, rename = "explore")]
pub(crate) async fn explore_of(
    context: Context<'_>,
    #[description = "Which match; needed only outside of its thread"]
    #[autocomplete = "suggest_played"]
    #[rename = "match"]
    which: Option<String>,
    #[description = "From which turn; the latest if you do not say"] turn: Option<u32>,
    #[description = "A game, to begin from its start and not from a match"] game: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    if let Some(game) = game {
        let game = games::find(&game)
            .ok_or_else(|| CommandError::says("I do not know this game any more."))?;
        return boards::discord::practice::explore_game(app, &mut reply, game).await;
    }
    let id = which_played(app, &mut reply, which.as_deref(), |one| {
        // The latest one: how many turns stand says less where a seat had to sit out.
        let ply = turn.unwrap_or(u32::MAX);
        Some(CustomId::Explore { id: one.id, ply })
    })
    .await?;
    boards::discord::practice::explore_match(app, &mut reply, id, turn).await
}

/// `/puzzle`, with the games of the catalogue as choices.
pub(crate) fn puzzle() -> Command {
    with_choices(puzzle_of(), "game", game_choices)
}

/// Solve a puzzle: exactly one turn wins
#[poise::command(slash_command, rename = "puzzle")]
pub(crate) async fn puzzle_of(
    context: Context<'_>,
    #[description = "Of which game; the one of the thread or of your last puzzle if you do not say"]
    game: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    boards::discord::puzzles::next(app, &mut reply, game.as_deref()).await
}
