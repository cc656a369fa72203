//! `/play`: shows the games, or posts a challenge.

use serenity::all::CommandOptionType;

use super::challenge_pages;
use super::start_rules;
use crate::board::Seat;
use crate::discord::ui::custom_id::OpponentChoice;
use crate::discord::ui::interaction::display_name;
use crate::discord::ui::{
    App, Choices, Command, CommandError, CommandOptions, Parameter, Reply, Result, choices, cut,
    time_words,
};
use crate::features::play::messages;
use crate::features::play::press::options::{CLOCKS, NotTaken, OPTIONS, Typed};
use crate::features::play::press::{ChallengeOption, ChallengeOptions, Want};
use crate::games::{self, Game};
use crate::matches::{Challenge, Level, Place, Player, SeatChoice, TimeControl, UserId};

const GAME: &str = "game";
const OPPONENT: &str = "opponent";
const COMPUTER: &str = "computer";
const SETUP: &str = "setup";
const COLOUR: &str = "colour";

/// The value of the colour option for a random side.
const RANDOM: &str = "Random";

pub(crate) fn play() -> Command {
    let mut given = OPTIONS.iter().map(parameter);
    let parameters = [
        Parameter::game(GAME, "The game (empty: see all games)"),
        opponent(),
        computer(),
        setup(),
    ];
    let clock = given.next();
    let parameters = parameters.into_iter().chain(clock);
    let parameters = parameters.chain([colour()]).chain(given);
    let command = Command::new(
        "play",
        "Choose a game, or challenge somebody to one at once",
        |app, reply, given| Box::pin(play_or_choose(app, reply, given)),
    );
    parameters.fold(command, Command::with)
}

/// Returns an option of the table for Discord.
fn parameter(option: &ChallengeOption) -> Parameter {
    let (name, description) = (option.name, option.description);
    match option.typed {
        Typed::Flag => Parameter::flag(name, description),
        Typed::Number(ref range) => {
            let (least, most) = (u64::from(*range.start()), u64::from(*range.end()));
            Parameter::whole(name, description, least, most)
        }
        Typed::Choice => {
            let choices = option.unusual().map(|choice| (choice.typed, choice.value));
            Parameter::text(name, description).one_of(choices)
        }
        Typed::Text(most) => Parameter::text(name, description).at_most(most),
        Typed::Suggested(most) => Parameter::text(name, description)
            .at_most(most)
            .completed(|_, _, given, typed| Box::pin(async move { suggestions(given, typed) })),
    }
}

/// Returns what the option that is being typed can be.
fn suggestions(given: &CommandOptions<'_>, typed: &str) -> Choices {
    let name = given.focused().map(|(name, _)| name);
    match OPTIONS.iter().find(|option| Some(option.name) == name) {
        Some(option) if option.want == Want::Time => clocks(typed),
        Some(option) => {
            let typed = typed.trim().to_lowercase();
            let fitting = option
                .unusual()
                .filter(|choice| choice.typed.contains(&typed));
            choices(fitting.map(|choice| (choice.typed.to_owned(), choice.value.to_owned())))
        }
        None => Choices::default(),
    }
}

/// Returns the options of the table that were given.
fn wanted(given: &CommandOptions<'_>) -> Result<ChallengeOptions> {
    let mut wanted = ChallengeOptions::USUAL;
    for option in OPTIONS {
        let typed = match option.typed {
            Typed::Flag => {
                let index = given.flag(option.name)?.map(|yes| usize::from(!yes));
                let choice = index.and_then(|index| option.choices.get(index));
                let value = choice.map(|choice| choice.value);
                value
                    .filter(|value| *value != option.usual())
                    .map(str::to_owned)
            }
            Typed::Number(_) => given
                .whole(option.name)?
                .map(|number: u32| number.to_string()),
            Typed::Choice | Typed::Text(_) | Typed::Suggested(_) => {
                given.text(option.name)?.map(str::to_owned)
            }
        };
        let Some(typed) = typed else {
            continue;
        };
        (option.set)(&mut wanted, Some(&typed)).map_err(|why| match why {
            NotTaken::Says(why) => CommandError::says(why),
            NotTaken::Quotes(why) => CommandError::quotes(why),
        })?;
    }
    Ok(wanted)
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

/// Returns the typed clock, if it is valid, and popular clocks that match the text.
fn clocks(typed: &str) -> Choices {
    let typed = typed.trim();
    let own = typed.parse::<TimeControl>().ok();
    let mut offered: Vec<TimeControl> = own.into_iter().collect();
    let liked = CLOCKS
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
            // A command names no team.
            Some(Player::Team(_)) | None => OpponentChoice::Anyone,
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
    if let Some(computer @ Player::Computer(_)) = opponent.filter(|_| rules.practice_in_private) {
        return challenge_pages::in_private(app, reply, challenge, computer).await;
    }
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
    let wanted = wanted(given)?;
    let seat = match given.text(COLOUR)? {
        Some(side) => seat_of(game, side)?,
        None => SeatChoice::Random,
    };
    if interaction.guild().is_none() && opponent.and_then(Player::computer).is_none() {
        return Err(CommandError::says(messages::BOT_ALONE));
    }
    Ok(wanted.of(Challenge {
        options,
        invited: opponent,
        seat,
        ..Challenge::new(place, game.card.key, usual_time, interaction.user())
    }))
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

fn level(number: u8) -> Result<Level> {
    Level::numbered(number).ok_or_else(|| CommandError::says(messages::NO_SUCH_LEVEL))
}
