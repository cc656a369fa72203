//! What an organiser presses to choose who may join a contest.

use strum::{Display, EnumString};

use super::printed_parts;

/// A press on the page of who may join.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "lowercase")]
pub enum EntryAct {
    /// Show the page.
    Show,
    /// Let everybody join.
    Everyone,
    /// Let people with the roles chosen in a menu join.
    Roles,
    /// Ask for the bounds of the rating, or set them.
    Ratings,
    /// Let organisers decide about everybody who asks.
    Request,
    /// Let the people chosen in a menu in.
    Admit,
    /// Refuse the people chosen in a menu.
    Refuse,
}

printed_parts!(EntryAct);
