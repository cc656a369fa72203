//! What holds of a tournament at any time, after each event, and when the bot has done all its work.

use std::collections::BTreeSet;
use std::time::Duration;

use anteroom::contests::{GameState, How, Score, Why};
use anteroom::features::tournaments::model::{
    By, CHOOSE_WITHIN, Entrant, Event, Exit, OrganiserAct, Pairing, State, Tournament,
};
use anteroom::matches::UserId;
use anteroom::people::Moment;

use super::swiss_simulation;
use super::world::{DAY, World, rating};

/// Stores the log, reads it again, and compares the tournament.
pub fn restart(world: &World) {
    let json = serde_json::to_string(&world.log).expect("JSON");
    let log: Vec<(Moment, Event)> = serde_json::from_str(&json).expect("a log");
    let tournament = Tournament::replay(log.iter().map(|(at, event)| (*at, event)));
    assert_eq!(tournament.as_ref(), Ok(&world.tournament));
}

/// Replaces a person in the stored form of events, as the database does.
pub fn renamed(log: &[(Moment, Event)], from: UserId, to: UserId) -> Vec<(Moment, Event)> {
    let json = serde_json::to_string(log).expect("JSON");
    let json = json.replace(&format!("\"@{from}\""), &format!("\"@{to}\""));
    serde_json::from_str(&json).expect("a log")
}

/// Whether a person plays and is out.
fn is_out(tournament: &Tournament, user: UserId) -> bool {
    let mut players = tournament.players().iter();
    players.any(|player| player.user == user && player.out.is_some())
}

/// Whether somebody stands there who is not out.
fn is_there(tournament: &Tournament, entrant: Entrant) -> bool {
    tournament
        .person(entrant)
        .is_some_and(|user| !is_out(tournament, user))
}

/// Checks an event that was applied just now.
pub fn event(world: &mut World, before: &Tournament, event: &Event) {
    if before.is_swiss() {
        return swiss_simulation::event(world, before, event);
    }
    let (now, after) = (world.now, &world.tournament);
    match event {
        Event::Began { seeds, .. } => {
            let rules = after.rules();
            world.ends = (1..=after.rounds())
                .map(|round| now.after(DAY * rules.days * round))
                .collect();
            let (people, _) = before.places();
            let all: BTreeSet<&UserId> = seeds.iter().collect();
            assert_eq!(all, people.iter().collect());
            assert_eq!(all.len(), seeds.len());
            let rated = rules.seeding.to_string() == "rated";
            let ratings = seeds.iter().map(|user| rating(*user));
            assert!(!rated || ratings.is_sorted_by(|one, other| one >= other));
            assert_eq!(ends(after), world.ends, "the length that was announced");
        }
        Event::Opened { pairings } => {
            for id in pairings {
                assert!(world.opened.insert(*id), "announced once");
                let people = after.people_of(after.pairing(*id).expect("a pairing"));
                let there = |user: Option<UserId>| user.is_some_and(|user| !is_out(after, user));
                assert!(people.into_iter().all(there));
            }
        }
        Event::GameBegan { game, .. } => {
            let mut playing = world.playing.values();
            assert!(
                playing.all(|one| one.game != *game),
                "another match goes on"
            );
            let (pairing, _) = after.game(*game).expect("a game");
            assert!(pairing.decision.is_none());
            assert!(after.paused().is_none() && before.state() == State::Running);
        }
        Event::GameEnded {
            game,
            match_id,
            end,
        } => {
            let (_, was) = before.game(*game).expect("a game");
            let (pairing, is) = after.game(*game).expect("a game");
            let GameState::Running { wanted, .. } = was.state else {
                panic!("a result of {was:?}");
            };
            let by_itself = matches!(end.how, How::Played | How::Time);
            if wanted.is_some_and(|wanted| wanted.why == Why::Replaced) {
                let decided = pairing.decision.is_some();
                assert!(match is.state {
                    GameState::ToBegin { continues } => continues.is_none() && !decided,
                    GameState::Over { match_id, .. } => match_id.is_none() && decided,
                    GameState::Running { .. } => false,
                });
            } else if by_itself {
                let counted = GameState::Over {
                    match_id: Some(*match_id),
                    at: now,
                    end: *end,
                };
                assert_eq!(is.state, counted);
            }
        }
        Event::SideChosen { pairing, first, .. } => {
            let pairing = after.pairing(*pairing).expect("a pairing");
            let better = after.better_side(pairing);
            let deciding = pairing.games.last().expect("a deciding game");
            assert_eq!(deciding.seats[0] == better, *first);
            assert_eq!(pairing.games.len(), after.rules().games as usize + 1);
        }
        Event::Out { users, .. } => world.out.extend(users),
        Event::RoundEnding { round, to_move, .. } => {
            let told = |(_, event): &(Moment, Event)| match event {
                Event::RoundEnding { round: known, .. } => known >= round,
                _ => false,
            };
            assert!(!world.log.iter().any(told), "reminded once");
            let own = after.pairings().iter().filter(|one| one.round == *round);
            let people: BTreeSet<UserId> =
                own.flat_map(|one| after.people_of(one)).flatten().collect();
            assert!(to_move.iter().all(|user| people.contains(user)));
        }
        Event::RoundClosing { round } => {
            let told = |(_, event): &(Moment, Event)| match event {
                Event::RoundClosing { round: known } => known >= round,
                _ => false,
            };
            assert!(!world.log.iter().any(told), "closed once");
            assert!(before.ends(*round).is_some_and(|end| end <= now));
        }
        Event::Undone { act, .. } => {
            let acts = after.acts().iter();
            let act = acts.rev().find(|one| one.id == *act).expect("an act");
            if let OrganiserAct::Pause = act.action
                && let Some(began) = after.began()
            {
                world.paused += act.at.max(began).until(now);
            }
            if !matches!(act.action, OrganiserAct::Replace { .. }) {
                turns_stay(world, before);
            }
            let pairings = after.pairings().iter();
            let opened = pairings.filter(|one| one.opened.is_some());
            let opened: BTreeSet<_> = opened.map(|one| one.id).collect();
            world.opened.retain(|id| opened.contains(id));
        }
        Event::Over { champion } => {
            assert!(after.pairings().iter().all(|one| one.decision.is_some()));
            let last = after.last_pairing().expect("a final");
            assert_eq!(*champion, after.winner(last));
            // Who has won can go before the end.
            let stays = |user: UserId| !is_out(after, user) || world.gone.contains(&user);
            assert!(champion.is_none_or(stays));
        }
        _ => {}
    }
    decisions(world, event);
    moments(world);
    for user in &world.out {
        assert!(is_out(&world.tournament, *user), "nobody comes back");
    }
}

fn ends(tournament: &Tournament) -> Vec<Moment> {
    let rounds = 1..=tournament.rounds();
    rounds.map_while(|round| tournament.ends(round)).collect()
}

/// Checks that a pairing is decided once, unless its decision is taken back, and never for a person who is out.
fn decisions(world: &mut World, event: &Event) {
    let after = &world.tournament;
    let new: Vec<_> = after.pairings().iter().map(|one| one.decision).collect();
    for (index, decision) in new.iter().enumerate() {
        let old = world.decisions.get(index).copied().flatten();
        if old == *decision {
            continue;
        }
        let undone = matches!(event, Event::Undone { .. });
        assert!(old.is_none() || undone, "{event:?} decides again");
        let winner = after.winner(&after.pairings()[index]);
        assert!(winner.is_none_or(|user| !is_out(after, user)), "{event:?}");
    }
    world.decisions = new;
}

/// Checks that the last moments never come earlier, and later by pauses and by the bot's absence only.
fn moments(world: &mut World) {
    let after = &world.tournament;
    let Some(began) = after.began() else {
        return;
    };
    let new = ends(after);
    let late = world.paused + world.away;
    for (round, (old, new)) in (1..).zip(world.ends.iter().zip(&new)) {
        assert!(new >= old, "round {round} ends earlier");
        let planned = began.after(DAY * after.rules().days * round);
        assert!(*new <= planned.after(late), "round {round} ends later");
    }
    world.ends = new;
}

/// Checks that an undone act leaves the games in which there were turns as they were.
fn turns_stay(world: &World, before: &Tournament) {
    let after = &world.tournament;
    for (was, is) in before.pairings().iter().zip(after.pairings()) {
        for game in &was.games {
            if !world.has_turns(&game.state) {
                continue;
            }
            assert_eq!(before.people_of(was), after.people_of(is), "other people");
            let now = is.game(game.id).expect("a game");
            assert!(world.has_turns(&now.state), "{game:?} {now:?}");
            let wanted = match now.state {
                GameState::Running { wanted, .. } => wanted,
                _ => None,
            };
            let again = wanted.is_some_and(|wanted| wanted.why == Why::Replaced);
            let was_so = matches!(
                game.state,
                GameState::Running { wanted: Some(wanted), .. } if wanted.why == Why::Replaced
            );
            assert!(was_so || !again, "{game:?} begins again");
        }
    }
}

/// Checks who goes on in all pairings.
pub fn state(world: &World) {
    let tournament = &world.tournament;
    if tournament.is_swiss() {
        return swiss_simulation::state(world);
    }
    let mut waiting: BTreeSet<usize> = BTreeSet::new();
    for pairing in tournament.pairings() {
        let entrants = tournament.entrants(pairing);
        let there = entrants.map(|one| is_there(tournament, one));
        if pairing.decision.is_none() {
            if !entrants.contains(&Entrant::Open) {
                assert_eq!(there, [true; 2], "{pairing:?}");
            }
            for entrant in entrants {
                if let Entrant::Known(seed) = entrant
                    && is_there(tournament, entrant)
                {
                    assert!(waiting.insert(seed), "in two pairings at once: {seed}");
                }
            }
            continue;
        }
        assert!(!entrants.contains(&Entrant::Open), "{pairing:?}");
        by_the_rules(world, pairing, there);
    }
    for pending in tournament.pending() {
        for user in pending.people {
            assert!(!is_out(tournament, user), "{pending:?}");
        }
        assert_ne!(pending.people[0], pending.people[1]);
        let usual = tournament.rules().clock;
        let (pairing, _) = tournament.game(pending.game).expect("a game");
        let deciding = pairing.games.len() > tournament.rules().games as usize;
        assert_eq!(pending.clock == usual, !deciding);
        assert!(pairing.decision.is_none());
    }
}

/// Checks a decision by the rules in plain words.
fn by_the_rules(world: &World, pairing: &Pairing, there: [bool; 2]) {
    let tournament = &world.tournament;
    let decision = pairing.decision.expect("a decision");
    let usual = tournament.rules().games as usize;
    let results: Vec<Option<Score>> = pairing
        .games
        .iter()
        .map(|game| match &game.state {
            GameState::Over { end, .. } => Some(end.score),
            _ => None,
        })
        .collect();
    let mut points = [0.0; 2];
    for (game, result) in pairing.games.iter().zip(&results).take(usual) {
        let [first, second] = game.seats;
        match result {
            Some(Score::First) => points[first] += 1.0,
            Some(Score::Second) => points[second] += 1.0,
            Some(Score::Draw) => points.iter_mut().for_each(|own| *own += 0.5),
            Some(Score::Void) | None => {}
        }
    }
    let played = results.len() >= usual && results.iter().all(Option::is_some);
    let equal = points[0] == points[1];
    let seeds = tournament.people_of(pairing).map(|user| {
        let seed = user.and_then(|user| tournament.seed_of(user));
        seed.unwrap_or(usize::MAX)
    });
    let better = usize::from(seeds[1] < seeds[0]);
    match decision.by {
        By::Games => {
            assert!(played && !equal && results.len() == usual, "{pairing:?}");
            assert_eq!(decision.winner, Some(usize::from(points[1] > points[0])));
        }
        By::DecidingGame => {
            assert!(played && equal && results.len() == usual + 1, "{pairing:?}");
            let [first, second] = pairing.games[usual].seats;
            let wins = match results[usual] {
                Some(Score::First) => first,
                _ => second,
            };
            assert_eq!(decision.winner, Some(wins), "a draw wins for the second");
        }
        By::Seed => {
            assert!(played && equal && results.len() == usual, "{pairing:?}");
            assert!(pairing.closing, "{pairing:?}");
            assert_eq!(decision.winner, Some(better));
        }
        By::Walkover => match decision.winner {
            Some(side) => assert!(!there[1 - side], "{pairing:?}"),
            None => assert_eq!(there, [false; 2], "{pairing:?}"),
        },
        By::Organiser => {
            let mut acts = tournament.acts().iter().rev();
            let act = acts.find_map(|act| match &act.action {
                OrganiserAct::Decide {
                    pairing: id,
                    winner,
                } if *id == pairing.id && act.undone.is_none() => Some(winner),
                _ => None,
            });
            let winner = act.expect("an act");
            assert_eq!(winner.is_some(), decision.winner.is_some());
        }
    }
}

/// Checks that nothing is left to do by the bot.
pub fn at_rest(world: &World) {
    let tournament = &world.tournament;
    if tournament.state() != State::Running {
        let closed = world
            .log
            .iter()
            .any(|(_, event)| matches!(event, Event::Closed { .. }));
        assert!(closed || world.playing.is_empty(), "a match goes on");
        return;
    }
    for (id, playing) in &world.playing {
        let (pairing, game) = tournament.game(playing.game).expect("a game");
        assert_eq!(game.running(), Some(*id), "a match of nothing");
        let people = tournament.people_of(pairing);
        let seats = game.seats.map(|side| people[side]);
        assert_eq!(seats, playing.people.map(Some), "a match of others");
        assert!(pairing.decision.is_none(), "a match of a decided pairing");
        for user in playing.people {
            assert!(!is_out(tournament, user));
            assert!(
                !world.gone.contains(&user),
                "a match of a person who has gone"
            );
        }
    }
    if tournament.paused().is_some() {
        return;
    }
    for pairing in tournament.pairings() {
        if let Some(until) = pairing.choose_until {
            assert!(until > world.now && until <= world.now.after(CHOOSE_WITHIN));
        }
        let known = !tournament.entrants(pairing).contains(&Entrant::Open);
        if pairing.decision.is_some() || !known {
            continue;
        }
        assert!(pairing.opened.is_some(), "{pairing:?}");
        let runs = pairing.games.iter().any(|game| game.running().is_some());
        assert!(
            runs || pairing.choose_until.is_some(),
            "{pairing:?} stands still"
        );
    }
    let round = tournament.current_round().expect("a round");
    let end = tournament.ends(round).expect("its end");
    assert!(
        end > world.now,
        "round {round} goes on after its last moment"
    );
}

/// Checks a tournament that is over.
pub fn over(world: &World) {
    let tournament = &world.tournament;
    restart(world);
    state(world);
    assert!(tournament.next_due().is_none() && tournament.pending().is_empty());
    assert!(tournament.to_end().is_empty());
    let Some(began) = tournament.began() else {
        return;
    };
    let (at, last) = world
        .log
        .iter()
        .rev()
        .find(|(_, event)| matches!(event, Event::Over { .. } | Event::Closed { .. }))
        .expect("an end");
    let length = DAY * tournament.rules().days * tournament.rounds();
    let pause = tournament
        .paused()
        .map_or(Duration::ZERO, |since| since.until(*at));
    let latest = began.after(length + world.paused + pause + world.away + DAY);
    assert!(*at <= latest, "{:?} too long", latest.until(*at));
    if let Event::Closed { .. } = last {
        assert_eq!(tournament.champion(), None);
        return;
    }
    if tournament.is_swiss() {
        return swiss_simulation::over(world);
    }
    let wins = |user: UserId| {
        let won = tournament.pairings().iter();
        won.filter(|one| tournament.winner(one) == Some(user))
            .count()
    };
    if let Some(champion) = tournament.champion() {
        assert_eq!(wins(champion), tournament.rounds() as usize, "all pairings");
    }
    // Each person who has not won was beaten, left, or was decided against.
    for player in tournament.players() {
        if Some(player.user) == tournament.champion() {
            assert!(player.out.is_none() || world.gone.contains(&player.user));
        } else {
            let mut own = tournament.pairings().iter();
            let lost = own.any(|one| {
                tournament.side_of(one, player.user).is_some()
                    && tournament.winner(one) != Some(player.user)
            });
            assert!(lost, "{player:?}");
        }
        if let Some(Exit::Act(act)) = player.out {
            let mut acts = tournament.acts().iter();
            assert!(acts.any(|one| one.id == act && one.undone.is_none()));
        }
    }
}
