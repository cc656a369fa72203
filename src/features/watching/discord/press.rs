//! The requests of this feature's buttons, menus and forms.

use crate::discord::ui::custom_id::words;
use crate::matches::{Follow, MatchId};

/// The request of a pressed component or a sent form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    SetFollow {
        id: MatchId,
        how: Follow,
    },
    /// Unfollow a match.
    Unfollow(MatchId),
}

words! {
    Press;
    "follow-so" => SetFollow { id, how };
    "unfollow" => Unfollow(id);
}
