use std::cmp::Reverse;

use super::{Entrant, Outcome, Score};

/// A line of the table, with all tie-breaks in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place, from 1. No two people share one.
    pub place: usize,
    /// The person.
    pub who: usize,
    /// The points, doubled.
    pub points: u32,
    /// The points of all opponents without the worst one, doubled (Buchholz, cut 1).
    pub buchholz: u32,
    /// The points, doubled, in the games among those equal in all before, if each of them played each.
    pub direct: Option<u32>,
    /// The number of games won; a bye or a forfeit does not count.
    pub wins: u32,
    /// The points of each opponent times the result against them, quadrupled (Sonneborn–Berger).
    pub sonneborn: u32,
    /// The lot.
    pub lot: u64,
}

/// Returns the table of a tournament, the best first, with all its people.
///
/// It goes by the points and then by the tie-breaks in the order of [`Standing`]. If even the lots are equal, the better
/// seed is before.
///
/// For Buchholz and Sonneborn–Berger, an unplayed round (a bye, a forfeit, not being there) is a draw against oneself: a
/// round against an opponent with the person's own final points. It can be the worst opponent. Everybody has as many
/// rounds as the one with the most has.
///
/// Direct encounter looks once at all who are equal in points and Buchholz. It is skipped, `None`, if two of them have
/// not played, and if there is only one.
pub fn standings(entrants: &[Entrant]) -> Vec<Standing> {
    let rounds = entrants
        .iter()
        .map(|one| one.rounds.len())
        .max()
        .unwrap_or(0);
    let points: Vec<u32> = entrants.iter().map(Entrant::points).collect();
    let mut table: Vec<Standing> = entrants
        .iter()
        .enumerate()
        .map(|(who, one)| line(who, one, &points, rounds))
        .collect();
    let early = |line: &Standing| Reverse((line.points, line.buchholz));
    table.sort_by_key(early);
    for equal in table.chunk_by_mut(|a, b| early(a) == early(b)) {
        let group: Vec<usize> = equal.iter().map(|line| line.who).collect();
        for line in equal {
            line.direct = direct(entrants, &group, line.who);
        }
    }
    // A group has direct encounters for all or for none, so that skipped ones are equal.
    table.sort_by(|a, b| {
        let late = |line: &Standing| Reverse((line.direct, line.wins, line.sonneborn));
        let order = early(a).cmp(&early(b)).then(late(a).cmp(&late(b)));
        order.then((a.lot, a.who).cmp(&(b.lot, b.who)))
    });
    for (place, line) in (1..).zip(&mut table) {
        line.place = place;
    }
    table
}

fn line(who: usize, one: &Entrant, points: &[u32], rounds: usize) -> Standing {
    let own = one.points();
    let unplayed = rounds - one.rounds.len();
    let outcomes = one.rounds.iter().copied();
    // Each round as the points of the opponent and the result against them.
    let opponents: Vec<(u32, u32)> = outcomes
        .chain(std::iter::repeat_n(Outcome::Absent, unplayed))
        .map(|outcome| match outcome {
            Outcome::Game { against, .. } => {
                let theirs = points.get(against).copied().unwrap_or(own);
                (theirs, outcome.points())
            }
            Outcome::Forfeit { .. } | Outcome::Bye | Outcome::Late | Outcome::Absent => (own, 1),
        })
        .collect();
    let all: u32 = opponents.iter().map(|(theirs, _)| theirs).sum();
    let worst = opponents.iter().map(|(theirs, _)| *theirs).min();
    let won = |outcome: &&Outcome| {
        matches!(
            outcome,
            Outcome::Game {
                score: Score::Win,
                ..
            }
        )
    };
    Standing {
        place: 0,
        who,
        points: own,
        buchholz: all - worst.unwrap_or(0),
        direct: None,
        wins: one.rounds.iter().filter(won).map(|_| 1).sum(),
        sonneborn: opponents
            .iter()
            .map(|(theirs, result)| theirs * result)
            .sum(),
        lot: one.lot,
    }
}

/// Returns the points of one of a group in the games among them, if each played each.
fn direct(entrants: &[Entrant], group: &[usize], who: usize) -> Option<u32> {
    let games = |who: usize, other: usize| {
        let rounds = entrants.get(who).into_iter().flat_map(|one| &one.rounds);
        let played = move |outcome: &&Outcome| matches!(outcome, Outcome::Game { against, .. } if *against == other);
        rounds.filter(played).map(|outcome| outcome.points())
    };
    let all_met = group.iter().all(|&a| {
        let mut others = group.iter().filter(|&&b| b != a);
        others.all(|&b| games(a, b).next().is_some())
    });
    let points = group.iter().flat_map(|&other| games(who, other)).sum();
    (all_met && group.len() > 1).then_some(points)
}
