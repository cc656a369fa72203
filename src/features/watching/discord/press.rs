//! What buttons, menus and forms of this feature ask for.

use crate::discord::ui::custom_id::words;
use crate::matches::{Follow, MatchId};

/// What pressing a component, or sending a form, asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    SetFollow {
        id: MatchId,
        how: Follow,
    },
    /// Follow it no more.
    Unfollow(MatchId),
}

words! {
    Press;
    "follow-so" => SetFollow { id, how };
    "unfollow" => Unfollow(id);
}
