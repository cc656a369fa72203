use crate::db::Denial;
use crate::features::pages::model::PagesRefusal;

impl Denial for PagesRefusal {
    fn name(&self) -> &'static str {
        self.into_str()
    }

    fn sentence(&self) -> String {
        match self {
            Self::NoPages => String::from("This bot has no web pages any more."),
            Self::OffInServer => {
                String::from("This server has no web pages: its managers chose that.")
            }
            Self::Private(one) => format!(
                "Match {one} is played in a private conversation, so it has no web page. Those against the computer may have one."
            ),
            Self::NotBegun(one) => {
                format!("Match {one} has not begun, so there is nothing to show yet.")
            }
            Self::NotTheirs(one) => format!(
                "Match {one} has no web page. Only its players and the moderators can make one."
            ),
            Self::NoContest => String::from(
                "This server has no such league, ladder, tournament or simul any more.",
            ),
            Self::NotOrganised => String::from(
                "This has no web page. Only organisers, or the host of a simul, can make one.",
            ),
            Self::Withdrawn(one) => format!(
                "Somebody has withdrawn the web page of match {one}. Only that person can make it again."
            ),
        }
    }
}
