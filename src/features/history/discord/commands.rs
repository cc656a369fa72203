//! `/history`, `/replay` and `/note`.

use super::{describe, notes, pages};
use crate::discord::ui::app::App;
use crate::discord::ui::command::{Choices, Command, Parameter, choices};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::given::Given;
use crate::discord::ui::reply::Reply;
use crate::discord::ui::which_match::{
    MATCH, Meant, Typed, ask_of, played, which_meant, which_played, which_to_change,
};
use crate::discord::ui::{Pace, PaceError};

pub(crate) fn all() -> Vec<Command> {
    vec![
        describe::command(),
        Command::new(
            "history",
            "Look at a match turn by turn",
            |app, reply, given| Box::pin(history(app, reply, given)),
        )
        .with(played())
        .with(Parameter::turn(
            "The turn to begin with; the latest if you do not say",
        )),
        Command::new(
            "replay",
            "Post a match in motion, as far as it was played",
            |app, reply, given| Box::pin(replay(app, reply, given)),
        )
        .with(played())
        .with(
            Parameter::text(
                "speed",
                "How fast: slow, normal, fast, or the seconds for each turn",
            )
            .at_most(40)
            .completed(|_, _, _, typed| Box::pin(async move { speeds(typed) })),
        )
        .in_servers_and_chats(),
        Command::new(
            "note",
            "Note something of your match, or list your notes; only you see them until you publish them",
            |app, reply, given| Box::pin(note(app, reply, given)),
        )
        .with(
            Parameter::text("text", "What to note; leave it empty to list your notes").at_most(500),
        )
        .with(Parameter::turn(
            "Under which turn; the latest if you do not say",
        ))
        .with(played())
        .in_servers_and_chats(),
    ]
}

async fn note(app: &App, reply: &mut Reply<'_>, given: &Given<'_>) -> Result<(), CommandError> {
    let (which, turn) = (given.text(MATCH)?, given.whole("turn")?);
    let Some(text) = given.text("text")? else {
        let id = which_played(app, reply, which, |one| Some(CustomId::Notes(one.id))).await?;
        return notes::show(app, reply, id).await;
    };
    let id = match which_meant(app, reply, which).await? {
        Meant::One(id) => id,
        Meant::OneOf(several) => {
            let typed = Typed::Note(text.trim(), turn);
            let question = ask_of(app, reply, &several, typed).await?;
            return app.whisper(reply, question).await;
        }
    };
    notes::keep(app, reply, id, turn, text).await
}

async fn history(app: &App, reply: &mut Reply<'_>, given: &Given<'_>) -> Result<(), CommandError> {
    let turn: Option<u32> = given.whole("turn")?;
    let id = which_played(app, reply, given.text(MATCH)?, |one| {
        let ply = turn.unwrap_or(u32::MAX);
        Some(CustomId::History { id: one.id, ply })
    })
    .await?;
    pages::show(app, reply, id, turn).await
}

async fn replay(app: &App, reply: &mut Reply<'_>, given: &Given<'_>) -> Result<(), CommandError> {
    let pace = match given.text("speed")? {
        Some(speed) => speed
            .parse()
            .map_err(|error: PaceError| CommandError::says(error.to_string()))?,
        None => Pace::Normal,
    };
    let id = which_to_change(app, reply, given.text(MATCH)?, |one| {
        Some(CustomId::PostReplay { id: one.id, pace })
    })
    .await?;
    pages::replay(app, reply, id, pace).await
}

/// Speeds for what somebody is typing.
fn speeds(typed: &str) -> Choices {
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
