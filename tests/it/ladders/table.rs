//! A ladder on which the tests act.

use std::time::Duration;

use anteroom::features::ladders::model::{Command, Event, Ladder, Outcome, Refusal, Rise, Rules};
use anteroom::games::Values;
use anteroom::matches::{ContestName, MatchId, Moment, TimeControl, UserId};
use anteroom::people::TimeOff;

pub(super) const BEGIN: Moment = Moment(1_800_000_000_000);
pub(super) const ORGANISER: UserId = UserId(900);

pub(super) fn days(count: u32) -> Duration {
    Duration::from_hours(24) * count
}

pub(super) fn rules() -> Rules {
    Rules {
        name: ContestName::new("Monday Ladder").expect("a name"),
        game: String::from("connect-n"),
        options: Values::from_stored([("n".into(), "4".into())].into()),
        clock: TimeControl::default(),
        reach: Rules::USUAL_REACH,
        idle_days: Rules::USUAL_IDLE_DAYS,
        rated: true,
    }
}

/// A ladder, and the day on which something is done.
pub(super) struct Table {
    pub(super) ladder: Ladder,
    pub(super) now: Moment,
}

impl Table {
    /// A ladder with people 1 to `size` in this order.
    pub(super) fn of(size: u64) -> Self {
        let created = Ladder::create(ORGANISER, rules()).expect("a ladder");
        let ladder = Ladder::begin(BEGIN, &created).expect("a ladder");
        let mut table = Self { ladder, now: BEGIN };
        for user in 1..=size {
            table.must(&Command::Join { user: UserId(user) });
        }
        table
    }

    pub(super) fn decide(&self, command: &Command) -> Result<Vec<Event>, Refusal> {
        self.ladder.decide(command, self.now)
    }

    pub(super) fn must(&mut self, command: &Command) -> Vec<Event> {
        let events = self.decide(command).expect("events");
        for event in &events {
            self.ladder.apply(self.now, event).expect("a decided event");
        }
        events
    }

    pub(super) fn on_day(&mut self, day: u32) -> &mut Self {
        self.now = BEGIN.after(days(day));
        self
    }

    pub(super) fn order(&self) -> Vec<u64> {
        self.ladder.order().map(|user| user.0).collect()
    }

    pub(super) fn challenge(&mut self, by: u64, to: u64) -> u32 {
        let events = self.must(&challenge(by, to));
        let [Event::Challenged { game, .. }] = events[..] else {
            panic!("{events:?}");
        };
        game
    }

    pub(super) fn withdraw(&mut self, game: u32, by: u64) {
        let by = UserId(by);
        self.must(&Command::Withdraw { game, by });
    }

    /// Lets a match begin.
    pub(super) fn begin(&mut self, by: u64, to: u64) -> u32 {
        let game = self.challenge(by, to);
        self.must(&Command::Accept {
            game,
            by: UserId(to),
        });
        let match_id = MatchId(u64::from(game) + 100);
        self.must(&Command::GameBegan { game, match_id });
        game
    }

    pub(super) fn end(&mut self, game: u32, result: Outcome) -> Option<Rise> {
        let events = self.must(&Command::GameEnded { game, result });
        let [Event::GameEnded { rise, .. }] = events[..] else {
            panic!("{events:?}");
        };
        rise
    }

    /// Does what is due until a day, and returns what happened to a person and on which day.
    pub(super) fn due_until(
        &mut self,
        day: u32,
        user: u64,
        off: &[TimeOff],
    ) -> Vec<(u32, &'static str)> {
        let mut happened = Vec::new();
        let time_off: Vec<_> = off.iter().map(|off| (UserId(user), *off)).collect();
        while let Some(due) = self
            .ladder
            .next_due()
            .filter(|due| *due <= BEGIN.after(days(day)))
        {
            self.now = due;
            let time_off = time_off.clone();
            for event in self.must(&Command::Due { time_off }) {
                let json = serde_json::to_string(&event).expect("JSON");
                if json.contains(&format!("\"@{user}\"")) {
                    let on = BEGIN.until(due).as_secs() / 86_400;
                    happened.push((on as u32, (&event).into()));
                }
            }
        }
        self.on_day(day);
        happened
    }
}

pub(super) fn challenge(by: u64, to: u64) -> Command {
    Command::Challenge {
        by: UserId(by),
        to: UserId(to),
        away: None,
        blocked: false,
    }
}
