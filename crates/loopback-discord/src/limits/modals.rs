//! Modals: a title and one to five labels or rows, each with one text input.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::super::form::{At, Fields, Form};
use super::{CUSTOM_ID, TEXT_INPUT};

/// The types of the components around a text input: a row, which Discord deprecates, and a label.
const ROW: i64 = 1;
const LABEL: i64 = 18;

/// Checks the `data` of a callback that shows a modal, and returns it with defaults filled in.
pub(crate) fn check(fields: &Fields, form: &mut Form) -> Option<Value> {
    let custom_id = fields.required_text("custom_id", 1..=CUSTOM_ID, form)?;
    let title = fields.required_text("title", 1..=45, form)?;
    fields.require("components", form);
    let rows = fields.list("components", 1..=5, form)?;
    let at = fields.at("components");
    let mut used = HashSet::new();
    let rows: Vec<Value> = rows
        .iter()
        .enumerate()
        .filter_map(|(number, row)| row_of(row, at.field(number), &mut used, form))
        .collect();
    Some(json!({ "custom_id": custom_id, "title": title, "components": rows }))
}

fn row_of<'a>(
    value: &'a Value,
    at: At,
    used: &mut HashSet<&'a str>,
    form: &mut Form,
) -> Option<Value> {
    let row = Fields::of(value, at, form)?;
    row.require("type", form);
    let kind = row.choice("type", &[ROW, LABEL], form)?;
    if kind == LABEL {
        let label = row.required_text("label", 1..=45, form)?;
        row.require("component", form);
        let input = Fields::of(row.get("component")?, row.at("component"), form)?;
        let mut stored = json!({
            "type": LABEL, "label": label, "component": text_input(&input, used, form)?,
        });
        if let Some(text) = row.text("description", 0..=100, form) {
            stored["description"] = text.into();
        }
        return Some(stored);
    }
    row.require("components", form);
    let inputs = row.list("components", 1..=1, form)?;
    let input = Fields::of(inputs.first()?, row.at("components").field(0), form)?;
    let label = input.required_text("label", 1..=45, form)?;
    let mut stored = text_input(&input, used, form)?;
    stored["label"] = label.into();
    Some(json!({ "type": ROW, "components": [stored] }))
}

fn text_input<'a>(
    input: &Fields<'a>,
    used: &mut HashSet<&'a str>,
    form: &mut Form,
) -> Option<Value> {
    input.require("type", form);
    input.choice("type", &[4], form)?;
    let custom_id = input.required_text("custom_id", 1..=CUSTOM_ID, form)?;
    if !used.insert(custom_id) {
        form.refuse(
            &input.at("custom_id"),
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            "Component custom id cannot be duplicated",
        );
    }
    input.require("style", form);
    let style = input.choice("style", &[1, 2], form)?;
    let min = input.integer("min_length", 0..=4_000, form).unwrap_or(0);
    let max = input
        .integer("max_length", 1..=4_000, form)
        .unwrap_or(4_000);
    if min > max {
        form.refuse(
            &input.at("min_length"),
            "TEXT_INPUT_COMPONENT_MIN_LENGTH",
            "Min length must not exceed max length",
        );
    }
    let mut stored = json!({
        "type": 4, "custom_id": custom_id, "style": style, "min_length": min, "max_length": max,
        "required": input.boolean("required", form).unwrap_or(true),
    });
    if let Some(text) = input
        .text("value", 0..=TEXT_INPUT, form)
        .filter(|text| !text.is_empty())
    {
        let length = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
        if !(min..=max).contains(&length) {
            form.refuse(
                &input.at("value"),
                "BASE_TYPE_BAD_LENGTH",
                format!("Must be between {min} and {max} in length."),
            );
        }
        stored["value"] = text.into();
    }
    if let Some(text) = input.text("placeholder", 0..=100, form) {
        stored["placeholder"] = text.into();
    }
    Some(stored)
}
