//! Setting up a match with a team.

use serde_json::Value;

use crate::discord::ui::composed::Offer;
use crate::discord::ui::custom_id::{CustomId, OpponentChoice};
use crate::discord::ui::modal::{Field, form};
use crate::discord::ui::{Button, Composed, Menu, Tone, called, time_words};
use crate::features::play::press::{ChallengeOptions, Press as PlayPress};
use crate::features::teams::press::{Press, Who};
use crate::games::Game;
use crate::matches::{Player, TeamName, TimeControl};

/// The text fields of the form: the names of the teams.
pub const NAME: &str = "name";
pub const OTHER: &str = "other";

/// The page on which a match with a team is set up. `roles` says whether the person may choose a role.
pub fn page(
    game: &Game,
    (with, opponent): (OpponentChoice, Option<Player>),
    (wanted, time): (ChallengeOptions, TimeControl),
    who: Who,
    roles: bool,
) -> Composed {
    let key = || game.card.key.to_owned();
    let against = match (who.against, opponent) {
        (true, _) => {
            String::from("You play alone against a team. The match begins when somebody joins it.")
        }
        (false, Some(opponent)) => format!("Your team plays against {}.", called(opponent)),
        (false, None) => String::from(
            "Your team plays against one person, or against another team whose name you give.",
        ),
    };
    let votes = match who.role {
        Some(role) => format!("People with the role <@&{role}> vote on each turn."),
        None => String::from("Everybody here who joins votes on each turn."),
    };
    let press = |who| Press::New {
        game: key(),
        with,
        wanted,
        who,
    };
    let create = Press::Create {
        game: key(),
        with,
        wanted,
        who,
    };
    let mut buttons = vec![Button::new("Name and Post…", Tone::Success, create)];
    if with == OpponentChoice::Anyone {
        let (label, against) = match who.against {
            true => ("Play in the Team", false),
            false => ("Play Against It", true),
        };
        buttons.push(Button::plain(label, press(Who { against, ..who })));
    }
    if who.role.is_some() {
        buttons.push(Button::plain(
            "Without Role",
            press(Who { role: None, ..who }),
        ));
    }
    buttons.push(Button::plain(
        "Back",
        PlayPress::GameSo {
            game: key(),
            with,
            wanted,
        },
    ));
    let menu = roles.then(|| Menu {
        id: CustomId::of(&Press::Role {
            game: key(),
            with,
            wanted,
            who,
        }),
        placeholder: String::from("Only people with a role"),
        offer: Offer::Roles(who.role.into_iter().collect()),
        count: (1, 1),
    });
    Composed {
        menus: menu.into_iter().collect(),
        rows: vec![buttons],
        ..Composed::text(format!(
            "**{}** · a match with a team. Nothing is posted yet.\n{against}\n{votes}\n**{}** · never rated · no time off for teams\n\
             -# A vote lasts a day or a third of the time left, whichever is less. The turn with the most votes is played.",
            game.card.name,
            time_words(time),
        ))
    }
}

/// The form for the names of the teams.
pub fn names_form(press: &Press, who: Who, other: bool) -> Value {
    let mut fields = vec![Field::required(
        NAME,
        if who.against {
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
