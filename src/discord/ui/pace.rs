use clap::ValueEnum;
use strum::{Display, EnumString};

/// How fast a match is shown: how long each turn stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumString, ValueEnum)]
#[strum(serialize_all = "lowercase")]
pub enum Pace {
    /// Two seconds a turn.
    Slow,
    /// One second a turn; less where a long match would take too long.
    #[default]
    Normal,
    /// Half a second a turn.
    Fast,
}
