//! The options that a person can choose before a challenge by button.

use crate::discord::ui::custom_id::{CustomId, OpponentChoice};
use crate::discord::ui::terms::for_whom;
use crate::discord::ui::words::capital;
use crate::discord::ui::{Button, Composed, Menu, MenuOption, Tone, called, time_words};
use crate::features::play::press::options::{CLOCKS, Choice, OPTIONS, Shown, USUAL};
use crate::features::play::press::{ChallengeOption, ChallengeOptions, Press, Want};
use crate::games::Game;
use crate::matches::{Level, Player, TimeControl};

/// A challenge that is being set up.
#[derive(Clone, Copy)]
pub(super) struct SetUp<'a> {
    pub(super) game: &'a Game,
    pub(super) with: OpponentChoice,
    pub(super) wanted: ChallengeOptions,
    /// The default clock.
    pub(super) usual: TimeControl,
}

/// The custom id that posts a challenge with these options.
pub(super) fn begins(game: &Game, with: OpponentChoice, wanted: ChallengeOptions) -> CustomId {
    let game = game.card.key.to_owned();
    let wanted = taken(with, wanted);
    if wanted == ChallengeOptions::USUAL {
        Press::Challenge { game, with }.into()
    } else {
        Press::ChallengeSo { game, with, wanted }.into()
    }
}

/// Returns the options that apply to an opponent: the terms for opponents do not apply to computers.
fn taken(with: OpponentChoice, mut wanted: ChallengeOptions) -> ChallengeOptions {
    if let OpponentChoice::Computer(_) = with {
        wanted.terms.opponent = ChallengeOptions::USUAL.terms.opponent;
    }
    wanted
}

/// The custom id that begins a match against the computer with these options in direct messages.
pub(super) fn begins_in_private(
    game: &Game,
    with: OpponentChoice,
    wanted: ChallengeOptions,
) -> CustomId {
    let game = game.card.key.to_owned();
    let wanted = taken(with, wanted);
    if wanted == ChallengeOptions::USUAL {
        Press::InPrivate { game, with }.into()
    } else {
        Press::InPrivateSo { game, with, wanted }.into()
    }
}

/// The rare options of a challenge, with the button that posts it.
pub fn more_terms(
    game: &Game,
    (with, opponent): (OpponentChoice, Option<Player>),
    (wanted, usual): (ChallengeOptions, TimeControl),
) -> Composed {
    let set_up = SetUp {
        game,
        with,
        wanted,
        usual,
    };
    let mut menus = set_up.menus(Shown::Rare);
    let begin = |label| Button::new(label, Tone::Success, begins(game, with, wanted));
    let (mut buttons, whom) = match opponent {
        Some(opponent) => (vec![begin("Challenge")], called(opponent)),
        None => {
            menus.extend(set_up.menus(Shown::RareIfOpen));
            (vec![begin("Challenge Anyone")], String::from("anyone"))
        }
    };
    let back = Press::GameSo {
        game: game.card.key.to_owned(),
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
            set_up.line()
        ))
    }
}

impl SetUp<'_> {
    /// The options on one line.
    pub(super) fn line(&self) -> String {
        let time = self.wanted.time.unwrap_or(self.usual);
        let chosen = OPTIONS
            .iter()
            .filter(|option| option.shown != Shown::RareIfOpen)
            .filter_map(|option| option.choice(self.wanted)?.words);
        let mut line = format!("**{}**", time_words(time));
        for words in chosen {
            line = format!("{line} · {words}");
        }
        let whom = for_whom(&self.wanted.terms.opponent).map(|whom| format!("\n{whom}"));
        line + &whom.unwrap_or_default()
    }

    /// The menus of a page.
    pub(super) fn menus(&self, shown: Shown) -> Vec<Menu> {
        let here = OPTIONS.iter().filter(|option| option.shown == shown);
        here.map(|option| {
            let offered = match option.want {
                Want::Time => self.clocks(),
                _ => self.offered(option),
            };
            self.menu(option.want, option.menu, offered)
        })
        .collect()
    }

    fn menu(&self, want: Want, name: &str, offered: Vec<MenuOption>) -> Menu {
        let id = Press::SetOption {
            want,
            game: self.game.card.key.to_owned(),
            with: self.with,
            wanted: self.wanted,
        };
        Menu::one(name, id, offered)
    }

    fn offered(&self, option: &ChallengeOption) -> Vec<MenuOption> {
        let chosen = option.choice(self.wanted).map(|choice| choice.value);
        let offered = |choice: &Choice| {
            MenuOption::new(choice.label, choice.value)
                .described(choice.description)
                .chosen(chosen == Some(choice.value))
        };
        option.choices.iter().map(offered).collect()
    }

    fn clocks(&self) -> Vec<MenuOption> {
        let described = match self.with {
            OpponentChoice::Same(_) => "As in your last match",
            OpponentChoice::Anyone | OpponentChoice::Person(_) | OpponentChoice::Computer(_) => {
                "The usual clock here"
            }
        };
        let as_usual = MenuOption::new(capital(&time_words(self.usual)), USUAL)
            .described(described)
            .chosen(self.wanted.time.is_none());
        let mut clocks: Vec<TimeControl> = CLOCKS
            .iter()
            .filter_map(|clock| clock.parse().ok())
            .filter(|clock| *clock != self.usual)
            .collect();
        // A clock chosen earlier stays in the menu while it is chosen.
        let chosen = self.wanted.time.filter(|time| *time != self.usual);
        if let Some(time) = chosen.filter(|time| !clocks.contains(time)) {
            clocks.push(time);
        }
        let others = clocks.into_iter().map(|clock| {
            MenuOption::new(capital(&time_words(clock)), clock.to_string())
                .chosen(self.wanted.time == Some(clock))
        });
        std::iter::once(as_usual).chain(others).collect()
    }

    /// The menu for the level of the computer.
    pub(super) fn levels(&self, chosen: Level) -> Menu {
        let levels = Level::ALL.map(|level| {
            MenuOption::new(capital(&level.to_string()), level.number().to_string())
                .described(level_words(level))
                .chosen(level == chosen)
        });
        self.menu(Want::Level, "Level", levels.into())
    }
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
