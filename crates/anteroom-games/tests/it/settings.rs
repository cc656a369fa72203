//! Random settings of games for tests, and the number of repetitions. The tests of the bot use this file too.

use anteroom_games::{Game, GivenOptions, OptionKind, Values};

/// Returns `usually` times the number in the environment variable `ANTEROOM_TIMES`, 1 if it is not set.
pub fn times(usually: usize) -> usize {
    let times = std::env::var("ANTEROOM_TIMES").map_or(1, |times| {
        times.parse().expect("ANTEROOM_TIMES is a whole number")
    });
    usually * times
}

/// Returns random options, each given or left out; `None` if they do not fit each other.
pub fn drawn(game: &Game, mut below: impl FnMut(u64) -> u64) -> Option<Values> {
    let mut given = GivenOptions::new();
    for option in game.card.options {
        if below(3) == 0 {
            continue;
        }
        let value = match option.kind {
            OptionKind::Integer { min, max, .. } => {
                (min + below((max - min + 1) as u64) as i64).to_string()
            }
            OptionKind::Choice { choices, .. } => {
                choices[below(choices.len() as u64) as usize].0.to_owned()
            }
            OptionKind::Seed => below(1 << 32).to_string(),
        };
        given.insert(option.key.to_owned(), value);
    }
    game.complete_options(&given, || 0).ok()
}

/// Returns a game's settings with all values minimal, and maximal, if the game allows them.
pub fn extremes(game: &Game) -> Vec<GivenOptions> {
    let with = |pick: fn(&OptionKind) -> String| -> GivenOptions {
        game.card
            .options
            .iter()
            .map(|spec| (spec.key.to_owned(), pick(&spec.kind)))
            .collect()
    };
    let least = with(|kind| match kind {
        OptionKind::Integer { min, .. } => min.to_string(),
        OptionKind::Choice { choices, .. } => choices[0].0.to_owned(),
        OptionKind::Seed => String::from("0"),
    });
    let greatest = with(|kind| match kind {
        OptionKind::Integer { max, .. } => max.to_string(),
        OptionKind::Choice { choices, .. } => choices[choices.len() - 1].0.to_owned(),
        OptionKind::Seed => u32::MAX.to_string(),
    });
    [GivenOptions::new(), least, greatest]
        .into_iter()
        .filter(|given| game.complete_options(given, || 7).is_ok())
        .collect()
}
