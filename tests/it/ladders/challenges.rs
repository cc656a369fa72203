//! Who may challenge whom, and what becomes of the places.

use std::time::Duration;

use anteroom::board::Seat;
use anteroom::features::ladders::model::{
    Command, Departure, Event, Outcome, Refusal, Rise, Side, WEEK, Why, WhyNot,
};
use anteroom::games::Verdict;
use anteroom::matches::UserId;

use super::table::{BEGIN, Table, challenge, days};

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
    table.withdraw(game, 3);
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
