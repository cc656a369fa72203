//! What somebody did in Discord: a command, a press, a filled-in form.

use std::collections::HashMap;

use serde::Deserialize;
use serenity::all::{
    ActionRowComponent, ApplicationId, AuthorizingIntegrationOwner, AuthorizingIntegrationOwners,
    CommandInteraction, ComponentInteraction, ComponentInteractionDataKind, InteractionContext,
    InteractionId, Message, MessageFlags, MessageInteractionMetadata, ModalInteraction,
    PartialChannel, Permissions, User,
};

use super::command_error::CommandError;
use crate::matches::{ChannelId, GuildId, MessageId, RoleId, UserId};

/// What somebody did that waits for an answer.
#[derive(Clone, Copy)]
pub enum Interaction<'a> {
    /// A slash command.
    Command(&'a CommandInteraction),
    /// A press on a button.
    Component(&'a ComponentInteraction),
    /// A filled-in modal.
    Modal(&'a ModalInteraction),
}

impl<'a> Interaction<'a> {
    /// What it is, in a word.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Command(_) => "command",
            Self::Component(_) => "component",
            Self::Modal(_) => "modal",
        }
    }

    /// The name of the command, or the first word of the custom id. The rest of an id may hold a turn that nobody else may
    /// know.
    #[must_use]
    pub fn name_of_action(self) -> &'a str {
        let custom_id = match self {
            Self::Command(interaction) => return &interaction.data.name,
            Self::Component(interaction) => &interaction.data.custom_id,
            Self::Modal(interaction) => &interaction.data.custom_id,
        };
        custom_id.split('/').next().unwrap_or_default()
    }

    /// The interaction's number; it serves as the reference of a fault as well.
    #[must_use]
    pub fn id(self) -> InteractionId {
        match self {
            Self::Command(interaction) => interaction.id,
            Self::Component(interaction) => interaction.id,
            Self::Modal(interaction) => interaction.id,
        }
    }

    /// The interaction's id, as the kernel has it.
    #[must_use]
    pub fn cause(self) -> crate::matches::InteractionId {
        crate::matches::InteractionId(self.id().get())
    }

    /// The token with which it is answered.
    pub(crate) fn token(self) -> &'a str {
        match self {
            Self::Command(interaction) => &interaction.token,
            Self::Component(interaction) => &interaction.token,
            Self::Modal(interaction) => &interaction.token,
        }
    }

    /// The bot's application.
    pub(crate) fn application(self) -> ApplicationId {
        match self {
            Self::Command(interaction) => interaction.application_id,
            Self::Component(interaction) => interaction.application_id,
            Self::Modal(interaction) => interaction.application_id,
        }
    }

    /// The person who did it.
    #[must_use]
    pub fn person(self) -> &'a User {
        match self {
            Self::Command(interaction) => &interaction.user,
            Self::Component(interaction) => &interaction.user,
            Self::Modal(interaction) => &interaction.user,
        }
    }

    /// The id of the person who did it.
    #[must_use]
    pub fn user(self) -> UserId {
        UserId(self.person().id.get())
    }

    /// What they are called here.
    #[must_use]
    pub fn name(self) -> &'a str {
        let nick = match self {
            Self::Command(interaction) => interaction
                .member
                .as_ref()
                .and_then(|member| member.nick.as_deref()),
            Self::Component(interaction) => interaction
                .member
                .as_ref()
                .and_then(|member| member.nick.as_deref()),
            Self::Modal(interaction) => interaction
                .member
                .as_ref()
                .and_then(|member| member.nick.as_deref()),
        };
        nick.unwrap_or_else(|| display_name(self.person()))
    }

    /// Whether the bot is not a member where this happens: a server that has not installed it, or a conversation of other
    /// people. A person who has installed the app can use it there. The bot can answer them, and nothing else.
    #[must_use]
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
            // Serenity leaves out what Discord sends; the message from which the form was opened says the same.
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
        // Conversations with the bot count as its server's.
        owners.iter().any(for_person) && !owners.iter().any(for_server)
    }

    /// In which server, if the bot is a member of it.
    #[must_use]
    pub fn guild(self) -> Option<GuildId> {
        self.any_guild().filter(|_| !self.as_guest())
    }

    /// In which server, even if the bot is not a member.
    #[must_use]
    pub fn any_guild(self) -> Option<GuildId> {
        let guild = match self {
            Self::Command(interaction) => interaction.guild_id,
            Self::Component(interaction) => interaction.guild_id,
            Self::Modal(interaction) => interaction.guild_id,
        };
        guild.map(|guild| GuildId(guild.get()))
    }

    /// In which channel or thread.
    #[must_use]
    pub fn channel(self) -> ChannelId {
        ChannelId(match self {
            Self::Command(interaction) => interaction.channel_id.get(),
            Self::Component(interaction) => interaction.channel_id.get(),
            Self::Modal(interaction) => interaction.channel_id.get(),
        })
    }

    /// What they may do there.
    #[must_use]
    pub fn member_permissions(self) -> Option<Permissions> {
        let member = match self {
            Self::Command(interaction) => interaction.member.as_deref(),
            Self::Component(interaction) => interaction.member.as_ref(),
            Self::Modal(interaction) => interaction.member.as_ref(),
        };
        // Where the bot is a guest, nothing of ours is theirs to manage.
        member
            .filter(|_| !self.as_guest())
            .and_then(|member| member.permissions)
    }

    /// Their roles in the server.
    #[must_use]
    pub fn roles(self) -> Vec<RoleId> {
        let member = match self {
            Self::Command(interaction) => interaction.member.as_deref(),
            Self::Component(interaction) => interaction.member.as_ref(),
            Self::Modal(interaction) => interaction.member.as_ref(),
        };
        let member = member.filter(|_| !self.as_guest());
        let roles = member.map_or(&[][..], |member| &member.roles);
        roles.iter().map(|role| RoleId(role.get())).collect()
    }

    /// Whether the message whose component was used is seen by nobody else.
    #[must_use]
    pub fn on_private_message(self) -> bool {
        let message = match self {
            Self::Command(_) => None,
            Self::Component(interaction) => Some(&*interaction.message),
            Self::Modal(interaction) => interaction.message.as_deref(),
        };
        message
            .and_then(|message| message.flags)
            .is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL))
    }

    /// Whether a button below a picture was pressed.
    #[must_use]
    pub fn on_picture(self) -> bool {
        matches!(self, Self::Component(interaction) if !interaction.message.attachments.is_empty())
    }

    /// What kind of channel that is.
    #[must_use]
    pub fn partial_channel(self) -> Option<&'a PartialChannel> {
        match self {
            Self::Command(interaction) => interaction.channel.as_ref(),
            Self::Component(interaction) => interaction.channel.as_ref(),
            Self::Modal(interaction) => interaction.channel.as_ref(),
        }
    }

    /// What the bot may do there.
    #[must_use]
    pub fn app_permissions(self) -> Option<Permissions> {
        match self {
            Self::Command(interaction) => interaction.app_permissions,
            Self::Component(interaction) => interaction.app_permissions,
            Self::Modal(interaction) => interaction.app_permissions,
        }
    }

    /// The values that were chosen from a menu; none for anything else.
    #[must_use]
    pub fn chosen(self) -> &'a [String] {
        match self {
            Self::Component(ComponentInteraction { data, .. }) => match &data.kind {
                ComponentInteractionDataKind::StringSelect { values } => values,
                _ => &[],
            },
            _ => &[],
        }
    }

    /// The only thing that was chosen from a menu; `None` if none or several were.
    #[must_use]
    pub fn chosen_one(self) -> Option<&'a str> {
        match self.chosen() {
            [chosen] => Some(chosen),
            _ => None,
        }
    }

    /// The numbers of the people, roles or channels that were chosen from a menu which Discord fills.
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

    /// What Discord tells of a channel that was chosen from a menu.
    pub(crate) fn chosen_channel(self) -> Option<&'a PartialChannel> {
        match self {
            Self::Component(interaction) => interaction.data.resolved.channels.values().next(),
            _ => None,
        }
    }

    /// The person who was chosen from a menu.
    pub(crate) fn chosen_person(self) -> Option<&'a User> {
        match self {
            Self::Component(interaction) => interaction.data.resolved.users.values().next(),
            _ => None,
        }
    }

    /// What was typed into a field of a form; nothing, where there is no such field.
    #[must_use]
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

    /// Whether it is a filled-in form.
    pub(crate) fn is_form(self) -> bool {
        matches!(self, Self::Modal(_))
    }

    /// The message whose component was used.
    #[must_use]
    pub fn message(self) -> Option<MessageId> {
        match self {
            Self::Command(_) => None,
            Self::Component(interaction) => Some(MessageId(interaction.message.id.get())),
            Self::Modal(interaction) => interaction
                .message
                .as_ref()
                .map(|message| MessageId(message.id.get())),
        }
    }
}

/// The name that Discord shows for somebody outside of any server.
#[must_use]
pub fn display_name(user: &User) -> &str {
    user.global_name.as_deref().unwrap_or(&user.name)
}

/// The people or servers that have installed the application, from the message that answers an interaction.
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

/// The server, if the person manages it. Discord hides the command from everybody else, but a server may have shown it
/// to more people, and a panel outlives a role.
pub(crate) fn managed_server(interaction: Interaction<'_>) -> Result<GuildId, CommandError> {
    let may = interaction
        .member_permissions()
        .is_some_and(|held| held.manage_guild() || held.administrator());
    match interaction.guild() {
        Some(guild) if may => Ok(guild),
        _ => Err(CommandError::says(NOT_THE_MANAGER)),
    }
}

/// What the bot may do in the channels that were chosen from a menu, by their numbers. Discord tells it with the press since July
/// 2026; the library underneath is older and drops it, so it is read off the payload.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Granted(HashMap<u64, Permissions>);

impl Granted {
    /// What the bot may do in a channel; `None` where Discord has not told.
    pub(crate) fn of(&self, channel: u64) -> Option<Permissions> {
        self.0.get(&channel).copied()
    }

    /// Reads it off the payload of an interaction.
    #[must_use]
    pub fn read(payload: &str) -> Self {
        // Most interactions name no channel: they are not read twice.
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
