//! A person controlled by a program: actions and visible messages.

use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};

use super::people::{self, FirstAnswer, NO_ANSWER};
use super::server::App;
use super::snowflake::Snowflake;

/// The timeout of a test's waits.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// The error of a wait that exceeded a minute.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("nothing came within a minute")]
pub struct TimedOut;

/// One of the sandbox's people.
#[derive(Clone)]
pub struct Person {
    app: App,
    id: Snowflake,
    name: String,
}

impl Person {
    pub(super) fn new(app: App, id: Snowflake, name: &str) -> Person {
        Person {
            app,
            id,
            name: name.to_owned(),
        }
    }

    /// Returns the person's id.
    pub fn id(&self) -> Snowflake {
        self.id
    }

    /// Returns the user name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the mention: `<@…>`.
    pub fn mention(&self) -> String {
        format!("<@{}>", self.id)
    }

    /// Returns the person in a channel or thread.
    pub fn in_channel(&self, channel: Snowflake) -> Place {
        Place {
            person: self.clone(),
            channel,
        }
    }
}

impl fmt::Debug for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Person")
            .field("id", &self.id)
            .field("name", &self.name)
            .finish()
    }
}

/// A person in a channel, whose actions reach the bot as from a client.
#[derive(Clone, Debug)]
pub struct Place {
    person: Person,
    channel: Snowflake,
}

impl Place {
    /// Uses a command, with its group and subcommand: `play connect-n`. Users may be given by name.
    pub async fn command<K: Into<String>, V: Into<Value>>(
        &self,
        path: &str,
        options: impl IntoIterator<Item = (K, V)>,
    ) -> Answer {
        let options = options
            .into_iter()
            .map(|(name, value)| json!({ "name": name.into(), "value": value.into() }))
            .collect();
        self.send(json!({ "type": 2, "data": command_data(path, options) }))
            .await
    }

    /// Uses a command of another person's menu.
    pub async fn command_on(&self, name: &str, target: Snowflake) -> Answer {
        let data = json!({ "name": name, "type": 2, "target_id": target });
        self.send(json!({ "type": 2, "data": data })).await
    }

    /// Types into an option with autocomplete; `others` are filled in already.
    pub async fn autocomplete<K: Into<String>, V: Into<Value>>(
        &self,
        path: &str,
        focused: &str,
        typed: &str,
        others: impl IntoIterator<Item = (K, V)>,
    ) -> Answer {
        let mut options: Vec<Value> = others
            .into_iter()
            .map(|(name, value)| json!({ "name": name.into(), "value": value.into() }))
            .collect();
        options.push(json!({ "name": focused, "value": typed, "focused": true }));
        self.send(json!({ "type": 4, "data": command_data(path, options) }))
            .await
    }

    /// Clicks the button with this `custom_id`.
    pub async fn click(&self, message: &Message, custom_id: &str) -> Answer {
        let data = json!({ "custom_id": custom_id, "component_type": 2 });
        self.send(json!({ "type": 3, "message_id": message.id(), "data": data }))
            .await
    }

    /// Clicks the button with this label, on the current version of the message.
    pub async fn press(&self, message: &Message, label: &str) -> Answer {
        let shown = self
            .messages()
            .into_iter()
            .find(|shown| shown.id() == message.id())
            .unwrap_or_else(|| message.clone());
        match shown.button(label) {
            Some(button) => self.click(&shown, &button.custom_id).await,
            None => Answer::NotSent(format!("There is no button “{label}”.")),
        }
    }

    /// Chooses from the menu with this `custom_id`.
    pub async fn select<V: Into<String>>(
        &self,
        message: &Message,
        custom_id: &str,
        values: impl IntoIterator<Item = V>,
    ) -> Answer {
        let values: Vec<String> = values.into_iter().map(Into::into).collect();
        self.send(json!({ "type": 3, "message_id": message.id(), "data": { "custom_id": custom_id, "values": values } })).await
    }

    /// Submits a modal with these texts by `custom_id`. Other inputs keep the bot's values.
    pub async fn submit<K: Into<String>, V: Into<String>>(
        &self,
        modal: &Modal,
        texts: impl IntoIterator<Item = (K, V)>,
    ) -> Answer {
        let row = |(custom_id, value): (K, V)| json!({ "components": [{ "custom_id": custom_id.into(), "value": value.into() }] });
        let rows: Vec<Value> = texts.into_iter().map(row).collect();
        self.send(
            json!({ "type": 5, "data": { "custom_id": modal.custom_id(), "components": rows } }),
        )
        .await
    }

    /// Writes a message.
    pub fn say(&self, content: &str) -> Result<Message, String> {
        self.person
            .app
            .lock()
            .say(self.channel, self.person.id, content)
            .map(Message)
    }

    /// Opens a public thread in this text channel, without a message, and returns its id. Refused for other channels and
    /// with as many active threads as the server may have.
    pub fn open_thread(&self, name: &str) -> Result<Snowflake, String> {
        let mut server = self.person.app.lock();
        server.open_thread(self.channel, self.person.id, name)
    }

    /// Returns the messages that the person sees here, oldest first.
    pub fn messages(&self) -> Vec<Message> {
        let server = self.person.app.lock();
        let channel = server
            .world
            .channels
            .get(&self.channel)
            .filter(|channel| server.may_see(channel, self.person.id));
        let messages =
            channel.map(|channel| server.messages_for(channel, self.person.id, usize::MAX));
        messages
            .unwrap_or_default()
            .into_iter()
            .map(Message)
            .collect()
    }

    /// Returns a message as the person sees it now.
    pub fn message(&self, id: Snowflake) -> Option<Message> {
        self.messages()
            .into_iter()
            .find(|message| message.id() == id)
    }

    async fn send(&self, mut request: Value) -> Answer {
        request["as"] = json!(self.person.id);
        request["channel_id"] = json!(self.channel);
        // On a stopped clock three seconds never pass, but a test must not wait for ever.
        match tokio::time::timeout(PATIENCE, people::interact(&self.person.app, &request)).await {
            Ok(Err(refusal)) => Answer::NotSent(refusal),
            Ok(Ok(None)) | Err(_) => Answer::Failed(NO_ANSWER.to_owned()),
            Ok(Ok(Some(first))) => Answer::from(first),
        }
    }
}

/// Nests options in the subcommand.
fn command_data(path: &str, options: Vec<Value>) -> Value {
    let mut names: Vec<&str> = path.split(' ').filter(|name| !name.is_empty()).collect();
    let command = if names.is_empty() {
        ""
    } else {
        names.remove(0)
    };
    let mut options = options;
    for name in names.into_iter().rev() {
        options = vec![json!({ "name": name, "options": options })];
    }
    json!({ "name": command, "options": options })
}

/// The answer to a person's command, click, choice or modal.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Answer {
    /// A message, possibly ephemeral.
    Message(Message),
    /// The message of the button changed.
    Update(Message),
    /// The bot is thinking: this message will be filled in.
    Deferred(Message),
    /// The bot has acknowledged the click; nothing changes yet.
    DeferredUpdate,
    /// A modal.
    Modal(Modal),
    /// Suggestions for the focused option.
    Choices(Vec<Choice>),
    /// The bot did not answer in time.
    Failed(String),
    /// A client would not have sent this; the text is the reason.
    NotSent(String),
}

impl From<FirstAnswer> for Answer {
    fn from(first: FirstAnswer) -> Self {
        match first {
            FirstAnswer::Message(message) => Answer::Message(Message(message)),
            FirstAnswer::Update(message) => Answer::Update(Message(message)),
            FirstAnswer::Deferred(message) => Answer::Deferred(Message(message)),
            FirstAnswer::DeferredUpdate => Answer::DeferredUpdate,
            FirstAnswer::Modal(modal) => Answer::Modal(Modal(modal)),
            FirstAnswer::Choices(choices) => {
                Answer::Choices(choices.into_iter().map(Choice::of).collect())
            }
        }
    }
}

impl Answer {
    /// Returns the message of the answer, if it has one.
    pub fn message(&self) -> Option<&Message> {
        match self {
            Answer::Message(message) | Answer::Update(message) | Answer::Deferred(message) => {
                Some(message)
            }
            _ => None,
        }
    }

    /// Returns the modal of the answer, if it is one.
    pub fn modal(&self) -> Option<&Modal> {
        if let Answer::Modal(modal) = self {
            Some(modal)
        } else {
            None
        }
    }

    /// Returns the suggestions of the answer, if it has them.
    pub fn choices(&self) -> Option<&[Choice]> {
        if let Answer::Choices(choices) = self {
            Some(choices)
        } else {
            None
        }
    }
}

/// A suggestion.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The text for the person.
    pub name: String,
    /// The value for the bot.
    pub value: Value,
}

impl Choice {
    fn of(choice: Value) -> Choice {
        Choice {
            name: text(&choice["name"]),
            value: choice["value"].clone(),
        }
    }
}

/// A modal.
#[derive(Clone, PartialEq, Debug)]
pub struct Modal(Value);

impl Modal {
    /// Returns the id by which the bot recognizes it.
    pub fn custom_id(&self) -> &str {
        self.0["custom_id"].as_str().unwrap_or_default()
    }

    /// Returns the title.
    pub fn title(&self) -> &str {
        self.0["title"].as_str().unwrap_or_default()
    }

    /// Returns the text inputs as Discord's objects.
    pub fn inputs(&self) -> Vec<&Value> {
        self.0["components"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|row| row.get("component").unwrap_or(&row["components"][0]))
            .collect()
    }

    /// Returns Discord's object.
    pub fn json(&self) -> &Value {
        &self.0
    }
}

/// A message as a person sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Message(Value);

impl Message {
    /// Wraps Discord's object of a message, as in events.
    pub fn of(object: Value) -> Message {
        Message(object)
    }

    /// Returns its id.
    pub fn id(&self) -> Snowflake {
        id(&self.0["id"])
    }

    /// Returns its channel.
    pub fn channel(&self) -> Snowflake {
        id(&self.0["channel_id"])
    }

    /// Returns the user name of its author.
    pub fn author(&self) -> &str {
        self.0["author"]["username"].as_str().unwrap_or_default()
    }

    /// Returns the text.
    pub fn content(&self) -> &str {
        self.0["content"].as_str().unwrap_or_default()
    }

    /// Whether only one person sees it.
    pub fn is_ephemeral(&self) -> bool {
        self.has_flag(1 << 6)
    }

    /// Whether the bot is still thinking.
    pub fn is_loading(&self) -> bool {
        self.has_flag(1 << 7)
    }

    fn has_flag(&self, flag: u64) -> bool {
        self.0["flags"].as_u64().unwrap_or(0) & flag != 0
    }

    /// Whether it was edited.
    pub fn is_edited(&self) -> bool {
        self.0["edited_timestamp"].is_string()
    }

    /// Returns the user names of the people that it notifies.
    pub fn mentions(&self) -> Vec<&str> {
        let users = self.0["mentions"].as_array().into_iter().flatten();
        users
            .map(|user| user["username"].as_str().unwrap_or_default())
            .collect()
    }

    /// Returns its files.
    pub fn attachments(&self) -> Vec<Attachment> {
        self.0["attachments"]
            .as_array()
            .into_iter()
            .flatten()
            .map(Attachment::of)
            .collect()
    }

    /// Returns its embeds as Discord's objects.
    pub fn embeds(&self) -> Vec<&Value> {
        self.0["embeds"].as_array().into_iter().flatten().collect()
    }

    /// Returns its buttons, row by row; links have no `custom_id`.
    pub fn buttons(&self) -> Vec<Button> {
        self.components()
            .filter(|component| component["type"] == 2)
            .map(Button::of)
            .collect()
    }

    /// Returns the button with this label, even if disabled.
    pub fn button(&self, label: &str) -> Option<Button> {
        self.buttons()
            .into_iter()
            .find(|button| button.label == label)
    }

    /// Returns its menus.
    pub fn menus(&self) -> Vec<Menu> {
        self.components()
            .filter(|component| component["type"] != 2)
            .map(Menu::of)
            .collect()
    }

    /// Returns the thread that was started on it.
    pub fn thread(&self) -> Option<Snowflake> {
        self.0["thread"]
            .is_object()
            .then(|| id(&self.0["thread"]["id"]))
    }

    /// Returns Discord's object.
    pub fn json(&self) -> &Value {
        &self.0
    }

    fn components(&self) -> impl Iterator<Item = &Value> {
        let rows = self.0["components"].as_array().into_iter().flatten();
        rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
    }
}

/// A file of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attachment {
    /// Its name.
    pub filename: String,
    /// Its alt text; may be empty.
    pub description: String,
    /// Its content type: `image/png`.
    pub content_type: String,
    /// Its size in bytes.
    pub size: u64,
    /// Width and height of a picture, in pixels.
    pub dimensions: Option<(u64, u64)>,
    /// Its address; see [`super::Sandbox::attachment`].
    pub url: String,
}

impl Attachment {
    fn of(object: &Value) -> Attachment {
        Attachment {
            filename: text(&object["filename"]),
            description: text(&object["description"]),
            content_type: text(&object["content_type"]),
            size: object["size"].as_u64().unwrap_or(0),
            dimensions: object["width"].as_u64().zip(object["height"].as_u64()),
            url: text(&object["url"]),
        }
    }
}

/// A button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Button {
    /// The id for the bot; empty for a link.
    pub custom_id: String,
    /// The text for the person.
    pub label: String,
    /// The URL of a link; empty otherwise.
    pub url: String,
    /// Discord's number for the colour.
    pub style: u64,
    /// Whether it is disabled.
    pub disabled: bool,
}

impl Button {
    fn of(object: &Value) -> Button {
        Button {
            custom_id: text(&object["custom_id"]),
            label: text(&object["label"]),
            url: text(&object["url"]),
            style: object["style"].as_u64().unwrap_or(0),
            disabled: object["disabled"] == true,
        }
    }
}

/// A menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Menu {
    /// The id for the bot.
    pub custom_id: String,
    /// Labels and values, in order; empty for menus of users, roles or channels.
    pub options: Vec<(String, String)>,
    /// Whether it is disabled.
    pub disabled: bool,
}

impl Menu {
    fn of(object: &Value) -> Menu {
        let options = object["options"].as_array().into_iter().flatten();
        Menu {
            custom_id: text(&object["custom_id"]),
            options: options
                .map(|option| (text(&option["label"]), text(&option["value"])))
                .collect(),
            disabled: object["disabled"] == true,
        }
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn id(value: &Value) -> Snowflake {
    super::form::snowflake(value).unwrap_or(Snowflake(0))
}
