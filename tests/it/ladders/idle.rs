//! People without a match.

use anteroom::features::ladders::model::{Command, Outcome};
use anteroom::matches::UserId;
use anteroom::people::TimeOff;

use super::table::{BEGIN, Table, days};

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
fn own_challenge_stops_the_idle_clock_and_one_against_the_person_does_not() {
    for (user, warned) in [(3, 25), (2, 23)] {
        let mut table = Table::of(3);
        table.on_day(10);
        let game = table.challenge(3, 2);
        table.on_day(12);
        table.withdraw(game, 3);
        let happened = table.due_until(26, user, &[]);
        assert_eq!(happened, [(warned, "idle-warned")], "{user}");
    }
}

#[test]
fn idle_clock_stands_while_everybody_above_has_three_matches() {
    let mut table = Table::of(5);
    let games: Vec<_> = (3..=5).map(|by| table.begin(by, 1)).collect();
    assert_eq!(table.ladder.next_due(), None);
    table.on_day(10).end(games[0], Outcome::Draw);
    assert_eq!(table.due_until(34, 2, &[]), [(33, "idle-warned")]);
}
