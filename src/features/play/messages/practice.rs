//! What a person reads when a match against the computer begins.

use crate::discord::ui::words::channel_address;
use crate::discord::ui::{called, channel_link};
use crate::games;
use crate::matches::{ChannelId, Match, Player};

/// The error for a guest whose direct messages are closed.
pub(crate) const PRACTICE_UNSENT: &str =
    "The match has not begun: your privacy settings in Discord do not let the bot write to you.";

/// The error for a person to whom the bot cannot write now.
pub(crate) const PRACTICE_LATER: &str = "The match has not begun: Discord did not take the bot's message to you. Please try again in a moment.";

/// The answer to a person whose match against the computer begins, with a link to its thread if that is open already.
pub fn practice_begun(begun: &Match, computer: Player, thread: Option<ChannelId>) -> String {
    let (id, computer, place) = (begun.id(), called(computer), begun.proposal().place);
    match (place.guild, thread) {
        (None, _) => format!("Match {id} against {computer} begins."),
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

/// The answer with a link to a match in direct messages.
pub(crate) fn practice_in_private(begun: &Match, computer: Player) -> String {
    format!(
        "Match {} against {} begins in your [direct messages]({}).",
        begun.id(),
        called(computer),
        channel_address(None, begun.proposal().place.channel)
    )
}

/// The answer to a person to whom the bot cannot write.
pub(crate) fn practice_here_instead(
    begun: &Match,
    computer: Player,
    thread: Option<ChannelId>,
) -> String {
    format!(
        "Your privacy settings in Discord do not let the bot write to you, so the match is played here.\n{}",
        practice_begun(begun, computer, thread)
    )
}

/// The first message of a match in direct messages.
pub(crate) fn practice_greeting(game: &str, computer: Player) -> String {
    let game = games::find(game).map_or(game, |game| game.card.name);
    format!(
        "Your match of **{game}** against {} is played here.",
        called(computer)
    )
}
