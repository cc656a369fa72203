//! The sentences of refusals.

use crate::db::Denial;
use crate::discord::ui::words::plural;
use crate::features::teams::model::TeamRefusal;

impl Denial for TeamRefusal {
    fn name(&self) -> &'static str {
        self.into_str()
    }

    fn sentence(&self) -> String {
        match self {
            Self::NoTeam(id) => format!("No such team plays in match {id}."),
            Self::Over(id) => format!("Match {id} is over."),
            Self::OtherSide => {
                String::from("You belong to the other team of this match, so you cannot vote here.")
            }
            Self::Opponent => {
                String::from("You play against this team, so you cannot belong to it.")
            }
            Self::InTeam => String::from(
                "You belong to this team, so you cannot play against it. Leave it first: *My Team*, *More…*, *Leave Team*.",
            ),
            Self::Moderates => String::from(
                "You belong to a team of this match, so another moderator decides about it. Or leave the team first.",
            ),
            Self::NotInRole => String::from("Only people with the role of this team vote for it."),
            Self::Closed => String::from("This vote is over: its turn is being played."),
            Self::NotToMove => String::from("This team is not to move now."),
            Self::NotMember => String::from("You do not belong to this team. Join it first."),
            Self::AskedLately { turns } => format!(
                "This team was asked not long ago whether it resigns. It can be asked again after {}.",
                plural(*turns, "more turn", "more turns")
            ),
            Self::AskedAlready => String::from("This question is open already."),
            Self::NoQuestion => String::from("This question is no longer open."),
            Self::NotForRole => String::from(
                "Only people who may organise leagues here can start a match in the name of a role. Leave the role out to let everybody join.",
            ),
            Self::NoName => String::from("A team needs a name."),
            Self::OnlyInServers => String::from("Teams play in servers only."),
        }
    }
}
