//! The private page on which a host sets up a new simul.

use serde_json::Value;

use super::view::{how_it_works, terms};
use crate::discord::ui::contests::entry;
use crate::discord::ui::contests::set_up::{CLOCKS, setups};
use crate::discord::ui::custom_id::{CustomId, OpponentChoice};
use crate::discord::ui::words::simul_time_words;
use crate::discord::ui::{Button, Composed, Menu, MenuOption, Tone};
use crate::features::play::press::Press as PlayPress;
use crate::features::simuls::model::{Rules, SEATS};
use crate::features::simuls::press::{Draft, HostChoice, Own, Press, Side};
use crate::games::{Game, Rateable};
use crate::matches::{Level, computer_name};

/// Returns the page with what was chosen so far. `rules` are those of the draft.
pub fn set_up(game: &Game, draft: &Draft, rules: &Rules) -> Composed {
    let own = draft.own;
    let by_person = own.host == HostChoice::Organiser;
    let can_be_rated = by_person && (game.card.rateable)(&rules.options) != Rateable::No;
    let set = |want| {
        let draft = draft.clone();
        CustomId::of(&Press::Set { want, draft })
    };
    let with = |label, own: Own| {
        let draft = draft.clone();
        Button::plain(label, Press::Draft(Draft { own, ..draft }))
    };
    let rated = !own.rated;
    let rated_label = if rules.rated { "Not Rated" } else { "Rated" };
    let names: Vec<_> = setups(game)
        .into_iter()
        .map(|(index, name, _)| (index, name))
        .collect();
    let mut menus = draft.match_menus(&names, CLOCKS, set);
    let seats = SEATS.map(|seats| {
        MenuOption::new(format!("{seats} seats"), seats.to_string()).chosen(seats == own.seats)
    });
    menus.push(Menu::one(
        "Seats",
        Press::Seats(draft.clone()),
        seats.collect(),
    ));
    let back = PlayPress::GamePage {
        game: game.card.key.to_owned(),
        with: OpponentChoice::Anyone,
    };
    Composed {
        menus,
        rows: vec![vec![
            Button::new("Create", Tone::Success, Press::Create(draft.clone())),
            Button::plain("Host…", Press::Host(draft.clone())),
            with(rated_label, Own { rated, ..own }).enabled(can_be_rated),
            Button::plain("Ratings…", Press::Ratings(draft.clone())),
            Button::plain("Back", back),
        ]],
        ..Composed::text(text(draft, rules))
    }
}

/// Returns the page on which the host of the simul and their side are chosen.
pub fn host(draft: &Draft, rules: &Rules) -> Composed {
    let own = draft.own;
    let hosts = std::iter::once(None).chain(Level::ALL.map(Some));
    let hosts = hosts.map(|level| {
        let (name, value) = match level {
            Some(level) => (computer_name(level), level.number()),
            None => (String::from("You"), 0),
        };
        MenuOption::new(name, value.to_string()).chosen(own.host.computer() == level)
    });
    let sides = [
        (
            Side::Alternating,
            "The host moves first on every other board",
        ),
        (Side::First, "The host moves first"),
        (Side::Second, "The host moves second"),
    ];
    let sides = sides.map(|(side, name)| {
        MenuOption::new(name, side.letter().to_string()).chosen(own.side == side)
    });
    Composed {
        menus: vec![
            Menu::one("Host", Press::HostedBy(draft.clone()), hosts.collect()),
            Menu::one(
                "Who moves first",
                Press::HostMoves(draft.clone()),
                sides.into(),
            ),
        ],
        rows: vec![vec![Button::plain("Back", Press::Draft(draft.clone()))]],
        ..Composed::text(text(draft, rules))
    }
}

/// Returns what was chosen so far in words.
fn text(draft: &Draft, rules: &Rules) -> String {
    let seats = draft.own.seats;
    let time = simul_time_words(rules.clock, rules.host_clock(seats));
    let who = match draft.own.host {
        HostChoice::Organiser => {
            format!(
                "You are the host and play up to {seats} people at once. They take seats within 14 days."
            )
        }
        HostChoice::Computer(level) => format!(
            "{} is the host and plays up to {seats} people at once. They take seats within 14 days, and you can take one too.",
            computer_name(level)
        ),
    };
    format!(
        "**New Simul** · nothing is posted until you press *Create*\n\
         {}\n\
         {who}\n\
         Who may join: {}.\n\
         -# {}",
        terms(rules, &time),
        entry::words(&rules.entry()),
        how_it_works(rules)
    )
}

/// Returns the form for the ratings with which people can take a seat.
pub fn ratings_form(draft: &Draft, rules: &Rules) -> Value {
    entry::ratings_form(&rules.entry(), CustomId::of(&Press::Ratings(draft.clone())))
}
