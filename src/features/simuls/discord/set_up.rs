//! Setting up a new simul. The ids of the page hold all that was chosen, so nothing is stored before the end.

use super::acts::show;
use crate::discord::ui::contests::acts::created;
use crate::discord::ui::contests::entry::band;
use crate::discord::ui::contests::named::server;
use crate::discord::ui::contests::set_up::setup;
use crate::discord::ui::custom_id::draft::Want;
use crate::discord::ui::{App, CommandError, Reply, Result, known_game, unknown_component};
use crate::features::play::discord::start_rules;
use crate::features::simuls::messages::set_up;
use crate::features::simuls::model::{Refusal, Rules, SEATS, Simul};
use crate::features::simuls::press::{Draft, HostChoice, Own, Press, Side};
use crate::matches::{EntryRule, Level, RatingBand};

/// The usual choices.
const USUAL: Own = Own {
    seats: 8,
    side: Side::Alternating,
    rated: true,
    host: HostChoice::Organiser,
    ratings: RatingBand {
        lowest: None,
        highest: None,
        certain: false,
    },
};

/// Shows the page with the usual choices.
pub(crate) async fn begin(app: &App, reply: &mut Reply<'_>, game: &str) -> Result {
    server::<Simul>(reply)?;
    let mut draft = Draft::usual(reply, &[], USUAL)?;
    draft.game = known_game(game)?.card.key.to_owned();
    page(app, reply, &draft).await
}

/// Shows the page after a choice by a button, or with `want` in a menu.
pub(crate) async fn set(
    app: &App,
    reply: &mut Reply<'_>,
    want: Option<Want>,
    mut draft: Draft,
) -> Result {
    if let Some(want) = want {
        draft.choose(reply, want, false)?;
    }
    page(app, reply, &draft).await
}

/// Sets the number of seats to the one chosen in a menu.
pub(crate) async fn seats(app: &App, reply: &mut Reply<'_>, mut draft: Draft) -> Result {
    let seats = reply.chosen()?;
    if !SEATS.contains(&seats) {
        return Err(Refusal::Seats(seats).into());
    }
    draft.own.seats = seats;
    page(app, reply, &draft).await
}

/// Shows the page on which the host and their side are chosen.
pub(crate) async fn host(app: &App, reply: &mut Reply<'_>, draft: Draft) -> Result {
    let page = set_up::host(&draft, &rules(&draft)?);
    app.whisper_here(reply, page).await
}

/// Sets the host to the one chosen in a menu: the number of a computer's level, or 0 for the person.
pub(crate) async fn hosted_by(app: &App, reply: &mut Reply<'_>, mut draft: Draft) -> Result {
    draft.own.host = HostChoice::of(Level::numbered(reply.chosen()?));
    host(app, reply, draft).await
}

/// Sets the host's side to the one chosen in a menu.
pub(crate) async fn host_moves(app: &App, reply: &mut Reply<'_>, mut draft: Draft) -> Result {
    let side = Side::read(reply.chosen()?);
    draft.own.side = side.ok_or_else(unknown_component)?;
    host(app, reply, draft).await
}

/// Asks for the ratings with which people can take a seat, or sets them.
pub(crate) async fn ratings(app: &App, reply: &mut Reply<'_>, mut draft: Draft) -> Result {
    if !reply.interaction.is_form() {
        let form = set_up::ratings_form(&draft, &rules(&draft)?);
        return app.open_form(reply, &form, Press::Ratings(draft)).await;
    }
    draft.own.ratings = match band(reply)? {
        EntryRule::Ratings(band) => band,
        _ => RatingBand::default(),
    };
    page(app, reply, &draft).await
}

/// Creates the simul in the channel in which a match of the person would begin.
pub(crate) async fn create(app: &App, reply: &mut Reply<'_>, draft: Draft) -> Result {
    let guild = server::<Simul>(reply)?;
    let place = start_rules::place(app, reply).await?;
    let server = start_rules::rules(app, reply).await?;
    start_rules::check(reply, &server, place.channel, &draft.game)?;
    let by = reply.interaction.user();
    let made = app
        .arbiter
        .create_simul((guild, place.channel), by, rules(&draft)?);
    let (id, said) = created::<Simul>(reply, place.channel, made).await?;
    show(app, reply, id, &said).await
}

/// Returns the rules of a draft.
fn rules(draft: &Draft) -> Result<Rules> {
    let game = draft.known_game()?;
    let options = setup(game, draft.setup);
    let options = options.ok_or_else(|| CommandError::says("This game no longer exists."))?;
    let Own {
        seats,
        side,
        rated,
        host,
        ratings,
    } = draft.own;
    let rules = Rules {
        game: game.card.key.to_owned(),
        options,
        host,
        clock: draft.clock,
        seats,
        side,
        // No match against a computer is.
        rated: rated && host == HostChoice::Organiser,
        ratings: Some(ratings).filter(|band| *band != RatingBand::default()),
    };
    rules.check()?;
    Ok(rules)
}

async fn page(app: &App, reply: &mut Reply<'_>, draft: &Draft) -> Result {
    let page = set_up::set_up(draft.known_game()?, draft, &rules(draft)?);
    app.whisper_here(reply, page).await
}
