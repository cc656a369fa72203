//! Positions and matches to be looked at: what is typical of every game, and what is hardest to paint. The benches use
//! them too.

use anteroom::board::Seat;
use anteroom::board::scene::{Mark, MarkKind, Scene};
use anteroom::discord::ui::{Pace, Replay};
use anteroom::games::{
    self, AnyPosition, CATALOGUE, Chosen, Effect, GivenOptions, add_step, split_steps, turn_marks,
};
use anteroom::matches::{
    ChannelId, DaysOff, Event, Fact, Match, MatchId, Place, Proposal, Terms, TimeControl, UserId,
};
use anteroom::people::Moment;
use anteroom::render::Shot;

/// A name, the game, its settings, where to begin and the steps from there.
type Sight = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static str,
    &'static str,
);

/// A frame of 16 × 16 holes but for one.
const FULL: &str = "h l m e g b c e h g m a o p o m p g m c p h a i n p m d i d c m m d b k h c p g e c b p g e o o j l n e f d k l p g j e l j c h \
    l h a j k h i b n i m j n f m d f a g f j d a m k f n h e n o n n c c j d b c d l e p e c g a e k m d j l k l a p g b b f f k n \
    o d c g h p p e m d d o e o c p m l o h b g b o d d g a a l n c g h k m g a j j c k m h j c n l k j l j d g p l m j o p e d f h \
    k h p l j n n g n l l h o i e j n n b f c b o h f o a i o o e e f k f f i b f b b k i b b f i k a a k a f k i a a i i i i i i";

/// What takes most to paint, of every game.
const EXTREMES: [Sight; 9] = [
    ("anache-16", "anache", &[("size", "16")], "", "b1,b2,b3-NW"),
    (
        "anaash-10",
        "anaash",
        &[("size", "10")],
        "b1,r1,.,.,b2,.,.,r2,.,b1/b1,b1,r1,.,r2,r1,.,.,r1,b2/.,b1,.,.,b1,.,.,b2,.,./r1,b1,r1,.,r1,r1,r1,.,b1,b1/\
         r2,.,.,b1,b1,r1,b1,r1,b1,./.,b1,b2,.,b2,.,.,r1,r1,r1/.,b2,.,b1,.,.,b1,r1,.,b1/.,b1,.,.,.,r2,.,r3,.,b1/\
         r2,r1,r1,r1,.,r1,b1,.,r1,r1/.,r1,.,b1,b1,b1,r1,b1,.,b1 r",
        "",
    ),
    (
        "anaash-tall",
        "anaash",
        &[("size", "8")],
        ".,r1,.,b1,.,.,.,./.,b4,.,.,.,r3,b1,./.,.,.,.,b3,.,.,./.,.,.,.,.,.,.,./.,r1,.,.,r2,.,.,r2/.,.,.,.,.,.,.,b1/\
         b1,b3,.,.,r1,r2,.,./.,.,r2,.,.,.,.,. r",
        "f7xg7",
    ),
    (
        "anchor-full",
        "anchor",
        &[],
        "x.xooooo/xxoxooooo/oxoxooooxo/ooxxooxo.x./xxxoooooxooo/xxxxx.xoooooo/xxxxxxxxooooo./xoxxxxxxxoooooo/oooxxoxoxxooxx/\
         ooooxoxxxxoox/ooooxxxoxoox/oooooxxxooo/xooooxxoxo/oooooxxox/.xoooxxx x 0 kept",
        "o9",
    ),
    (
        "anchor-over",
        "anchor",
        &[],
        ".....o../.ox..oo../......o.../.o.x..ooo.o/oo...x.oox.o/.o.........o./..x.x.x..x.x../x.xx.x.x.x.x..o/x..x...o.x.x../\
         .oxxxxo....../x...xo.xx.../..xx..x.x../.x..x...x./xx...oox./xxx.xo.. x 0 kept",
        "pass pass",
    ),
    (
        "antichess-check",
        "antichess",
        &[],
        "",
        "e2e4 e7e5 d1h5 e8e7 h5e5",
    ),
    ("encastle-start", "encastle", &[], "", "e2e4"),
    (
        "connect-n-16",
        "connect-n",
        &[("columns", "16"), ("rows", "16"), ("n", "8")],
        "",
        FULL,
    ),
    (
        "anacund-late",
        "anacund",
        &[("board", "7")],
        "",
        "18 7 6 29 36 8 4 9 13 10 35 19 26 16 21 5 32 24 33 12 2 22 14 28 30 1 34 15 20",
    ),
];

/// What is typical of every game, by its key.
pub fn samples() -> Vec<(&'static str, Scene)> {
    sample_sights()
        .map(|sight| (sight.0, played(&sight).1))
        .collect()
}

/// What is hardest to paint, by name.
pub fn extremes() -> Vec<(&'static str, Scene)> {
    EXTREMES
        .iter()
        .map(|sight| (sight.0, played(sight).1))
        .collect()
}

/// The typical boards with what can be chosen marked, at the place with the most marks on the way to the first step.
pub fn choosable() -> Vec<(&'static str, Scene)> {
    let letter = |sight: Sight| {
        let (position, mut scene) = played(&sight);
        let (mut picks, mut most) = (Vec::new(), Vec::new());
        while let Some(Chosen::Open(choice)) = position.choose(&picks) {
            let offers: Vec<_> = choice
                .cells()
                .into_iter()
                .map(|cell| Mark {
                    cell,
                    kind: MarkKind::Choice,
                })
                .collect();
            if offers.len() >= most.len() {
                most = offers;
            }
            let Some(pick) = choice.lists.iter().flat_map(|list| &list.picks).next() else {
                break;
            };
            picks.push(pick.key.clone());
        }
        scene.marks.extend(most);
        (sight.0, scene)
    };
    sample_sights().map(letter).collect()
}

fn sample_sights() -> impl Iterator<Item = Sight> {
    CATALOGUE.iter().map(|game| {
        let sample = &game.card.sample;
        (
            game.card.key,
            game.card.key,
            sample.options,
            sample.from,
            sample.play,
        )
    })
}

/// A name, the game, its settings, and whether captures are looked for: then more moves than by chance.
type Film = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
    bool,
);

/// Matches of every game: those that are played most, on boards on which a random match lasts where there are any.
const FILMS: [Film; 9] = [
    ("anache", "anache", &[], true),
    ("anache-16", "anache", &[("size", "16")], true),
    ("anaash", "anaash", &[], false),
    ("anaash-10", "anaash", &[("size", "10")], false),
    ("anchor", "anchor", &[], false),
    ("antichess", "antichess", &[], false),
    ("encastle", "encastle", &[], false),
    (
        "connect-n-16",
        "connect-n",
        &[("columns", "16"), ("rows", "16"), ("n", "8")],
        false,
    ),
    ("anacund", "anacund", &[], false),
];

/// The first 80 turns of random matches as they are posted in motion, with names above the boards. Matches that end before
/// are shorter.
pub fn films() -> Vec<(&'static str, Vec<Shot>)> {
    FILMS.iter().map(|film| (film.0, shots(film))).collect()
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

fn random_match((name, game, options, captures): &Film, seed: u64) -> Match {
    const PLAYERS: [UserId; 2] = [UserId(1), UserId(2)];
    let game = games::find(game).unwrap();
    let given: GivenOptions = options
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    let at = Moment::default();
    let proposal = Proposal {
        place: Place {
            guild: None,
            channel: ChannelId(1),
        },
        game: game.card.key.to_owned(),
        rules_version: 1,
        options: game.settle(&given, || 0).unwrap(),
        time: TimeControl::PerTurn(TimeControl::LONGEST),
        days_off: DaysOff::None,
        challenger: PLAYERS[0],
        invited: Some(PLAYERS[1].into()),
        seat: Seat::First,
        seat_drawn: false,
        exhibition: None,
        terms: Terms::default(),
        figures: None,
        rematch_of: None,
        position: None,
        opening: Vec::new(),
        rated: true,
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
        let some: Vec<&String> = (0..if *captures { 60 } else { 1 })
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
                .unwrap_or_else(|illegal| panic!("{name}: {illegal}"))
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
                    },
                })
                .unwrap();
        }
    }
    played
}

/// The position of a sight and its scene as it is posted, with the players above it.
fn played((name, game, options, from, play): &Sight) -> (AnyPosition, Scene) {
    let game = games::find(game).unwrap();
    let given: GivenOptions = options
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    let values = game.settle(&given, || 0).unwrap();
    let mut position = if from.is_empty() {
        game.start(&values).unwrap()
    } else {
        game.read(&values, from).unwrap()
    };
    let (mut last, mut turn) = (Vec::new(), Vec::new());
    for step in split_steps(play) {
        if position.turn().is_empty() {
            last.clear();
            turn.clear();
        }
        let played = position
            .play(step)
            .unwrap_or_else(|illegal| panic!("{name}: {step}: {illegal}"));
        add_step(&mut last, played.effects);
        turn.push(step);
    }
    let mut scene = position.scene(Seat::First);
    let mut bar = game.bar(&*position);
    for (side, name) in bar.sides.iter_mut().zip(["Wilhelmina", "Александр_77"]) {
        name.clone_into(&mut side.name);
    }
    bar.note = turn.join(" ");
    scene.bar = Some(bar);
    scene.marks.extend(turn_marks(&last));
    (position, scene)
}
