//! Interactions: commands, presses, forms.

use std::collections::HashMap;

use serde::Deserialize;
use serenity::all::{
    ActionRowComponent, ApplicationId, AuthorizingIntegrationOwner, AuthorizingIntegrationOwners,
    CommandInteraction, ComponentInteraction, ComponentInteractionDataKind, InteractionContext,
    InteractionId, Member, Message, MessageFlags, MessageInteractionMetadata, ModalInteraction,
    PartialChannel, Permissions, User,
};

use super::command_error::{CommandError, Result};
use crate::matches::{ChannelId, GuildId, MessageId, RoleId, UserId};

/// An interaction that waits for an answer.
#[derive(Clone, Copy)]
pub enum Interaction<'a> {
    /// A slash command.
    Command(&'a CommandInteraction),
    /// A press of a button, or a choice in a menu.
    Component(&'a ComponentInteraction),
    /// A submitted form.
    Modal(&'a ModalInteraction),
}

impl<'a> Interaction<'a> {
    /// Returns the kind of the interaction in a word.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Command(_) => "command",
            Self::Component(_) => "component",
            Self::Modal(_) => "modal",
        }
    }

    /// Returns the command's name, or the custom id's first word. The rest may contain a secret turn.
    pub fn name_of_action(self) -> &'a str {
        let custom_id = match self {
            Self::Command(interaction) => return &interaction.data.name,
            Self::Component(interaction) => &interaction.data.custom_id,
            Self::Modal(interaction) => &interaction.data.custom_id,
        };
        custom_id.split('/').next().unwrap_or_default()
    }

    /// Returns the interaction's id, which is also the reference of a fault.
    pub fn id(self) -> InteractionId {
        match self {
            Self::Command(interaction) => interaction.id,
            Self::Component(interaction) => interaction.id,
            Self::Modal(interaction) => interaction.id,
        }
    }

    /// Returns the interaction's id for the kernel.
    pub fn cause(self) -> crate::matches::InteractionId {
        crate::matches::InteractionId(self.id().get())
    }

    /// Returns the token of the answer.
    pub(crate) fn token(self) -> &'a str {
        match self {
            Self::Command(interaction) => &interaction.token,
            Self::Component(interaction) => &interaction.token,
            Self::Modal(interaction) => &interaction.token,
        }
    }

    /// Returns the id of the bot's application.
    pub(crate) fn application(self) -> ApplicationId {
        match self {
            Self::Command(interaction) => interaction.application_id,
            Self::Component(interaction) => interaction.application_id,
            Self::Modal(interaction) => interaction.application_id,
        }
    }

    /// Returns the person who acted.
    pub fn person(self) -> &'a User {
        match self {
            Self::Command(interaction) => &interaction.user,
            Self::Component(interaction) => &interaction.user,
            Self::Modal(interaction) => &interaction.user,
        }
    }

    /// Returns the id of the person who acted.
    pub fn user(self) -> UserId {
        UserId(self.person().id.get())
    }

    /// Returns the person's name in this place.
    pub fn name(self) -> &'a str {
        let nick = self.member().and_then(|member| member.nick.as_deref());
        nick.unwrap_or_else(|| display_name(self.person()))
    }

    /// Returns the person's data as a member of the server.
    fn member(self) -> Option<&'a Member> {
        match self {
            Self::Command(interaction) => interaction.member.as_deref(),
            Self::Component(interaction) => interaction.member.as_ref(),
            Self::Modal(interaction) => interaction.member.as_ref(),
        }
    }

    /// Whether the bot is a guest: in a server that has not installed it, or in a conversation of other
    /// people. A person who has installed the app can use it there. The bot can only answer them.
    pub fn as_guest(self) -> bool {
        let (owners, context) = match self {
            Self::Command(interaction) => (
                Some(&interaction.authorizing_integration_owners),
                interaction.context,
            ),
            Self::Component(interaction) => (
                Some(&interaction.authorizing_integration_owners),
                interaction.context,
            ),
            // Serenity omits these fields of Discord's. The message from which the form was opened has the same data.
            Self::Modal(interaction) => (interaction.message.as_deref().and_then(owners), None),
        };
        if context == Some(InteractionContext::PrivateChannel) {
            return true;
        }
        let for_person = |owner: &AuthorizingIntegrationOwner| {
            matches!(owner, AuthorizingIntegrationOwner::UserInstall(_))
        };
        let for_server = |owner: &AuthorizingIntegrationOwner| {
            matches!(owner, AuthorizingIntegrationOwner::GuildInstall(_))
        };
        let owners = owners.map_or(&[][..], |owners| &owners.0);
        // Conversations with the bot count as the bot's own server.
        owners.iter().any(for_person) && !owners.iter().any(for_server)
    }

    /// Returns the server, if the bot is a member of it.
    pub fn guild(self) -> Option<GuildId> {
        self.any_guild().filter(|_| !self.as_guest())
    }

    /// Returns the server, even if the bot is not a member.
    pub fn any_guild(self) -> Option<GuildId> {
        let guild = match self {
            Self::Command(interaction) => interaction.guild_id,
            Self::Component(interaction) => interaction.guild_id,
            Self::Modal(interaction) => interaction.guild_id,
        };
        guild.map(|guild| GuildId(guild.get()))
    }

    /// Returns the channel or thread.
    pub fn channel(self) -> ChannelId {
        ChannelId(match self {
            Self::Command(interaction) => interaction.channel_id.get(),
            Self::Component(interaction) => interaction.channel_id.get(),
            Self::Modal(interaction) => interaction.channel_id.get(),
        })
    }

    /// Returns the person's permissions in this place.
    pub fn member_permissions(self) -> Option<Permissions> {
        // Where the bot is a guest, the person has nothing of the bot's to manage.
        let member = self.member().filter(|_| !self.as_guest());
        member.and_then(|member| member.permissions)
    }

    /// Returns the person's roles in the server.
    pub fn roles(self) -> Vec<RoleId> {
        let member = self.member().filter(|_| !self.as_guest());
        let roles = member.map_or(&[][..], |member| &member.roles);
        roles.iter().map(|role| RoleId(role.get())).collect()
    }

    /// Whether only the person sees the message whose component was used.
    pub fn on_private_message(self) -> bool {
        let flags = self.used_message().and_then(|message| message.flags);
        flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL))
    }

    /// Returns the message whose component was used.
    fn used_message(self) -> Option<&'a Message> {
        match self {
            Self::Command(_) => None,
            Self::Component(interaction) => Some(&interaction.message),
            Self::Modal(interaction) => interaction.message.as_deref(),
        }
    }

    /// Whether the pressed button belongs to a message with a picture.
    pub fn on_picture(self) -> bool {
        matches!(self, Self::Component(interaction) if !interaction.message.attachments.is_empty())
    }

    /// Returns the data that Discord sends about the channel.
    pub fn partial_channel(self) -> Option<&'a PartialChannel> {
        match self {
            Self::Command(interaction) => interaction.channel.as_ref(),
            Self::Component(interaction) => interaction.channel.as_ref(),
            Self::Modal(interaction) => interaction.channel.as_ref(),
        }
    }

    /// Returns the channel or thread, and the channel of the thread.
    pub(crate) fn channels(self) -> Vec<ChannelId> {
        let parent = self.partial_channel().and_then(|channel| channel.parent_id);
        let parent = parent.map(|parent| ChannelId(parent.get()));
        std::iter::once(self.channel()).chain(parent).collect()
    }

    /// Returns the bot's permissions in this place.
    pub fn app_permissions(self) -> Option<Permissions> {
        match self {
            Self::Command(interaction) => interaction.app_permissions,
            Self::Component(interaction) => interaction.app_permissions,
            Self::Modal(interaction) => interaction.app_permissions,
        }
    }

    /// Returns the values chosen in a menu; empty for other interactions.
    pub fn chosen(self) -> &'a [String] {
        match self {
            Self::Component(ComponentInteraction { data, .. }) => match &data.kind {
                ComponentInteractionDataKind::StringSelect { values } => values,
                _ => &[],
            },
            _ => &[],
        }
    }

    /// Returns the only value chosen in a menu; `None` for no value or several.
    pub fn chosen_one(self) -> Option<&'a str> {
        match self.chosen() {
            [chosen] => Some(chosen),
            _ => None,
        }
    }

    /// Returns the ids of people, roles or channels chosen in a menu that Discord fills.
    pub(crate) fn chosen_ids(self) -> Vec<u64> {
        use ComponentInteractionDataKind::{ChannelSelect, RoleSelect, UserSelect};
        let Self::Component(interaction) = self else {
            return Vec::new();
        };
        match &interaction.data.kind {
            UserSelect { values } => values.iter().map(|id| id.get()).collect(),
            RoleSelect { values } => values.iter().map(|id| id.get()).collect(),
            ChannelSelect { values } => values.iter().map(|id| id.get()).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the data about a channel chosen in a menu.
    pub(crate) fn chosen_channel(self) -> Option<&'a PartialChannel> {
        match self {
            Self::Component(interaction) => interaction.data.resolved.channels.values().next(),
            _ => None,
        }
    }

    /// Returns the person chosen in a menu.
    pub(crate) fn chosen_person(self) -> Option<&'a User> {
        match self {
            Self::Component(interaction) => interaction.data.resolved.users.values().next(),
            _ => None,
        }
    }

    /// Returns the text typed into a field of a form; empty if the form lacks the field.
    pub fn typed(self, field: &str) -> &'a str {
        let Self::Modal(interaction) = self else {
            return "";
        };
        let mut fields = interaction
            .data
            .components
            .iter()
            .flat_map(|row| &row.components);
        let typed = fields.find_map(|one| match one {
            ActionRowComponent::InputText(input) if input.custom_id == field => {
                input.value.as_deref()
            }
            _ => None,
        });
        typed.unwrap_or_default()
    }

    pub(crate) fn is_form(self) -> bool {
        matches!(self, Self::Modal(_))
    }

    /// Returns the id of the message whose component was used.
    pub fn message(self) -> Option<MessageId> {
        let message = self.used_message();
        message.map(|message| MessageId(message.id.get()))
    }
}

/// Returns the name that Discord shows for a person outside of servers.
pub fn display_name(user: &User) -> &str {
    user.global_name.as_deref().unwrap_or(&user.name)
}

/// Returns the installers of the app, from the message that answers an interaction.
fn owners(message: &Message) -> Option<&AuthorizingIntegrationOwners> {
    match message.interaction_metadata.as_deref()? {
        MessageInteractionMetadata::Command(of) => Some(&of.authorizing_integration_owners),
        MessageInteractionMetadata::Component(of) => Some(&of.authorizing_integration_owners),
        MessageInteractionMetadata::ModalSubmit(of) => Some(&of.authorizing_integration_owners),
        _ => None,
    }
}

/// The refusal of a change to a server's settings.
pub const NOT_THE_MANAGER: &str = "Only people with the permission **Manage Server** can change the server's settings. `/settings` has your own.";

/// Returns the server, if the person manages it. Discord hides the command from other people, but a
/// server may show it to more people, and a panel outlives a role.
pub(crate) fn managed_server(interaction: Interaction<'_>) -> Result<GuildId> {
    let may = interaction
        .member_permissions()
        .is_some_and(|held| held.manage_guild() || held.administrator());
    match interaction.guild() {
        Some(guild) if may => Ok(guild),
        _ => Err(CommandError::says(NOT_THE_MANAGER)),
    }
}

/// The bot's permissions in channels chosen in a menu, by id. Discord has sent them with a press since
/// July 2026. Serenity is older and drops them, so the bot reads the payload.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Granted(HashMap<u64, Permissions>);

impl Granted {
    /// Returns the bot's permissions in a channel; `None` if Discord did not send them.
    pub(crate) fn of(&self, channel: u64) -> Option<Permissions> {
        self.0.get(&channel).copied()
    }

    /// Reads the permissions from the payload of an interaction.
    pub fn read(payload: &str) -> Self {
        // Most interactions name no channel and are not parsed twice.
        if !payload.contains("\"channels\"") {
            return Self::default();
        }
        let Ok(Payload { d }) = serde_json::from_str(payload) else {
            return Self::default();
        };
        let channels = d
            .data
            .and_then(|data| data.resolved)
            .map(|all| all.channels);
        let granted = channels.unwrap_or_default().into_iter();
        let granted = granted.filter_map(|(id, channel)| {
            let bits = channel.app_permissions?.parse().ok()?;
            Some((id.parse().ok()?, Permissions::from_bits_truncate(bits)))
        });
        Self(granted.collect())
    }
}

#[derive(Deserialize)]
struct Payload {
    d: RawInteraction,
}

#[derive(Deserialize)]
struct RawInteraction {
    data: Option<Data>,
}

#[derive(Deserialize)]
struct Data {
    resolved: Option<Resolved>,
}

#[derive(Deserialize)]
struct Resolved {
    #[serde(default)]
    channels: HashMap<String, Channel>,
}

#[derive(Deserialize)]
struct Channel {
    app_permissions: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bots_permissions_are_read_off_a_named_channel() {
        let text = r#"{"op":0,"t":"INTERACTION_CREATE","s":3,"d":{"id":"12","app_permissions":"7","data":{"id":"1","custom_id":"set/where/a",
            "resolved":{"channels":{"50":{"id":"50","type":0,"permissions":"8","app_permissions":"309237746688"},"51":{"id":"51"}}}}}}"#;
        let granted = Permissions::from_bits_truncate(309_237_746_688);
        assert_eq!(Granted::read(text), Granted(HashMap::from([(50, granted)])));
    }

    #[test]
    fn other_interactions_say_nothing_of_channels() {
        for text in [
            r#"{"d":{"id":"12","app_permissions":"7","data":{"custom_id":"set/where/a"}}}"#,
            r#"{"d":{"id":"12","data":{"options":[{"value":"\"channels\""}]}}}"#,
            r#"{"d":{"id":"12","data":{"resolved":{"channels":{"50":{"id":"50"}}}}}}"#,
            r#"{"d":{"id":"12","message":{"channels":[]}}}"#,
            "nothing \"channels\"",
        ] {
            assert_eq!(Granted::read(text), Granted::default(), "{text}");
        }
    }
}
