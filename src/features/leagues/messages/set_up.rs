//! The private page on which an organiser sets up a new league.

use serde_json::Value;

use super::play_offs::cost_of;
use super::view::{cost_line, play_offs_words};
use crate::discord::ui::contests::draft::CLOCK;
use crate::discord::ui::contests::set_up;
use crate::discord::ui::contests::set_up::{CLOCKS, setup, setup_names};
use crate::discord::ui::contests::words::rated_word;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::modal::{Field, form};
use crate::discord::ui::words::{counted, game_words, people};
use crate::discord::ui::{Button, Composed, Tone, time_words};
use crate::features::leagues::model::{
    Cost, Kind, LEAST, Refusal, SIZES, play_off_days, season_days,
};
use crate::features::leagues::press::{Draft, Own, Press};
use crate::games::Game;

/// The id of the text field for the size of divisions.
pub const SIZE: &str = "size";

/// The id of the text field for the number of people that a season waits for.
pub const LEAST_FIELD: &str = "least";

/// The id of the text field for the people of the play-offs.
pub const PLAY_OFFS_FIELD: &str = "play-offs";

/// The same for quick leagues.
const QUICK: &[&str] = &[
    "2d+2h", "2d+1h", "1d+2h", "1d+1h", "12h+1h", "12h+30m", "6h+15m", "1d", "12h",
];

/// Returns the length of a season in days.
pub(crate) fn days(game: &Game, draft: &Draft) -> Result<u32, Refusal> {
    let options = setup(game, draft.setup).unwrap_or_default();
    let turns = (game.card.typical_turns)(&options).div_ceil(2);
    play_off_days(draft.clock, turns, play_offs(draft))?;
    season_days(draft.own.kind, draft.clock, turns)
}

/// Returns how many people play in play-offs; 0 for none.
fn play_offs(draft: &Draft) -> u32 {
    match draft.own.kind {
        Kind::Seasonal => draft.own.play_offs,
        Kind::Quick => 0,
    }
}

/// Returns the clocks that a league accepts, the one that is chosen at first in front.
fn clocks(game: &Game, draft: &Draft) -> Vec<&'static str> {
    let all = match draft.own.kind {
        Kind::Seasonal => CLOCKS,
        Kind::Quick => QUICK,
    };
    draft.possible_clocks(all, |draft| days(game, draft).is_ok())
}

/// Returns the draft with the usual clock of its kind of league, or the next slower one that the league accepts.
fn with_usual_clock(game: &Game, draft: Draft) -> Draft {
    let clocks = clocks(game, &draft);
    draft.with_first(&clocks)
}

/// Replaces a clock that the league does not accept.
pub(crate) fn fitted(game: &Game, draft: Draft) -> Draft {
    match days(game, &draft) {
        Ok(_) => draft,
        Err(_) => with_usual_clock(game, draft),
    }
}

/// Returns the page with what was chosen so far.
pub fn set_up(game: &Game, draft: &Draft) -> Composed {
    let options = setup(game, draft.setup).unwrap_or_default();
    let days = days(game, draft);
    let Own {
        size,
        legs,
        kind,
        least,
        ..
    } = draft.own;
    let games = if legs == 1 { "one game" } else { "two games" };
    let (when, division, word) = match kind {
        Kind::Seasonal => (
            "Seasons: divisions by strength; after each season some players move up or down.",
            format!("about {size}"),
            "A season",
        ),
        Kind::Quick => (
            "Quick: a division starts as soon as it is full. Nobody moves up or down.",
            size.to_string(),
            "A division",
        ),
    };
    let waits = match kind {
        Kind::Seasonal => format!("\nA season waits for {} to join.", people(least as usize)),
        Kind::Quick => String::new(),
    };
    let turns = (game.card.typical_turns)(&options);
    let play_offs = play_offs(draft);
    let after = match play_off_days(draft.clock, turns.div_ceil(2), play_offs) {
        Err(_) | Ok(0) => String::new(),
        Ok(days) => format!(
            " {} It lasts at most {}, and the next season does not wait for it.",
            play_offs_words(play_offs),
            counted(days, "day")
        ),
    };
    let length = match &days {
        Ok(days) => format!("{word} lasts at most {}.{after}", counted(*days, "day")),
        Err(refusal) => format!("**{refusal}**"),
    };
    let division_of = [usize::try_from(size).unwrap_or(usize::MAX)];
    let mut costs = cost_line("A division", &Cost::of(&division_of, legs, turns));
    if play_offs > 0 {
        let after = cost_of(game, &options, play_offs);
        costs.push_str(&format!("\n{}", cost_line("The knock-out", &after)));
    }
    let text = format!(
        "**New League** · nothing is posted until you press *Create…*\n\
         **{}** · **{}** · {}\n\
         {when}\n\
         Divisions: {division} people, {games} against each of the others, all at the same time.\n\
         {length}{waits}\n\
         {costs}\n\
         Channel: {}",
        game_words(game.card.key, &options),
        time_words(draft.clock),
        rated_word(game, &options),
        draft.channel_words(),
    );
    let set = |want| {
        let draft = draft.clone();
        CustomId::of(&Press::Set { want, draft })
    };
    let with = |own| {
        let draft = draft.clone();
        Press::Draft(Draft { own, ..draft })
    };
    let (pair, legs) = if legs == 1 {
        ("Two Games per Pair", 2)
    } else {
        ("One Game per Pair", 1)
    };
    let (numbers, other, other_kind) = match kind {
        Kind::Seasonal => ("Size, Clock, Play-offs…", "Quick", Kind::Quick),
        Kind::Quick => ("Size, Clock…", "Seasons", Kind::Seasonal),
    };
    let own = Own {
        kind: other_kind,
        ..draft.own.clone()
    };
    let other_kind = Press::Draft(with_usual_clock(
        game,
        Draft {
            own,
            ..draft.clone()
        },
    ));
    Composed {
        menus: draft.menus(&setup_names(game), &clocks(game, draft), set),
        rows: vec![vec![
            Button::new("Create…", Tone::Success, Press::Create(draft.clone()))
                .enabled(draft.channel != 0 && days.is_ok()),
            Button::plain(numbers, Press::Numbers(draft.clone())),
            Button::plain(pair, with(Own { legs, ..draft.own })),
            Button::plain(other, other_kind),
        ]],
        ..Composed::text(text)
    }
}

/// Returns the form for the name of the league.
pub fn name_form(draft: &Draft) -> Value {
    set_up::name_form(Press::Create(draft.clone()), "New League", "Winter League")
}

/// Returns the form for the size of divisions and the clock.
pub fn numbers_form(draft: &Draft) -> Value {
    let size = format!("People in a division, {} to {}", SIZES.start(), SIZES.end());
    let least = format!(
        "A season waits for people, {} to {}",
        LEAST.start(),
        LEAST.end()
    );
    let hint = "5d+12h for a bank, 2d for two days a turn";
    let fields = [
        Field::required(SIZE, &size, "", draft.own.size.to_string(), 40),
        Field::required(CLOCK, "Clock", hint, draft.clock.to_string(), 40),
        Field::required(LEAST_FIELD, &least, "", draft.own.least.to_string(), 40),
    ];
    let play_offs = match draft.own.play_offs {
        0 => String::from("none"),
        size => size.to_string(),
    };
    let hint = "2, 4, 8 or none";
    let label = "People in the play-offs for the champion";
    let play_offs = Field {
        required: false,
        ..Field::required(PLAY_OFFS_FIELD, label, hint, play_offs, 4)
    };
    let seasonal = draft.own.kind == Kind::Seasonal;
    let fields: Vec<Field> = fields
        .into_iter()
        .chain(seasonal.then_some(play_offs))
        .collect();
    form(Press::Numbers(draft.clone()), "Size and Clock", &fields)
}
