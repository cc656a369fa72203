//! Hundreds of Swiss tournaments, whose points are counted by a second implementation from the log alone.

use std::collections::{BTreeMap, BTreeSet};

use anteroom::contests::swiss::usual_rounds;
use anteroom::contests::{GameState, Score};
use anteroom::features::tournaments::model::{
    Event, OrganiserAct, Pairing, PairingId, Rules, Seeding, State, Tournament,
};
use anteroom::matches::UserId;

use super::checks;
use super::simulation::{Met, Wild, simulate};
use super::world::World;
use crate::support::is_long;

/// What the log says of the points, all doubled.
#[derive(Default)]
pub struct Count {
    /// The points of both sides, by pairing.
    results: BTreeMap<PairingId, [u32; 2]>,
    /// The pairings with a result because somebody is out.
    forfeited: BTreeSet<PairingId>,
    /// The points without an opponent, by seed.
    free: BTreeMap<usize, u32>,
    /// The seeds of all who have met.
    met: BTreeSet<[u32; 2]>,
    byes: BTreeSet<u32>,
    /// The rounds in which people met again.
    pub repeats: usize,
}

fn is_in(tournament: &Tournament, seed: usize) -> bool {
    tournament.players()[seed].out.is_none()
}

/// Returns the seeds of those who are in.
fn all_in(tournament: &Tournament) -> BTreeSet<u32> {
    let seeds = 0..tournament.players().len();
    let seeds = seeds.filter(|seed| is_in(tournament, *seed));
    seeds.map(|seed| seed as u32).collect()
}

/// Returns the seeds of the sides of a pairing.
fn seeds(tournament: &Tournament, pairing: &Pairing) -> [Option<usize>; 2] {
    let people = tournament.people_of(pairing);
    people.map(|user| user.and_then(|user| tournament.seed_of(user)))
}

fn points(score: Score) -> [u32; 2] {
    match score {
        Score::First => [2, 0],
        Score::Second => [0, 2],
        Score::Draw => [1, 1],
        Score::Void => [0, 0],
    }
}

impl Count {
    /// Counts a game that has ended, if its pairing has no result.
    fn counts(&mut self, pairing: &Pairing) {
        if let [game] = &pairing.games[..]
            && let GameState::Over { end, .. } = &game.state
        {
            assert_eq!(game.seats, [0, 1], "who is named first moves first");
            let points = points(end.score);
            self.results.entry(pairing.id).or_insert(points);
        }
    }

    /// Gives games to those whose opponents are out.
    fn forfeits(&mut self, after: &Tournament) {
        for pairing in after.pairings() {
            if let [Some(one), Some(other)] = seeds(after, pairing) {
                let there = [one, other].map(|seed| is_in(after, seed));
                if there != [true; 2] && !self.results.contains_key(&pairing.id) {
                    let points = there.map(|there| if there { 2 } else { 0 });
                    self.results.insert(pairing.id, points);
                    self.forfeited.insert(pairing.id);
                }
            }
        }
    }

    /// Checks a round that was drawn, and counts what it gives at once.
    fn paired(&mut self, before: &Tournament, after: &Tournament, event: &Event) {
        let Event::Paired {
            round,
            pairs,
            bye,
            repeats,
        } = event
        else {
            return;
        };
        assert!(before.pairings().iter().all(|one| one.decision.is_some()));
        assert_eq!(before.round_drawn() + 1, *round);
        assert!(*round <= after.rounds());
        let paired: Vec<u32> = pairs.iter().flatten().copied().chain(*bye).collect();
        let all: BTreeSet<u32> = paired.iter().copied().collect();
        assert_eq!(all.len(), paired.len(), "once in a round");
        let present = all_in(after);
        assert!(present.len() > 1);
        match after.all_play_all() {
            // Those who are out are there by name.
            true => assert!(present.is_subset(&all)),
            false => assert_eq!(present, all),
        }
        let mut again = false;
        for pair in pairs {
            let mut pair = *pair;
            pair.sort_unstable();
            again |= !self.met.insert(pair);
        }
        assert_eq!(again, *repeats, "a repeat is said");
        self.repeats += usize::from(again);
        if let Some(bye) = bye
            && !after.all_play_all()
        {
            let second = !self.byes.insert(*bye);
            assert!(!second || present.is_subset(&self.byes), "a second bye");
            self.free
                .entry(*bye as usize)
                .and_modify(|one| *one += 2)
                .or_insert(2);
        }
        self.forfeits(after);
    }

    /// Counts what was undone: the pairing has a result only if its game has ended, or somebody is out.
    fn undone(&mut self, after: &Tournament, action: &OrganiserAct) {
        let round = after.round_drawn();
        let last = after.pairings().iter().filter(|one| one.round == round);
        for pairing in last {
            let forfeited = self.forfeited.contains(&pairing.id);
            let concerned = match action {
                OrganiserAct::Decide { pairing: id, .. } => *id == pairing.id,
                OrganiserAct::Exclude { user } => {
                    forfeited && after.side_of(pairing, *user).is_some()
                }
                OrganiserAct::Pause | OrganiserAct::Replace { .. } => false,
            };
            if concerned && seeds(after, pairing)[1].is_some() {
                self.results.remove(&pairing.id);
                self.forfeited.remove(&pairing.id);
                self.forfeits(after);
                self.counts(pairing);
            }
        }
    }
}

/// Checks an event that was applied just now.
pub fn event(world: &mut World, before: &Tournament, event: &Event) {
    let mut count = std::mem::take(&mut world.swiss);
    let (now, after) = (world.now, &world.tournament);
    let mut opened: Vec<PairingId> = Vec::new();
    match event {
        Event::Began { seeds, lots } => {
            let mut all = lots.clone();
            all.sort_unstable();
            assert_eq!(all, (1..=seeds.len() as u32).collect::<Vec<_>>());
            let chosen = after.rules().swiss.expect("rounds");
            match seeds.len() {
                4 => assert_eq!(after.rounds(), 3),
                5 | 6 => assert_eq!(after.rounds(), 5),
                people => {
                    let half = people.div_ceil(2) as u32;
                    assert_eq!(after.rounds(), chosen.min(half).max(3));
                }
            }
        }
        Event::Entered { user } => {
            assert_eq!(after.round_drawn(), 1);
            let seed = after.seed_of(*user).expect("a seed");
            assert_eq!(seed + 1, after.players().len());
            assert!(count.free.insert(seed, 1).is_none());
            assert!(all_in(after).len() <= after.rules().most as usize);
        }
        Event::Paired { .. } => {
            count.paired(before, after, event);
            let new = after
                .pairings()
                .iter()
                .filter(|one| one.opened.is_some() && one.round == after.round_drawn());
            opened.extend(new.map(|one| one.id));
        }
        Event::Opened { pairings } => opened.extend(pairings),
        // What ends after the organiser has closed the tournament counts no more.
        Event::GameEnded { game, .. } if before.state() == State::Running => {
            let (pairing, _) = after.game(*game).expect("a game");
            count.counts(pairing);
        }
        Event::RoundClosing { round } => {
            assert!(before.ends(*round).is_some_and(|end| end <= now));
            let own = after.pairings().iter().filter(|one| one.round == *round);
            own.for_each(|one| count.counts(one));
        }
        Event::Out { users, .. } => {
            world.out.extend(users);
            count.forfeits(after);
        }
        Event::Acted { action, .. } => match action {
            OrganiserAct::Decide { pairing, winner } => {
                let found = after.pairing(*pairing).expect("a pairing");
                let won = |side: usize| after.people_of(found)[side] == *winner;
                let points = [0, 1].map(|side| if winner.is_some() && won(side) { 2 } else { 0 });
                assert!(count.results.insert(*pairing, points).is_none());
            }
            OrganiserAct::Exclude { .. } => count.forfeits(after),
            OrganiserAct::Pause | OrganiserAct::Replace { .. } => {}
        },
        Event::Undone { act, .. } => {
            let mut acts = after.acts().iter();
            let act = acts.find(|one| one.id == *act).expect("an act");
            if let OrganiserAct::Pause = act.action
                && let Some(began) = after.began()
            {
                world.paused += act.at.max(began).until(now);
            } else {
                assert_eq!(act.before, after.round_drawn(), "the next round is drawn");
            }
            count.undone(after, &act.action);
        }
        Event::Over { champion } => {
            let left = all_in(after).len();
            assert!(left < 2 || after.round_drawn() == after.rounds());
            assert_eq!(champion.is_some(), left > 0);
        }
        _ => {}
    }
    assert!(opened.len() <= 25, "one post notifies 50 people");
    for id in opened {
        assert!(world.opened.insert(id), "announced once");
    }
    world.swiss = count;
    for user in &world.out {
        let seed = world.tournament.seed_of(*user).expect("a seed");
        assert!(!is_in(&world.tournament, seed), "nobody comes back");
    }
}

/// Checks the table beside the count.
pub fn state(world: &World) {
    let tournament = &world.tournament;
    let count = &world.swiss;
    let table = tournament.standings();
    let all: BTreeSet<usize> = table.iter().map(|line| line.who).collect();
    assert_eq!(all, (0..tournament.players().len()).collect());
    assert!(table.is_sorted_by(|one, next| one.points >= next.points));
    let mut own: BTreeMap<usize, u32> = count.free.clone();
    for pairing in tournament.pairings() {
        let Some(points) = count.results.get(&pairing.id) else {
            let alone = seeds(tournament, pairing)[1].is_none();
            assert_eq!(pairing.decision.is_some(), alone, "{pairing:?}");
            continue;
        };
        assert!(pairing.decision.is_some(), "{pairing:?}");
        for (seed, points) in seeds(tournament, pairing).into_iter().zip(points) {
            *own.entry(seed.expect("a seed")).or_default() += points;
        }
    }
    for line in table {
        let counted = own.get(&line.who).copied().unwrap_or_default();
        assert_eq!(line.points, counted, "{line:?}");
    }
    for pending in tournament.pending() {
        let there = |user: UserId| tournament.seed_of(user).map(|seed| is_in(tournament, seed));
        assert_eq!(pending.people.map(there), [Some(true); 2]);
        assert_ne!(pending.people[0], pending.people[1]);
    }
}

/// Checks a tournament that is over.
pub fn over(world: &World) {
    let tournament = &world.tournament;
    let table = tournament.standings();
    let first = table.iter().find(|line| is_in(tournament, line.who));
    let first = first.map(|line| tournament.players()[line.who].user);
    assert_eq!(tournament.champion(), first);
    for pairing in tournament.pairings() {
        assert!(pairing.decision.is_some());
    }
    for player in tournament.players() {
        assert_eq!(
            player.late,
            player.lot as usize > tournament_size(tournament)
        );
    }
}

fn tournament_size(tournament: &Tournament) -> usize {
    let players = tournament.players().iter();
    players.filter(|player| !player.late).count()
}

fn rules(most: u32, rounds: u32, days: u32, seeding: Seeding) -> Rules {
    Rules {
        swiss: Some(rounds),
        ..World::rules(most, 1, false, days, seeding)
    }
}

/// Simulates some tournaments, and adds what occurred.
fn many(numbers: std::ops::Range<u64>, met: &mut Met) -> [usize; 3] {
    let (mut repeats, mut late, mut small) = (0, 0, 0);
    for seed in numbers {
        let people = match seed % 40 {
            39 => 100 + (seed / 40 % 29) as u32,
            36..=38 => 30 + (seed % 40) as u32,
            26..=35 => 13 + (seed % 17) as u32,
            _ => 4 + (seed % 9) as u32,
        };
        let most = match seed % 5 {
            3 => people.max(7),
            4 => (people - people / 4).max(7),
            _ => 128,
        };
        let rounds = match seed % 3 {
            0 => usual_rounds(people.max(7)).min(usual_rounds(most)),
            1 => 3,
            _ => most.div_ceil(2).min(9),
        };
        let days = [4, 9, 18][(seed / 3 % 3) as usize];
        let seeding = [Seeding::Rated, Seeding::Drawn][usize::from(seed % 7 == 0)];
        let rules = rules(most, rounds, days, seeding);
        assert_eq!(rules.check(), Ok(()));
        let wild = [Wild::Stormy, Wild::Calm, Wild::Mad][(seed / 2 % 3) as usize];
        let world = simulate(World::new(seed, rules), people, wild, met);
        let tournament = &world.tournament;
        assert_eq!(tournament.state(), State::Over);
        checks::restart(&world);
        repeats += world.swiss.repeats;
        late += tournament.players().iter().filter(|one| one.late).count();
        small += usize::from(tournament.all_play_all());
    }
    [repeats, late, small]
}

#[test]
fn swiss_tournaments_hold_what_the_rules_promise() {
    let mut met = Met::default();
    let all = if is_long() { 4_000 } else { 400 };
    let [repeats, late, small] = many(0..all, &mut met);
    assert_eq!(met.tournaments as u64, all);
    println!(
        "{} tournaments, {} steps, {repeats} rounds with repeats, {late} late entrants, {small} times all against all",
        met.tournaments, met.steps
    );
    println!("{:#?} {:#?} {:#?}", met.events, met.decisions, met.refused);
    assert!(met.champions * 10 > met.tournaments * 8);
    assert!(repeats > 0 && late > 0 && small > 0);
    for usual in [
        "Began",
        "Entered",
        "Paired",
        "Opened",
        "GameEnded",
        "Out Left",
        "Out Silent",
        "Out DataDeleted",
        "RoundEnding",
        "RoundClosing",
        "Over true",
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
    for usual in ["Games", "Games nobody", "Walkover", "Organiser"] {
        let known = met.decisions.contains_key(usual);
        assert!(known, "{usual}: {:#?}", met.decisions);
    }
}
