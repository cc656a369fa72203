//! Setting up a new league. The ids of the page hold all that was chosen, so nothing is stored before the end.

use super::pages::{chosen, show_after};
use super::press::{Draft, Press, Want};
use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::permissions::{for_a_match, in_thread, not_for_matches};
use crate::discord::ui::reply::Reply;
use crate::features::leagues::messages::set_up::{self, CLOCK, NAME, SIZE};
use crate::features::leagues::model::{self, Kind, Refusal, Rules, SIZES};
use crate::features::settings::model::ServerRules;
use crate::features::settings::store::server_rules;
use crate::games::{self, CATALOGUE, Game};
use crate::matches::{ChannelId, ContestName, GuildId, TimeControl, TimeError};

/// The clock that most leagues use.
const USUAL_CLOCK: TimeControl = TimeControl::Bank {
    bank: std::time::Duration::from_hours(5 * 24),
    increment: std::time::Duration::from_hours(12),
};

const USUAL_SIZE: u8 = 8;

/// Shows the page with the usual choices.
pub(crate) async fn begin(app: &App, reply: &mut Reply<'_>) -> Result<(), CommandError> {
    let guild = app.organised(reply).await?;
    let rules = rules(app, reply, guild).await?;
    let on = |game: &&Game| !rules.games_off.iter().any(|off| off == game.card.key);
    let first = CATALOGUE.iter().find(on).or(CATALOGUE.first());
    let first = first.ok_or_else(|| CommandError::Internal(String::from("there is no game")))?;
    let interaction = reply.interaction;
    let here = interaction.channel();
    let fits = !in_thread(interaction) && not_for_matches(interaction.partial_channel()).is_none();
    let taken = reply.while_doing(app.arbiter.leagues_in(guild)).await?;
    let free = fits && !taken.iter().any(|one| one.channel == here);
    let draft = Draft {
        game: first.card.key.to_owned(),
        setup: 0,
        size: USUAL_SIZE,
        legs: 1,
        kind: Kind::Seasonal,
        clock: USUAL_CLOCK,
        channel: if free { here.0 } else { 0 },
    };
    page(app, reply, &draft).await
}

/// Shows the page after a choice.
pub(crate) async fn set(
    app: &App,
    reply: &mut Reply<'_>,
    want: Want,
    mut draft: Draft,
) -> Result<(), CommandError> {
    let guild = app.organised(reply).await?;
    match want {
        Want::Game => {
            let game = reply.interaction.chosen_one().and_then(games::find);
            let game = game.ok_or_else(ui::unknown_component)?;
            draft.game = game.card.key.to_owned();
            draft.setup = 0;
        }
        Want::Setup => draft.setup = chosen(reply)?,
        Want::Clock => draft.clock = chosen(reply)?,
        Want::Channel => {
            let rules = rules(app, reply, guild).await?;
            draft.channel = reply.chosen_channel(for_a_match(rules.in_channel))?.0;
        }
        Want::Legs => draft.legs = if draft.legs == 1 { 2 } else { 1 },
        Want::Kind => {
            draft.kind = match draft.kind {
                Kind::Seasonal => Kind::Quick,
                Kind::Quick => Kind::Seasonal,
            }
        }
    }
    page(app, reply, &draft).await
}

/// Asks for the size and the clock, or sets them.
pub(crate) async fn numbers(
    app: &App,
    reply: &mut Reply<'_>,
    mut draft: Draft,
) -> Result<(), CommandError> {
    app.organised(reply).await?;
    if !reply.interaction.is_form() {
        let form = set_up::numbers_form(&draft);
        return app.open_form(reply, &form, Press::Numbers(draft)).await;
    }
    let typed = |field| reply.interaction.typed(field).trim();
    let size = typed(SIZE).parse::<u32>();
    let size = size.map_err(|_| CommandError::says("The size is a whole number, 4 to 10."))?;
    let fits = u8::try_from(size).ok().filter(|_| SIZES.contains(&size));
    draft.size = fits.ok_or_else(|| CommandError::says(Refusal::Size(size).to_string()))?;
    draft.clock = typed(CLOCK)
        .parse()
        .map_err(|error: TimeError| CommandError::says(ui::escaped(&error.to_string())))?;
    set_up::days(known(&draft)?, &draft)
        .map_err(|refusal| CommandError::says(refusal.to_string()))?;
    page(app, reply, &draft).await
}

/// Asks for the name, or creates the league.
pub(crate) async fn create(
    app: &App,
    reply: &mut Reply<'_>,
    draft: Draft,
) -> Result<(), CommandError> {
    let guild = app.organised(reply).await?;
    if !reply.interaction.is_form() {
        let form = set_up::name_form(&draft);
        return app.open_form(reply, &form, Press::Create(draft)).await;
    }
    let game = known(&draft)?;
    let channel = ChannelId(draft.channel);
    let server = rules(app, reply, guild).await?;
    // Everybody can join, whatever role starts other matches.
    let server = ServerRules {
        starters: None,
        ..server
    };
    let checked = server.check(&[], channel, game.card.key, false);
    checked.map_err(|refusal| CommandError::says(refusal.to_string()))?;
    if channel == reply.interaction.channel() {
        App::allowed(reply.interaction, for_a_match(server.in_channel))?;
    }
    let name = ContestName::new(reply.interaction.typed(NAME))
        .map_err(|error| CommandError::says(error.to_string()))?;
    let rules = league_rules(&draft, game, name)?;
    let by = reply.interaction.user();
    let made = app.arbiter.create_league((guild, channel), by, rules);
    let made = reply.while_doing(made).await?;
    let id = made.map_err(|why| CommandError::says(why.to_string()))?;
    let said = format!(
        "The league is made. Its post comes to {} in a moment.",
        ui::channel_link(channel)
    );
    show_after(app, reply, id.0, said).await
}

fn known(draft: &Draft) -> Result<&'static Game, CommandError> {
    games::find(&draft.game).ok_or_else(|| CommandError::says("This game no longer exists."))
}

/// Returns the rules of a draft.
fn league_rules(draft: &Draft, game: &Game, name: ContestName) -> Result<Rules, CommandError> {
    let options = set_up::setup(game, draft.setup);
    let options = options.ok_or_else(|| CommandError::says("This game no longer exists."))?;
    let turns = set_up::usual_turns(game, &options);
    let draft = model::Draft {
        name,
        game: game.card.key.to_owned(),
        options: options
            .iter()
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect(),
        size: u32::from(draft.size),
        legs: u32::from(draft.legs),
        kind: draft.kind,
        clock: draft.clock,
    };
    draft
        .rules(turns)
        .map_err(|refusal| CommandError::says(refusal.to_string()))
}

async fn rules(
    app: &App,
    reply: &mut Reply<'_>,
    guild: GuildId,
) -> Result<ServerRules, CommandError> {
    let read = app
        .arbiter
        .read(move |db| server_rules::of_server(db, guild));
    Ok(reply.while_doing(read).await?)
}

async fn page(app: &App, reply: &mut Reply<'_>, draft: &Draft) -> Result<(), CommandError> {
    let page = set_up::set_up(known(draft)?, draft);
    app.whisper_here(reply, page).await
}
