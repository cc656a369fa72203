//! Messages as Discord receives them: JSON and files.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use serenity::all::{CreateAttachment, LightMethod};
use serenity::http::{Multipart, MultipartUpload, Request, Route};

use super::clocks;
use super::composed::{Button, Composed, Menu, MenuOption, Offer, Target, Tone};
use super::words::{MOST_CONTENT, mention, undirected};
use crate::discord::transport::json_request::json_request;
use crate::discord::transport::rest::{Form, Outgoing};
use crate::kernel::{ClosedCall, Nonce};
use crate::matches::UserId;

/// The style of a button that opens a link.
const LINK: u8 = 5;

/// The types of channels in which the bot posts: text and announcements.
const TEXT_CHANNELS: [u8; 2] = [0, 5];

/// The flag of a message that only its addressee sees.
pub const EPHEMERAL: u64 = 1 << 6;

/// The prefix of a small line.
const ASIDE: &str = "-# ";

/// Returns a message's text without its small lines. The followers in them may have changed since.
pub fn without_asides(content: &str) -> &str {
    let mut text = content.trim();
    while let Some((above, last)) = text.rsplit_once('\n')
        && last.starts_with(ASIDE)
    {
        text = above.trim_end();
    }
    text
}

/// A composed and painted message, ready to be sent.
#[derive(Clone, Debug)]
#[must_use]
pub struct Painted {
    composed: Composed,
    files: Vec<File>,
}

/// A file attached to a message.
#[derive(Clone, Debug)]
pub struct File {
    pub name: String,
    /// The description of the picture, at most 1024 characters.
    pub alt: String,
    pub bytes: Vec<u8>,
}

/// The way to answer an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callback {
    /// Send a new message.
    Message,
    /// Edit the message whose component was used.
    Update,
}

impl Painted {
    /// Joins a message and its painted files, and adds the board's legend. Without files it has no board.
    pub fn new(mut composed: Composed, files: Vec<File>) -> Self {
        if !files.is_empty() && !composed.legend().is_empty() {
            let content = format!("{}\n-# {}", composed.content, composed.legend());
            // The message matters more than the legend.
            if content.chars().count() <= MOST_CONTENT {
                composed.content = content;
            }
        }
        if files.is_empty() {
            composed = composed.without_caption();
        }
        composed.content = undirected(&composed.content);
        Self { composed, files }
    }

    /// Returns this message in words only: the board as text, and no files.
    pub fn plain(&self) -> Self {
        Self {
            composed: self.composed.clone().in_words(),
            files: Vec::new(),
        }
    }

    /// Adds a small line below the text, if there is room.
    pub fn with_aside(mut self, line: &str) -> Self {
        let content = format!("{}\n{ASIDE}{line}", self.composed.content);
        if content.chars().count() <= MOST_CONTENT {
            self.composed.content = content;
        }
        self
    }

    /// Adds a small line that names and notifies the followers of the match.
    pub fn with_followers(self, followers: &[UserId]) -> Self {
        if followers.is_empty() {
            return self;
        }
        let named: Vec<_> = followers.iter().map(|user| mention(*user)).collect();
        let mut painted = self.with_aside(&format!("For followers: {}", named.join(" ")));
        // Discord accepts 100 mentions.
        painted
            .composed
            .pings
            .extend(followers.iter().map(|user| user.0));
        painted
    }

    pub fn content(&self) -> &str {
        &self.composed.content
    }

    /// Returns the name of the picture's file, which contains the number of the match.
    pub fn picture_name(&self) -> Option<&str> {
        self.files.first().map(|file| file.name.as_str())
    }

    /// Whether the message has a board.
    pub fn shows_board(&self) -> bool {
        !self.files.is_empty()
    }

    /// Returns the message object. Absent parts are sent as empty, so that an edit clears the old ones.
    pub fn json(&self) -> Value {
        let Composed {
            content,
            caption,
            menus,
            buttons_first,
            rows,
            pings,
            ..
        } = &self.composed;
        let files = self.files.iter().enumerate();
        let files: Vec<_> = files
            .map(|(id, file)| json!({"id": id, "filename": file.name, "description": undirected(&file.alt)}))
            .collect();
        // Discord wants each person once.
        let mut listed = BTreeSet::new();
        let users: Vec<_> = pings
            .iter()
            .filter(|user| UserId(**user).deleted_name().is_none() && listed.insert(**user))
            .map(ToString::to_string)
            .collect();
        let mut components: Vec<_> = menus
            .iter()
            .map(|menu| row(vec![self::menu(menu)]))
            .collect();
        let buttons = rows
            .iter()
            .filter(|buttons| !buttons.is_empty())
            .map(|buttons| row(buttons.iter().map(button).collect()));
        let at = if *buttons_first { 0 } else { components.len() };
        components.splice(at..at, buttons);
        // Discord shows embeds below attachments.
        let embeds: Vec<_> = Some(undirected(caption))
            .filter(|caption| !caption.is_empty())
            .map(|caption| json!({"description": caption}))
            .into_iter()
            .collect();
        json!({
            "content": content,
            "embeds": embeds,
            "attachments": files,
            "components": components,
            "allowed_mentions": {"parse": [], "users": users},
        })
    }

    /// Builds the request that answers an interaction.
    pub fn callback<'a>(&self, how: Callback, ephemeral: bool, route: Route<'a>) -> Outgoing<'a> {
        let mut data = self.json();
        if ephemeral {
            data["flags"] = json!(EPHEMERAL);
        }
        let kind = match how {
            Callback::Message => 4,
            Callback::Update => 7,
        };
        self.request(
            route,
            LightMethod::Post,
            json!({"type": kind, "data": data}),
        )
    }

    /// Builds the request for a new message. Discord accepts a nonce once within minutes: a retry is safe.
    pub fn post<'a>(&self, nonce: &Nonce, route: Route<'a>) -> Outgoing<'a> {
        let mut message = self.json();
        message["nonce"] = json!(nonce.to_string());
        message["enforce_nonce"] = json!(true);
        self.request(route, LightMethod::Post, message)
    }

    /// Builds the request for a follow-up message of an interaction.
    pub fn follow_up<'a>(&self, ephemeral: bool, route: Route<'a>) -> Outgoing<'a> {
        let mut message = self.json();
        if ephemeral {
            message["flags"] = json!(EPHEMERAL);
        }
        self.request(route, LightMethod::Post, message)
    }

    /// Builds the request that edits a message.
    pub fn edit<'a>(&self, route: Route<'a>) -> Outgoing<'a> {
        self.request(route, LightMethod::Patch, self.json())
    }

    fn request<'a>(&self, route: Route<'a>, method: LightMethod, json: Value) -> Outgoing<'a> {
        match self.files.as_slice() {
            [] => json_request(route, method, &json).into(),
            [file] => {
                let file = CreateAttachment::bytes(file.bytes.clone(), file.name.clone());
                let multipart = Multipart {
                    upload: MultipartUpload::Attachments(vec![file]),
                    fields: Vec::new(),
                    payload_json: Some(json.to_string()),
                };
                Request::new(route, method)
                    .multipart(Some(multipart))
                    .into()
            }
            files => {
                let files = files
                    .iter()
                    .map(|file| (file.name.clone(), file.bytes.clone()))
                    .collect();
                Outgoing::with_form(
                    Request::new(route, method),
                    Form {
                        json: json.to_string(),
                        files,
                    },
                )
            }
        }
    }
}

/// Returns an edit that leaves a message only these buttons.
pub fn buttons_only(rows: &[Vec<Button>]) -> Value {
    let rows = rows.iter().filter(|buttons| !buttons.is_empty());
    let rows: Vec<_> = rows
        .map(|buttons| row(buttons.iter().map(button).collect()))
        .collect();
    json!({"components": rows})
}

/// Returns an edit that takes the deadline from a text that was sent, and leaves a message only these buttons.
pub(crate) fn without_deadlines(sent: &str, rows: &[Vec<Button>]) -> Value {
    let mut body = buttons_only(rows);
    if let Some(content) = clocks::without_deadlines(sent) {
        body["content"] = json!(content);
        body["allowed_mentions"] = json!({"parse": []});
    }
    body
}

/// Returns an edit that takes the call to a turn from a message as Discord has it.
pub(crate) fn without_call(message: &Value, closed: &ClosedCall) -> Value {
    let stays = |component: &&Value| component["custom_id"] != closed.button.as_str();
    let items = |list: &Value| list.as_array().cloned().unwrap_or_default();
    let rows = items(&message["components"]).into_iter().map(|mut row| {
        let left = items(&row["components"]);
        row["components"] = left.iter().filter(stays).cloned().collect();
        row
    });
    let rows = rows.filter(|row| !closed.last && row["components"] != json!([]));
    let mut body = json!({"components": rows.collect::<Vec<_>>()});
    let text = message["content"].as_str().unwrap_or_default();
    if let Some(content) = (closed.reword)(text) {
        body["content"] = json!(content);
        body["allowed_mentions"] = json!({"parse": []});
    }
    body
}

/// Returns an edit of the text and the buttons that keeps the picture.
pub fn edited_text(composed: Composed) -> Value {
    // The message keeps its picture, so the text needs the legend.
    let legend = composed.legend();
    let content = if legend.is_empty() {
        composed.content.clone()
    } else {
        format!("{}\n{ASIDE}{legend}", composed.content)
    };
    let mut body = buttons_only(&composed.rows);
    body["content"] = json!(undirected(&content));
    body["allowed_mentions"] = json!({"parse": []});
    body
}

fn row(components: Vec<Value>) -> Value {
    json!({"type": 1, "components": components})
}

fn menu(menu: &Menu) -> Value {
    let (fewest, most) = menu.count;
    let mut select = json!({
        "custom_id": menu.id.to_string(), "placeholder": menu.placeholder,
        "min_values": fewest, "max_values": most,
    });
    let kind = match &menu.offer {
        Offer::Options(options) => {
            select["options"] = options.iter().map(option).collect();
            3
        }
        Offer::People(people) => {
            select["default_values"] = defaults("user", people);
            5
        }
        Offer::Roles(roles) => {
            select["default_values"] = defaults("role", roles);
            6
        }
        Offer::Channels(channels) => {
            select["default_values"] = defaults("channel", channels);
            select["channel_types"] = json!(TEXT_CHANNELS);
            8
        }
    };
    select["type"] = json!(kind);
    select
}

/// Returns the preselected values of a menu that Discord fills.
fn defaults(kind: &str, ids: &[impl ToString]) -> Value {
    let ids = ids.iter();
    ids.map(|id| json!({"id": id.to_string(), "type": kind}))
        .collect()
}

fn option(option: &MenuOption) -> Value {
    let mut value = json!({"label": option.label, "value": option.value, "default": option.chosen});
    if !option.description.is_empty() {
        value["description"] = json!(option.description);
    }
    value
}

fn button(button: &Button) -> Value {
    let style = match button.tone {
        Tone::Primary => 1,
        Tone::Plain => 2,
        Tone::Success => 3,
        Tone::Danger => 4,
    };
    let (label, disabled) = (&button.label, !button.enabled);
    match &button.press {
        Target::Ask(id) => {
            json!({"type": 2, "style": style, "label": label, "custom_id": id.to_string(), "disabled": disabled})
        }
        Target::Open(address) => {
            json!({"type": 2, "style": LINK, "label": label, "url": address, "disabled": disabled})
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_person_is_notified_once_and_nobody_who_is_gone() {
        let gone = (1 << 63) + 5;
        let composed = Composed {
            pings: vec![7, 8, 7, gone],
            ..Composed::text("Hello.")
        };
        let message = Painted::new(composed, Vec::new()).json();
        assert_eq!(message["allowed_mentions"]["users"], json!(["7", "8"]));
    }
}
