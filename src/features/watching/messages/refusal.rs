//! The sentences of refusals.

use crate::db::Denial;
use crate::features::watching::model::WatchingRefusal;

impl Denial for WatchingRefusal {
    fn name(&self) -> &'static str {
        self.into_str()
    }

    fn sentence(&self) -> String {
        match self {
            Self::FollowsOwn(one) => {
                format!("You play in match {one}, so the bot notifies you anyway.")
            }
            Self::TooManyFollowers { most } => format!(
                "{most} people are already notified of this match, the most allowed. You can still choose *Just List It*."
            ),
            Self::FollowsTooMany { most } => format!(
                "You follow {most} matches, the most allowed. Stop following one first: *Here* in `/games` lists them."
            ),
            Self::NoSuchTurn { ply, last } => {
                format!("There is no turn {ply} yet: the last one is turn {last}.")
            }
            Self::TooManyNotes { most } => {
                format!("You have {most} notes in this match, the most allowed.")
            }
        }
    }
}
