//! Embeds: at most ten a message, 6,000 characters together.

use serde_json::{Map, Value, json};

use super::super::form::{At, Fields, Form};
use super::EMBEDS;
use super::components::check_url;

/// The most characters of all texts of a message's embeds.
const TOTAL: usize = 6_000;

/// Checks a message's embeds and returns Discord's form of them.
pub(crate) fn check(fields: &Fields, key: &str, form: &mut Form) -> Option<Vec<Value>> {
    let items = fields.list(key, 0..=EMBEDS, form)?;
    let at = fields.at(key);
    let mut total = 0;
    let embeds = items
        .iter()
        .enumerate()
        .filter_map(|(number, item)| embed(item, at.field(number), &mut total, form))
        .collect();
    if total > TOTAL {
        form.refuse(
            &at,
            "MAX_EMBED_SIZE_EXCEEDED",
            format!("Embed size exceeds maximum size of {TOTAL}"),
        );
    }
    Some(embeds)
}

fn embed(value: &Value, at: At, total: &mut usize, form: &mut Form) -> Option<Value> {
    let fields = Fields::of(value, at, form)?;
    let mut embed = Map::new();
    for (key, length) in [("title", 256), ("description", 4_096)] {
        if let Some(text) = fields.text(key, 0..=length, form) {
            *total += text.chars().count();
            embed.insert(key.into(), text.into());
        }
    }
    if let Some(url) = fields.text("url", 0..=2_048, form) {
        check_url(url, &["http://", "https://"], &fields.at("url"), form);
        embed.insert("url".into(), url.into());
    }
    if let Some(colour) = fields.integer("color", 0..=0xff_ffff, form) {
        embed.insert("color".into(), colour.into());
    }
    if let Some(moment) = fields.text("timestamp", 10..=40, form) {
        embed.insert("timestamp".into(), moment.into());
    }
    for key in ["image", "thumbnail"] {
        let Some(media) = fields.object(key, form) else {
            continue;
        };
        if let Some(url) = media.required_text("url", 1..=2_048, form) {
            check_url(
                url,
                &["http://", "https://", "attachment://"],
                &media.at("url"),
                form,
            );
            embed.insert(key.into(), json!({ "url": url }));
        }
    }
    for (key, text_key, length) in [("footer", "text", 2_048), ("author", "name", 256)] {
        let Some(part) = fields.object(key, form) else {
            continue;
        };
        let Some(text) = part.required_text(text_key, 1..=length, form) else {
            continue;
        };
        *total += text.chars().count();
        let mut stored = json!({ text_key: text });
        for link in ["url", "icon_url"] {
            if let Some(url) = part.text(link, 0..=2_048, form) {
                check_url(
                    url,
                    &["http://", "https://", "attachment://"],
                    &part.at(link),
                    form,
                );
                stored[link] = url.into();
            }
        }
        embed.insert(key.into(), stored);
    }
    if let Some(items) = fields.list("fields", 0..=25, form) {
        let at = fields.at("fields");
        let mut stored = Vec::new();
        for (number, item) in items.iter().enumerate() {
            let Some(field) = Fields::of(item, at.field(number), form) else {
                continue;
            };
            let name = field
                .required_text("name", 1..=256, form)
                .unwrap_or_default();
            let value = field
                .required_text("value", 1..=1_024, form)
                .unwrap_or_default();
            *total += name.chars().count() + value.chars().count();
            let inline = field.boolean("inline", form).unwrap_or(false);
            stored.push(json!({ "name": name, "value": value, "inline": inline }));
        }
        if !stored.is_empty() {
            embed.insert("fields".into(), Value::Array(stored));
        }
    }
    if embed.is_empty() {
        form.refuse(&fields.at, "BASE_TYPE_REQUIRED", "This field is required");
    }
    embed.insert("type".into(), "rich".into());
    Some(Value::Object(embed))
}
