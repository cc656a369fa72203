//! What organisers do.

use anteroom::features::ladders::model::{Command, Outcome, Refusal, Side, Why};
use anteroom::matches::UserId;

use super::table::{BEGIN, ORGANISER, Table, days};

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
