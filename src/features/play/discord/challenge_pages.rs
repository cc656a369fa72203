//! The choice of a game and an opponent by buttons, without command options.

use super::{conclusion, practice, start_rules};
use crate::board::Seat;
use crate::db::{Announced, Places};
use crate::discord::ui::custom_id::OpponentChoice;
use crate::discord::ui::interaction::display_name;
use crate::discord::ui::wire::Callback;
use crate::discord::ui::{
    self, App, Command, CommandError, CommandOptions, Composed, Reply, Result, known_game,
};
use crate::features::play::discord::sessions;
use crate::features::play::messages::{self, PracticeIn};
use crate::features::play::press::options::Shown;
use crate::features::play::press::{ChallengeOption, ChallengeOptions, Want};
use crate::features::play::service::rematch::{Again, Rematch};
use crate::features::play::store::levels;
use crate::features::settings::discord::rules;
use crate::features::settings::model::ServerRules;
use crate::games::Game;
use crate::kernel::{Update, View};
use crate::matches::{Challenge, Match, MatchId, Place, Player, Refusal, TimeControl, UserId};

/// Shows the games to one person.
pub async fn choose(app: &App, reply: &mut Reply<'_>, with: OpponentChoice) -> Result {
    let (opponent, _) = opponent(app, reply, with).await?;
    app.whisper_here(reply, messages::choose_game(with, opponent))
        .await
}

/// Shows one game, with the buttons that post a challenge.
pub async fn page(
    app: &App,
    reply: &mut Reply<'_>,
    game: &str,
    with: OpponentChoice,
    wanted: ChallengeOptions,
) -> Result {
    let game = known_game(game)?;
    let (opponent, usual) = opponent_and_clock(app, reply, with).await?;
    let more = app.command_mention("play");
    let practice = match (start_rules::is_alone(reply), reply.interaction.as_guest()) {
        (true, _) => PracticeIn::Alone,
        (_, true) => PracticeIn::Private,
        _ if rules::here(app, reply).await?.practice_in_private => PracticeIn::PrivateFirst,
        _ => PracticeIn::Threads,
    };
    let (user, key) = (reply.interaction.user(), game.card.key);
    let level = app.arbiter.read(move |db| levels::level_for(db, user, key));
    let level = reply.while_doing(level).await?;
    let page = messages::game_page(
        game,
        (with, opponent),
        (wanted, usual),
        (level, practice),
        &more,
    );
    app.whisper_here(reply, page).await
}

/// Shows the rare settings of a challenge.
pub async fn more(
    app: &App,
    reply: &mut Reply<'_>,
    game: &str,
    with: OpponentChoice,
    wanted: ChallengeOptions,
) -> Result {
    let game = known_game(game)?;
    let (opponent, usual) = opponent_and_clock(app, reply, with).await?;
    let page = messages::more_terms(game, (with, opponent), (wanted, usual));
    app.whisper_here(reply, page).await
}

/// Shows the page again after a choice in one of its menus.
pub async fn set_option(
    app: &App,
    reply: &mut Reply<'_>,
    game: &str,
    with: OpponentChoice,
    want: Want,
    wanted: ChallengeOptions,
) -> Result {
    let chosen = reply
        .interaction
        .chosen_one()
        .ok_or_else(ui::unknown_component)?;
    let Some(option) = ChallengeOption::of(want) else {
        let with = messages::computer_with(chosen).ok_or_else(ui::unknown_component)?;
        return page(app, reply, game, with, wanted).await;
    };
    let wanted = option
        .chosen(wanted, chosen)
        .ok_or_else(ui::unknown_component)?;
    match option.shown {
        Shown::Page => page(app, reply, game, with, wanted).await,
        Shown::Rare | Shown::RareIfOpen => more(app, reply, game, with, wanted).await,
    }
}

/// Returns the default clock of the server, else of the bot.
fn usual_clock(app: &App, rules: &ServerRules) -> TimeControl {
    rules.time.unwrap_or(app.default_time)
}

/// Posts a challenge to a game with its default settings and the chosen options.
pub async fn challenge(
    app: &App,
    reply: &mut Reply<'_>,
    game: &str,
    with: OpponentChoice,
    wanted: ChallengeOptions,
) -> Result {
    let game = known_game(game)?;
    let place = match with {
        // It is played where that match was.
        OpponentChoice::Same(_) => start_rules::here(reply),
        _ => start_rules::place(app, reply).await?,
    };
    let against_people = matches!(with, OpponentChoice::Anyone | OpponentChoice::Person(_));
    if against_people && reply.interaction.guild().is_none() {
        return Err(CommandError::says(
            "In a direct message you can play against the computer. To play against somebody else, use `/play` in a server's channel.",
        ));
    }
    let rules = start_rules::rules(app, reply).await?;
    let usual = (place, usual_clock(app, &rules));
    let challenge = wanted.of(chosen(app, reply, game, with, usual).await?);
    start_rules::check(reply, &rules, challenge.place.channel, game.card.key)?;
    propose(app, reply, challenge).await
}

/// Begins a match against the computer in the person's direct messages, with the chosen options.
pub async fn challenge_in_private(
    app: &App,
    reply: &mut Reply<'_>,
    game: &str,
    with: OpponentChoice,
    wanted: ChallengeOptions,
) -> Result {
    let game = known_game(game)?;
    let time = usual_clock(app, &rules::here(app, reply).await?);
    let usual = (start_rules::here(reply), time);
    let challenge = wanted.of(chosen(app, reply, game, with, usual).await?);
    let Some(computer @ Player::Computer(_)) = challenge.invited else {
        return Err(ui::unknown_component().into());
    };
    in_private(app, reply, challenge, computer).await
}

/// Returns a challenge to an opponent. Unless a match is played again, it has this place and this clock.
async fn chosen(
    app: &App,
    reply: &mut Reply<'_>,
    game: &'static Game,
    with: OpponentChoice,
    (place, time): (Place, TimeControl),
) -> Result<Challenge> {
    let user = reply.interaction.user();
    let invited = match with {
        OpponentChoice::Same(id) => {
            let view = app.view(reply, id).await?;
            return match view.state.another(user, game.card.key) {
                Ok(challenge) => Ok(challenge),
                Err(refusal) => Err(refused(app, reply, id, &refusal).await),
            };
        }
        OpponentChoice::Person(person) => Some(Player::Person(person)),
        OpponentChoice::Computer(level) => Some(Player::Computer(level)),
        OpponentChoice::Anyone => None,
    };
    Ok(Challenge {
        invited,
        ..Challenge::new(place, game.card.key, time, user)
    })
}

/// Begins practice in the person's direct messages, or where they are if Discord does not let the bot write to them.
pub(super) async fn in_private(
    app: &App,
    reply: &mut Reply<'_>,
    challenge: Challenge,
    computer: Player,
) -> Result {
    if start_rules::is_alone(reply) {
        return propose(app, reply, challenge).await;
    }
    let greeting = Composed::text(messages::practice_greeting(&challenge.game, computer));
    if let Some(update) = practice::begin(app, reply, challenge.clone(), greeting).await? {
        let words = |made: &Match, _: &Places| {
            Composed::text(messages::practice_in_private(made, computer))
        };
        return post(app, reply, update, words).await;
    }
    if reply.interaction.as_guest() {
        return Err(CommandError::says(messages::PRACTICE_UNSENT));
    }
    let place = start_rules::place(app, reply).await?;
    let rules = start_rules::rules(app, reply).await?;
    start_rules::check(reply, &rules, place.channel, &challenge.game)?;
    let challenge = Challenge { place, ..challenge };
    let acting = app.acting(reply);
    let update = reply.while_doing(acting.propose(challenge)).await?;
    let words = |made: &Match, places: &Places| {
        Composed::text(messages::practice_here_instead(
            made,
            computer,
            places.thread,
        ))
    };
    post(app, reply, update, words).await
}

/// Makes a challenge and posts it.
pub(super) async fn propose(app: &App, reply: &mut Reply<'_>, challenge: Challenge) -> Result {
    let acting = app.acting(reply);
    let update = reply.while_doing(acting.propose(challenge)).await?;
    let words = |made: &Match, places: &Places| Composed::text(messages::challenged(made, places));
    post(app, reply, update, words).await
}

/// Proposes a rematch, or accepts the other player's proposal.
pub async fn rematch(app: &App, reply: &mut Reply<'_>, id: MatchId, how: Again) -> Result {
    let rules = start_rules::rules(app, reply).await?;
    let user = reply.interaction.user();
    let view = app.view(reply, id).await?;
    if view.state.seat_of(user).is_some() {
        let proposal = view.state.proposal();
        start_rules::check(reply, &rules, proposal.place.channel, &proposal.game)?;
    }
    let acting = app.acting(reply);
    match app
        .in_match(reply, id, acting.rematch(id, user, how))
        .await?
    {
        Rematch::Proposed(update) => {
            let words = |next: &Match, places: &Places| {
                Composed::text(messages::rematch_asked(next, places))
            };
            post(app, reply, *update, words).await
        }
        Rematch::Accepted(update) => {
            let words = Composed::text(messages::rematch_accepted(&update.view.state));
            // The arbiter updates the challenge's message, which is elsewhere.
            update.leave_to_arbiter();
            app.whisper(reply, words).await
        }
        Rematch::There(view) => {
            let words = messages::rematch_there(&view.state, view.places.thread);
            Err(CommandError::says(words))
        }
    }
}

/// The user command *Challenge…*.
pub(crate) fn challenge_in_menu() -> Command {
    Command::in_menu("Challenge…", |app, reply, given| {
        Box::pin(challenge_person(app, reply, given))
    })
    .in_servers()
}

/// Shows the games to which a person can be challenged, after the user command was used on them.
async fn challenge_person(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    let user = given.target()?;
    let person = UserId(user.id.get());
    app.learn(None, person, display_name(user));
    if user.bot {
        return Err(CommandError::says(format!(
            "{} To play against the computer, choose a game with `/play`.",
            messages::is_a_bot(person)
        )));
    }
    if person == reply.interaction.user() {
        return Err(ui::refusal(&Refusal::SelfChallenge, None).into());
    }
    start_rules::place(app, reply).await?;
    choose(app, reply, OpponentChoice::Person(person)).await
}

/// Posts a challenge as the answer if it belongs in this channel and the time suffices.
/// Else the arbiter posts it, and the person reads what `private` says, with a link if it is posted in time.
pub async fn post(
    app: &App,
    reply: &mut Reply<'_>,
    update: Update,
    private: impl FnOnce(&Match, &Places) -> Composed,
) -> Result {
    let proposal = update.view.state.proposal();
    let here = proposal.has_card()
        && proposal.place.channel == reply.interaction.channel()
        && !reply.interaction.on_private_message();
    let painted = match &update.news {
        Some(announcement) if here && !reply.is_deferred() => {
            let painting = app.paint_news(announcement.news());
            let painted = reply.while_doing(painting).await;
            // If the computer begins, the post says how many searches are ahead.
            Some(app.with_queue(painted, &update.view.state))
        }
        _ => None,
    };
    let (announcement, painted) = match (update.news, painted) {
        (Some(announcement), Some(painted)) if !reply.is_deferred() => (announcement, painted),
        (news, _) => {
            if let Some(announcement) = news {
                announcement.hand_over();
            }
            let state = &update.view.state;
            let posted = app.arbiter.until_announced(state.id());
            // The post is not on time for this answer if Discord does not take it at once.
            let _ = tokio::time::timeout(reply.left_of(app.patience / 2), posted).await;
            let places = reply
                .while_doing(app.arbiter.view(state.id()))
                .await?
                .places;
            let private = private(state, &places);
            let private = match first_turn(app, reply, state).await {
                Some(picker) => picker.below(&private.content),
                None => private,
            };
            return app.whisper_here(reply, private).await;
        }
    };
    match reply.answer(&painted, Callback::Message).await {
        Ok(card) => {
            let announced = Announced {
                card: Some(card),
                ..Announced::default()
            };
            announcement.done(announced).await;
        }
        Err(failure) => {
            conclusion::not_posted(announcement, &failure);
            return Err(failure.into());
        }
    }
    match first_turn(app, reply, &update.view.state).await {
        Some(picker) => app.whisper_too(reply, picker).await,
        None => Ok(()),
    }
}

/// Returns a picker for the first turn against a computer, if the person has that turn.
/// It spares them the way to the thread.
async fn first_turn(app: &App, reply: &mut Reply<'_>, begun: &Match) -> Option<Composed> {
    let user = reply.interaction.user();
    let against_computer = Seat::BOTH
        .iter()
        .any(|seat| begun.computer(*seat).is_some());
    if !against_computer || begun.person_to_move() != Some(user) {
        return None;
    }
    let picker = sessions::turn_picker(app, reply, begun).await;
    picker
        .inspect_err(
            |error| tracing::debug!(match_id = %begun.id(), %error, "first turn not offered"),
        )
        .ok()
}

/// Returns the opponent, and the default clock: the last match's if it is played again.
async fn opponent_and_clock(
    app: &App,
    reply: &mut Reply<'_>,
    with: OpponentChoice,
) -> Result<(Option<Player>, TimeControl)> {
    let (opponent, clock) = opponent(app, reply, with).await?;
    let clock = match clock {
        Some(clock) => clock,
        None => usual_clock(app, &rules::here(app, reply).await?),
    };
    Ok((opponent, clock))
}

/// Returns the opponent (`None` for anybody), and the clock of the match that is played again.
async fn opponent(
    app: &App,
    reply: &mut Reply<'_>,
    with: OpponentChoice,
) -> Result<(Option<Player>, Option<TimeControl>)> {
    let user = reply.interaction.user();
    Ok(match with {
        OpponentChoice::Anyone => (None, None),
        OpponentChoice::Person(person) => (Some(Player::Person(person)), None),
        OpponentChoice::Computer(level) => (Some(Player::Computer(level)), None),
        OpponentChoice::Same(id) => {
            let view = app.view(reply, id).await?;
            match other(&view, user) {
                Some(other) => (Some(other), Some(view.state.proposal().time)),
                None => return Err(refused(app, reply, id, &Refusal::NotYourMatch(id)).await),
            }
        }
    })
}

/// Returns the opponent of a person in a match.
fn other(view: &View, user: UserId) -> Option<Player> {
    let state = &view.state;
    state.player(state.seat_of(user)?.other())
}

async fn refused(app: &App, reply: &Reply<'_>, id: MatchId, refusal: &Refusal) -> CommandError {
    ui::refusal(refusal, app.elsewhere(reply, id).await).into()
}
