use strum::VariantArray;

use crate::board::scene::Scene;
use crate::board::{Seat, Theme};
use crate::discord::ui::custom_id::{CustomId, Setting};
use crate::discord::ui::{Composed, Menu, MenuOption, Picture, channel_link};
use crate::features::settings::model::ServerRules;
use crate::games::{self, CATALOGUE, GivenOptions};
use crate::matches::{
    Bounds, Confirm, Effective, RoleId, ServerBounds, ServerPreferences, TimeControl, Viewpoint,
};

/// The value of what is left to others: the server, or the bot's configuration.
pub const LEFT_TO_OTHERS: &str = "default";

/// The values of boards as pictures and as texts.
pub const AS_PICTURES: &str = "pictures";
/// See [`AS_PICTURES`].
pub const AS_TEXTS: &str = "texts";

/// The values of being in lists of players, and of being in none.
pub const LISTED: &str = "listed";
/// See [`LISTED`].
pub const UNLISTED: &str = "unlisted";

/// What a person has chosen and can choose. `default` is the theme where neither they nor the server have chosen one.
#[must_use]
pub fn settings(effective: &Effective, default: Theme) -> Composed {
    let own = &effective.own;
    let left = format!(
        "Colours: this server's ({})",
        called(effective.server.theme.unwrap_or(default))
    );
    let viewpoints = Viewpoint::VARIANTS.iter().map(|&one| {
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
        option(label, one.into_str(), description, own.viewpoint == one)
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
    let confirm = Confirm::VARIANTS.iter().map(|&one| {
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
        option(label, one.into_str(), description, own.confirm == one)
    });
    let lists = [
        option(
            "Leaderboards and profile: visible",
            LISTED,
            "Others in servers that you share see your rating and results",
            !own.unlisted,
        ),
        option(
            "Leaderboards and profile: hidden",
            UNLISTED,
            "You are in no list, and only you see your profile",
            own.unlisted,
        ),
    ];
    let menu = |what: &str, setting, options: Vec<MenuOption>| {
        Menu::one(what, CustomId::Set(setting), options)
    };
    Composed {
        content: String::from(
            "**Your settings** hold in every server. They change what you alone see, and whether lists of players name you. \
             Posts for everyone look as the server has chosen.",
        ),
        picture: sample(effective.theme().unwrap_or(default)).filter(|_| !own.text_only),
        menus: vec![
            menu("Colours", Setting::Theme, themes(left, own.theme)),
            menu("Seen from", Setting::Viewpoint, viewpoints.collect()),
            menu("Boards", Setting::TextOnly, texts.into()),
            menu("Ask before", Setting::Confirm, confirm.collect()),
            menu("Leaderboards and profile", Setting::Unlisted, lists.into()),
        ],
        ..Composed::default()
    }
}

/// What a server has chosen and can choose. `default` is the theme where it has chosen none.
#[must_use]
pub fn server_settings(
    server: &ServerPreferences,
    bounds: &ServerBounds,
    default: Theme,
) -> Composed {
    let left = format!("Colours: my default ({})", called(default));
    let everywhere = Bounds::default();
    Composed {
        content: String::from(
            "**Settings of this server.** Colours are for the boards that everyone sees, from the next post on; \
             what people see alone they set with `/settings`. What is going on already stays when fewer challenges or matches are allowed.",
        ),
        picture: sample(server.theme.unwrap_or(default)),
        menus: vec![
            Menu::one(
                "Colours",
                CustomId::Set(Setting::ServerTheme),
                themes(left, server.theme),
            ),
            Menu::one(
                "Open challenges",
                CustomId::Set(Setting::ServerOpen),
                most(
                    "Open challenges",
                    &[1, 2, 3, 5],
                    bounds.open,
                    everywhere.open,
                ),
            ),
            Menu::one(
                "Matches",
                CustomId::Set(Setting::ServerRunning),
                most(
                    "Matches",
                    &[1, 3, 5, 10, 20, 50],
                    bounds.running,
                    everywhere.running,
                ),
            ),
        ],
        ..Composed::default()
    }
}

/// What a server has chosen for matches in it, a line each, with the option that changes it.
#[must_use]
pub fn server_rules(rules: &ServerRules, total: Option<u32>, default_time: TimeControl) -> String {
    let role = |role: Option<RoleId>, nobody: &str| {
        role.map_or_else(|| nobody.to_owned(), |role| format!("<@&{role}>"))
    };
    let channels = if rules.channels.is_empty() {
        String::from("in every text channel")
    } else {
        let links: Vec<_> = rules
            .channels
            .iter()
            .map(|one| channel_link(*one))
            .collect();
        format!("in {} only", links.join(", "))
    };
    let games = if rules.games_off.is_empty() {
        String::from("all")
    } else {
        let off = rules.games_off.iter();
        let names: Vec<_> = off
            .map(|key| games::find(key).map_or(key.as_str(), |game| game.card.name))
            .collect();
        format!("all but {}", names.join(", "))
    };
    let lines = [
        (
            "Who starts matches",
            role(rules.starters, "everybody"),
            "starters",
        ),
        ("Where they begin", channels, "channel`, `anywhere"),
        (
            "Where they are played",
            String::from(if rules.in_channel {
                "in the channel"
            } else {
                "in threads"
            }),
            "played",
        ),
        ("Games", games, "without`, `with"),
        (
            "Clock if none is asked for",
            match rules.time {
                Some(time) => time.to_string(),
                None => format!("{default_time}, as everywhere"),
            },
            "time",
        ),
        (
            "Matches at once, of all people",
            total.map_or_else(
                || String::from("any number"),
                |most| format!("at most {most}"),
            ),
            "total",
        ),
        (
            "Computers against each other",
            String::from(if rules.no_exhibitions { "no" } else { "yes" }),
            "computers",
        ),
        (
            "Who uses `/referee` besides those who manage threads",
            role(rules.moderators, "nobody"),
            "moderators",
        ),
    ];
    let lines = lines.map(|(what, value, option)| format!("\n• {what}: **{value}** (`{option}`)"));
    format!(
        "\nThe rest is changed by the options of this command:{}",
        lines.concat()
    )
}

/// How much one person may have going on: one of these numbers, or what holds everywhere.
fn most(what: &str, numbers: &[u32], chosen: Option<u32>, everywhere: u32) -> Vec<MenuOption> {
    let left = MenuOption {
        chosen: chosen.is_none(),
        ..MenuOption::new(
            format!("{what} of one person: {everywhere}, as everywhere"),
            LEFT_TO_OTHERS,
        )
    };
    // A number that was chosen from another menu than this one still shows.
    let other = chosen.filter(|chosen| !numbers.contains(chosen));
    let numbers = numbers.iter().copied().chain(other).map(|number| {
        let label = format!("{what} of one person: at most {number} here");
        option(&label, &number.to_string(), "", chosen == Some(number))
    });
    [left].into_iter().chain(numbers).collect()
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
