//! What every slash command is made of: how poise calls it, its answer, and choices for what somebody is typing.

use std::sync::Arc;

use poise::ApplicationContext;
use serenity::all::{
    CommandOptionType, CreateAutocompleteResponse, CreateCommandOption, InstallationContext,
    InteractionContext,
};

use super::app::App;
use super::asked::Asked;
use super::command_error::CommandError;
use super::reply::Reply;
use super::words::undirected;
use crate::games::CATALOGUE;

/// What poise hands to each command.
pub type Context<'a> = ApplicationContext<'a, Arc<App>, CommandError>;

/// A command as poise dispatches it.
pub type Command = poise::Command<Arc<App>, CommandError>;

/// A command as Discord is told it.
pub type Definition = serenity::all::CreateCommand;

/// A command that only makes sense in a server.
pub(crate) fn in_servers(command: Command) -> Command {
    within(
        command,
        &[InstallationContext::Guild],
        &[InteractionContext::Guild],
    )
}

/// A command for servers and for conversations with the bot, where people play against computers.
pub(crate) fn in_servers_and_chats(command: Command) -> Command {
    within(
        command,
        &[InstallationContext::Guild],
        &[InteractionContext::Guild, InteractionContext::BotDm],
    )
}

/// A command that needs nothing but its user: people who installed the app for themselves have it everywhere.
pub(crate) fn everywhere(command: Command) -> Command {
    within(
        command,
        &[InstallationContext::Guild, InstallationContext::User],
        &[
            InteractionContext::Guild,
            InteractionContext::BotDm,
            InteractionContext::PrivateChannel,
        ],
    )
}

fn within(
    mut command: Command,
    installed: &[InstallationContext],
    places: &[InteractionContext],
) -> Command {
    command.install_context = Some(installed.to_vec());
    command.interaction_context = Some(places.to_vec());
    command
}

/// The answer to a command.
pub(crate) fn reply<'a>(context: &'a Context<'_>) -> Reply<'a> {
    context.framework.user_data.reply(
        Asked::Command(context.interaction),
        context.has_sent_initial_response,
    )
}

/// For suggestions while somebody types.
pub(crate) fn typing<'a>(context: &'a Context<'_>) -> Reply<'a> {
    reply(context).while_typing()
}

/// Looks for suggestions as long as they can still be shown. Whoever types fast would else leave much work behind that
/// nobody waits for.
pub(crate) async fn in_time<T>(context: &Context<'_>, work: impl Future<Output = T>) -> Option<T> {
    typing(context).in_time(work).await
}

/// Choices of plain text for what somebody is typing.
pub(crate) fn choices(
    list: impl IntoIterator<Item = (String, String)>,
) -> CreateAutocompleteResponse {
    let choices = list.into_iter().filter(|(name, value)| {
        let fits = |text: &str| !text.is_empty() && text.chars().count() <= 100;
        fits(&undirected(name)) && fits(name) && fits(value)
    });
    choices.take(25).fold(
        CreateAutocompleteResponse::new(),
        |response, (name, value)| response.add_string_choice(undirected(&name), value),
    )
}

/// A command with choices for one of its options: labels and values.
pub(crate) fn with_choices(
    mut command: Command,
    option: &str,
    setter: fn(CreateCommandOption) -> CreateCommandOption,
) -> Command {
    let parameters = command.parameters.iter_mut();
    for parameter in parameters.filter(|parameter| parameter.name == option) {
        parameter.type_setter = Some(setter);
    }
    command
}

/// The games of the catalogue as the choices of an option.
pub(crate) fn games(option: CreateCommandOption) -> CreateCommandOption {
    let option = option.kind(CommandOptionType::String);
    CATALOGUE.iter().fold(option, |option, game| {
        option.add_string_choice(game.card.name, game.card.key)
    })
}

pub(crate) fn with_bounded_turn(mut command: Command) -> Command {
    for turn in command
        .parameters
        .iter_mut()
        .filter(|parameter| parameter.name == "turn")
    {
        turn.type_setter = Some(|option| {
            option
                .kind(CommandOptionType::Integer)
                .min_int_value(0)
                .max_int_value(100_000)
        });
    }
    command
}
