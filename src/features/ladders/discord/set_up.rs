//! Setting up a new ladder. The ids of the page hold all that was chosen, so nothing is stored before the end.

use super::pages::show;
use crate::discord::ui::contests::acts::created;
use crate::discord::ui::custom_id::draft::Want;
use crate::discord::ui::{App, CommandError, Reply, Result};
use crate::features::ladders::messages::set_up::{self, IDLE, REACH_FIELD};
use crate::features::ladders::model::{Ladder, Rules};
use crate::features::ladders::press::{Draft, Own, Press};
use crate::features::settings::discord::rules;
use crate::games::{Game, GivenOptions};
use crate::matches::ContestName;

/// Shows the page with the usual choices.
pub(crate) async fn begin(app: &App, reply: &mut Reply<'_>) -> Result {
    app.organised(reply).await?;
    let rules = rules::here(app, reply).await?;
    let own = Own {
        reach: Rules::USUAL_REACH,
        idle: Rules::USUAL_IDLE_DAYS,
        rated: true,
    };
    page(app, reply, &Draft::usual(reply, &rules.games_off, own)?).await
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

/// Asks for the clock, the reach and the idle limit, or sets them.
pub(crate) async fn numbers(app: &App, reply: &mut Reply<'_>, mut draft: Draft) -> Result {
    app.organised(reply).await?;
    if !reply.interaction.is_form() {
        let form = set_up::numbers_form(&draft);
        return app.open_form(reply, &form, Press::Numbers(draft)).await;
    }
    draft.set_clock(reply)?;
    let number = |field, what: &str| {
        let read = reply.interaction.typed(field).trim().parse();
        read.map_err(|_| CommandError::says(format!("The {what} is a whole number.")))
    };
    draft.own.reach = number(REACH_FIELD, "reach")?;
    draft.own.idle = number(IDLE, "idle limit")?;
    let name = ContestName::new("Ladder").map_err(CommandError::says_why)?;
    ladder_rules(&draft, draft.known_game()?, name)?
        .check()
        .map_err(CommandError::says_why)?;
    page(app, reply, &draft).await
}

/// Asks for the name, or creates the ladder.
pub(crate) async fn create(app: &App, reply: &mut Reply<'_>, draft: Draft) -> Result {
    let guild = app.organised(reply).await?;
    if !reply.interaction.is_form() {
        let form = set_up::name_form(&draft);
        return app.open_form(reply, &form, Press::Create(draft)).await;
    }
    let (channel, name) = rules::place_and_name(app, reply, &draft).await?;
    let rules = ladder_rules(&draft, draft.known_game()?, name)?;
    let by = reply.interaction.user();
    let made = app.arbiter.create_ladder((guild, channel), by, rules);
    let (id, said) = created::<Ladder>(reply, channel, made).await?;
    show(app, reply, id, None, &said).await
}

/// Returns the rules of a draft.
fn ladder_rules(draft: &Draft, game: &Game, name: ContestName) -> Result<Rules> {
    let setups = game.setups();
    let setup = setups.into_iter().nth(usize::from(draft.setup));
    let given = setup.map_or_else(GivenOptions::new, |(_, given)| given);
    let options = game.complete_options(&given, || 0);
    Ok(Rules {
        name,
        game: game.card.key.to_owned(),
        options: options.map_err(CommandError::quotes)?,
        clock: draft.clock,
        reach: draft.own.reach,
        idle_days: draft.own.idle,
        rated: draft.own.rated,
    })
}

async fn page(app: &App, reply: &mut Reply<'_>, draft: &Draft) -> Result {
    let page = set_up::set_up(draft.known_game()?, draft);
    app.whisper_here(reply, page).await
}
