//! The sentences of refusals.

use crate::db::Denial;
use crate::discord::ui::words::channel_link;
use crate::features::settings::model::SettingsRefusal;
use crate::matches::ChannelId;

impl Denial for SettingsRefusal {
    fn name(&self) -> &'static str {
        self.into_str()
    }

    fn sentence(&self) -> String {
        match self {
            Self::NotAStarter { role } => format!(
                "In this server only people with the role <@&{role}> start matches. You can accept challenges: *Challenges* in `/games` lists them."
            ),
            Self::NotInThisChannel { channels } => format!(
                "In this server matches begin in {} only: use the command there.",
                links(channels)
            ),
            Self::GameOff(one) => format!(
                "{one} is not played in this server. `/play` lists the games; some of the others are."
            ),
        }
    }
}

fn links(channels: &[ChannelId]) -> String {
    let links: Vec<_> = channels.iter().map(|one| channel_link(*one)).collect();
    links.join(", ")
}
