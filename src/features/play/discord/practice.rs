//! Matches against the computer in a person's direct messages.

use serenity::all::LightMethod;
use serenity::http::Route;

use super::{challenge_pages, start_rules};
use crate::db::Places;
use crate::discord::transport::json_request::json_request;
use crate::discord::transport::rest::Failure;
use crate::discord::ui::custom_id::OpponentChoice;
use crate::discord::ui::reply::discord_channel;
use crate::discord::ui::wire::Painted;
use crate::discord::ui::{self, App, CommandError, Composed, Reply, Result, known_game};
use crate::features::play::messages;
use crate::features::play::press::ChallengeOptions;
use crate::features::settings::discord::rules;
use crate::kernel::Update;
use crate::matches::{Challenge, ChannelId, Match, Place, Player, UserId};

/// Makes a challenge to a computer whose match is played in the person's direct messages, below a greeting.
/// Returns `None` if Discord does not let the bot write there: no match begins then.
pub async fn begin(
    app: &App,
    reply: &mut Reply<'_>,
    challenge: Challenge,
    greeting: Composed,
) -> Result<Option<Update>> {
    let user = reply.interaction.user();
    let channel = match reply.while_doing(greet(app, user, greeting)).await {
        Ok(channel) => channel,
        Err(failure) => {
            tracing::debug!(%failure, "a person who wants to practise cannot be written to");
            return Ok(None);
        }
    };
    let place = Place {
        guild: None,
        channel,
    };
    let challenge = Challenge { place, ..challenge };
    let acting = app.acting(reply);
    Ok(Some(reply.while_doing(acting.propose(challenge)).await?))
}

/// Begins a match against the computer in the person's direct messages, with the chosen options.
pub async fn private(
    app: &App,
    reply: &mut Reply<'_>,
    game: &str,
    with: OpponentChoice,
    wanted: ChallengeOptions,
) -> Result {
    let game = known_game(game)?;
    let OpponentChoice::Computer(level) = with else {
        return Err(ui::unknown_component().into());
    };
    let place = match reply.interaction.as_guest() {
        // The bot is not in this server, and the match is not played here.
        true => Place {
            guild: None,
            channel: reply.interaction.channel(),
        },
        false => start_rules::place(app, reply).await?,
    };
    let time = challenge_pages::usual_clock(app, &rules::here(app, reply).await?);
    let user = reply.interaction.user();
    let challenge = wanted.of(Challenge {
        invited: Some(Player::Computer(level)),
        ..Challenge::new(place, game.card.key, time, user)
    });
    in_private(app, reply, challenge).await
}

/// Begins practice in the person's direct messages, or where they are if the bot cannot write to them.
pub(super) async fn in_private(app: &App, reply: &mut Reply<'_>, challenge: Challenge) -> Result {
    if start_rules::is_alone(reply) {
        return challenge_pages::propose(app, reply, challenge).await;
    }
    let greeting = Composed::text(messages::practice_greeting(&challenge));
    if let Some(update) = begin(app, reply, challenge.clone(), greeting).await? {
        let words = |made: &Match, _: &Places| Composed::text(messages::practice_begun(made, None));
        return challenge_pages::post(app, reply, update, words).await;
    }
    if reply.interaction.as_guest() {
        return Err(CommandError::says(messages::PRACTICE_UNSENT));
    }
    let rules = start_rules::rules(app, reply).await?;
    start_rules::check(reply, &rules, challenge.place.channel, &challenge.game)?;
    let acting = app.acting(reply);
    let update = reply.while_doing(acting.propose(challenge)).await?;
    let words = |made: &Match, places: &Places| {
        Composed::text(messages::practice_here_instead(made, places.thread))
    };
    challenge_pages::post(app, reply, update, words).await
}

/// Sends a direct message and returns its channel.
async fn greet(app: &App, user: UserId, greeting: Composed) -> Result<ChannelId, Failure> {
    let channel = app.rest.conversation(user).await?;
    let route = Route::ChannelMessages {
        channel_id: discord_channel(channel),
    };
    let greeting = Painted::new(greeting, Vec::new());
    let post = json_request(route, LightMethod::Post, &greeting.json());
    app.rest.send(post).await?;
    Ok(channel)
}
