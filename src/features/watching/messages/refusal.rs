//! The sentences of refusals.

use crate::db::Denial;
use crate::features::watching::model::HistoryRefusal;

impl Denial for HistoryRefusal {
    fn name(&self) -> &'static str {
        self.into_str()
    }

    fn sentence(&self) -> String {
        match self {
            Self::NoSuchTurn { ply, last } => {
                format!("There is no turn {ply} yet: the last one is turn {last}.")
            }
            Self::TooManyNotes { most } => {
                format!("You have {most} notes in this match, the most allowed.")
            }
        }
    }
}
