//! Setting up a match with a team.

use serde_json::Value;

use crate::board::Seat;
use crate::discord::ui::composed::{MOST_OPTIONS, Offer};
use crate::discord::ui::custom_id::{CustomId, OpponentChoice};
use crate::discord::ui::modal::{Field, form};
use crate::discord::ui::{Button, Composed, Menu, MenuOption, Tone, called, cut, time_words};
use crate::features::play::press::{ChallengeOptions, Press as PlayPress};
use crate::features::teams::press::{Press, SetUp, Side};
use crate::games::{Game, GivenOptions};
use crate::matches::{Player, TeamName, TimeControl};

/// The text fields of the form: the names of the teams.
pub const NAME: &str = "name";
pub const OTHER: &str = "other";

/// The page on which a match with a team is set up. `roles` says whether the person may choose a role.
pub fn page(
    game: &Game,
    (with, opponent): (OpponentChoice, Option<Player>),
    (chosen, time): (SetUp, TimeControl),
    roles: bool,
) -> Composed {
    let key = || game.card.key.to_owned();
    let against = match (chosen.against, opponent) {
        (true, _) => {
            String::from("You play alone against a team. The match begins when somebody joins it.")
        }
        (false, Some(opponent)) => format!("Your team plays against {}.", called(opponent)),
        (false, None) => String::from(
            "Your team plays against one person, or against another team whose name you give.",
        ),
    };
    let votes = match chosen.role {
        Some(role) => format!("People with the role <@&{role}> vote on each turn."),
        None => String::from("Everybody here who joins votes on each turn."),
    };
    let press = |set_up| Press::New {
        game: key(),
        with,
        set_up,
    };
    let create = Press::Create {
        game: key(),
        with,
        set_up: chosen,
    };
    let mut buttons = vec![Button::new("Name and Post…", Tone::Success, create)];
    if with == OpponentChoice::Anyone {
        let (label, against) = match chosen.against {
            true => ("Play in the Team", false),
            false => ("Play Against It", true),
        };
        let changed = SetUp { against, ..chosen };
        buttons.push(Button::plain(label, press(changed)));
    }
    let [first, second] = game.card.seats;
    let (label, seat) = match chosen.seat {
        None => (format!("Play {first}"), Some(Side(Seat::First))),
        Some(Side(Seat::First)) => (format!("Play {second}"), Some(Side(Seat::Second))),
        Some(Side(Seat::Second)) => (String::from("Random Side"), None),
    };
    let changed = SetUp { seat, ..chosen };
    buttons.push(Button::plain(label, press(changed)));
    if chosen.role.is_some() {
        let changed = SetUp {
            role: None,
            ..chosen
        };
        buttons.push(Button::plain("Without Role", press(changed)));
    }
    let back = PlayPress::GameSo {
        game: key(),
        with,
        wanted: ChallengeOptions {
            time: chosen.time,
            ..ChallengeOptions::USUAL
        },
    };
    buttons.push(Button::plain("Back", back));
    let setups = game.setups();
    let setup = setups.get(usize::from(chosen.setup));
    let setup = setup.map(|(name, _)| format!(", {name}"));
    let side = match (chosen.seat, chosen.against) {
        (None, _) => String::from("sides are drawn at random"),
        (Some(Side(seat)), true) => format!("you play {}", game.card.seats[seat.index()]),
        (Some(Side(seat)), false) => format!("your team plays {}", game.card.seats[seat.index()]),
    };
    Composed {
        menus: menus(game, with, chosen, setups, roles),
        rows: vec![buttons],
        ..Composed::text(format!(
            "**{}**{} · a match with a team. Nothing is posted yet.\n{against}\n{votes}\n\
             **{}** · {side} · never rated · no time off for teams\n\
             -# A vote lasts a day or a third of the time left, whichever is less. The turn with the most votes is played.",
            game.card.name,
            setup.unwrap_or_default(),
            time_words(time),
        ))
    }
}

/// The menus of setups, if there are several, and of roles.
fn menus(
    game: &Game,
    with: OpponentChoice,
    chosen: SetUp,
    setups: Vec<(String, GivenOptions)>,
    roles: bool,
) -> Vec<Menu> {
    let key = || game.card.key.to_owned();
    let mut menus = Vec::new();
    if setups.len() > 1 {
        let press = Press::Setup {
            game: key(),
            with,
            set_up: chosen,
        };
        let options = (0_u8..).zip(setups).take(MOST_OPTIONS);
        let options = options.map(|(index, (name, _))| {
            MenuOption::new(cut(&name, 100), index.to_string()).chosen(index == chosen.setup)
        });
        menus.push(Menu::one("Setup", press, options.collect()));
    }
    if roles {
        let press = Press::Role {
            game: key(),
            with,
            set_up: chosen,
        };
        menus.push(Menu::one_of(
            "Only people with a role",
            CustomId::of(&press),
            Offer::Roles(chosen.role.into_iter().collect()),
        ));
    }
    menus
}

/// The form for the names of the teams.
pub fn names_form(press: &Press, chosen: SetUp, other: bool) -> Value {
    let mut fields = vec![Field::required(
        NAME,
        if chosen.against {
            "The team's name"
        } else {
            "Your team's name"
        },
        "Everybody sees it.",
        "",
        TeamName::LONGEST,
    )];
    if other {
        fields.push(Field {
            required: false,
            ..Field::required(
                OTHER,
                "The other team's name",
                "Leave it empty to play against one person.",
                "",
                TeamName::LONGEST,
            )
        });
    }
    form(CustomId::of(press), "A Match with a Team", &fields)
}
