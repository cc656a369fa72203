use super::{Composed, Menu, MenuOption, Picture};
use crate::board::scene::Scene;
use crate::board::{Seat, Theme};
use crate::discord::custom_id::{CustomId, Setting};
use crate::games::{CATALOGUE, GivenOptions};
use crate::matches::{Confirm, Effective, ServerPreferences, Viewpoint};

/// The value of what is left to others: the server, or the bot's configuration.
pub const LEFT_TO_OTHERS: &str = "default";

/// The values of boards as pictures and as texts.
pub const AS_PICTURES: &str = "pictures";
/// See [`AS_PICTURES`].
pub const AS_TEXTS: &str = "texts";

/// What a person has chosen and can choose. `default` is the theme where neither they nor the server have chosen one.
#[must_use]
pub fn settings(effective: &Effective, default: Theme) -> Composed {
    let own = &effective.own;
    let left = format!(
        "Colours: this server's ({})",
        called(effective.server.theme.unwrap_or(default))
    );
    let viewpoints = Viewpoint::ALL.map(|one| {
        let (label, description) = match one {
            Viewpoint::Mover => (
                "Seen from: the side to move",
                "Whoever is to move has their side at the bottom",
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
        option(label, one.word(), description, own.viewpoint == one)
    });
    let texts = [
        option(
            "Boards: as pictures",
            AS_PICTURES,
            "Each with a short description for screen readers",
            !own.text_only,
        ),
        option(
            "Boards: text only",
            AS_TEXTS,
            "No picture; what stands where, line by line",
            own.text_only,
        ),
    ];
    let confirm = Confirm::ALL.map(|one| {
        let (label, description) = match one {
            Confirm::Always => (
                "Ask before: every turn of mine",
                "You see what a turn does before it counts, typed ones too",
            ),
            Confirm::Pickers => (
                "Ask before: turns made with buttons",
                "What you type counts at once",
            ),
            Confirm::Never => (
                "Ask before: never",
                "Every turn counts as soon as it is whole",
            ),
        };
        option(label, one.word(), description, own.confirm == one)
    });
    let menu = |what: &str, setting, options: Vec<MenuOption>| {
        Menu::one(what, CustomId::Set(setting), options)
    };
    Composed {
        content: String::from(
            "**Your settings** change only what you alone see, in every server. \
             Posts for everyone look as the server has chosen.",
        ),
        picture: sample(effective.theme().unwrap_or(default)).filter(|_| !own.text_only),
        menus: vec![
            menu("Colours", Setting::Theme, themes(left, own.theme)),
            menu("Seen from", Setting::Viewpoint, viewpoints.into()),
            menu("Boards", Setting::TextOnly, texts.into()),
            menu("Ask before", Setting::Confirm, confirm.into()),
        ],
        ..Composed::default()
    }
}

/// What a server has chosen and can choose. `default` is the theme where it has chosen none.
#[must_use]
pub fn server_settings(server: &ServerPreferences, default: Theme) -> Composed {
    let left = format!("Colours: my default ({})", called(default));
    Composed {
        content: String::from(
            "**Settings of this server.** They are for the boards that everyone sees, from the next post on. \
             What people see alone they set with `/settings`.",
        ),
        picture: sample(server.theme.unwrap_or(default)),
        menus: vec![Menu::one(
            "Colours",
            CustomId::Set(Setting::ServerTheme),
            themes(left, server.theme),
        )],
        ..Composed::default()
    }
}

fn themes(left: String, chosen: Option<Theme>) -> Vec<MenuOption> {
    let left = MenuOption {
        chosen: chosen.is_none(),
        ..MenuOption::new(left, LEFT_TO_OTHERS)
    };
    let themes = Theme::ALL.map(|theme| {
        option(
            &format!("Colours: {}", called(theme)),
            theme.name(),
            "",
            chosen == Some(theme),
        )
    });
    [left].into_iter().chain(themes).collect()
}

/// A theme's name for people.
fn called(theme: Theme) -> String {
    theme.name().replace('-', " ")
}

fn option(label: &str, value: &str, description: &str, chosen: bool) -> MenuOption {
    MenuOption {
        description: description.to_owned(),
        chosen,
        ..MenuOption::new(label, value)
    }
}

/// A board to look at: that of the first game there is.
fn sample(theme: Theme) -> Option<Picture> {
    let game = CATALOGUE.first()?;
    let options = game.settle(&GivenOptions::new(), || 0).ok()?;
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
        text: String::new(),
        legend: String::new(),
        file: format!("{theme}.png"),
        players: None,
    })
}
