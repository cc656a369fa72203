use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How fast a match is shown: how long each turn stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// One second a turn; less where a long match would take too long.
    #[default]
    Normal,
    /// This long for each turn.
    Each(Duration),
}

/// Why a text is no speed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("A speed is slow, normal or fast, or the seconds for each turn: from 0.2 to 10.")]
pub struct PaceError;

impl Pace {
    /// Two seconds a turn.
    pub const SLOW: Pace = Pace::Each(Duration::from_secs(2));
    /// Half a second a turn.
    pub const FAST: Pace = Pace::Each(Duration::from_millis(500));
}

impl FromStr for Pace {
    type Err = PaceError;

    /// Reads a word (`slow`, `normal`, `fast`) or seconds (`1.5`, `2s`).
    fn from_str(text: &str) -> Result<Pace, PaceError> {
        let text = text.trim().to_lowercase();
        match text.as_str() {
            "slow" => return Ok(Pace::SLOW),
            "normal" => return Ok(Pace::Normal),
            "fast" => return Ok(Pace::FAST),
            _ => {}
        }
        let number = text
            .trim_end_matches(|c: char| c.is_alphabetic() || c.is_whitespace())
            .replace(',', ".");
        let seconds: f64 = number.parse().map_err(|_| PaceError)?;
        if (0.2..=10.0).contains(&seconds) {
            Ok(Pace::Each(Duration::from_secs_f64(seconds)))
        } else {
            Err(PaceError)
        }
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Pace::Normal => f.write_str("normal"),
            Pace::SLOW => f.write_str("slow"),
            Pace::FAST => f.write_str("fast"),
            Pace::Each(turn) => turn.as_secs_f64().fmt(f),
        }
    }
}
