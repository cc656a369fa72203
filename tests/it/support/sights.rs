//! Boards for tests of pictures: typical ones of every game, and the hardest to paint.
//!
//! The benches use them too.

use anteroom::board::Seat;
use anteroom::board::scene::Scene;
use anteroom::discord::ui::{Pace, Replay};
use anteroom::games::{
    AnyPosition, CATALOGUE, Chosen, Effect, Game, GivenOptions, Values, add_step, split_steps,
    turn_marks,
};
use anteroom::matches::{
    ChannelId, DaysOff, Event, Fact, Match, MatchId, MatchTerms, Place, Proposal, TimeControl,
    UserId,
};
use anteroom::people::Moment;
use anteroom::render::Shot;

use super::game_files;

/// A position to draw.
struct Sight {
    name: String,
    game: &'static Game,
    start: AnyPosition,
    /// The steps that follow `start`.
    play: String,
}

/// Returns a typical board of every game, by the game's key.
pub fn samples() -> Vec<(String, Scene)> {
    named(sample_sights())
}

/// Returns the boards that take longest to draw, by name.
pub fn extremes() -> Vec<(String, Scene)> {
    let of_game = |game: &'static Game| {
        let blocks = game_files::blocks(game, "extremes.txt").into_iter();
        blocks.map(move |block| Sight {
            name: format!("{}-{}", game.card.key, block.need("name")),
            game,
            start: block.start(game),
            play: block.get("play").unwrap_or_default().to_owned(),
        })
    };
    named(CATALOGUE.iter().flat_map(of_game))
}

fn named(sights: impl Iterator<Item = Sight>) -> Vec<(String, Scene)> {
    sights
        .map(|sight| {
            let (_, scene) = played(&sight);
            (sight.name, scene)
        })
        .collect()
}

/// Returns the typical boards with chosen and choosable cells marked, at the pick of the first step that marks the most.
pub fn choosable() -> Vec<(String, Scene)> {
    let letter = |sight: Sight| {
        let (position, mut scene) = played(&sight);
        let (mut picks, mut most) = (Vec::new(), Vec::new());
        while let Some(Chosen::Open(choice)) = position.choose(&picks) {
            let marks = choice.marks();
            if marks.len() >= most.len() {
                most = marks;
            }
            let Some(pick) = choice.lists.iter().flat_map(|list| &list.picks).next() else {
                break;
            };
            picks.push(pick.key.clone());
        }
        scene.marks.extend(most);
        (sight.name, scene)
    };
    sample_sights().map(letter).collect()
}

fn sample_sights() -> impl Iterator<Item = Sight> {
    CATALOGUE.iter().map(|game| {
        let sample = &game.card.sample;
        let settings = settled(game, sample.options);
        let start = if sample.from.is_empty() {
            game.start(&settings).unwrap()
        } else {
            game.read(&settings, sample.from).unwrap()
        };
        Sight {
            name: game.card.key.to_owned(),
            game,
            start,
            play: sample.play.to_owned(),
        }
    })
}

fn settled(game: &Game, options: &[(&str, &str)]) -> Values {
    let given: GivenOptions = options
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    game.complete_options(&given, || 0).unwrap()
}

/// A kind of match to animate.
struct Film {
    name: String,
    game: &'static Game,
    settings: Values,
    /// Whether the match prefers captures, so that more moves capture than by chance.
    captures: bool,
}

/// Returns the first 80 turns of random matches as animations, with names above the boards.
///
/// Matches that end earlier are shorter. Each game's `films.txt` has the settings: the most common ones, on boards on
/// which a random match is long, if the game has any.
pub fn films() -> Vec<(String, Vec<Shot>)> {
    let of_game = |game: &'static Game| {
        let blocks = game_files::blocks(game, "films.txt").into_iter();
        blocks.map(move |block| Film {
            name: match block.need("name") {
                "usual" => game.card.key.to_owned(),
                name => format!("{}-{name}", game.card.key),
            },
            game,
            settings: block.settings(game),
            captures: block.get("prefer") == Some("captures"),
        })
    };
    let films = CATALOGUE.iter().flat_map(of_game);
    films
        .map(|film| {
            let shots = shots(&film);
            (film.name, shots)
        })
        .collect()
}

fn shots(film: &Film) -> Vec<Shot> {
    let played = (1..=3)
        .map(|seed| random_match(film, seed))
        .max_by_key(Match::ply)
        .unwrap();
    let mut shots = Replay::of(&played, Pace::Normal).unwrap().shots().unwrap();
    for bar in shots.iter_mut().filter_map(|shot| shot.scene.bar.as_mut()) {
        for (side, name) in bar.sides.iter_mut().zip(["Alexandra", "Бенджамин"]) {
            side.name = name.to_owned();
        }
    }
    shots
}

fn random_match(film: &Film, seed: u64) -> Match {
    const PLAYERS: [UserId; 2] = [UserId(1), UserId(2)];
    let game = film.game;
    let at = Moment::default();
    let place = Place {
        guild: None,
        channel: ChannelId(1),
    };
    let time = TimeControl::PerTurn(TimeControl::LONGEST);
    let proposal = Proposal {
        rules_version: 1,
        days_off: DaysOff::None,
        invited: Some(PLAYERS[1].into()),
        terms: MatchTerms {
            rated: true,
            ..MatchTerms::default()
        },
        ..Proposal::new(place, game, film.settings.clone(), time, PLAYERS[0])
    };
    let mut position = game.start(&proposal.options).unwrap();
    let mut played = Match::proposed(MatchId(1), proposal, at).unwrap();
    played
        .apply(&Event {
            at,
            fact: Fact::Accepted {
                by: PLAYERS[1].into(),
            },
        })
        .unwrap();
    let mut random = fastrand::Rng::with_seed(seed);
    let mut turn: Vec<String> = Vec::new();
    while let Some(seat) = position.to_move().filter(|_| played.ply() < 80) {
        let steps = position.steps();
        let takes = |step: &&String| {
            let played = position.clone().play(step);
            played.is_ok_and(|played| {
                played
                    .effects
                    .iter()
                    .any(|effect| matches!(effect, Effect::Captured { .. }))
            })
        };
        let some: Vec<&String> = (0..if film.captures { 60 } else { 1 })
            .filter_map(|_| random.choice(&steps))
            .collect();
        let step = some
            .iter()
            .copied()
            .find(takes)
            .or(some.first().copied())
            .unwrap()
            .clone();
        turn.push(
            position
                .play(&step)
                .unwrap_or_else(|illegal| panic!("{}: {illegal}", film.name))
                .step,
        );
        if position.turn().is_empty() {
            let text = std::mem::take(&mut turn).join(" ");
            played
                .apply(&Event {
                    at,
                    fact: Fact::Turn {
                        seat,
                        text,
                        conditional: false,
                        ballot: None,
                    },
                })
                .unwrap();
        }
    }
    played
}

/// Returns the position of a sight and its scene as the bot posts it, with the players above it.
fn played(sight: &Sight) -> (AnyPosition, Scene) {
    let mut position = sight.start.clone();
    let (mut last, mut turn) = (Vec::new(), Vec::new());
    for step in split_steps(&sight.play) {
        if position.turn().is_empty() {
            last.clear();
            turn.clear();
        }
        let played = position
            .play(step)
            .unwrap_or_else(|illegal| panic!("{}: {step}: {illegal}", sight.name));
        add_step(&mut last, played.effects);
        turn.push(step);
    }
    let mut scene = position.scene(Seat::First);
    let mut bar = sight.game.bar(&*position);
    for (side, name) in bar.sides.iter_mut().zip(["Wilhelmina", "Александр_77"]) {
        name.clone_into(&mut side.name);
    }
    bar.note = turn.join(" ");
    scene.bar = Some(bar);
    scene.marks.extend(turn_marks(&last));
    (position, scene)
}
