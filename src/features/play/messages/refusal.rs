//! The sentences of refusals.

use crate::db::Denial;
use crate::features::play::model::refusal::PlayRefusal;

impl Denial for PlayRefusal {
    fn name(&self) -> &'static str {
        self.into_str()
    }

    fn sentence(&self) -> String {
        match self {
            Self::RematchDeclined => String::from(
                "Your rematch was declined. You can still challenge them to another game.",
            ),
            Self::OldOffer => String::from(
                "You have been offered other moves since. Use those or type your move again.",
            ),
            Self::NotKept => String::from(
                "What you typed is no longer kept: the match has moved on, or you typed something else since. Please type it again.",
            ),
            Self::PickerTaken => {
                String::from("You opened a newer picker in place of this one. Continue there.")
            }
            Self::PickedAlready => {
                String::from("This picker has already changed. Continue from what it shows now.")
            }
            Self::MadeAlready { ply, turn } => format!(
                "You have played turn {} already: **{turn}**.",
                ply.saturating_add(1)
            ),
            Self::NotOnOffer => String::from("This choice is no longer available."),
            Self::PlanLeft { ply } => format!(
                "The match has moved on: it is turn {} now, and the line that you were planning no longer fits.",
                ply.saturating_add(1)
            ),
            Self::NoSuchLesson => {
                String::from("This lesson no longer exists. `/learn` lists all lessons.")
            }
            Self::NothingToAnswer { turn } => {
                format!("{turn} would end the game, so there is nothing to reply to.")
            }
            Self::NoSuchLine(one) => format!("You have no line {one} in this match."),
        }
    }
}
