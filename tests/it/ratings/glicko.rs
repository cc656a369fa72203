//! Ratings: compared with a second implementation, and their invariants.

use std::time::Duration;

use anteroom::board::Seat;
use anteroom::games::Verdict;
use anteroom::ratings::{ACTIVE, Ranked, Rating, Score, rate, table};
use fastrand::Rng;

/// A second Glicko-2 with the steps and letters of "Example of the Glicko-2 system" (Glickman, 2022).
fn by_the_paper(player: Rating, results: &[(Rating, Score)], periods: f64, tau: f64) -> Rating {
    use std::f64::consts::PI;
    const K: f64 = 173.7178;
    // Step 2.
    let (mu, phi, sigma) = (
        (player.points - 1500.0) / K,
        player.deviation / K,
        player.volatility,
    );
    let games: Vec<_> = results
        .iter()
        .map(|(other, score)| {
            let (mu_j, phi_j) = ((other.points - 1500.0) / K, other.deviation / K);
            let g = 1.0 / (1.0 + 3.0 * phi_j * phi_j / (PI * PI)).sqrt();
            let e = 1.0 / (1.0 + (-g * (mu - mu_j)).exp());
            let s = match score {
                Score::Win => 1.0,
                Score::Draw => 0.5,
                Score::Loss => 0.0,
            };
            (g, e, s)
        })
        .collect();
    // Steps 3 and 4.
    let v = 1.0
        / games
            .iter()
            .map(|(g, e, _)| g * g * e * (1.0 - e))
            .sum::<f64>();
    let sum = games.iter().map(|(g, e, s)| g * (s - e)).sum::<f64>();
    let delta = v * sum;
    // Step 5.
    let a = (sigma * sigma).ln();
    let f = |x: f64| {
        let ex = x.exp();
        let square = phi * phi + v + ex;
        ex * (delta * delta - square) / (2.0 * square * square) - (x - a) / (tau * tau)
    };
    let mut low = a;
    let mut high = if delta * delta > phi * phi + v {
        (delta * delta - phi * phi - v).ln()
    } else {
        let mut k = 1.0;
        while f(a - k * tau) < 0.0 {
            k += 1.0;
        }
        a - k * tau
    };
    let (mut at_low, mut at_high) = (f(low), f(high));
    while (high - low).abs() > 0.000_001 {
        let middle = low + (low - high) * at_low / (at_high - at_low);
        let at_middle = f(middle);
        if at_middle * at_high <= 0.0 {
            (low, at_low) = (high, at_high);
        } else {
            at_low /= 2.0;
        }
        (high, at_high) = (middle, at_middle);
    }
    let sigma = (low / 2.0).exp();
    // Steps 6 to 8; the number of periods may be a fraction.
    let grown = phi * phi + periods * sigma * sigma;
    let phi = 1.0 / (1.0 / grown + 1.0 / v).sqrt();
    Rating {
        points: (mu + phi * phi * sum) * K + 1500.0,
        deviation: phi * K,
        volatility: sigma,
    }
}

fn any(random: &mut Rng) -> Rating {
    Rating {
        points: 800.0 + 1600.0 * random.f64(),
        deviation: 45.0 + 455.0 * random.f64(),
        volatility: 0.04 + 0.08 * random.f64(),
    }
}

#[test]
fn two_implementations_agree() {
    let mut random = Rng::with_seed(2);
    for _ in 0..2000 {
        let player = any(&mut random);
        let results: Vec<_> = (0..random.usize(1..6))
            .map(|_| {
                let score = [Score::Win, Score::Draw, Score::Loss][random.usize(..3)];
                (any(&mut random), score)
            })
            .collect();
        let periods = [0.0, 0.21436, 1.0, 7.5][random.usize(..4)];
        let ours = player.after_period(&results, periods);
        let theirs = by_the_paper(player, &results, periods, 0.75);
        for (a, b) in [
            (ours.points, theirs.points),
            (ours.deviation, theirs.deviation),
            (ours.volatility, theirs.volatility),
        ] {
            assert!(
                (a - b).abs() < 1e-6,
                "{player:?} after {results:?}, {periods}: {ours:?}, {theirs:?}"
            );
        }
    }
}

#[test]
fn the_example_of_the_paper_comes_out_of_the_second_one_too() {
    let rating = |points, deviation| Rating {
        points,
        deviation,
        volatility: 0.06,
    };
    let results = [
        (rating(1400.0, 30.0), Score::Win),
        (rating(1550.0, 100.0), Score::Loss),
        (rating(1700.0, 300.0), Score::Loss),
    ];
    let after = by_the_paper(rating(1500.0, 200.0), &results, 1.0, 0.5);
    assert!((after.points - 1464.06).abs() < 0.02, "{after:?}");
    assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
    assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
}

#[test]
fn results_move_ratings_the_right_way_and_within_bounds() {
    let mut random = Rng::with_seed(3);
    for _ in 0..2000 {
        let before = [any(&mut random), any(&mut random)];
        let [first, second] = rate(before, Verdict::Win(Seat::First), 0);
        assert!(first.points > before[0].points && second.points < before[1].points);
        let [handicapped, _] = rate(before, Verdict::Win(Seat::First), random.u8(1..=7));
        assert!(handicapped.points > before[0].points);
        for after in [first, second, handicapped] {
            assert!((45.0..=500.0).contains(&after.deviation), "{after:?}");
        }
        let rested = first.after_rest(Duration::from_secs(random.u64(..400 * 86_400)));
        assert!(rested.deviation >= first.deviation && rested.deviation <= 500.0);
        assert_eq!(rested.points.to_bits(), first.points.to_bits());
        let [a, b] = [before[0].expected(before[1]), before[1].expected(before[0])];
        assert!((a + b - 1.0).abs() < 1e-12 && (0.0..=1.0).contains(&a));
    }
}

#[test]
fn a_handicap_says_less_of_both() {
    let even = Rating {
        points: 1500.0,
        deviation: 80.0,
        volatility: 0.06,
    };
    let gains: Vec<f64> = (0..=7)
        .map(|stones| rate([even; 2], Verdict::Win(Seat::First), stones)[0].points - 1500.0)
        .collect();
    assert!(
        gains.windows(2).all(|pair| pair[1] < pair[0]) && gains[7] > 0.0,
        "{gains:?}"
    );
}

#[test]
fn a_year_without_matches_makes_a_rating_uncertain() {
    let known = Rating {
        points: 1700.0,
        deviation: 60.0,
        volatility: 0.06,
    };
    let rested = known.after_rest(Duration::from_secs(365 * 86_400));
    assert_eq!(format!("{:.0}", rested.deviation), "110");
    assert_eq!(
        [known, rested, Rating::START].map(|rating| rating.to_string()),
        ["1700", "1700?", "1500?"]
    );
}

#[test]
fn a_first_match_is_worth_what_people_know() {
    let [first, second] = rate([Rating::START; 2], Verdict::Win(Seat::First), 0);
    let shown = |rating: Rating| format!("{rating} ±{:.0}", rating.deviation);
    assert_eq!([shown(first), shown(second)], ["1741? ±397", "1259? ±397"]);
}

#[test]
fn provisional_ratings_come_last_and_who_rests_is_not_listed() {
    let player = |who: u8, points, deviation, days| {
        let rating = Rating {
            points,
            deviation,
            volatility: 0.06,
        };
        let games = 9;
        (
            Ranked { who, rating, games },
            Duration::from_secs(days * 86_400),
        )
    };
    let day = ACTIVE.as_secs() / 86_400;
    let listed = table([
        player(1, 1600.0, 50.0, 1),
        player(2, 1900.0, 300.0, 1),
        player(3, 1620.0, 105.0, 1),
        player(4, 1700.0, 50.0, day + 1),
        player(5, 1600.0, 50.0, 1),
        player(6, 1900.0, 109.9, day),
    ]);
    assert_eq!(
        listed.iter().map(|one| one.who).collect::<Vec<_>>(),
        [1, 5, 3, 6, 2]
    );
}
