//! The private page on which an organiser sets up a new ladder.

use serde_json::Value;

use super::view::places;
use crate::discord::ui::modal::{Field, form};
use crate::discord::ui::words::{channel_link, counted};
use crate::discord::ui::{Button, Composed, Menu, MenuOption, Offer, Tone, cut, time_words};
use crate::features::ladders::discord::press::{Draft, Press, Want};
use crate::features::ladders::model::{IDLE_DAYS, REACH};
use crate::games::{CATALOGUE, Game};
use crate::matches::{ChannelId, MOST_NAME, TimeControl};

/// The ids of the text fields of forms.
pub const NAME: &str = "name";
pub const CLOCK: &str = "clock";
pub const REACH_FIELD: &str = "reach";
pub const IDLE: &str = "idle";

/// The default clock.
pub const USUAL_CLOCK: &str = "5d+12h";

/// Clocks that suit ladders.
const CLOCKS: [&str; 7] = ["1d", "2d", "3d", USUAL_CLOCK, "7d+12h", "14d+1d", "1h+1m"];

/// Returns the page with what was chosen so far.
#[must_use]
pub fn set_up(game: &Game, draft: &Draft) -> Composed {
    let setups = game.setups();
    let setup = setups.get(usize::from(draft.setup));
    let what = match setup {
        Some((setup, _)) => format!("{}, {setup}", game.card.name),
        None => game.card.name.to_owned(),
    };
    let place = match draft.channel {
        0 => String::from("none yet; choose one"),
        channel => channel_link(ChannelId(channel)),
    };
    let rated = if draft.rated { "rated" } else { "not rated" };
    let text = format!(
        "**New Ladder** · nothing is posted until you press *Create…*\n\
         **{what}** · **{}** · {rated}\n\
         Reach: people can challenge others up to {} above them.\n\
         Idle: people move down after {} without a match.\n\
         Channel: {place}",
        time_words(draft.clock),
        places(u32::from(draft.reach)),
        counted(u64::from(draft.idle), "day"),
    );
    let set = |want| Press::Set {
        want,
        draft: draft.clone(),
    };
    let games = CATALOGUE.iter().map(|other| {
        let card = &other.card;
        MenuOption::new(card.name, card.key).chosen(card.key == game.card.key)
    });
    let mut menus = vec![Menu::one("Game", set(Want::Game), games.collect())];
    if setups.len() > 1 {
        let options = setups
            .iter()
            .enumerate()
            .take(25)
            .map(|(index, (name, _))| {
                MenuOption::new(cut(name, 100), index.to_string())
                    .chosen(index == usize::from(draft.setup))
            });
        menus.push(Menu::one("Setup", set(Want::Setup), options.collect()));
    }
    menus.push(Menu::one("Clock", set(Want::Clock), clocks(draft.clock)));
    menus.push(Menu {
        id: set(Want::Channel).into(),
        placeholder: String::from("Channel"),
        offer: Offer::Channels(
            Some(draft.channel)
                .filter(|channel| *channel != 0)
                .map(ChannelId)
                .into_iter()
                .collect(),
        ),
        count: (1, 1),
    });
    let rated = if draft.rated { "Not Rated" } else { "Rated" };
    Composed {
        menus,
        rows: vec![vec![
            Button::new("Create…", Tone::Success, Press::Create(draft.clone()))
                .enabled(draft.channel != 0),
            Button::new(
                "Clock, Reach, Idle…",
                Tone::Plain,
                Press::Numbers(draft.clone()),
            ),
            Button::new(rated, Tone::Plain, set(Want::Rated)),
        ]],
        ..Composed::text(text)
    }
}

fn clocks(chosen: TimeControl) -> Vec<MenuOption> {
    let mut clocks: Vec<TimeControl> = CLOCKS
        .iter()
        .filter_map(|clock| clock.parse().ok())
        .collect();
    // A clock that was typed stays in the menu while it is chosen.
    if !clocks.contains(&chosen) {
        clocks.push(chosen);
    }
    let options = clocks.into_iter().map(|clock| {
        MenuOption::new(cut(&time_words(clock), 100), clock.to_string()).chosen(clock == chosen)
    });
    options.collect()
}

/// Returns the form for the name of the ladder.
#[must_use]
pub fn name_form(draft: &Draft) -> Value {
    let field = Field {
        id: NAME,
        label: "Name",
        hint: "Monday Ladder",
        value: String::new(),
        required: true,
        most: u16::try_from(MOST_NAME).unwrap_or(40),
    };
    form(Press::Create(draft.clone()), "New Ladder", &[field])
}

/// Returns the form for the clock, the reach and the idle limit.
#[must_use]
pub fn numbers_form(draft: &Draft) -> Value {
    let field = |id, label, hint, value| Field {
        id,
        label,
        hint,
        value,
        required: true,
        most: 40,
    };
    let reach = format!("Reach: places, {} to {}", REACH.start(), REACH.end());
    let idle = format!(
        "Idle: days without a match, {} to {}",
        IDLE_DAYS.start(),
        IDLE_DAYS.end()
    );
    let fields = [
        field(
            CLOCK,
            "Clock",
            "3d for three days a turn, 7d+12h for a bank",
            draft.clock.to_string(),
        ),
        field(REACH_FIELD, &reach, "5", draft.reach.to_string()),
        field(IDLE, &idle, "30", draft.idle.to_string()),
    ];
    form(Press::Numbers(draft.clone()), "Clock, Reach, Idle", &fields)
}
