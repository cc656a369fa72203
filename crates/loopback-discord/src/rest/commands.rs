//! Application commands, global and of the server.

use serde_json::{Map, Value};

use super::super::errors::{ApiError, Code};
use super::super::events::Event;
use super::super::form::{At, Form, refusal};
use super::super::limits::{COMMANDS, commands};
use super::super::server::Server;
use super::super::snowflake::Snowflake;
use super::super::state::Command;
use super::about::guild_of;
use super::{Call, Outcome, Reply};

/// Returns the place of commands: all servers, or one.
fn scope(server: &Server, call: &Call) -> Result<Option<Snowflake>, ApiError> {
    if call.id("application_id")? != server.world.bot.id {
        // A token is valid for its own application only.
        return Err(Code::MissingAccess.into());
    }
    if call.text("guild_id").is_empty() {
        return Ok(None);
    }
    Ok(Some(guild_of(server, call)?.id))
}

pub(super) fn list(server: &mut Server, call: &Call) -> Outcome {
    let guild = scope(server, call)?;
    let localizations = call.asks("with_localizations");
    let here = server
        .world
        .commands
        .iter()
        .filter(|command| command.guild == guild);
    Reply::ok(
        here.map(|command| server.command(command, localizations))
            .collect::<Vec<Value>>()
            .into(),
    )
}

pub(super) fn get(server: &mut Server, call: &Call) -> Outcome {
    let place = find(server, call)?;
    Reply::ok(server.command(&server.world.commands[place], true))
}

pub(super) fn create(server: &mut Server, call: &Call) -> Outcome {
    let guild = scope(server, call)?;
    let mut form = Form::default();
    let definition = commands::check(&call.body, None, At::body(), &mut form);
    form.finish()?;
    let Some(definition) = definition else {
        return Err(Code::InvalidForm.into());
    };
    let known = place_of(server, guild, &definition);
    if known.is_none()
        && server
            .world
            .commands
            .iter()
            .filter(|command| command.guild == guild)
            .count()
            >= COMMANDS
    {
        return Err(Code::TooManyCommands.into());
    }
    let place = register(server, guild, definition);
    told(server);
    let status = if known.is_some() { 200 } else { 201 };
    Ok(Reply::Json(
        status,
        server.command(&server.world.commands[place], true),
    ))
}

pub(super) fn replace(server: &mut Server, call: &Call) -> Outcome {
    let guild = scope(server, call)?;
    let Some(items) = call.body.as_array() else {
        return Err(refusal(
            &At::body(),
            "LIST_TYPE_CONVERT",
            "Only iterables may be used in a ListType",
        ));
    };
    let mut form = Form::default();
    if items.len() > COMMANDS {
        form.refuse(
            &At::body(),
            "BASE_TYPE_MAX_LENGTH",
            format!("Must be {COMMANDS} or fewer in length."),
        );
    }
    let mut definitions: Vec<Map<String, Value>> = Vec::new();
    for (number, item) in items.iter().enumerate() {
        let at = At::body().field(number);
        let Some(definition) = commands::check(item, None, at.clone(), &mut form) else {
            continue;
        };
        if definitions
            .iter()
            .any(|other| same_name(other, &definition))
        {
            form.refuse(
                &at,
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            );
        }
        definitions.push(definition);
    }
    form.finish()?;
    server.world.commands.retain(|command| {
        command.guild != guild
            || definitions
                .iter()
                .any(|kept| same_name(kept, &command.definition))
    });
    let places: Vec<usize> = definitions
        .into_iter()
        .map(|definition| register(server, guild, definition))
        .collect();
    told(server);
    Reply::ok(
        places
            .iter()
            .map(|place| server.command(&server.world.commands[*place], true))
            .collect::<Vec<Value>>()
            .into(),
    )
}

pub(super) fn change(server: &mut Server, call: &Call) -> Outcome {
    let place = find(server, call)?;
    let known = server.world.commands[place].definition.clone();
    let mut form = Form::default();
    let definition = commands::check(&call.body, Some(&known), At::body(), &mut form);
    form.finish()?;
    let Some(definition) = definition else {
        return Err(Code::InvalidForm.into());
    };
    let guild = server.world.commands[place].guild;
    if place_of(server, guild, &definition).is_some_and(|other| other != place) {
        let message = "Application command names must be unique";
        return Err(refusal(
            &At::body().field("name"),
            "APPLICATION_COMMANDS_DUPLICATE_NAME",
            message,
        ));
    }
    if definition != known {
        let version = server.next_id();
        let command = &mut server.world.commands[place];
        command.definition = definition;
        command.version = version;
    }
    told(server);
    Reply::ok(server.command(&server.world.commands[place], true))
}

pub(super) fn delete(server: &mut Server, call: &Call) -> Outcome {
    let place = find(server, call)?;
    server.world.commands.remove(place);
    told(server);
    Ok(Reply::Empty)
}

fn find(server: &Server, call: &Call) -> Result<usize, ApiError> {
    let guild = scope(server, call)?;
    let id = call.id("command_id")?;
    let place = server
        .world
        .commands
        .iter()
        .position(|command| command.id == id && command.guild == guild);
    place.ok_or_else(|| Code::UnknownCommand.into())
}

fn same_name(one: &Map<String, Value>, other: &Map<String, Value>) -> bool {
    one.get("name") == other.get("name") && one.get("type") == other.get("type")
}

fn place_of(
    server: &Server,
    guild: Option<Snowflake>,
    definition: &Map<String, Value>,
) -> Option<usize> {
    server
        .world
        .commands
        .iter()
        .position(|command| command.guild == guild && same_name(&command.definition, definition))
}

/// Replaces the definition of the same name, or appends a new one. An unchanged one keeps its version.
fn register(
    server: &mut Server,
    guild: Option<Snowflake>,
    definition: Map<String, Value>,
) -> usize {
    let version = server.next_id();
    let Some(place) = place_of(server, guild, &definition) else {
        server.world.commands.push(Command {
            id: version,
            version,
            guild,
            definition,
        });
        return server.world.commands.len() - 1;
    };
    let command = &mut server.world.commands[place];
    if command.definition != definition {
        command.definition = definition;
        command.version = version;
    }
    place
}

fn told(server: &mut Server) {
    let commands = server
        .world
        .commands
        .iter()
        .map(|command| server.command(command, true))
        .collect();
    server.tell(Event::CommandsUpdate(commands), None);
}
