//! `/archive`, `/export` and `/import`.

use poise::ChoiceParameter;
use serenity::all::{Attachment, CommandOptionType, CreateAutocompleteResponse, User};
use strum::VariantArray;

use super::{archive, imports};
use crate::discord::ui::asked::display_name;
use crate::discord::ui::command::{Command, Context, games, reply, with_choices};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::which_match::{suggest_played, which_played};
use crate::features::records::formats::Format;
use crate::matches::UserId;
use crate::ratings::Score;

/// What is typed as a match to have all of one's own.
const ALL: &str = "all";

/// What a match came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ChoiceParameter)]
pub(crate) enum Outcome {
    /// Won.
    #[name = "Won"]
    Won,
    /// Drawn.
    #[name = "Drawn"]
    Drawn,
    /// Lost.
    #[name = "Lost"]
    Lost,
}

impl Outcome {
    const fn score(self) -> Score {
        match self {
            Self::Won => Score::Win,
            Self::Drawn => Score::Draw,
            Self::Lost => Score::Loss,
        }
    }
}

/// `/archive`, with the games of the catalogue as choices.
pub(crate) fn archive() -> Command {
    with_choices(finished(), "game", games)
}

/// Page through finished matches, to you only
#[poise::command(slash_command, rename = "archive")]
async fn finished(
    context: Context<'_>,
    #[description = "Whose; your own if you do not say"] person: Option<User>,
    #[description = "Only this game"] game: Option<String>,
    #[description = "Only those that were won, drawn or lost"] result: Option<Outcome>,
    #[description = "Only those that ended since: a day (2026-08-01), or how long ago (30d)"]
    #[max_length = 40]
    since: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    if let Some(person) = &person {
        app.learn(None, UserId(person.id.get()), display_name(person));
    }
    let user = person.map_or(reply.asked.user(), |person| UserId(person.id.get()));
    let mut filter = archive::filter(user.0, game.as_deref().unwrap_or("any"), 0, 0, (0, 0));
    filter.score = result.map(Outcome::score);
    if let Some(since) = since {
        filter.since = Some(archive::since(&since, app.arbiter.now())?);
    }
    let page = archive::page(app, &mut reply, filter).await?;
    app.whisper(&mut reply, page).await
}

/// `/export`, with the formats as choices.
pub(crate) fn export() -> Command {
    with_choices(written(), "format", |option| {
        let option = option.kind(CommandOptionType::String);
        Format::VARIANTS.iter().fold(option, |option, format| {
            option.add_string_choice(format.description(), format.into_str())
        })
    })
}

/// Take a match with you as a file, or all of your own
#[poise::command(slash_command, rename = "export")]
async fn written(
    context: Context<'_>,
    #[description = "Which match, or all: all of yours that are over, in one file"]
    #[autocomplete = "suggest_exported"]
    #[rename = "match"]
    which: Option<String>,
    #[description = "As what; as text if you do not say"] format: Option<String>,
) -> Result<(), CommandError> {
    let app = context.data();
    let mut reply = reply(&context);
    if which
        .as_deref()
        .is_some_and(|which| which.trim().eq_ignore_ascii_case(ALL))
    {
        return archive::export_all(app, &mut reply).await;
    }
    let format = match format {
        Some(word) => word
            .parse()
            .map_err(|error: String| CommandError::says(error))?,
        None => Format::Text,
    };
    let index = Format::VARIANTS.iter().position(|one| *one == format);
    let form = index
        .and_then(|index| u8::try_from(index).ok())
        .unwrap_or(0);
    let id = which_played(app, &mut reply, which.as_deref(), |one| {
        Some(CustomId::Export { id: one.id, form })
    })
    .await?;
    archive::export(app, &mut reply, id, format).await
}

/// `/import`, with the games of the catalogue as choices.
pub(crate) fn import() -> Command {
    with_choices(read(), "game", games)
}

/// Look at the match of a record that you have as a file, to you only
#[poise::command(slash_command, rename = "import")]
async fn read(
    context: Context<'_>,
    #[description = "A text record of mine, APGameRecord, PGN, SGF or a string of columns; 1 MB at most"]
    file: Attachment,
    #[description = "Which game it is, where the record does not say so"] game: Option<String>,
) -> Result<(), CommandError> {
    let mut reply = reply(&context);
    let said = match game {
        Some(key) => Some(
            crate::games::find(&key)
                .ok_or_else(|| CommandError::says("I do not know this game any more."))?,
        ),
        None => None,
    };
    imports::show(context.data(), &mut reply, &file, said).await
}

/// Matches to choose from, and all of them.
async fn suggest_exported(context: Context<'_>, typed: &str) -> CreateAutocompleteResponse {
    let found = suggest_played(context, typed).await;
    if ALL.starts_with(&typed.trim().to_lowercase()) && !typed.trim().is_empty() {
        return CreateAutocompleteResponse::new()
            .add_string_choice("All of mine that are over, in one file", ALL);
    }
    found
}
