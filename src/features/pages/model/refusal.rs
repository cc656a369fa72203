use strum::{IntoStaticStr, VariantNames};

use crate::matches::MatchId;

/// Why a match or a contest gets no page, or keeps it.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum PagesRefusal {
    /// The operator serves no pages.
    NoPages,
    OffInServer,
    /// It is played in a private conversation of two people.
    Private(MatchId),
    NotBegun(MatchId),
    /// The person neither plays in it nor moderates its server.
    NotTheirs(MatchId),
    /// Somebody else withdrew the page.
    Withdrawn(MatchId),
    /// The server has no such league, ladder, tournament or simul.
    NoContest,
    /// The contest has no page, and the person does not organise contests.
    NotOrganised,
}
