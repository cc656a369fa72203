use std::time::Duration;

use strum::{IntoStaticStr, VariantNames};

use crate::people::Moment;

/// The most open challenges and running matches that a person has as the challenger.
pub const MOST_OWN: usize = 3;

/// The most open challenges and running matches that a person has as the challenged person.
pub const MOST_AGAINST: usize = 3;

/// The least time between the end of a match and the next challenge of the same two people.
pub const APART: Duration = Duration::from_hours(7 * 24);

/// People who are away for longer than this cannot be challenged.
pub const TOO_LONG_AWAY: Duration = Duration::from_hours(3 * 24);

/// Why one person cannot challenge another now. Its `Display` is the message to the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum ChallengeRefusal {
    #[error("This ladder is closed.")]
    Closed,
    #[error("This ladder is paused. Try again when an organiser lets it go on.")]
    Paused,
    #[error("You are not on this ladder. Join it first.")]
    NotOnLadder,
    #[error("You cannot challenge yourself.")]
    Yourself,
    #[error("They are not on this ladder.")]
    TheyAreNot,
    #[error("They are below you. You can challenge people above you.")]
    Below,
    #[error(
        "They are {above} places above you. You can challenge people up to {reach} places above you."
    )]
    TooFarAbove { above: u32, reach: u32 },
    #[error(
        "You have {MOST_OWN} challenges and matches of your own, the most allowed. Finish one first."
    )]
    TooManyOwn,
    #[error("The two of you have a challenge or a match on this ladder already.")]
    Playing,
    #[error(
        "You met on this ladder less than 7 days ago. You can challenge them again <t:{}:R>.",
        until.seconds()
    )]
    Lately {
        /// The first moment at which it is possible again.
        until: Moment,
    },
    #[error(
        "There are {MOST_AGAINST} challenges and matches against them, the most allowed. Try again later."
    )]
    TooManyAgainst,
    #[error("They are away until <t:{}:D>. You can challenge them from three days before that.", back.seconds())]
    Away {
        /// When they return.
        back: Moment,
    },
    /// One of the two has blocked the other, who must not learn of it.
    #[error("This challenge cannot be made to that person.")]
    Blocked,
}
