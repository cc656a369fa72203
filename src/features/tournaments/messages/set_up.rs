//! The private page on which an organiser sets up a new tournament.

use serde_json::Value;

use crate::contests::swiss::{rounds_allowed, usual_rounds};
use crate::discord::ui::contests::draft::CLOCK;
use crate::discord::ui::contests::set_up;
use crate::discord::ui::contests::set_up::{CLOCKS, setup, setup_names};
use crate::discord::ui::contests::words::rated_word;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::modal::{Field, form};
use crate::discord::ui::words::{counted, game_words};
use crate::discord::ui::{Button, Composed, Tone, time_words};
use crate::features::tournaments::model::{
    MOST_ROUNDS, PEOPLE, Refusal, SWISS_PEOPLE, round_days, rounds, swiss_days,
};
use crate::features::tournaments::press::{Draft, Own, Press};
use crate::games::Game;

/// The id of the text field for the most people.
pub const MOST: &str = "most";

/// The id of the text field for the rounds of a Swiss tournament.
pub const ROUNDS: &str = "rounds";

/// The id of the text field that tells whether the seeds are drawn.
pub const DRAWN: &str = "drawn";

/// Returns the length of a round in days.
pub(crate) fn days(game: &Game, draft: &Draft) -> Result<u32, Refusal> {
    let options = setup(game, draft.setup).unwrap_or_default();
    let turns = (game.card.typical_turns)(&options).div_ceil(2);
    match draft.own.swiss {
        Some(rounds) => swiss_days(draft.clock, turns, rounds),
        None => round_days(draft.clock, turns, draft.own.most),
    }
}

/// Returns the clocks with which the tournament is not too long, the one that is chosen at first in front.
fn clocks(game: &Game, draft: &Draft) -> Vec<&'static str> {
    draft.possible_clocks(CLOCKS, |draft| days(game, draft).is_ok())
}

/// Replaces a clock with which the tournament is too long.
pub(crate) fn fitted(game: &Game, draft: Draft) -> Draft {
    match days(game, &draft) {
        Ok(_) => draft,
        Err(_) => {
            let clocks = clocks(game, &draft);
            draft.with_first(&clocks)
        }
    }
}

/// Returns the page with what was chosen so far.
pub fn set_up(game: &Game, draft: &Draft) -> Composed {
    let options = setup(game, draft.setup).unwrap_or_default();
    let days = days(game, draft);
    let own = draft.own;
    let games = match own.games {
        1 => "one game",
        _ => "two games at the same time, with sides changed",
    };
    let third = match own.third {
        true => "\nThe losers of the semi-finals play for third place.",
        false => "",
    };
    let seeds = match own.drawn {
        true => "drawn",
        false => "by rating; players with an uncertain rating come last, in an order that is drawn",
    };
    let people = usize::try_from(own.most).unwrap_or(usize::MAX);
    let all_rounds = own.swiss.unwrap_or_else(|| rounds(people));
    let system = match own.swiss {
        Some(rounds) => format!(
            "A Swiss tournament of up to {} people in {rounds} rounds, or fewer if fewer than {} people come. In each round people with equal points meet, in one game, and nobody meets the same person twice. With fewer than {SWISS_PEOPLE} people, all play against all.",
            own.most,
            fewest(rounds)
        ),
        None => format!(
            "A knock-out of up to {} people. Two people play {games}. If they are equal, a deciding game with half the time follows.{third}",
            own.most
        ),
    };
    let length = match &days {
        Ok(days) => format!(
            "A round lasts up to {}; with {} people the tournament is over after {} at the latest.",
            counted(*days, "day"),
            own.most,
            counted(days.saturating_mul(all_rounds), "day")
        ),
        Err(refusal) => format!("**{refusal}**"),
    };
    let text = format!(
        "**New Tournament** · nothing is posted until you press *Create…*\n\
         **{}** · **{}** · {}\n\
         {system}\n\
         Seeds: {seeds}.\n\
         {length}\n\
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
    let with = |label, own: Own| {
        let draft = draft.clone();
        Button::plain(label, Press::Draft(Draft { own, ..draft }))
    };
    let (pair, games) = match own.games {
        1 => ("Two Games per Pair", 2),
        _ => ("One Game per Pair", 1),
    };
    let third = match own.third {
        true => "No Third Place",
        false => "Third Place",
    };
    let not_third = Own {
        third: !own.third,
        ..own
    };
    let create = Button::new("Create…", Tone::Success, Press::Create(draft.clone()))
        .enabled(draft.channel != 0 && days.is_ok());
    let numbers = |label| Button::plain(label, Press::Numbers(draft.clone()));
    let row = match own.swiss {
        Some(_) => vec![
            create,
            numbers("People, Rounds, Clock…"),
            with("Knock-out", Own { swiss: None, ..own }),
        ],
        None => vec![
            create,
            numbers("People, Clock…"),
            with("Swiss System", swiss(own)),
            with(pair, Own { games, ..own }),
            with(third, not_third),
        ],
    };
    Composed {
        menus: draft.menus(&setup_names(game), &clocks(game, draft), set),
        rows: vec![row],
        ..Composed::text(text)
    }
}

/// Returns the choices for a Swiss tournament with the usual number of rounds.
fn swiss(own: Own) -> Own {
    let most = own.most.max(SWISS_PEOPLE);
    Own {
        most,
        swiss: Some(usual_rounds(most)),
        ..own
    }
}

/// Returns the fewest people who can play this many rounds.
fn fewest(rounds: u32) -> u32 {
    let mut people = SWISS_PEOPLE..=*PEOPLE.end();
    let enough = |people: &u32| rounds_allowed(*people).contains(&rounds);
    people.find(enough).unwrap_or(SWISS_PEOPLE)
}

/// Returns the form for the name of the tournament.
pub fn name_form(draft: &Draft) -> Value {
    set_up::name_form(Press::Create(draft.clone()), "New Tournament", "Winter Cup")
}

/// Returns the form for the number of people, the rounds of a Swiss tournament, the clock and the seeds.
pub fn numbers_form(draft: &Draft) -> Value {
    let (least, title) = match draft.own.swiss {
        Some(_) => (SWISS_PEOPLE, "People, Rounds and Clock"),
        None => (*PEOPLE.start(), "People and Clock"),
    };
    let most = format!("The most people, {least} to {}", PEOPLE.end());
    let rounds = format!("Rounds, 3 to {MOST_ROUNDS}, at most half the people");
    let hint = "2d+2h for a bank, 1d for one day a turn";
    let mut fields = vec![Field::required(
        MOST,
        &most,
        "",
        draft.own.most.to_string(),
        40,
    )];
    if let Some(chosen) = draft.own.swiss {
        fields.push(Field::required(ROUNDS, &rounds, "", chosen.to_string(), 40));
    }
    fields.push(Field::required(
        CLOCK,
        "Clock",
        hint,
        draft.clock.to_string(),
        40,
    ));
    let drawn = if draft.own.drawn { "yes" } else { "no" };
    fields.push(Field {
        required: false,
        ..Field::required(
            DRAWN,
            "Draw the seeds, without ratings",
            "yes or no",
            drawn,
            3,
        )
    });
    form(Press::Numbers(draft.clone()), title, &fields)
}
