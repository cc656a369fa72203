//! A command: its definition for Discord, its handler, and its suggestions while a person types.

use serenity::all::{
    CommandOptionType, CommandType, CreateCommand, CreateCommandOption, InstallationContext,
    InteractionContext, Permissions,
};

use super::app::App;
use super::command_error::Result;
use super::command_options::CommandOptions;
use super::reply::Reply;
use super::words::undirected;
use crate::games::{CATALOGUE, Game};
use crate::kernel::BoxFuture;

/// A handler that runs a command and answers it.
pub(crate) type Run =
    for<'a> fn(&'a App, &'a mut Reply<'_>, &'a CommandOptions<'a>) -> BoxFuture<'a, Result>;

/// A handler that returns the suggestions for an option while a person types.
pub(crate) type Complete = for<'a> fn(
    &'a App,
    &'a mut Reply<'_>,
    &'a CommandOptions<'a>,
    &'a str,
) -> BoxFuture<'a, Choices>;

pub struct Command {
    name: &'static str,
    description: String,
    kind: Kind,
    places: Places,
    permissions: Option<Permissions>,
    parameters: Vec<Parameter>,
    run: Run,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A command that is typed, with a slash before it.
    Slash,
    /// A command in the menu of a person.
    Menu,
}

/// The places where a command is offered.
#[derive(Clone, Copy)]
enum Places {
    Servers,
    ServersAndChats,
    Everywhere,
}

/// An option of a command.
pub struct Parameter {
    name: String,
    option: CreateCommandOption,
    complete: Option<Complete>,
}

impl Command {
    /// Creates a typed command, offered everywhere, also to people who installed the app for themselves.
    pub(crate) fn new(name: &'static str, description: impl Into<String>, run: Run) -> Self {
        Self {
            name,
            description: description.into(),
            kind: Kind::Slash,
            places: Places::Everywhere,
            permissions: None,
            parameters: Vec::new(),
            run,
        }
    }

    /// Creates a command in the menu of a person.
    pub(crate) fn in_menu(name: &'static str, run: Run) -> Self {
        Self {
            kind: Kind::Menu,
            ..Self::new(name, "", run)
        }
    }

    /// Adds an option.
    pub(crate) fn with(mut self, parameter: Parameter) -> Self {
        self.parameters.push(parameter);
        self
    }

    /// Offers the command only in servers.
    pub(crate) fn in_servers(self) -> Self {
        Self {
            places: Places::Servers,
            ..self
        }
    }

    /// Offers the command in servers and in conversations with the bot, to play against computers.
    pub(crate) fn in_servers_and_chats(self) -> Self {
        Self {
            places: Places::ServersAndChats,
            ..self
        }
    }

    /// Shows the command only to people with these permissions, unless a server decides otherwise.
    pub(crate) fn only_for(self, permissions: Permissions) -> Self {
        Self {
            permissions: Some(permissions),
            ..self
        }
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the handler.
    pub(crate) fn run(&self) -> Run {
        self.run
    }

    /// Returns the handler that suggests values for the option `option`.
    pub(crate) fn completes(&self, option: &str) -> Option<Complete> {
        let parameter = self.parameters.iter().find(|one| one.name == option)?;
        parameter.complete
    }

    /// Returns the definition of the command for Discord.
    pub fn definition(&self) -> CreateCommand {
        let (installed, contexts) = self.places.contexts();
        let mut definition = CreateCommand::new(self.name)
            .kind(match self.kind {
                Kind::Slash => CommandType::ChatInput,
                Kind::Menu => CommandType::User,
            })
            .integration_types(installed)
            .contexts(contexts)
            .set_options(
                self.parameters
                    .iter()
                    .map(|one| one.option.clone())
                    .collect(),
            );
        if self.kind == Kind::Slash {
            definition = definition.description(&self.description);
        }
        match self.permissions {
            Some(permissions) => definition.default_member_permissions(permissions),
            None => definition,
        }
    }
}

impl Places {
    fn contexts(self) -> (Vec<InstallationContext>, Vec<InteractionContext>) {
        use InteractionContext::{BotDm, Guild, PrivateChannel};
        match self {
            Self::Servers => (vec![InstallationContext::Guild], vec![Guild]),
            Self::ServersAndChats => (vec![InstallationContext::Guild], vec![Guild, BotDm]),
            Self::Everywhere => (
                vec![InstallationContext::Guild, InstallationContext::User],
                vec![Guild, BotDm, PrivateChannel],
            ),
        }
    }
}

impl Parameter {
    pub(crate) fn new(
        kind: CommandOptionType,
        name: impl Into<String>,
        description: impl Into<String>,
    ) -> Self {
        let name = name.into();
        Self {
            option: CreateCommandOption::new(kind, name.clone(), description),
            name,
            complete: None,
        }
    }

    pub(crate) fn text(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self::new(CommandOptionType::String, name, description)
    }

    pub(crate) fn whole(
        name: impl Into<String>,
        description: impl Into<String>,
        least: u64,
        most: u64,
    ) -> Self {
        Self::new(CommandOptionType::Integer, name, description)
            .made(|option| option.min_int_value(least).max_int_value(most))
    }

    pub(crate) fn flag(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self::new(CommandOptionType::Boolean, name, description)
    }

    pub(crate) fn person(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self::new(CommandOptionType::User, name, description)
    }

    pub(crate) fn file(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self::new(CommandOptionType::Attachment, name, description)
    }

    /// Creates an option for a game of the catalogue.
    pub(crate) fn game(name: &'static str, description: &'static str) -> Self {
        Self::game_of(CATALOGUE, name, description)
    }

    /// Creates an option for one of these games.
    pub(crate) fn game_of(
        games: impl IntoIterator<Item = &'static Game>,
        name: &'static str,
        description: &'static str,
    ) -> Self {
        let games = games
            .into_iter()
            .map(|game| (game.card.name, game.card.key));
        Self::text(name, description).one_of(games)
    }

    /// Creates an option for the turn of a match with which an action begins.
    pub(crate) fn turn(description: &'static str) -> Self {
        Self::whole("turn", description, 0, 100_000)
    }

    /// Makes the option required.
    pub(crate) fn required(self) -> Self {
        self.made(|option| option.required(true))
    }

    /// Limits the length of the text.
    pub(crate) fn at_most(self, characters: u16) -> Self {
        self.made(|option| option.max_length(characters))
    }

    /// Restricts the option to choices, each a label and a value.
    pub(crate) fn one_of<L: Into<String>, V: Into<String>>(
        self,
        choices: impl IntoIterator<Item = (L, V)>,
    ) -> Self {
        self.made(|option| {
            choices.into_iter().fold(option, |option, (label, value)| {
                option.add_string_choice(label, value)
            })
        })
    }

    /// Suggests values while a person types.
    pub(crate) fn completed(self, complete: Complete) -> Self {
        Self {
            complete: Some(complete),
            ..self.made(|option| option.set_autocomplete(true))
        }
    }

    /// Changes the definition that Discord gets.
    pub(crate) fn made(
        self,
        more: impl FnOnce(CreateCommandOption) -> CreateCommandOption,
    ) -> Self {
        Self {
            option: more(self.option),
            ..self
        }
    }
}

/// Suggestions while a person types, each a label and a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Choices(Vec<(String, String)>);

impl Choices {
    /// Returns the labels and values.
    pub(crate) fn list(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(label, value)| (label.as_str(), value.as_str()))
    }
}

/// Returns plain-text suggestions, without those that Discord would refuse and up to Discord's limit.
pub(crate) fn choices(list: impl IntoIterator<Item = (String, String)>) -> Choices {
    let choices = list.into_iter().filter(|(name, value)| {
        let fits = |text: &str| !text.is_empty() && text.chars().count() <= 100;
        fits(&undirected(name)) && fits(name) && fits(value)
    });
    let choices = choices
        .take(25)
        .map(|(name, value)| (undirected(&name), value));
    Choices(choices.collect())
}
