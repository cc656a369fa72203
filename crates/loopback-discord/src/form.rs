//! Reads a request's JSON field by field, and collects all errors before refusing.

use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};

use super::errors::{ApiError, Code};
use super::snowflake::Snowflake;

/// The path of a value in the body, as Discord writes it: `components.0.label`.
#[derive(Clone, Debug, Default)]
pub(crate) struct At(Vec<String>);

impl At {
    /// Returns the path of the body itself.
    pub fn body() -> At {
        At::default()
    }

    /// Appends a field name, or the index of an item.
    pub fn field(&self, name: impl ToString) -> At {
        let mut path = self.0.clone();
        path.push(name.to_string());
        At(path)
    }
}

/// The errors of a body so far.
#[derive(Debug, Default)]
pub(crate) struct Form {
    faults: Vec<(At, &'static str, String)>,
}

impl Form {
    /// Adds an error at a value, with Discord's code.
    pub fn refuse(&mut self, at: &At, code: &'static str, message: impl Into<String>) {
        self.faults.push((at.clone(), code, message.into()));
    }

    pub fn is_clean(&self) -> bool {
        self.faults.is_empty()
    }

    /// Returns the collected errors as a refusal, if any.
    pub fn finish(self) -> Result<(), ApiError> {
        if self.faults.is_empty() {
            return Ok(());
        }
        let mut tree = json!({});
        for (at, code, message) in &self.faults {
            // Discord does not check the fields of an invalid object.
            if self
                .faults
                .iter()
                .any(|(above, ..)| above.0.len() < at.0.len() && at.0.starts_with(&above.0))
            {
                continue;
            }
            let mut node = &mut tree;
            for key in &at.0 {
                node = &mut node[key.as_str()];
                if node.is_null() {
                    *node = json!({});
                }
            }
            let fault = json!({ "code": code, "message": message });
            match &mut node["_errors"] {
                Value::Array(faults) => faults.push(fault),
                none => *none = json!([fault]),
            }
        }
        Err(ApiError {
            fields: Some(tree),
            ..Code::InvalidForm.into()
        })
    }
}

/// Returns a refusal with a single invalid field.
pub(crate) fn refusal(at: &At, code: &'static str, message: impl Into<String>) -> ApiError {
    let mut form = Form::default();
    form.refuse(at, code, message);
    form.finish()
        .err()
        .unwrap_or_else(|| Code::InvalidForm.into())
}

/// An object of the body with its path. A `null` field counts as absent by default.
#[derive(Clone, Debug)]
pub(crate) struct Fields<'a> {
    map: &'a Map<String, Value>,
    pub at: At,
}

impl<'a> Fields<'a> {
    /// Reads a value as an object, or adds an error.
    pub fn of(value: &'a Value, at: At, form: &mut Form) -> Option<Fields<'a>> {
        match value {
            Value::Object(map) => Some(Fields { map, at }),
            _ => {
                form.refuse(
                    &at,
                    "MODEL_TYPE_CONVERT",
                    "Only dictionaries may be used in a ModelType",
                );
                None
            }
        }
    }

    /// Returns the field, unless absent or null.
    pub fn get(&self, key: &str) -> Option<&'a Value> {
        self.map.get(key).filter(|value| !value.is_null())
    }

    /// Whether the field exists, even as null.
    pub fn has(&self, key: &str) -> bool {
        self.map.contains_key(key)
    }

    /// Returns the path of a field.
    pub fn at(&self, key: &str) -> At {
        self.at.field(key)
    }

    /// Adds an error if a field is absent.
    pub fn require(&self, key: &str, form: &mut Form) {
        if self.get(key).is_none() {
            form.refuse(
                &self.at(key),
                "BASE_TYPE_REQUIRED",
                "This field is required",
            );
        }
    }

    /// Reads a text with a length within bounds, in characters.
    pub fn text(
        &self,
        key: &str,
        length: RangeInclusive<usize>,
        form: &mut Form,
    ) -> Option<&'a str> {
        let value = self.get(key)?;
        let Some(text) = value.as_str() else {
            form.refuse(
                &self.at(key),
                "STRING_TYPE_CONVERT",
                format!("Could not interpret \"{value}\" as string."),
            );
            return None;
        };
        check_length(text.chars().count(), &length, &self.at(key), form);
        Some(text)
    }

    /// Reads a text like [`Fields::text`], or adds an error if it is absent.
    pub fn required_text(
        &self,
        key: &str,
        length: RangeInclusive<usize>,
        form: &mut Form,
    ) -> Option<&'a str> {
        self.require(key, form);
        self.text(key, length, form)
    }

    /// Reads an integer within bounds. Like Discord, accepts digits in a string too.
    pub fn integer(&self, key: &str, bounds: RangeInclusive<i64>, form: &mut Form) -> Option<i64> {
        let value = self.get(key)?;
        let Some(number) = value.as_i64().or_else(|| value.as_str()?.parse().ok()) else {
            form.refuse(
                &self.at(key),
                "NUMBER_TYPE_COERCE",
                format!("Value {value} is not int."),
            );
            return None;
        };
        if number < *bounds.start() {
            form.refuse(
                &self.at(key),
                "NUMBER_TYPE_MIN",
                format!(
                    "int value should be greater than or equal to {}.",
                    bounds.start()
                ),
            );
        } else if number > *bounds.end() {
            form.refuse(
                &self.at(key),
                "NUMBER_TYPE_MAX",
                format!(
                    "int value should be less than or equal to {}.",
                    bounds.end()
                ),
            );
        }
        Some(number)
    }

    /// Reads an integer from a list.
    pub fn choice(&self, key: &str, choices: &[i64], form: &mut Form) -> Option<i64> {
        let number = self.integer(key, i64::MIN..=i64::MAX, form)?;
        if !choices.contains(&number) {
            let list: Vec<String> = choices.iter().map(i64::to_string).collect();
            form.refuse(
                &self.at(key),
                "BASE_TYPE_CHOICES",
                format!("Value must be one of {{{}}}.", list.join(", ")),
            );
            return None;
        }
        Some(number)
    }

    pub fn boolean(&self, key: &str, form: &mut Form) -> Option<bool> {
        let value = self.get(key)?;
        if value.as_bool().is_none() {
            form.refuse(
                &self.at(key),
                "BOOLEAN_TYPE_CONVERT",
                "Must be either true or false.",
            );
        }
        value.as_bool()
    }

    /// Reads an id, as a string or a number.
    pub fn snowflake(&self, key: &str, form: &mut Form) -> Option<Snowflake> {
        let value = self.get(key)?;
        let id = snowflake(value);
        if id.is_none() {
            form.refuse(
                &self.at(key),
                "NUMBER_TYPE_COERCE",
                format!("Value {value} is not snowflake."),
            );
        }
        id
    }

    /// Reads a list of at most this many items.
    pub fn list(
        &self,
        key: &str,
        length: RangeInclusive<usize>,
        form: &mut Form,
    ) -> Option<&'a [Value]> {
        let value = self.get(key)?;
        let Some(items) = value.as_array() else {
            form.refuse(
                &self.at(key),
                "LIST_TYPE_CONVERT",
                "Only iterables may be used in a ListType",
            );
            return None;
        };
        check_length(items.len(), &length, &self.at(key), form);
        Some(items)
    }

    /// Reads a nested object.
    pub fn object(&self, key: &str, form: &mut Form) -> Option<Fields<'a>> {
        Fields::of(self.get(key)?, self.at(key), form)
    }

    pub fn keys(&self) -> impl Iterator<Item = &'a String> + use<'a> {
        self.map.keys()
    }
}

pub(crate) fn snowflake(value: &Value) -> Option<Snowflake> {
    value
        .as_u64()
        .map(Snowflake)
        .or_else(|| value.as_str()?.parse().ok())
}

fn check_length(length: usize, bounds: &RangeInclusive<usize>, at: &At, form: &mut Form) {
    if bounds.contains(&length) {
        return;
    }
    if *bounds.start() == 0 {
        form.refuse(
            at,
            "BASE_TYPE_MAX_LENGTH",
            format!("Must be {} or fewer in length.", bounds.end()),
        );
    } else {
        form.refuse(
            at,
            "BASE_TYPE_BAD_LENGTH",
            format!(
                "Must be between {} and {} in length.",
                bounds.start(),
                bounds.end()
            ),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_gathered_in_a_tree() {
        let body = json!({ "name": "", "size": "x", "row": { "label": "long" } });
        let mut form = Form::default();
        let fields = Fields::of(&body, At::body(), &mut form).expect("an object");
        fields.required_text("name", 1..=32, &mut form);
        fields.integer("size", 0..=5, &mut form);
        fields.require("kind", &mut form);
        let row = fields.object("row", &mut form).expect("an object");
        row.text("label", 0..=3, &mut form);
        form.refuse(&row.at.field("parts"), "X", "The whole is wrong");
        form.refuse(&row.at.field("parts").field(0), "X", "A part is wrong");
        let refusal = form.finish().expect_err("four faults");
        assert_eq!((refusal.status, refusal.code), (400, 50035));
        let fields = refusal.fields.expect("fields");
        assert_eq!(fields["name"]["_errors"][0]["code"], "BASE_TYPE_BAD_LENGTH");
        assert_eq!(fields["size"]["_errors"][0]["code"], "NUMBER_TYPE_COERCE");
        assert_eq!(fields["kind"]["_errors"][0]["code"], "BASE_TYPE_REQUIRED");
        assert_eq!(
            fields["row"]["label"]["_errors"][0]["message"],
            "Must be 3 or fewer in length."
        );
        assert_eq!(
            fields["row"]["parts"],
            json!({ "_errors": [{ "code": "X", "message": "The whole is wrong" }] })
        );
    }
}
