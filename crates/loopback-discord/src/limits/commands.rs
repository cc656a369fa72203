//! Definitions of application commands.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};

use super::super::form::{At, Fields, Form};
use super::{OPTIONS, TEXT_OPTION};

/// The most characters of all names, descriptions and values of a command.
const TOTAL: usize = 8_000;
/// The range of an integer option.
const INT53: RangeInclusive<i64> = -9_007_199_254_740_991..=9_007_199_254_740_991;

/// A subcommand; the first type of option.
pub(crate) const SUBCOMMAND: i64 = 1;
pub(crate) const GROUP: i64 = 2;
pub(crate) const STRING: i64 = 3;
pub(crate) const INTEGER: i64 = 4;
pub(crate) const BOOLEAN: i64 = 5;
pub(crate) const USER: i64 = 6;
pub(crate) const CHANNEL: i64 = 7;
pub(crate) const ROLE: i64 = 8;
/// A user or a role.
pub(crate) const MENTIONABLE: i64 = 9;
pub(crate) const NUMBER: i64 = 10;
pub(crate) const ATTACHMENT: i64 = 11;

const LOCALES: [&str; 34] = [
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he",
    "hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE",
    "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
];

/// Checks a definition and returns Discord's form of it without ids.
/// With `known`, absent fields keep their values.
pub(crate) fn check(
    value: &Value,
    known: Option<&Map<String, Value>>,
    at: At,
    form: &mut Form,
) -> Option<Map<String, Value>> {
    let fields = Fields::of(value, at, form)?;
    let mut command = known.cloned().unwrap_or_else(defaults);
    let mut size = 0;
    if known.is_none() {
        fields.require("name", form);
        if let Some(kind) = fields.choice("type", &[1, 2, 3], form) {
            command.insert("type".into(), kind.into());
        }
    }
    let is_chat_input = command.get("type").and_then(Value::as_i64) == Some(1);
    if let Some(name) = fields.text("name", 1..=32, form) {
        if is_chat_input {
            check_name(name, &fields.at("name"), form);
        }
        command.insert("name".into(), name.into());
    }
    if is_chat_input {
        if known.is_none() {
            fields.require("description", form);
        }
        if let Some(description) = fields.text("description", 1..=100, form) {
            command.insert("description".into(), description.into());
        }
        if let Some(items) = fields.list("options", 0..=OPTIONS, form) {
            let mut reader = Reader { form, size: 0 };
            let options = reader.options(items, &fields.at("options"), None);
            size += reader.size;
            command.insert("options".into(), Value::Array(options));
        } else if fields.has("options") {
            command.insert("options".into(), json!([]));
        }
    } else {
        for key in ["description", "options"] {
            let filled = fields.get(key).is_some_and(|value| {
                value.as_str() != Some("") && value.as_array().is_none_or(|list| !list.is_empty())
            });
            if filled {
                form.refuse(
                    &fields.at(key),
                    "APPLICATION_COMMAND_CONTEXT_MENU_FIELD",
                    "Context menu commands cannot have this field",
                );
            }
        }
    }
    localizations(
        &fields,
        "name_localizations",
        32,
        is_chat_input,
        &mut command,
        form,
    );
    localizations(
        &fields,
        "description_localizations",
        100,
        false,
        &mut command,
        form,
    );
    settings(&fields, &mut command, form);
    size += text_size(command.get("name")) + text_size(command.get("description"));
    if size > TOTAL {
        form.refuse(
            &fields.at,
            "APPLICATION_COMMAND_TOO_LARGE",
            format!("Command exceeds maximum size ({TOTAL})"),
        );
    }
    Some(command)
}

fn defaults() -> Map<String, Value> {
    let defaults = json!({
        "type": 1, "name": "", "name_localizations": null, "description": "", "description_localizations": null, "options": [],
        "default_member_permissions": null, "dm_permission": true, "contexts": null, "integration_types": [0], "nsfw": false,
    });
    if let Value::Object(map) = defaults {
        map
    } else {
        Map::new()
    }
}

/// Reads the permissions and contexts of a command.
fn settings(fields: &Fields, command: &mut Map<String, Value>, form: &mut Form) {
    if let Some(bits) = fields.get("default_member_permissions") {
        match bits.as_u64().or_else(|| bits.as_str()?.parse().ok()) {
            Some(bits) => {
                command.insert("default_member_permissions".into(), bits.to_string().into());
            }
            None => form.refuse(
                &fields.at("default_member_permissions"),
                "NUMBER_TYPE_COERCE",
                format!("Value {bits} is not int."),
            ),
        }
    } else if fields.has("default_member_permissions") {
        command.insert("default_member_permissions".into(), Value::Null);
    }
    for key in ["dm_permission", "nsfw"] {
        if let Some(on) = fields.boolean(key, form) {
            command.insert(key.into(), on.into());
        }
    }
    for (key, highest) in [("contexts", 2), ("integration_types", 1)] {
        let Some(items) = fields.list(key, 1..=3, form) else {
            continue;
        };
        let mut values = HashSet::new();
        for (number, item) in items.iter().enumerate() {
            let at = fields.at(key).field(number);
            match item.as_i64() {
                Some(value) if (0..=highest).contains(&value) && values.insert(value) => {}
                Some(_) => form.refuse(
                    &at,
                    "BASE_TYPE_CHOICES",
                    format!("Values must be different and from 0 to {highest}."),
                ),
                None => form.refuse(
                    &at,
                    "NUMBER_TYPE_COERCE",
                    format!("Value {item} is not int."),
                ),
            }
        }
        command.insert(key.into(), Value::Array(items.to_vec()));
    }
}

struct Reader<'a> {
    form: &'a mut Form,
    size: usize,
}

impl Reader<'_> {
    /// Reads the options of a command (`inside` is `None`), of a group or of a subcommand.
    fn options(&mut self, items: &[Value], at: &At, inside: Option<i64>) -> Vec<Value> {
        let mut names = HashSet::new();
        let mut optional_seen = false;
        let mut kinds = HashSet::new();
        let mut options = Vec::new();
        for (number, item) in items.iter().enumerate() {
            let Some(fields) = Fields::of(item, at.field(number), self.form) else {
                continue;
            };
            let Some((kind, option)) = self.option(&fields, inside) else {
                continue;
            };
            kinds.insert(kind <= GROUP);
            let name = option
                .get("name")
                .and_then(Value::as_str)
                .unwrap_or("")
                .to_owned();
            if !names.insert(name) {
                let message = "Option name already exists";
                self.form.refuse(
                    &fields.at("name"),
                    "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
                    message,
                );
            }
            if kind > GROUP {
                let required = option.get("required").is_some();
                if required && optional_seen {
                    let message = "Required options must be placed before non-required options";
                    self.form.refuse(
                        &fields.at,
                        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                        message,
                    );
                }
                optional_seen |= !required;
            }
            options.push(Value::Object(option));
        }
        if kinds.len() > 1 {
            let message = "Sub-command and sub-command group option types are mutually exclusive to all other types";
            self.form
                .refuse(at, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
        }
        options
    }

    fn option(
        &mut self,
        fields: &Fields,
        inside: Option<i64>,
    ) -> Option<(i64, Map<String, Value>)> {
        let allowed: &[i64] = match inside {
            None => &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
            Some(GROUP) => &[1],
            Some(_) => &[3, 4, 5, 6, 7, 8, 9, 10, 11],
        };
        fields.require("type", self.form);
        let kind = fields.choice("type", allowed, self.form)?;
        let mut option = Map::new();
        option.insert("type".into(), kind.into());
        if let Some(name) = fields.required_text("name", 1..=32, self.form) {
            check_name(name, &fields.at("name"), self.form);
            option.insert("name".into(), name.into());
        }
        if let Some(description) = fields.required_text("description", 1..=100, self.form) {
            option.insert("description".into(), description.into());
        }
        localizations(
            fields,
            "name_localizations",
            32,
            true,
            &mut option,
            self.form,
        );
        localizations(
            fields,
            "description_localizations",
            100,
            false,
            &mut option,
            self.form,
        );
        self.size += text_size(option.get("name")) + text_size(option.get("description"));
        if fields.boolean("required", self.form) == Some(true) {
            option.insert("required".into(), true.into());
        }
        match kind {
            SUBCOMMAND | GROUP => {
                let least = if kind == GROUP { 1 } else { 0 };
                let items = fields
                    .list("options", least..=OPTIONS, self.form)
                    .unwrap_or_default();
                let options = self.options(items, &fields.at("options"), Some(kind));
                if !options.is_empty() {
                    option.insert("options".into(), Value::Array(options));
                }
            }
            STRING | INTEGER | NUMBER => self.value_limits(fields, kind, &mut option),
            _ => self.refuse_choices(fields),
        }
        if kind == CHANNEL
            && let Some(kinds) = fields
                .list("channel_types", 0..=20, self.form)
                .filter(|kinds| !kinds.is_empty())
        {
            option.insert("channel_types".into(), Value::Array(kinds.to_vec()));
        }
        Some((kind, option))
    }

    fn refuse_choices(&mut self, fields: &Fields) {
        if fields
            .get("choices")
            .and_then(Value::as_array)
            .is_some_and(|list| !list.is_empty())
        {
            self.form.refuse(
                &fields.at("choices"),
                "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID",
                "This type of option has no choices",
            );
        }
        if fields.boolean("autocomplete", self.form) == Some(true) {
            let message = "This type of option has no autocomplete";
            self.form.refuse(
                &fields.at("autocomplete"),
                "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
                message,
            );
        }
    }

    fn value_limits(&mut self, fields: &Fields, kind: i64, option: &mut Map<String, Value>) {
        let autocomplete = fields.boolean("autocomplete", self.form) == Some(true);
        if autocomplete {
            option.insert("autocomplete".into(), true.into());
        }
        let choices = self.choices(fields, kind);
        if !choices.is_empty() {
            if autocomplete {
                let message = "Autocomplete and choices are mutually exclusive";
                self.form.refuse(
                    &fields.at("choices"),
                    "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",
                    message,
                );
            }
            option.insert("choices".into(), Value::Array(choices));
        }
        if kind == STRING {
            let most = i64::try_from(TEXT_OPTION).unwrap_or(i64::MAX);
            let min = fields.integer("min_length", 0..=most, self.form);
            let max = fields.integer("max_length", 1..=most, self.form);
            self.keep_bounds(
                fields,
                option,
                [
                    ("min_length", min.map(Value::from)),
                    ("max_length", max.map(Value::from)),
                ],
            );
            return;
        }
        let mut bounds = [("min_value", None), ("max_value", None)];
        for (key, bound) in &mut bounds {
            *bound = if kind == INTEGER {
                fields.integer(key, INT53, self.form).map(Value::from)
            } else {
                let number = fields.get(key);
                if number.is_some_and(|number| !number.is_number()) {
                    self.form
                        .refuse(&fields.at(key), "NUMBER_TYPE_COERCE", "Value is not float.");
                }
                number.cloned()
            };
        }
        self.keep_bounds(fields, option, bounds);
    }

    fn keep_bounds(
        &mut self,
        fields: &Fields,
        option: &mut Map<String, Value>,
        bounds: [(&str, Option<Value>); 2],
    ) {
        let [(_, min), (max_key, max)] = &bounds;
        if let (Some(min), Some(max)) = (
            min.as_ref().and_then(Value::as_f64),
            max.as_ref().and_then(Value::as_f64),
        ) && min > max
        {
            let message = "The minimum must not exceed the maximum";
            self.form.refuse(
                &fields.at(max_key),
                "APPLICATION_COMMAND_OPTIONS_BOUNDS_INVALID",
                message,
            );
        }
        for (key, bound) in bounds {
            if let Some(bound) = bound {
                option.insert(key.into(), bound);
            }
        }
    }

    fn choices(&mut self, fields: &Fields, kind: i64) -> Vec<Value> {
        let at = fields.at("choices");
        let (mut names, mut values) = (HashSet::new(), HashSet::new());
        let mut choices = Vec::new();
        for (number, item) in fields
            .list("choices", 0..=OPTIONS, self.form)
            .unwrap_or_default()
            .iter()
            .enumerate()
        {
            let Some(choice) = Fields::of(item, at.field(number), self.form) else {
                continue;
            };
            let Some(stored) = choice_of(&choice, kind, self.form) else {
                continue;
            };
            let name = text_of(&stored, "name");
            self.size += name.chars().count() + text_size(stored.get("value"));
            let value = stored
                .get("value")
                .map(Value::to_string)
                .unwrap_or_default();
            if !names.insert(name) || !values.insert(value) {
                self.form.refuse(
                    &choice.at,
                    "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
                    "Choice already exists",
                );
            }
            choices.push(Value::Object(stored));
        }
        choices
    }
}

/// Checks one choice, of an option or of an autocomplete answer.
pub(crate) fn choice_of(choice: &Fields, kind: i64, form: &mut Form) -> Option<Map<String, Value>> {
    let mut stored = Map::new();
    let name = choice.required_text("name", 1..=100, form)?;
    stored.insert("name".into(), name.into());
    choice.require("value", form);
    let value = choice.get("value")?;
    match kind {
        STRING => {
            choice.text("value", 1..=100, form)?;
        }
        INTEGER => {
            choice.integer("value", INT53, form)?;
        }
        _ if value.is_number() => {}
        _ => {
            form.refuse(
                &choice.at("value"),
                "NUMBER_TYPE_COERCE",
                format!("Value {value} is not float."),
            );
            return None;
        }
    }
    stored.insert("value".into(), value.clone());
    localizations(choice, "name_localizations", 100, false, &mut stored, form);
    Some(stored)
}

fn localizations(
    fields: &Fields,
    key: &str,
    length: usize,
    is_name: bool,
    stored: &mut Map<String, Value>,
    form: &mut Form,
) {
    let Some(texts) = fields.object(key, form) else {
        if fields.has(key) {
            stored.remove(key);
        }
        return;
    };
    let mut kept = Map::new();
    for locale in texts.keys() {
        if !LOCALES.contains(&locale.as_str()) {
            form.refuse(&texts.at(locale), "BASE_TYPE_CHOICES", "Unknown locale");
        }
        if let Some(text) = texts.text(locale, 1..=length, form) {
            if is_name {
                check_name(text, &texts.at(locale), form);
            }
            kept.insert(locale.clone(), text.into());
        }
    }
    if !kept.is_empty() {
        stored.insert(key.into(), Value::Object(kept));
    }
}

/// Checks a name: letters, digits, hyphens, underscores and apostrophes, in lower case.
fn check_name(name: &str, at: &At, form: &mut Form) {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\'');
    if !name.chars().all(fits) || name.to_lowercase() != name {
        form.refuse(
            at,
            "APPLICATION_COMMAND_INVALID_NAME",
            "Command name is invalid",
        );
    }
}

fn text_size(value: Option<&Value>) -> usize {
    value
        .and_then(Value::as_str)
        .map_or(0, |text| text.chars().count())
}

fn text_of(map: &Map<String, Value>, key: &str) -> String {
    map.get(key)
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
}
