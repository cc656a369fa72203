use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use super::ids::UserId;
use super::state::Match;
use crate::board::{Seat, Theme};

/// A person's own settings. The default is for people who have chosen nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Preferences {
    /// The colours of the boards that only they see; `None`: those of the server.
    pub theme: Option<Theme>,
    /// From where they see those boards.
    pub viewpoint: Viewpoint,
    /// Whether they read those boards as texts instead.
    pub text_only: bool,
    /// Which of their turns count only once they have seen what comes of them.
    pub confirm: Confirm,
    /// Whether they are in no list of players, and only they see their own profile.
    pub unlisted: bool,
}

/// What a server has chosen for the posts that everyone sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ServerPreferences {
    /// The colours of boards; `None`: those of the bot's configuration.
    pub theme: Option<Theme>,
    /// Whether matches are played in the channel, and have no threads.
    pub in_channel: bool,
}

/// What counts for a person in a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Effective {
    /// The person's own choice.
    pub own: Preferences,
    pub server: ServerPreferences,
}

/// From which side a board is seen that is shown to one person only.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[strum(const_into_str)]
pub enum Viewpoint {
    /// From the seat that is to move.
    #[default]
    #[strum(serialize = "mover")]
    Mover,
    /// From the person's own seat.
    #[strum(serialize = "own")]
    Own,
    /// From the first seat.
    #[strum(serialize = "first")]
    First,
}

/// Which turns are shown to their player before they count.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[strum(const_into_str)]
pub enum Confirm {
    /// All of them.
    #[strum(serialize = "always")]
    Always,
    /// Those that were put together step by step.
    #[default]
    #[strum(serialize = "pickers")]
    Pickers,
    /// None.
    #[strum(serialize = "never")]
    Never,
}

impl Effective {
    /// The colours of the boards that only this person sees; `None`: those of the bot's configuration.
    #[must_use]
    pub fn theme(&self) -> Option<Theme> {
        self.own.theme.or(self.server.theme)
    }
}

impl Viewpoint {
    /// The seat from which a person sees a match: of a match without a seat to move, their own. A spectator always sees it
    /// from the first seat: a board that is turned round at each turn is hard to follow.
    #[must_use]
    pub fn seat(self, now: &Match, user: UserId) -> Seat {
        match (self, now.seat_of(user)) {
            (Viewpoint::First, _) | (_, None) => Seat::First,
            (Viewpoint::Own, Some(own)) => own,
            (Viewpoint::Mover, Some(own)) => now.to_move().unwrap_or(own),
        }
    }

    /// The seat from which somebody looks back at a match. It is one and the same for all its turns, and the player to move
    /// meanwhile.
    #[must_use]
    pub fn seat_looking_back(self, now: &Match, user: UserId) -> Seat {
        match self {
            Viewpoint::First => Seat::First,
            Viewpoint::Mover | Viewpoint::Own => now.seat_of(user).unwrap_or(Seat::First),
        }
    }
}
