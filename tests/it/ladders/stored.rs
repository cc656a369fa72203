//! Events as they are stored and read.

use anteroom::features::ladders::model::{Departure, Event, Ladder, Outcome, Rise, Side};
use anteroom::matches::{MatchId, UserId};

use super::table::{BEGIN, ORGANISER, Table, days, rules};

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
            r#"{"created":{"by":"@900","rules":{"name":"Monday Ladder","game":"connect-n","options":{"n":"4"},"clock":"3d","reach":5,"idle_days":30,"rated":true}}}"#,
        ),
        (
            Event::Joined { user, place: 4 },
            r#"{"joined":{"user":"@7","place":4}}"#,
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
            r#"{"left":{"user":"@7","place":4,"why":{"removed":{"by":"@900","reason":"Why"}}}}"#,
        ),
        (
            Event::Left {
                user: UserId::deleted(1),
                place: 4,
                why: Departure::DataDeleted,
            },
            r#"{"left":{"user":"@9223372036854775809","place":4,"why":"data-deleted"}}"#,
        ),
        (
            Event::Expired { game, rise },
            r#"{"expired":{"game":3,"rise":{"user":"@7","from":5,"to":2}}}"#,
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
            r#"{"time-off-counted":{"user":"@7","time":86400000}}"#,
        ),
        (
            Event::IdleWarned {
                user,
                down_at: BEGIN,
                out_at: BEGIN,
            },
            r#"{"idle-warned":{"user":"@7","down_at":1800000000000,"out_at":1800000000000}}"#,
        ),
    ] {
        assert_eq!(serde_json::to_string(&event).expect("JSON"), json);
        assert_eq!(
            serde_json::from_str::<Event>(json).expect("an event"),
            event
        );
    }
}
