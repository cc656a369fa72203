//! A server with a tournament, people who play, and a bot that is killed again and again.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anteroom::contests::{GameEnd, GameId, GameState, How, Score};
use anteroom::contests::{Patience, ToEnd, Unmoved, Waits};
use anteroom::features::leagues::model::DepartureReason;
use anteroom::features::tournaments::model::{
    Command, Decision, Event, Facts, Moved, OrganiserAct, PairingId, Refusal, Rules, Seeding,
    State, Tournament,
};
use anteroom::games::Values;
use anteroom::matches::{ContestName, MatchId, UserId};
use anteroom::people::Moment;
use fastrand::Rng;

use super::checks;
use super::swiss_simulation::Count;

pub const BEGIN: Moment = Moment(1_800_000_000_000);
pub const HOUR: Duration = Duration::from_hours(1);
pub const DAY: Duration = Duration::from_hours(24);
pub const ORGANISER: UserId = UserId(1);
pub const OTHER_ORGANISER: UserId = UserId(2);

/// How many matches the bot begins before it looks again.
const TOGETHER: usize = 20;

/// A match that is being played.
#[derive(Clone, Copy, Debug)]
pub struct Playing {
    pub game: GameId,
    pub people: [UserId; 2],
    pub began: Moment,
    pub ends: Moment,
    pub score: Score,
    pub how: How,
    /// Who never moves in it.
    pub silent: [bool; 2],
}

pub struct World {
    seed: u64,
    pub rng: Rng,
    pub now: Moment,
    pub tournament: Tournament,
    pub log: Vec<(Moment, Event)>,
    pub playing: BTreeMap<MatchId, Playing>,
    /// Whether the two people have moved in each match that was ever written, or in the one that it goes on from.
    pub moved: BTreeMap<MatchId, [bool; 2]>,
    /// The matches that the bot has set out to end.
    pub wishes: Vec<ToEnd>,
    /// The people who never move.
    pub ghosts: BTreeSet<UserId>,
    /// The people who are out for good.
    pub out: BTreeSet<UserId>,
    /// The people who have left, were banned or had their data deleted while the tournament ran.
    pub gone: BTreeSet<UserId>,
    /// What has been decided, by the pairings' places in the bracket.
    pub decisions: Vec<Option<Decision>>,
    /// The pairings that were announced.
    pub opened: BTreeSet<PairingId>,
    /// The last moments that people know.
    pub ends: Vec<Moment>,
    /// For how long the tournament has been paused since it began.
    pub paused: Duration,
    /// For how long the bot has been away since the tournament began.
    pub away: Duration,
    /// Whether the bot was killed at its last work.
    pub killed: bool,
    pub next_match: u64,
    pub next_user: u64,
    pub deleted: u32,
    pub steps: usize,
    /// The points of a Swiss tournament.
    pub swiss: Count,
    pub refused: BTreeMap<&'static str, usize>,
}

impl Drop for World {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("in the simulation of seed {}", self.seed);
        }
    }
}

/// Returns a person's rating; `None` if it is uncertain.
pub fn rating(user: UserId) -> Option<i32> {
    (!user.0.is_multiple_of(5)).then_some(1200 + (user.0 % 600 * 37 % 600) as i32)
}

/// Returns the name of a refusal.
pub fn name(refusal: &Refusal) -> &'static str {
    refusal.into()
}

impl World {
    pub fn new(seed: u64, rules: Rules) -> Self {
        let created = Tournament::create(rules, ORGANISER);
        Self {
            seed,
            rng: Rng::with_seed(seed),
            now: BEGIN,
            tournament: Tournament::replay([(BEGIN, &created)]).expect("a tournament"),
            log: vec![(BEGIN, created)],
            playing: BTreeMap::new(),
            moved: BTreeMap::new(),
            wishes: Vec::new(),
            ghosts: BTreeSet::new(),
            out: BTreeSet::new(),
            gone: BTreeSet::new(),
            decisions: Vec::new(),
            opened: BTreeSet::new(),
            ends: Vec::new(),
            paused: Duration::ZERO,
            away: Duration::ZERO,
            killed: false,
            next_match: 1,
            next_user: 100,
            deleted: 0,
            steps: 0,
            swiss: Count::default(),
            refused: BTreeMap::new(),
        }
    }

    pub fn rules(most: u32, games: u32, third: bool, days: u32, seeding: Seeding) -> Rules {
        Rules {
            name: ContestName::new("Simulation").expect("a name"),
            game: String::from("any"),
            options: Values::default(),
            clock: "3d+6h".parse().expect("a clock"),
            games,
            third,
            seeding,
            most,
            days,
            swiss: None,
            play_offs: None,
        }
    }

    /// Decides and applies a command. Returns whether it was accepted.
    pub fn does(&mut self, command: &Command) -> bool {
        match self.tournament.decide(command, self.now) {
            Ok(events) => {
                for event in events {
                    self.happens(event);
                }
                true
            }
            Err(refusal) => {
                assert!(!matches!(refusal, Refusal::Broken(_)), "{refusal}");
                *self.refused.entry(name(&refusal)).or_default() += 1;
                false
            }
        }
    }

    fn happens(&mut self, event: Event) {
        self.check_vacancy(&event);
        let before = self.tournament.clone();
        let applied = self.tournament.apply(self.now, &event);
        applied.unwrap_or_else(|unfit| panic!("{event:?}: {unfit}"));
        for user in self.tournament.requests().people() {
            let takes_part = self.tournament.is_member(*user) || self.tournament.is_playing(*user);
            assert!(!takes_part, "{user} asks although they are in: {event:?}");
        }
        checks::event(self, &before, &event);
        self.log.push((self.now, event));
        self.steps += 1;
        let people = self.tournament.players().len();
        if people <= 12 || self.rng.usize(..people) < 4 {
            checks::state(self);
        }
    }

    pub fn someone_new(&mut self) -> UserId {
        self.next_user += 1;
        let user = UserId(self.next_user);
        if self.rng.u8(..12) == 0 {
            self.ghosts.insert(user);
        }
        user
    }

    pub fn facts(&mut self) -> Facts {
        let people = self.tournament.people().into_iter();
        let mut to_move: BTreeMap<UserId, Vec<GameId>> = BTreeMap::new();
        for playing in self.playing.values() {
            let user = playing.people[playing.game as usize % 2];
            to_move.entry(user).or_default().push(playing.game);
        }
        Facts {
            ratings: people
                .filter_map(|user| Some((user, rating(user)?)))
                .collect(),
            unmoved: self.unmoved(),
            to_move,
            seed: self.rng.u64(..),
        }
    }

    /// Returns who has moved in the running games, as the database does.
    pub fn moved(&self) -> Moved {
        let running = self.tournament.running();
        running.map(|(game, id)| (game, self.moved[&id])).collect()
    }

    /// Whether a person has moved in a match, and whether their first turn in it waits for them.
    fn first_turn(&self, id: MatchId, user: UserId) -> (bool, bool) {
        let (people, moved) = (self.playing[&id].people, self.moved[&id]);
        let side = usize::from(people[0] != user);
        assert_eq!(people[side], user);
        (moved[side], side == 0 || moved[0])
    }

    /// Returns who has moved in no running match, and how long their turns have waited, as the database does.
    fn unmoved(&self) -> Vec<Unmoved> {
        let patience = Patience::with(self.tournament.rules().clock);
        let people = self.tournament.replaceable().into_iter();
        let unmoved = |(user, matches): (UserId, Vec<MatchId>)| {
            let turns = matches.iter().map(|id| (id, self.first_turn(*id, user)));
            let waits = turns.clone().filter(|(_, (_, waits))| *waits);
            let began = waits.map(|(id, _)| self.playing[id].began).max();
            turns
                .clone()
                .all(|(_, (moved, _))| !moved)
                .then(|| Unmoved {
                    user,
                    waits: began.map(|began| Waits {
                        tell: began.after(patience.tell()),
                        replace: began.after(patience.replace),
                    }),
                })
        };
        people.filter_map(unmoved).collect()
    }

    /// Checks that the bot replaces only people who were told before and have not moved, by the first who waits, and only
    /// in round 1.
    fn check_vacancy(&self, event: &Event) {
        let (user, newcomer) = match event {
            Event::Warned { user } => (*user, None),
            Event::Acted {
                by: None, action, ..
            } => match action {
                OrganiserAct::Replace { user, newcomer } => (*user, Some(*newcomer)),
                _ => panic!("the bot does nothing else: {action:?}"),
            },
            _ => return,
        };
        // Half of three days, and half of that.
        let (wait, notice) = (36, 18);
        let own = self
            .playing
            .iter()
            .filter(|(_, one)| one.people.contains(&user));
        let mut turns = 0;
        for (id, one) in own {
            let (moved, waits) = self.first_turn(*id, user);
            assert!(!moved, "{event:?}");
            let (pairing, _) = self.tournament.game(one.game).expect("a game");
            assert_eq!(pairing.round, 1, "{event:?}");
            if waits {
                turns += 1;
                let hours = wait - if newcomer.is_some() { 0 } else { notice };
                assert!(one.began.after(HOUR * hours) <= self.now, "{event:?}");
            }
        }
        assert!(turns > 0, "{event:?}");
        // What was said since they have the place.
        let since = self.log.iter().rev().take_while(|(_, event)| match event {
            Event::Acted {
                action:
                    OrganiserAct::Replace {
                        user: old,
                        newcomer,
                    },
                ..
            } => user != *old && user != *newcomer,
            _ => true,
        });
        let told = |(at, event): &(Moment, Event)| match event {
            Event::Warned { user: told } => (*told == user).then_some(*at),
            _ => None,
        };
        let told = since.filter_map(told).collect::<Vec<_>>();
        let acts = self.tournament.acts().iter();
        let replaced: BTreeSet<UserId> = acts
            .filter(|act| act.undone.is_none())
            .filter_map(|act| match act.action {
                OrganiserAct::Replace { user, .. } => Some(user),
                _ => None,
            })
            .collect();
        let mut waiting = self.tournament.members().iter();
        let first = waiting.find(|user| !replaced.contains(user)).copied();
        assert!(first.is_some(), "nobody waits: {event:?}");
        match newcomer {
            None => assert_eq!(told, [], "told once"),
            Some(newcomer) => {
                assert_eq!(first, Some(newcomer));
                assert!(told[0].after(HOUR * notice) <= self.now, "{told:?}");
            }
        }
    }

    /// Does what the bot does when it looks at the tournament, until nothing is left to do. `kill` says how likely it is
    /// killed at each step.
    pub fn bot_works(&mut self, kill: f64) {
        self.killed = false;
        for _ in 0..100 {
            let due = Command::Due(self.facts());
            assert!(self.does(&due));
            if self.rng.u8(..20) == 0 {
                let again = self.tournament.decide(&due, self.now);
                assert_eq!(again, Ok(Vec::new()), "what was due is done");
            }
            // They are ended after the matches that begin.
            self.wishes = self.tournament.to_end();
            if self.dies(kill) || !self.begins_matches(kill) {
                return;
            }
            if !self.wishes.is_empty() && self.rng.u8(..4) == 0 {
                // Something comes between.
                self.killed = true;
                return;
            }
            if !self.ends_matches(kill) {
                return;
            }
            let waits = self.tournament.next_due();
            let busy =
                !self.tournament.pending().is_empty() || !self.tournament.to_end().is_empty();
            if !busy && waits.is_none_or(|due| due > self.now) {
                let again = self.tournament.decide(&due, self.now);
                assert_eq!(again, Ok(Vec::new()), "nothing is due");
                checks::at_rest(self);
                return;
            }
        }
        panic!(
            "the bot does not come to rest: {:?}",
            self.tournament.next_due()
        );
    }

    /// Whether the bot is killed here. What it had in mind is lost.
    fn dies(&mut self, kill: f64) -> bool {
        if self.rng.f64() >= kill {
            return false;
        }
        self.killed = true;
        self.wishes.clear();
        checks::restart(self);
        true
    }

    fn begins_matches(&mut self, kill: f64) -> bool {
        loop {
            let pending = self.tournament.pending();
            if pending.is_empty() {
                return true;
            }
            for pending in pending.into_iter().take(TOGETHER) {
                if self.dies(kill) {
                    return false;
                }
                let match_id = MatchId(self.next_match);
                self.next_match += 1;
                let begin = Command::GameBegan {
                    game: pending.game,
                    match_id,
                };
                assert!(self.does(&begin));
                assert!(!self.does(&begin), "a game begins once");
                let opening = pending.continues.map_or([false; 2], |id| self.moved[&id]);
                self.moved.insert(match_id, opening);
                let playing = self.play(pending.game, pending.people);
                self.playing.insert(match_id, playing);
            }
        }
    }

    /// Ends the matches that the bot has set out to end. What came between does not hold it up.
    pub fn ends_matches(&mut self, kill: f64) -> bool {
        for wish in std::mem::take(&mut self.wishes) {
            if self.dies(kill) {
                return false;
            }
            let Some(playing) = self.playing.remove(&wish.match_id) else {
                continue;
            };
            // A match that cannot be read.
            let unreadable = self.rng.u8(..30) == 0;
            let thinking = match unreadable {
                true => [0; 2],
                false => [(); 2].map(|()| self.rng.u64(..9) * 3_600_000),
            };
            let moved = self.moved[&wish.match_id];
            let end = GameEnd {
                score: wish.wanted.rule.score(thinking),
                how: wish.wanted.why.how(),
                thinking,
                last_moves: moved.map(|moved| (moved && !unreadable).then_some(self.now)),
            };
            self.ends(wish.match_id, playing.game, end);
        }
        true
    }

    fn ends(&mut self, match_id: MatchId, game: GameId, end: GameEnd) {
        let ended = Command::GameEnded {
            game,
            match_id,
            end,
        };
        assert!(self.does(&ended), "{ended:?}");
        assert!(!self.does(&ended), "a match ends once");
    }

    /// Ends the matches whose time has come, and lets people move in the others.
    pub fn people_play(&mut self) {
        let ready = self.playing.iter().filter(|(_, all)| all.ends <= self.now);
        let ready: Vec<MatchId> = ready.map(|(id, _)| *id).collect();
        for match_id in ready {
            let playing = self.playing.remove(&match_id).expect("a match");
            let moved = playing.silent.map(|silent| !silent);
            let end = GameEnd {
                score: playing.score,
                how: playing.how,
                thinking: [(); 2].map(|()| self.rng.u64(..5) * 3_600_000),
                last_moves: moved.map(|moved| moved.then_some(self.now)),
            };
            let known = self.moved.get_mut(&match_id).expect("a match");
            *known = [known[0] | moved[0], known[1] | moved[1]];
            self.ends(match_id, playing.game, end);
        }
        for (id, playing) in &self.playing {
            if let Some(moved) = self.moved.get_mut(id) {
                for (silent, moved) in playing.silent.iter().zip(moved) {
                    *moved |= !silent && self.rng.u8(..10) == 0;
                }
            }
        }
    }

    /// Draws how a match goes: by strength, or on time against people who never move.
    fn play(&mut self, game: GameId, people: [UserId; 2]) -> Playing {
        let absent = self.rng.u8(..60) == 0;
        let silent = people.map(|user| self.ghosts.contains(&user) || absent && self.rng.bool());
        let day = self.tournament.rules().days * 24;
        let most = if self.rng.u8(..10) == 0 {
            2 * day
        } else {
            day / 2
        };
        let hours = self.rng.u32(4..=most);
        let strength = people.map(|user| (user.0 % 97 * 7919 % 97) as f64 / 97.0);
        let luck = strength[0] - strength[1] + self.rng.f64() * 1.6 - 0.8;
        let (score, how, hours) = match silent {
            [true, _] => (Score::Second, How::Time, 72),
            [_, true] => (Score::First, How::Time, 72 + hours % 48),
            _ if self.rng.u8(..60) == 0 => (Score::Void, How::Played, hours),
            _ if luck.abs() < 0.2 => (Score::Draw, How::Played, hours),
            _ => {
                let ways = [How::Played, How::Time];
                let how = ways[usize::from(self.rng.u8(..6) == 0)];
                let score = if luck > 0.0 {
                    Score::First
                } else {
                    Score::Second
                };
                (score, how, hours)
            }
        };
        // Against people who never move the others do.
        let silent = match silent {
            [true, _] => [true, true],
            silent => silent,
        };
        Playing {
            game,
            people,
            began: self.now,
            ends: self.now.after(HOUR * hours),
            score,
            how,
            silent,
        }
    }

    /// Lets time pass until something can happen, or the bot be away for some days.
    pub fn time_passes(&mut self) {
        let before = self.now;
        // What a killed bot has not done waits for a short time only.
        let most = if self.killed { 8 } else { 36 };
        let step = self.now.after(HOUR * self.rng.u32(1..most));
        let away = self.rng.u16(..600) == 0;
        if away {
            self.now = self.now.after(HOUR * self.rng.u32(1..168));
            self.wishes.clear();
        } else {
            let ends = self.playing.values().map(|playing| playing.ends);
            let soon = ends.chain(self.tournament.next_due()).chain([step]).min();
            // What it did not do may be past already.
            self.now = match self.killed {
                true => step,
                false => soon.unwrap_or(step).max(self.now),
            };
        }
        if self.tournament.state() == State::Running && (away || self.killed) {
            self.away += before.until(self.now);
        }
    }

    /// Takes a person out as the kernel does: only contests in which they take part hear of it.
    pub fn gone(&mut self, user: UserId, why: DepartureReason) {
        let tournament = &self.tournament;
        let takes_part = tournament.is_member(user)
            || tournament.requests().has(user)
            || tournament.is_playing(user)
            || tournament.can_return(user);
        // Moderators let people in again, and people come back to a server: but not into the tournament.
        let plays = tournament.seed_of(user).is_some();
        if plays && tournament.state() == State::Running {
            self.gone.insert(user);
        }
        if takes_part {
            let before = self.log.len();
            assert!(self.does(&Command::Gone { user, why }));
            assert_eq!(self.log.len(), before + 1);
        }
        if why == DepartureReason::DataDeleted {
            self.delete(user);
        }
    }

    /// Deletes a person's number everywhere, as the database does.
    fn delete(&mut self, user: UserId) {
        if user.deleted_name().is_some() || user == ORGANISER || user == OTHER_ORGANISER {
            return;
        }
        self.deleted += 1;
        let to = UserId::deleted(self.deleted);
        let log = checks::renamed(&self.log, user, to);
        assert_eq!(checks::renamed(&log, to, user), self.log);
        self.log = log;
        let events = self.log.iter().map(|(at, event)| (*at, event));
        self.tournament = Tournament::replay(events).expect("a tournament");
        assert!(!self.tournament.people().contains(&user));
        for playing in self.playing.values_mut() {
            for person in &mut playing.people {
                if *person == user {
                    *person = to;
                }
            }
        }
        for people in [&mut self.ghosts, &mut self.out, &mut self.gone] {
            if people.remove(&user) {
                people.insert(to);
            }
        }
    }

    /// Gives an organiser's act to the tournament, with what the database knows.
    pub fn acts(&mut self, by: UserId, reason: &str, action: OrganiserAct) -> bool {
        let moved = self.moved();
        self.does(&Command::Act {
            by,
            reason: reason.to_owned(),
            action,
            moved,
        })
    }

    /// Whether a match with turns belongs to a game that goes on.
    pub fn has_turns(&self, state: &GameState) -> bool {
        let id = match state {
            GameState::ToBegin { continues } => *continues,
            GameState::Running { match_id, .. } => Some(*match_id),
            GameState::Over { match_id, .. } => *match_id,
        };
        id.is_some_and(|id| self.moved[&id] != [false; 2])
    }
}
