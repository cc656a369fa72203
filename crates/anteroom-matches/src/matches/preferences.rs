use strum::{Display, EnumString, IntoStaticStr, VariantArray};

use super::ids::UserId;
use super::state::Match;
use anteroom_board::{Seat, Theme};

/// A person's own settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Preferences {
    /// The theme of ephemeral boards; `None` for the server's.
    pub theme: Option<Theme>,
    /// The side from which the person sees ephemeral boards.
    pub viewpoint: Viewpoint,
    /// Whether the person gets ephemeral boards as text.
    pub text_only: bool,
    /// Which turns the person confirms before they count.
    pub confirm: Confirm,
    /// Whether the person is hidden from player lists and their profile from others.
    pub unlisted: bool,
}

/// A server's settings for public posts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ServerPreferences {
    /// The theme of boards; `None` for that of the bot's configuration.
    pub theme: Option<Theme>,
    /// Whether matches are played in the channel instead of threads.
    pub in_channel: bool,
}

/// The preferences that apply to a person in a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Effective {
    /// The person's own settings.
    pub own: Preferences,
    /// The settings of the server.
    pub server: ServerPreferences,
}

/// The side from which an ephemeral board is seen.
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

/// The turns that a player confirms after a preview.
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
pub enum Confirm {
    /// All turns.
    #[strum(serialize = "always")]
    Always,
    /// Turns that the player picked step by step.
    #[default]
    #[strum(serialize = "pickers")]
    Pickers,
    /// No turns.
    #[strum(serialize = "never")]
    Never,
}

impl Effective {
    /// Returns the theme of ephemeral boards; `None` for that of the bot's configuration.
    pub fn theme(&self) -> Option<Theme> {
        self.own.theme.or(self.server.theme)
    }
}

impl Confirm {
    /// Returns the word for the choice in the database and in menus: `pickers`.
    pub fn into_str(self) -> &'static str {
        self.into()
    }
}

impl Viewpoint {
    /// Returns the word for the choice in the database and in menus: `mover`.
    pub fn into_str(self) -> &'static str {
        self.into()
    }

    /// Returns the seat from which a person sees a match.
    ///
    /// Spectators always see it from the first seat: a board that turns round after each turn is hard to follow.
    pub fn seat(self, now: &Match, user: UserId) -> Seat {
        match (self, now.seat_of(user)) {
            (Viewpoint::First, _) | (_, None) => Seat::First,
            (Viewpoint::Own, Some(own)) => own,
            (Viewpoint::Mover, Some(own)) => now.to_move().unwrap_or(own),
        }
    }

    /// Returns the seat from which a person looks back at a match.
    ///
    /// It is the same for all turns, so the board does not turn round.
    pub fn seat_looking_back(self, now: &Match, user: UserId) -> Seat {
        match self {
            Viewpoint::First => Seat::First,
            Viewpoint::Mover | Viewpoint::Own => now.seat_of(user).unwrap_or(Seat::First),
        }
    }
}
