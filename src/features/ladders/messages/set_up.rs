//! The private page on which an organiser sets up a new ladder.

use serde_json::Value;

use super::view::{can_be_rated, places};
use crate::discord::ui::contests::draft::CLOCK;
use crate::discord::ui::contests::set_up;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::modal::{Field, form};
use crate::discord::ui::words::counted;
use crate::discord::ui::{Button, Composed, Tone, time_words};
use crate::features::ladders::model::{IDLE_DAYS, REACH};
use crate::features::ladders::press::{Draft, Own, Press};
use crate::games::{Game, GivenOptions};

/// The ids of the text fields of forms.
pub const REACH_FIELD: &str = "reach";
pub const IDLE: &str = "idle";

/// Clocks that suit ladders.
const CLOCKS: &[&str] = &["1d", "2d", "3d", "5d+12h", "7d+12h", "14d+1d", "1h+1m"];

/// Returns the page with what was chosen so far.
pub fn set_up(game: &Game, draft: &Draft) -> Composed {
    let setups = game.setups();
    let setup = setups.get(usize::from(draft.setup));
    let what = match setup {
        Some((setup, _)) => format!("{}, {setup}", game.card.name),
        None => game.card.name.to_owned(),
    };
    let Own { reach, idle, rated } = draft.own;
    let given = setup.map_or_else(GivenOptions::new, |(_, given)| given.clone());
    let options = game.complete_options(&given, || 0).unwrap_or_default();
    let can = can_be_rated(game, &options);
    let rated_word = match (can, rated) {
        (true, true) => "rated",
        (true, false) => "not rated",
        (false, _) => "not rated (games with this setup never are)",
    };
    let text = format!(
        "**New Ladder** · nothing is posted until you press *Create…*\n\
         **{what}** · **{}** · {rated_word}\n\
         Reach: people can challenge others up to {} above them.\n\
         Idle: people move down after {} without a match.\n\
         Channel: {}",
        time_words(draft.clock),
        places(reach),
        counted(idle, "day"),
        draft.channel_words(),
    );
    let names = setups.into_iter().map(|(name, _)| name);
    let setups: Vec<_> = (0..).zip(names).collect();
    let set = |want| {
        let draft = draft.clone();
        CustomId::of(&Press::Set { want, draft })
    };
    let other = Draft {
        own: Own {
            rated: !rated,
            ..draft.own
        },
        ..draft.clone()
    };
    let other_word = if rated { "Not Rated" } else { "Rated" };
    Composed {
        menus: draft.menus(&setups, CLOCKS, set),
        rows: vec![vec![
            Button::new("Create…", Tone::Success, Press::Create(draft.clone()))
                .enabled(draft.channel != 0),
            Button::plain("Clock, Reach, Idle…", Press::Numbers(draft.clone())),
            Button::plain(other_word, Press::Draft(other)).enabled(can),
        ]],
        ..Composed::text(text)
    }
}

/// Returns the form for the name of the ladder.
pub fn name_form(draft: &Draft) -> Value {
    set_up::name_form(Press::Create(draft.clone()), "New Ladder", "Monday Ladder")
}

/// Returns the form for the clock, the reach and the idle limit.
pub fn numbers_form(draft: &Draft) -> Value {
    let reach = format!("Reach: places, {} to {}", REACH.start(), REACH.end());
    let idle = format!(
        "Idle: days without a match, {} to {}",
        IDLE_DAYS.start(),
        IDLE_DAYS.end()
    );
    let hint = "3d for three days a turn, 7d+12h for a bank";
    let fields = [
        Field::required(CLOCK, "Clock", hint, draft.clock.to_string(), 40),
        Field::required(REACH_FIELD, &reach, "", draft.own.reach.to_string(), 40),
        Field::required(IDLE, &idle, "", draft.own.idle.to_string(), 40),
    ];
    form(Press::Numbers(draft.clone()), "Clock, Reach, Idle", &fields)
}
