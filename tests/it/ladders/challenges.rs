//! Who may challenge whom, and what becomes of the places.

use std::time::Duration;

use anteroom::board::Seat;
use anteroom::features::ladders::model::{
    ChallengeRefusal, Command, Departure, Event, Outcome, Refusal, Rise, Side, Why,
};
use anteroom::games::Verdict;
use anteroom::matches::UserId;

use super::table::{BEGIN, Table, challenge, days};

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
    let lately = Err(Refusal::Challenge(ChallengeRefusal::Lately { until }));
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
        assert!(
            top.iter()
                .all(|one| one.may == Err(ChallengeRefusal::Below))
        );
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
    assert_eq!(why(6, 5, 0, false), Err(ChallengeRefusal::TooManyOwn));
    assert_eq!(why(2, 1, 0, false), Err(ChallengeRefusal::TooManyAgainst));
    assert_eq!(why(5, 1, 0, false), Err(ChallengeRefusal::TooManyAgainst));
    assert_eq!(why(4, 1, 0, false), Err(ChallengeRefusal::Playing));
    assert_eq!(why(5, 4, 3, false), Ok(()));
    let back = BEGIN.after(days(4));
    assert_eq!(why(5, 4, 4, false), Err(ChallengeRefusal::Away { back }));
    assert_eq!(why(5, 4, 0, true), Err(ChallengeRefusal::Blocked));
    assert_eq!(why(7, 4, 0, false), Err(ChallengeRefusal::NotOnLadder));
    assert_eq!(why(5, 7, 0, false), Err(ChallengeRefusal::TheyAreNot));
    assert_eq!(why(5, 5, 0, false), Err(ChallengeRefusal::Yourself));
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
