//! The options that a person gave to a command.

use serenity::all::{
    Attachment, CommandInteraction, PartialMember, ResolvedOption, ResolvedTarget, ResolvedValue,
    User,
};

use super::command_error::{CommandError, Result};
use super::refusals;
use crate::games::{self, Game};

/// The options that a person gave to a command. An option of an unexpected type means that the person's
/// Discord still has the command of an older version of the bot; the error says so.
pub struct CommandOptions<'a> {
    options: Vec<ResolvedOption<'a>>,
    target: Option<ResolvedTarget<'a>>,
}

impl<'a> CommandOptions<'a> {
    pub fn new(asked: &'a CommandInteraction) -> Self {
        Self {
            options: asked.data.options(),
            target: asked.data.target(),
        }
    }

    /// Whether a subcommand was used. Only commands of older versions have subcommands.
    pub(crate) fn is_older(&self) -> bool {
        let mut options = self.options.iter();
        options.any(|option| matches!(option.value, ResolvedValue::SubCommand(_)))
    }

    /// Returns the name of the option that is being typed, and its text so far.
    pub(crate) fn focused(&self) -> Option<(&'a str, &'a str)> {
        self.options.iter().find_map(|option| match option.value {
            ResolvedValue::Autocomplete { value, .. } => Some((option.name, value)),
            _ => None,
        })
    }

    pub(crate) fn text(&self, name: &str) -> Result<Option<&'a str>> {
        self.read(name, |value| match *value {
            ResolvedValue::String(text) | ResolvedValue::Autocomplete { value: text, .. } => {
                Some(text)
            }
            _ => None,
        })
    }

    pub(crate) fn game(&self, name: &str) -> Result<Option<&'static Game>> {
        self.text(name)?.map(known_game).transpose()
    }

    pub(crate) fn whole<T: TryFrom<i64>>(&self, name: &str) -> Result<Option<T>> {
        self.read(name, |value| match *value {
            ResolvedValue::Integer(number) => number.try_into().ok(),
            _ => None,
        })
    }

    pub(crate) fn flag(&self, name: &str) -> Result<Option<bool>> {
        self.read(name, |value| match *value {
            ResolvedValue::Boolean(flag) => Some(flag),
            _ => None,
        })
    }

    pub(crate) fn person(&self, name: &str) -> Result<Option<&'a User>> {
        Ok(self.member(name)?.map(|(user, _)| user))
    }

    /// Returns a person, and their data as a member of the server.
    pub(crate) fn member(
        &self,
        name: &str,
    ) -> Result<Option<(&'a User, Option<&'a PartialMember>)>> {
        self.read(name, |value| match *value {
            ResolvedValue::User(user, member) => Some((user, member)),
            _ => None,
        })
    }

    pub(crate) fn file(&self, name: &str) -> Result<Option<&'a Attachment>> {
        self.read(name, |value| match *value {
            ResolvedValue::Attachment(file) => Some(file),
            _ => None,
        })
    }

    /// Returns the person in whose menu the command was used.
    pub(crate) fn target(&self) -> Result<&'a User> {
        match self.target {
            Some(ResolvedTarget::User(user, _)) => Ok(user),
            _ => Err(refusals::outdated().into()),
        }
    }

    fn read<T>(
        &self,
        name: &str,
        read: impl FnOnce(&ResolvedValue<'a>) -> Option<T>,
    ) -> Result<Option<T>> {
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

/// Finds a game that a command, a button or a menu names.
pub(crate) fn known_game(key: &str) -> Result<&'static Game> {
    games::find(key).ok_or_else(|| CommandError::says("This game no longer exists."))
}

/// Returns a required option. It is missing only if the command came in an older form.
pub(crate) fn needed<T>(given: Option<T>) -> Result<T> {
    given.ok_or_else(|| refusals::outdated().into())
}
