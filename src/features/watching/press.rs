//! The requests of this feature's buttons, menus and forms.

use crate::discord::ui::custom_id::words;
use crate::matches::{Follow, MatchId};

words! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Press {
        "follow-so" => SetFollow { id: MatchId, how: Follow };
        /// Unfollow a match.
        "unfollow" => Unfollow(id: MatchId);
        /// Ask what a spectator wants to be notified of in a match.
        "follow" => Follow(id: MatchId);
        /// Ask that about the match that was chosen from a menu.
        "follow-one" => FollowOne;
    }
}
