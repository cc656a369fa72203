use crate::board::{Seat, Theme};
use crate::features::pages::model::Picture;
use crate::matches::MatchId;

/// What a picture is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PictureKey {
    pub(super) id: MatchId,
    /// The course of the match up to the turn.
    pub(super) mark: u32,
    pub(super) ply: u32,
    pub(super) what: What,
    pub(super) seen_from: Seat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum What {
    Still(Picture, Theme),
    /// The animation of a match of this many events.
    Animation(u32, Theme),
}
