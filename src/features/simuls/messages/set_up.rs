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
use crate::features::simuls::press::{Draft, Own, Press, Side};
use crate::games::{Game, Rateable};

/// Returns the page with what was chosen so far. `rules` are those of the draft.
pub fn set_up(game: &Game, draft: &Draft, rules: &Rules) -> Composed {
    let own = draft.own;
    let can_be_rated = !matches!((game.card.rateable)(&rules.options), Rateable::No);
    let time = simul_time_words(rules.clock, rules.host_clock(own.seats));
    let text = format!(
        "**New Simul** · nothing is posted until you press *Create*\n\
         {}\n\
         You are the host and play up to {} people at once. They take seats within 14 days.\n\
         Who may join: {}.\n\
         -# {}",
        terms(rules, &time),
        own.seats,
        entry::words(&rules.entry()),
        how_it_works(rules)
    );
    let set = |want| {
        let draft = draft.clone();
        CustomId::of(&Press::Set { want, draft })
    };
    let with = |label, own: Own| {
        let draft = draft.clone();
        Button::plain(label, Press::Draft(Draft { own, ..draft }))
    };
    let (side, label) = match own.side {
        Side::Alternating => (Side::First, "Move First"),
        Side::First => (Side::Second, "Move Second"),
        Side::Second => (Side::Alternating, "Change Sides"),
    };
    let rated = !own.rated;
    let rated_label = if own.rated { "Not Rated" } else { "Rated" };
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
            with(label, Own { side, ..own }),
            with(rated_label, Own { rated, ..own }).enabled(can_be_rated),
            Button::plain("Ratings…", Press::Ratings(draft.clone())),
            Button::plain("Back", back),
        ]],
        ..Composed::text(text)
    }
}

/// Returns the form for the ratings with which people can take a seat.
pub fn ratings_form(draft: &Draft, rules: &Rules) -> Value {
    entry::ratings_form(&rules.entry(), CustomId::of(&Press::Ratings(draft.clone())))
}
