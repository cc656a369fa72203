//! Reminders, as players read them.

use std::time::Duration;

use anteroom::db::Listed;
use anteroom::discord::ui::MOST_CONTENT;
use anteroom::features::lists::store::Untold;
use anteroom::features::reminders;
use anteroom::features::reminders::{Reminder, ReminderKind, RemindersView, Round, next_round};
use anteroom::kernel::View;
use anteroom::matches::{ChannelId, Command, MatchId, UserId};
use anteroom::people::{Moment, Nudge, TimeOff, TimeSettings, Zone};

use crate::support::messages::{ANA, BO, Game, START, check, listed, view_of, waiting};

#[test]
fn opponent_gone() {
    let gone = reminders::messages::gone(&waiting(12, 50), Some("A*a"), START);
    check("opponent_gone_before_a_move", &gone);
    let gone = reminders::messages::gone(&begun(), Some("A*a"), START);
    check("opponent_gone", &gone);
}

#[test]
fn clock_of_somebody_away_is_stopped() {
    let mut game = Game::begun("connect-n");
    let off = TimeOff {
        from: game.now,
        until: game.now.after(Duration::from_hours(5 * 24)),
        back: None,
        automatic: false,
    };
    game.does(Command::TakeOff { by: ANA, off });
    let at = game.now.after(Duration::from_hours(1));
    let digest = Reminder {
        user: ANA,
        kind: ReminderKind::Digest,
        matches: vec![view_of(game.played)],
        followed: Vec::new(),
        ended: Vec::new(),
        fell_back: false,
        at,
    };
    check(
        "reminder_digest_of_somebody_away",
        &reminders::messages::reminder(&digest, None),
    );
}

#[test]
fn post_for_fifty_people_fits() {
    let people = |count: u64| {
        let ids = (0..count).map(|number| UserId(1_234_567_890_123_456_000 + number));
        ids.zip(1..).collect()
    };
    let round = |count| Round {
        people: people(count),
        deadline: Some(START.after(Duration::from_hours(30))),
    };
    let three = reminders::messages::round(&round(3));
    check("round_of_three", &three);
    let fifty = reminders::messages::round(&round(50));
    assert!(fifty.content.chars().count() <= MOST_CONTENT, "{fifty:#?}");
    assert_eq!(fifty.pings.len(), 50);
}

#[test]
fn round_is_once_an_hour_and_in_time() {
    let hours = Duration::from_hours;
    let channel = ChannelId(60 * 1000 + 20);
    let at = |minutes: u64| Moment(0).after(Duration::from_mins(minutes));
    assert_eq!(next_round(channel, at(5), None), at(20));
    assert_eq!(next_round(channel, at(20), None), at(20));
    assert_eq!(next_round(channel, at(21), None), at(80));
    let soon = Some(at(21).after(hours(1)));
    assert_eq!(next_round(channel, at(21), soon), at(21));
    let later = Some(at(50).after(hours(1)));
    assert_eq!(next_round(channel, at(21), later), at(50));
    assert_eq!(next_round(channel, at(21), Some(at(30))), at(21));
}

/// A match in which both have moved.
fn begun() -> View {
    let mut game = Game::begun("connect-n");
    game.plays("d a");
    view_of(game.played)
}

#[test]
fn reminders() {
    let reminder = |kind, matches| Reminder {
        user: ANA,
        kind,
        matches,
        followed: Vec::new(),
        ended: Vec::new(),
        fell_back: false,
        at: START,
    };
    let here = Some(ChannelId(50));
    let one = || vec![waiting(12, 50)];
    check(
        "reminder_nudge",
        &reminders::messages::reminder(&reminder(ReminderKind::Nudge, one()), here),
    );
    check(
        "reminder_last_call",
        &reminders::messages::reminder(&reminder(ReminderKind::LastCall, one()), here),
    );
    let several = || {
        vec![
            waiting(12, 50),
            waiting(13, 50),
            waiting(14, 60),
            waiting(15, 60),
        ]
    };
    // Matches of other channels are private, so the reminder omits them.
    let fallen = Reminder {
        fell_back: true,
        ..reminder(ReminderKind::Nudge, several())
    };
    check(
        "reminder_of_several",
        &reminders::messages::reminder(&fallen, here),
    );
    check(
        "reminder_digest_in_private",
        &reminders::messages::reminder(&reminder(ReminderKind::Digest, several()), None),
    );
    check(
        "reminder_digest_of_one",
        &reminders::messages::reminder(&reminder(ReminderKind::Digest, one()), here),
    );
    let followed = Reminder {
        followed: vec![
            listed(20),
            Listed {
                game: String::from("anchor"),
                to_move: None,
                turns: 61,
                ..listed(21)
            },
        ],
        ended: vec![
            Untold {
                id: MatchId(22),
                game: String::from("anache"),
                channel: ChannelId(50),
                other: Some(BO),
            },
            Untold {
                id: MatchId(23),
                game: String::from("anchor"),
                channel: ChannelId(50),
                other: None,
            },
        ],
        ..reminder(ReminderKind::Digest, Vec::new())
    };
    check(
        "reminder_digest_of_what_is_followed",
        &reminders::messages::reminder(&followed, None),
    );
    check(
        "reminders_unanswered",
        &reminders::messages::unanswered(&begun(), START),
    );
    check(
        "reminders_unanswered_before_a_move",
        &reminders::messages::unanswered(&waiting(12, 50), START),
    );
    check(
        "reminders_muted",
        &reminders::messages::muted(1, Some(MatchId(12))),
    );
    check("reminders_muted_all", &reminders::messages::muted(3, None));
    let many: Vec<View> = (1..=40).map(|id| waiting(id, 50)).collect();
    check(
        "reminder_of_many",
        &reminders::messages::reminder(&reminder(ReminderKind::Nudge, many), here),
    );
    let page = |time_settings: TimeSettings, waiting: Vec<(MatchId, Option<Moment>)>| {
        reminders::messages::reminders(
            &RemindersView {
                private_messages: true,
                digest: time_settings.next_digest(START),
                time_settings,
                waiting,
            },
            true,
        )
    };
    check("reminders_page", &page(TimeSettings::default(), Vec::new()));
    let mut busy = TimeSettings {
        zone: Some(Zone::named("Europe/Berlin").expect("a zone")),
        ..TimeSettings::default()
    };
    busy.reminders.nudge = Nudge::Every(6);
    busy.reminders.digest = vec![8, 20];
    busy.reminders.quiet = "22-7".parse().ok();
    busy.reminders.private = true;
    let waiting = vec![(MatchId(12), Some(START)), (MatchId(13), None)];
    check("reminders_page_of_somebody_busy", &page(busy, waiting));
}
