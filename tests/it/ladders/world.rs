//! A ladder with people, organisers and crashes, all by chance.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anteroom::features::ladders::model::{
    Command, Condition, Departure, EndNow, Event, Ladder, Outcome, Refusal, Rules, Side, Stage,
    Unfit,
};
use anteroom::games::Verdict;
use anteroom::matches::{MatchId, Moment, UserId};
use anteroom::people::TimeOff;

use super::plain::Plain;
use super::table::{BEGIN, ORGANISER, rules};

const DAY: Duration = Duration::from_hours(24);

pub(super) struct World {
    random: fastrand::Rng,
    now: Moment,
    ladder: Ladder,
    /// The journal as it is stored.
    journal: Vec<(Moment, String)>,
    plain: Plain,
    people: Vec<UserId>,
    /// People who play nothing for long.
    sleepers: BTreeSet<UserId>,
    time_off: Vec<(UserId, TimeOff)>,
    /// How many per cent of the steps are turns in games; the rest of the first 80 are challenges.
    playing: u8,
    matches: u64,
    deleted: u32,
    /// How often each event happened, and each refusal.
    pub(super) seen: BTreeMap<&'static str, u32>,
}

impl World {
    pub(super) fn new(seed: u64) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let rules = Rules {
            reach: random.u32(1..=6),
            idle_days: *random.choice(&[7, 10, 14, 30, 60, 90]).expect("a number"),
            rated: random.bool(),
            ..rules()
        };
        let created = Ladder::create(ORGANISER, rules.clone()).expect("a ladder");
        let people: Vec<_> = (1..=random.u64(2..=26)).map(UserId).collect();
        let sleepers = people.iter().copied().filter(|_| random.u8(0..4) == 0);
        Self {
            now: BEGIN,
            ladder: Ladder::begin(BEGIN, &created).expect("a ladder"),
            journal: vec![(BEGIN, serde_json::to_string(&created).expect("JSON"))],
            plain: Plain::new(rules),
            sleepers: sleepers.collect(),
            people,
            time_off: Vec::new(),
            playing: *random.choice(&[20, 50, 60]).expect("a number"),
            matches: 0,
            deleted: 0,
            seen: BTreeMap::new(),
            random,
        }
    }

    fn events(&self) -> Vec<(Moment, Event)> {
        let read = |json: &str| serde_json::from_str(json).expect("an event");
        self.journal
            .iter()
            .map(|(at, json)| (*at, read(json)))
            .collect()
    }

    fn replayed(&self) -> Result<Ladder, Unfit> {
        let events = self.events();
        Ladder::replay(events.iter().map(|(at, event)| (*at, event)))
    }

    /// Carries a command out, as the service does, and does it again as after a crash.
    fn act(&mut self, command: &Command) -> Result<usize, Refusal> {
        // A decision changes nothing: the bot may be killed before it is written.
        let decided = self.ladder.decide(command, self.now);
        let again = self.ladder.decide(command, self.now);
        assert_eq!(decided, again);
        let events = match decided {
            Err(Refusal::Unfit(unfit)) => panic!("{unfit}: {command:?}"),
            decided => decided?,
        };
        for event in &events {
            self.plain.follow(self.now, event, &self.time_off);
            let json = serde_json::to_string(event).expect("JSON");
            self.journal.push((self.now, json));
            *self.seen.entry(event.into()).or_default() += 1;
            self.ladder.apply(self.now, event).expect("a decided event");
        }
        assert!(self.ladder.order().eq(self.plain.order.iter().copied()));
        let members: BTreeSet<_> = self.ladder.order().collect();
        assert_eq!(members.len(), self.plain.order.len());
        // The command comes again, because the bot was killed after it was written.
        match self.ladder.decide(command, self.now) {
            Ok(events) => assert_eq!(events, [], "{command:?}"),
            Err(Refusal::Unfit(unfit)) => panic!("{unfit}: {command:?}"),
            Err(_) => {}
        }
        if self.random.u8(0..64) == 0 {
            self.restart();
        }
        Ok(events.len())
    }

    fn restart(&mut self) {
        let ladder = self.replayed().expect("the journal");
        // A ladder in memory may have counted idle time in other portions, at the same moments.
        assert_eq!(ladder, self.ladder);
        self.ladder = ladder;
    }

    fn due(&self) -> Command {
        let time_off = self.time_off.clone();
        Command::Due { time_off }
    }

    /// Lets time pass, with everything that falls due, unless the bot is down.
    fn pass(&mut self, time: Duration) {
        let until = self.now.after(time);
        let is_down = self.random.u8(0..50) == 0;
        while let Some(due) = self
            .ladder
            .next_due()
            .filter(|due| *due <= until && !is_down)
        {
            if self.now < due {
                // Nothing happens before it is due.
                let before = due.before(Duration::from_millis(1)).max(self.now);
                assert_eq!(self.ladder.decide(&self.due(), before), Ok(Vec::new()));
            }
            self.now = self.now.max(due);
            let count = self.act(&self.due()).expect("what is due");
            assert!(count > 0, "nothing was due at {due}");
            let next = self.ladder.next_due();
            assert!(next.is_none_or(|next| next > self.now), "still due");
        }
        self.now = until;
    }

    fn one_of(&mut self, users: &[UserId]) -> Option<UserId> {
        self.random.choice(users).copied()
    }

    fn away(&self, user: UserId) -> Option<Moment> {
        let offs = self
            .time_off
            .iter()
            .filter(|(whose, off)| *whose == user && off.holds(self.now));
        offs.map(|(_, off)| off.until).max()
    }

    /// Two people of whom one has blocked the other, the same ones throughout.
    fn blocked(one: UserId, other: UserId) -> bool {
        (one.0 * other.0) % 11 == 3
    }

    fn challenge(&mut self) {
        let users: Vec<_> = self.ladder.order().collect();
        let awake: Vec<_> = users
            .iter()
            .copied()
            .filter(|user| !self.sleepers.contains(user))
            .collect();
        let Some(by) = self.one_of(&awake) else {
            return;
        };
        let list = self
            .ladder
            .challengeable(by, self.now, &|user| self.away(user), &|user| {
                Self::blocked(by, user)
            });
        assert_eq!(list.len() + 1, users.len());
        for one in &list {
            let command = Command::Challenge {
                by,
                to: one.user,
                away: self.away(one.user),
                blocked: Self::blocked(by, one.user),
            };
            let decided = self.ladder.decide(&command, self.now).map(|_| ());
            assert_eq!(decided, one.may.map_err(Refusal::Challenge));
            if let Err(why) = one.may {
                *self.seen.entry(why.into()).or_default() += 1;
            }
        }
        let can: Vec<_> = list
            .iter()
            .filter(|one| one.may.is_ok())
            .map(|one| one.user)
            .collect();
        if let Some(to) = self.one_of(&can) {
            let away = self.away(to);
            let blocked = false;
            let done = self.act(&Command::Challenge {
                by,
                to,
                away,
                blocked,
            });
            assert_eq!(done, Ok(1));
        }
    }

    /// Somebody does something with a game.
    fn play(&mut self) {
        let ids: Vec<_> = self.ladder.games().map(|(id, _)| id).collect();
        let Some(id) = self.random.choice(&ids).copied() else {
            return;
        };
        let one = self.ladder.game(id).expect("a game").clone();
        let (game, by, to) = (id, one.by, one.to);
        let side = if self.random.bool() {
            Side::Challenger
        } else {
            Side::Challenged
        };
        let done = match one.stage {
            Stage::Waiting { .. } => match self.random.u8(0..8) {
                0 => self.act(&Command::Decline { game, by: to }),
                1 => self.act(&Command::Withdraw { game, by }),
                2 => {
                    let wrong = self.act(&Command::Accept { game, by });
                    assert_eq!(wrong, Err(Refusal::NotChallenged));
                    Ok(0)
                }
                _ if self.sleepers.contains(&to) => Ok(0),
                _ => self.act(&Command::Accept { game, by: to }),
            },
            Stage::Accepted => {
                let pending = self.ladder.pending();
                assert!(
                    pending
                        .iter()
                        .any(|(game, one)| *game == id && one.by == by)
                );
                self.matches += 1;
                let match_id = MatchId(self.matches);
                self.act(&Command::GameBegan { game: id, match_id })
            }
            Stage::Running(_) => {
                let result = match self.random.u8(0..10) {
                    0 => Outcome::Draw,
                    1 => Outcome::Aborted(side),
                    2 => Outcome::NoResult,
                    _ => Outcome::Won(side),
                };
                self.act(&Command::GameEnded { game: id, result })
            }
            Stage::Ending(..) => self.end(id, self.random.clone().u8(0..4) == 0),
        };
        match done {
            Ok(_) | Err(Refusal::TooLate | Refusal::Paused) => {}
            Err(refusal) => panic!("{refusal}"),
        }
    }

    /// Ends a match as the ladder asks, or by the players, who were faster.
    fn end(&mut self, id: u32, is_late: bool) -> Result<usize, Refusal> {
        let asked: Vec<EndNow> = self.ladder.to_end();
        let end = asked
            .iter()
            .find(|end| end.game == id)
            .expect("a match to end");
        let game = self.ladder.game(id).expect("a game");
        let result = match end.verdict {
            _ if is_late => Outcome::Won(Side::Challenger),
            Some(Verdict::Win(seat)) => Outcome::Won(game.side_in(seat)),
            Some(Verdict::Draw) => Outcome::Draw,
            None => Outcome::NoResult,
        };
        self.act(&Command::GameEnded { game: id, result })
    }

    fn leave(&mut self) {
        let users: Vec<_> = self.ladder.order().collect();
        let Some(user) = self.one_of(&users) else {
            return;
        };
        let reason = String::from("Unkind words");
        let done = match self.random.u8(0..6) {
            0 => self.act(&Command::Remove {
                by: ORGANISER,
                user,
                reason,
            }),
            1 => self.act(&Command::Leave {
                user,
                why: Departure::LeftServer,
            }),
            2 => self.act(&Command::Leave {
                user,
                why: Departure::Banned,
            }),
            3 => {
                let why = Departure::DataDeleted;
                let done = self.act(&Command::Leave { user, why });
                self.delete(user);
                done
            }
            _ => self.act(&Command::Leave {
                user,
                why: Departure::Pressed,
            }),
        };
        assert!(done.expect("a departure") > 0);
    }

    fn delete(&mut self, user: UserId) {
        self.deleted += 1;
        let new = UserId::deleted(self.deleted);
        let before: Vec<_> = self.ladder.order().collect();
        for (_, json) in &mut self.journal {
            // As the database does.
            *json = json.replace(&format!("\"@{user}\""), &format!("\"@{new}\""));
            assert!(!json.contains(&format!(":{},", user.0)) || user.0 < 100);
        }
        assert!(!format!("{:?}", self.events()).contains(&format!("UserId({user})")));
        self.ladder = self.replayed().expect("the journal");
        self.plain.rename(user, new);
        assert!(self.ladder.order().eq(before.iter().copied()));
        for (_, one) in self.ladder.games() {
            assert_eq!(one.side_of(user), None);
        }
    }

    fn organise(&mut self) {
        let by = ORGANISER;
        let reason = String::from("  It was\nagreed ");
        let done = match self.random.u8(0..6) {
            0 => self.act(&Command::Pause { by, reason }),
            1 | 2 => self.act(&Command::Resume { by, reason }),
            3 => {
                let ids: Vec<_> = self.ladder.games().map(|(id, _)| id).collect();
                let any = self.random.u32(0..self.plain.games.len() as u32 + 2);
                let going_on = self.random.choice(&ids).filter(|_| any.is_multiple_of(2));
                let game = going_on.copied().unwrap_or(any);
                self.act(&Command::Cancel { by, game, reason })
            }
            _ => {
                let Some((game, rise)) = self.ladder.undoable() else {
                    return;
                };
                assert!(rise.from > rise.to);
                let none = Command::Cancel {
                    by,
                    game,
                    reason: String::from(" \n"),
                };
                assert_eq!(self.act(&none), Err(Refusal::NoReason));
                self.act(&Command::Cancel { by, game, reason })
            }
        };
        if let Err(refusal) = done {
            *self.seen.entry(refusal.into()).or_default() += 1;
        }
    }

    pub(super) fn step(&mut self) {
        let minutes = match self.random.u8(0..10) {
            0 => self.random.u64(0..2),
            1 => self.random.u64(60 * 24..60 * 24 * 5),
            _ => self.random.u64(1..60 * 10),
        };
        self.pass(Duration::from_mins(minutes));
        match self.random.u8(0..100) {
            0..10 => {
                let people = self.people.clone();
                let user = self.one_of(&people).expect("somebody");
                match self.act(&Command::Join { user }) {
                    Ok(1) | Err(Refusal::Joined { .. }) => {}
                    other => panic!("{other:?}"),
                }
            }
            share if (10..90).contains(&share) => {
                if share < 90 - self.playing {
                    self.challenge();
                } else {
                    self.play();
                }
            }
            90..92 => self.leave(),
            92..95 => self.organise(),
            95..97 => {
                // Somebody falls asleep or wakes up.
                let people = self.people.clone();
                let user = self.one_of(&people).expect("somebody");
                if !self.sleepers.remove(&user) {
                    self.sleepers.insert(user);
                }
            }
            _ => {
                let people = self.people.clone();
                let user = self.one_of(&people).expect("somebody");
                let from = self.now.after(DAY * self.random.u32(0..3));
                let until = from.after(DAY * self.random.u32(1..20));
                let off = TimeOff {
                    from,
                    until,
                    back: None,
                    automatic: false,
                };
                self.time_off.push((user, off));
            }
        }
        if matches!(self.ladder.condition(), Condition::Paused { .. }) && self.random.u8(0..8) == 0
        {
            let (by, reason) = (ORGANISER, String::from("Go on"));
            assert_eq!(self.act(&Command::Resume { by, reason }), Ok(1));
        }
    }

    /// Closes the ladder, and ends what still runs.
    pub(super) fn close(&mut self) {
        let (by, reason) = (ORGANISER, String::from("The year is over"));
        let closed = self.act(&Command::Close { by, reason });
        assert!(closed.expect("an end") > 0);
        assert_eq!(self.ladder.next_due(), None);
        assert_eq!(self.ladder.pending(), []);
        let order: Vec<_> = self.ladder.order().collect();
        let ids: Vec<_> = self.ladder.games().map(|(id, _)| id).collect();
        for id in ids {
            let result = Outcome::Won(Side::Challenger);
            assert_eq!(self.act(&Command::GameEnded { game: id, result }), Ok(1));
        }
        assert!(self.ladder.order().eq(order));
        assert_eq!(self.ladder.games().count(), 0);
        assert_eq!(
            self.act(&Command::Join { user: UserId(77) }),
            Err(Refusal::Closed)
        );
        self.plain.all_is_over();
        for (id, (by, to, _)) in &self.plain.games {
            assert_eq!(self.ladder.people_of(*id), Some([*by, *to]));
        }
        self.restart();
    }
}
