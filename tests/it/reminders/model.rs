//! The moment of a reminder, as a function of the match and of the person's settings.

use std::time::Duration;

use anteroom::features::reminders;
use anteroom::features::reminders::{NextReminder, Reminded};
use anteroom::matches::{Command, DaysOff, Match, MatchId};
use anteroom::people::{Moment, Nudge, Reminders, TimeOff, TimeSettings, Zone};

use crate::support::people::{ANA, BEN, challenge, moment, must, plays};

fn begun(time: &str, days_off: DaysOff, at: Moment) -> Match {
    let mut challenge = challenge("connect-n", time);
    challenge.days_off = Some(days_off);
    let proposal = challenge.into_proposal(|| 0).expect("a challenge");
    let mut played = Match::proposed(MatchId(1), proposal, at).expect("a match");
    must(&mut played, &Command::Accept { by: BEN }, at);
    played
}

/// Returns every reminder of the current turn.
fn all(played: &Match, time_settings: &TimeSettings) -> Vec<String> {
    let mut sent = Reminded::default();
    let mut told = Vec::new();
    let began = played.changed_at();
    while let Some(NextReminder { at, nudge }) =
        reminders::next_reminder(played, time_settings, sent, began)
    {
        assert!(sent.last.is_none_or(|last| last < at), "each comes once");
        let kind = if nudge { "nudge" } else { "call" };
        told.push(format!("{kind} {}", &at.to_string()[5..16]));
        sent = Reminded {
            board: played.board(),
            nudges: sent.nudges + u8::from(nudge),
            last: Some(at),
            muted: false,
        };
        assert!(told.len() < 50);
    }
    told
}

fn time_settings(nudge: Nudge, last_calls: &[u8], quiet: &str, zone: &str) -> TimeSettings {
    TimeSettings {
        zone: Some(Zone::named(zone).expect("a zone")),
        automatic_time_off: false,
        reminders: Reminders {
            nudge,
            last_calls: last_calls.to_vec(),
            quiet: quiet.parse().ok(),
            ..Reminders::default()
        },
    }
}

#[test]
fn reminders_come_when_they_were_chosen() {
    // A Monday.
    let monday = moment("2027-03-22T12:00:00Z");
    let days = begun("3d", DaysOff::Allowed, monday);
    let every = |hours| Nudge::Every(hours);
    for (nudge, calls, quiet, zone, expected) in [
        (
            Nudge::Late,
            &[4][..],
            "",
            "UTC",
            &["nudge 03-24T21:36", "call 03-25T08:00"][..],
        ),
        (
            Nudge::Half,
            &[24, 1],
            "",
            "UTC",
            &["nudge 03-24T00:00", "call 03-24T12:00", "call 03-25T11:00"],
        ),
        (Nudge::Off, &[], "", "UTC", &[]),
        // Five nudges, then last calls only.
        (
            every(2),
            &[4],
            "",
            "UTC",
            &[
                "nudge 03-22T14:00",
                "nudge 03-22T16:00",
                "nudge 03-22T18:00",
                "nudge 03-22T20:00",
                "nudge 03-22T22:00",
                "call 03-25T08:00",
            ],
        ),
        // A nudge shortly before a last call is left out.
        (
            Nudge::Late,
            &[24, 8, 4],
            "",
            "UTC",
            &[
                "nudge 03-24T21:36",
                "call 03-24T12:00",
                "call 03-25T04:00",
                "call 03-25T08:00",
            ],
        ),
        // Quiet hours may span midnight; reminders wait for their end.
        (
            Nudge::Late,
            &[4],
            "21-7",
            "UTC",
            &["nudge 03-25T07:00", "call 03-25T08:00"],
        ),
        (
            Nudge::Late,
            &[4],
            "22-7",
            "Europe/Berlin",
            &["nudge 03-25T06:00", "call 03-25T08:00"],
        ),
        // A reminder is sent in quiet hours if the clock runs out before they end.
        (Nudge::Off, &[4], "8-14", "UTC", &["call 03-25T08:00"]),
        (Nudge::Off, &[4], "8-11", "UTC", &["call 03-25T11:00"]),
    ] {
        let mut expected: Vec<String> = expected.iter().map(ToString::to_string).collect();
        let mut told = all(&days, &time_settings(nudge, calls, quiet, zone));
        told.sort_by_key(|line| line.split(' ').nth(1).map(str::to_owned));
        expected.sort_by_key(|line| line.split(' ').nth(1).map(str::to_owned));
        assert_eq!(told, expected, "{nudge} {calls:?} {quiet} {zone}");
    }
    // A turn of 30 minutes is over before a reminder would help.
    let fast = begun("30m", DaysOff::None, monday);
    assert_eq!(
        all(&fast, &time_settings(Nudge::Every(1), &[1], "", "UTC")),
        [""; 0]
    );
    let day = begun("1d", DaysOff::Allowed, monday);
    // A fifth of the day remains 48 minutes before the last call, so the nudge is left out.
    assert_eq!(all(&day, &TimeSettings::default()), ["call 03-23T08:00"]);
    let muted = Reminded {
        board: day.board(),
        muted: true,
        ..Reminded::default()
    };
    assert_eq!(
        reminders::next_reminder(&day, &TimeSettings::default(), muted, monday),
        None
    );
    // Muting lasts for that turn only.
    let mut moved = day.clone();
    for by in [ANA, BEN] {
        must(
            &mut moved,
            &plays(by, "d"),
            monday.after(Duration::from_hours(1)),
        );
    }
    assert!(reminders::next_reminder(&moved, &TimeSettings::default(), muted, monday).is_some());
}

#[test]
fn last_call_comes_before_a_nudge_that_waited_for_the_end_of_quiet_hours() {
    let monday = moment("2027-03-22T12:00:00Z");
    let played = begun("3d", DaysOff::Allowed, monday);
    // Half of the time is gone at midnight on Wednesday, and 30 hours remain at 6:00.
    let time_settings = time_settings(Nudge::Half, &[30], "23-7", "UTC");
    let sent = Reminded::default();
    let next = reminders::next_reminder(&played, &time_settings, sent, monday).expect("one");
    let at = moment("2027-03-24T07:00:00Z");
    assert_eq!((next.at, next.nudge), (at, true));
    let before = moment("2027-03-23T23:59:59Z");
    assert_eq!(
        reminders::due_reminder(&played, &time_settings, sent, before),
        None
    );
    let early = moment("2027-03-24T05:59:59Z");
    let nudge = reminders::due_reminder(&played, &time_settings, sent, early).expect("one");
    assert!(nudge.nudge);
    let call = reminders::due_reminder(&played, &time_settings, sent, at).expect("one");
    assert!(!call.nudge);
    // After both, no reminder is left.
    let sent = Reminded {
        board: played.board(),
        last: Some(at),
        ..sent
    };
    let later = moment("2027-03-25T11:59:59Z");
    assert_eq!(
        reminders::due_reminder(&played, &time_settings, sent, later),
        None
    );
    assert_eq!(
        reminders::next_reminder(&played, &time_settings, sent, at),
        None
    );
}

#[test]
fn quiet_hours_keep_to_the_clock_of_the_person_when_summer_time_begins() {
    // In Berlin on Sunday, 28 March 2027, the clocks go forward from 2:00 to 3:00.
    let friday = moment("2027-03-26T04:00:00Z");
    let played = begun("3d", DaysOff::Allowed, friday);
    let berlin = time_settings(Nudge::Off, &[24, 8], "22-7", "Europe/Berlin");
    // In Berlin 24 hours before the end it is 6:00. The quiet hours end at 7:00, which is 5:00 UTC.
    assert_eq!(
        all(&played, &berlin),
        ["call 03-28T05:00", "call 03-28T20:00"]
    );
    let quiet = time_settings(Nudge::Off, &[24, 8], "21-7", "Europe/Berlin");
    // The last call of 22:00 waits for the end of the quiet hours, but the clock runs out before, at 6:00.
    assert_eq!(
        all(&played, &quiet),
        ["call 03-28T05:00", "call 03-28T20:00"]
    );
}

#[test]
fn nothing_comes_while_a_clock_stands() {
    let friday = moment("2027-03-26T12:00:00Z");
    let mut played = begun("3d", DaysOff::WeekendsToo, friday);
    let told = all(&played, &time_settings(Nudge::Every(12), &[], "", "UTC"));
    // Saturday and Sunday do not count.
    assert_eq!(
        told,
        [
            "nudge 03-29T00:00",
            "nudge 03-29T12:00",
            "nudge 03-30T00:00",
            "nudge 03-30T12:00",
            "nudge 03-31T00:00",
        ]
    );
    // The nudge comes after half of the thinking time; days off do not count.
    assert_eq!(
        all(&played, &time_settings(Nudge::Half, &[], "", "UTC")),
        ["nudge 03-30T00:00"]
    );
    let off = TimeOff {
        from: friday,
        until: moment("2027-03-31T12:00:00Z"),
        back: None,
        automatic: false,
    };
    must(&mut played, &Command::TakeOff { by: ANA, off }, friday);
    assert_eq!(
        all(&played, &time_settings(Nudge::Half, &[4], "", "UTC")),
        ["nudge 04-02T00:00", "call 04-05T08:00"]
    );
}
