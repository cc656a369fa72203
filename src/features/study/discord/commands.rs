//! `/learn`, `/explore` and `/puzzle`.

use super::{exploration, lessons, puzzles};
use crate::discord::ui::which_match::{MATCH, played, which_played};
use crate::discord::ui::{App, Command, CommandOptions, Parameter, Reply, Result};
use crate::features::study::press::Press;
use crate::games::{with_lessons, with_puzzles};

pub(crate) fn all() -> Vec<Command> {
    vec![
        Command::new(
            "explore",
            "Play both sides by yourself, from any turn of a match or from a game's start; only you see it",
            |app, reply, given| Box::pin(explore(app, reply, given)),
        )
        .with(played())
        .with(Parameter::turn("From which turn (if empty: the latest)"))
        .with(Parameter::game(
            "game",
            "A game, to start from its first board",
        )),
        Command::new(
            "puzzle",
            "Solve a puzzle: exactly one move wins",
            |app, reply, given| Box::pin(puzzle(app, reply, given)),
        )
        .with(Parameter::game_of(
            with_puzzles(),
            "game",
            "Which game (if empty: the thread's, or that of your last puzzle)",
        )),
        Command::new(
            "learn",
            "Learn a game in short lessons, each with a board and a task",
            |app, reply, given| Box::pin(learn(app, reply, given)),
        )
        .with(Parameter::game_of(with_lessons(), "game", "Which game; leave it empty to see all")),
    ]
}

async fn learn(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    let list = lessons::list(app, reply, given.text("game")?).await?;
    app.whisper(reply, list).await
}

async fn explore(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    if let Some(game) = given.game("game")? {
        return exploration::explore_game(app, reply, game).await;
    }
    let turn: Option<u32> = given.whole("turn")?;
    let id = which_played(app, reply, given.text(MATCH)?, |one| {
        // The latest board of the match: counting turns is ambiguous after a forced pass.
        let ply = turn.unwrap_or(u32::MAX);
        Press::Explore { id: one.id, ply }
    })
    .await?;
    exploration::explore_match(app, reply, id, turn).await
}

async fn puzzle(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    puzzles::next(app, reply, given.text("game")?).await
}
