use super::practice::practice_begun;
use crate::db::Places;
use crate::discord::ui::words::{message_link, missing};
use crate::discord::ui::{at, called, channel_link};
use crate::matches::{ChannelId, Match, Player, Status};

/// The answer to a player who asked for a rematch, `next`. Against a computer it begins at once.
pub fn rematch_asked(next: &Match, places: &Places) -> String {
    let place = next.proposal().place;
    let id = next.id();
    let channel = match places.card {
        Some(card) => message_link(place.guild, place.channel, card),
        None => channel_link(place.channel),
    };
    match next.proposal().invited {
        Some(computer @ Player::Computer(_)) => practice_begun(next, computer, places.thread),
        _ => format!(
            "You asked {} for a rematch: match {id}, in {channel}. It begins when they press *Accept* there, or *Rematch* here.",
            asked(next)
        ),
    }
}

/// The player who was asked for a rematch.
fn asked(next: &Match) -> String {
    next.proposal().invited.map_or_else(
        || {
            missing(next, "the player who was asked for a rematch");
            String::from("the other player")
        },
        called,
    )
}

/// The answer to a player who accepted a challenge away from its post.
pub fn accepted_elsewhere(begun: &Match) -> String {
    format!(
        "You accepted match {}, in {}. Its thread will open in a moment.",
        begun.id(),
        channel_link(begun.proposal().place.channel)
    )
}

/// The answer to a player who declined a challenge away from its post.
pub fn declined_elsewhere(closed: &Match) -> String {
    format!("You declined the challenge, match {}.", closed.id())
}

/// The answer to a player who withdrew a challenge away from its post.
pub fn withdrawn_elsewhere(closed: &Match) -> String {
    format!("You withdrew your challenge, match {}.", closed.id())
}

/// The answer to a player who agreed to a rematch, the new match `next`.
pub fn rematch_accepted(next: &Match) -> String {
    format!(
        "The rematch begins: match {}, in {}. Its thread will open in a moment.",
        next.id(),
        channel_link(next.proposal().place.channel)
    )
}

/// The answer to a player who asks for a rematch that exists already, as match `next`.
pub fn rematch_there(next: &Match, thread: Option<ChannelId>) -> String {
    let id = next.id();
    match next.status() {
        Status::Open => {
            let other = asked(next);
            format!(
                "You have already asked for a rematch: match {id}, in {}. It begins when {other} accepts.",
                channel_link(next.proposal().place.channel)
            )
        }
        Status::Playing => format!("The rematch has begun: match {id}.{}", at(thread)),
        _ => format!(
            "You have played the rematch: match {id}.{} For another one, press *Rematch* there.",
            at(thread)
        ),
    }
}
