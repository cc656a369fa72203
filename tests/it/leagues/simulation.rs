//! Hundreds of seasons: random strength, people who never move, leavers, organisers' acts, restarts and kills.

use std::collections::BTreeMap;

use anteroom::contests::{RequestCommand, RequestEvent};
use anteroom::features::leagues::model::{
    Command, DepartureReason, Event, GameId, Kind, League, OrganiserAct, OrganiserRequest, Phase,
    Score, SeasonId,
};
use anteroom::matches::UserId;
use anteroom::people::Moment;

use super::checks;
use super::world::{ORGANISER, Promise, World};

/// What occurred in all simulations together.
#[derive(Default)]
struct Met {
    seasons: usize,
    promises: usize,
    events: BTreeMap<String, usize>,
    refused: BTreeMap<String, usize>,
}

/// Returns the name of an event, with the kind of act or the reason why a person is out.
fn name(event: &Event, log: &[(Moment, Event)]) -> String {
    let word = |debug: String| {
        let word = debug.split([' ', '(', '{']).next();
        word.unwrap_or_default().to_owned()
    };
    let own = word(format!("{event:?}"));
    match event {
        Event::Out { why, fates, .. } => format!("{own} {why:?} {:?}", fates[0].1),
        Event::Request(RequestEvent::LetIn { .. }) => format!("{own} let in"),
        Event::Acted { by: None, .. } => format!("{own} alone"),
        Event::Acted { action, .. } => format!("{own} {}", word(format!("{action:?}"))),
        Event::Undone { act: undone, .. } => {
            let action = log.iter().find_map(|(_, event)| match event {
                Event::Acted { act, action, .. } if act == undone => Some(action),
                _ => None,
            });
            format!("{own} {}", word(format!("{:?}", action.expect("an act"))))
        }
        _ => own,
    }
}

/// The running games in which a person has not moved.
fn unmoved(world: &World, user: UserId) -> Vec<GameId> {
    let games = world.playing.values().filter(|playing| {
        let mut sides = playing.people.iter().zip(playing.moved);
        sides.any(|(person, moved)| *person == user && !moved)
    });
    games.map(|playing| playing.game).collect()
}

fn somebody(world: &mut World) -> UserId {
    let people: Vec<UserId> = world.league.people().into_iter().collect();
    people[world.rng.usize(..people.len())]
}

/// A person does something, or the organiser does.
fn chance(world: &mut World, wild: bool) {
    let user = somebody(world);
    match world.rng.u8(..if wild { 60 } else { 200 }) {
        0 => {
            world.does(&Command::Leave { user });
        }
        // Almost everybody leaves before a start.
        19 if world.league.starts().is_some() => {
            let members = world.league.members().iter().skip(2);
            for user in members.map(|member| member.user).collect::<Vec<_>>() {
                assert!(world.does(&Command::Leave { user }));
            }
        }
        1 => {
            let all = [
                DepartureReason::LeftServer,
                DepartureReason::Banned,
                DepartureReason::DataDeleted,
            ];
            let why = all[world.rng.usize(..all.len())];
            assert!(world.does(&Command::Gone { user, why }));
            if why == DepartureReason::Banned {
                world.banned.push(user);
            }
        }
        2..=5 => {
            let user = if world.rng.bool() {
                user
            } else {
                world.someone_new()
            };
            // Some organisers play too.
            if user != ORGANISER || wild {
                world.does(&Command::Join { user });
            }
        }
        6 => {
            let starts = Moment(world.now.0 + world.rng.i64(-9..9) * 86_400_000 * 20);
            world.does(&Command::SetStart { starts });
        }
        25..=27 => {
            let sizes = [0, 2, 4, 8, 3];
            let size = sizes[world.rng.usize(..sizes.len())];
            let by = ORGANISER;
            world.does(&Command::SetPlayOffs { by, size });
        }
        20..=23 => {
            if let Some(user) = world.rng.choice(0..world.banned.len()) {
                let user = world.banned.swap_remove(user);
                assert!(world.does(&Command::LetIn { user }));
            }
        }
        24 => {
            let user = somebody(world);
            assert!(world.does(&Command::Gone {
                user,
                why: DepartureReason::Banned
            }));
            world.banned.push(user);
        }
        28..=30 => request(world),
        7..=13 if wild => act(world, user),
        14..=18 if wild => undo(world),
        _ => {}
    }
}

/// A person asks to be let in, or an organiser answers somebody.
fn request(world: &mut World) {
    let new = world.someone_new();
    let user = if world.rng.bool() {
        somebody(world)
    } else {
        new
    };
    // The kernel lets no banned person ask.
    if world.banned.contains(&user) {
        return;
    }
    let asking = world.league.requests().people().to_vec();
    let (by, asking) = (ORGANISER, world.rng.choice(asking).unwrap_or(user));
    let command = match world.rng.u8(..4) {
        0..=1 => RequestCommand::Ask { user },
        2 => RequestCommand::LetIn { by, user: asking },
        _ => RequestCommand::Refuse { by, user: asking },
    };
    world.does(&Command::Request(command));
}

fn act(world: &mut World, user: UserId) {
    let request = match world.rng.u8(..14) {
        12.. => OrganiserRequest::Place {
            user,
            division: world.rng.u32(..4),
        },
        0 => OrganiserRequest::Pause,
        1..=3 => OrganiserRequest::Forfeit {
            user,
            waiting: unmoved(world, user),
        },
        4..=6 => {
            // Only a person who is playing can be replaced.
            let playing = world.playing.values().flat_map(|one| one.people);
            let playing: Vec<UserId> = playing.collect();
            let user = world.rng.choice(playing).unwrap_or(user);
            OrganiserRequest::Replace {
                newcomer: if world.rng.u8(..4) == 0 {
                    somebody(world)
                } else {
                    world.someone_new()
                },
                unmoved: unmoved(world, user),
                user,
            }
        }
        7..=10 => {
            let current = world.league.current().flat_map(|season| season.games());
            let games: Vec<GameId> = current.map(|(_, game)| game.id).collect();
            let game = world.rng.choice(games).unwrap_or(1);
            let scores = [Score::First, Score::Second, Score::Draw, Score::Void];
            OrganiserRequest::Adjudicate {
                game,
                score: scores[world.rng.usize(..4)],
            }
        }
        _ => OrganiserRequest::EndSeason {
            season: {
                let current = world.league.current().map(|season| season.id);
                let current: Vec<SeasonId> = current.collect();
                world.rng.choice(current).unwrap_or(1)
            },
            ends: Moment(world.now.0 + world.rng.i64(-1..9) * 86_400_000),
        },
    };
    let reasons = ["a reason", " ", "two\nlines", "a long story"];
    let reason = reasons[world.rng.usize(..4)];
    world.does(&Command::Act {
        by: ORGANISER,
        reason: reason.into(),
        request,
    });
}

fn undo(world: &mut World) {
    let acts = world.league.acts();
    let paused = world.league.paused().is_some();
    // Pauses do not last.
    let last = acts
        .iter()
        .rev()
        .find(|act| act.undone.is_none() && (!paused || act.action == OrganiserAct::Pause));
    let act = match last {
        Some(act) if paused || world.rng.bool() => act.id,
        _ => world.rng.u32(..9),
    };
    let people: Vec<UserId> = world.league.people().into_iter().collect();
    let games = people.iter().flat_map(|user| unmoved(world, *user));
    // Games in which one of the two has not moved: the model takes the caller's word.
    let unmoved = games.collect();
    world.does(&Command::Undo {
        by: ORGANISER,
        act,
        reason: String::from("a mistake"),
        unmoved,
    });
}

fn promise(world: &mut World) {
    let mut promises = Vec::new();
    for season in world.league.current() {
        let index = world.rng.usize(..season.divisions.len());
        for placed in season.divisions[index].table() {
            promises.push(Promise {
                season: season.id,
                user: placed.user,
                finish: placed.finish,
                disturbed: world.disturbed,
            });
        }
    }
    world.promises.extend(promises);
}

/// Plays some seasons of a league.
fn simulate(mut world: World, people: u32, seasons: usize, wild: bool, met: &mut Met) {
    for _ in 0..people {
        let user = world.someone_new();
        assert!(world.does(&Command::Join { user }));
    }
    let mut checked: Vec<SeasonId> = Vec::new();
    let mut steps = 0;
    while checked.len() < seasons {
        steps += 1;
        assert!(
            steps < 20_000,
            "the league stands still: {:?}",
            world.league.state()
        );
        world.time_passes();
        world.people_play();
        chance(&mut world, wild);
        let kill = if world.rng.u8(..5) == 0 { 0.3 } else { 0.0 };
        world.bot_works(kill);
        match world.rng.u32(..300) {
            0 => checks::restart(&world),
            1..=2 => checks::tables(&world),
            3..=6 => promise(&mut world),
            _ => {}
        }
        let over = world
            .league
            .seasons()
            .filter(|season| season.phase == Phase::Over && !checked.contains(&season.id));
        for season in over.cloned().collect::<Vec<_>>() {
            checks::season(&world, &season);
            met.promises += checks::promises(&mut world, season.id);
            checked.push(season.id);
        }
        // A league that nobody is left of gets people again.
        if world.league.members().len() < 4 && world.league.current().next().is_none()
            || world.league.rules().kind == Kind::Quick && world.rng.u8(..4) == 0
        {
            let user = world.someone_new();
            assert!(world.does(&Command::Join { user }));
        }
    }
    checks::restart(&world);
    checks::announcements(&world);
    checks::lineups(&world);
    checks::champions(&world);
    deletion(&world);
    met.seasons += checked.len();
    for (_, event) in &world.log {
        *met.events.entry(name(event, &world.log)).or_default() += 1;
    }
    for (refusal, count) in world.refused {
        *met.refused.entry(refusal).or_default() += count;
    }
}

/// Deletes a person: their number is nowhere, and all else is as before.
fn deletion(world: &World) {
    let (from, to) = (UserId(101), UserId::deleted(1));
    let log = renamed(&world.log, from, to);
    let events = log.iter().map(|(at, event)| (*at, event));
    let league = League::replay(events).expect("a league");
    assert!(!league.people().contains(&from));
    assert_eq!(league.people().len(), world.league.people().len());
    assert!(!format!("{league:?}").contains("UserId(101)"));
    assert_eq!(renamed(&log, to, from), world.log);
}

/// Replaces a person in the stored form of events, as the database does.
fn renamed(log: &[(Moment, Event)], from: UserId, to: UserId) -> Vec<(Moment, Event)> {
    let json = serde_json::to_string(log).expect("JSON");
    let json = json.replace(&format!("\"@{from}\""), &format!("\"@{to}\""));
    serde_json::from_str(&json).expect("a log")
}

#[test]
fn seasons_hold_what_the_rules_promise() {
    let mut met = Met::default();
    for seed in 0..45 {
        let size = 4 + (seed % 7) as u32;
        let legs = 1 + u32::from(seed % 4 == 3);
        let people = [4, 6, 9, 13, 17, 25, 40][(seed * 5 % 7) as usize];
        let world = World::new(seed, size, legs, Kind::Seasonal);
        simulate(world, people, 4, seed % 2 == 0, &mut met);
    }
    for seed in 45..65 {
        let size = 4 + (seed % 7) as u32;
        let world = World::new(seed, size, 1 + u32::from(seed % 5 == 0), Kind::Quick);
        simulate(world, 8, 6, seed % 2 == 0, &mut met);
    }
    assert!(met.seasons >= 300, "{}", met.seasons);
    assert!(met.promises > 150, "{}", met.promises);
    for usual in [
        "Acted Adjudicate",
        "Acted EndSeason",
        "Acted Forfeit",
        "Acted Pause",
        "Acted Place",
        "Undone Place",
        "Acted Replace",
        "Acted alone",
        "Warned",
        "Undone Adjudicate",
        "Undone EndSeason",
        "Undone Forfeit",
        "Undone Pause",
        "Undone Replace",
        "Out Left Annulled",
        "Out Left Forfeited",
        "Out DataDeleted Annulled",
        "Out DataDeleted Forfeited",
        "Out Silent Annulled",
        "Out Silent Forfeited",
        "LetIn",
        "Request",
        "Request let in",
        "PlayOffsSet",
        "PlayOffsBegan",
        "PlayOffsOver",
        "KeptOut",
        "Settled",
        "SeasonClosing",
        "SeasonEnding",
        "SeasonOpened",
        "StartMissed",
    ] {
        assert!(met.events.contains_key(usual), "{usual}: {:#?}", met.events);
    }
    assert!(met.refused.len() > 20, "{:#?}", met.refused);
}

#[test]
fn three_hundred_people_play_a_season() {
    let mut met = Met::default();
    let world = World::new(7, 8, 1, Kind::Seasonal);
    simulate(world, 300, 1, false, &mut met);
    assert_eq!(met.seasons, 1);
}
