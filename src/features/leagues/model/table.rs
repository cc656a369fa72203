//! The table of a division.

use std::cmp::Reverse;
use std::time::Duration;

use crate::contests::Score;

/// Whether a person of a division is still in. People who are out stand below everybody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    In,
    /// Out; the games they did not finish are forfeits.
    Forfeited,
    /// Out; all their games count for nothing.
    Annulled,
}

/// A person of a division. Their seat is their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entrant {
    pub standing: Standing,
    /// The lot drawn at the start. The lower one is ahead.
    pub lot: u32,
}

/// A game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The seats of the person with the first move and of the other one.
    pub seats: [usize; 2],
    pub score: Score,
    pub thinking: [Duration; 2],
}

/// A line of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    pub seat: usize,
    /// Twice the points: a win is 2, a draw 1.
    pub points: u32,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// Twice the points from the games between all who have the same points.
    pub direct: u32,
    /// Four times the Sonneborn–Berger score: the points of beaten opponents, and half of those of opponents who drew.
    pub sonneborn_berger: u32,
    pub thinking: Duration,
}

impl Row {
    /// Returns the number of games that count.
    pub const fn played(&self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

/// Returns the lines of all people, in the order of their places.
///
/// Places follow points; then the games between all people who have the same points, forfeits included; then wins;
/// Sonneborn–Berger; less thinking time; the lot. If more than two people have the same points, the games between all of them
/// are added up, once: who is still equal after that goes on to wins. Games not played yet add nothing. People who are out
/// come last, and games of people whose games count for nothing are left out, whatever their score.
pub fn table(entrants: &[Entrant], games: &[Finished]) -> Vec<Row> {
    let standing = |seat: usize| entrants.get(seat).map(|entrant| entrant.standing);
    let counted: Vec<&Finished> = games
        .iter()
        .filter(|game| counts(entrants, game.seats) && game.score != Score::Void)
        .collect();
    let mut rows: Vec<Row> = (0..entrants.len())
        .map(|seat| Row {
            seat,
            ..Row::default()
        })
        .collect();
    for row in &mut rows {
        for (own, _, _, thinking) in counted.iter().filter_map(|game| side(game, row.seat)) {
            row.points += own;
            match own {
                2 => row.wins += 1,
                1 => row.draws += 1,
                _ => row.losses += 1,
            }
            row.thinking += thinking;
        }
    }
    let points: Vec<u32> = rows.iter().map(|row| row.points).collect();
    let points = |seat: usize| points.get(seat).copied().unwrap_or(0);
    for row in &mut rows {
        for (own, _, other, _) in counted.iter().filter_map(|game| side(game, row.seat)) {
            row.sonneborn_berger += own * points(other);
            if points(other) == row.points && standing(other) == standing(row.seat) {
                row.direct += own;
            }
        }
    }
    rows.sort_by_key(|row| {
        let entrant = entrants.get(row.seat);
        (
            entrant.map(|entrant| entrant.standing),
            Reverse((row.points, row.direct, row.wins, row.sonneborn_berger)),
            row.thinking,
            entrant.map(|entrant| entrant.lot),
        )
    });
    rows
}

/// Whether a game between two seats counts: if neither person's games count for nothing.
pub fn counts(entrants: &[Entrant], seats: [usize; 2]) -> bool {
    seats.iter().all(|seat| {
        entrants
            .get(*seat)
            .is_some_and(|entrant| entrant.standing != Standing::Annulled)
    })
}

/// Returns a person's doubled points, those of the opponent, the opponent's seat and the person's thinking time.
fn side(game: &Finished, seat: usize) -> Option<(u32, u32, usize, Duration)> {
    let (first, second) = game.score.points();
    let [one, other] = game.seats;
    let [thinking, later] = game.thinking;
    if seat == one {
        Some((first, second, other, thinking))
    } else if seat == other {
        Some((second, first, one, later))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entrants(count: u32) -> Vec<Entrant> {
        (0..count)
            .map(|lot| Entrant {
                standing: Standing::In,
                lot,
            })
            .collect()
    }

    fn game(first: usize, second: usize, score: Score) -> Finished {
        Finished {
            seats: [first, second],
            score,
            thinking: [Duration::ZERO; 2],
        }
    }

    fn order(entrants: &[Entrant], games: &[Finished]) -> Vec<usize> {
        table(entrants, games).iter().map(|row| row.seat).collect()
    }

    #[test]
    fn the_game_between_two_tied_people_decides() {
        let games = [
            game(0, 1, Score::Second),
            game(0, 2, Score::First),
            game(1, 2, Score::Second),
            game(0, 3, Score::First),
            game(1, 3, Score::First),
            game(2, 3, Score::Second),
        ];
        // 0 and 1 have two points, 1 has beaten 0; 2 and 3 have one, 3 has beaten 2.
        assert_eq!(order(&entrants(4), &games), [1, 0, 3, 2]);
    }

    #[test]
    fn games_between_three_tied_people_are_added_up_once() {
        // 0, 1 and 2 have three points each; between them 0 has three, 1 two, 2 one.
        let games = [
            game(0, 1, Score::Draw),
            game(1, 2, Score::Draw),
            game(0, 2, Score::First),
            game(1, 3, Score::Draw),
            game(2, 3, Score::First),
        ];
        let rows = table(&entrants(4), &games);
        let seen: Vec<_> = rows
            .iter()
            .map(|row| (row.seat, row.points, row.direct))
            .collect();
        assert_eq!(seen, [(0, 3, 3), (1, 3, 2), (2, 3, 1), (3, 1, 0)]);
    }

    #[test]
    fn wins_then_opponents_then_time_then_lots_decide() {
        // Nobody of the tied has met: 0 has a win and a loss, 1 two draws.
        let games = [
            game(1, 2, Score::Draw),
            game(1, 3, Score::Draw),
            game(0, 2, Score::First),
            game(0, 3, Score::Second),
        ];
        let rows = table(&entrants(4), &games);
        let places: Vec<_> = rows.iter().map(|row| row.seat).collect();
        assert_eq!(places, [3, 0, 1, 2]);
        assert_eq!(rows.get(1).map(|row| row.sonneborn_berger), Some(2));
        // Without games, lots decide.
        let mut lots = entrants(3);
        lots.reverse();
        assert_eq!(order(&lots, &[]), [2, 1, 0]);
        // Less thinking time comes before lots.
        let slow = Finished {
            thinking: [Duration::from_secs(2), Duration::from_secs(1)],
            ..game(0, 1, Score::Draw)
        };
        assert_eq!(order(&entrants(2), &[slow]), [1, 0]);
    }

    #[test]
    fn people_who_are_out_come_last() {
        let mut all = entrants(4);
        all[0].standing = Standing::Annulled;
        all[1].standing = Standing::Forfeited;
        let games = [
            game(0, 3, Score::First),
            game(1, 2, Score::First),
            game(1, 3, Score::First),
            game(2, 3, Score::Second),
        ];
        let rows = table(&all, &games);
        let seen: Vec<_> = rows.iter().map(|row| (row.seat, row.points)).collect();
        assert_eq!(seen, [(3, 2), (2, 0), (1, 4), (0, 0)]);
        assert_eq!(rows.first().map(Row::played), Some(2));
    }
}
