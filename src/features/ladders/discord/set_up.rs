//! Setting up a new ladder. The ids of the page hold all that was chosen, so nothing is stored before the end.

use super::pages::show_after;
use super::press::{Draft, Press, Want};
use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::permissions::{for_a_match, in_thread, not_for_matches};
use crate::discord::ui::reply::Reply;
use crate::features::ladders::messages::set_up::{
    self, CLOCK, IDLE, NAME, REACH_FIELD, USUAL_CLOCK,
};
use crate::features::ladders::model::{Refusal, Rules};
use crate::features::settings::model::ServerRules;
use crate::features::settings::store::server_rules;
use crate::games::{self, CATALOGUE, Game, GivenOptions};
use crate::matches::{ChannelId, ContestName, GuildId, TimeError};

/// Shows the page with the usual choices.
pub(crate) async fn begin(app: &App, reply: &mut Reply<'_>) -> Result<(), CommandError> {
    let guild = app.organised(reply).await?;
    let rules = rules(app, reply, guild).await?;
    let on = |game: &&Game| !rules.games_off.iter().any(|off| off == game.card.key);
    let first = CATALOGUE.iter().find(on).or(CATALOGUE.first());
    let first = first.ok_or_else(|| CommandError::Internal(String::from("there is no game")))?;
    let interaction = reply.interaction;
    let fits = !in_thread(interaction) && not_for_matches(interaction.partial_channel()).is_none();
    let draft = Draft {
        game: first.card.key.to_owned(),
        setup: 0,
        clock: USUAL_CLOCK.parse().unwrap_or(app.default_time),
        reach: u8::try_from(Rules::USUAL_REACH).unwrap_or(5),
        idle: u8::try_from(Rules::USUAL_IDLE_DAYS).unwrap_or(30),
        rated: true,
        channel: if fits { interaction.channel().0 } else { 0 },
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
    let chosen = reply.interaction.chosen_one();
    match want {
        Want::Game => {
            let game = chosen
                .and_then(games::find)
                .ok_or_else(ui::unknown_component)?;
            draft.game = game.card.key.to_owned();
            draft.setup = 0;
        }
        Want::Setup => {
            let setup = chosen.and_then(|chosen| chosen.parse().ok());
            draft.setup = setup.ok_or_else(ui::unknown_component)?;
        }
        Want::Clock => {
            let clock = chosen.and_then(|chosen| chosen.parse().ok());
            draft.clock = clock.ok_or_else(ui::unknown_component)?;
        }
        Want::Channel => {
            let rules = rules(app, reply, guild).await?;
            let needed = for_a_match(rules.in_channel);
            draft.channel = reply.chosen_channel(needed)?.0;
        }
        Want::Rated => draft.rated = !draft.rated,
    }
    page(app, reply, &draft).await
}

/// Asks for the clock, the reach and the idle limit, or sets them.
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
    draft.clock = typed(CLOCK)
        .parse()
        .map_err(|error: TimeError| CommandError::says(ui::escaped(&error.to_string())))?;
    let number = |field, what: &str| {
        let read = typed(field).parse::<u32>();
        read.map_err(|_| CommandError::says(format!("The {what} is a whole number.")))
    };
    let (reach, idle) = (number(REACH_FIELD, "reach")?, number(IDLE, "idle limit")?);
    let small = |number: u32, refusal: fn(u32) -> Refusal| {
        u8::try_from(number).map_err(|_| CommandError::says(refusal(number).to_string()))
    };
    draft.reach = small(reach, Refusal::Reach)?;
    draft.idle = small(idle, Refusal::IdleDays)?;
    let name = ContestName::new("Ladder").map_err(|error| CommandError::says(error.to_string()))?;
    ladder_rules(&draft, known(&draft)?, name)?
        .check()
        .map_err(|refusal| CommandError::says(refusal.to_string()))?;
    page(app, reply, &draft).await
}

/// Asks for the name, or creates the ladder.
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
    let rules = ladder_rules(&draft, game, name)?;
    let by = reply.interaction.user();
    let made = app.arbiter.create_ladder((guild, channel), by, rules);
    let made = reply.while_doing(made).await?;
    let id = made.map_err(|why| CommandError::says(why.to_string()))?;
    let said = format!(
        "The ladder is made. Its post comes to {} in a moment.",
        ui::channel_link(channel)
    );
    show_after(app, reply, id.0, None, said).await
}

fn known(draft: &Draft) -> Result<&'static Game, CommandError> {
    games::find(&draft.game).ok_or_else(|| CommandError::says("This game no longer exists."))
}

/// Returns the rules of a draft.
fn ladder_rules(draft: &Draft, game: &Game, name: ContestName) -> Result<Rules, CommandError> {
    let setups = game.setups();
    let setup = setups.into_iter().nth(usize::from(draft.setup));
    let given = setup.map_or_else(GivenOptions::new, |(_, given)| given);
    let options = game.complete_options(&given, || 0);
    Ok(Rules {
        name,
        game: game.card.key.to_owned(),
        options: options.map_err(|error| CommandError::says(ui::escaped(&error.to_string())))?,
        clock: draft.clock,
        reach: u32::from(draft.reach),
        idle_days: u32::from(draft.idle),
        rated: draft.rated,
    })
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
