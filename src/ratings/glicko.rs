use std::fmt;
use std::time::Duration;

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, expected_score, glicko2_rating_period};

use crate::board::Seat;
use crate::games::Verdict;

/// How much volatility may change: the system constant τ of Glickman's paper.
const TAU: f64 = 0.75;

/// What the difference of two steps of the search for the volatility may be at its end, as the paper proposes.
const TOLERANCE: f64 = 0.000_001;

/// How many rating periods a day has: a deviation of 60 grows to 110 in a year, as on Lichess.
const PERIODS_A_DAY: f64 = 0.21436;

/// A deviation never leaves these bounds.
const DEVIATIONS: (f64, f64) = (45.0, 500.0);

/// From this deviation on a rating is not known well: a `?` stands behind it.
const PROVISIONAL: f64 = 110.0;

/// The rating points of one step on the paper's own scale.
const SCALE: f64 = 173.7178;

/// By how many points a handicap widens the deviation for each stone: what a stone is worth is not known better.
const STONE: f64 = 60.0;

/// How good somebody is at one game, as far as results tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating itself, in points; 1500 is the beginning.
    pub points: f64,
    /// The standard deviation of the points: how uncertain they are.
    pub deviation: f64,
    /// How much results swing.
    pub volatility: f64,
}

/// The result of a match for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// They won.
    Win,
    /// Nobody did.
    Draw,
    /// They lost.
    Loss,
}

impl Score {
    /// What a verdict is for a seat.
    #[must_use]
    pub fn of(verdict: Verdict, seat: Seat) -> Self {
        match verdict {
            Verdict::Draw => Self::Draw,
            Verdict::Win(winner) if winner == seat => Self::Win,
            Verdict::Win(_) => Self::Loss,
        }
    }

    const fn outcome(self) -> Outcomes {
        match self {
            Self::Win => Outcomes::WIN,
            Self::Draw => Outcomes::DRAW,
            Self::Loss => Outcomes::LOSS,
        }
    }
}

impl Rating {
    /// The rating of a player without a rated match.
    pub const START: Self = Self {
        points: 1500.0,
        deviation: 500.0,
        volatility: 0.09,
    };

    /// This rating after a time without matches: less certain.
    #[must_use]
    pub fn after_rest(self, rest: Duration) -> Self {
        let periods = rest.as_secs_f64() / 86_400.0 * PERIODS_A_DAY;
        let step = self.volatility * SCALE;
        let deviation = (periods * step)
            .mul_add(step, self.deviation * self.deviation)
            .sqrt();
        Self {
            deviation: deviation.clamp(DEVIATIONS.0, DEVIATIONS.1),
            ..self
        }
    }

    /// The rating after results of one rating period, by Glickman's paper: `periods` is how long it was, and may be a
    /// fraction. No bounds are kept to.
    #[must_use]
    pub fn after_period(self, results: &[(Self, Score)], periods: f64) -> Self {
        let config = Glicko2Config {
            tau: TAU,
            convergence_tolerance: TOLERANCE,
        };
        self.after_period_with(results, periods, &config)
    }

    fn after_period_with(
        self,
        results: &[(Self, Score)],
        periods: f64,
        config: &Glicko2Config,
    ) -> Self {
        if results.is_empty() {
            let step = self.volatility * SCALE;
            let deviation = self.deviation.hypot(step * periods.sqrt());
            return Self { deviation, ..self };
        }
        let results: Vec<_> = results
            .iter()
            .map(|(opponent, score)| (Glicko2Rating::from(*opponent), score.outcome()))
            .collect();
        let whole = glicko2_rating_period(&self.into(), &results, config);
        // The library lets every period last exactly one. How certain the results themselves are (1/v in the paper) is got
        // back from what it gives, and put together with the right uncertainty from before.
        let precision = |deviation: f64| (deviation / SCALE).powi(-2);
        let grown = |periods: f64| {
            let deviation = (self.deviation / SCALE).powi(2);
            (periods * whole.volatility)
                .mul_add(whole.volatility, deviation)
                .recip()
        };
        let told = precision(whole.deviation) - grown(1.0);
        let variance = (grown(periods) + told).recip();
        let swing = (whole.rating - self.points) * precision(whole.deviation) * variance;
        let after = Self {
            points: self.points + swing,
            deviation: variance.sqrt() * SCALE,
            volatility: whole.volatility,
        };
        // The arithmetic gives no NaN, but a rating that is lost would stay lost.
        let sound = [after.points, after.deviation, after.volatility]
            .iter()
            .all(|number| number.is_finite());
        if sound { after } else { self }
    }

    /// What somebody with this rating is expected to score against another one: 0 to 1, a draw counting for a half.
    #[must_use]
    pub fn expected(self, against: Self) -> f64 {
        expected_score(&self.into(), &against.into()).0
    }

    /// Whether it is not known well: a `?` stands behind it.
    #[must_use]
    pub fn is_provisional(self) -> bool {
        self.deviation >= PROVISIONAL
    }

    /// The rating as it is shown, without its deviation.
    #[must_use]
    pub fn rounded(self) -> u16 {
        // A float outside the range becomes its nearest end.
        self.points.round() as u16
    }

    /// What lists are ordered by: what the rating is at the least, as a rule.
    #[must_use]
    pub fn cautious(self) -> f64 {
        self.points - self.deviation
    }

    fn widened(self, stones: u8) -> Self {
        Self {
            deviation: self
                .deviation
                .hypot(STONE * f64::from(stones))
                .min(DEVIATIONS.1),
            ..self
        }
    }

    fn bounded(self) -> Self {
        Self {
            deviation: self.deviation.clamp(DEVIATIONS.0, DEVIATIONS.1),
            ..self
        }
    }
}

/// The ratings of both players after a match, the first seat's first; before it they were as they stood at its end, the
/// [rest](Rating::after_rest) since the matches before it included.
///
/// A handicap of this many stones makes it less certain how strong the opponent was: for either player the other one's
/// deviation is wider.
#[must_use]
pub fn rate(before: [Rating; 2], verdict: Verdict, stones: u8) -> [Rating; 2] {
    Seat::BOTH.map(|seat| {
        let (own, other) = (before[seat.index()], before[seat.other().index()]);
        let result = (other.widened(stones), Score::of(verdict, seat));
        own.after_period(&[result], 0.0).bounded()
    })
}

impl From<Rating> for Glicko2Rating {
    fn from(rating: Rating) -> Self {
        Self {
            rating: rating.points,
            deviation: rating.deviation,
            volatility: rating.volatility,
        }
    }
}

impl fmt::Display for Rating {
    /// `1523`, `1523?`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_provisional() { "?" } else { "" };
        write!(f, "{:.0}{sign}", self.points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn rating(points: f64, deviation: f64) -> Rating {
        Rating {
            points,
            deviation,
            volatility: 0.06,
        }
    }

    /// The example of Glickman's paper, with its τ.
    #[test]
    fn the_example_of_the_paper_comes_out() {
        let results = [
            (rating(1400.0, 30.0), Score::Win),
            (rating(1550.0, 100.0), Score::Loss),
            (rating(1700.0, 300.0), Score::Loss),
        ];
        let config = Glicko2Config {
            tau: 0.5,
            convergence_tolerance: TOLERANCE,
        };
        let after = rating(1500.0, 200.0).after_period_with(&results, 1.0, &config);
        let shown = format!(
            "{:.2} / {:.2} / {:.6}",
            after.points, after.deviation, after.volatility
        );
        assert_eq!(shown, "1464.05 / 151.52 / 0.059996");
        // The paper rounds on its way, and so comes to 1464.06, and cuts the volatility off after 0.05999.
        assert!(
            (after.points - 1464.06).abs() < 0.02 && (after.volatility - 0.05999).abs() < 0.00001
        );
    }
}
