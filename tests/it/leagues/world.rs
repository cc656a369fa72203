//! A server with a league, people who play, and a bot that is killed again and again.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anteroom::contests::Patience;
use anteroom::features::leagues::model::{
    CanFinish, Command, Event, Facts, GameEnd, GameId, How, Kind, League, OrganiserAct, Refusal,
    Rules, Score, SeasonId, ToEnd, Unmoved, Waits,
};
use anteroom::games::Values;
use anteroom::matches::{ContestName, JournalId, MatchId, UserId};
use anteroom::people::{Moment, Zone};
use fastrand::Rng;

pub const BEGIN: Moment = Moment(1_800_000_000_000);
pub const HOUR: Duration = Duration::from_hours(1);
pub const ORGANISER: UserId = UserId(1);

/// A match that is being played.
#[derive(Clone, Copy, Debug)]
pub struct Playing {
    pub game: GameId,
    pub people: [UserId; 2],
    /// Whether each of them has moved.
    pub moved: [bool; 2],
    pub began: Moment,
    pub ends: Moment,
    pub end: GameEnd,
}

impl Playing {
    pub fn has_moved(&self, user: UserId) -> bool {
        let mut sides = self.people.iter().zip(self.moved);
        sides.any(|(person, moved)| *person == user && moved)
    }

    /// Whether the first turn of a person waits for them.
    fn waits_for(&self, user: UserId) -> bool {
        self.people[0] == user || self.people[1] == user && self.moved[0]
    }
}

/// What the table once promised, and how often the division had been disturbed by then.
pub struct Promise {
    pub season: SeasonId,
    pub user: UserId,
    pub finish: CanFinish,
    pub disturbed: usize,
}

pub struct World {
    pub rng: Rng,
    pub now: Moment,
    pub league: League,
    pub log: Vec<(Moment, Event)>,
    pub playing: BTreeMap<MatchId, Playing>,
    /// The people who never move.
    pub ghosts: BTreeSet<UserId>,
    pub promises: Vec<Promise>,
    /// The acts of organisers and people who went out: what nobody can foresee.
    pub disturbed: usize,
    /// The people of the play-offs that are being played.
    pub play_offs: BTreeMap<SeasonId, Vec<UserId>>,
    /// The people who are kept out.
    pub banned: Vec<UserId>,
    pub next_match: u64,
    pub next_user: u64,
    pub refused: BTreeMap<String, usize>,
}

/// Returns a person's rating.
pub fn rating(user: UserId) -> i32 {
    1200 + (user.0 * 37 % 600) as i32
}

impl World {
    pub fn new(seed: u64, size: u32, legs: u32, kind: Kind) -> Self {
        let (clock, days) = match kind {
            Kind::Seasonal => ("5d+12h", 30),
            Kind::Quick => ("3d+2h", 14),
        };
        let rules = Rules {
            name: ContestName::new("Simulation").expect("a name"),
            game: String::from("any"),
            options: Values::default(),
            size,
            legs,
            kind,
            clock: clock.parse().expect("a clock"),
            days,
            least: 4,
            play_offs: 0,
        };
        let created = League::create(rules, ORGANISER);
        Self {
            rng: Rng::with_seed(seed),
            now: BEGIN,
            league: League::replay([(BEGIN, &created)]).expect("a league"),
            log: vec![(BEGIN, created)],
            playing: BTreeMap::new(),
            ghosts: BTreeSet::new(),
            promises: Vec::new(),
            disturbed: 0,
            play_offs: BTreeMap::new(),
            banned: Vec::new(),
            next_match: 1,
            next_user: 100,
            refused: BTreeMap::new(),
        }
    }

    /// Decides and applies a command. Returns whether it was accepted.
    pub fn does(&mut self, command: &Command) -> bool {
        match self.league.decide(command, self.now) {
            Ok(events) => {
                for event in events {
                    self.check_vacancy(&event);
                    let applied = self.league.apply(self.now, &event);
                    applied.unwrap_or_else(|unfit| panic!("{event:?}: {unfit}"));
                    for user in self.league.requests().people() {
                        let member = self.league.is_member(*user);
                        assert!(!member, "{user} asks although they are in: {event:?}");
                    }
                    let unforeseen = matches!(
                        event,
                        Event::Out { .. }
                            | Event::LetIn { .. }
                            | Event::Acted { .. }
                            | Event::Undone { .. }
                    );
                    self.disturbed += usize::from(unforeseen);
                    self.log.push((self.now, event));
                }
                true
            }
            Err(refusal) => {
                assert!(!matches!(refusal, Refusal::Broken(_)), "{refusal}");
                let name = format!("{refusal:?}");
                let name = name.split([' ', '(', '{']).next().unwrap().to_owned();
                *self.refused.entry(name).or_default() += 1;
                false
            }
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
        let people = self.league.people();
        let mut to_move: BTreeMap<UserId, Vec<GameId>> = BTreeMap::new();
        for playing in self.playing.values() {
            let user = playing.people[playing.game as usize % 2];
            to_move.entry(user).or_default().push(playing.game);
        }
        Facts {
            ratings: people
                .into_iter()
                .map(|user| (user, rating(user)))
                .collect(),
            elsewhere: BTreeMap::new(),
            unmoved: self.unmoved(),
            to_move,
            seed: self.rng.u64(..),
            zone: Zone::named("Europe/Berlin").expect("a zone"),
        }
    }

    /// Returns who has moved in no running match of their season, and how long their turns have waited: as the database does.
    fn unmoved(&self) -> BTreeMap<SeasonId, Vec<Unmoved>> {
        let patience = Patience::with(self.league.rules().clock);
        let open = self.league.seasons_with_vacancies();
        let unmoved = |(user, matches): (UserId, Vec<MatchId>)| {
            let own = matches.iter().map(|id| &self.playing[id]);
            let waits = own.clone().filter(|one| one.waits_for(user));
            let began = waits.map(|one| one.began).max();
            own.clone()
                .all(|one| !one.has_moved(user))
                .then(|| Unmoved {
                    user,
                    waits: began.map(|began| Waits {
                        tell: began.after(patience.tell()),
                        replace: began.after(patience.replace),
                    }),
                })
        };
        open.map(|(season, _)| {
            let people = self.league.replaceable(season).into_iter();
            (season.id, people.filter_map(unmoved).collect())
        })
        .collect()
    }

    /// Checks that the bot replaces only people who were told a day before and have not moved, by the first who waits.
    fn check_vacancy(&self, event: &Event) {
        let (season, user, newcomer) = match event {
            Event::Warned { season, user } => (*season, *user, None),
            Event::Acted {
                by: None, action, ..
            } => {
                let OrganiserAct::Replace {
                    season,
                    user,
                    newcomer,
                } = action
                else {
                    panic!("the bot does nothing else: {action:?}");
                };
                (*season, *user, Some(*newcomer))
            }
            _ => return,
        };
        let kind = self.league.rules().kind;
        let (wait, notice) = match kind {
            Kind::Seasonal => (60, 24),
            Kind::Quick => (36, 18),
        };
        let played = self.league.season(season).expect("a season");
        let running = self
            .playing
            .values()
            .filter(|one| played.games_of(user).any(|game| game.id == one.game));
        let mut turns = 0;
        for one in running {
            assert!(!one.has_moved(user), "{event:?}");
            if one.waits_for(user) {
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
                        season: of,
                        user: old,
                        newcomer,
                    },
                ..
            } => *of != season || user != *old && user != *newcomer,
            Event::SeasonBegan { season: of, .. } => *of != season,
            _ => true,
        });
        let told = |(at, event): &(Moment, Event)| match event {
            Event::Warned {
                season: of,
                user: told,
            } => (*of == season && *told == user).then_some(*at),
            _ => None,
        };
        let told = since.filter_map(told).collect::<Vec<_>>();
        let members = self.league.members().iter().map(|member| member.user);
        let replaced: BTreeSet<UserId> = self
            .league
            .acts()
            .iter()
            .filter(|act| act.undone.is_none())
            .filter_map(|act| match act.action {
                OrganiserAct::Replace {
                    season: of, user, ..
                } => (of == season).then_some(user),
                _ => None,
            })
            .collect();
        let mut waiting = members.filter(|user| {
            let busy = kind == Kind::Quick && self.league.games_running(*user) >= 7;
            played.seat_of(*user).is_none() && !replaced.contains(user) && !busy
        });
        let first = waiting.next();
        assert!(first.is_some(), "nobody waits: {event:?}");
        match newcomer {
            None => assert_eq!(told, [], "told once"),
            Some(newcomer) => {
                assert_eq!(first, Some(newcomer));
                assert!(told[0].after(HOUR * notice) <= self.now, "{told:?}");
            }
        }
    }

    /// Does what the bot does when it looks at the league. `kill` says how likely it is killed at each step.
    pub fn bot_works(&mut self, kill: f64) {
        for pending in self.league.pending() {
            if self.rng.f64() < kill {
                return;
            }
            let match_id = MatchId(self.next_match);
            self.next_match += 1;
            let begin = Command::GameBegan {
                game: pending.game,
                match_id,
            };
            assert!(self.does(&begin));
            assert!(!self.does(&begin), "a game begins once");
            let playing = self.play(pending.game, pending.people);
            self.playing.insert(match_id, playing);
        }
        for wish in self.league.to_end() {
            if self.rng.f64() < kill {
                return;
            }
            self.end_by_wish(wish);
        }
        if self.rng.f64() < kill {
            return;
        }
        let due = Command::Due(self.facts());
        assert!(self.does(&due));
        if self.rng.u8(..20) == 0 {
            let again = self.league.decide(&due, self.now);
            assert_eq!(again, Ok(Vec::new()), "what was due is done");
        }
        if self.league.wants_start() {
            let starts = self.now.after(HOUR * self.rng.u32(1..200));
            assert!(self.does(&Command::SetStart { starts }));
        }
        self.play_offs(kill);
    }

    /// Begins and ends the play-offs of seasons that are over.
    fn play_offs(&mut self, kill: f64) {
        while let Some(due) = self.league.play_offs_to_begin().cloned() {
            if self.rng.f64() < kill {
                return;
            }
            let (season, journal) = (due.season, JournalId(u64::from(due.season)));
            let league = &self.league;
            let seeds = due.seeds(|user| league.is_member(user) || league.is_closed());
            if seeds.len() < 2 {
                let winner = None;
                assert!(self.does(&Command::PlayOffsOver { season, winner }));
            } else {
                self.play_offs.insert(season, seeds);
                assert!(self.does(&Command::PlayOffsBegan { season, journal }));
            }
            assert!(!self.does(&Command::PlayOffsBegan { season, journal }));
        }
        let ends = self.rng.u8(..60) == 0;
        let open = self.league.running_play_offs().map(|(one, _)| one.season);
        let Some(season) = self.rng.choice(open.collect::<Vec<_>>()).filter(|_| ends) else {
            return;
        };
        let people = self.play_offs.remove(&season).expect("play-offs");
        let winner = (self.rng.u8(..8) > 0).then(|| people[self.rng.usize(..people.len())]);
        let over = Command::PlayOffsOver { season, winner };
        assert!(self.does(&over));
        assert!(!self.does(&over), "play-offs end once");
    }

    fn end_by_wish(&mut self, wish: ToEnd) {
        let playing = self.playing.remove(&wish.match_id).expect("a match");
        let thinking = [(); 2].map(|()| self.rng.u64(..9) * 3_600_000);
        let end = GameEnd {
            score: wish.wanted.rule.score(thinking),
            how: wish.wanted.why.how(),
            thinking,
            last_moves: self.last_moves(&playing),
        };
        self.ends(wish.match_id, playing.game, end);
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

    fn last_moves(&self, playing: &Playing) -> [Option<Moment>; 2] {
        playing
            .people
            .map(|user| (!self.ghosts.contains(&user)).then_some(self.now))
    }

    /// Ends the matches whose time has come.
    pub fn people_play(&mut self) {
        let ready = self.playing.iter().filter(|(_, all)| all.ends <= self.now);
        let ready: Vec<MatchId> = ready.map(|(id, _)| *id).collect();
        for match_id in ready {
            let playing = self.playing.remove(&match_id).expect("a match");
            let end = GameEnd {
                last_moves: self.last_moves(&playing),
                ..playing.end
            };
            self.ends(match_id, playing.game, end);
        }
        for playing in self.playing.values_mut() {
            for (user, moved) in playing.people.iter().zip(&mut playing.moved) {
                *moved |= !self.ghosts.contains(user) && self.rng.u8(..40) == 0;
            }
        }
    }

    /// Draws how a match goes: by strength, or on time against people who never move.
    fn play(&mut self, game: GameId, people: [UserId; 2]) -> Playing {
        let [first, second] = people.map(|user| self.ghosts.contains(&user));
        let hours = self.rng.u32(20..700);
        let strength = people.map(|user| (user.0 * 7919 % 97) as f64 / 97.0);
        let luck = strength[0] - strength[1] + self.rng.f64() * 1.6 - 0.8;
        let (score, how, hours) = match (first, second) {
            (true, _) => (Score::Second, How::Time, 72),
            (_, true) => (Score::First, How::Time, 72 + hours % 48),
            _ if luck.abs() < 0.15 => (Score::Draw, How::Played, hours),
            _ if luck > 0.0 => (Score::First, How::Played, hours),
            _ => (Score::Second, How::Played, hours),
        };
        Playing {
            game,
            people,
            moved: [false; 2],
            began: self.now,
            ends: self.now.after(HOUR * hours),
            end: GameEnd {
                score,
                how,
                thinking: [(); 2].map(|()| self.rng.u64(..5) * 3_600_000),
                last_moves: [None; 2],
            },
        }
    }

    /// Lets time pass until something can happen.
    pub fn time_passes(&mut self) {
        let step = self.now.after(HOUR * self.rng.u32(1..48));
        let ends = self.playing.values().map(|playing| playing.ends);
        let soon = ends.chain(self.league.next_due()).chain([step]).min();
        self.now = soon.unwrap_or(step).max(self.now);
    }
}
