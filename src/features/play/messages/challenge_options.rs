//! The options that a person can choose before a challenge by button.

use std::iter::once;

use crate::discord::ui::custom_id::{CustomId, OpponentChoice};
use crate::discord::ui::terms::{for_whom, matches};
use crate::discord::ui::words::capital;
use crate::discord::ui::{Button, Composed, Menu, MenuOption, Tone, called, time_words};
use crate::features::play::press::{ChallengeOptions, Press, Want};
use crate::games::Game;
use crate::matches::{DaysOff, Level, Player, RatingRange, TimeControl};

/// Popular clocks.
pub const LIKED_CLOCKS: [&str; 9] = [
    "1d", "2d", "3d", "7d", "7d+12h", "14d+1d", "1h+1m", "15m+10s", "5m",
];

/// The menu value for the default.
const USUAL: &str = "usual";

/// The menu values of rated and unrated matches.
const RATED: &str = "rated";
const UNRATED: &str = "unrated";

/// The menu values for the players who may accept.
const PUNCTUAL: &str = "punctual";
const QUICK: &str = "quick";
const BOTH: &str = "both";

/// The numbers of finished matches that a challenge can require.
const FINISHED: [u32; 5] = [1, 5, 10, 20, 50];

/// The rating ranges in the menu.
const RANGES: [&str; 6] = [
    "0-1400",
    "1200-1500",
    "1400-1700",
    "1600-1900",
    "1500+",
    "1800+",
];

/// The custom id that posts a challenge with these options.
pub(super) fn begins(game: &Game, with: OpponentChoice, mut wanted: ChallengeOptions) -> CustomId {
    let game = game.card.key.to_owned();
    // The terms for opponents do not apply to computers.
    if let OpponentChoice::Computer(_) = with {
        wanted.terms = ChallengeOptions::USUAL.terms;
    }
    if wanted == ChallengeOptions::USUAL {
        Press::Challenge { game, with }.into()
    } else {
        Press::ChallengeSo { game, with, wanted }.into()
    }
}

/// The options of a challenge on one line.
pub(super) fn terms_line(wanted: ChallengeOptions, usual: TimeControl) -> String {
    let time = format!("**{}**", time_words(wanted.time.unwrap_or(usual)));
    let rated = if wanted.rated {
        "rated"
    } else {
        "does not count for ratings"
    };
    let days_off = wanted
        .days_off
        .map(|days_off| days_off_words(days_off).to_lowercase());
    let parts: Vec<_> = [Some(time), Some(rated.to_owned()), days_off]
        .into_iter()
        .flatten()
        .collect();
    let whom = for_whom(&wanted.terms).map(|whom| format!("\n{whom}"));
    parts.join(" · ") + &whom.unwrap_or_default()
}

const fn days_off_words(days_off: DaysOff) -> &'static str {
    match days_off {
        DaysOff::Allowed => "Time off stops the clock",
        DaysOff::WeekendsToo => "Time off and weekends stop the clock",
        DaysOff::None => "No days off",
    }
}

/// The rare options of a challenge, with the button that posts it.
pub fn more_terms(
    game: &Game,
    (with, opponent): (OpponentChoice, Option<Player>),
    (wanted, usual): (ChallengeOptions, TimeControl),
) -> Composed {
    let key = || game.card.key.to_owned();
    let mut menus = vec![days_off_menu(game, with, wanted)];
    let begin = |label| Button::new(label, Tone::Success, begins(game, with, wanted));
    let (mut buttons, whom) = match opponent {
        Some(opponent) => (vec![begin("Challenge")], called(opponent)),
        None => {
            menus.extend(terms_menus(game, with, wanted));
            (vec![begin("Challenge Anyone")], String::from("anyone"))
        }
    };
    let back = Press::GameSo {
        game: key(),
        with,
        wanted,
    };
    buttons.push(Button::plain("Back", back));
    Composed {
        menus,
        rows: vec![buttons],
        ..Composed::text(format!(
            "**{}** · a challenge to {whom}\n{}",
            game.card.name,
            terms_line(wanted, usual)
        ))
    }
}

fn menu(
    (game, with, wanted): (&Game, OpponentChoice, ChallengeOptions),
    want: Want,
    name: &str,
    options: impl IntoIterator<Item = MenuOption>,
) -> Menu {
    let id = Press::SetOption {
        want,
        game: game.card.key.to_owned(),
        with,
        wanted,
    };
    Menu::one(name, id, options.into_iter().collect())
}

fn days_off_menu(game: &Game, with: OpponentChoice, wanted: ChallengeOptions) -> Menu {
    let usual = MenuOption::new("The usual days off", USUAL)
        .described("Time off stops clocks of a day a turn or more")
        .chosen(wanted.days_off.is_none());
    let others = [DaysOff::Allowed, DaysOff::WeekendsToo, DaysOff::None].map(|one| {
        MenuOption::new(days_off_words(one), one.to_string()).chosen(wanted.days_off == Some(one))
    });
    menu(
        (game, with, wanted),
        Want::DaysOff,
        "Days off",
        once(usual).chain(others),
    )
}

/// The menus of the terms for the players who may accept.
fn terms_menus(game: &Game, with: OpponentChoice, wanted: ChallengeOptions) -> [Menu; 3] {
    let this = (game, with, wanted);
    let terms = wanted.terms;
    let only = [
        (USUAL, "Anyone may accept", "", (false, false)),
        (
            PUNCTUAL,
            "Only punctual players",
            "They have lost at most 10 % of their matches on time",
            (true, false),
        ),
        (
            QUICK,
            "Only quick players",
            "They make half of their turns within 24 hours",
            (false, true),
        ),
        (BOTH, "Only punctual and quick players", "", (true, true)),
    ];
    let only = only.map(|(value, label, description, is)| {
        MenuOption::new(label, value)
            .described(description)
            .chosen((terms.punctual, terms.quick) == is)
    });
    let any = MenuOption::new("Any number of finished matches", USUAL);
    let finished = FINISHED.map(|least| {
        MenuOption::new(
            format!("At least {} finished", matches(least)),
            least.to_string(),
        )
        .chosen(terms.finished == least)
    });
    let any_rating = MenuOption::new("Any rating", USUAL).chosen(terms.rating.is_none());
    let ranges = RANGES.iter().filter_map(|range| {
        let read: RatingRange = range.parse().ok()?;
        let label = format!("Rated {}", read.words());
        Some(MenuOption::new(label, *range).chosen(terms.rating == Some(read)))
    });
    [
        menu(this, Want::Only, "Who may accept", only),
        menu(
            this,
            Want::Finished,
            "Finished matches",
            once(any.chosen(terms.finished == 0)).chain(finished),
        ),
        menu(this, Want::Range, "Rating", once(any_rating).chain(ranges)),
    ]
}

/// The menus of the common options.
pub(super) fn option_menus(
    game: &Game,
    with: OpponentChoice,
    wanted: ChallengeOptions,
    usual: TimeControl,
) -> Vec<Menu> {
    let this = (game, with, wanted);
    let as_usual = MenuOption {
        description: String::from(match with {
            OpponentChoice::Same(_) => "As in your last match",
            OpponentChoice::Anyone | OpponentChoice::Person(_) | OpponentChoice::Computer(_) => {
                "The usual clock here"
            }
        }),
        chosen: wanted.time.is_none(),
        ..MenuOption::new(capital(&time_words(usual)), USUAL)
    };
    let chosen = wanted.time.filter(|time| *time != usual);
    let mut clocks: Vec<TimeControl> = LIKED_CLOCKS
        .iter()
        .filter_map(|clock| clock.parse().ok())
        .filter(|clock| *clock != usual)
        .collect();
    // A clock chosen earlier stays in the menu while it is chosen.
    if let Some(time) = chosen.filter(|time| !clocks.contains(time)) {
        clocks.push(time);
    }
    let others = clocks.into_iter().map(|clock| MenuOption {
        chosen: wanted.time == Some(clock),
        ..MenuOption::new(capital(&time_words(clock)), clock.to_string())
    });
    let counts = [
        (true, RATED, "Rated", "It counts for ratings if it can"),
        (false, UNRATED, "Not rated", "It does not count for ratings"),
    ];
    let counts = counts.map(|(rated, value, label, description)| MenuOption {
        description: String::from(description),
        chosen: wanted.rated == rated,
        ..MenuOption::new(label, value)
    });
    vec![
        menu(this, Want::Time, "Clock", once(as_usual).chain(others)),
        menu(this, Want::Rated, "Ratings", counts),
    ]
}

/// Applies a menu choice to the options; `None` if the choice is invalid.
pub fn with_option(
    mut wanted: ChallengeOptions,
    want: Want,
    chosen: &str,
) -> Option<ChallengeOptions> {
    let is_usual = chosen == USUAL;
    match want {
        Want::Time => wanted.time = unless(is_usual, chosen)?,
        Want::DaysOff => wanted.days_off = unless(is_usual, chosen)?,
        Want::Range => wanted.terms.rating = unless(is_usual, chosen)?,
        Want::Finished => wanted.terms.finished = unless(is_usual, chosen)?.unwrap_or(0),
        Want::Rated => {
            wanted.rated = match chosen {
                RATED => true,
                UNRATED => false,
                _ => return None,
            }
        }
        Want::Only => {
            (wanted.terms.punctual, wanted.terms.quick) = match chosen {
                USUAL => (false, false),
                PUNCTUAL => (true, false),
                QUICK => (false, true),
                BOTH => (true, true),
                _ => return None,
            }
        }
        Want::Level => return None,
    }
    Some(wanted)
}

/// The menu for the level of the computer.
pub(super) fn level_menu(game: &Game, chosen: Level, wanted: ChallengeOptions) -> Menu {
    let levels = Level::ALL.map(|level| {
        MenuOption::new(capital(&level.to_string()), level.number().to_string())
            .described(level_words(level))
            .chosen(level == chosen)
    });
    let this = (game, OpponentChoice::Computer(chosen), wanted);
    menu(this, Want::Level, "Level", levels)
}

/// How a level of the computer plays.
pub const fn level_words(level: Level) -> &'static str {
    match level {
        Level::Beginner => "often plays its second-best turn",
        Level::Casual => "looks a little ahead",
        Level::Club => "looks ahead, answers at once",
        Level::Strong => "thinks well ahead",
        Level::Master => "as good as it gets",
    }
}

/// Applies a menu choice to the computer's level; `None` if the choice is invalid.
pub fn computer_with(chosen: &str) -> Option<OpponentChoice> {
    let level = Level::numbered(chosen.parse().ok()?)?;
    Some(OpponentChoice::Computer(level))
}

/// The chosen value: `Some(None)` for the default, `None` if it is invalid.
fn unless<T: std::str::FromStr>(is_usual: bool, chosen: &str) -> Option<Option<T>> {
    if is_usual {
        return Some(None);
    }
    chosen.parse().ok().map(Some)
}
