//! How a team decides, against a second count that is written from the rules alone.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anteroom::board::Seat;
use anteroom::features::teams::model::{Answers, Vote, carried, closes_early, count, ends_at};
use anteroom::matches::{Team, TeamName, UserId, Voting};
use anteroom::people::Moment;
use fastrand::Rng;

use crate::support::people::BEGIN;

const MINUTE: i64 = 60_000;

/// A vote that lasts a third of a clock, which began at [`BEGIN`].
fn voting(rng: &mut Rng) -> Voting {
    let closes = BEGIN.after(Duration::from_mins(rng.u64(20..600)));
    let flag = closes.after(Duration::from_mins(rng.u64(2..90)));
    Voting {
        seat: Seat::First,
        team: Team {
            name: TeamName::of("Club").expect("a name"),
            role: None,
        },
        board: 7,
        turns: rng.usize(0..6),
        opened: BEGIN,
        closes,
        flag,
    }
}

/// Ballots on few turns, some of which lead to one position.
fn ballots(rng: &mut Rng, voting: &Voting) -> Vec<Vote> {
    let people = rng.u64(0..9);
    let late = rng.bool();
    let (from, until) = match late {
        true => (voting.closes.0, voting.flag.0),
        false => (voting.opened.0, voting.closes.0),
    };
    let ballot = |number: u64, rng: &mut Rng| {
        let turn = rng.choice([("a", "x"), ("a'", "x"), ("b", "y"), ("c", "z")]);
        let (text, result) = turn.expect("a turn");
        Vote {
            user: UserId(number),
            turn: (rng.u8(0..5) > 0).then(|| (text.to_owned(), result.to_owned())),
            at: Moment(rng.i64(from..until)),
            draw: rng.bool(),
            waits: rng.u8(0..12) == 0,
        }
    };
    (0..people).map(|number| ballot(number, rng)).collect()
}

/// The positions with their votes and the age of their newest one, the winner first.
fn ranked(votes: &[Vote]) -> Vec<(String, usize, Moment)> {
    let mut all: BTreeMap<&str, Vec<Moment>> = BTreeMap::new();
    for vote in votes {
        if let Some((_, result)) = &vote.turn {
            all.entry(result).or_default().push(vote.at);
        }
    }
    let all = all.into_iter();
    let mut all: Vec<_> = all
        .map(|(result, at)| {
            let newest = at.iter().max().copied().expect("a vote");
            (result.to_owned(), at.len(), newest)
        })
        .collect();
    all.sort_by_key(|(_, votes, newest)| (std::cmp::Reverse(*votes), *newest));
    all
}

#[test]
fn votes_are_counted_as_the_rules_say() {
    let mut rng = Rng::with_seed(4711);
    for round in 0..20_000 {
        let voting = voting(&mut rng);
        let mut votes = ballots(&mut rng, &voting);
        let counted = count(&votes);
        let found = counted.proposals.iter();
        let found: Vec<_> = found
            .map(|one| (one.result.clone(), one.votes, one.newest))
            .collect();
        assert_eq!(found, ranked(&votes), "{round}: {votes:#?}");
        let voted = votes.iter().filter(|vote| vote.turn.is_some()).count();
        let wanted = votes
            .iter()
            .filter(|vote| vote.turn.is_some() && vote.draw)
            .count();
        assert_eq!(counted.voters(), voted);
        assert_eq!(counted.wants_draw(), 2 * wanted > voted);
        let ballot = counted.ballot();
        assert_eq!(ballot.voters() as usize, voted);
        // Each proposal is written as somebody voted for it.
        for one in &counted.proposals {
            let turn = Some((one.text.clone(), one.result.clone()));
            assert!(votes.iter().any(|vote| vote.turn == turn), "{one:?}");
        }
        rng.shuffle(&mut votes);
        assert_eq!(count(&votes), counted, "the order of people counts not");
    }
}

#[test]
fn votes_end_as_the_rules_say() {
    let mut rng = Rng::with_seed(4712);
    let (mut early, mut late, mut cut) = (0, 0, 0);
    for round in 0..40_000 {
        let voting = voting(&mut rng);
        let votes = ballots(&mut rng, &voting);
        let regulars: Vec<_> = (0..rng.u64(0..4)).map(UserId).collect();
        let now = Moment(rng.i64(voting.opened.0..voting.flag.0));
        let voted: BTreeSet<_> = votes
            .iter()
            .filter(|vote| vote.turn.is_some())
            .map(|vote| vote.user)
            .collect();
        let all = ranked(&votes);
        let leads = match all.as_slice() {
            [] => false,
            [_] => true,
            [first, second, ..] => first.1 > second.1,
        };
        let may = voting.turns >= 3
            && leads
            && !regulars.is_empty()
            && regulars.iter().all(|user| voted.contains(user))
            && !votes.iter().any(|vote| vote.waits);
        assert_eq!(closes_early(&voting, &votes, &regulars), may, "{round}");
        let ends = ends_at(&voting, &votes, &regulars, now).map(|ends| ends.0);
        let first = votes.iter().filter(|vote| vote.turn.is_some());
        let Some(first) = first.map(|vote| vote.at.0).min() else {
            // Nobody: it ends as usual, and from then on it waits for somebody.
            let expected = (now < voting.closes).then_some(voting.closes.0);
            assert_eq!(ends, expected, "{round}");
            continue;
        };
        let usual = match first < voting.closes.0 {
            true => voting.closes.0,
            false => {
                late += 1;
                let latest = voting.flag.0 - 2 * MINUTE;
                cut += i32::from(first + 30 * MINUTE > latest && first < latest);
                (first + 30 * MINUTE).min(latest).max(first)
            }
        };
        let half = voting.opened.0 + (voting.closes.0 - voting.opened.0) / 2;
        let expected = match may && first < voting.closes.0 {
            true => {
                early += 1;
                usual.min(half.max(now.0))
            }
            false => usual,
        };
        assert_eq!(ends, Some(expected), "{round}: {voting:?} {votes:#?}");
    }
    assert!(
        early > 500 && late > 5_000 && cut > 500,
        "{early} {late} {cut}"
    );
}

#[test]
fn team_resigns_as_the_rules_say() {
    for members in 0..40_usize {
        for most in 0..=members {
            for yes in 0..=members {
                for no in 0..=members - yes {
                    let two_thirds = 3 * yes >= 2 * (yes + no) && yes > 0;
                    let enough = match members {
                        0..=5 => yes + 1 >= members,
                        _ => yes >= 3 && 2 * yes >= most,
                    };
                    let found = carried(Answers { yes, no }, members, most);
                    assert_eq!(found, two_thirds && enough, "{members} {most} {yes} {no}");
                }
            }
        }
    }
    // Two of five decide nothing alone at night.
    for most in 0..=5 {
        assert!(!carried(Answers { yes: 2, no: 0 }, 5, most));
    }
}
