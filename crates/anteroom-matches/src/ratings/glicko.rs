use std::fmt;
use std::time::Duration;

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, expected_score, glicko2_rating_period};

use anteroom_board::Seat;
use anteroom_games::Verdict;

/// How fast volatility changes: the system constant τ of Glickman's paper.
const TAU: f64 = 0.75;

/// The convergence tolerance of the search for the volatility, as the paper proposes.
const TOLERANCE: f64 = 0.000_001;

/// The rating periods in a day: a deviation of 60 grows to 110 in a year, as on Lichess.
const PERIODS_A_DAY: f64 = 0.21436;

/// The bounds of a deviation.
const DEVIATIONS: (f64, f64) = (45.0, 500.0);

/// The deviation from which a rating is provisional, shown by a `?`.
const PROVISIONAL: f64 = 110.0;

/// The rating points of one unit on the paper's own scale.
const SCALE: f64 = 173.7178;

/// The points by which each handicap stone widens the deviation, as its worth is uncertain.
const STONE: f64 = 60.0;

/// The estimated strength of a player in one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating in points; a new player has 1500.
    pub points: f64,
    /// The standard deviation of the points.
    pub deviation: f64,
    /// The degree to which the player's results fluctuate.
    pub volatility: f64,
}

/// The result of a match for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// The player won.
    Win,
    /// Neither player won.
    Draw,
    /// The player lost.
    Loss,
}

impl Score {
    /// Returns the score of a verdict for a seat.
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

    /// Returns this rating after a time without matches, which makes it less certain.
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

    /// Returns the rating after the results of one rating period, by Glickman's paper.
    ///
    /// `periods` is the length of the period and may be a fraction. The result is not clamped to the bounds.
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
        // The library assumes that each period has length 1. The precision of the results themselves (1/v in the
        // paper) is recovered from its answer and combined with the correct prior deviation.
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
        // No NaN is expected, but a NaN would stay in the ratings for ever.
        let sound = [after.points, after.deviation, after.volatility]
            .iter()
            .all(|number| number.is_finite());
        if sound { after } else { self }
    }

    /// Returns the expected score against another rating: 0 to 1, with a draw as one half.
    pub fn expected(self, against: Self) -> f64 {
        expected_score(&self.into(), &against.into()).0
    }

    /// Whether the rating is uncertain, shown by a `?`.
    pub fn is_provisional(self) -> bool {
        self.deviation >= PROVISIONAL
    }

    /// Returns the rating as shown, without its deviation.
    pub fn rounded(self) -> u16 {
        // The cast saturates at the bounds of `u16`.
        self.points.round() as u16
    }

    /// Returns the lower bound of the rating, by which lists are sorted.
    pub(super) fn cautious(self) -> f64 {
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

/// Returns the ratings of both players after a match, in the order of seats.
///
/// `before` holds the ratings at the end of the match, after the time [without matches](Rating::after_rest).
///
/// Each handicap stone makes the opponent's strength less certain and widens its deviation.
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
    /// Writes `1523` or `1523?`.
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

    /// Checks the example of Glickman's paper, with its τ.
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
        // The paper rounds intermediate results, and so gets 1464.06. It cuts the volatility to 0.05999.
        assert!(
            (after.points - 1464.06).abs() < 0.02 && (after.volatility - 0.05999).abs() < 0.00001
        );
    }
}
