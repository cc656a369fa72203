//! What members read about the thread in which their team discusses.

use crate::discord::ui::Composed;
use crate::discord::ui::words::{called, channel_link};
use crate::matches::{ChannelId, Match, Player, Team};

/// The first message in a team's thread.
pub fn opening(now: &Match, team: Team, match_thread: ChannelId) -> Composed {
    Composed::text(format!(
        "This thread is for **{}** to discuss match {}, which is played in {}. \
         Only members of the team who press *Discuss* can read it, and moderators who manage threads.",
        called(Player::Team(team)),
        now.id(),
        channel_link(match_thread)
    ))
}

/// Leads a member to the private thread.
pub fn in_thread(thread: ChannelId) -> Composed {
    Composed::text(format!("Your team discusses in {}.", channel_link(thread)))
}

/// Leads a member to the channel of the challenge.
pub fn in_channel(channel: ChannelId) -> Composed {
    Composed::text(format!(
        "Your team discusses in {}. It has no private thread, so the other side can read along.",
        channel_link(channel)
    ))
}

/// Asks a member to press again.
pub fn later() -> Composed {
    Composed::text(
        "Discord does not open your team's thread right now. Press *Discuss* again in a minute.",
    )
}
