//! One rule of ladders at a time.

use std::time::Duration;

use anteroom::board::Seat;
use anteroom::features::ladders::model::{
    Command, Departure, Event, Ladder, Name, Outcome, Refusal, Rise, Rules, Side, WEEK, Why, WhyNot,
};
use anteroom::games::{Values, Verdict};
use anteroom::matches::{MatchId, Moment, TimeControl, UserId};
use anteroom::people::TimeOff;

const BEGIN: Moment = Moment(1_800_000_000_000);
const ORGANISER: UserId = UserId(900);

fn days(count: u32) -> Duration {
    Duration::from_hours(24) * count
}

fn rules() -> Rules {
    Rules {
        name: Name::new("Monday Ladder").expect("a name"),
        game: String::from("connect-n"),
        options: Values::from_stored([("n".into(), "4".into())].into()),
        clock: TimeControl::default(),
        reach: Rules::USUAL_REACH,
        idle_days: Rules::USUAL_IDLE_DAYS,
        rated: true,
    }
}

/// A ladder, and the day on which something is done.
struct Table {
    ladder: Ladder,
    now: Moment,
}

impl Table {
    /// A ladder with people 1 to `size` in this order.
    fn of(size: u64) -> Self {
        let created = Ladder::create(ORGANISER, rules()).expect("a ladder");
        let ladder = Ladder::begin(BEGIN, &created).expect("a ladder");
        let mut table = Self { ladder, now: BEGIN };
        for user in 1..=size {
            table.must(&Command::Join { user: UserId(user) });
        }
        table
    }

    fn decide(&self, command: &Command) -> Result<Vec<Event>, Refusal> {
        self.ladder.decide(command, self.now)
    }

    fn must(&mut self, command: &Command) -> Vec<Event> {
        let events = self.decide(command).expect("events");
        for event in &events {
            self.ladder.apply(self.now, event).expect("a decided event");
        }
        events
    }

    fn on_day(&mut self, day: u32) -> &mut Self {
        self.now = BEGIN.after(days(day));
        self
    }

    fn order(&self) -> Vec<u64> {
        self.ladder.order().map(|user| user.0).collect()
    }

    fn challenge(&mut self, by: u64, to: u64) -> u32 {
        let events = self.must(&challenge(by, to));
        let [Event::Challenged { game, .. }] = events[..] else {
            panic!("{events:?}");
        };
        game
    }

    /// Lets a match begin.
    fn begin(&mut self, by: u64, to: u64) -> u32 {
        let game = self.challenge(by, to);
        self.must(&Command::Accept {
            game,
            by: UserId(to),
        });
        let match_id = MatchId(u64::from(game) + 100);
        self.must(&Command::GameBegan { game, match_id });
        game
    }

    fn end(&mut self, game: u32, result: Outcome) -> Option<Rise> {
        let events = self.must(&Command::GameEnded { game, result });
        let [Event::GameEnded { rise, .. }] = events[..] else {
            panic!("{events:?}");
        };
        rise
    }

    /// Does what is due until a day, and returns what happened to a person and on which day.
    fn due_until(&mut self, day: u32, user: u64, off: &[TimeOff]) -> Vec<(u32, &'static str)> {
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
                if event.people().contains(&UserId(user)) {
                    let on = BEGIN.until(due).as_secs() / 86_400;
                    happened.push((on as u32, (&event).into()));
                }
            }
        }
        self.on_day(day);
        happened
    }
}

fn challenge(by: u64, to: u64) -> Command {
    Command::Challenge {
        by: UserId(by),
        to: UserId(to),
        away: None,
        blocked: false,
    }
}

#[test]
fn challenger_who_wins_takes_the_place_above_and_others_move_down() {
    let mut table = Table::of(6);
    let game = table.begin(6, 3);
    let (user, from, to) = (UserId(6), 6, 3);
    assert_eq!(
        table.end(game, Outcome::Won(Side::Challenger)),
        Some(Rise { user, from, to })
    );
    assert_eq!(table.order(), [1, 2, 6, 3, 4, 5]);
}

#[test]
fn draw_and_loss_of_the_challenger_change_no_place() {
    for result in [
        Outcome::Draw,
        Outcome::Won(Side::Challenged),
        Outcome::NoResult,
    ] {
        let mut table = Table::of(3);
        let game = table.begin(3, 1);
        assert_eq!(table.end(game, result), None);
        assert_eq!(table.order(), [1, 2, 3]);
    }
}

#[test]
fn win_counts_from_the_places_of_that_moment() {
    let mut table = Table::of(6);
    let (above, below) = (table.begin(6, 2), table.begin(6, 5));
    let moved = table.begin(4, 2);
    table.end(above, Outcome::Won(Side::Challenger));
    // The challenger is above already.
    assert_eq!(table.end(below, Outcome::Won(Side::Challenger)), None);
    assert_eq!(table.order(), [1, 6, 2, 3, 4, 5]);
    // The challenged is in place 3 by now.
    let rise = table
        .end(moved, Outcome::Won(Side::Challenger))
        .expect("a rise");
    assert_eq!((rise.from, rise.to), (5, 3));
    assert_eq!(table.order(), [1, 6, 4, 2, 3, 5]);
}

#[test]
fn challenge_without_an_answer_is_lost_after_three_days() {
    let mut table = Table::of(3);
    let game = table.challenge(3, 1);
    assert_eq!(table.ladder.next_due(), Some(BEGIN.after(days(3))));
    let accept = Command::Accept {
        game,
        by: UserId(1),
    };
    table.now = BEGIN.after(days(3)).before(Duration::from_millis(1));
    assert_eq!(table.decide(&accept).map(|events| events.len()), Ok(1));
    let due = Command::Due {
        time_off: Vec::new(),
    };
    assert_eq!(table.decide(&due), Ok(Vec::new()));
    table.on_day(3);
    assert_eq!(table.decide(&accept), Err(Refusal::TooLate));
    let rise = Some(Rise {
        user: UserId(3),
        from: 3,
        to: 1,
    });
    assert_eq!(table.must(&due), [Event::Expired { game, rise }]);
    assert_eq!(table.order(), [3, 1, 2]);
    assert!(table.ladder.pending().is_empty());
}

#[test]
fn decline_is_lost_and_keeps_the_two_apart_for_a_week() {
    let mut table = Table::of(3);
    let game = table.challenge(3, 2);
    table.must(&Command::Decline {
        game,
        by: UserId(2),
    });
    assert_eq!(table.order(), [1, 3, 2]);
    let until = BEGIN.after(days(7));
    let lately = Err(Refusal::Challenge(WhyNot::Lately { until }));
    assert_eq!(table.decide(&challenge(2, 3)), lately);
    table.on_day(7);
    assert!(table.decide(&challenge(2, 3)).is_ok());
}

#[test]
fn withdrawn_challenge_changes_nothing() {
    let mut table = Table::of(3);
    let game = table.challenge(3, 2);
    table.must(&Command::Withdraw {
        game,
        by: UserId(3),
    });
    assert_eq!(table.order(), [1, 2, 3]);
    assert!(table.decide(&challenge(3, 2)).is_ok());
}

#[test]
fn second_abort_of_a_person_counts_as_declining() {
    let mut table = Table::of(3);
    for (by, side, order) in [
        (3, Side::Challenged, [1, 2, 3]),
        (3, Side::Challenger, [1, 2, 3]),
        (3, Side::Challenger, [1, 2, 3]),
        (2, Side::Challenged, [2, 1, 3]),
    ] {
        table.now = table.now.after(WEEK);
        let game = table.begin(by, 1);
        table.end(game, Outcome::Aborted(side));
        assert_eq!(table.order(), order, "{by} {side:?}");
    }
}

#[test]
fn matches_of_a_leaver_are_their_losses() {
    let mut table = Table::of(4);
    let lost = table.begin(4, 2);
    let changes_nothing = table.begin(2, 1);
    let dropped = table.challenge(3, 2);
    table.must(&Command::Leave {
        user: UserId(2),
        why: Departure::LeftServer,
    });
    assert_eq!(table.order(), [1, 4, 3]);
    assert_eq!(table.ladder.game(dropped), None);
    let ends: Vec<_> = table.ladder.to_end();
    let told: Vec<_> = ends
        .iter()
        .map(|end| (end.game, end.match_id.0, end.verdict))
        .collect();
    // The challenged have the first turn here.
    let won = |seat| Some(Verdict::Win(seat));
    let expected = [
        (lost, 101, won(Seat::Second)),
        (changes_nothing, 102, won(Seat::First)),
    ];
    assert_eq!(told, expected);
    assert_eq!(
        ends[0].why,
        Why::Forfeit {
            winner: Side::Challenger
        }
    );
    // The player was faster than the service: the result is noted, and changes nothing.
    assert_eq!(table.end(lost, Outcome::Won(Side::Challenged)), None);
    assert_eq!(
        table.end(changes_nothing, Outcome::Won(Side::Challenged)),
        None
    );
    assert_eq!(table.order(), [1, 4, 3]);
    assert!(table.ladder.to_end().is_empty());
    // The lost match cost a place before: the old place is 3, which is three quarters of 4.
    table.must(&Command::Join { user: UserId(2) });
    assert_eq!(table.order(), [1, 4, 3, 2]);
}

#[test]
fn reach_is_a_fifth_of_a_long_ladder() {
    for (size, reach) in [(6, 5), (29, 5), (30, 6), (100, 20)] {
        let table = Table::of(size);
        let (away, blocked) = (|_| None, |_| false);
        let list = table
            .ladder
            .challengeable(UserId(size), BEGIN, &away, &blocked);
        let can: Vec<_> = list
            .iter()
            .filter(|one| one.may.is_ok())
            .map(|one| one.user.0)
            .collect();
        assert_eq!(can, (size - reach..size).collect::<Vec<_>>());
        let top = table
            .ladder
            .challengeable(UserId(1), BEGIN, &away, &blocked);
        assert!(top.iter().all(|one| one.may == Err(WhyNot::Below)));
    }
}

#[test]
fn each_limit_of_challenges_has_its_reason() {
    let mut table = Table::of(6);
    for to in [1, 2, 3] {
        table.challenge(6, to);
    }
    for by in [3, 4] {
        table.challenge(by, 1);
    }
    let why = |by, to, off: u32, blocked| {
        let away = (off > 0).then(|| BEGIN.after(days(off)));
        table
            .ladder
            .may_challenge(UserId(by), UserId(to), BEGIN, away, blocked)
    };
    assert_eq!(why(6, 5, 0, false), Err(WhyNot::TooManyOwn));
    assert_eq!(why(2, 1, 0, false), Err(WhyNot::TooManyAgainst));
    assert_eq!(why(5, 1, 0, false), Err(WhyNot::TooManyAgainst));
    assert_eq!(why(4, 1, 0, false), Err(WhyNot::Playing));
    assert_eq!(why(5, 4, 3, false), Ok(()));
    let back = BEGIN.after(days(4));
    assert_eq!(why(5, 4, 4, false), Err(WhyNot::Away { back }));
    assert_eq!(why(5, 4, 0, true), Err(WhyNot::Blocked));
    assert_eq!(why(7, 4, 0, false), Err(WhyNot::NotOnLadder));
    assert_eq!(why(5, 7, 0, false), Err(WhyNot::TheyAreNot));
    assert_eq!(why(5, 5, 0, false), Err(WhyNot::Yourself));
}

#[test]
fn first_turn_is_the_challengeds_and_then_alternates() {
    let mut table = Table::of(2);
    let mut first = Vec::new();
    for week in 0..4 {
        table.on_day(week * 7);
        let game = table.begin(2, 1);
        first.push(table.ladder.game(game).expect("a game").first.0);
        table.end(game, Outcome::Draw);
    }
    assert_eq!(first, [1, 2, 1, 2]);
}

#[test]
fn idle_person_is_warned_moves_down_and_is_out() {
    let mut table = Table::of(3);
    let mut happened = Vec::new();
    // Person 3 plays person 1 all the time; person 2 does not play.
    for week in 0..14 {
        happened.extend(table.due_until(week * 7, 2, &[]));
        let game = table.begin(3, 1);
        table.end(game, Outcome::Draw);
    }
    assert_eq!(table.order(), [1, 3]);
    assert_eq!(
        happened,
        [(23, "idle-warned"), (30, "moved-down"), (90, "left")]
    );
}

#[test]
fn time_off_does_not_count_as_idle() {
    let mut table = Table::of(2);
    let off = |from, until| TimeOff {
        from: BEGIN.after(days(from)),
        until: BEGIN.after(days(until)),
        back: None,
        automatic: false,
    };
    let happened = table.due_until(150, 2, &[off(10, 20), off(40, 45), off(100, 110)]);
    // 23 days and the ten before; then 90 days and the 25 until then.
    let expected = [
        (23, "time-off-counted"),
        (33, "idle-warned"),
        (100, "time-off-counted"),
        (105, "time-off-counted"),
        (110, "time-off-counted"),
        (115, "left"),
    ];
    assert_eq!(happened, expected);
}

#[test]
fn person_with_nobody_to_challenge_is_not_idle() {
    let mut table = Table::of(1);
    assert_eq!(table.ladder.next_due(), None);
    table.on_day(10).must(&Command::Join { user: UserId(2) });
    // The top person stands still, the other one is warned 23 days later.
    assert_eq!(table.ladder.next_due(), Some(BEGIN.after(days(33))));
    let game = table.begin(2, 1);
    assert_eq!(table.ladder.next_due(), None);
    table.end(game, Outcome::Draw);
    // The two may not meet for a week.
    assert_eq!(table.ladder.next_due(), Some(BEGIN.after(days(40))));
}

#[test]
fn pause_stops_the_time_to_answer() {
    let mut table = Table::of(2);
    let (by, reason) = (ORGANISER, String::from("Holidays"));
    let game = table.challenge(2, 1);
    let pause = Command::Pause {
        by,
        reason: reason.clone(),
    };
    table.on_day(1).must(&pause);
    assert_eq!(table.ladder.next_due(), None);
    let accept = Command::Accept {
        game,
        by: UserId(1),
    };
    assert_eq!(table.on_day(11).decide(&accept), Err(Refusal::Paused));
    table.must(&Command::Resume { by, reason });
    assert_eq!(table.ladder.next_due(), Some(BEGIN.after(days(13))));
    assert!(table.decide(&accept).is_ok());
}

#[test]
fn result_can_be_undone_until_somebody_moves() {
    let cancel = |game| Command::Cancel {
        by: ORGANISER,
        game,
        reason: String::from("Cheating"),
    };
    let mut table = Table::of(4);
    let (first, second) = (table.begin(4, 2), table.begin(3, 1));
    table.end(first, Outcome::Won(Side::Challenger));
    assert_eq!(table.order(), [1, 4, 2, 3]);
    // Nobody moves if somebody joins in the last place.
    table.must(&Command::Join { user: UserId(5) });
    let before = table.ladder.clone();
    table.must(&cancel(first));
    assert_eq!(table.order(), [1, 2, 3, 4, 5]);
    assert_eq!(table.decide(&cancel(first)), Err(Refusal::NothingToUndo));
    table.ladder = before;
    table.end(second, Outcome::Won(Side::Challenger));
    assert_eq!(table.decide(&cancel(first)), Err(Refusal::MovedSince));
    table.must(&cancel(second));
    assert_eq!(table.order(), [1, 4, 2, 3, 5]);
    assert_eq!(table.decide(&cancel(9)), Err(Refusal::NoGame(9)));
    // A running match is cancelled without a result.
    let third = table.begin(5, 1);
    table.must(&cancel(third));
    let ends = table.ladder.to_end();
    assert_eq!((ends[0].verdict, ends[0].why), (None, Why::Annulled));
}

#[test]
fn rules_out_of_range_are_refused() {
    for (reach, idle_days, refusal) in [
        (0, 30, Refusal::Reach(0)),
        (21, 30, Refusal::Reach(21)),
        (5, 6, Refusal::IdleDays(6)),
        (5, 91, Refusal::IdleDays(91)),
    ] {
        let rules = Rules {
            reach,
            idle_days,
            ..rules()
        };
        assert_eq!(Ladder::create(ORGANISER, rules), Err(refusal));
    }
}

#[test]
fn event_that_does_not_fit_is_refused() {
    let table = Table::of(3);
    let (user, game) = (UserId(2), 1);
    for event in [
        Ladder::create(ORGANISER, rules()).expect("a creation"),
        Event::Joined { user, place: 4 },
        Event::Joined {
            user: UserId(4),
            place: 3,
        },
        Event::Returned {
            user: UserId(4),
            old: 1,
            place: 5,
        },
        Event::Left {
            user,
            place: 1,
            why: Departure::Idle,
        },
        Event::Challenged {
            game: 2,
            by: user,
            to: UserId(1),
        },
        Event::Withdrawn { game },
        Event::MovedDown {
            user: UserId(3),
            from: 3,
            to: 4,
        },
        Event::MovedDown {
            user,
            from: 0,
            to: 1,
        },
        Event::Resumed {
            by: ORGANISER,
            reason: String::new(),
        },
    ] {
        let mut ladder = table.ladder.clone();
        assert!(ladder.apply(BEGIN, &event).is_err(), "{event:?}");
    }
}

#[test]
fn stored_form_of_events_is_for_ever() {
    let (by, user, game) = (ORGANISER, UserId(7), 3);
    let rise = Some(Rise {
        user,
        from: 5,
        to: 2,
    });
    for (event, json) in [
        (
            Event::Created { by, rules: rules() },
            r#"{"created":{"by":900,"rules":{"name":"Monday Ladder","game":"connect-n","options":{"n":"4"},"clock":"3d","reach":5,"idle_days":30,"rated":true}}}"#,
        ),
        (
            Event::Joined { user, place: 4 },
            r#"{"joined":{"user":7,"place":4}}"#,
        ),
        (
            Event::Left {
                user,
                place: 4,
                why: Departure::Removed {
                    by,
                    reason: "Why".into(),
                },
            },
            r#"{"left":{"user":7,"place":4,"why":{"removed":{"by":900,"reason":"Why"}}}}"#,
        ),
        (
            Event::Left {
                user: UserId::deleted(1),
                place: 4,
                why: Departure::DataDeleted,
            },
            r#"{"left":{"user":9223372036854775809,"place":4,"why":"data-deleted"}}"#,
        ),
        (
            Event::Expired { game, rise },
            r#"{"expired":{"game":3,"rise":{"user":7,"from":5,"to":2}}}"#,
        ),
        (
            Event::GameBegan {
                game,
                match_id: MatchId(12),
            },
            r#"{"game-began":{"game":3,"match_id":12}}"#,
        ),
        (
            Event::GameEnded {
                game,
                result: Outcome::Won(Side::Challenger),
                counts: true,
                rise: None,
            },
            r#"{"game-ended":{"game":3,"result":{"won":"challenger"},"counts":true,"rise":null}}"#,
        ),
        (
            Event::TimeOffCounted {
                user,
                time: days(1),
            },
            r#"{"time-off-counted":{"user":7,"time":86400000}}"#,
        ),
        (
            Event::IdleWarned {
                user,
                down_at: BEGIN,
                out_at: BEGIN,
            },
            r#"{"idle-warned":{"user":7,"down_at":1800000000000,"out_at":1800000000000}}"#,
        ),
    ] {
        assert_eq!(serde_json::to_string(&event).expect("JSON"), json);
        assert_eq!(
            serde_json::from_str::<Event>(json).expect("an event"),
            event
        );
    }
}
