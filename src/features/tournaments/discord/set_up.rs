//! Setting up a new tournament. The ids of the page hold all that was chosen, so nothing is stored before the end.

use super::pages::show;
use crate::contests::knock_out::usual_games;
use crate::discord::ui::contests::acts::created;
use crate::discord::ui::contests::set_up::setup;
use crate::discord::ui::custom_id::draft::Want;
use crate::discord::ui::{App, CommandError, Reply, Result};
use crate::features::settings::discord::rules;
use crate::features::tournaments::messages::set_up::{self, DRAWN, MOST, ROUNDS};
use crate::features::tournaments::model::{
    PEOPLE, Refusal, Rules, Seeding, Tournament, check_rounds,
};
use crate::features::tournaments::press::{Draft, Own, Press};
use crate::games::Game;
use crate::matches::ContestName;

/// The usual choices.
const USUAL: Own = Own {
    most: 16,
    games: 2,
    third: true,
    drawn: false,
    swiss: None,
};

/// Shows the page with the usual choices.
pub(crate) async fn begin(app: &App, reply: &mut Reply<'_>) -> Result {
    app.organised(reply).await?;
    let rules = rules::here(app, reply).await?;
    let mut draft = Draft::usual(reply, &rules.games_off, USUAL)?;
    draft.own.games = games(&draft)?;
    page(app, reply, &draft).await
}

/// Shows the page after a choice by a button, or with `want` in a menu.
pub(crate) async fn set(
    app: &App,
    reply: &mut Reply<'_>,
    want: Option<Want>,
    mut draft: Draft,
) -> Result {
    // The usual number of games follows the game, unless it was changed.
    let usual = games(&draft)? == draft.own.games;
    let follows = want.is_some() && usual;
    rules::choose(app, reply, want, &mut draft).await?;
    if follows {
        draft.own.games = games(&draft)?;
    }
    page(app, reply, &draft).await
}

/// Returns the usual number of games of a pairing with the chosen game.
fn games(draft: &Draft) -> Result<u32> {
    let game = draft.known_game()?;
    let options = setup(game, draft.setup).unwrap_or_default();
    Ok(usual_games(game, &options))
}

/// Asks for the number of people, the rounds of a Swiss tournament, the clock and the seeds, or sets them.
pub(crate) async fn numbers(app: &App, reply: &mut Reply<'_>, mut draft: Draft) -> Result {
    app.organised(reply).await?;
    if !reply.interaction.is_form() {
        let form = set_up::numbers_form(&draft);
        return app.open_form(reply, &form, Press::Numbers(draft)).await;
    }
    let most = reply.interaction.typed(MOST).trim().parse();
    let most =
        most.map_err(|_| CommandError::says("The most people is a whole number, 4 to 128."))?;
    if !PEOPLE.contains(&most) {
        return Err(Refusal::Most(most).into());
    }
    draft.own.most = most;
    if draft.own.swiss.is_some() {
        let rounds = reply.interaction.typed(ROUNDS).trim().parse();
        let rounds = rounds
            .map_err(|_| CommandError::says("The number of rounds is a whole number, 3 to 9."))?;
        check_rounds(most, rounds)?;
        draft.own.swiss = Some(rounds);
    }
    let drawn = reply.interaction.typed(DRAWN).trim().to_lowercase();
    draft.own.drawn = match drawn.as_str() {
        "yes" | "y" => true,
        "no" | "n" | "" => false,
        _ => {
            return Err(CommandError::says(
                "Write *yes* or *no* for seeds that are drawn.",
            ));
        }
    };
    draft.set_clock(reply)?;
    set_up::days(draft.known_game()?, &draft)?;
    page(app, reply, &draft).await
}

/// Asks for the name, or creates the tournament.
pub(crate) async fn create(app: &App, reply: &mut Reply<'_>, draft: Draft) -> Result {
    let guild = app.organised(reply).await?;
    if !reply.interaction.is_form() {
        let form = set_up::name_form(&draft);
        return app.open_form(reply, &form, Press::Create(draft)).await;
    }
    let (channel, name) = rules::place_and_name(app, reply, &draft).await?;
    let rules = tournament_rules(&draft, draft.known_game()?, name)?;
    let by = reply.interaction.user();
    let made = app.arbiter.create_tournament((guild, channel), by, rules);
    let (id, said) = created::<Tournament>(reply, channel, made).await?;
    show(app, reply, id, &said).await
}

/// Returns the rules of a draft.
fn tournament_rules(draft: &Draft, game: &Game, name: ContestName) -> Result<Rules> {
    let options = setup(game, draft.setup);
    let options = options.ok_or_else(|| CommandError::says("This game no longer exists."))?;
    let rules = Rules {
        name,
        game: game.card.key.to_owned(),
        options,
        clock: draft.clock,
        games: match draft.own.swiss {
            Some(_) => 1,
            None => draft.own.games,
        },
        third: draft.own.third && draft.own.swiss.is_none(),
        seeding: match draft.own.drawn {
            true => Seeding::Drawn,
            false => Seeding::Rated,
        },
        most: draft.own.most,
        days: set_up::days(game, draft)?,
        swiss: draft.own.swiss,
        play_offs: None,
    };
    rules.check()?;
    Ok(rules)
}

async fn page(app: &App, reply: &mut Reply<'_>, draft: &Draft) -> Result {
    let game = draft.known_game()?;
    let page = set_up::set_up(game, &set_up::fitted(game, draft.clone()));
    app.whisper_here(reply, page).await
}
