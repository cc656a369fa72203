//! What the bot must be allowed to do in a channel, and the sentence for an administrator when it is not.

use serenity::all::{ChannelType, PartialChannel, Permissions};

/// What a match needs in the channel where it is proposed: its thread, the boards in it, and a way back to them.
pub const FOR_A_MATCH: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::SEND_MESSAGES)
    .union(Permissions::CREATE_PUBLIC_THREADS)
    .union(Permissions::SEND_MESSAGES_IN_THREADS)
    .union(Permissions::ATTACH_FILES)
    .union(Permissions::READ_MESSAGE_HISTORY);

/// What a turn in a match's thread needs.
pub const FOR_A_TURN: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::SEND_MESSAGES_IN_THREADS)
    .union(Permissions::ATTACH_FILES)
    .union(Permissions::READ_MESSAGE_HISTORY);

/// What an answer with a picture for everyone needs.
pub const FOR_A_FILE: Permissions = Permissions::ATTACH_FILES;

/// What is missing of `needed`. Discord sends the bot's permissions with every interaction; where it did not, nothing
/// is held against it.
#[must_use]
pub fn missing(granted: Option<Permissions>, needed: Permissions) -> Permissions {
    match granted {
        Some(granted) if !granted.administrator() => needed.difference(granted),
        _ => Permissions::empty(),
    }
}

/// The sentence that names missing permissions and says what to do about them.
#[must_use]
pub fn missing_sentence(missing: Permissions) -> String {
    let names = missing.get_permission_names().join(", ");
    format!(
        "I cannot do that here: I lack **{names}** in this channel. \
         Somebody who manages the server can grant it to my role in the channel's settings, under Permissions. Then try again."
    )
}

/// Why a match cannot be proposed in this channel, if it cannot: it needs a channel in which a public thread can be
/// opened.
#[must_use]
pub fn not_for_matches(channel: Option<&PartialChannel>) -> Option<&'static str> {
    match channel.map(|channel| channel.kind) {
        Some(ChannelType::Text) => None,
        Some(ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread) => {
            Some(
                "Each match has a thread of its own, and a thread cannot hold another. Use this command in the channel itself.",
            )
        }
        _ => Some(
            "Each match has a thread of its own, and this channel cannot hold threads. Use this command in a text channel.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named() {
        let granted =
            FOR_A_MATCH.difference(Permissions::ATTACH_FILES | Permissions::CREATE_PUBLIC_THREADS);
        let missing = missing(Some(granted), FOR_A_MATCH);
        let sentence = missing_sentence(missing);
        assert!(
            sentence.contains("**Attach Files, Create Public Threads**")
                || sentence.contains("Create Public Threads"),
            "{sentence}"
        );
    }

    #[test]
    fn an_administrator_lacks_nothing() {
        assert!(missing(Some(Permissions::ADMINISTRATOR), FOR_A_MATCH).is_empty());
        assert!(missing(None, FOR_A_MATCH).is_empty());
    }
}
