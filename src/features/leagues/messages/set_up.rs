//! The private page on which an organiser sets up a new league.

use serde_json::Value;

use super::view::{game_words, rated_word};
use crate::discord::ui::modal::{Field, form};
use crate::discord::ui::words::{channel_link, counted};
use crate::discord::ui::{Button, Composed, Menu, MenuOption, Offer, Tone, cut, time_words};
use crate::features::leagues::discord::press::{Draft, Press, Want};
use crate::features::leagues::model::{Kind, Refusal, SIZES, season_days};
use crate::games::{CATALOGUE, Game, GivenOptions, Rateable, Values};
use crate::matches::{ChannelId, MOST_NAME, TimeControl};

/// The ids of the text fields of forms.
pub const NAME: &str = "name";
pub const CLOCK: &str = "clock";
pub const SIZE: &str = "size";

/// Clocks that suit leagues.
const CLOCKS: [&str; 8] = [
    "5d+12h", "7d+1d", "3d+8h", "2d+4h", "1d+2h", "1d", "2d", "3d",
];

/// Returns the setups of a game in which both players have equal chances, with their indices among all.
pub(crate) fn setups(game: &Game) -> Vec<(u8, String, Values)> {
    let all: Vec<(String, GivenOptions)> = match game.setups() {
        none if none.is_empty() => vec![(String::from("usual rules"), GivenOptions::new())],
        some => some,
    };
    (0..)
        .zip(all)
        .filter_map(|(index, (name, given))| {
            let values = game.complete_options(&given, || 0).ok()?;
            let even = !matches!((game.card.rateable)(&values), Rateable::Handicap(_));
            even.then_some((index, name, values))
        })
        .collect()
}

/// Returns the chosen setup, or else the first one.
pub(crate) fn setup(game: &Game, index: u8) -> Option<Values> {
    let mut setups = setups(game);
    let chosen = setups.iter().position(|(one, ..)| *one == index);
    let chosen = chosen.unwrap_or(0);
    (chosen < setups.len()).then(|| setups.swap_remove(chosen).2)
}

/// Returns the usual number of turns of a player.
pub(crate) fn usual_turns(game: &Game, options: &Values) -> u32 {
    (game.card.typical_turns)(options).div_ceil(2)
}

/// Returns the length of a season in days.
pub(crate) fn days(game: &Game, draft: &Draft) -> Result<u32, Refusal> {
    let options = setup(game, draft.setup).unwrap_or_default();
    season_days(draft.kind, draft.clock, usual_turns(game, &options))
}

/// Returns the page with what was chosen so far.
#[must_use]
pub fn set_up(game: &Game, draft: &Draft) -> Composed {
    let setups = setups(game);
    let options = setup(game, draft.setup).unwrap_or_default();
    let days = days(game, draft);
    let place = match draft.channel {
        0 => String::from("none yet; choose one"),
        channel => channel_link(ChannelId(channel)),
    };
    let games = if draft.legs == 1 {
        "one game"
    } else {
        "two games"
    };
    let (when, division) = match draft.kind {
        Kind::Seasonal => (
            "Seasons: divisions by strength; after each season some players move up or down.",
            format!("up to {}", draft.size),
        ),
        Kind::Quick => (
            "Quick: a division starts as soon as it is full. Nobody moves up or down.",
            draft.size.to_string(),
        ),
    };
    let word = match draft.kind {
        Kind::Seasonal => "A season",
        Kind::Quick => "A division",
    };
    let length = match &days {
        Ok(days) => format!("{word} lasts at most {}.", counted(u64::from(*days), "day")),
        Err(refusal) => format!("**{refusal}**"),
    };
    let text = format!(
        "**New League** · nothing is posted until you press *Create…*\n\
         **{}** · **{}** · {}\n\
         {when}\n\
         Divisions: {division} people, {games} against each of the others, all at the same time.\n\
         {length}\n\
         Channel: {place}",
        game_words(game, &options),
        time_words(draft.clock),
        rated_word(game, &options),
    );
    let set = |want| Press::Set {
        want,
        draft: draft.clone(),
    };
    let all = CATALOGUE.iter().map(|other| {
        let card = &other.card;
        MenuOption::new(card.name, card.key).chosen(card.key == game.card.key)
    });
    let mut menus = vec![Menu::one("Game", set(Want::Game), all.collect())];
    if setups.len() > 1 {
        let options = setups.iter().take(25).map(|(index, name, _)| {
            MenuOption::new(cut(name, 100), index.to_string()).chosen(*index == draft.setup)
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
    let legs = if draft.legs == 1 {
        "Two Games per Pair"
    } else {
        "One Game per Pair"
    };
    let kind = match draft.kind {
        Kind::Seasonal => "Quick",
        Kind::Quick => "Seasons",
    };
    Composed {
        menus,
        rows: vec![vec![
            Button::new("Create…", Tone::Success, Press::Create(draft.clone()))
                .enabled(draft.channel != 0 && days.is_ok()),
            Button::new("Size, Clock…", Tone::Plain, Press::Numbers(draft.clone())),
            Button::new(legs, Tone::Plain, set(Want::Legs)),
            Button::new(kind, Tone::Plain, set(Want::Kind)),
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

/// Returns the form for the name of the league.
#[must_use]
pub fn name_form(draft: &Draft) -> Value {
    let field = Field {
        id: NAME,
        label: "Name",
        hint: "Winter League",
        value: String::new(),
        required: true,
        most: u16::try_from(MOST_NAME).unwrap_or(40),
    };
    form(Press::Create(draft.clone()), "New League", &[field])
}

/// Returns the form for the size of divisions and the clock.
#[must_use]
pub fn numbers_form(draft: &Draft) -> Value {
    let size = format!("People in a division, {} to {}", SIZES.start(), SIZES.end());
    let field = |id, label, hint, value| Field {
        id,
        label,
        hint,
        value,
        required: true,
        most: 40,
    };
    let fields = [
        field(SIZE, size.as_str(), "8", draft.size.to_string()),
        field(
            CLOCK,
            "Clock",
            "5d+12h for a bank, 2d for two days a turn",
            draft.clock.to_string(),
        ),
    ];
    form(Press::Numbers(draft.clone()), "Size and Clock", &fields)
}
