use clap::ValueEnum;
use strum::{Display, EnumString};

/// The speed of an animation: the time for which each turn is shown.
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
