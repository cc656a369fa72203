//! Registers the commands, only if Discord's list differs: registrations count towards a daily limit.

use std::time::Duration;

use serde_json::{Map, Value};
use serenity::all::{ApplicationId, LightMethod};
use serenity::http::{Request, Route};

use super::json_request::json_request;
use super::rest::{Failure, Rest};
use crate::kernel::os_random;

/// The result of a registration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registered {
    /// Whether the list had to be sent.
    pub changed: bool,
    /// The commands' names and ids, for mentions that can be pressed.
    pub ids: Vec<(String, u64)>,
}

/// The wait before the first retry; it doubles with each further one.
const FIRST_WAIT: Duration = Duration::from_secs(1);

/// The maximum wait before a retry.
const LONGEST_WAIT: Duration = Duration::from_secs(300);

/// Makes Discord's list of commands equal to `wanted`, with retries until that succeeds. If Discord
/// refuses because people may not install the app for themselves, the commands are for servers only.
pub async fn register_at_last(
    rest: &Rest,
    application_id: ApplicationId,
    wanted: &[Value],
) -> Registered {
    let draw = os_random();
    let mut wait = FIRST_WAIT;
    let mut wanted = wanted.to_vec();
    loop {
        let failure = match register(rest, application_id, &wanted).await {
            Ok(registered) => return registered,
            Err(failure) => failure,
        };
        let for_servers: Vec<_> = wanted.iter().map(for_servers).collect();
        if failure.is_form() && for_servers != wanted {
            tracing::warn!(%failure, "Discord does not take commands for persons: they are registered for servers alone");
            wanted = for_servers;
            continue;
        }
        let least = match failure {
            Failure::RateLimited(limit, _) => limit.max(wait),
            _ => wait,
        };
        // Adds a jitter of up to a quarter, so that bots do not retry together after an outage.
        let pause = least + least * (draw() % 256) / 1024;
        tracing::error!(%failure, ?pause, "commands are not registered yet: people see the old ones, or none");
        tokio::time::sleep(pause).await;
        wait = (wait * 2).min(LONGEST_WAIT);
    }
}

/// Makes Discord's list of commands equal to `wanted`.
async fn register(
    rest: &Rest,
    application_id: ApplicationId,
    wanted: &[Value],
) -> Result<Registered, Failure> {
    let route = Route::Commands { application_id };
    let known = rest.send(Request::new(route, LightMethod::Get)).await?;
    if same(known.as_array().map_or(&[][..], Vec::as_slice), wanted) {
        return Ok(Registered {
            changed: false,
            ids: ids(&known),
        });
    }
    let known = rest
        .send(json_request(
            route,
            LightMethod::Put,
            &Value::from(wanted.to_vec()),
        ))
        .await?;
    Ok(Registered {
        changed: true,
        ids: ids(&known),
    })
}

/// Restricts a command to servers that have installed the app.
fn for_servers(command: &Value) -> Value {
    const SERVERS: u64 = 0;
    const CONVERSATIONS_OF_OTHERS: u64 = 2;
    let mut command = command.clone();
    if command["integration_types"].is_array() {
        command["integration_types"] = Value::from(vec![SERVERS]);
    }
    if let Some(contexts) = command["contexts"].as_array_mut() {
        contexts.retain(|context| *context != CONVERSATIONS_OF_OTHERS);
    }
    command
}

fn ids(commands: &Value) -> Vec<(String, u64)> {
    let commands = commands.as_array().map_or(&[][..], Vec::as_slice);
    commands
        .iter()
        .filter_map(|command| {
            Some((
                command["name"].as_str()?.to_owned(),
                command["id"].as_str()?.parse().ok()?,
            ))
        })
        .collect()
}

/// Whether two lists define the same commands, in any order and with or without explicit defaults.
fn same(known: &[Value], wanted: &[Value]) -> bool {
    let normal = |list: &[Value]| {
        let mut list: Vec<_> = list.iter().map(command).collect();
        list.sort_by_key(|command| command["name"].to_string());
        list
    };
    normal(known) == normal(wanted)
}

/// Returns the bot's part of a command, without defaults. Ids, versions and the like belong to Discord.
fn command(value: &Value) -> Value {
    const OURS: [&str; 10] = [
        "name",
        "name_localizations",
        "description",
        "description_localizations",
        "type",
        "options",
        "default_member_permissions",
        "nsfw",
        "contexts",
        "integration_types",
    ];
    let mut kept = Map::new();
    for key in OURS {
        let default = match key {
            "type" => Value::from(1),
            "integration_types" => Value::from(vec![0]),
            _ => Value::Null,
        };
        insert(&mut kept, key, &value[key], &default);
    }
    for key in ["contexts", "integration_types"] {
        if let Some(Value::Array(list)) = kept.get_mut(key) {
            list.sort_by_key(Value::as_u64);
        }
    }
    Value::Object(kept)
}

fn option(value: &Value) -> Value {
    const OURS: [&str; 14] = [
        "type",
        "name",
        "name_localizations",
        "description",
        "description_localizations",
        "required",
        "choices",
        "options",
        "channel_types",
        "min_value",
        "max_value",
        "min_length",
        "max_length",
        "autocomplete",
    ];
    let mut kept = Map::new();
    for key in OURS {
        insert(&mut kept, key, &value[key], &Value::Null);
    }
    Value::Object(kept)
}

/// Inserts a value in a normalised form, unless it is empty or the default.
fn insert(kept: &mut Map<String, Value>, key: &str, value: &Value, default: &Value) {
    let value = match (key, value) {
        ("options", Value::Array(options)) => {
            Value::from(options.iter().map(option).collect::<Vec<_>>())
        }
        ("choices", Value::Array(choices)) => {
            Value::from(choices.iter().map(choice).collect::<Vec<_>>())
        }
        (_, Value::Number(number)) => Value::from(number.as_f64()),
        _ => value.clone(),
    };
    let default = default
        .as_f64()
        .map_or_else(|| default.clone(), Value::from);
    let empty = match &value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    };
    if !empty && value != default {
        kept.insert(key.to_owned(), value);
    }
}

fn choice(value: &Value) -> Value {
    let mut kept = Map::new();
    for key in ["name", "name_localizations", "value"] {
        insert(&mut kept, key, &value[key], &Value::Null);
    }
    Value::Object(kept)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn defaults_and_order_make_no_difference() {
        let ours = [
            json!({"name": "b", "description": "B", "options": []}),
            json!({"name": "a", "description": "A", "contexts": [0], "integration_types": [0],
            "options": [{"type": 4, "name": "n", "description": "N", "min_value": 2, "choices": [{"name": "x", "value": 1}]}]}),
        ];
        let theirs = [
            json!({"id": "1", "version": "7", "type": 1, "nsfw": false, "name": "a", "description": "A", "contexts": [0], "default_member_permissions": null,
                "options": [{"type": 4, "name": "n", "description": "N", "required": false, "min_value": 2.0, "choices": [{"name": "x", "value": 1, "name_localizations": null}]}]}),
            json!({"id": "2", "type": 1, "name": "b", "description": "B"}),
        ];
        assert!(same(&theirs, &ours));
    }

    #[test]
    fn a_command_for_persons_can_be_one_for_servers() {
        let everywhere = json!({"name": "a", "integration_types": [0, 1], "contexts": [0, 1, 2]});
        let servers = json!({"name": "a", "integration_types": [0], "contexts": [0, 1]});
        assert_eq!(for_servers(&everywhere), servers);
        assert_eq!(for_servers(&servers), servers);
    }

    #[test]
    fn what_people_see_makes_a_difference() {
        let command = json!({"name": "a", "description": "A", "options": [{"type": 4, "name": "n", "description": "N", "min_value": 2}, {"type": 3, "name": "t", "description": "T"}]});
        let changes = [
            ("/description", json!("B")),
            ("/options/0/min_value", json!(3)),
            ("/options/0/type", json!(3)),
            (
                "/options/0",
                json!({"type": 3, "name": "t", "description": "T"}),
            ),
            ("/options/1/description", json!("N")),
        ];
        for (path, value) in changes {
            let mut changed = command.clone();
            if let Some(place) = changed.pointer_mut(path) {
                *place = value;
            }
            assert!(
                !same(
                    std::slice::from_ref(&changed),
                    std::slice::from_ref(&command)
                ),
                "{path}"
            );
        }
        assert!(!same(&[], std::slice::from_ref(&command)));
    }
}
