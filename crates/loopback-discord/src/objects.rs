//! Discord's JSON objects, built from the sandbox's state.

use serde_json::{Value, json};

use super::clock::timestamp;
use super::limits::messages::{HAS_THREAD, SUPPRESS_EMBEDS};
use super::permissions;
use super::server::Server;
use super::snowflake::Snowflake;
use super::state::{
    Channel, ChannelKind, Command, File, Guild, InteractionKind, Message, MessageKind, Origin,
    Thread, User,
};

/// The locale of the servers and of all people.
pub(crate) const LOCALE: &str = "en-US";

pub(crate) fn user(user: &User) -> Value {
    let mut object = json!({
        "id": user.id, "username": user.username, "global_name": user.global_name, "discriminator": "0", "avatar": null,
        "public_flags": 0, "flags": 0, "banner": null, "accent_color": null, "avatar_decoration_data": null, "collectibles": null,
        "primary_guild": null,
    });
    if user.is_bot {
        object["bot"] = true.into();
    }
    for (field, value) in &user.fields {
        object[field] = value.clone();
    }
    object
}

/// Builds the bot's own user object, as only the bot gets it.
pub(crate) fn current_user(server: &Server) -> Value {
    let mut object = user(&server.world.bot);
    object["mfa_enabled"] = true.into();
    object["locale"] = LOCALE.into();
    object["verified"] = true.into();
    object["email"] = Value::Null;
    object
}

impl Server {
    /// Builds a user by id; null if unknown.
    pub fn user_object(&self, id: Snowflake) -> Value {
        self.world.user(id).map_or(Value::Null, user)
    }

    /// Builds a server member without its `user`.
    pub fn bare_member(&self, guild: &Guild, id: Snowflake) -> Value {
        let member = guild.members.get(&id);
        let roles = member.map_or(&[][..], |member| &member.roles);
        let nickname = member.and_then(|member| member.nickname.as_ref());
        json!({
            "avatar": null, "banner": null, "communication_disabled_until": null, "flags": 0,
            "joined_at": timestamp(guild.joined_at), "nick": nickname, "pending": false, "premium_since": null, "roles": roles,
            "mute": false, "deaf": false,
        })
    }

    pub fn member(&self, guild: &Guild, id: Snowflake) -> Value {
        let mut member = self.bare_member(guild, id);
        member["user"] = self.user_object(id);
        member
    }

    /// Builds a channel or thread for REST and events.
    pub fn channel(&self, channel: &Channel) -> Value {
        let mut object =
            json!({ "id": channel.id, "flags": 0, "last_message_id": channel.last_message() });
        match &channel.kind {
            ChannelKind::Direct { with } => {
                object["type"] = 1.into();
                object["recipients"] = json!([self.user_object(*with)]);
            }
            ChannelKind::Private { people } => {
                let recipients = people.iter().map(|id| self.user_object(*id));
                object["recipients"] = recipients.collect();
                if people.len() > 2 {
                    let more = json!({ "type": 3, "name": null, "icon": null, "owner_id": people.first() });
                    merge(&mut object, more);
                } else {
                    object["type"] = 1.into();
                }
            }
            ChannelKind::Text {
                guild,
                topic,
                announcement,
                only_for,
            } => {
                let more = json!({
                    "type": if *announcement { 5 } else { 0 }, "guild_id": guild, "name": channel.name, "topic": topic,
                    "position": channel.position, "permission_overwrites": self.overwrites(*guild, only_for.as_deref()), "nsfw": false, "parent_id": null, "rate_limit_per_user": 0, "last_pin_timestamp": null,
                });
                merge(&mut object, more);
            }
            ChannelKind::Thread(thread) => merge(&mut object, self.thread(channel, thread)),
        }
        object
    }

    /// Builds a channel for pages: Discord's object with what its clients find out for themselves.
    pub fn channel_for_page(&self, channel: &Channel) -> Value {
        let mut object = self.channel(channel);
        if let Some(thread) = channel.thread() {
            object["sandbox"] = json!({ "hidden": thread.hidden });
        }
        object
    }

    /// Iterates over a server's active threads that the bot may see, in the order of their ids.
    pub fn visible_threads(&self, guild: Snowflake) -> impl DoubleEndedIterator<Item = &Channel> {
        self.active_threads(guild).filter(|channel| {
            permissions::of_bot(&self.world, channel) & permissions::VIEW_CHANNEL != 0
        })
    }

    /// Builds the overwrites of a private channel: a denial for everyone and a permission for some.
    fn overwrites(&self, guild: Snowflake, only_for: Option<&[Snowflake]>) -> Vec<Value> {
        let Some(ids) = only_for else {
            return Vec::new();
        };
        let see = permissions::VIEW_CHANNEL.to_string();
        let everyone = json!({ "id": guild, "type": 0, "allow": "0", "deny": see });
        let some = ids.iter().chain([&self.world.bot.id]).map(|id| {
            let kind = u8::from(!self.world.is_role(*id));
            json!({ "id": id, "type": kind, "allow": see, "deny": "0" })
        });
        std::iter::once(everyone).chain(some).collect()
    }

    fn thread(&self, channel: &Channel, thread: &Thread) -> Value {
        let counted = |message: &&Message| {
            message.only_for.is_none() && message.kind != MessageKind::ThreadStarter
        };
        let mut object = json!({
            "type": self.world.type_of(thread), "guild_id": self.world.guild_of(channel).map(|guild| guild.id),
            "name": channel.name, "parent_id": thread.parent, "owner_id": thread.owner,
            "rate_limit_per_user": thread.slow_mode_seconds, "last_pin_timestamp": null,
            "message_count": channel.messages.values().filter(counted).count(),
            "member_count": thread.members.len().min(50), "total_message_sent": thread.total_sent,
            "thread_metadata": {
                "archived": thread.archived, "locked": thread.locked, "archive_timestamp": timestamp(thread.archive_changed),
                "auto_archive_duration": thread.auto_archive_minutes, "create_timestamp": timestamp(channel.id.made_at()),
            },
        });
        if thread.private {
            object["thread_metadata"]["invitable"] = thread.invitable.into();
        }
        object
    }

    /// Builds a channel for interactions.
    pub fn partial_channel(&self, channel: &Channel, for_user: Snowflake) -> Value {
        let mut object = self.channel(channel);
        object["permissions"] = permissions::of_person(&self.world, channel, for_user)
            .to_string()
            .into();
        object
    }

    /// Builds a message for REST.
    pub fn message(&self, message: &Message) -> Value {
        let mut flags = message.flags;
        let thread = self
            .world
            .thread_of(message.id)
            .filter(|_| message.kind != MessageKind::ThreadStarter);
        if thread.is_some() {
            flags |= HAS_THREAD;
        }
        let (files, embeds) = self.files_and_embeds(message);
        let mentions: Vec<Value> = message
            .mentions
            .iter()
            .map(|id| self.user_object(*id))
            .collect();
        let mut object = json!({
            "id": message.id, "channel_id": message.channel, "author": self.user_object(message.author), "type": message.kind as u8,
            "content": message.content, "timestamp": timestamp(message.id.made_at()), "edited_timestamp": message.edited.map(timestamp),
            "tts": message.tts, "mention_everyone": message.mention_everyone, "mentions": mentions, "mention_roles": [],
            "attachments": files, "embeds": embeds, "components": message.components, "pinned": false, "flags": flags,
        });
        if let Some(nonce) = &message.nonce {
            object["nonce"] = nonce.clone();
        }
        if let Some(reference) = message.reference {
            object["message_reference"] = json!({ "type": 0, "channel_id": reference.channel });
            if let Some(guild) = self.guild_id_of(reference.channel) {
                object["message_reference"]["guild_id"] = json!(guild);
            }
            if let Some(id) = reference.message {
                object["message_reference"]["message_id"] = json!(id);
                // An ephemeral message is never quoted; the page of its only reader shows it anyway.
                let target = self
                    .world
                    .message(reference.channel, id)
                    .filter(|target| target.only_for.is_none());
                object["referenced_message"] =
                    target.map_or(Value::Null, |target| self.referenced(target));
            }
        }
        if let Some(thread) = thread {
            object["thread"] = self.channel(thread);
        }
        if let Some(origin) = &message.interaction {
            object["application_id"] = json!(self.world.bot.id);
            object["webhook_id"] = json!(self.world.bot.id);
            object["interaction_metadata"] = self.origin(origin, message.channel);
            if let Some(command) = &origin.command
                && origin.original.is_none()
            {
                object["interaction"] = json!({ "id": origin.interaction, "type": 2, "name": command, "user": self.user_object(origin.user) });
            }
        }
        object
    }

    /// Builds a referenced message, without the message that it refers to.
    fn referenced(&self, message: &Message) -> Value {
        let mut bare = message.clone();
        bare.reference = None;
        self.message(&bare)
    }

    /// Builds a message for a person's page: Discord's object with the data of its header.
    pub fn message_for_page(&self, message: &Message) -> Value {
        let mut object = self.message(message);
        let origin = message
            .interaction
            .as_ref()
            .filter(|origin| origin.kind == InteractionKind::Command && origin.original.is_none());
        object["sandbox"] = json!({
            "interaction_of": origin.map(|origin| self.user_object(origin.user)),
            "command": origin.and_then(|origin| origin.command.as_ref()).map(|command| format!("/{command}")),
        });
        object
    }

    /// Builds the metadata of the interaction that created a message.
    fn origin(&self, origin: &Origin, channel: Snowflake) -> Value {
        let mut object = json!({
            "id": origin.interaction, "type": origin.kind as u8, "user": self.user_object(origin.user),
            "authorizing_integration_owners": match self.world.channels.get(&channel) {
                Some(place) => self.installed(place, origin.user),
                None => json!({ "0": "0" }),
            },
        });
        if let Some(original) = origin.original {
            object["original_response_message_id"] = json!(original);
        }
        match (origin.kind, origin.source, &origin.trigger) {
            (InteractionKind::Component, Some(source), _) => {
                object["interacted_message_id"] = json!(source)
            }
            (InteractionKind::Modal, _, Some(trigger)) => {
                object["triggering_interaction_metadata"] = self.origin(trigger, channel)
            }
            (InteractionKind::Command, _, _) => object["command_type"] = 1.into(),
            _ => {}
        }
        object
    }

    /// Separates files from embeds; files shown in an embed are not listed again. Suppressed embeds are left out.
    fn files_and_embeds(&self, message: &Message) -> (Vec<Value>, Vec<Value>) {
        let mut embedded = Vec::new();
        let mut embeds = Vec::new();
        if message.flags & SUPPRESS_EMBEDS == 0 {
            embeds.clone_from(&message.embeds);
            embeds.extend(self.unfolded(message, &message.embeds));
        }
        for embed in &mut embeds {
            for key in ["image", "thumbnail"] {
                let Some(media) = embed.get_mut(key) else {
                    continue;
                };
                let file = media["url"]
                    .as_str()
                    .and_then(|url| url.strip_prefix("attachment://"));
                let Some(file) =
                    file.and_then(|name| message.files.iter().find(|file| file.filename == name))
                else {
                    continue;
                };
                embedded.push(file.id);
                *media = json!({ "url": self.file_url(message.channel, file) });
                if let Some((width, height)) = file.dimensions {
                    media["width"] = width.into();
                    media["height"] = height.into();
                }
            }
        }
        let files = message
            .files
            .iter()
            .filter(|file| !embedded.contains(&file.id))
            .map(|file| self.file(message, file))
            .collect();
        (files, embeds)
    }

    fn file(&self, message: &Message, file: &File) -> Value {
        let mut object = self.file_object(message.channel, file);
        if message.only_for.is_some() {
            object["ephemeral"] = true.into();
        }
        object
    }

    /// Builds a file of a channel.
    pub fn file_object(&self, channel: Snowflake, file: &File) -> Value {
        let url = self.file_url(channel, file);
        let mut object = json!({ "id": file.id, "filename": file.filename, "size": file.size, "url": url, "proxy_url": url });
        if let Some(description) = &file.description {
            object["description"] = description.clone().into();
        }
        if let Some(content_type) = &file.content_type {
            object["content_type"] = content_type.clone().into();
        }
        if let Some((width, height)) = file.dimensions {
            object["width"] = width.into();
            object["height"] = height.into();
        }
        object
    }

    /// Builds a registered command, with translations on request.
    pub fn command(&self, command: &Command, with_localizations: bool) -> Value {
        let mut object = Value::Object(command.definition.clone());
        object["id"] = json!(command.id);
        object["version"] = json!(command.version);
        object["application_id"] = json!(self.world.bot.id);
        for key in ["name_localizations", "description_localizations"] {
            if object.get(key).is_none() {
                object[key] = Value::Null;
            }
        }
        if let Some(guild) = command.guild {
            object["guild_id"] = json!(guild);
        }
        if object["options"].as_array().is_some_and(Vec::is_empty)
            && let Some(map) = object.as_object_mut()
        {
            map.remove("options");
        }
        if !with_localizations {
            drop_localizations(&mut object);
        }
        object
    }

    /// Returns the server of a channel or thread; `None` in direct conversations.
    pub fn guild_id_of(&self, channel: Snowflake) -> Option<Snowflake> {
        let channel = self.world.channels.get(&channel)?;
        Some(self.world.guild_of(channel)?.id)
    }

    /// Builds the roles of a server, in ascending order from `@everyone`.
    pub fn roles(&self, guild: &Guild) -> Vec<Value> {
        let everyone = (guild.id, "@everyone", permissions::EVERYONE);
        let others = guild
            .roles
            .iter()
            .map(|role| (role.id, role.name.as_str(), role.permissions));
        std::iter::once(everyone)
            .chain(others)
            .enumerate()
            .map(|(position, (id, name, permissions))| {
                json!({
                    "id": id, "name": name, "permissions": permissions.to_string(), "position": position, "color": 0,
                    "colors": { "primary_color": 0, "secondary_color": null, "tertiary_color": null }, "hoist": false, "managed": false,
                    "mentionable": false, "icon": null, "unicode_emoji": null, "flags": 0,
                })
            })
            .collect()
    }

    pub fn guild(&self, guild: &Guild) -> Value {
        json!({
            "id": guild.id, "name": guild.name, "icon": null, "description": null, "home_header": null, "splash": null,
            "discovery_splash": null, "features": [], "banner": null, "owner_id": guild.owner, "application_id": null,
            "region": "deprecated", "afk_channel_id": null, "afk_timeout": 300, "system_channel_id": null, "system_channel_flags": 0,
            "widget_enabled": false, "widget_channel_id": null, "verification_level": 0, "roles": self.roles(guild),
            "default_message_notifications": 1, "mfa_level": 0, "explicit_content_filter": 0, "max_presences": null,
            "max_members": 500_000, "max_stage_video_channel_users": 50, "max_video_channel_users": 25, "vanity_url_code": null,
            "premium_tier": 0, "premium_subscription_count": 0, "preferred_locale": LOCALE, "rules_channel_id": null,
            "safety_alerts_channel_id": null, "public_updates_channel_id": null, "premium_progress_bar_enabled": false, "nsfw": false,
            "nsfw_level": 0, "emojis": [], "stickers": [], "incidents_data": null,
        })
    }

    /// Builds the server for `GUILD_CREATE`, with channels, active threads and the bot as the only member.
    pub fn guild_create(&self, of: &Guild) -> Value {
        let mut guild = self.guild(of);
        let text = self.world.channels.values().filter(
            |channel| matches!(channel.kind, ChannelKind::Text { guild, .. } if guild == of.id),
        );
        let living = self.visible_threads(of.id);
        let more = json!({
            "joined_at": timestamp(of.joined_at), "large": false, "unavailable": false,
            "member_count": of.members.len() + 1, "voice_states": [], "members": [self.member(of, self.world.bot.id)],
            "channels": text.map(|channel| self.channel(channel)).collect::<Vec<_>>(),
            "threads": living.map(|channel| self.channel(channel)).collect::<Vec<_>>(),
            "presences": [], "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [],
        });
        merge(&mut guild, more);
        guild
    }

    pub fn application(&self) -> Value {
        let bot = &self.world.bot;
        let owner = self.user_object(self.world.home.owner);
        json!({
            "id": bot.id, "name": bot.username, "icon": null, "description": "", "type": null, "bot": user(bot), "bot_public": true,
            "bot_require_code_grant": false, "verify_key": "0".repeat(64), "flags": 0, "flags_new": "0", "redirect_uris": [],
            "interactions_endpoint_url": null, "role_connections_verification_url": null, "owner": owner, "approximate_guild_count": self.world.guilds().count(),
            "approximate_user_install_count": 0, "approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": null,
            "eligible_oauth2_scopes": [], "integration_types_config": { "0": {}, "1": {} },
        })
    }
}

fn merge(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
    }
}

fn drop_localizations(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|key, _| {
                !matches!(
                    key.as_str(),
                    "name_localizations" | "description_localizations"
                )
            });
            map.values_mut().for_each(drop_localizations);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_localizations),
        _ => {}
    }
}
