//! Hundreds of tournaments: random strength, people who never move, leavers, organisers' acts, restarts and kills.

use std::collections::{BTreeMap, BTreeSet};

use anteroom::contests::{ActId, GameEnd, How, RequestCommand, RequestEvent, Score};
use anteroom::features::leagues::model::DepartureReason;
use anteroom::features::tournaments::model::{
    Command, Event, OrganiserAct, Refusal, Seeding, State,
};
use anteroom::matches::{MatchId, UserId};
use strum::VariantNames;

use super::checks;
use super::world::{DAY, HOUR, ORGANISER, OTHER_ORGANISER, World};
use crate::support::is_long;

/// What occurred in all simulations together.
#[derive(Default)]
pub struct Met {
    pub tournaments: usize,
    pub steps: usize,
    pub champions: usize,
    pub thirds: usize,
    pub events: BTreeMap<String, usize>,
    pub decisions: BTreeMap<String, usize>,
    pub refused: BTreeMap<&'static str, usize>,
}

/// How much people and organisers do besides playing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wild {
    Calm,
    Stormy,
    Mad,
}

fn word(debug: &str) -> &str {
    debug.split([' ', '(', '{']).next().unwrap_or_default()
}

/// Returns the name of an event, with the kind of act or the reason why a person is out.
fn name(world: &World, event: &Event) -> String {
    let debug = format!("{event:?}");
    let own = word(&debug);
    let of_act = |action: &OrganiserAct| word(&format!("{action:?}")).to_owned();
    match event {
        Event::Out { users, why } => {
            let several = if users.len() > 1 { " several" } else { "" };
            format!("{own} {why:?}{several}")
        }
        Event::Request(RequestEvent::LetIn { .. }) => format!("{own} let in"),
        Event::Acted { by: None, .. } => format!("{own} alone"),
        Event::Acted { action, .. } => format!("{own} {}", of_act(action)),
        Event::Undone { act, .. } => {
            let mut acts = world.tournament.acts().iter();
            let act = acts.find(|one| one.id == *act).expect("an act");
            format!("{own} {}", of_act(&act.action))
        }
        Event::SideChosen { first, chosen, .. } => format!("{own} {first} {chosen}"),
        Event::Over { champion } => format!("{own} {}", champion.is_some()),
        _ => own.to_owned(),
    }
}

fn somebody(world: &mut World) -> UserId {
    let people: Vec<UserId> = world.tournament.people().into_iter().collect();
    people[world.rng.usize(..people.len())]
}

/// Returns a person in a match; anybody without a match.
fn somebody_playing(world: &mut World) -> UserId {
    let playing = world.playing.values().flat_map(|one| one.people);
    let playing: Vec<UserId> = playing.collect();
    match world.rng.choice(playing) {
        Some(user) => user,
        None => somebody(world),
    }
}

fn join(world: &mut World) {
    let user = world.someone_new();
    let open = world.tournament.state() != State::Over;
    assert_eq!(world.does(&Command::Join { user }), open);
}

fn pick<T>(world: &mut World, from: Vec<T>, other: T) -> T {
    world.rng.choice(from).unwrap_or(other)
}

/// A person does something, or an organiser does.
fn chance(world: &mut World, wild: Wild) {
    choose(world);
    let user = somebody(world);
    let outcomes = match wild {
        Wild::Calm => 700,
        Wild::Stormy => 90,
        Wild::Mad => 50,
    };
    match world.rng.u16(..outcomes) {
        0 => {
            world.does(&Command::Leave { user });
        }
        1 => {
            let all = [
                DepartureReason::LeftServer,
                DepartureReason::Banned,
                DepartureReason::DataDeleted,
            ];
            let why = all[world.rng.usize(..all.len())];
            world.gone(user, why);
        }
        2..=4 => {
            // Some organisers play too.
            world.does(&Command::Join { user });
        }
        5..=6 => join(world),
        7 | 35 => {
            let days = world.rng.u32(..100);
            let starts = match world.rng.bool() {
                true => world.now.after(DAY * days),
                false => world.now.before(DAY * days),
            };
            world.does(&Command::SetStart { starts });
        }
        8 => assert!(world.does(&Command::LetIn)),
        9 => stray(world),
        10..=19 if wild != Wild::Calm => act(world),
        20..=31 if wild != Wild::Calm => undo(world),
        36..=37 => request(world),
        32..=34 if wild != Wild::Calm && world.rng.u8(..24) == 0 => {
            let reason = pick(world, vec!["nobody plays", " "], "");
            world.does(&Command::Close {
                by: ORGANISER,
                reason: reason.to_owned(),
            });
        }
        _ => {}
    }
    // A pause does not last.
    if world.tournament.paused().is_some() && world.rng.u8(..6) == 0 {
        undo(world);
    }
}

/// Somebody chooses a side of a deciding game, or tries to.
fn choose(world: &mut World) {
    let pairings = world.tournament.pairings().iter();
    let open = pairings.filter(|one| one.choose_until.is_some());
    let open: Vec<_> = open
        .map(|one| (one.id, world.tournament.people_of(one)))
        .collect();
    let Some((pairing, people)) = world.rng.choice(open) else {
        return;
    };
    if world.rng.u8(..3) == 0 {
        let by = people[world.rng.usize(..2)].expect("a person");
        let first = world.rng.bool();
        world.does(&Command::Choose { pairing, by, first });
    }
}

/// A person asks to be let in, or an organiser answers somebody.
pub fn request(world: &mut World) {
    let new = world.someone_new();
    let user = if world.rng.bool() {
        somebody(world)
    } else {
        new
    };
    let asking = world.tournament.requests().people().to_vec();
    let (by, asking) = (ORGANISER, pick(world, asking, user));
    let command = match world.rng.u8(..4) {
        0..=1 => RequestCommand::Ask { user },
        2 => RequestCommand::LetIn { by, user: asking },
        _ => RequestCommand::Refuse { by, user: asking },
    };
    world.does(&Command::Request(command));
}

/// A command that comes too late, or about something that does not exist.
fn stray(world: &mut World) {
    let pairings = world.tournament.pairings();
    let games: Vec<_> = pairings
        .iter()
        .flat_map(|one| &one.games)
        .map(|one| one.id)
        .collect();
    let game = pick(world, games, 999);
    let commands = [
        Command::GameEnded {
            game,
            match_id: MatchId(1_000_000),
            end: GameEnd::unplayed(Score::First, How::Played),
        },
        Command::GameBegan {
            game: 999,
            match_id: MatchId(1_000_001),
        },
        Command::Choose {
            pairing: 999,
            by: ORGANISER,
            first: true,
        },
    ];
    for command in commands {
        assert!(!world.does(&command), "{command:?}");
    }
}

/// Draws an organiser, who may play too.
fn organiser(world: &mut World) -> UserId {
    match world.rng.u8(..6) {
        0 => somebody_playing(world),
        1..=2 => OTHER_ORGANISER,
        _ => ORGANISER,
    }
}

fn act(world: &mut World) {
    let by = organiser(world);
    let user = somebody_playing(world);
    let pairings = world.tournament.pairings().iter();
    let open = pairings.filter(|one| one.decision.is_none() || one.id.is_multiple_of(7));
    let open: Vec<_> = open.map(|one| one.id).collect();
    let action = match world.rng.u8(..12) {
        0..=1 => OrganiserAct::Pause,
        2..=5 => {
            let pairing = pick(world, open, 500);
            let found = world.tournament.pairing(pairing);
            let people = found.map_or([None; 2], |one| world.tournament.people_of(one));
            OrganiserAct::Decide {
                pairing,
                winner: match world.rng.u8(..5) {
                    0 => None,
                    1 => Some(user),
                    side => people[usize::from(side % 2)],
                },
            }
        }
        6..=8 => OrganiserAct::Exclude { user },
        _ => {
            let waiting = world.tournament.members().to_vec();
            let newcomer = match world.rng.u8(..4) {
                0 => somebody(world),
                1 => {
                    let new = world.someone_new();
                    pick(world, waiting, new)
                }
                _ => world.someone_new(),
            };
            OrganiserAct::Replace { user, newcomer }
        }
    };
    let reason = ["a reason", " ", "two\nlines", "a long story"];
    let reason = reason[world.rng.usize(..4)];
    world.acts(by, reason, action);
}

fn undo(world: &mut World) {
    let by = organiser(world);
    let acts = world.tournament.acts();
    let paused = world.tournament.paused().is_some();
    // Pauses do not last.
    let last = acts
        .iter()
        .rev()
        .find(|act| act.undone.is_none() && (!paused || act.action == OrganiserAct::Pause));
    let standing = acts.iter().filter(|act| act.undone.is_none());
    let standing: Vec<ActId> = standing.map(|act| act.id).collect();
    let act = match (last.map(|act| act.id), world.rng.u8(..8)) {
        (Some(last), 0..4) => last,
        (Some(last), _) if paused => last,
        (_, 4..7) => pick(world, standing, 3),
        _ => world.rng.u32(..9),
    };
    let moved = world.moved();
    world.does(&Command::Undo {
        by,
        act,
        reason: String::from("a mistake"),
        moved,
    });
}

/// Gathers people until the tournament begins. Returns whether it does.
fn gather(world: &mut World, people: u32, wild: Wild) -> bool {
    for _ in 0..people {
        join(world);
    }
    if wild != Wild::Calm && world.rng.u8(..4) == 0 {
        let pause = world.acts(ORGANISER, "too early", OrganiserAct::Pause);
        assert!(pause);
    }
    for _ in 0..500 {
        if world.tournament.starts().is_none() {
            while world.tournament.members().len() < 4 {
                join(world);
            }
            let starts = world.now.after(HOUR * world.rng.u32(..300));
            assert!(world.does(&Command::SetStart { starts }));
            // Almost everybody leaves before the start.
            if wild != Wild::Calm && world.rng.u8(..8) == 0 {
                let members = world.tournament.members().iter().skip(2);
                for user in members.copied().collect::<Vec<_>>() {
                    assert!(world.does(&Command::Leave { user }));
                }
            }
        }
        world.time_passes();
        chance(world, wild);
        if world.tournament.state() == State::Over {
            return false;
        }
        world.bot_works(0.0);
        if world.tournament.state() == State::Running {
            return true;
        }
    }
    panic!("the tournament does not begin");
}

/// Plays a tournament to its end, and returns it.
pub fn simulate(mut world: World, people: u32, wild: Wild, met: &mut Met) -> World {
    if gather(&mut world, people, wild) {
        let mut rounds = 0;
        while world.tournament.state() != State::Over {
            rounds += 1;
            assert!(rounds < 20_000, "the tournament stands still");
            world.time_passes();
            world.people_play();
            // Some things happen before the bot can look.
            let several = if wild == Wild::Mad {
                world.rng.u8(1..5)
            } else {
                1
            };
            for _ in 0..several {
                chance(&mut world, wild);
            }
            world.ends_matches(0.0);
            let often = if wild == Wild::Mad { 3 } else { 8 };
            let kill = if world.rng.u8(..often) == 0 { 0.3 } else { 0.0 };
            world.bot_works(kill);
        }
        while world.killed {
            world.ends_matches(0.0);
            world.bot_works(0.0);
        }
    }
    let user = world.someone_new();
    assert!(!world.does(&Command::Join { user }));
    assert!(!world.does(&Command::SetStart { starts: world.now }));
    assert!(!world.acts(ORGANISER, "too late", OrganiserAct::Pause));
    undo(&mut world);
    checks::over(&world);
    let tournament = &world.tournament;
    met.tournaments += 1;
    met.steps += world.steps;
    met.champions += usize::from(tournament.champion().is_some());
    let third = tournament
        .third_place()
        .and_then(|third| tournament.winner(third));
    met.thirds += usize::from(third.is_some());
    for (_, event) in &world.log {
        *met.events.entry(name(&world, event)).or_default() += 1;
    }
    for decision in tournament.pairings().iter().filter_map(|one| one.decision) {
        let nobody = if decision.winner.is_none() {
            " nobody"
        } else {
            ""
        };
        let by = format!("{:?}{nobody}", decision.by);
        *met.decisions.entry(by).or_default() += 1;
    }
    for (refusal, count) in &world.refused {
        *met.refused.entry(*refusal).or_default() += count;
    }
    world
}

/// Simulates some tournaments, and adds what occurred.
fn many(seeds: std::ops::Range<u64>, met: &mut Met) {
    for seed in seeds {
        let people = match seed % 50 {
            49 => 100 + (seed / 50 % 29) as u32,
            45..=48 => 30 + (seed % 35) as u32,
            36..=44 => 13 + (seed % 17) as u32,
            _ => 4 + (seed % 9) as u32,
        };
        let most = if seed % 5 == 3 {
            people - people / 4
        } else {
            128
        };
        let games = 1 + (seed / 2 % 2) as u32;
        let days = [4, 9, 20, 30][(seed / 3 % 4) as usize];
        let seeding = [Seeding::Rated, Seeding::Drawn][usize::from(seed % 3 == 0)];
        let rules = World::rules(most.max(4), games, seed / 4 % 2 == 0, days, seeding);
        assert_eq!(rules.check(), Ok(()));
        let wild = [Wild::Stormy, Wild::Calm, Wild::Mad][(seed % 3) as usize];
        simulate(World::new(seed, rules), people, wild, met);
    }
}

#[test]
fn tournaments_hold_what_the_rules_promise() {
    let mut met = Met::default();
    let all = if is_long() { 5_000 } else { 400 };
    many(0..all, &mut met);
    assert_eq!(met.tournaments as u64, all);
    println!("{} steps", met.steps);
    assert!(
        met.champions * 10 > met.tournaments * 8,
        "{}",
        met.champions
    );
    assert!(met.thirds * 4 > met.tournaments, "{}", met.thirds);
    for usual in [
        "Created",
        "Joined",
        "Left",
        "Request",
        "Request let in",
        "StartSet",
        "StartMissed",
        "Began",
        "Opened",
        "GameBegan",
        "GameEnded",
        "SideChosen true true",
        "SideChosen false true",
        "SideChosen false false",
        "Out Left",
        "Out LeftServer",
        "Out Banned",
        "Out DataDeleted",
        "Out Silent",
        "Out Silent several",
        "RoundEnding",
        "RoundClosing",
        "Over true",
        "Over false",
        "Acted Pause",
        "Acted Decide",
        "Acted Exclude",
        "Acted Replace",
        "Acted alone",
        "Warned",
        "Undone Pause",
        "Undone Decide",
        "Undone Exclude",
        "Undone Replace",
        "Closed",
    ] {
        assert!(met.events.contains_key(usual), "{usual}: {:#?}", met.events);
    }
    for usual in [
        "Games",
        "DecidingGame",
        "Walkover",
        "Walkover nobody",
        "Seed",
        "Organiser",
        "Organiser nobody",
    ] {
        let known = met.decisions.contains_key(usual);
        assert!(known, "{usual}: {:#?}", met.decisions);
    }
    // Numbers are checked before a tournament is set up, and nothing breaks.
    let never = [
        "most",
        "games",
        "swiss-most",
        "rounds",
        "slow-clock",
        "slow-rounds",
        "play-offs",
        "broken",
    ];
    let all: BTreeSet<&str> = Refusal::VARIANTS.iter().copied().collect();
    let met: BTreeSet<&str> = met.refused.keys().copied().chain(never).collect();
    assert_eq!(met, all);
}
