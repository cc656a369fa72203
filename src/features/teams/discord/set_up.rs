//! Setting up a match with a team. The ids of the page hold all that was chosen.

use super::acts::acting;
use crate::discord::ui::custom_id::OpponentChoice;
use crate::discord::ui::{App, CommandError, Composed, Reply, Result, known_game};
use crate::features::play::discord::{challenge_pages, start_rules};
use crate::features::settings::discord::rules;
use crate::features::teams::messages::set_up;
use crate::features::teams::model::TeamRefusal;
use crate::features::teams::press::{Press, SetUp};
use crate::games::Game;
use crate::matches::{Challenge, Player, RoleId, SeatChoice, Team, TeamName, TimeControl};

/// What was chosen before: the game and the opponent.
type Chosen<'a> = (&'a str, OpponentChoice);

/// Shows the page.
pub(crate) async fn page(
    app: &App,
    reply: &mut Reply<'_>,
    (game, with): Chosen<'_>,
    chosen: SetUp,
) -> Result {
    let game = known_game(game)?;
    let guild = reply.interaction.guild().ok_or_else(only_in_servers)?;
    let time = clock(app, reply, chosen).await?;
    let roles = app.organises(reply, guild).await?;
    let page = set_up::page(game, (with, opponent(with)), (chosen, time), roles);
    app.whisper_here(reply, page).await
}

/// Sets the role whose holders vote to the one chosen in the menu.
pub(crate) async fn role(
    app: &App,
    reply: &mut Reply<'_>,
    before: Chosen<'_>,
    chosen: SetUp,
) -> Result {
    let role = reply.interaction.chosen_ids().first().copied();
    let role = role.map(RoleId);
    page(app, reply, before, SetUp { role, ..chosen }).await
}

/// Sets the board and the rules to those chosen in the menu.
pub(crate) async fn setup(
    app: &App,
    reply: &mut Reply<'_>,
    before: Chosen<'_>,
    chosen: SetUp,
) -> Result {
    let setup = reply.chosen()?;
    page(app, reply, before, SetUp { setup, ..chosen }).await
}

/// Asks for the names of the teams, or posts the challenge.
pub(crate) async fn create(
    app: &App,
    reply: &mut Reply<'_>,
    (game, with): Chosen<'_>,
    chosen: SetUp,
) -> Result {
    let press = Press::Create {
        game: game.to_owned(),
        with,
        set_up: chosen,
    };
    let game = known_game(game)?;
    let may_be_two = with == OpponentChoice::Anyone && !chosen.against;
    if !reply.interaction.is_form() {
        let form = set_up::names_form(&press, chosen, may_be_two);
        return app.open_form(reply, &form, press).await;
    }
    let challenge = challenge(app, reply, (game, with), chosen).await?;
    let arbiter = app.acting(reply);
    let made = arbiter.propose(challenge);
    let update = reply.while_doing(made).await?;
    let (id, seat) = (update.view.state.id(), update.view.state.proposal().seat);
    if !chosen.against {
        // Who starts a match for a team belongs to it. They can also join by a button.
        let acting = acting(reply);
        if let Err(error) = app.arbiter.join_team(id, &acting, seat).await {
            tracing::debug!(match_id = %id, %error, "the challenger does not join the team");
        }
    }
    challenge_pages::post(app, reply, update, |made, places| {
        Composed::text(crate::features::play::messages::challenged(made, places))
    })
    .await
}

/// Returns the challenge that was set up.
async fn challenge(
    app: &App,
    reply: &mut Reply<'_>,
    (game, with): (&'static Game, OpponentChoice),
    chosen: SetUp,
) -> Result<Challenge> {
    let guild = reply.interaction.guild().ok_or_else(only_in_servers)?;
    if chosen.role.is_some() && !app.organises(reply, guild).await? {
        return Err(TeamRefusal::NotForRole.into());
    }
    let place = start_rules::place(app, reply).await?;
    let server = start_rules::rules(app, reply).await?;
    start_rules::check(reply, &server, place.channel, game.card.key)?;
    let name = TeamName::of(reply.interaction.typed(set_up::NAME)).ok_or(TeamRefusal::NoName)?;
    let team = Team {
        name,
        role: chosen.role,
    };
    let other = TeamName::of(reply.interaction.typed(set_up::OTHER));
    let other = other.map(|name| Player::Team(Team { name, role: None }));
    let time = clock(app, reply, chosen).await?;
    let user = reply.interaction.user();
    let mut setups = game.setups().into_iter();
    let setup = setups.nth(chosen.setup.into());
    let new = Challenge {
        options: setup.map(|(_, given)| given).unwrap_or_default(),
        seat: chosen
            .seat
            .map_or(SeatChoice::Random, |seat| SeatChoice::Seat(seat.0)),
        ..Challenge::new(place, game.card.key, time, user)
    };
    Ok(match chosen.against {
        true => Challenge {
            invited: Some(Player::Team(team)),
            ..new
        },
        false => Challenge {
            team: Some(team),
            invited: other.or(opponent(with)),
            ..new
        },
    })
}

/// Returns the clock that was chosen, else the server's or the bot's.
async fn clock(app: &App, reply: &mut Reply<'_>, chosen: SetUp) -> Result<TimeControl> {
    let usual = rules::here(app, reply).await?.time;
    Ok(chosen.time.or(usual).unwrap_or(app.default_time))
}

/// Returns the chosen opponent; `None` for anyone.
const fn opponent(with: OpponentChoice) -> Option<Player> {
    match with {
        OpponentChoice::Person(user) => Some(Player::Person(user)),
        OpponentChoice::Computer(level) => Some(Player::Computer(level)),
        OpponentChoice::Anyone | OpponentChoice::Same(_) => None,
    }
}

fn only_in_servers() -> CommandError {
    TeamRefusal::OnlyInServers.into()
}
