use strum::VariantArray;

use crate::board::scene::Scene;
use crate::board::{Seat, Theme};
use crate::discord::ui::panel::act;
use crate::discord::ui::{Composed, Menu, MenuOption, Picture};
use crate::games::{CATALOGUE, GivenOptions};
use crate::matches::{Confirm, Effective, Viewpoint};

pub(crate) const BOARDS: &str = "boards";

/// The value of the default: the server's choice, or the bot's configuration.
const LEFT_TO_OTHERS: &str = "default";

/// The values of boards as pictures and as text.
pub(crate) const AS_PICTURES: &str = "pictures";
/// See [`AS_PICTURES`].
pub(crate) const AS_TEXTS: &str = "texts";

/// Composes the page of a person's board settings. `default` is the configured theme.
pub fn boards(effective: &Effective, default: Theme) -> Composed {
    let own = &effective.own;
    let left = format!(
        "Colours: this server's ({})",
        called(effective.server.theme.unwrap_or(default))
    );
    let viewpoints = Viewpoint::VARIANTS.iter().map(|&one| {
        let (label, description) = match one {
            Viewpoint::Mover => (
                "Seen from: the side to move",
                "The side to move is at the bottom",
            ),
            Viewpoint::Own => (
                "Seen from: my own side",
                "Your side is always at the bottom",
            ),
            Viewpoint::First => (
                "Seen from: the first player's side",
                "As the board is posted for everyone",
            ),
        };
        MenuOption::new(label, one.into_str())
            .described(description)
            .chosen(own.viewpoint == one)
    });
    let texts = [
        MenuOption::new("Boards: as pictures", AS_PICTURES)
            .described("Each with a short description for screen readers")
            .chosen(!own.text_only),
        MenuOption::new("Boards: text only", AS_TEXTS)
            .described("No picture, but the pieces line by line")
            .chosen(own.text_only),
    ];
    let confirm = Confirm::VARIANTS.iter().map(|&one| {
        let (label, description) = match one {
            Confirm::Always => (
                "Ask before: every turn of mine",
                "You see what a turn does before it counts, even if you type it",
            ),
            Confirm::Pickers => (
                "Ask before: turns made with buttons",
                "What you type counts at once",
            ),
            Confirm::Never => (
                "Ask before: never",
                "Every turn counts as soon as it is complete",
            ),
        };
        MenuOption::new(label, one.into_str())
            .described(description)
            .chosen(own.confirm == one)
    });
    let menu = |what: &str, setting, options: Vec<MenuOption>| {
        Menu::one(what, act(BOARDS, setting), options)
    };
    Composed {
        content: String::from(
            "These settings apply in every server and change only what you see. \
             Posts for everyone use the server's settings.",
        ),
        picture: sample(effective.theme().unwrap_or(default)).filter(|_| !own.text_only),
        menus: vec![
            menu("Colours", "theme", themes(left, own.theme)),
            menu("Seen from", "viewpoint", viewpoints.collect()),
            menu("Boards", "text-only", texts.into()),
            menu("Ask before", "confirm", confirm.collect()),
        ],
        ..Composed::default()
    }
}

/// Returns the options for themes, with the default first.
pub(crate) fn themes(left: String, chosen: Option<Theme>) -> Vec<MenuOption> {
    let left = MenuOption::new(left, LEFT_TO_OTHERS).chosen(chosen.is_none());
    let themes = Theme::ALL.map(|theme| {
        MenuOption::new(format!("Colours: {}", called(theme)), theme.name())
            .chosen(chosen == Some(theme))
    });
    [left].into_iter().chain(themes).collect()
}

/// Returns the chosen theme, or `Some(None)` for the default; `None` for a value that no menu offers.
pub(crate) fn theme_of(value: &str) -> Option<Option<Theme>> {
    if value == LEFT_TO_OTHERS {
        Some(None)
    } else {
        value.parse().ok().map(Some)
    }
}

/// Returns a theme's name for users.
pub(crate) fn called(theme: Theme) -> String {
    theme.name().replace('-', " ")
}

/// Returns a sample board of the first game of the catalogue.
pub(crate) fn sample(theme: Theme) -> Option<Picture> {
    let game = CATALOGUE.first()?;
    let options = game.complete_options(&GivenOptions::new(), || 0).ok()?;
    let position = game.start(&options).ok()?;
    let scene = Scene {
        bar: Some(game.bar(&*position)),
        ..position.scene(Seat::First)
    };
    let alt = format!(
        "A board of {} in the colours called {}.",
        game.card.name,
        called(theme)
    );
    Some(Picture {
        scene,
        alt,
        position: None,
        legend: String::new(),
        file: format!("{theme}.png"),
        players: None,
    })
}
