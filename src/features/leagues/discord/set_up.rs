//! Setting up a new league. The ids of the page hold all that was chosen, so nothing is stored before the end.

use super::pages::show;
use crate::discord::ui::contests::acts::created;
use crate::discord::ui::contests::set_up::setup;
use crate::discord::ui::custom_id::draft::Want;
use crate::discord::ui::{App, CommandError, Reply, Result};
use crate::features::leagues::messages::set_up::{self, LEAST_FIELD, PLAY_OFFS_FIELD, SIZE};
use crate::features::leagues::model::{Kind, LEAST, League, PLAY_OFFS, Refusal, Rules, SIZES};
use crate::features::leagues::press::{Draft, Own, Press, usual_least};
use crate::features::settings::discord::rules;
use crate::games::Game;
use crate::matches::ContestName;

const USUAL_SIZE: u32 = 8;

/// Shows the page with the usual choices.
pub(crate) async fn begin(app: &App, reply: &mut Reply<'_>) -> Result {
    let guild = app.organised(reply).await?;
    let rules = rules::here(app, reply).await?;
    let own = Own {
        size: USUAL_SIZE,
        legs: 1,
        kind: Kind::Seasonal,
        least: usual_least(USUAL_SIZE),
        play_offs: 0,
    };
    let mut draft = Draft::usual(reply, &rules.games_off, own)?;
    let taken = reply
        .while_doing(app.arbiter.contests_in::<League>(guild))
        .await?;
    if taken.iter().any(|one| one.channel.0 == draft.channel) {
        draft.channel = 0;
    }
    page(app, reply, &draft).await
}

/// Shows the page after a choice by a button, or with `want` in a menu.
pub(crate) async fn set(
    app: &App,
    reply: &mut Reply<'_>,
    want: Option<Want>,
    mut draft: Draft,
) -> Result {
    rules::choose(app, reply, want, &mut draft).await?;
    page(app, reply, &draft).await
}

/// Asks for the size and the clock, or sets them.
pub(crate) async fn numbers(app: &App, reply: &mut Reply<'_>, mut draft: Draft) -> Result {
    app.organised(reply).await?;
    if !reply.interaction.is_form() {
        let form = set_up::numbers_form(&draft);
        return app.open_form(reply, &form, Press::Numbers(draft)).await;
    }
    let size = reply.interaction.typed(SIZE).trim().parse();
    let size = size.map_err(|_| CommandError::says("The size is a whole number, 4 to 10."))?;
    if !SIZES.contains(&size) {
        return Err(Refusal::Size(size).into());
    }
    // The usual number follows the size, unless it was changed too.
    let typed = reply.interaction.typed(LEAST_FIELD).trim();
    let least = match typed.parse() {
        Ok(least) if LEAST.contains(&least) => least,
        Ok(least) => return Err(Refusal::Least(least).into()),
        Err(_) if typed.is_empty() => draft.own.least,
        Err(_) => {
            return Err(CommandError::says(
                "The number of people that a season waits for is a whole number, 4 to 100.",
            ));
        }
    };
    draft.own.least = if least == draft.own.least && least == usual_least(draft.own.size) {
        usual_least(size)
    } else {
        least
    };
    let typed = reply
        .interaction
        .typed(PLAY_OFFS_FIELD)
        .trim()
        .to_lowercase();
    draft.own.play_offs = match (typed.as_str(), typed.parse()) {
        ("", _) => draft.own.play_offs,
        ("none" | "no" | "0", _) => 0,
        (_, Ok(size)) if PLAY_OFFS.contains(&size) => size,
        (_, Ok(size)) => return Err(Refusal::PlayOffs(size).into()),
        (_, Err(_)) => {
            return Err(CommandError::says(
                "Play-offs have 2, 4 or 8 people. Write *none* for a league without.",
            ));
        }
    };
    draft.own.size = size;
    draft.set_clock(reply)?;
    set_up::days(draft.known_game()?, &draft)?;
    page(app, reply, &draft).await
}

/// Asks for the name, or creates the league.
pub(crate) async fn create(app: &App, reply: &mut Reply<'_>, draft: Draft) -> Result {
    let guild = app.organised(reply).await?;
    if !reply.interaction.is_form() {
        let form = set_up::name_form(&draft);
        return app.open_form(reply, &form, Press::Create(draft)).await;
    }
    let (channel, name) = rules::place_and_name(app, reply, &draft).await?;
    let rules = league_rules(&draft, draft.known_game()?, name)?;
    let by = reply.interaction.user();
    let made = app.arbiter.create_league((guild, channel), by, rules);
    let (id, said) = created::<League>(reply, channel, made).await?;
    show(app, reply, id, &said).await
}

/// Returns the rules of a draft.
fn league_rules(draft: &Draft, game: &Game, name: ContestName) -> Result<Rules> {
    let options = setup(game, draft.setup);
    let options = options.ok_or_else(|| CommandError::says("This game no longer exists."))?;
    let days = set_up::days(game, draft)?;
    let rules = Rules {
        name,
        game: game.card.key.to_owned(),
        options,
        size: draft.own.size,
        legs: draft.own.legs,
        kind: draft.own.kind,
        clock: draft.clock,
        days,
        least: draft.own.least,
        play_offs: match draft.own.kind {
            Kind::Seasonal => draft.own.play_offs,
            Kind::Quick => 0,
        },
    };
    rules.check()?;
    Ok(rules)
}

async fn page(app: &App, reply: &mut Reply<'_>, draft: &Draft) -> Result {
    let game = draft.known_game()?;
    let page = set_up::set_up(game, &set_up::fitted(game, draft.clone()));
    app.whisper_here(reply, page).await
}
