//! `/play`: a subcommand for each game of the catalogue, with the game's own options.

use std::iter;
use std::time::Duration;

use serenity::all::{CommandOptionType, CreateCommandOption, ResolvedOption, ResolvedValue};
use strum::VariantArray;

use super::{choosing, starting};
use crate::board::Seat;
use crate::discord::ui;
use crate::discord::ui::app::App;
use crate::discord::ui::asked::{Asked, display_name};
use crate::discord::ui::command::{Choices, Command, Parameter, choices};
use crate::discord::ui::command_error::CommandError;
use crate::discord::ui::custom_id::With;
use crate::discord::ui::given::Given;
use crate::discord::ui::reply::Reply;
use crate::discord::ui::{Composed, cut, time_words};
use crate::features::play::messages;
use crate::features::play::messages::LIKED_CLOCKS;
use crate::games::{self, CATALOGUE, Game, GivenOptions, OptionKind, OptionSpec};
use crate::matches::{
    Challenge, DaysOff, Exhibition, LEAST_INTERVAL, Level, NoRatingRange, Place, Player,
    SeatChoice, Terms, TimeControl, UserId,
};

/// The subcommand that comes first, so that whoever sends a bare `/play` in haste begins no match by it: it shows the
/// games. No game can have this key.
const CHOOSE: &str = "choose";
const CHOOSE_DESCRIPTION: &str = "See the games, the easiest first, and choose one";

const DESCRIPTION: &str = "Challenge somebody, or anybody, to a game";
const OPPONENT: &str = "opponent";
const COLOUR: &str = "colour";
const TIME: &str = "time";
const COMPUTER: &str = "computer";
const DAYS_OFF: &str = "days-off";
const AGAINST: &str = "against";
const INTERVAL: &str = "interval";
const ONLY: &str = "only";
const FINISHED: &str = "finished";
const RANGE: &str = "range";

/// Whom an open challenge is for.
const PUNCTUAL: &str = "punctual";
const QUICK: &str = "quick";
const BOTH: &str = "both";

/// The most finished matches that a challenge asks for.
const MOST_FINISHED: u32 = 1_000;
const RATED: &str = "rated";

/// The time between two turns of an exhibition when none is asked for, and the longest, in seconds.
const USUAL_INTERVAL: u64 = 60;
const LONGEST_INTERVAL: u64 = 24 * 3600;

/// What is chosen as a colour to leave it to chance.
const RANDOM: &str = "random";

pub(crate) fn play() -> Command {
    let choose = Command::new(CHOOSE, CHOOSE_DESCRIPTION, |app, reply, _| {
        Box::pin(choosing::choose(app, reply, With::Anyone))
    });
    let games = CATALOGUE.iter().map(|game| {
        let options = game.card.options.iter().map(option);
        let usual = [computer(), colour(game), time(), days_off(), rated()];
        let rare = [only(), finished(), range(), against(), interval()];
        let command = Command::new(game.card.key, what_it_is(game), |app, reply, given| {
            Box::pin(propose(app, reply, given))
        });
        [opponent()]
            .into_iter()
            .chain(options)
            .chain(usual)
            .chain(rare)
            .fold(command, Command::with)
    });
    Command::group(
        "play",
        DESCRIPTION,
        iter::once(choose).chain(games).collect(),
    )
}

/// How a game is to learn and what one does in it, on one line of at most 100 characters.
fn what_it_is(game: &Game) -> String {
    let line = format!("{}. {}", game.card.learning.words(), game.card.tagline);
    cut(&line, 100)
}

fn opponent() -> Parameter {
    Parameter::person(OPPONENT, "Who to challenge (anyone, if left empty)")
}

fn computer() -> Parameter {
    let what = |level| match level {
        Level::Beginner => "often plays its second-best turn",
        Level::Casual => "looks a little ahead",
        Level::Club => "looks ahead, answers at once",
        Level::Strong => "thinks well ahead",
        Level::Master => "as good as it gets",
    };
    level_of(
        COMPUTER,
        "Play against the computer instead, at once",
        |level| format!("{} {level}: {}", level.number(), what(level)),
    )
}

fn against() -> Parameter {
    level_of(
        AGAINST,
        "Let another computer play against that one",
        |level| format!("{} {level}", level.number()),
    )
}

fn level_of(
    name: &'static str,
    description: &'static str,
    label: impl Fn(Level) -> String,
) -> Parameter {
    Parameter::new(CommandOptionType::Integer, name, description).made(|option| {
        Level::ALL.into_iter().fold(option, |option, level| {
            option.add_int_choice(label(level), i32::from(level.number()))
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
    let description = "Who accepts has finished so many matches";
    Parameter::whole(FINISHED, description, 1, u64::from(MOST_FINISHED))
}

fn range() -> Parameter {
    Parameter::text(RANGE, "Who accepts is rated so: 1400-1700").at_most(20)
}

fn interval() -> Parameter {
    let description = "Seconds between two computers' turns (60)";
    Parameter::whole(
        INTERVAL,
        description,
        LEAST_INTERVAL.as_secs(),
        LONGEST_INTERVAL,
    )
}

fn rated() -> Parameter {
    Parameter::flag(RATED, "Whether it counts for ratings (yes, where it can)")
}

fn colour(game: &Game) -> Parameter {
    let seats = game.card.seats.iter().map(|seat| (*seat, *seat));
    Parameter::text(COLOUR, "Which side you play (random if left empty)")
        .one_of(seats.chain([("Random", RANDOM)]))
}

fn time() -> Parameter {
    Parameter::text(
        TIME,
        "The clock: 3d for three days a turn, 7d+12h for a bank and more after each turn",
    )
    .at_most(40)
    .completed(|_, _, _, typed| Box::pin(async move { clocks(typed) }))
}

/// Its values are offered while somebody types: all that is written of a command together has a limit.
fn days_off() -> Parameter {
    Parameter::text(DAYS_OFF, "What stops clocks: time off, weekends, nothing")
        .at_most(20)
        .completed(|_, _, _, typed| Box::pin(async move { terms_of_days_off(typed) }))
}

/// Terms for what somebody is typing.
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

fn option(spec: &OptionSpec) -> Parameter {
    let made = |kind| Parameter::new(kind, spec.key, cut(spec.description, 100));
    match &spec.kind {
        OptionKind::Integer { min, max, .. } => {
            made(CommandOptionType::Integer).made(|option| bounds(option, *min, *max))
        }
        OptionKind::Seed => {
            made(CommandOptionType::Integer).made(|option| bounds(option, 0, i64::from(u32::MAX)))
        }
        OptionKind::Choice { choices, .. } => made(CommandOptionType::String)
            .one_of(choices.iter().map(|(value, label)| (*label, *value))),
    }
}

/// Serenity takes whole bounds only from 0 up, and others as numbers.
fn bounds(option: CreateCommandOption, min: i64, max: i64) -> CreateCommandOption {
    let option = match u64::try_from(min) {
        Ok(min) => option.min_int_value(min),
        Err(_) => option.min_number_value(min as f64),
    };
    match u64::try_from(max) {
        Ok(max) => option.max_int_value(max),
        Err(_) => option.max_number_value(max as f64),
    }
}

/// Clocks for what somebody is typing: what they typed, if it is one, and those that many people like.
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

async fn propose(app: &App, reply: &mut Reply<'_>, given: &Given<'_>) -> Result<(), CommandError> {
    let asked = reply.asked;
    let game = given
        .subcommand
        .and_then(games::find)
        .ok_or_else(|| CommandError::says("Choose a game: `/play` lists them."))?;
    starting::place(asked)?;
    let rules = starting::rules(app, reply).await?;
    let time = rules.time.unwrap_or(app.default_time);
    let challenge = read(app, asked, game, given.all(), time)?;
    let exhibition = challenge.exhibition.is_some();
    starting::check(reply, &rules, asked.channel(), game.card.key, exhibition)?;
    let update = reply
        .while_doing(app.acting(reply).propose(challenge))
        .await?;
    let id = update.view.state.id();
    let private = format!("Your challenge is match {id}. It is posted here in a moment.");
    choosing::post(app, reply, update, Composed::text(private)).await
}

fn read(
    app: &App,
    asked: Asked<'_>,
    game: &'static Game,
    args: &[ResolvedOption<'_>],
    usual_time: TimeControl,
) -> Result<Challenge, CommandError> {
    let mut options = GivenOptions::new();
    let (mut invited, mut computer) = (None, None);
    let (mut against, mut interval, mut days_off) = (None, None, None);
    let mut rated = true;
    let (mut seat, mut time) = (SeatChoice::Random, usual_time);
    let mut terms = Terms::default();
    for arg in args {
        match (arg.name, &arg.value) {
            (OPPONENT, ResolvedValue::User(user, member)) => {
                if user.bot {
                    return Err(CommandError::says(messages::is_a_bot(UserId(
                        user.id.get(),
                    ))));
                }
                let id = UserId(user.id.get());
                let nick = member.and_then(|member| member.nick.as_deref());
                app.learn(None, id, display_name(user));
                if let (Some(nick), Some(guild)) = (nick, asked.guild()) {
                    app.learn(Some(guild), id, nick);
                }
                invited = Some(Player::Person(id));
            }
            (COMPUTER, ResolvedValue::Integer(number)) => computer = Some(level(*number)?),
            (AGAINST, ResolvedValue::Integer(number)) => against = Some(level(*number)?),
            (INTERVAL, ResolvedValue::Integer(seconds)) => {
                interval = Some(u64::try_from(*seconds).unwrap_or(0));
            }
            (ONLY, ResolvedValue::String(only)) => {
                terms.punctual = [PUNCTUAL, BOTH].contains(only);
                terms.quick = [QUICK, BOTH].contains(only);
            }
            (FINISHED, ResolvedValue::Integer(least)) => {
                terms.finished = u32::try_from(*least).unwrap_or(0).min(MOST_FINISHED);
            }
            (RANGE, ResolvedValue::String(text)) => {
                let range = text.parse();
                terms.rating = Some(
                    range.map_err(|error: NoRatingRange| CommandError::says(error.to_string()))?,
                );
            }
            (COLOUR, ResolvedValue::String(colour)) => {
                let chosen = Seat::BOTH
                    .into_iter()
                    .find(|seat| game.card.seats[seat.index()] == *colour);
                seat = chosen.map_or(SeatChoice::Random, SeatChoice::Seat);
            }
            (RATED, ResolvedValue::Boolean(wanted)) => rated = *wanted,
            (TIME, ResolvedValue::String(text)) => {
                time = text.parse().map_err(|error: crate::matches::TimeError| {
                    CommandError::says(ui::escaped(&error.to_string()))
                })?;
            }
            (DAYS_OFF, ResolvedValue::String(typed)) => {
                let word = typed.trim().to_lowercase();
                let unknown = |_| CommandError::says(messages::NO_SUCH_DAYS_OFF);
                days_off = Some(word.parse().map_err(unknown)?);
            }
            (key, ResolvedValue::Integer(value)) => {
                options.insert(key.to_owned(), value.to_string());
            }
            (key, ResolvedValue::String(value)) => {
                options.insert(key.to_owned(), (*value).to_owned());
            }
            (key, _) => {
                tracing::warn!(key, "an option of /play came in an older form");
                return Err(ui::outdated().into());
            }
        }
    }
    let exhibition = match (computer, against) {
        (Some(level), Some(_)) => Some(Exhibition {
            level,
            every: Duration::from_secs(interval.unwrap_or(USUAL_INTERVAL)),
        }),
        (None, Some(_)) => {
            return Err(CommandError::says(messages::AGAINST_ALONE));
        }
        (_, None) if interval.is_some() => {
            return Err(CommandError::says(messages::INTERVAL_ALONE));
        }
        (_, None) => None,
    };
    if asked.guild().is_none() && computer.is_none() {
        return Err(CommandError::says(messages::BOT_ALONE));
    }
    let invited = match (invited, computer) {
        (Some(_), Some(_)) => {
            return Err(CommandError::says(
                "Choose either an opponent or the computer, not both.",
            ));
        }
        (person, None) => person,
        (None, Some(level)) => Some(Player::Computer(against.unwrap_or(level))),
    };
    Ok(Challenge {
        place: Place {
            guild: asked.guild(),
            channel: asked.channel(),
        },
        game: game.card.key.to_owned(),
        options,
        time,
        challenger: asked.user(),
        invited,
        seat,
        terms,
        exhibition,
        days_off,
        rated,
    })
}

fn level(number: i64) -> Result<Level, CommandError> {
    u8::try_from(number)
        .ok()
        .and_then(Level::numbered)
        .ok_or_else(|| CommandError::says(messages::NO_SUCH_LEVEL))
}
