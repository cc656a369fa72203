//! The body of a message: a post to a channel, an answer to an interaction, or an edit.

use std::collections::HashSet;

use axum::body::Bytes;
use serde_json::{Map, Value};

use super::super::errors::{ApiError, Code};
use super::super::form::{At, Fields, Form};
use super::super::snowflake::Snowflake;
use super::{ALT_TEXT, CONTENT, FILE_SIZE, FILES, components, embeds};

pub(crate) const SUPPRESS_EMBEDS: u64 = 1 << 2;
pub(crate) const HAS_THREAD: u64 = 1 << 5;
/// The message is visible only to the user of the command or component.
pub(crate) const EPHEMERAL: u64 = 1 << 6;
/// The bot is still working: "thinking".
pub(crate) const LOADING: u64 = 1 << 7;
/// The message does not trigger push notifications.
pub(crate) const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
const COMPONENTS_V2: u64 = 1 << 15;

#[derive(Clone, Debug)]
pub(crate) struct Upload {
    /// The number in the part's name: 3 in `files[3]`.
    pub number: u64,
    pub filename: String,
    pub content_type: Option<String>,
    pub bytes: Bytes,
}

/// A file of a message: an existing one, or an upload.
#[derive(Clone, Debug)]
pub(crate) struct FileRef {
    /// The id of an existing file, or the number of an upload.
    pub id: u64,
    /// Its index in the list of uploads; `None` for an existing file.
    pub upload: Option<usize>,
    pub filename: Option<String>,
    pub description: Option<String>,
}

/// The users and roles that a message may notify.
#[derive(Clone, Debug)]
pub(crate) struct AllowedMentions {
    pub everyone: bool,
    pub all_users: bool,
    pub users: Vec<Snowflake>,
    pub replied_user: bool,
}

impl Default for AllowedMentions {
    fn default() -> Self {
        AllowedMentions {
            everyone: true,
            all_users: true,
            users: Vec::new(),
            replied_user: true,
        }
    }
}

/// A checked body. An edit leaves parts with `None` unchanged.
#[derive(Clone, Debug, Default)]
pub(crate) struct Body {
    pub content: Option<String>,
    pub embeds: Option<Vec<Value>>,
    pub components: Option<Vec<Value>>,
    pub files: Option<Vec<FileRef>>,
    /// Whether `attachments` was given. If so, an edit removes files that the list omits.
    pub files_listed: bool,
    pub flags: Option<u64>,
    pub allowed_mentions: AllowedMentions,
    pub tts: bool,
}

impl Body {
    /// Whether a message with this body would be empty.
    pub fn is_empty(&self) -> bool {
        self.content.as_deref().unwrap_or("").is_empty()
            && self.embeds.as_ref().is_none_or(Vec::is_empty)
            && self.files.as_ref().is_none_or(Vec::is_empty)
    }
}

/// Reads and checks a body. A null clears the field in an edit.
pub(crate) fn check(
    value: &Value,
    at: At,
    uploads: &[Upload],
    form: &mut Form,
) -> Result<Body, ApiError> {
    if uploads.iter().any(|upload| upload.bytes.len() > FILE_SIZE) {
        return Err(Code::TooLarge.into());
    }
    let empty = Value::Object(Map::new());
    let value = if value.is_null() { &empty } else { value };
    let Some(fields) = Fields::of(value, at, form) else {
        return Ok(Body::default());
    };
    for key in ["poll", "sticker_ids"] {
        if fields
            .get(key)
            .is_some_and(|value| value.as_array().is_none_or(|list| !list.is_empty()))
        {
            form.refuse(
                &fields.at(key),
                "BASE_TYPE_CHOICES",
                "The sandbox has no polls and no stickers",
            );
        }
    }
    let flags = fields
        .integer("flags", 0..=i64::MAX, form)
        .and_then(|flags| u64::try_from(flags).ok());
    if flags.is_some_and(|flags| flags & COMPONENTS_V2 != 0) {
        form.refuse(
            &fields.at("flags"),
            "MESSAGE_COMPONENTS_V2_NOT_SUPPORTED",
            "The sandbox has no components of the second version",
        );
    }
    let content = fields
        .text("content", 0..=CONTENT, form)
        .map(|text| text.trim().to_owned());
    Ok(Body {
        content: content.or_else(|| fields.has("content").then(String::new)),
        embeds: embeds::check(&fields, "embeds", form)
            .or_else(|| fields.has("embeds").then(Vec::new)),
        components: components::check(&fields, "components", form)
            .or_else(|| fields.has("components").then(Vec::new)),
        files: files(&fields, uploads, form),
        files_listed: fields.has("attachments"),
        flags: flags.map(|flags| flags & (SUPPRESS_EMBEDS | EPHEMERAL | SUPPRESS_NOTIFICATIONS)),
        allowed_mentions: allowed_mentions(&fields, form),
        tts: fields.boolean("tts", form).unwrap_or(false),
    })
}

/// Matches `attachments` with the uploads. If the list is given, it must contain each upload once.
fn files(fields: &Fields, uploads: &[Upload], form: &mut Form) -> Option<Vec<FileRef>> {
    let at = fields.at("attachments");
    if uploads.len() > FILES {
        form.refuse(
            &at,
            "BASE_TYPE_MAX_LENGTH",
            format!("Must be {FILES} or fewer in length."),
        );
    }
    let Some(items) = fields.list("attachments", 0..=FILES, form) else {
        let all = uploads.iter().enumerate();
        let all: Vec<FileRef> = all
            .map(|(place, upload)| FileRef {
                id: upload.number,
                upload: Some(place),
                filename: None,
                description: None,
            })
            .collect();
        return (!all.is_empty() || fields.has("attachments")).then_some(all);
    };
    let mut listed = HashSet::new();
    let mut files = Vec::new();
    for (number, item) in items.iter().enumerate() {
        let Some(file) = Fields::of(item, at.field(number), form) else {
            continue;
        };
        file.require("id", form);
        let Some(id) = file.snowflake("id", form) else {
            continue;
        };
        if !listed.insert(id) {
            form.refuse(
                &file.at("id"),
                "ATTACHMENT_ID_DUPLICATED",
                "Attachment id is used twice",
            );
        }
        files.push(FileRef {
            id: id.0,
            upload: uploads.iter().position(|upload| upload.number == id.0),
            filename: file.text("filename", 1..=1_024, form).map(str::to_owned),
            description: file
                .text("description", 0..=ALT_TEXT, form)
                .filter(|text| !text.is_empty())
                .map(str::to_owned),
        });
    }
    if uploads
        .iter()
        .any(|upload| !listed.contains(&Snowflake(upload.number)))
    {
        form.refuse(
            &at,
            "ATTACHMENT_NOT_FOUND",
            "A file was uploaded that attachments does not list",
        );
    }
    Some(files)
}

fn allowed_mentions(fields: &Fields, form: &mut Form) -> AllowedMentions {
    let Some(allowed) = fields.object("allowed_mentions", form) else {
        return AllowedMentions::default();
    };
    let mut parse = Vec::new();
    let at = allowed.at("parse");
    for (number, kind) in allowed
        .list("parse", 0..=3, form)
        .unwrap_or_default()
        .iter()
        .enumerate()
    {
        match kind.as_str() {
            Some(kind @ ("roles" | "users" | "everyone")) => parse.push(kind),
            _ => form.refuse(
                &at.field(number),
                "BASE_TYPE_CHOICES",
                "Value must be one of ('everyone', 'roles', 'users').",
            ),
        }
    }
    let mut lists = [Vec::new(), Vec::new()];
    for (list, key) in lists.iter_mut().zip(["users", "roles"]) {
        let at = allowed.at(key);
        let ids = allowed.list(key, 0..=100, form).unwrap_or_default();
        for (number, id) in ids.iter().enumerate() {
            match super::super::form::snowflake(id) {
                Some(id) => list.push(id),
                None => form.refuse(
                    &at.field(number),
                    "NUMBER_TYPE_COERCE",
                    format!("Value {id} is not snowflake."),
                ),
            }
        }
        if !ids.is_empty() && parse.contains(&key) {
            let message = format!("parse:[\"{key}\"] and {key}: [ids...] are mutually exclusive.");
            form.refuse(
                &allowed.at,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                message,
            );
        }
    }
    let [users, _roles] = lists;
    AllowedMentions {
        everyone: parse.contains(&"everyone"),
        all_users: parse.contains(&"users"),
        users,
        replied_user: allowed.boolean("replied_user", form).unwrap_or(false),
    }
}
