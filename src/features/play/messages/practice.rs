//! What a person reads when a match against the computer begins.

use crate::discord::ui::words::channel_address;
use crate::discord::ui::{called, channel_link};
use crate::games;
use crate::matches::{Challenge, ChannelId, Level, Match, Player};

/// The error for a guest whose direct messages are closed.
pub(crate) const PRACTICE_UNSENT: &str =
    "The match has not begun: your privacy settings in Discord do not let the bot write to you.";

/// The answer to a person whose match against the computer begins, with a link to its thread if that is open already.
pub fn practice_begun(begun: &Match, thread: Option<ChannelId>) -> String {
    let (id, computer) = (begun.id(), called(computer(begun.proposal().invited)));
    let place = begun.proposal().place;
    match (place.guild, thread) {
        (None, _) => format!(
            "Match {id} against {computer} begins in your [direct messages]({}).",
            channel_address(None, place.channel)
        ),
        (Some(_), Some(thread)) => format!(
            "Match {id} against {computer} begins in {}.",
            channel_link(thread)
        ),
        (Some(_), None) => format!(
            "Match {id} against {computer} begins in a thread of {} in a moment.",
            channel_link(place.channel)
        ),
    }
}

/// The answer to a person to whom the bot cannot write.
pub(crate) fn practice_here_instead(begun: &Match, thread: Option<ChannelId>) -> String {
    format!(
        "Your privacy settings in Discord do not let the bot write to you, so the match is played here.\n{}",
        practice_begun(begun, thread)
    )
}

/// The first message of a match in direct messages.
pub(crate) fn practice_greeting(challenge: &Challenge) -> String {
    let game = games::find(&challenge.game).map_or("", |game| game.card.name);
    format!(
        "Your match of **{game}** against {} is played here.",
        called(computer(challenge.invited))
    )
}

fn computer(invited: Option<Player>) -> Player {
    let level = invited.and_then(Player::computer);
    Player::Computer(level.unwrap_or(Level::Beginner))
}
