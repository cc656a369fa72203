//! Positions of every game of the catalogue, for measuring.

use std::fmt;

use anteroom::games::{self, AnyPosition, CATALOGUE, Effect, Game, GivenOptions, Values};
use fastrand::Rng;

/// The maximum number of steps of a random game. A longer game is dropped.
pub const MOST_STEPS: u64 = 2_000;

/// A position of a game, with a name for the table.
pub struct Case {
    pub name: String,
    pub position: AnyPosition,
    /// The effects of the last step.
    pub last: Vec<Effect>,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Returns every game at its start, with the default options.
pub fn starts() -> Vec<Case> {
    let start = |game: &'static Game| {
        let values = game.complete_options(&GivenOptions::new(), || 0).ok()?;
        Some(Case {
            name: game.card.key.to_owned(),
            position: game.start(&values).ok()?,
            last: Vec::new(),
        })
    };
    CATALOGUE.iter().filter_map(start).collect()
}

/// Returns a position of every game in the middle of random play.
pub fn middles() -> Vec<Case> {
    let mut cases = starts();
    for case in &mut cases {
        let (length, _) = case.position.playout(MOST_STEPS, 1);
        let mut rng = Rng::with_seed(1);
        for _ in 0..length / 2 {
            let steps = case.position.steps();
            let Some(step) = rng.choice(&steps) else {
                break;
            };
            if let Ok(played) = case.position.play(step) {
                case.last = played.effects;
            }
        }
    }
    cases
}

/// Returns the position with the most steps in play: Anache on its largest board when the groups have met, with many
/// boards that must not come again.
pub fn crowded() -> Option<AnyPosition> {
    let mut position = start("anache", &[("size", "16")])?;
    let mut rng = Rng::with_seed(5);
    for _ in 0..120 {
        let steps = position.steps();
        position
            .play(steps.get(rng.usize(..steps.len().max(1)))?)
            .ok()?;
    }
    while !position.turn().is_empty() {
        position
            .play("end")
            .or_else(|_| position.play(&position.steps()[0]))
            .ok()?;
    }
    Some(position)
}

/// Returns a position of every game in the middle of random play, and positions with the most steps.
pub fn hardest() -> Vec<Case> {
    let invented = || {
        let game = games::find("anache")?;
        game.read(&settled(game, &[("size", "16")])?, INVENTED).ok()
    };
    let most = [
        ("anache crowded", crowded()),
        ("anache invented", invented()),
        ("anaash 10", start("anaash", &[("size", "10")])),
        ("anchor even", start("anchor", &[("start", "even")])),
        (
            "connect-n 16",
            start("connect-n", &[("columns", "16"), ("rows", "16")]),
        ),
    ];
    let most = most.into_iter().filter_map(|(name, position)| {
        let position = position?;
        Some(Case {
            name: format!("{name}, {} steps", position.steps().len()),
            position,
            last: Vec::new(),
        })
    });
    middles().into_iter().chain(most).collect()
}

/// Knights and men with more groups to move than on any board that is likely in play.
const INVENTED: &str = "...x.x.........x/..x.x.x.x..x.x../.x.x.x.x..x.x.x./..x.x.x.xx.x.x.x/.x.x.x.xx.x.x.x./..x.x.x..x.x.x.x/\
                        .x.x.x.xx.x.x.x./o.x.x.x.xx.x.x.x/...x.x.x.xx.x.x./....x.x.x.xx.x../.....x.x......../................/\
                        ................/................/................/................ x 40";

fn settled(game: &Game, options: &[(&str, &str)]) -> Option<Values> {
    let given: GivenOptions = options
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    game.complete_options(&given, || 0).ok()
}

fn start(key: &str, options: &[(&str, &str)]) -> Option<AnyPosition> {
    let game = games::find(key)?;
    game.start(&settled(game, options)?).ok()
}
