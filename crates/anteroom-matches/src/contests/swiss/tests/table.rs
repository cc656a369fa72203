//! The table once more, from the words of the rules: each person's own line, and a place by counting the better ones.

use super::best::points;
use super::*;

/// A person's tie-breaks as fractions of four, in their order.
struct Line {
    points: i64,
    buchholz: i64,
    direct: Option<i64>,
    wins: i64,
    sonneborn: i64,
}

/// The games of a person: the opponent and the doubled points.
fn games(entrant: &Entrant) -> Vec<(usize, i64)> {
    let mut games = Vec::new();
    for round in &entrant.rounds {
        if let Outcome::Game { against, score, .. } = round {
            let points = match score {
                Score::Win => 2,
                Score::Draw => 1,
                Score::Loss => 0,
            };
            games.push((*against, points));
        }
    }
    games
}

fn lines(entrants: &[Entrant]) -> Vec<Line> {
    let rounds = entrants.iter().map(|one| one.rounds.len()).max().unwrap();
    let mut lines: Vec<Line> = Vec::new();
    for entrant in entrants {
        let own = points(entrant);
        let games = games(entrant);
        let mut against: Vec<i64> = games
            .iter()
            .map(|(who, _)| points(&entrants[*who]))
            .collect();
        let mut sonneborn = 0;
        for (theirs, (_, result)) in against.iter().zip(&games) {
            sonneborn += theirs * result;
        }
        for _ in games.len()..rounds {
            // An opponent with the own points, worth half of them.
            against.push(own);
            sonneborn += own;
        }
        against.sort_unstable_by_key(|points| -points);
        against.pop();
        lines.push(Line {
            points: own,
            buchholz: against.iter().sum(),
            direct: None,
            wins: games.iter().filter(|(_, points)| *points == 2).count() as i64,
            sonneborn,
        });
    }
    for who in 0..entrants.len() {
        let others: Vec<usize> = (0..entrants.len())
            .filter(|other| {
                let (a, b) = (&lines[who], &lines[*other]);
                who != *other && (a.points, a.buchholz) == (b.points, b.buchholz)
            })
            .collect();
        let met = |a: usize, b: usize| games(&entrants[a]).iter().any(|(who, _)| *who == b);
        let mut everybody = others.iter().flat_map(|a| {
            let rest = others.iter().filter(move |b| a != *b);
            rest.map(|b| (*a, *b)).chain([(who, *a)])
        });
        if !others.is_empty() && everybody.all(|(a, b)| met(a, b)) {
            let among = games(&entrants[who]).into_iter();
            let among = among.filter(|(against, _)| others.contains(against));
            lines[who].direct = Some(among.map(|(_, points)| points).sum());
        }
    }
    lines
}

fn is_before(entrants: &[Entrant], lines: &[Line], a: usize, b: usize) -> bool {
    let (one, other) = (&lines[a], &lines[b]);
    let parts = [
        (one.points, other.points),
        (one.buchholz, other.buchholz),
        (one.direct.unwrap_or(0), other.direct.unwrap_or(0)),
        (one.wins, other.wins),
        (one.sonneborn, other.sonneborn),
    ];
    for (own, theirs) in parts {
        if own != theirs {
            return own > theirs;
        }
    }
    (entrants[a].lot, a) < (entrants[b].lot, b)
}

#[test]
fn a_second_table_is_the_same() {
    let states = if at_length() { 20_000 } else { 500 };
    let (mut compared, mut direct, mut by_lot) = (0, 0, 0);
    for seed in 0..states {
        let mut rng = Rng::with_seed(seed);
        let State { entrants, .. } = any_state(&mut rng, 3..=12);
        let lines = lines(&entrants);
        let table = standings(&entrants);
        assert_eq!(table.len(), entrants.len());
        for (n, found) in table.iter().enumerate() {
            let who = found.who;
            let everybody = 0..entrants.len();
            let before = everybody.filter(|other| is_before(&entrants, &lines, *other, who));
            let place = before.count() + 1;
            assert_eq!(
                (found.place, n + 1),
                (place, place),
                "seed {seed}, person {who}"
            );
            let line = &lines[who];
            let expected = [line.points, line.buchholz, line.wins, line.sonneborn];
            let numbers = [found.points, found.buchholz, found.wins, found.sonneborn];
            assert_eq!(
                numbers.map(i64::from),
                expected,
                "seed {seed}, person {who}"
            );
            assert_eq!(found.direct.map(i64::from), line.direct);
            assert_eq!(found.lot, entrants[who].lot);
            compared += 1;
            direct += u32::from(found.direct.is_some());
        }
        by_lot += table
            .windows(2)
            .filter(|pair| {
                let key = |line: &Standing| {
                    (
                        line.points,
                        line.buchholz,
                        line.direct,
                        line.wins,
                        line.sonneborn,
                    )
                };
                key(&pair[0]) == key(&pair[1])
            })
            .count();
    }
    println!("{compared} lines, {direct} with direct encounter, {by_lot} by lot");
    assert!(direct > 10 && by_lot > 10);
}

/// Four people, three rounds, worked out by hand.
#[test]
fn a_table_by_hand() {
    let game = |against, side, score| Outcome::Game {
        against,
        side,
        score,
    };
    use Score::{Draw, Loss, Win};
    use Side::{First, Second};
    let entrants = [
        vec![game(1, First, Win), game(2, Second, Draw), Outcome::Bye],
        vec![
            game(0, Second, Loss),
            game(3, First, Win),
            game(2, First, Win),
        ],
        vec![Outcome::Late, game(0, First, Draw), game(1, Second, Loss)],
        // Left after the second round.
        vec![Outcome::Bye, game(1, Second, Loss)],
    ];
    let entrants = entrants.map(|rounds| Entrant {
        playing: true,
        rounds,
        lot: 0,
    });
    let table = standings(&entrants);
    let rows: Vec<_> = table
        .iter()
        .map(|line| {
            let (direct, lot) = (line.direct, line.lot);
            assert_eq!(lot, 0);
            (
                line.who,
                line.points,
                line.buchholz,
                direct,
                line.wins,
                line.sonneborn,
            )
        })
        .collect();
    // Points doubled: 5, 4, 2, 2. The opponents of person 0 have 4, 2 and, for the bye, 5.
    let expected = [
        (0, 5, 9, None, 1, 4 * 2 + 2 + 5),
        (1, 4, 7, None, 2, 2 * 2 + 2 * 2),
        (2, 2, 9, None, 0, 2 + 5),
        (3, 2, 6, None, 0, 2 + 2),
    ];
    assert_eq!(rows, expected);
}
