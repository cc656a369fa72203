//! `/play`: shows the games, or posts a challenge.

use serenity::all::CommandOptionType;
use strum::VariantArray;

use super::challenge_pages;
use super::start_rules;
use crate::board::Seat;
use crate::discord::ui::custom_id::OpponentChoice;
use crate::discord::ui::interaction::display_name;
use crate::discord::ui::{
    self, App, Choices, Command, CommandError, CommandOptions, Parameter, Reply, Result, choices,
    cut, time_words,
};
use crate::features::play::messages::{self, LIKED_CLOCKS};
use crate::games::{self, Game};
use crate::matches::{
    Challenge, DaysOff, Level, NoRatingRange, Place, Player, SeatChoice, Terms, TimeControl, UserId,
};

const GAME: &str = "game";
const OPPONENT: &str = "opponent";
const COMPUTER: &str = "computer";
const SETUP: &str = "setup";
const TIME: &str = "time";
const COLOUR: &str = "colour";
const RATED: &str = "rated";
const DAYS_OFF: &str = "days-off";
const ONLY: &str = "only";
const FINISHED: &str = "finished";
const RANGE: &str = "range";

/// The values of the option for the players who may accept.
const PUNCTUAL: &str = "punctual";
const QUICK: &str = "quick";
const BOTH: &str = "both";

/// The most finished matches that a challenge can require.
const MOST_FINISHED: u32 = 1_000;

/// The value of the colour option for a random side.
const RANDOM: &str = "Random";

pub(crate) fn play() -> Command {
    let usual = [
        Parameter::game(GAME, "The game (empty: see all games)"),
        opponent(),
        computer(),
        setup(),
        time(),
        colour(),
    ];
    let rare = [rated(), days_off(), only(), finished(), range()];
    let command = Command::new(
        "play",
        "Choose a game, or challenge somebody to one at once",
        |app, reply, given| Box::pin(play_or_choose(app, reply, given)),
    );
    usual.into_iter().chain(rare).fold(command, Command::with)
}

fn opponent() -> Parameter {
    Parameter::person(OPPONENT, "Who to challenge (anyone, if left empty)")
}

fn computer() -> Parameter {
    let description = "Play against the computer instead, at once";
    Parameter::new(CommandOptionType::Integer, COMPUTER, description).made(|option| {
        Level::ALL.into_iter().fold(option, |option, level| {
            let label = format!(
                "{} {level}: {}",
                level.number(),
                messages::level_words(level)
            );
            option.add_int_choice(label, i32::from(level.number()))
        })
    })
}

fn only() -> Parameter {
    Parameter::text(ONLY, "Who may accept an open challenge").one_of([
        ("Punctual: at most 10% lost on time", PUNCTUAL),
        ("Quick: half their turns in 24 hours", QUICK),
        ("Both", BOTH),
    ])
}

fn finished() -> Parameter {
    let description = "Matches that the person who accepts must have finished";
    Parameter::whole(FINISHED, description, 1, u64::from(MOST_FINISHED))
}

fn range() -> Parameter {
    Parameter::text(
        RANGE,
        "The rating that the person who accepts must have: 1400-1700",
    )
    .at_most(20)
}

fn rated() -> Parameter {
    Parameter::flag(RATED, "Whether it counts for ratings (yes, if it can)")
}

fn setup() -> Parameter {
    Parameter::text(SETUP, "The size of the board, the handicap and the like")
        .at_most(80)
        .completed(|_, _, given, typed| Box::pin(async move { setups(given, typed) }))
}

/// Returns the chosen game while another option is autocompleted.
fn named_game(given: &CommandOptions<'_>) -> Option<&'static Game> {
    given.text(GAME).ok().flatten().and_then(games::find)
}

/// Returns setups of the game that match the typed text.
fn setups(given: &CommandOptions<'_>, typed: &str) -> Choices {
    let Some(game) = named_game(given) else {
        return choices([(String::from("Choose a game first"), typed.to_owned())]);
    };
    let typed = typed.trim();
    let own = game
        .read_setup(typed)
        .and_then(|given| game.complete_options(&given, || 0));
    let own = own.ok().map(|values| match (game.card.settings)(&values) {
        words if words.is_empty() => typed.to_owned(),
        words => words,
    });
    let words = typed.to_lowercase().replace('x', "×");
    let named = game.setups().into_iter().map(|(name, _)| name);
    let fitting = named.filter(|name| name.contains(&words));
    let mut offered: Vec<String> = own.into_iter().collect();
    offered.extend(
        fitting
            .filter(|name| !offered.contains(name))
            .collect::<Vec<_>>(),
    );
    choices(offered.into_iter().map(|name| (name.clone(), name)))
}

fn colour() -> Parameter {
    Parameter::text(COLOUR, "Which side you play (random if left empty)")
        .at_most(20)
        .completed(|_, _, given, typed| Box::pin(async move { colours(given, typed) }))
}

/// Returns sides that match the typed text.
fn colours(given: &CommandOptions<'_>, typed: &str) -> Choices {
    let typed = typed.trim().to_lowercase();
    let seats = named_game(given).map(|game| game.card.seats);
    let offered = seats.into_iter().flatten().chain([RANDOM]);
    let fitting = offered.filter(|side| side.to_lowercase().starts_with(&typed));
    choices(fitting.map(|side| (side.to_owned(), side.to_owned())))
}

fn time() -> Parameter {
    Parameter::text(
        TIME,
        "The clock: 3d for three days a move, 7d+12h for a bank plus time after each move",
    )
    .at_most(40)
    .completed(|_, _, _, typed| Box::pin(async move { clocks(typed) }))
}

/// The values are autocompleted, as Discord limits the total length of a command's fixed choices.
fn days_off() -> Parameter {
    Parameter::text(
        DAYS_OFF,
        "What stops the clocks: time off, weekends or nothing",
    )
    .at_most(20)
    .completed(|_, _, _, typed| Box::pin(async move { terms_of_days_off(typed) }))
}

/// Returns the choices of days off that match the typed text.
fn terms_of_days_off(typed: &str) -> Choices {
    let what = |one| match one {
        DaysOff::Allowed => {
            "allowed: a player's time off (/away), for at most 14 days; usual from a day a turn on"
        }
        DaysOff::WeekendsToo => {
            "weekends: time off, and Saturdays and Sundays where the player lives"
        }
        DaysOff::None => "none: clocks always run",
    };
    let typed = typed.trim().to_lowercase();
    let fitting = DaysOff::VARIANTS
        .iter()
        .filter(|one| what(**one).contains(&typed));
    choices(fitting.map(|one| (what(*one).to_owned(), one.to_string())))
}

/// Returns the typed clock, if it is valid, and popular clocks that match the text.
fn clocks(typed: &str) -> Choices {
    let typed = typed.trim();
    let own = typed.parse::<TimeControl>().ok();
    let mut offered: Vec<TimeControl> = own.into_iter().collect();
    let liked = LIKED_CLOCKS
        .iter()
        .filter(|clock| clock.starts_with(&typed.to_lowercase()))
        .filter_map(|clock| clock.parse::<TimeControl>().ok());
    offered.extend(liked);
    let mut list: Vec<(String, String)> = Vec::new();
    for clock in offered {
        let value = clock.to_string();
        if list.iter().all(|(_, known)| *known != value) {
            list.push((cut(&format!("{value}: {}", time_words(clock)), 100), value));
        }
    }
    if list.is_empty() {
        list.push((cut(messages::CLOCK_HINT, 100), cut(typed, 40)));
    }
    choices(list)
}

async fn play_or_choose(app: &App, reply: &mut Reply<'_>, given: &CommandOptions<'_>) -> Result {
    let opponent = opponent_of(app, reply, given)?;
    let Some(key) = given.text(GAME)? else {
        let with = match opponent {
            Some(Player::Person(user)) => OpponentChoice::Person(user),
            Some(Player::Computer(level)) => OpponentChoice::Computer(level),
            None => OpponentChoice::Anyone,
        };
        return challenge_pages::choose(app, reply, with).await;
    };
    let game = games::find(key).ok_or_else(|| {
        CommandError::says("The bot does not have this game. `/play` shows its games.")
    })?;
    let place = start_rules::place(app, reply).await?;
    let rules = start_rules::rules(app, reply).await?;
    let time = rules.time.unwrap_or(app.default_time);
    let challenge = read(reply, (game, place), opponent, given, time)?;
    start_rules::check(reply, &rules, place.channel, game.card.key)?;
    challenge_pages::propose(app, reply, challenge).await
}

/// Returns the challenged player; `None` for anyone.
fn opponent_of(app: &App, reply: &Reply<'_>, given: &CommandOptions<'_>) -> Result<Option<Player>> {
    let (person, computer) = (given.member(OPPONENT)?, given.whole(COMPUTER)?);
    match (person, computer) {
        (Some(_), Some(_)) => Err(CommandError::says(
            "Choose either an opponent or the computer, not both.",
        )),
        (None, None) => Ok(None),
        (None, Some(number)) => Ok(Some(Player::Computer(level(number)?))),
        (Some((user, member)), None) => {
            let id = UserId(user.id.get());
            if user.bot {
                return Err(CommandError::says(messages::is_a_bot(id)));
            }
            let nick = member.and_then(|member| member.nick.as_deref());
            app.learn(None, id, display_name(user));
            if let (Some(nick), Some(guild)) = (nick, reply.interaction.guild()) {
                app.learn(Some(guild), id, nick);
            }
            Ok(Some(Player::Person(id)))
        }
    }
}

fn read(
    reply: &Reply<'_>,
    (game, place): (&'static Game, Place),
    opponent: Option<Player>,
    given: &CommandOptions<'_>,
    usual_time: TimeControl,
) -> Result<Challenge> {
    let interaction = reply.interaction;
    let options = match given.text(SETUP)? {
        Some(text) => game.read_setup(text).map_err(CommandError::quotes)?,
        None => games::GivenOptions::new(),
    };
    let time = match given.text(TIME)? {
        Some(text) => text.parse().map_err(|error: crate::matches::TimeError| {
            CommandError::says(ui::escaped(&error.to_string()))
        })?,
        None => usual_time,
    };
    let days_off = match given.text(DAYS_OFF)? {
        Some(typed) => {
            let word = typed.trim().to_lowercase();
            let unknown = |_| CommandError::says(messages::NO_SUCH_DAYS_OFF);
            Some(word.parse().map_err(unknown)?)
        }
        None => None,
    };
    let seat = match given.text(COLOUR)? {
        Some(side) => seat_of(game, side)?,
        None => SeatChoice::Random,
    };
    if interaction.guild().is_none() && opponent.and_then(Player::computer).is_none() {
        return Err(CommandError::says(messages::BOT_ALONE));
    }
    Ok(Challenge {
        place,
        game: game.card.key.to_owned(),
        options,
        time,
        challenger: interaction.user(),
        invited: opponent,
        seat,
        terms: terms(given)?,
        days_off,
        rated: given.flag(RATED)?.unwrap_or(true),
    })
}

/// Returns the seat of a named side.
fn seat_of(game: &Game, side: &str) -> Result<SeatChoice> {
    let is = |name: &str| name.eq_ignore_ascii_case(side.trim());
    if is(RANDOM) {
        return Ok(SeatChoice::Random);
    }
    let mut seats = Seat::BOTH.into_iter();
    let chosen = seats.find(|seat| is(game.card.seats[seat.index()]));
    chosen.map(SeatChoice::Seat).ok_or_else(|| {
        let [first, second] = game.card.seats;
        CommandError::says(format!(
            "{} is played by {first} and {second}. Choose one of them, or leave `colour` empty.",
            game.card.name
        ))
    })
}

/// Returns the terms for the players who may accept.
fn terms(given: &CommandOptions<'_>) -> Result<Terms> {
    let mut terms = Terms::default();
    if let Some(only) = given.text(ONLY)? {
        terms.punctual = [PUNCTUAL, BOTH].contains(&only);
        terms.quick = [QUICK, BOTH].contains(&only);
    }
    if let Some(least) = given.whole::<u32>(FINISHED)? {
        terms.finished = least.min(MOST_FINISHED);
    }
    if let Some(text) = given.text(RANGE)? {
        let range = text.parse();
        terms.rating = Some(range.map_err(CommandError::says_why::<NoRatingRange>)?);
    }
    Ok(terms)
}

fn level(number: u8) -> Result<Level> {
    Level::numbered(number).ok_or_else(|| CommandError::says(messages::NO_SUCH_LEVEL))
}
