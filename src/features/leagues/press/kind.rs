//! The two kinds of leagues.

use serde::{Deserialize, Serialize};

/// When a league plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// In seasons, with promotion and relegation.
    Seasonal,
    /// A division starts as soon as it is full.
    Quick,
}
