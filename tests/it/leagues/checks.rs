//! What holds of a league at any time, and of a season that is over.

use std::collections::{BTreeMap, BTreeSet};

use anteroom::features::leagues::model::{
    Event, GameState, How, Kind, League, OrganiserAct, Phase, Season, SeasonId,
};
use anteroom::matches::UserId;
use anteroom::people::Moment;

use super::plain::{self, Line};
use super::world::{World, rating};

/// Stores the log, reads it again, and compares the league.
pub fn restart(world: &World) {
    let json = serde_json::to_string(&world.log).expect("JSON");
    let log: Vec<(Moment, Event)> = serde_json::from_str(&json).expect("a log");
    let league = League::replay(log.iter().map(|(at, event)| (*at, event)));
    assert_eq!(league.as_ref(), Ok(&world.league));
}

/// Compares all tables with those of the plain implementation.
pub fn tables(world: &World) {
    let plain = plain::read(world.log.iter().map(|(at, event)| (*at, event)));
    let divisions = world.league.seasons().flat_map(|season| {
        let all = season.divisions.iter();
        all.map(move |division| (season.id, division))
    });
    let divisions: Vec<_> = divisions.collect();
    assert_eq!(divisions.len(), plain.len());
    for ((season, division), plain) in divisions.into_iter().zip(plain) {
        assert_eq!(season, plain.season);
        let expected: Vec<(UserId, [f64; 4], usize)> = plain.table().iter().map(line).collect();
        let rows = division.table().into_iter().map(|placed| {
            let row = placed.row;
            let numbers = [
                f64::from(row.points) / 2.0,
                f64::from(row.direct) / 2.0,
                f64::from(row.sonneborn_berger) / 4.0,
                f64::from(row.wins),
            ];
            (placed.user, numbers, row.played() as usize)
        });
        assert_eq!(rows.collect::<Vec<_>>(), expected, "season {season}");
    }
}

fn line(line: &Line) -> (UserId, [f64; 4], usize) {
    let numbers = [line.points, line.between, line.opponents, line.wins as f64];
    (line.user, numbers, line.played)
}

/// Checks a season that is over, and what was announced of it.
pub fn season(world: &World, season: &Season) {
    let rules = world.league.rules();
    let log = || world.log.iter().map(|(_, event)| event);
    let over = log().find_map(|event| match event {
        Event::SeasonOver {
            season: id,
            places,
            champion,
            promoted,
            relegated,
            ..
        } if *id == season.id => Some((places, champion, promoted, relegated)),
        _ => None,
    });
    let (places, champion, promoted, relegated) = over.expect("the end of the season");

    let until = world.log.iter().position(
        |(_, event)| matches!(event, Event::SeasonOver { season: id, .. } if *id == season.id),
    );
    let log_until = world.log.iter().take(until.expect("its end"));
    let plain = plain::read(log_until.map(|(at, event)| (*at, event)));
    let plain = plain.iter().filter(|plain| plain.season == season.id);
    let expected = plain::end(&plain.collect::<Vec<_>>());
    assert_eq!(places, &expected.places);
    assert_eq!(champion, &expected.champion);
    if rules.kind == Kind::Seasonal {
        assert_eq!(promoted, &expected.promoted);
        assert_eq!(relegated, &expected.relegated);
    }

    for (_, game) in season.games() {
        let GameState::Over { match_id, end, .. } = &game.state else {
            panic!("a game is not over: {game:?}");
        };
        let unplayed = !matches!(end.how, How::Played | How::Time);
        assert!(match_id.is_some() || unplayed, "{game:?}");
    }
    for division in &season.divisions {
        for (seat, person) in division.seats.iter().enumerate() {
            let games = division.games_of(seat);
            let counted: Vec<_> = games.filter(|game| !division.is_annulled(game)).collect();
            let firsts = counted.iter().filter(|game| game.seats[0] == seat).count();
            // Each opponent whose games are annulled can take away one first move.
            let rounds = division.games_of(seat).count();
            let missing = rounds - counted.len();
            let most = if rules.legs == 2 { 0 } else { 1 + missing };
            let apart = (2 * firsts).abs_diff(counted.len());
            assert!(apart <= most, "{person:?}: {firsts} of {}", counted.len());
        }
        for (place, placed) in (1..).zip(division.table()) {
            assert_eq!((placed.finish.best, placed.finish.worst), (place, place));
        }
    }

    let (up, down): (BTreeSet<_>, BTreeSet<_>) =
        (promoted.iter().collect(), relegated.iter().collect());
    assert!(up.is_disjoint(&down));
    assert_eq!((up.len(), down.len()), (promoted.len(), relegated.len()));
    if rules.kind == Kind::Quick || season.divisions.len() == 1 {
        assert!(up.is_empty() && down.is_empty());
    }
    assert!(up.iter().all(|user| !places[0].contains(user)));
    assert!(
        down.iter()
            .all(|user| !places.last().unwrap().contains(user))
    );
    let still_in = |user: &&UserId| season.is_playing(**user);
    assert!(
        up.iter().chain(&down).all(still_in),
        "people who are out do not move"
    );
    assert_eq!(
        champion.as_ref(),
        places[0].first().filter(still_in).filter(|user| {
            let mut rows = season.divisions[0].table().into_iter();
            rows.any(|row| row.user == **user && row.row.points > 0)
        }),
        "the first of the highest division is the champion, with a point"
    );
}

/// Checks who plays in which division of each season.
pub fn lineups(world: &World) {
    if world.league.rules().kind == Kind::Quick {
        return;
    }
    let size = world.league.rules().size as usize;
    let mut members = plain::Members::default();
    let mut last = plain::End::default();
    for (index, (at, event)) in world.log.iter().enumerate() {
        match event {
            Event::SeasonBegan {
                season, divisions, ..
            } => {
                let people: Vec<_> = members.users().map(|user| (user, rating(user))).collect();
                let seen: Vec<_> = divisions.iter().map(|one| one.people.clone()).collect();
                let expected = last.next(&people, size);
                let before = world.log.iter().take(index).map(|(_, event)| event);
                let placed = placed(before, *season);
                if placed.is_empty() {
                    assert_eq!(seen, expected);
                } else {
                    moved(&seen, &expected, &placed);
                }
            }
            Event::SeasonOver { season, .. } => {
                let log = world.log.iter().take(index);
                let all = plain::read(log.map(|(at, event)| (*at, event)));
                let plain = all.iter().filter(|plain| plain.season == *season);
                last = plain::end(&plain.collect::<Vec<_>>());
            }
            _ => {}
        }
        members.hears(*at, event);
    }
}

/// Returns the divisions into which organisers have put people for a season.
fn placed<'a>(log: impl Iterator<Item = &'a Event>, of: SeasonId) -> BTreeMap<UserId, usize> {
    let mut acts = BTreeMap::new();
    for event in log {
        match event {
            Event::Acted {
                act,
                action:
                    OrganiserAct::Place {
                        season,
                        user,
                        division,
                    },
                ..
            } if *season == of => {
                acts.insert(*act, (*user, *division as usize));
            }
            Event::Undone { act, .. } => {
                acts.remove(act);
            }
            _ => {}
        }
    }
    acts.into_values().collect()
}

/// Checks that organisers' moves leave the sizes and the people as they were, and that those who were moved are there.
fn moved(seen: &[Vec<UserId>], expected: &[Vec<UserId>], placed: &BTreeMap<UserId, usize>) {
    let sizes = |all: &[Vec<UserId>]| all.iter().map(Vec::len).collect::<Vec<_>>();
    assert_eq!(sizes(seen), sizes(expected));
    let people = |all: &[Vec<UserId>]| all.iter().flatten().copied().collect::<BTreeSet<_>>();
    assert_eq!(people(seen), people(expected));
    for (user, division) in placed {
        let plays = people(seen).contains(user);
        let others = placed.values().filter(|one| *one == division).count();
        if let Some(own) = seen
            .get(*division)
            .filter(|own| plays && others <= own.len() / 2)
        {
            assert!(own.contains(user), "{user} is not in {division}");
        }
    }
}

/// Checks who has play-offs, and who is champion.
pub fn champions(world: &World) {
    let mut rule = 0;
    let mut expected: Vec<(SeasonId, UserId)> = Vec::new();
    let mut waiting: BTreeMap<SeasonId, UserId> = BTreeMap::new();
    for (_, event) in &world.log {
        match event {
            Event::Created { rules, .. } => rule = rules.play_offs,
            Event::PlayOffsSet { size, .. } => {
                assert!(rule != *size && [0, 2, 4, 8].contains(size));
                rule = *size;
            }
            Event::SeasonOver {
                season,
                champion,
                play_offs,
                ..
            } => {
                let played = world.league.season(*season).expect("a season");
                let seats = played.divisions[0].seats.iter();
                let still_in = seats.filter(|seat| seat.out.is_none()).count() as u32;
                let fits = |size: &u32| *size <= still_in.min(rule);
                let size = [2, 4, 8].into_iter().filter(fits).max().unwrap_or(0);
                match champion {
                    Some(first) if size > 0 => {
                        assert_eq!(*play_offs, size);
                        assert_eq!(waiting.insert(*season, *first), None);
                    }
                    _ => {
                        assert_eq!(*play_offs, 0);
                        expected.extend(champion.map(|user| (*season, user)));
                    }
                }
            }
            Event::PlayOffsOver { season, winner } => {
                let first = waiting.remove(season).expect("play-offs");
                expected.push((*season, winner.unwrap_or(first)));
            }
            _ => {}
        }
    }
    expected.sort_by_key(|(season, _)| *season);
    assert_eq!(world.league.champions(), expected);
    let open = world.league.play_offs().iter().filter(|one| !one.over);
    assert!(open.map(|one| &one.season).eq(waiting.keys()));
}

/// Checks that everything was announced once.
pub fn announcements(world: &World) {
    let mut told: BTreeSet<(&str, SeasonId, UserId)> = BTreeSet::new();
    let nobody = UserId(0);
    for (_, event) in &world.log {
        let news = match event {
            Event::SeasonOpened { season, .. } => vec![("opened", *season, nobody)],
            Event::SeasonBegan { season, .. } => vec![("began", *season, nobody)],
            Event::SeasonClosing { season } => vec![("closing", *season, nobody)],
            Event::SeasonOver { season, .. } => vec![("over", *season, nobody)],
            Event::Out { user, fates, .. } => {
                let out = fates.iter().map(|(season, _)| ("out", *season, *user));
                out.collect()
            }
            // A person who came back can go out again.
            Event::LetIn { user, seasons, .. } => {
                for season in seasons {
                    assert!(told.remove(&("out", *season, *user)));
                }
                Vec::new()
            }
            _ => Vec::new(),
        };
        for one in news {
            assert!(told.insert(one), "told twice: {one:?}");
        }
    }
    reminders(world);
    for season in world.league.seasons() {
        assert!(told.contains(&("began", season.id, nobody)));
        let over = season.phase == Phase::Over;
        assert_eq!(told.contains(&("over", season.id, nobody)), over);
    }
}

/// Checks that people were reminded once before a season's last moment, and of nobody else's games.
fn reminders(world: &World) {
    let mut reminded: Vec<SeasonId> = Vec::new();
    // An organiser's end of a season and its undoing can bring a second reminder.
    let mut moved: BTreeSet<SeasonId> = BTreeSet::new();
    for (_, event) in &world.log {
        match event {
            Event::SeasonEnding {
                season,
                games,
                to_move,
            } => {
                assert!(moved.contains(season) || !reminded.contains(season));
                assert!(*games > 0);
                let played = world.league.season(*season).expect("a season");
                let unknown = |user: &&UserId| played.seat_of(**user).is_none();
                // A person whom a newcomer replaces later had a place then.
                let unknown = to_move.iter().filter(unknown).count();
                assert!(unknown == 0 || !world.league.acts().is_empty());
                reminded.push(*season);
            }
            Event::SeasonClosing { season } => {
                assert!(moved.contains(season) || reminded.contains(season));
            }
            Event::Acted {
                action: OrganiserAct::EndSeason { season, .. },
                ..
            } => {
                moved.insert(*season);
            }
            _ => {}
        }
    }
}

/// Checks the places that the tables promised, unless something came between that nobody can foresee. Returns how many held.
pub fn promises(world: &mut World, season: SeasonId) -> usize {
    let all = std::mem::take(&mut world.promises);
    let (due, later) = all.into_iter().partition(|one| one.season == season);
    world.promises = later;
    let mut held = 0;
    let due: Vec<super::world::Promise> = due;
    for promise in due.iter().filter(|one| one.disturbed == world.disturbed) {
        let season = world.league.season(season).expect("a season");
        let (division, _) = season.seat_of(promise.user).expect("a place");
        let (places, _) = division.places();
        let place = 1 + places
            .iter()
            .position(|user| *user == promise.user)
            .expect("a place");
        let can = promise.finish;
        assert!((can.best..=can.worst).contains(&place), "{place}: {can:?}");
        held += 1;
    }
    held
}
