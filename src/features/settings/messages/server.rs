//! The pages of a server's settings, for its managers.

use serde_json::Value;

use super::boards::{called, sample, themes};
use crate::board::Theme;
use crate::discord::ui::modal::{Field, form};
use crate::discord::ui::panel::act;
use crate::discord::ui::{Button, Composed, Menu, MenuOption, Offer, channel_link, time_words};
use crate::features::settings::model::{MOST_CHANNELS, ServerRules};
use crate::games::CATALOGUE;
use crate::matches::{Bounds, ServerBounds, ServerPreferences, TimeControl};

pub(crate) const WHERE: &str = "where";
pub(crate) const DEFAULTS: &str = "defaults";

/// Composes the page of rules for matches in a server: players, games, channels and limits. `has_pages`: the bot serves pages
/// of matches, unless the server has switched them off.
pub fn where_and_who(rules: &ServerRules, bounds: &ServerBounds, has_pages: bool) -> Composed {
    let channels = if rules.channels.is_empty() {
        String::from("in every text channel")
    } else {
        let links = rules.channels.iter().map(|one| channel_link(*one));
        format!("in {} only", links.collect::<Vec<_>>().join(", "))
    };
    let starters = rules
        .starters
        .map_or_else(|| String::from("everybody"), |role| format!("<@&{role}>"));
    let is_off = |key: &str| rules.games_off.iter().any(|off| off == key);
    let games = CATALOGUE.iter().map(|game| &game.card);
    let off: Vec<_> = games.clone().filter(|card| is_off(card.key)).collect();
    let off = match off.as_slice() {
        [] => String::from("all"),
        off => {
            let names: Vec<_> = off.iter().map(|card| card.name).collect();
            format!("all but {}", names.join(", "))
        }
    };
    let everywhere = Bounds::default();
    let (open, running) = (
        bounds.open.unwrap_or(everywhere.open),
        bounds.running.unwrap_or(everywhere.running),
    );
    let total = bounds.total.map_or_else(
        || String::from("any number"),
        |most| format!("at most {most}"),
    );
    let pages = match (has_pages, rules.pages_off) {
        (false, _) => "",
        (true, false) => {
            "\n• Players may make a web page of their match, and organisers and hosts one of a league, ladder, tournament or simul, for anyone who has its link."
        }
        (true, true) => "\n• There are no web pages.",
    };
    let content = format!(
        "• Matches begin {channels}.\n\
         • Who starts matches: {starters}\n\
         • Games: {off}\n\
         • Matches are played in {}.\n\
         • Against the computer, people play {}.\n\
         • Open challenges of one person: at most {open}\n\
         • Matches of one person: at most {running}\n\
         • Matches of all people: {total}{pages}\n\
         -# Lower limits do not end running matches.",
        if rules.in_channel {
            "the channel itself"
        } else {
            "threads, one for each match"
        },
        if rules.practice_in_private {
            "in their direct messages, unless they choose this server"
        } else {
            "in threads, or in their direct messages if they choose so"
        },
    );
    let options = games.map(|card| MenuOption::new(card.name, card.key).chosen(!is_off(card.key)));
    let options: Vec<_> = options.collect();
    let menu = |what: &str, placeholder: &str, most: usize, offer| Menu {
        id: act(WHERE, what),
        placeholder: placeholder.to_owned(),
        offer,
        count: (0, u8::try_from(most).unwrap_or(25)),
    };
    let games = menu("games", "Games", options.len(), Offer::Options(options));
    let button = |label, what: &str| Button::plain(label, act(WHERE, what));
    Composed {
        menus: vec![
            menu(
                "channels",
                "Channels: every text channel",
                MOST_CHANNELS,
                Offer::Channels(rules.channels.clone()),
            ),
            menu(
                "starters",
                "Who starts matches: everybody",
                1,
                Offer::Roles(rules.starters.into_iter().collect()),
            ),
            Menu {
                count: (1, games.count.1),
                ..games
            },
        ],
        rows: vec![
            [
                if rules.in_channel {
                    button("Play in Threads", "in-threads")
                } else {
                    button("Play in Channel", "in-channel")
                },
                if rules.practice_in_private {
                    button("Practice in Threads", "practice-in-threads")
                } else {
                    button("Practice in Private", "practice-in-private")
                },
                button("Limits…", "limits"),
            ]
            .into_iter()
            .chain(has_pages.then(|| match rules.pages_off {
                true => button("Allow Web Pages", "pages-on"),
                false => button("No Web Pages", "pages-off"),
            }))
            .collect(),
        ],
        ..Composed::text(content)
    }
}

/// Builds the form for the limits.
pub(crate) fn limits_form(bounds: &ServerBounds) -> Value {
    let everywhere = Bounds::default();
    let (open, running) = (
        format!("{}, the default", everywhere.open),
        format!("{}, the default", everywhere.running),
    );
    let field = |id, label, hint, value: Option<u32>| Field {
        id,
        label,
        hint,
        value: value.map(|most| most.to_string()).unwrap_or_default(),
        required: false,
        most: 6,
    };
    let fields = [
        field("open", "Open challenges of one person", &open, bounds.open),
        field("running", "Matches of one person", &running, bounds.running),
        field("total", "Matches of all people", "any number", bounds.total),
    ];
    form(act(WHERE, "limits"), "How Much May Go On", &fields)
}

/// Composes the page of a server's defaults. `theme` and `time` are the configured ones.
pub fn defaults(
    server: &ServerPreferences,
    own_time: Option<TimeControl>,
    theme: Theme,
    time: TimeControl,
) -> Composed {
    let left = format!("Colours: the bot's default ({})", called(theme));
    let shown = server.theme.unwrap_or(theme);
    let clock = match own_time {
        Some(time) => time_words(time),
        None => format!("{}, the default", time_words(time)),
    };
    Composed {
        picture: sample(shown),
        theme: Some(shown),
        menus: vec![Menu::one(
            "Colours",
            act(DEFAULTS, "theme"),
            themes(left, server.theme),
        )],
        rows: vec![vec![Button::plain("Clock…", act(DEFAULTS, "clock"))]],
        ..Composed::text(format!(
            "• Usual clock: {clock}\n\
             • Colours: for boards that everyone sees, from the next post on. People choose their own with `/settings`."
        ))
    }
}

/// Builds the form for the default time control.
pub(crate) fn clock_form(own: Option<TimeControl>, default: TimeControl) -> Value {
    let hint = format!("{default}, the default; or such as 7d+12h");
    let field = Field {
        id: "clock",
        label: "Usual clock",
        hint: &hint,
        value: own.map(|time| time.to_string()).unwrap_or_default(),
        required: false,
        most: 40,
    };
    form(act(DEFAULTS, "clock"), "Clock", &[field])
}
