//! The page of the bot's permissions in a channel, the effect of missing ones, and the remedy.
//!
//! All data comes with the interaction or from the store. The page needs no request to Discord.

use serenity::all::{ApplicationId, ChannelType, PartialChannel, Permissions};

use super::rules;
use crate::discord::ui::interaction::managed_server;
use crate::discord::ui::panel::{self, Page, Panel, Step};
use crate::discord::ui::permissions::{
    FOR_PRIVATE_TALK, for_a_match, missing as lacks, not_for_matches,
};
use crate::discord::ui::words::plural;
use crate::discord::ui::{self, App, Composed, Menu, Offer, Reply, Result};
use crate::matches::{ChannelId, GuildId};

const KEY: &str = "permissions";

pub(crate) const PAGE: Page = Page::new(
    Panel::Server,
    KEY,
    "Permissions Check",
    |app, reply, act| Box::pin(turn(app, reply, act)),
);

/// Each permission that a match needs, and the effect of its absence.
const NEEDS: [(Permissions, &str); 6] = [
    (
        Permissions::VIEW_CHANNEL,
        "The bot sees nothing here and can post nothing",
    ),
    (
        Permissions::SEND_MESSAGES,
        "the card that follows a match cannot be posted",
    ),
    (
        Permissions::CREATE_PUBLIC_THREADS,
        "a match has no thread, so none can begin",
    ),
    (
        Permissions::SEND_MESSAGES_IN_THREADS,
        "no board can be posted in a match's thread",
    ),
    (
        Permissions::ATTACH_FILES,
        "boards, which are pictures, cannot be posted",
    ),
    (
        Permissions::READ_MESSAGE_HISTORY,
        "after an outage the bot cannot see its own posts and might post twice",
    ),
];

/// The permission that is only wished for, and the effect of its absence.
const WISH: (Permissions, &str) = (
    FOR_PRIVATE_TALK,
    "a team that plays a match discusses in the channel, where the other side can read along",
);

/// Discord's limit of active threads in a server; each running match may have one.
const MOST_THREADS: u64 = 1000;

/// The subject of a report.
struct Looked<'a> {
    channel: Option<&'a PartialChannel>,
    /// Whether the user chose the channel, which may differ from the current one.
    named: bool,
    /// The bot's permissions there; `None` if Discord has not sent them.
    granted: Option<Permissions>,
    application: ApplicationId,
    guild: GuildId,
    needed: Permissions,
    /// The number of running matches in the server.
    played: u64,
}

/// Shows the bot's permissions in the current channel, or in a chosen one.
async fn turn(app: &App, reply: &mut Reply<'_>, act: &str) -> Result<Step> {
    let interaction = reply.interaction;
    let guild = managed_server(interaction)?;
    let rules = rules::here(app, reply).await?;
    let played = reply.while_doing(app.arbiter.store().played_in(guild, None, 1));
    let (_, played) = played.await?;
    let chosen = match act {
        "" => None,
        _ => Some(
            interaction
                .chosen_channel()
                .ok_or_else(ui::unknown_component)?,
        ),
    };
    let elsewhere = chosen.filter(|channel| channel.id.get() != interaction.channel().0);
    let channel = elsewhere.or(interaction.partial_channel());
    let mut page = report(&Looked {
        channel,
        named: elsewhere.is_some(),
        granted: match elsewhere {
            Some(channel) => reply.granted_in(channel.id.get()),
            None => interaction.app_permissions(),
        },
        application: interaction.application(),
        guild,
        needed: for_a_match(rules.in_channel),
        played: if rules.in_channel { 0 } else { played },
    });
    let chosen = elsewhere.map(|one| ChannelId(one.id.get()));
    page.menus.push(Menu::one_of(
        "Another channel",
        panel::act(KEY, "channel"),
        Offer::Channels(chosen.into_iter().collect()),
    ));
    Ok(Step::Shown(page))
}

/// Composes the report on the bot's permissions in a channel.
fn report(looked: &Looked<'_>) -> Composed {
    let (channel, granted, needed, played) =
        (looked.channel, looked.granted, looked.needed, looked.played);
    let missing = lacks(granted, needed);
    let place = not_for_matches(channel);
    // Without known permissions, the report neither objects to the channel nor approves it.
    let unknown = looked.named && granted.is_none();
    let (here, this) = match channel.filter(|_| looked.named) {
        Some(channel) => {
            let link = format!("<#{}>", channel.id);
            (format!("in {link}"), link)
        }
        None => (String::from("here"), String::from("This")),
    };
    let verdict = match (place, missing.is_empty()) {
        (Some(_), _) => format!("**No match can begin {here}.**"),
        (None, _) if unknown => {
            format!("**Discord did not say what the bot may do {here}.** Use `/server` there.")
        }
        (None, true) => format!("**Matches can be played {here}.**"),
        (None, false) => format!("**Matches cannot be played {here} yet.**"),
    };
    let mut text = format!("{verdict} {this} is {}.", kind(channel));
    if let Some(why) = place {
        text.push(' ');
        text.push_str(why);
    }
    for (permission, without) in NEEDS {
        if !needed.contains(permission) || unknown {
            continue;
        }
        let name = permission.get_permission_names().join(", ");
        text.push_str(&if missing.intersects(permission) {
            format!("\n✗ **{name}**: without it, {without}.")
        } else {
            format!("\n✓ {name}")
        });
    }
    if !unknown && place.is_none() {
        let (permission, without) = WISH;
        let name = permission.get_permission_names().join(", ");
        text.push_str(&match lacks(granted, permission).is_empty() {
            true => format!("\n✓ {name}"),
            false => format!("\n○ **{name}** (not necessary): without it, {without}."),
        });
    }
    if played > 0 {
        let matches = plural(played, "match is", "matches are");
        text.push_str(&format!(
            "\n**Threads**: {matches} being played in this server. Discord allows about {MOST_THREADS} active threads in a server. The bot cannot count the others."
        ));
    }
    if unknown {
        return Composed::text(text);
    }
    if missing.is_empty() {
        text.push_str(
            "\nNothing is missing. The bot needs no privileged intent and reads no messages.",
        );
    } else {
        let bits = needed.union(WISH.0).bits();
        text.push_str(&format!(
            "\n**Who can change this**: for the channel, people with *Manage Permissions* or *Manage Channels* (channel settings › Permissions › the bot's role); \
             for the server, people with *Manage Server*, by [inviting the bot again with these permissions](https://discord.com/oauth2/authorize?client_id={}&guild_id={}&scope=bot+applications.commands&permissions={bits}). \
             Running matches are not affected. Then use `/server` again.",
            looked.application, looked.guild.0
        ));
    }
    Composed::text(text)
}

fn kind(channel: Option<&PartialChannel>) -> &'static str {
    match channel.map(|channel| channel.kind) {
        Some(ChannelType::Text) => "a text channel",
        Some(ChannelType::News) => "an announcement channel",
        Some(ChannelType::PublicThread | ChannelType::NewsThread) => "a thread",
        Some(ChannelType::PrivateThread) => "a private thread",
        Some(ChannelType::Voice | ChannelType::Stage) => "a voice channel with its chat",
        Some(ChannelType::Forum) => "a forum",
        Some(ChannelType::Category) => "a category",
        _ => "a channel of another kind",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::discord::ui::permissions::FOR_A_MATCH;

    #[test]
    fn every_needed_permission_is_explained() {
        let all = NEEDS
            .iter()
            .fold(Permissions::empty(), |all, (one, _)| all | *one);
        assert_eq!(all, FOR_A_MATCH);
    }

    #[test]
    fn the_longest_report_fits() {
        for kind in [0, 2, 5, 11, 15] {
            let channel = json!({"id": "1", "type": kind, "permissions": "0"});
            let channel: PartialChannel = serde_json::from_value(channel).expect("a channel");
            let report = report(&Looked {
                channel: Some(&channel),
                named: true,
                granted: Some(Permissions::empty()),
                application: ApplicationId::new(u64::MAX - 1),
                guild: GuildId(u64::MAX),
                needed: FOR_A_MATCH,
                played: u64::MAX,
            });
            assert!(report.content.chars().count() <= 2000, "{}", report.content);
        }
    }
}
