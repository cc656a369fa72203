//! Rows of buttons and selects under a message.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::super::form::{At, Fields, Form};
use super::{CUSTOM_ID, OPTIONS, ROWS};

const ACTION_ROW: i64 = 1;
const BUTTON: i64 = 2;
const STRING_SELECT: i64 = 3;
/// Selects of users, roles, mentionables and channels, whose options Discord provides.
const ENTITY_SELECTS: [i64; 4] = [5, 6, 7, CHANNEL_SELECT];
const CHANNEL_SELECT: i64 = 8;

/// Checks a message's components and returns Discord's form of them: numbered, with defaults filled in.
pub(crate) fn check(fields: &Fields, key: &str, form: &mut Form) -> Option<Vec<Value>> {
    let rows = fields.list(key, 0..=ROWS, form)?;
    let mut reader = Reader {
        form,
        used: HashSet::new(),
        next_id: 1,
    };
    let at = fields.at(key);
    Some(
        rows.iter()
            .enumerate()
            .filter_map(|(number, row)| reader.row(row, at.field(number)))
            .collect(),
    )
}

struct Reader<'a> {
    form: &'a mut Form,
    used: HashSet<String>,
    next_id: i64,
}

impl Reader<'_> {
    fn row(&mut self, value: &Value, at: At) -> Option<Value> {
        let row = Fields::of(value, at, self.form)?;
        row.require("type", self.form);
        row.choice("type", &[ACTION_ROW], self.form)?;
        let id = self.number();
        row.require("components", self.form);
        let items = row.list("components", 1..=5, self.form)?;
        let at = row.at("components");
        let mut components = Vec::new();
        let mut width = 0;
        for (number, item) in items.iter().enumerate() {
            let Some(fields) = Fields::of(item, at.field(number), self.form) else {
                continue;
            };
            fields.require("type", self.form);
            let Some(kind) = fields.choice("type", &[BUTTON, STRING_SELECT, 5, 6, 7, 8], self.form)
            else {
                continue;
            };
            width += if kind == BUTTON { 1 } else { 5 };
            if width > 5 {
                let message = "The specified component exceeds the maximum width";
                self.form
                    .refuse(&fields.at, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
            }
            components.push(if kind == BUTTON {
                self.button(&fields)
            } else {
                self.select(&fields, kind)
            });
        }
        Some(json!({ "type": ACTION_ROW, "id": id, "components": components }))
    }

    fn button(&mut self, fields: &Fields) -> Value {
        let mut button = self.component(BUTTON);
        fields.require("style", self.form);
        let style = fields
            .choice("style", &[1, 2, 3, 4, 5], self.form)
            .unwrap_or(1);
        button.insert("style".into(), style.into());
        if style == 5 {
            if fields.get("custom_id").is_some() {
                let message = "A custom id and url cannot both be specified";
                self.form.refuse(
                    &fields.at("custom_id"),
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    message,
                );
            }
            if let Some(url) = fields.required_text("url", 1..=512, self.form) {
                check_url(
                    url,
                    &["http://", "https://", "discord://"],
                    &fields.at("url"),
                    self.form,
                );
                button.insert("url".into(), url.into());
            }
        } else {
            if fields.get("url").is_some() {
                let message = "A custom id and url cannot both be specified";
                self.form.refuse(
                    &fields.at("url"),
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    message,
                );
            }
            self.custom_id(fields, &mut button);
        }
        let label = fields
            .text("label", 0..=80, self.form)
            .filter(|label| !label.is_empty());
        let emoji = self.emoji(fields);
        if label.is_none() && fields.get("emoji").is_none() {
            self.form.refuse(
                &fields.at,
                "BUTTON_COMPONENT_INVALID",
                "A label or an emoji must be specified",
            );
        }
        if let Some(label) = label {
            button.insert("label".into(), label.into());
        }
        if let Some(emoji) = emoji {
            button.insert("emoji".into(), emoji);
        }
        self.disabled(fields, &mut button);
        Value::Object(button)
    }

    fn select(&mut self, fields: &Fields, kind: i64) -> Value {
        let mut select = self.component(kind);
        self.custom_id(fields, &mut select);
        if let Some(placeholder) = fields.text("placeholder", 0..=150, self.form) {
            select.insert("placeholder".into(), placeholder.into());
        }
        let min = fields.integer("min_values", 0..=25, self.form).unwrap_or(1);
        let max = fields.integer("max_values", 1..=25, self.form).unwrap_or(1);
        if min > max {
            let message = "Min values must be less than or equal to max values";
            self.form.refuse(
                &fields.at("min_values"),
                "SELECT_COMPONENT_MIN_VALUES_MAX_VALUES",
                message,
            );
        }
        select.insert("min_values".into(), min.into());
        select.insert("max_values".into(), max.into());
        if ENTITY_SELECTS.contains(&kind) {
            if fields
                .get("options")
                .and_then(Value::as_array)
                .is_some_and(|options| !options.is_empty())
            {
                self.form.refuse(
                    &fields.at("options"),
                    "BASE_TYPE_MAX_LENGTH",
                    "Must be 0 or fewer in length.",
                );
            }
            self.default_values(fields, kind, max, &mut select);
            if kind == CHANNEL_SELECT
                && let Some(types) = fields.get("channel_types")
            {
                select.insert("channel_types".into(), types.clone());
            }
        } else {
            select.insert(
                "options".into(),
                Value::Array(self.options(fields, min, max)),
            );
        }
        self.disabled(fields, &mut select);
        Value::Object(select)
    }

    /// Reads the default values of a select whose options Discord provides.
    fn default_values(
        &mut self,
        fields: &Fields,
        kind: i64,
        max: i64,
        select: &mut Map<String, Value>,
    ) {
        let most = usize::try_from(max).unwrap_or(0);
        let Some(values) = fields.list("default_values", 0..=most, self.form) else {
            return;
        };
        let kinds: &[&str] = match kind {
            5 => &["user"],
            6 => &["role"],
            7 => &["user", "role"],
            _ => &["channel"],
        };
        let fits = |value: &Value| {
            value["id"].as_str().is_some() && kinds.iter().any(|kind| value["type"] == *kind)
        };
        if !values.iter().all(fits) {
            let message = "The default values do not fit this kind of select";
            self.form.refuse(
                &fields.at("default_values"),
                "SELECT_COMPONENT_DEFAULT_VALUES_INVALID",
                message,
            );
        }
        select.insert("default_values".into(), json!(values));
    }

    fn options(&mut self, fields: &Fields, min: i64, max: i64) -> Vec<Value> {
        fields.require("options", self.form);
        let Some(items) = fields.list("options", 1..=OPTIONS, self.form) else {
            return Vec::new();
        };
        let count = i64::try_from(items.len()).unwrap_or(i64::MAX);
        if min > count || max > count {
            let message = "Min and max values must not exceed the number of options";
            self.form.refuse(
                &fields.at("max_values"),
                "SELECT_COMPONENT_MAX_VALUES_EXCEEDS_OPTIONS",
                message,
            );
        }
        let at = fields.at("options");
        let mut values = HashSet::new();
        let mut defaults = 0;
        let mut options = Vec::new();
        for (number, item) in items.iter().enumerate() {
            let Some(option) = Fields::of(item, at.field(number), self.form) else {
                continue;
            };
            let label = option
                .required_text("label", 1..=100, self.form)
                .unwrap_or_default();
            let value = option
                .required_text("value", 1..=100, self.form)
                .unwrap_or_default();
            let mut stored = json!({ "label": label, "value": value });
            if !values.insert(value) {
                let message = "The specified option value is already used";
                self.form.refuse(
                    &option.at("value"),
                    "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                    message,
                );
            }
            if let Some(description) = option.text("description", 0..=100, self.form) {
                stored["description"] = description.into();
            }
            if let Some(emoji) = self.emoji(&option) {
                stored["emoji"] = emoji;
            }
            if option.boolean("default", self.form) == Some(true) {
                defaults += 1;
                stored["default"] = true.into();
            }
            options.push(stored);
        }
        if defaults > max {
            let message = "Number of default options must not exceed max values";
            self.form
                .refuse(&at, "SELECT_COMPONENT_TOO_MANY_DEFAULTS", message);
        }
        options
    }

    fn component(&mut self, kind: i64) -> Map<String, Value> {
        let mut component = Map::new();
        component.insert("type".into(), kind.into());
        component.insert("id".into(), self.number().into());
        component
    }

    fn number(&mut self) -> i64 {
        let id = self.next_id;
        self.next_id += 1;
        id
    }

    fn custom_id(&mut self, fields: &Fields, component: &mut Map<String, Value>) {
        let Some(custom_id) = fields.required_text("custom_id", 1..=CUSTOM_ID, self.form) else {
            return;
        };
        component.insert("custom_id".into(), custom_id.into());
        if !self.used.insert(custom_id.to_owned()) {
            let message = "Component custom id cannot be duplicated";
            self.form.refuse(
                &fields.at("custom_id"),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                message,
            );
        }
    }

    fn disabled(&mut self, fields: &Fields, component: &mut Map<String, Value>) {
        if fields.boolean("disabled", self.form) == Some(true) {
            component.insert("disabled".into(), true.into());
        }
    }

    /// Reads an emoji of the standard set; the sandbox has no custom ones.
    fn emoji(&mut self, fields: &Fields) -> Option<Value> {
        let emoji = fields.object("emoji", self.form)?;
        let known = emoji.get("id").is_none();
        let name = emoji.text("name", 1..=32, self.form);
        match name
            .filter(|name| known && name.chars().any(|c| !c.is_ascii_alphanumeric() && c != '_'))
        {
            Some(name) => Some(json!({ "name": name })),
            None => {
                self.form.refuse(
                    &emoji.at(if known { "name" } else { "id" }),
                    "COMPONENT_INVALID_EMOJI",
                    "Invalid emoji",
                );
                None
            }
        }
    }
}

/// Refuses a URL that does not begin with one of these schemes.
pub(crate) fn check_url(url: &str, schemes: &[&str], at: &At, form: &mut Form) {
    if !schemes
        .iter()
        .any(|scheme| url.len() > scheme.len() && url.starts_with(scheme))
        || url.contains(char::is_whitespace)
    {
        let list: Vec<&str> = schemes
            .iter()
            .map(|scheme| scheme.trim_end_matches("://"))
            .collect();
        let message = format!(
            "Scheme \"{}\" is not supported. Scheme must be one of ({}).",
            url.split(':').next().unwrap_or(""),
            list.join(", ")
        );
        form.refuse(at, "URL_TYPE_INVALID_SCHEME", message);
    }
}
