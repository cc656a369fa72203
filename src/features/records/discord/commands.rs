//! `/archive`, `/export` and `/import`.

use strum::VariantArray;

use super::{archive, imports};
use crate::discord::ui::app::App;
use crate::discord::ui::asked::display_name;
use crate::discord::ui::command::{Choices, Command, Parameter, choices};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::given::{Given, needed};
use crate::discord::ui::reply::Reply;
use crate::discord::ui::which_match::{MATCH, suggest_played, which_played};
use crate::features::records::formats::Format;
use crate::games;
use crate::matches::UserId;
use crate::ratings::Score;

/// What is typed as a match to have all of one's own.
const ALL: &str = "all";

/// What a match came to for somebody, as the words of an option.
const RESULTS: [(&str, Score); 3] = [
    ("Won", Score::Win),
    ("Drawn", Score::Draw),
    ("Lost", Score::Loss),
];

pub(crate) fn all() -> Vec<Command> {
    let formats = Format::VARIANTS
        .iter()
        .map(|format| (format.description(), <&str>::from(*format)));
    vec![
        Command::new(
            "archive",
            "Page through finished matches",
            |app, reply, given| Box::pin(show_archive(app, reply, given)),
        )
        .with(Parameter::person("person", "Whose; your own if you do not say"))
        .with(Parameter::game("game", "Only this game"))
        .with(
            Parameter::text("result", "Only those that were won, drawn or lost")
                .one_of(RESULTS.map(|(word, _)| (word, word))),
        )
        .with(
            Parameter::text(
                "since",
                "Only those that ended since: a day (2026-08-01), or how long ago (30d)",
            )
            .at_most(40),
        ),
        Command::new(
            "export",
            "Take a match with you as a file, or all of your own",
            |app, reply, given| Box::pin(export(app, reply, given)),
        )
        .with(
            Parameter::text(
                MATCH,
                "Which match, or all: all of yours that are over, in one file",
            )
            .completed(|app, reply, _, typed| Box::pin(matches_and_all(app, reply, typed))),
        )
        .with(Parameter::text("format", "As what; as text if you do not say").one_of(formats)),
        Command::new(
            "import",
            "Look at a match from a file",
            |app, reply, given| Box::pin(import(app, reply, given)),
        )
        .with(
            Parameter::file(
                "file",
                "A file from /export, an APGameRecord, PGN, SGF or a string of columns; 1 MB at most",
            )
            .required(),
        )
        .with(Parameter::game(
            "game",
            "Which game it is, where the record does not say so",
        )),
    ]
}

async fn show_archive(
    app: &App,
    reply: &mut Reply<'_>,
    given: &Given<'_>,
) -> Result<(), CommandError> {
    let person = given.person("person")?;
    if let Some(person) = person {
        app.learn(None, UserId(person.id.get()), display_name(person));
    }
    let user = person.map_or(reply.asked.user(), |person| UserId(person.id.get()));
    let game = given.text("game")?.unwrap_or("any");
    let mut filter = archive::filter(user.0, game, 0, 0, (0, 0));
    let result = given.text("result")?;
    filter.score = RESULTS
        .into_iter()
        .find_map(|(word, score)| (Some(word) == result).then_some(score));
    if let Some(since) = given.text("since")? {
        filter.since = Some(archive::since(since, app.arbiter.now())?);
    }
    let page = archive::page(app, reply, filter).await?;
    app.whisper(reply, page).await
}

async fn export(app: &App, reply: &mut Reply<'_>, given: &Given<'_>) -> Result<(), CommandError> {
    let which = given.text(MATCH)?;
    if which.is_some_and(|which| which.trim().eq_ignore_ascii_case(ALL)) {
        return archive::export_all(app, reply).await;
    }
    let format = match given.text("format")? {
        Some(word) => word
            .parse()
            .map_err(|error: String| CommandError::says(error))?,
        None => Format::Text,
    };
    let index = Format::VARIANTS.iter().position(|one| *one == format);
    let form = index
        .and_then(|index| u8::try_from(index).ok())
        .unwrap_or(0);
    let id = which_played(app, reply, which, |one| {
        Some(CustomId::Export { id: one.id, form })
    })
    .await?;
    archive::export(app, reply, id, format).await
}

async fn import(app: &App, reply: &mut Reply<'_>, given: &Given<'_>) -> Result<(), CommandError> {
    let file = needed(given.file("file")?)?;
    let said = match given.text("game")? {
        Some(key) => Some(
            games::find(key)
                .ok_or_else(|| CommandError::says("I do not know this game any more."))?,
        ),
        None => None,
    };
    imports::show(app, reply, file, said).await
}

/// Matches to choose from, and all of them.
async fn matches_and_all(app: &App, reply: &Reply<'_>, typed: &str) -> Choices {
    if ALL.starts_with(&typed.trim().to_lowercase()) && !typed.trim().is_empty() {
        let words = "All of mine that are over, in one file";
        return choices([(words.to_owned(), ALL.to_owned())]);
    }
    suggest_played(app, reply, typed).await
}
