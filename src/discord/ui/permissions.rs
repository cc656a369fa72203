//! The permissions that the bot needs in a channel, and the sentences for missing ones.

use serenity::all::{ChannelType, PartialChannel, Permissions};

use super::interaction::Interaction;
use crate::db::Listed;
use crate::matches::{ChannelId, Place, Player};

/// The refusal of a new match in a thread.
pub const NO_THREAD_IN_THREAD: &str = "Each match has a thread of its own, and neither a thread nor a forum post can hold another. Use this command in a text channel, or in the thread of a match.";

/// The permissions for a match with a thread, in the channel of its challenge.
pub const FOR_A_MATCH: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::SEND_MESSAGES)
    .union(Permissions::CREATE_PUBLIC_THREADS)
    .union(Permissions::SEND_MESSAGES_IN_THREADS)
    .union(Permissions::ATTACH_FILES)
    .union(Permissions::READ_MESSAGE_HISTORY);

/// The permissions for a match in a server without threads for matches.
pub const FOR_A_MATCH_IN_CHANNEL: Permissions = FOR_A_MATCH
    .difference(Permissions::CREATE_PUBLIC_THREADS.union(Permissions::SEND_MESSAGES_IN_THREADS));

/// Returns the permissions for a match, without a thread if `in_channel`.
pub const fn for_a_match(in_channel: bool) -> Permissions {
    if in_channel {
        FOR_A_MATCH_IN_CHANNEL
    } else {
        FOR_A_MATCH
    }
}

/// The permissions for a turn in a match's thread.
pub const FOR_A_TURN: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::SEND_MESSAGES_IN_THREADS)
    .union(Permissions::ATTACH_FILES)
    .union(Permissions::READ_MESSAGE_HISTORY);

/// The permission for a private thread in which a team discusses. Without it, matches of teams go on all the same.
pub const FOR_PRIVATE_TALK: Permissions = Permissions::CREATE_PRIVATE_THREADS;

/// The permissions for a public answer with a picture.
pub const FOR_A_FILE: Permissions = Permissions::ATTACH_FILES;

/// The permissions for a weekly page.
pub const FOR_A_WEEKLY_PAGE: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::SEND_MESSAGES)
    .union(Permissions::ATTACH_FILES);

/// The permissions for a daily puzzle.
pub const FOR_A_DAILY_PUZZLE: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::SEND_MESSAGES)
    .union(Permissions::CREATE_PUBLIC_THREADS)
    .union(Permissions::ATTACH_FILES);

/// Returns the permissions of `needed` that are missing. Discord sends the bot's permissions with every
/// interaction; without them, none counts as missing.
pub fn missing(granted: Option<Permissions>, needed: Permissions) -> Permissions {
    match granted {
        Some(granted) if !granted.administrator() => needed.difference(granted),
        _ => Permissions::empty(),
    }
}

/// Returns the missing permissions in an interaction's place. A conversation needs no grants.
pub fn missing_here(interaction: Interaction<'_>, needed: Permissions) -> Permissions {
    if interaction.guild().is_none() {
        return Permissions::empty();
    }
    missing(interaction.app_permissions(), needed)
}

/// Returns the sentence that names missing permissions and the remedy.
pub fn missing_sentence(missing: Permissions) -> String {
    let names = missing.get_permission_names().join(", ");
    format!(
        "The bot cannot do that here: it lacks **{names}** in this channel. \
         Somebody who manages the server can grant it to my role in the channel's settings, under Permissions. Then try again; `/server` shows everything that I need."
    )
}

/// Returns the sentence that names missing permissions in a chosen channel and the remedy.
pub fn missing_in_sentence(missing: Permissions, channel: ChannelId) -> String {
    let names = missing.get_permission_names().join(", ");
    format!(
        "The bot lacks **{names}** in <#{channel}>. Grant it to the bot's role in the channel's settings, under Permissions, and choose the channel again."
    )
}

/// Returns the sentence for an action that counts although the bot lacks the permissions to post it.
pub fn unposted_sentence(missing: Permissions) -> String {
    let names = missing.get_permission_names().join(", ");
    format!(
        "This counts, but the bot cannot post it: it lacks **{names}** in this channel. \
         Someone who manages the server can grant it to the bot's role in the channel's settings, under Permissions; the bot then posts it by itself."
    )
}

/// Whether a person can surely see a channel, or the thread of a match in it. The interaction has the
/// person's permissions in its own place only.
pub fn sees(interaction: Interaction<'_>, channel: ChannelId, thread: Option<ChannelId>) -> bool {
    // A person who sees a thread sees its channel.
    interaction.channels().contains(&channel)
        || Some(interaction.channel()) == thread
        || interaction
            .member_permissions()
            .is_some_and(Permissions::administrator)
}

/// Whether a person is in the server of a match and can surely see it there.
pub fn sees_match(interaction: Interaction<'_>, place: Place, thread: Option<ChannelId>) -> bool {
    let here = !interaction.as_guest() && place.guild == interaction.guild();
    here && sees(interaction, place.channel, thread)
}

/// Whether a member of a team can vote in a match where they are: they see it there, and have the role of the team.
pub(crate) fn can_vote_here(interaction: Interaction<'_>, one: &Listed) -> bool {
    let team = one.player_to_move().and_then(Player::team);
    let role = team.and_then(|team| team.role);
    sees_match(interaction, one.place, one.places.thread)
        && role.is_none_or(|role| interaction.roles().contains(&role))
}

/// Whether a person moderates the place of an interaction.
pub fn moderates(interaction: Interaction<'_>) -> bool {
    interaction
        .member_permissions()
        .is_some_and(|held| held.administrator() || held.manage_threads() || held.manage_messages())
}

/// Returns the channel to which a person's view of matches is limited, threads included. `None` if the
/// person can see all matches of the place.
pub fn channel_in_sight(interaction: Interaction<'_>) -> Option<ChannelId> {
    let everywhere = interaction
        .member_permissions()
        .is_some_and(Permissions::administrator);
    let thread = interaction
        .partial_channel()
        .filter(|channel| is_thread(channel));
    let above = thread.and_then(|thread| thread.parent_id);
    let channel = above.map_or(interaction.channel(), |parent| ChannelId(parent.get()));
    (!everywhere).then_some(channel)
}

/// Whether an interaction happened in a thread.
pub fn in_thread(interaction: Interaction<'_>) -> bool {
    interaction.partial_channel().is_some_and(is_thread)
}

const fn is_thread(channel: &PartialChannel) -> bool {
    matches!(
        channel.kind,
        ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread
    )
}

/// Returns why a match cannot be proposed in this channel, if it cannot. A match needs a channel in
/// which a public thread can be opened, or a conversation with the bot.
pub fn not_for_matches(channel: Option<&PartialChannel>) -> Option<&'static str> {
    match channel.map(|channel| channel.kind) {
        Some(ChannelType::Text | ChannelType::News | ChannelType::Private) => None,
        // A post of a forum is a thread; the interaction does not say whether it is one.
        Some(ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread) => {
            Some(NO_THREAD_IN_THREAD)
        }
        Some(ChannelType::Voice | ChannelType::Stage) => Some(
            "Each match has a thread of its own, and the chat of a voice channel cannot hold threads. \
             Use this command in a text channel.",
        ),
        _ => Some(
            "Each match has a thread of its own, and this channel cannot hold threads. Use this command in a text channel.",
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_missing_is_named() {
        let granted =
            FOR_A_MATCH.difference(Permissions::ATTACH_FILES | Permissions::CREATE_PUBLIC_THREADS);
        let missing = missing(Some(granted), FOR_A_MATCH);
        let sentence = missing_sentence(missing);
        assert!(
            sentence.starts_with(
                "The bot cannot do that here: it lacks **Attach Files, Create Public Threads** in this channel. "
            ),
            "{sentence}"
        );
        let sentence = unposted_sentence(Permissions::ATTACH_FILES);
        assert!(
            sentence.starts_with(
                "This counts, but the bot cannot post it: it lacks **Attach Files** in this channel. "
            ),
            "{sentence}"
        );
    }

    #[test]
    fn only_channels_that_hold_threads_hold_matches() {
        let why = |kind| {
            let channel = json!({"id": "1", "type": kind, "permissions": "0"});
            let channel: PartialChannel = serde_json::from_value(channel).expect("a channel");
            not_for_matches(Some(&channel)).unwrap_or_default()
        };
        for kind in [0, 1, 5] {
            assert_eq!(why(kind), "", "{kind}");
        }
        // Threads, the chats of voice channels and other channels each have their reason.
        let reasons = [&[10, 11, 12][..], &[2, 13], &[3, 15]];
        let mut different = BTreeSet::new();
        for kinds in reasons {
            let whys: BTreeSet<_> = kinds.iter().map(|kind| why(*kind)).collect();
            assert_eq!(whys.len(), 1, "{kinds:?}: {whys:#?}");
            different.extend(whys);
        }
        assert_eq!(different.len(), reasons.len(), "{different:#?}");
        assert!(!different.contains(""));
    }

    #[test]
    fn an_administrator_lacks_nothing() {
        assert!(missing(Some(Permissions::ADMINISTRATOR), FOR_A_MATCH).is_empty());
        assert!(missing(None, FOR_A_MATCH).is_empty());
    }
}
