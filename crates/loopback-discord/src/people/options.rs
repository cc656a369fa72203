//! The options of a command as a person fills them in.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::super::limits::commands::{
    ATTACHMENT, BOOLEAN, CHANNEL, GROUP, INTEGER, MENTIONABLE, NUMBER, ROLE, STRING, SUBCOMMAND,
    USER,
};
use super::super::limits::{TEXT_INPUT, TEXT_OPTION};
use super::super::server::Server;
use super::super::snowflake::Snowflake;
use super::Refusal;

/// Options in the bot's format, and the ids that they contain.
#[derive(Debug, Default)]
pub(super) struct Filled {
    pub options: Vec<Value>,
    /// The names of the group and the subcommand.
    pub path: Vec<String>,
    pub users: BTreeSet<Snowflake>,
    pub channels: BTreeSet<Snowflake>,
    pub roles: BTreeSet<Snowflake>,
    pub files: BTreeSet<Snowflake>,
    pub focused: Option<i64>,
}

impl Server {
    /// Checks options against a definition. During autocomplete, required ones may be missing.
    pub(super) fn fill(
        &self,
        definition: &Map<String, Value>,
        given: &[Value],
        typing: bool,
    ) -> Result<Filled, Refusal> {
        let mut filled = Filled::default();
        filled.options = self.level(definition, given, typing, &mut filled)?;
        if typing && filled.focused.is_none() {
            return Err("No option is being typed.".to_owned());
        }
        Ok(filled)
    }

    fn level(
        &self,
        definition: &Map<String, Value>,
        given: &[Value],
        typing: bool,
        filled: &mut Filled,
    ) -> Result<Vec<Value>, Refusal> {
        let defined = definition
            .get("options")
            .and_then(Value::as_array)
            .map(Vec::as_slice)
            .unwrap_or_default();
        let mut options = Vec::new();
        let mut names = BTreeSet::new();
        for option in given {
            let name = option["name"].as_str().unwrap_or_default();
            let known = defined
                .iter()
                .filter_map(Value::as_object)
                .find(|known| known.get("name").is_some_and(|known| known == name));
            let known = known.ok_or_else(|| format!("There is no option “{name}”."))?;
            if !names.insert(name) {
                return Err(format!("The option “{name}” is given twice."));
            }
            let kind = known.get("type").and_then(Value::as_i64).unwrap_or(0);
            if matches!(kind, SUBCOMMAND | GROUP) {
                filled.path.push(name.to_owned());
                let below = option["options"]
                    .as_array()
                    .map(Vec::as_slice)
                    .unwrap_or_default();
                let below = self.level(known, below, typing, filled)?;
                options.push(json!({ "name": name, "type": kind, "options": below }));
                continue;
            }
            if typing && option["focused"] == true {
                if known
                    .get("autocomplete")
                    .is_none_or(|autocomplete| autocomplete != true)
                {
                    return Err(format!("The option “{name}” has no autocomplete."));
                }
                let typed = option["value"]
                    .as_str()
                    .map_or_else(|| option["value"].to_string(), str::to_owned);
                filled.focused = Some(kind);
                options
                    .push(json!({ "name": name, "type": kind, "value": typed, "focused": true }));
                continue;
            }
            let value = self.value(known, kind, name, &option["value"], filled)?;
            options.push(json!({ "name": name, "type": kind, "value": value }));
        }
        let is_branch = |option: &Value| option["type"].as_i64().is_some_and(|kind| kind <= GROUP);
        if defined.iter().any(is_branch) && options.len() != 1 {
            return Err("Choose one subcommand.".to_owned());
        }
        let missing = defined.iter().find(|option| {
            option["required"] == true
                && !names.contains(option["name"].as_str().unwrap_or_default())
        });
        match missing {
            Some(missing) if !typing => Err(format!(
                "The option “{}” is required.",
                missing["name"].as_str().unwrap_or_default()
            )),
            _ => Ok(options),
        }
    }

    fn value(
        &self,
        known: &Map<String, Value>,
        kind: i64,
        name: &str,
        value: &Value,
        filled: &mut Filled,
    ) -> Result<Value, Refusal> {
        let value = match kind {
            STRING => {
                let text = value
                    .as_str()
                    .ok_or_else(|| format!("The option “{name}” takes a text."))?;
                let bound = |key| {
                    known
                        .get(key)
                        .and_then(Value::as_u64)
                        .and_then(|bound| usize::try_from(bound).ok())
                };
                let (min, max) = (
                    bound("min_length").unwrap_or(0).max(1),
                    bound("max_length").unwrap_or(TEXT_OPTION),
                );
                if !(min..=max).contains(&text.chars().count()) {
                    return Err(format!(
                        "The option “{name}” takes from {min} to {max} characters."
                    ));
                }
                value.clone()
            }
            INTEGER | NUMBER => {
                if !value.is_number() || (kind == INTEGER && value.as_i64().is_none()) {
                    return Err(format!(
                        "The option “{name}” takes a {}number.",
                        if kind == INTEGER { "whole " } else { "" }
                    ));
                }
                let number = value.as_f64().unwrap_or(0.0);
                let bound = |key| known.get(key).and_then(Value::as_f64);
                if bound("min_value").is_some_and(|min| number < min)
                    || bound("max_value").is_some_and(|max| number > max)
                {
                    return Err(format!("The option “{name}” is out of bounds."));
                }
                value.clone()
            }
            BOOLEAN => Value::Bool(
                value
                    .as_bool()
                    .ok_or_else(|| format!("The option “{name}” takes true or false."))?,
            ),
            USER | CHANNEL | ROLE | MENTIONABLE => json!(self.named(kind, name, value, filled)?),
            ATTACHMENT => {
                let id = super::super::form::snowflake(value);
                let id = id.filter(|id| self.uploads.iter().any(|upload| upload.file.id == *id));
                let id = id.ok_or_else(|| format!("The option “{name}” takes a file."))?;
                filled.files.insert(id);
                json!(id)
            }
            _ => return Err(format!("The sandbox cannot fill in the option “{name}”.")),
        };
        let choices = known.get("choices").and_then(Value::as_array);
        if choices.is_some_and(|choices| !choices.iter().any(|choice| choice["value"] == value)) {
            return Err(format!(
                "The option “{name}” takes one of its choices only."
            ));
        }
        Ok(value)
    }

    /// Resolves a user, channel or role by id, or a user by name, as a client's list does.
    fn named(
        &self,
        kind: i64,
        name: &str,
        value: &Value,
        filled: &mut Filled,
    ) -> Result<Snowflake, Refusal> {
        let text = value.as_str().unwrap_or_default();
        let user = self
            .world
            .people
            .iter()
            .chain([&self.world.bot])
            .find(|user| user.username == text)
            .map(|user| user.id);
        let id = user
            .or_else(|| super::super::form::snowflake(value))
            .ok_or_else(|| format!("The option “{name}” takes a name of the list."))?;
        let (is_user, is_role) = (self.world.user(id).is_some(), self.world.is_role(id));
        match kind {
            USER | MENTIONABLE if is_user => filled.users.insert(id),
            ROLE | MENTIONABLE if is_role => filled.roles.insert(id),
            CHANNEL if self.world.channels.contains_key(&id) => filled.channels.insert(id),
            _ => return Err(format!("The option “{name}” takes a name of the list.")),
        };
        Ok(id)
    }
}

/// The type of a component of a modal with a label.
const LABEL: i64 = 18;

/// Converts a person's texts for a modal to the bot's format.
pub(super) fn fill_modal(modal: &Value, given: &Value) -> Result<Value, Refusal> {
    let typed = |custom_id: &Value| {
        let rows = given.as_array().into_iter().flatten();
        let mut inputs = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
        inputs
            .find(|input| input["custom_id"] == *custom_id)
            .and_then(|input| input["value"].as_str())
    };
    let mut rows = Vec::new();
    for row in modal["components"].as_array().into_iter().flatten() {
        let in_label = row["type"] == LABEL;
        let (input, label) = match in_label {
            true => (&row["component"], &row["label"]),
            false => (&row["components"][0], &row["components"][0]["label"]),
        };
        let label = label.as_str().unwrap_or_default();
        let value = typed(&input["custom_id"])
            .or_else(|| input["value"].as_str())
            .unwrap_or_default();
        let length = value.chars().count();
        let bound = |key: &str, other: usize| {
            input[key]
                .as_u64()
                .and_then(|bound| usize::try_from(bound).ok())
                .unwrap_or(other)
        };
        let (min, max) = (bound("min_length", 0), bound("max_length", TEXT_INPUT));
        if length == 0 && input["required"] == true {
            return Err(format!("“{label}” must be filled in."));
        }
        if length > 0 && !(min..=max).contains(&length) {
            return Err(format!("“{label}” takes from {min} to {max} characters."));
        }
        let filled = json!({ "type": 4, "custom_id": input["custom_id"], "value": value });
        rows.push(match in_label {
            true => json!({ "type": LABEL, "id": rows.len() + 1, "component": filled }),
            false => json!({ "type": 1, "components": [filled] }),
        });
    }
    Ok(Value::Array(rows))
}
