//! Measures Master in positions of Connect Four just beyond the book, and in the middle of all games.
//!
//! `cargo bench -p anteroom-benches --bench connect_four [-- HOW_MANY [SEED]]`: positions with nine chips from random
//! games, 100 by default. It prints each position, whether Master solves it and in which time, and at the end the
//! median and the worst time.
//!
//! `cargo bench -p anteroom-benches --bench connect_four -- middle [HOW_MANY [SEED]]`: positions of each game, 20 by
//! default, from the middle third of games between Beginners. It prints a line per game, which ends with the worst
//! time of Beginner, Casual and Club in these positions and at the start.

use std::time::{Duration, Instant};

use anteroom::board::Level;
use anteroom::games::{self, AnyPosition, GivenOptions, SplitMix64, split_steps};
use anteroom::search::{Strength, think};

const CHIPS: u32 = 9;

fn main() {
    let mut numbers = std::env::args().filter_map(|argument| argument.parse::<u64>().ok());
    let of_all_games = std::env::args().any(|argument| argument == "middle");
    let many = numbers
        .next()
        .unwrap_or(if of_all_games { 20 } else { 100 });
    let seed = numbers.next().unwrap_or(7);
    if of_all_games {
        middles(many, seed);
        return;
    }
    let game = games::find("connect-n");
    let start = game.and_then(|game| {
        let values = game.complete_options(&GivenOptions::new(), || 0).ok()?;
        game.start(&values).ok()
    });
    let Some(start) = start else { return };
    let (mut found, mut unsolved) = (Vec::new(), 0);
    for number in 0..many {
        let mut random = SplitMix64::new(seed ^ number << 20);
        let position = loop {
            if let Some(position) = random_position(&start, &mut random) {
                break position;
            }
        };
        let begun = Instant::now();
        let thought = think(&*position, Strength::Level(Level::Master), 1, &|| false);
        let took = begun.elapsed();
        let (proven, nodes) = thought.map_or((None, 0), |thought| (thought.proven, thought.nodes));
        let word = proven.map_or("unsolved", |proven| proven.word());
        println!(
            "{position} {word} {nodes} nodes {took:.2?}",
            position = position.text()
        );
        unsolved += u32::from(proven.is_none());
        found.push((took, nodes));
    }
    found.sort_unstable();
    let (median, worst) = (found.get(found.len() / 2), found.last());
    let seconds = |of: Option<&(Duration, u64)>| of.map_or(0.0, |(took, _)| took.as_secs_f64());
    let nodes = found.iter().map(|&(_, nodes)| nodes).max().unwrap_or(0);
    println!(
        "{many} positions: median {:.2} s, worst {:.2} s, {nodes} nodes at most, {unsolved} unsolved",
        seconds(median),
        seconds(worst)
    );
}

/// Returns the position after nine random drops, if the game goes on.
fn random_position(start: &AnyPosition, random: &mut SplitMix64) -> Option<AnyPosition> {
    let mut position = start.clone();
    for _ in 0..CHIPS {
        let steps = position.steps();
        let step = steps.get(random.below(steps.len() as u64) as usize)?;
        position.play(step).ok()?;
    }
    position.to_move().map(|_| position)
}

/// The games and options that are measured in the middle.
const SETTINGS: [(&str, &str); 14] = [
    ("connect-n", ""),
    ("connect-n", "columns=9 rows=7 n=5"),
    ("connect-n", "columns=16 rows=16 n=5"),
    ("anaash", "size=4"),
    ("anaash", ""),
    ("anaash", "size=8"),
    ("anaash", "size=10"),
    ("antichess", ""),
    ("encastle", ""),
    ("anacund", ""),
    ("anchor", ""),
    ("anache", "size=10"),
    ("anache", ""),
    ("anache", "size=16"),
];

/// Levels that must answer almost at once.
const QUICK: [Level; 3] = [Level::Beginner, Level::Casual, Level::Club];

/// Prints for each game Master's median and worst time in the middle, and the worst of lower levels.
fn middles(many: u64, seed: u64) {
    for (key, set) in SETTINGS {
        let pairs = set.split(' ').filter_map(|pair| pair.split_once('='));
        let given: GivenOptions = pairs
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect();
        let Some(game) = games::find(key) else { return };
        let Ok(values) = game.complete_options(&given, || 0) else {
            return;
        };
        let Ok(start) = game.start(&values) else {
            return;
        };
        let usual = (game.card.typical_turns)(&values);
        let (mut found, mut nodes) = (Vec::new(), 0);
        let mut quick = worst_of_quick(&start);
        for number in 0..many {
            let mut random = SplitMix64::new(seed ^ number << 20);
            let Some(position) = of_beginners(&start, usual, &mut random) else {
                continue;
            };
            let begun = Instant::now();
            let thought = think(&*position, Strength::Level(Level::Master), 1, &|| false);
            found.push(begun.elapsed());
            nodes = nodes.max(thought.map_or(0, |thought| thought.nodes));
            quick = quick.max(worst_of_quick(&position));
        }
        found.sort_unstable();
        let seconds = |at: usize| found.get(at).map_or(0.0, Duration::as_secs_f64);
        println!(
            "{key} {set}: {} positions, median {:.2} s, worst {:.2} s, {nodes} nodes at most; Beginner to Club at worst {:.3} s",
            found.len(),
            seconds(found.len() / 2),
            seconds(found.len().saturating_sub(1)),
            quick.as_secs_f64(),
        );
    }
}

/// Returns the longest time of the quick levels in a position.
fn worst_of_quick(position: &AnyPosition) -> Duration {
    let times = QUICK.map(|level| {
        let begun = Instant::now();
        drop(think(&**position, Strength::Level(level), 1, &|| false));
        begun.elapsed()
    });
    times.into_iter().max().unwrap_or_default()
}

/// Returns a position from the middle third of a game of two Beginners. The game is cut off after `most` turns.
fn of_beginners(start: &AnyPosition, most: u32, random: &mut SplitMix64) -> Option<AnyPosition> {
    let mut position = start.clone();
    let mut all = Vec::new();
    while position.to_move().is_some() && all.len() < most as usize {
        all.push(position.clone());
        let seed = random.below(u64::MAX);
        let thought = think(&*position, Strength::Level(Level::Beginner), seed, &|| {
            false
        })?;
        for step in split_steps(&thought.turn) {
            position.play(step).ok()?;
        }
    }
    let third = all.len() / 3;
    let at = third + random.below(third as u64 + 1) as usize;
    all.into_iter().nth(at)
}
