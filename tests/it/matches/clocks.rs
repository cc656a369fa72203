//! Clocks with days off, compared with a slow count of half hours.

use std::time::Duration;

use anteroom::board::Seat;
use anteroom::matches::{
    Challenge, Command, DaysOff, MOST_CLOCK_CHANGES, Match, MatchId, Refusal, Status, TimeControl,
};
use anteroom::people::{Moment, TimeOff, Zone, ZoneError};
use fastrand::Rng;
use jiff::Timestamp;
use jiff::civil::Weekday;
use strum::VariantArray;

use crate::support::people::{ANA, BEGIN, BEN, challenge, does, moment, must, plays, takes_back};

const HALF_HOUR: Duration = Duration::from_mins(30);

/// Zones whose offsets differ by whole half hours, with and without summer time, north and south.
const ZONES: [&str; 8] = [
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "America/Santiago",
];

fn off(from: Moment, until: Moment) -> TimeOff {
    TimeOff {
        from,
        until,
        back: None,
        automatic: false,
    }
}

/// Starts a match on a large frame that takes long to win.
fn begun(time: TimeControl, days_off: DaysOff, at: Moment) -> Match {
    let options = [("columns", "16"), ("rows", "16"), ("n", "9")];
    let challenge = Challenge {
        options: options
            .map(|(key, value)| (key.into(), value.into()))
            .into(),
        days_off: Some(days_off),
        time,
        ..challenge("connect-n", "3d")
    };
    let proposal = challenge.into_proposal(|| 0).expect("a challenge");
    let mut played = Match::proposed(MatchId(1), proposal, at).expect("a match");
    must(&mut played, &Command::Accept { by: BEN }, at);
    played
}

/// A simple model of a match's clocks.
#[derive(Clone)]
struct Paper {
    control: TimeControl,
    days_off: DaysOff,
    left: [Duration; 2],
    given: [Duration; 2],
    zones: [&'static str; 2],
    off: [Vec<TimeOff>; 2],
    stopped: [Duration; 2],
    seat: Seat,
    zone: &'static str,
    since: Moment,
    thinking: Duration,
    /// The clocks, the gifts and the player when each turn began.
    turns: Vec<([Duration; 2], [Duration; 2], Seat)>,
}

impl Paper {
    fn new(control: TimeControl, days_off: DaysOff, at: Moment) -> Self {
        let mut paper = Self {
            control,
            days_off,
            left: [control.at_start(); 2],
            given: [Duration::ZERO; 2],
            zones: ["UTC"; 2],
            off: [Vec::new(), Vec::new()],
            stopped: [Duration::ZERO; 2],
            seat: Seat::First,
            zone: "UTC",
            since: at,
            thinking: Duration::ZERO,
            turns: Vec::new(),
        };
        paper.begins(Seat::First, at);
        paper.turns.push((paper.left, paper.given, Seat::First));
        paper
    }

    fn begins(&mut self, seat: Seat, at: Moment) {
        self.seat = seat;
        self.zone = self.zones[seat.index()];
        self.since = at;
        self.thinking = Duration::ZERO;
    }

    /// Advances half an hour. Returns whether the flag falls at its end.
    fn passes(&mut self, at: Moment) -> bool {
        let seat = self.seat.index();
        let zone = jiff::tz::TimeZone::get(self.zone).expect("a zone");
        let local = Timestamp::from_millisecond(at.0)
            .expect("a time")
            .to_zoned_datetime(zone);
        let weekend = matches!(local.weekday(), Weekday::Saturday | Weekday::Sunday);
        if weekend && self.days_off == DaysOff::WeekendsToo {
            return false;
        }
        let away = self.off[seat]
            .iter()
            .any(|off| off.from <= at && at < off.until);
        let most = Duration::from_hours(14 * 24);
        if away && self.days_off != DaysOff::None && self.stopped[seat] < most {
            self.stopped[seat] += HALF_HOUR;
            return false;
        }
        self.left[seat] -= HALF_HOUR;
        self.thinking += HALF_HOUR;
        self.left[seat].is_zero()
    }

    fn plays(&mut self, at: Moment) {
        let seat = self.seat.index();
        match self.control {
            TimeControl::PerTurn(time) => self.left[seat] = time,
            TimeControl::Bank { increment, .. } => self.left[seat] += increment,
        }
        self.begins(self.seat.other(), at);
        self.turns.push((self.left, self.given, self.seat));
    }

    /// Takes the last turn of a seat back by agreement.
    fn takes_back(&mut self, by: Seat, at: Moment) {
        self.turns.pop();
        while self.turns.last().is_some_and(|(_, _, seat)| *seat != by) {
            self.turns.pop();
        }
        let (left, given, seat) = *self.turns.last().expect("a turn");
        for index in 0..2 {
            self.left[index] = left[index] + (self.given[index] - given[index]);
        }
        self.begins(seat, at);
    }
}

/// Compares the match's clocks with the model at a moment, through every query.
fn check(played: &Match, paper: &Paper, at: Moment, history: &[String]) {
    let story = format!("at {at}\n{}", history.join("\n"));
    for seat in Seat::BOTH {
        let left = played.clocks().left(seat, at);
        assert_eq!(left, paper.left[seat.index()], "{seat:?} {story}");
    }
    let passed = played.clocks().passed(paper.seat, at);
    assert_eq!(passed.thinking, paper.thinking, "{story}");
    assert_eq!(
        passed.thinking + passed.away + passed.weekends,
        paper.since.until(at),
        "{story}"
    );
    let deadline = played.deadline().expect("a deadline");
    assert!(at < deadline, "{story}");
    let left = |at| played.clocks().left(paper.seat, at);
    assert_eq!(left(deadline), Duration::ZERO, "{story}");
    assert!(!left(Moment(deadline.0 - 1)).is_zero(), "{story}");
    assert_eq!(played.overdue(Moment(deadline.0 - 1)), None);
    assert!(played.overdue(deadline).is_some());
    // A pause ends at its announced end.
    if let Some(pause) = played
        .pause(paper.seat, at)
        .filter(|pause| pause.from <= at)
    {
        assert_eq!(left(pause.latest), left(at), "{story}");
        let after = left(Moment(pause.latest.0 + 1));
        assert!(after < left(at), "{story}");
        assert!(pause.back.is_none_or(|back| back <= pause.latest));
    }
}

/// Plays matches for 400 days, with random events each half hour. Returns how often a clock stopped or started without
/// an event.
fn play_400_days(seed: u64) -> u32 {
    let mut rng = Rng::with_seed(seed);
    // The leap day of 2028 is among them.
    let begin = moment("2027-12-20T00:00:00Z");
    let mut now = begin;
    let mut events = Vec::new();
    let (mut played, mut paper) = new_match(&mut rng, now);
    let mut history: Vec<String> = Vec::new();
    // The announced pauses, and the end of their validity while no event happens.
    let mut told: Option<([&str; 2], Option<Moment>)> = None;
    let mut changes = 0;
    for _ in 0..400 * 48 {
        match told {
            Some((words, until)) if until > Some(now) || until.is_none() => {
                assert_eq!(words, told_words(&played, now), "{}", history.join("\n"));
            }
            _ => {
                if let Some((words, Some(until))) = told {
                    assert_eq!(until, now, "{}", history.join("\n"));
                    changes += u32::from(words != told_words(&played, now));
                }
                told = Some((told_words(&played, now), played.pauses_change_at(now)));
            }
        }
        let flagged = paper.passes(now);
        now = now.after(HALF_HOUR);
        if flagged {
            assert_eq!(played.deadline(), Some(now), "{}", history.join("\n"));
            let events = must(&mut played, &Command::Flag, now);
            assert_eq!(events[0].at, now);
            (played, paper) = new_match(&mut rng, now);
            history.clear();
            told = None;
            continue;
        }
        if rng.u8(..) > 10 {
            continue;
        }
        check(&played, &paper, now, &history);
        let by = if rng.bool() {
            Seat::First
        } else {
            Seat::Second
        };
        let person = played.person(by).expect("a person");
        let index = by.index();
        let before = Seat::BOTH.map(|seat| played.clocks().left(seat, now));
        told = None;
        let command = match rng.u8(..7) {
            0 | 1 => {
                let column = (b'a' + rng.u8(..16)) as char;
                let by = played.person(paper.seat).expect("a person");
                plays(by, &column.to_string())
            }
            2 => {
                let from = now.after(HALF_HOUR * rng.u32(..200));
                let until = from.after(HALF_HOUR * rng.u32(1..900));
                Command::TakeOff {
                    by: person,
                    off: off(from, until),
                }
            }
            3 => Command::EndTimeOff { by: person },
            4 => Command::SetZone {
                by: person,
                zone: Zone::named(ZONES[rng.usize(..ZONES.len())]).expect("a zone"),
            },
            5 => Command::GiveTime {
                by: person,
                time: HALF_HOUR * rng.u32(1..20),
            },
            _ => {
                let grace = Duration::ZERO;
                if does(&mut played, &Command::TakeBack { by: person, grace }, now).is_err() {
                    continue;
                }
                Command::AcceptTakeback {
                    by: played.person(by.other()).expect("a person"),
                }
            }
        };
        let Ok(decided) = does(&mut played, &command, now) else {
            continue;
        };
        history.push(format!("{now}: {command:?}"));
        events.extend(decided);
        match &command {
            Command::Play { .. } => paper.plays(now),
            Command::TakeOff { off, .. } => {
                paper.off[index].push(*off);
                let after = Seat::BOTH.map(|seat| played.clocks().left(seat, now));
                assert_eq!(before, after, "time off gives no time");
            }
            Command::EndTimeOff { .. } => {
                for off in &mut paper.off[index] {
                    off.until = off.until.min(now);
                }
            }
            Command::SetZone { zone, .. } => {
                paper.zones[index] = ZONES
                    .into_iter()
                    .find(|name| *name == zone.name())
                    .expect("one of them");
            }
            Command::GiveTime { time, .. } => {
                paper.left[by.other().index()] += *time;
                paper.given[by.other().index()] += *time;
            }
            _ => paper.takes_back(by, now),
        }
        if *played.status() == Status::Playing {
            check(&played, &paper, now, &history);
        } else {
            (played, paper) = new_match(&mut rng, now);
            history.clear();
        }
    }
    assert!(events.len() > 100, "something happened");
    changes
}

/// Returns the announced state of both clocks, without dates.
fn told_words(played: &Match, at: Moment) -> [&'static str; 2] {
    Seat::BOTH.map(|seat| match played.told_pause(seat, at) {
        None => "runs",
        Some(pause) if pause.from > at => "will stand",
        Some(pause) if pause.weekend => "weekend",
        Some(_) => "away",
    })
}

fn new_match(rng: &mut Rng, at: Moment) -> (Match, Paper) {
    let hours = |count| Duration::from_hours(count);
    let control = if rng.bool() {
        TimeControl::PerTurn(hours(rng.u64(24..400)))
    } else {
        TimeControl::Bank {
            bank: hours(rng.u64(24..600)),
            increment: hours(rng.u64(..48)),
        }
    };
    let days_off = DaysOff::VARIANTS[rng.usize(..3)];
    (
        begun(control, days_off, at),
        Paper::new(control, days_off, at),
    )
}

#[test]
fn clocks_are_what_a_slow_count_says_through_400_days_of_anything() {
    let changes: u32 = (0..12).map(play_400_days).sum();
    assert!(changes > 100, "{changes}");
}

#[test]
fn any_number_of_past_absences_is_counted_and_few_may_be_planned() {
    let second = |count: u64| BEGIN.after(Duration::from_secs(count));
    let mut played = begun("60d".parse().expect("a clock"), DaysOff::Allowed, BEGIN);
    let take = |from, until| Command::TakeOff {
        by: ANA,
        off: off(second(from), second(until)),
    };
    let whole = 60 * 24 * 3600;
    // Sixteen a day, fewer than the bound.
    let step = 90 * 60;
    for number in 0..100 {
        let begin = step * number;
        must(&mut played, &take(begin, 9_000_000), second(begin));
        let back = Command::EndTimeOff { by: ANA };
        must(&mut played, &back, second(begin + 1));
        assert_eq!(played.deadline(), Some(second(whole + number + 1)));
    }
    let passed = played.clocks().passed(Seat::First, second(100 * step));
    assert_eq!(passed.away, Duration::from_secs(100));
    assert_eq!(passed.thinking, Duration::from_secs(100 * step - 100));
    for number in 0..32 {
        let from = 1_000_000 + 10 * number;
        must(
            &mut played,
            &take(from, from + 5),
            second(step * (100 + number)),
        );
    }
    let last = take(2_000_000, 2_000_005);
    let refused = does(&mut played, &last, second(step * 140)).expect_err("too many");
    assert_eq!(refused, Refusal::TooMuchPlanned);
    assert_eq!(
        played.deadline(),
        Some(second(whole + 100 + 32 * 5)),
        "each that was planned counts"
    );
    // Time off that has ended makes room for another.
    must(&mut played, &last, second(1_000_006));
}

#[test]
fn player_may_change_clocks_twenty_times_a_day_and_come_back_as_often() {
    let second = |count: u64| BEGIN.after(Duration::from_secs(count));
    let mut played = begun("60d".parse().expect("a clock"), DaysOff::WeekendsToo, BEGIN);
    let away = |by, at: u64| Command::TakeOff {
        by,
        off: off(second(at), second(at + 1000)),
    };
    let zone = |name: &str| Command::SetZone {
        by: ANA,
        zone: Zone::named(name).expect("a zone"),
    };
    let gift = Command::GiveTime {
        by: ANA,
        time: Duration::from_mins(1),
    };
    let day = 24 * 3600;
    for round in 0..5 {
        let at = 10 * round;
        must(&mut played, &away(ANA, at), second(at));
        must(
            &mut played,
            &Command::EndTimeOff { by: ANA },
            second(at + 1),
        );
        must(&mut played, &zone("Europe/Vienna"), second(at + 2));
        must(&mut played, &zone("America/Lima"), second(at + 3));
        must(&mut played, &gift, second(at + 4));
    }
    let most = MOST_CLOCK_CHANGES;
    for command in [away(ANA, day), zone("Europe/Vienna"), gift.clone()] {
        let refused = does(&mut played, &command, second(day - 1)).expect_err("too many");
        assert_eq!(refused, Refusal::TooManyClockChanges { most });
    }
    // The other player is not kept from it. A day later the first change counts no more.
    must(&mut played, &away(BEN, 100), second(100));
    must(&mut played, &gift, second(day));
    let refused = does(&mut played, &gift, second(day)).expect_err("too many");
    assert_eq!(refused, Refusal::TooManyClockChanges { most });
}

#[test]
fn a_gift_moves_the_deadline_and_outlives_a_takeback() {
    let hours = |count: u64| BEGIN.after(Duration::from_hours(count));
    let mut played = begun("3d".parse().expect("a clock"), DaysOff::Allowed, BEGIN);
    let give = |by, count| Command::GiveTime {
        by,
        time: Duration::from_hours(count),
    };
    must(&mut played, &give(BEN, 24), hours(1));
    assert_eq!(played.deadline(), Some(hours(96)));
    must(&mut played, &plays(ANA, "d"), hours(2));
    // Unused time is lost, as on every turn.
    assert_eq!(
        played.clocks().left(Seat::First, hours(2)),
        Duration::from_hours(72)
    );
    must(&mut played, &give(BEN, 12), hours(3));
    let ask = takes_back(ANA, 0);
    must(&mut played, &ask, hours(4));
    must(&mut played, &Command::AcceptTakeback { by: BEN }, hours(5));
    assert_eq!(played.deadline(), Some(hours(5 + 72 + 24 + 12)));
}

#[test]
fn time_off_and_gifts_have_bounds() {
    let hours = |count: u64| BEGIN.after(Duration::from_hours(count));
    let take = |from, until| Command::TakeOff {
        by: ANA,
        off: off(hours(from), hours(until)),
    };
    let give = |count| Command::GiveTime {
        by: BEN,
        time: Duration::from_hours(count),
    };
    let begun = |days_off| begun("3d".parse().expect("a clock"), days_off, BEGIN);
    let mut away = begun(DaysOff::Allowed);
    for (from, until) in [(0, 240), (264, 720)] {
        must(&mut away, &take(from, until), hours(from));
    }
    let mut rich = begun(DaysOff::Allowed);
    for _ in 0..12 {
        must(&mut rich, &give(30 * 24), BEGIN);
    }
    let id = MatchId(1);
    for (mut played, command, at, expected) in [
        (away, take(384, 432), 384, Refusal::DaysOffSpent(id)),
        (begun(DaysOff::None), take(0, 24), 0, Refusal::NoDaysOff(id)),
        (begun(DaysOff::Allowed), give(0), 0, Refusal::Gift),
        (begun(DaysOff::Allowed), give(31 * 24), 0, Refusal::Gift),
        (rich, give(30 * 24), 0, Refusal::GiftTooLarge),
    ] {
        let refused = does(&mut played, &command, hours(at));
        assert_eq!(refused.expect_err("a refusal"), expected, "{command:?}");
    }
    let past = does(&mut begun(DaysOff::Allowed), &take(0, 41), hours(41));
    assert!(past.is_err(), "time off that is over");
}

#[test]
fn zone_is_found_by_city_country_abbreviation_and_offset() {
    for (typed, expected) in [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("Berlin", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("NYC", "America/New_York"),
        ("Kolkata", "Asia/Kolkata"),
        ("Zürich", "Europe/Zurich"),
        ("zuerich", "Europe/Zurich"),
        ("São Paulo", "America/Sao_Paulo"),
        ("sao paulo", "America/Sao_Paulo"),
        ("Mumbai", "Asia/Kolkata"),
        ("Bombay", "Asia/Kolkata"),
        ("Beijing", "Asia/Shanghai"),
        ("Köln", "Europe/Berlin"),
        ("Koeln", "Europe/Berlin"),
        ("Łódź", "Europe/Warsaw"),
        ("lodz", "Europe/Warsaw"),
        ("Kiev", "Europe/Kyiv"),
        ("st. petersburg", "Europe/Moscow"),
        ("Xi'an", "Asia/Shanghai"),
        ("San Francisco", "America/Los_Angeles"),
        ("EST", "America/New_York"),
        ("pst", "America/Los_Angeles"),
        ("CET", "Europe/Berlin"),
        ("IST", "Asia/Kolkata"),
        ("India", "Asia/Kolkata"),
        ("Germany", "Europe/Berlin"),
        ("china", "Asia/Shanghai"),
        ("Spain", "Europe/Madrid"),
        ("UK", "Europe/London"),
        ("Rio", "America/Sao_Paulo"),
        (" utc ", "UTC"),
        ("GMT", "UTC"),
        ("UTC+0", "UTC"),
        ("UTC+3", "Etc/GMT-3"),
        ("utc -5", "Etc/GMT+5"),
        ("GMT+5:30", "Asia/Kolkata"),
        ("+0545", "Asia/Kathmandu"),
        ("UTC\u{2212}3", "Etc/GMT+3"),
        ("Etc/GMT+5", "Etc/GMT+5"),
        ("US/Pacific", "US/Pacific"),
    ] {
        let zone = Zone::of_typed(typed).unwrap_or_else(|error| panic!("{typed}: {error}"));
        assert_eq!(zone.name(), expected, "{typed}");
        // What is shown can be typed again.
        assert_eq!(
            Zone::of_typed(&zone.to_string()).as_ref(),
            Ok(&zone),
            "{zone}"
        );
    }
    for typed in [
        "Atlantis",
        "UTC+25",
        "+5:7",
        "+",
        "",
        "utc+3:00:00",
        "UTC+99999999999",
    ] {
        assert!(
            matches!(Zone::of_typed(typed), Err(ZoneError::Unknown(_))),
            "{typed}"
        );
    }
    let three = Zone::of_typed("UTC+3").expect("a zone");
    assert_eq!(
        (three.to_string(), three.hour(Moment(0))),
        ("UTC+3".into(), 3)
    );
    for (typed, all) in [
        ("america", "America/New_York"),
        ("USA", "America/New_York, America/Chicago"),
    ] {
        let several = Zone::of_typed(typed).expect_err("many").to_string();
        assert!(several.contains(all), "{typed}: {several}");
    }
}

#[test]
fn zones_are_completed_from_the_beginnings_of_words() {
    assert_eq!(Zone::complete("ber", 25)[0], "Europe/Berlin");
    assert_eq!(Zone::complete("", 25).len(), 25);
    assert_eq!(Zone::complete("utc+5", 25), ["UTC+5"]);
    let york = Zone::complete("york", 25);
    assert!(york.contains(&"America/New_York".into()), "{york:?}");
    for (inside, zone) in [("erlin", "Europe/Berlin"), ("ndia", "Asia/Kolkata")] {
        let found = Zone::complete(inside, 25);
        assert!(!found.contains(&zone.into()), "{inside}: {found:?}");
    }
    // Every name of the table is a zone of the database.
    let table = include_str!("../../../assets/zones.txt");
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (zone, names) = line.split_once(": ").unwrap_or((line, ""));
        assert_eq!(Zone::named(zone).expect(zone).name(), zone);
        for name in names.split(", ").filter(|name| !name.is_empty()) {
            let found = Zone::complete(name, 25);
            assert!(found.iter().any(|found| found == zone), "{name}: {found:?}");
        }
    }
}
