//! From a person's action to the INTERACTION_CREATE of the bot.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use tokio::sync::oneshot;

use super::super::faults::DeliveryFault;
use super::super::files;
use super::super::form::snowflake;
use super::super::gateway::sessions::ALWAYS;
use super::super::limits::{FILE_SIZE, MOST_UPLOADED};
use super::super::objects::LOCALE;
use super::super::permissions;
use super::super::server::{Server, Upload};
use super::super::snowflake::Snowflake;
use super::super::state::{
    Channel, ChannelKind, Command, FIRST_ANSWER, File, Interaction, InteractionKind, Message,
    Origin, secret,
};
use super::options::{Filled, fill_modal};
use super::{Refusal, Sent, sees};

/// The types of commands: slash commands, and commands of a person's menu.
const CHAT_INPUT: i64 = 1;
const USER_COMMAND: i64 = 2;
/// The most files of command options that are kept.
const MOST_UPLOADS: usize = 50;

/// The contexts of commands: a server, a conversation with the bot, a conversation between people.
const IN_SERVER: u8 = 0;
const WITH_BOT: u8 = 1;
const AMONG_PEOPLE: u8 = 2;

fn context(channel: &Channel) -> u8 {
    match channel.kind {
        ChannelKind::Text { .. } | ChannelKind::Thread(_) => IN_SERVER,
        ChannelKind::Direct { .. } => WITH_BOT,
        ChannelKind::Private { .. } => AMONG_PEOPLE,
    }
}

/// An interaction without an id yet.
struct Act {
    kind: InteractionKind,
    data: Value,
    /// Such as `play connect-n`, for a command.
    command: Option<String>,
    /// The message of the component.
    source: Option<Snowflake>,
    /// The interaction that showed the modal.
    trigger: Option<Origin>,
    focused: Option<i64>,
}

impl Server {
    /// Sends an interaction to the bot, unless a client would refuse it.
    ///
    /// The page's contract defines the format of the request.
    pub fn interact(&mut self, request: &Value) -> Result<Sent, Refusal> {
        let person = self.acting(&request["as"])?.id;
        let channel = self.channel_for(snowflake(&request["channel_id"]), person)?;
        if channel.thread().is_some_and(|thread| thread.archived) {
            return Err("This thread is archived. Write a message to wake it.".to_owned());
        }
        let channel = channel.id;
        let mut request = request.clone();
        self.upload(channel, &mut request["data"]["options"])?;
        let request = &request;
        let channel = self.channel_for(Some(channel), person)?;
        let act = match request["type"].as_i64() {
            Some(2) => self.command_act(channel, person, request, false)?,
            Some(4) => self.command_act(channel, person, request, true)?,
            Some(3) => self.component_act(channel, person, request)?,
            Some(5) => self.modal_act(channel, person, request)?,
            _ => return Err("An interaction is of type 2, 3, 4 or 5.".to_owned()),
        };
        let channel = channel.id;
        Ok(self.send(person, channel, act))
    }

    /// Stores the files in options, and replaces them by ids.
    /// A file is `{filename, text}`, `{filename, bytes}` with a list of numbers, or `{filename, zeros}` with a number
    /// of zero bytes.
    fn upload(&mut self, channel: Snowflake, options: &mut Value) -> Result<(), Refusal> {
        for option in options.as_array_mut().into_iter().flatten() {
            self.upload(channel, &mut option["options"])?;
            let Some(filename) = option["value"]["filename"].as_str() else {
                continue;
            };
            let filename = files::clean_name(filename);
            let value = &option["value"];
            let bytes = match (value["text"].as_str(), value["bytes"].as_array()) {
                (Some(text), _) => text.as_bytes().to_vec(),
                (None, Some(bytes)) => bytes
                    .iter()
                    .filter_map(|byte| u8::try_from(byte.as_u64()?).ok())
                    .collect(),
                (None, None) => {
                    let zeros = value["zeros"].as_u64();
                    let zeros = zeros.and_then(|zeros| usize::try_from(zeros).ok());
                    let zeros = zeros.ok_or_else(|| "This file has no contents.".to_owned())?;
                    vec![0; zeros.min(MOST_UPLOADED + 1)]
                }
            };
            if bytes.len() > MOST_UPLOADED {
                return Err("Your files are too powerful: Discord takes no larger ones.".to_owned());
            }
            let file = File {
                id: self.next_id(),
                content_type: files::content_type(&bytes, &filename, None),
                filename,
                description: None,
                size: bytes.len(),
                dimensions: files::dimensions(&bytes),
            };
            option["value"] = json!(file.id);
            self.files.put(file.id, &bytes.into());
            self.uploads.push_back(Upload { channel, file });
            if self.uploads.len() > MOST_UPLOADS {
                self.uploads.pop_front();
            }
        }
        Ok(())
    }

    fn command_act(
        &self,
        channel: &Channel,
        person: Snowflake,
        request: &Value,
        typing: bool,
    ) -> Result<Act, Refusal> {
        let data = &request["data"];
        let name = data["name"].as_str().unwrap_or_default();
        if data["type"].as_i64() == Some(USER_COMMAND) {
            return self.user_command_act(channel, person, data);
        }
        let command = self
            .usable(channel, person, CHAT_INPUT)
            .find(|command| command.text("name") == name);
        let command = command.ok_or_else(|| format!("There is no command /{name} here."))?;
        let given = data["options"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        let filled = self.fill(&command.definition, given, typing)?;
        let mut path = vec![name.to_owned()];
        path.extend(filled.path.iter().cloned());
        let mut data =
            json!({ "id": command.id, "name": name, "type": 1, "options": filled.options });
        if let Some(guild) = command.guild {
            data["guild_id"] = json!(guild);
        }
        let resolved = self.resolved(&filled, channel, person);
        if resolved
            .as_object()
            .is_some_and(|resolved| !resolved.is_empty())
        {
            data["resolved"] = resolved;
        }
        let kind = if typing {
            InteractionKind::Autocomplete
        } else {
            InteractionKind::Command
        };
        Ok(Act {
            kind,
            data,
            command: Some(path.join(" ")),
            source: None,
            trigger: None,
            focused: filled.focused,
        })
    }

    /// Builds a command of a person's menu.
    fn user_command_act(
        &self,
        channel: &Channel,
        person: Snowflake,
        data: &Value,
    ) -> Result<Act, Refusal> {
        let name = data["name"].as_str().unwrap_or_default();
        let command = self
            .usable(channel, person, USER_COMMAND)
            .find(|command| command.text("name") == name)
            .ok_or_else(|| format!("There is no “{name}” in a person's menu here."))?;
        let target = snowflake(&data["target_id"]).filter(|id| self.world.user(*id).is_some());
        let target = target.ok_or_else(|| "There is no such person.".to_owned())?;
        let mut filled = Filled::default();
        filled.users.insert(target);
        let mut data = json!({
            "id": command.id, "name": name, "type": USER_COMMAND, "target_id": target,
            "resolved": self.resolved(&filled, channel, person),
        });
        if let Some(guild) = command.guild {
            data["guild_id"] = json!(guild);
        }
        Ok(Act {
            kind: InteractionKind::Command,
            data,
            command: Some(name.to_owned()),
            source: None,
            trigger: None,
            focused: None,
        })
    }

    /// Returns the commands of a type that a person may use in a channel.
    /// A server's command hides a global one of its name.
    fn usable(
        &self,
        channel: &Channel,
        person: Snowflake,
        kind: i64,
    ) -> impl Iterator<Item = &Command> {
        let context = context(channel);
        let direct = context != IN_SERVER;
        let held = permissions::of_person(&self.world, channel, person);
        let installed = self.installed(channel, person);
        let guild = self.world.guild_of(channel);
        let here = guild.map(|guild| guild.id);
        let is_allowed = move |name: &str| {
            let member = guild.and_then(|guild| guild.members.get(&person));
            let roles = member.map_or(&[][..], |member| &member.roles);
            let mut allowed = guild.into_iter().flat_map(|guild| &guild.allowed);
            allowed.any(|(command, role)| command == name && roles.contains(role))
        };
        let fits = move |command: &&Command| {
            let definition = &command.definition;
            let fits_context = match definition.get("contexts").and_then(Value::as_array) {
                Some(contexts) => contexts.iter().any(|allowed| *allowed == context),
                None => {
                    !direct
                        || definition
                            .get("dm_permission")
                            .is_none_or(|allowed| *allowed == true)
                }
            };
            let needed = definition
                .get("default_member_permissions")
                .and_then(Value::as_str)
                .and_then(|bits| bits.parse::<u64>().ok());
            // Empty permissions mean administrators only.
            let may = needed.is_none_or(|needed| {
                held == permissions::ALL
                    || (needed != 0 && held & needed == needed)
                    || is_allowed(command.text("name"))
            });
            let is_kind = definition.get("type").is_some_and(|other| *other == kind);
            let types = definition
                .get("integration_types")
                .and_then(Value::as_array);
            let is_installed = types.is_none_or(|types| {
                let mut types = types.iter();
                types.any(|kind| installed.get(kind.to_string()).is_some())
            });
            is_kind && fits_context && is_installed && may
        };
        let of_guild = self
            .world
            .commands
            .iter()
            .filter(move |command| command.guild.is_some() && command.guild == here);
        let global = self
            .world
            .commands
            .iter()
            .filter(|command| command.guild.is_none());
        of_guild.chain(global).filter(fits)
    }

    /// Returns the objects of the ids in options or in a select's values.
    fn resolved(&self, named: &Filled, channel: &Channel, person: Snowflake) -> Value {
        let mut resolved = Map::new();
        let guild = self.world.guild_of(channel);
        if !named.users.is_empty() {
            let users: Map<String, Value> = named
                .users
                .iter()
                .map(|id| (id.to_string(), self.user_object(*id)))
                .collect();
            let members = named.users.iter().filter_map(|id| {
                let guild = guild?;
                let bits = if *id == self.world.bot.id {
                    permissions::DEFAULT_FOR_BOT
                } else if guild.members.contains_key(id) {
                    permissions::of_person(&self.world, channel, *id)
                } else {
                    return None;
                };
                let mut member = self.bare_member(guild, *id);
                member["permissions"] = bits.to_string().into();
                Some((id.to_string(), member))
            });
            let members: Map<String, Value> = members.collect();
            if !members.is_empty() {
                resolved.insert("members".into(), Value::Object(members));
            }
            resolved.insert("users".into(), Value::Object(users));
        }
        if !named.roles.is_empty() {
            let roles = guild.map(|guild| self.roles(guild)).unwrap_or_default();
            let roles = roles.into_iter().filter_map(|role| {
                let id = snowflake(&role["id"]).filter(|id| named.roles.contains(id))?;
                Some((id.to_string(), role))
            });
            resolved.insert("roles".into(), Value::Object(roles.collect()));
        }
        if !named.channels.is_empty() {
            let channels = named
                .channels
                .iter()
                .filter_map(|id| self.world.channels.get(id));
            let channels = channels.map(|channel| {
                let mut object = self.partial_channel(channel, person);
                object["app_permissions"] =
                    permissions::of_bot(&self.world, channel).to_string().into();
                (channel.id.to_string(), object)
            });
            resolved.insert("channels".into(), Value::Object(channels.collect()));
        }
        if !named.files.is_empty() {
            let files = self
                .uploads
                .iter()
                .filter(|upload| named.files.contains(&upload.file.id))
                .map(|upload| {
                    let object = self.file_object(upload.channel, &upload.file);
                    (upload.file.id.to_string(), object)
                });
            resolved.insert("attachments".into(), Value::Object(files.collect()));
        }
        Value::Object(resolved)
    }

    fn component_act(
        &self,
        channel: &Channel,
        person: Snowflake,
        request: &Value,
    ) -> Result<Act, Refusal> {
        let message = snowflake(&request["message_id"])
            .and_then(|id| channel.messages.get(&id))
            .filter(|message| sees(message, person));
        let message = message.ok_or_else(|| "There is no such message.".to_owned())?;
        let custom_id = request["data"]["custom_id"].as_str().unwrap_or_default();
        let rows = message
            .components
            .iter()
            .flat_map(|row| row["components"].as_array().into_iter().flatten());
        let component = rows
            .into_iter()
            .find(|component| component["custom_id"] == custom_id);
        let component =
            component.ok_or_else(|| "The message has no such button or menu.".to_owned())?;
        if component["disabled"] == true {
            return Err("It is disabled.".to_owned());
        }
        let kind = component["type"].as_i64().unwrap_or(0);
        let mut data =
            json!({ "custom_id": custom_id, "component_type": kind, "id": component["id"] });
        if kind != 2 {
            let values = request["data"]["values"]
                .as_array()
                .map(Vec::as_slice)
                .unwrap_or_default();
            let named = self.selected(component, kind, values)?;
            data["values"] = json!(values);
            let resolved = self.resolved(&named, channel, person);
            if resolved
                .as_object()
                .is_some_and(|resolved| !resolved.is_empty())
            {
                data["resolved"] = resolved;
            }
        }
        Ok(Act {
            kind: InteractionKind::Component,
            data,
            command: None,
            source: Some(message.id),
            trigger: None,
            focused: None,
        })
    }

    /// Checks the chosen values against the menu.
    fn selected(&self, menu: &Value, kind: i64, values: &[Value]) -> Result<Filled, Refusal> {
        let count = u64::try_from(values.len()).unwrap_or(u64::MAX);
        let (min, max) = (
            menu["min_values"].as_u64().unwrap_or(1),
            menu["max_values"].as_u64().unwrap_or(1),
        );
        if !(min..=max).contains(&count) {
            return Err(if min == max {
                format!("Choose {min}.")
            } else {
                format!("Choose from {min} to {max}.")
            });
        }
        let mut chosen = BTreeSet::new();
        let mut named = Filled::default();
        for value in values {
            let text = value.as_str().unwrap_or_default();
            let id = snowflake(value);
            let user = id.filter(|id| self.world.user(*id).is_some());
            let role = id.filter(|id| self.world.is_role(*id));
            let channel = id.filter(|id| self.world.channels.contains_key(id));
            let known = match kind {
                3 => menu["options"]
                    .as_array()
                    .is_some_and(|options| options.iter().any(|option| option["value"] == *value)),
                5 => user.is_some_and(|id| named.users.insert(id)),
                6 => role.is_some_and(|id| named.roles.insert(id)),
                7 => {
                    user.is_some_and(|id| named.users.insert(id))
                        || role.is_some_and(|id| named.roles.insert(id))
                }
                _ => {
                    channel.is_some_and(|id| self.is_offered(menu, id) && named.channels.insert(id))
                }
            };
            if !known || !chosen.insert(text) {
                return Err(format!("The menu does not offer “{text}”."));
            }
        }
        Ok(named)
    }

    fn is_offered(&self, menu: &Value, channel: Snowflake) -> bool {
        let types = menu["channel_types"].as_array();
        let channel = self.world.channels.get(&channel);
        let kind = channel.map(|channel| self.channel(channel)["type"].clone());
        types.is_none_or(|types| kind.is_some_and(|kind| types.contains(&kind)))
    }

    fn modal_act(
        &self,
        channel: &Channel,
        person: Snowflake,
        request: &Value,
    ) -> Result<Act, Refusal> {
        let open = self
            .modals
            .get(&person)
            .filter(|open| open.channel == channel.id);
        let open = open.filter(|open| open.modal["custom_id"] == request["data"]["custom_id"]);
        let open = open.ok_or_else(|| "This form is not open.".to_owned())?;
        let components = fill_modal(&open.modal, &request["data"]["components"])?;
        let data = json!({ "custom_id": open.modal["custom_id"], "components": components });
        // A modal may outlive the message of its button. The bot then gets no message.
        let source = open.source.filter(|id| channel.messages.contains_key(id));
        let trigger = Some(open.trigger.clone());
        Ok(Act {
            kind: InteractionKind::Modal,
            data,
            command: None,
            source,
            trigger,
            focused: None,
        })
    }

    fn send(&mut self, person: Snowflake, channel: Snowflake, act: Act) -> Sent {
        let id = self.next_id();
        let at = self.now();
        let origin = Origin {
            interaction: id,
            kind: if act.kind == InteractionKind::Autocomplete {
                InteractionKind::Command
            } else {
                act.kind
            },
            user: person,
            command: act.command,
            source: act.source,
            original: None,
            trigger: act.trigger.map(Box::new),
        };
        let interaction = Interaction {
            id,
            token: format!("sandbox-{}", secret(4)),
            kind: act.kind,
            user: person,
            channel,
            at,
            origin,
            source: act.source,
            answered: false,
            original: None,
            focused: act.focused,
            follow_ups: 0,
        };
        let payload = self.payload(&interaction, act.data);
        self.world.interactions.push(interaction);
        let (waiting, answer) = oneshot::channel();
        self.waiting.insert(id, waiting);
        match self.faults.deliveries.pop_front() {
            None => self.dispatch("INTERACTION_CREATE", &payload, ALWAYS),
            Some(DeliveryFault::Twice) => {
                self.dispatch("INTERACTION_CREATE", &payload, ALWAYS);
                self.dispatch("INTERACTION_CREATE", &payload, ALWAYS);
            }
            Some(DeliveryFault::Held) => self.held.push_back(payload),
            Some(DeliveryFault::Again) => {
                self.dispatch("INTERACTION_CREATE", &payload, ALWAYS);
                self.held.push_back(payload);
            }
            Some(DeliveryFault::Lost) => {}
        }
        self.changed();
        Sent {
            id,
            answer,
            deadline: at.saturating_add(FIRST_ANSWER),
        }
    }

    /// Builds the event for the bot.
    fn payload(&self, interaction: &Interaction, data: Value) -> Value {
        let mut payload = json!({
            "id": interaction.id, "application_id": self.world.bot.id, "type": interaction.kind as u8, "data": data,
            "channel_id": interaction.channel, "token": interaction.token, "version": 1, "locale": LOCALE, "entitlements": [],
            "attachment_size_limit": FILE_SIZE,
        });
        if let Some(channel) = self.world.channels.get(&interaction.channel) {
            payload["channel"] = self.partial_channel(channel, interaction.user);
            payload["app_permissions"] =
                permissions::of_app(&self.world, channel).to_string().into();
            payload["authorizing_integration_owners"] = self.installed(channel, interaction.user);
            let Some(guild) = self.world.guild_of(channel) else {
                payload["user"] = self.user_object(interaction.user);
                payload["context"] = context(channel).into();
                return self.with_source(payload, interaction);
            };
            let mut member = self.member(guild, interaction.user);
            member["permissions"] = permissions::of_person(&self.world, channel, interaction.user)
                .to_string()
                .into();
            payload["member"] = member;
            payload["guild_id"] = json!(guild.id);
            payload["guild"] = json!({ "id": guild.id, "locale": LOCALE, "features": [] });
            payload["guild_locale"] = LOCALE.into();
            payload["context"] = context(channel).into();
        }
        self.with_source(payload, interaction)
    }

    /// Returns the installations of the app that apply: the server, the person, or both.
    /// A conversation with the bot counts as a server that both share.
    pub(crate) fn installed(&self, channel: &Channel, person: Snowflake) -> Value {
        let mut owners = Map::new();
        match self.world.guild_of(channel) {
            Some(guild) if guild.without_bot => {}
            Some(guild) => drop(owners.insert("0".into(), json!(guild.id))),
            None if channel.is_private() => {}
            None => drop(owners.insert("0".into(), json!("0"))),
        }
        if self.world.user(person).is_some_and(|user| user.has_app) {
            owners.insert("1".into(), json!(person));
        }
        Value::Object(owners)
    }

    /// Adds the message of the component to the event.
    fn with_source(&self, mut payload: Value, interaction: &Interaction) -> Value {
        let source: Option<&Message> = interaction
            .source
            .and_then(|id| self.world.message(interaction.channel, id));
        if let Some(source) = source {
            payload["message"] = self.message(source);
        }
        payload
    }
}
