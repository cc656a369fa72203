//! What somebody gave to a command.

use std::collections::HashMap;

use serde::Deserialize;
use serenity::all::{
    Attachment, CommandInteraction, PartialChannel, PartialMember, Permissions, ResolvedOption,
    ResolvedTarget, ResolvedValue, Role, User,
};

use super::command_error::CommandError;
use super::refusals;

/// What somebody gave to a command. Where an option is of another kind than asked for, their Discord still has the command of
/// an older version of the bot, and they are told so.
pub struct Given<'a> {
    /// The subcommand that is used.
    pub(crate) subcommand: Option<&'a str>,
    options: Vec<ResolvedOption<'a>>,
    target: Option<ResolvedTarget<'a>>,
    granted: &'a Granted,
}

/// A channel that somebody names.
#[derive(Clone, Copy)]
pub struct NamedChannel<'a> {
    pub(crate) channel: &'a PartialChannel,
    /// What the bot may do there; `None` where Discord has not told.
    pub(crate) granted: Option<Permissions>,
}

impl<'a> Given<'a> {
    /// Reads the options of a command or of its subcommand.
    #[must_use]
    pub fn new(asked: &'a CommandInteraction, granted: &'a Granted) -> Self {
        let mut options = asked.data.options();
        let mut subcommand = None;
        if let [
            ResolvedOption {
                name,
                value: ResolvedValue::SubCommand(inner),
                ..
            },
        ] = options.as_mut_slice()
        {
            subcommand = Some(*name);
            options = std::mem::take(inner);
        }
        Self {
            subcommand,
            options,
            target: asked.data.target(),
            granted,
        }
    }

    /// All options that were given.
    pub(crate) fn all(&self) -> &[ResolvedOption<'a>] {
        &self.options
    }

    /// The option that is being typed, and what of it.
    pub(crate) fn focused(&self) -> Option<(&'a str, &'a str)> {
        self.options.iter().find_map(|option| match option.value {
            ResolvedValue::Autocomplete { value, .. } => Some((option.name, value)),
            _ => None,
        })
    }

    pub(crate) fn text(&self, name: &str) -> Result<Option<&'a str>, CommandError> {
        self.read(name, |value| match *value {
            ResolvedValue::String(text) | ResolvedValue::Autocomplete { value: text, .. } => {
                Some(text)
            }
            _ => None,
        })
    }

    pub(crate) fn whole<T: TryFrom<i64>>(&self, name: &str) -> Result<Option<T>, CommandError> {
        self.read(name, |value| match *value {
            ResolvedValue::Integer(number) => number.try_into().ok(),
            _ => None,
        })
    }

    pub(crate) fn flag(&self, name: &str) -> Result<Option<bool>, CommandError> {
        self.read(name, |value| match *value {
            ResolvedValue::Boolean(flag) => Some(flag),
            _ => None,
        })
    }

    pub(crate) fn person(&self, name: &str) -> Result<Option<&'a User>, CommandError> {
        Ok(self.member(name)?.map(|(user, _)| user))
    }

    /// A person, and what is known of them as a member of the server.
    pub(crate) fn member(
        &self,
        name: &str,
    ) -> Result<Option<(&'a User, Option<&'a PartialMember>)>, CommandError> {
        self.read(name, |value| match *value {
            ResolvedValue::User(user, member) => Some((user, member)),
            _ => None,
        })
    }

    pub(crate) fn role(&self, name: &str) -> Result<Option<&'a Role>, CommandError> {
        self.read(name, |value| match *value {
            ResolvedValue::Role(role) => Some(role),
            _ => None,
        })
    }

    pub(crate) fn channel(&self, name: &str) -> Result<Option<NamedChannel<'a>>, CommandError> {
        self.read(name, |value| match *value {
            ResolvedValue::Channel(channel) => Some(NamedChannel {
                channel,
                granted: self.granted.0.get(&channel.id.get()).copied(),
            }),
            _ => None,
        })
    }

    pub(crate) fn file(&self, name: &str) -> Result<Option<&'a Attachment>, CommandError> {
        self.read(name, |value| match *value {
            ResolvedValue::Attachment(file) => Some(file),
            _ => None,
        })
    }

    /// The person in whose menu the command was used.
    pub(crate) fn target(&self) -> Result<&'a User, CommandError> {
        match self.target {
            Some(ResolvedTarget::User(user, _)) => Ok(user),
            _ => Err(refusals::outdated().into()),
        }
    }

    fn read<T>(
        &self,
        name: &str,
        read: impl FnOnce(&ResolvedValue<'a>) -> Option<T>,
    ) -> Result<Option<T>, CommandError> {
        let Some(option) = self.options.iter().find(|option| option.name == name) else {
            return Ok(None);
        };
        match read(&option.value) {
            Some(value) => Ok(Some(value)),
            None => {
                tracing::warn!(option = name, "an option came in an older form");
                Err(refusals::outdated().into())
            }
        }
    }
}

/// What cannot be missing unless the command came in an older form.
pub(crate) fn needed<T>(given: Option<T>) -> Result<T, CommandError> {
    given.ok_or_else(|| refusals::outdated().into())
}

/// What the bot may do in the channels that a command names, by their numbers. Discord tells it with the command since July
/// 2026; the library underneath is older and drops it, so it is read off the payload.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Granted(HashMap<u64, Permissions>);

impl Granted {
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
    d: Interaction,
}

#[derive(Deserialize)]
struct Interaction {
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
        let text = r#"{"op":0,"t":"INTERACTION_CREATE","s":3,"d":{"id":"12","app_permissions":"7","data":{"id":"1","name":"setup",
            "resolved":{"channels":{"50":{"id":"50","type":0,"permissions":"8","app_permissions":"309237746688"},"51":{"id":"51"}}}}}}"#;
        let granted = Permissions::from_bits_truncate(309_237_746_688);
        assert_eq!(Granted::read(text), Granted(HashMap::from([(50, granted)])));
    }

    #[test]
    fn other_interactions_say_nothing_of_channels() {
        for text in [
            r#"{"d":{"id":"12","app_permissions":"7","data":{"name":"setup"}}}"#,
            r#"{"d":{"id":"12","data":{"options":[{"value":"\"channels\""}]}}}"#,
            r#"{"d":{"id":"12","data":{"resolved":{"channels":{"50":{"id":"50"}}}}}}"#,
            r#"{"d":{"id":"12","message":{"channels":[]}}}"#,
            "nothing \"channels\"",
        ] {
            assert_eq!(Granted::read(text), Granted::default(), "{text}");
        }
    }
}
