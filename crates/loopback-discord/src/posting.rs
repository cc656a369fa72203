//! Posts, edits and deletes messages, and informs pages and the bot.

use serde_json::{Value, json};

use super::errors::{ApiError, Code};
use super::events::Event;
use super::files;
use super::form::{At, refusal};
use super::gateway::sessions::{DIRECT_MESSAGES, GUILD_MESSAGES};
use super::limits::FILES;
use super::limits::messages::{AllowedMentions, Body, LOADING, SUPPRESS_EMBEDS, Upload};
use super::permissions;
use super::server::Server;
use super::snowflake::Snowflake;
use super::state::{File, Message, MessageKind, Origin, Reference};
use super::unfold::links;

#[derive(Clone, Debug)]
pub(crate) struct Post<'a> {
    pub channel: Snowflake,
    pub author: Snowflake,
    pub kind: MessageKind,
    pub body: &'a Body,
    pub uploads: &'a [Upload],
    pub flags: u64,
    pub reference: Option<Reference>,
    pub origin: Option<Origin>,
    pub only_for: Option<Snowflake>,
    pub nonce: Option<Value>,
}

impl<'a> Post<'a> {
    /// Creates an ordinary message that is visible to all.
    pub fn plain(
        channel: Snowflake,
        author: Snowflake,
        body: &'a Body,
        uploads: &'a [Upload],
    ) -> Post<'a> {
        let flags = body.flags.unwrap_or(0);
        let kind = MessageKind::Default;
        Post {
            channel,
            author,
            kind,
            body,
            uploads,
            flags,
            reference: None,
            origin: None,
            only_for: None,
            nonce: None,
        }
    }
}

impl Server {
    /// Posts a message with a checked body. Unarchives an archived thread.
    pub fn post(&mut self, post: Post) -> Result<Snowflake, ApiError> {
        let channel = post.channel;
        if !self.world.channels.contains_key(&channel) {
            return Err(Code::UnknownChannel.into());
        }
        let wakes = post.only_for.is_none()
            && self.world.channels[&channel]
                .thread()
                .is_some_and(|thread| thread.archived);
        if wakes {
            self.may_wake(channel)?;
        }
        let files = self.take_files(post.body, &[], post.uploads)?;
        if wakes {
            self.set_archived(channel, false, None);
        }
        let content = post.body.content.clone().unwrap_or_default();
        let replied_to = post
            .reference
            .and_then(|to| self.world.message(to.channel, to.message?))
            .map(|message| message.author);
        let (mentions, mention_everyone) = self.mentioned(
            channel,
            post.author,
            &content,
            &post.body.allowed_mentions,
            replied_to,
        );
        let id = self.next_id();
        let message = Message {
            id,
            channel,
            author: post.author,
            kind: post.kind,
            content,
            edited: None,
            flags: post.flags,
            tts: post.body.tts,
            mentions: mentions.clone(),
            mention_everyone,
            files,
            embeds: post.body.embeds.clone().unwrap_or_default(),
            unfolded: Vec::new(),
            components: post.body.components.clone().unwrap_or_default(),
            nonce: post.nonce,
            reference: post.reference,
            interaction: post.origin,
            only_for: post.only_for,
        };
        let is_public = message.only_for.is_none();
        let now = self.now();
        if let Some(place) = self.world.channels.get_mut(&channel) {
            place.messages.insert(id, message);
            if let Some(thread) = place.thread_mut().filter(|_| is_public) {
                thread.last_activity = now;
                thread.hidden = false;
                if post.kind != MessageKind::ThreadStarter {
                    thread.total_sent += 1;
                }
            }
        }
        if is_public {
            for member in mentions {
                if self.may_add(channel, post.author, member) {
                    self.join_thread(channel, member);
                }
            }
            self.join_thread(channel, post.author);
        }
        self.tell_message(channel, id, "MESSAGE_CREATE");
        self.tell_channel_of(channel);
        self.unfold(channel, id);
        Ok(id)
    }

    /// Edits a message. Parts that the body omits stay.
    pub fn edit(
        &mut self,
        channel: Snowflake,
        id: Snowflake,
        body: &Body,
        uploads: &[Upload],
    ) -> Result<(), ApiError> {
        let message = self
            .world
            .message(channel, id)
            .ok_or(Code::UnknownMessage)?;
        let mut new = message.clone();
        if let Some(content) = &body.content {
            new.content.clone_from(content);
            let replied_to = message
                .reference
                .and_then(|to| self.world.message(to.channel, to.message?))
                .map(|message| message.author);
            let mentioned = self.mentioned(
                channel,
                message.author,
                content,
                &body.allowed_mentions,
                replied_to,
            );
            (new.mentions, new.mention_everyone) = mentioned;
            let links = links(content);
            new.unfolded.retain(|one| links.contains(&&*one.link));
        }
        if let Some(embeds) = &body.embeds {
            new.embeds.clone_from(embeds);
        }
        if let Some(components) = &body.components {
            new.components.clone_from(components);
        }
        if let Some(flags) = body.flags {
            new.flags = new.flags & !SUPPRESS_EMBEDS | flags & SUPPRESS_EMBEDS;
        }
        let had_files = !message.files.is_empty() && !body.files_listed;
        let gets_files = body.files.as_ref().is_some_and(|files| !files.is_empty());
        let keeps_files =
            had_files || gets_files || (body.files.is_none() && !message.files.is_empty());
        if new.content.is_empty() && new.embeds.is_empty() && !keeps_files {
            return Err(Code::EmptyMessage.into());
        }
        if body.files.is_some() {
            let files = std::mem::take(&mut new.files);
            new.files = self.take_files(body, &files, uploads)?;
        }
        if new.flags & LOADING != 0 {
            new.flags &= !LOADING;
        } else {
            new.edited = Some(self.now());
        }
        let is_public = new.only_for.is_none();
        let mentions = new.mentions.clone();
        if let Some(place) = self.world.channels.get_mut(&channel) {
            place.messages.insert(id, new);
        }
        if is_public {
            for member in mentions {
                self.join_thread(channel, member);
            }
        }
        self.tell_message(channel, id, "MESSAGE_UPDATE");
        self.unfold(channel, id);
        Ok(())
    }

    /// Deletes a message.
    pub fn delete(&mut self, channel: Snowflake, id: Snowflake) -> Result<(), ApiError> {
        let place = self
            .world
            .channels
            .get_mut(&channel)
            .ok_or(Code::UnknownChannel)?;
        let message = place.messages.remove(&id).ok_or(Code::UnknownMessage)?;
        self.tell(
            Event::MessageDelete { channel, id },
            self.audience(&message),
        );
        if message.only_for.is_none() && !self.is_private(channel) {
            let mut data = json!({ "id": id, "channel_id": channel });
            let intent = self.locate(channel, &mut data);
            self.dispatch("MESSAGE_DELETE", &data, intent);
            self.tell_change(channel);
        }
        Ok(())
    }

    /// Informs pages and the bot of a new or changed message.
    pub fn tell_message(&mut self, channel: Snowflake, id: Snowflake, name: &str) {
        let Some(message) = self.world.message(channel, id) else {
            return;
        };
        self.tell_pages(self.audience(message), || {
            let object = self.message_for_page(message);
            if name == "MESSAGE_CREATE" {
                Event::MessageCreate(object)
            } else {
                Event::MessageUpdate(object)
            }
        });
        let heard = self.is_heard(GUILD_MESSAGES) || self.is_heard(DIRECT_MESSAGES);
        if !heard || message.only_for.is_some() || self.is_private(channel) {
            return;
        }
        let mut data = self.message(message);
        let intent = self.locate(channel, &mut data);
        let own =
            message.author == self.world.bot.id || message.mentions.contains(&self.world.bot.id);
        if intent == GUILD_MESSAGES {
            let place = self.world.channels.get(&channel);
            if let Some(guild) = place.and_then(|place| self.world.guild_of(place)) {
                data["member"] = self.bare_member(guild, message.author);
            }
            if !own {
                // Without the privileged intent a bot gets no content of messages between people.
                data["content"] = "".into();
                for key in ["embeds", "attachments", "components"] {
                    data[key] = json!([]);
                }
            }
        }
        self.dispatch(name, &data, intent);
    }

    /// Whether the bot gets no events of a channel: a conversation between people, or a private thread of others.
    fn is_private(&self, channel: Snowflake) -> bool {
        let channel = self.world.channels.get(&channel);
        channel.is_some_and(|channel| channel.is_private() || !self.bot_sees(channel.id))
    }

    /// Adds the server's id to an event of a channel, and returns the required intent.
    fn locate(&self, channel: Snowflake, data: &mut Value) -> u64 {
        if self
            .world
            .channels
            .get(&channel)
            .is_some_and(super::state::Channel::is_direct)
        {
            return DIRECT_MESSAGES;
        }
        if let Some(guild) = self.guild_id_of(channel) {
            data["guild_id"] = json!(guild);
        }
        GUILD_MESSAGES
    }

    /// Returns the people that a text notifies, if its author's permissions and the request allow it.
    fn mentioned(
        &self,
        channel: Snowflake,
        author: Snowflake,
        content: &str,
        allowed: &AllowedMentions,
        replied_to: Option<Snowflake>,
    ) -> (Vec<Snowflake>, bool) {
        let mut users = Vec::new();
        for part in content.split("<@").skip(1) {
            let id = part
                .split_once('>')
                .and_then(|(id, _)| id.trim_start_matches('!').parse().ok());
            let Some(id) = id.filter(|id| self.world.user(*id).is_some()) else {
                continue;
            };
            if (allowed.all_users || allowed.users.contains(&id)) && !users.contains(&id) {
                users.push(id);
            }
        }
        if let Some(user) = replied_to.filter(|user| allowed.replied_user && !users.contains(user))
        {
            users.push(user);
        }
        let may = match self.world.channels.get(&channel) {
            Some(place) if author == self.world.bot.id => permissions::of_bot(&self.world, place),
            Some(place) => permissions::of_person(&self.world, place, author),
            None => 0,
        };
        let calls_all = content.contains("@everyone") || content.contains("@here");
        (
            users,
            calls_all && allowed.everyone && may & permissions::MENTION_EVERYONE != 0,
        )
    }

    /// Returns the files of a message after a body: kept ones of `had`, and uploads, whose bytes it stores.
    fn take_files(
        &mut self,
        body: &Body,
        had: &[File],
        uploads: &[Upload],
    ) -> Result<Vec<File>, ApiError> {
        let at = At::body().field("attachments");
        let mut files = if body.files_listed {
            Vec::new()
        } else {
            had.to_vec()
        };
        let mut fresh = Vec::new();
        for (number, wanted) in body.files.iter().flatten().enumerate() {
            let known = had.iter().find(|file| file.id.0 == wanted.id);
            if let Some(upload) = wanted.upload.and_then(|place| uploads.get(place)) {
                let filename =
                    files::clean_name(wanted.filename.as_deref().unwrap_or(&upload.filename));
                let file = File {
                    id: self.next_id(),
                    content_type: files::content_type(
                        &upload.bytes,
                        &filename,
                        upload.content_type.as_deref(),
                    ),
                    filename,
                    description: wanted.description.clone(),
                    size: upload.bytes.len(),
                    dimensions: files::dimensions(&upload.bytes),
                };
                fresh.push((file.id, upload.bytes.clone()));
                files.push(file);
            } else if let Some(known) = known {
                let description = wanted
                    .description
                    .clone()
                    .or_else(|| known.description.clone());
                files.push(File {
                    description,
                    ..known.clone()
                });
            } else {
                let at = at.field(number).field("id");
                return Err(refusal(
                    &at,
                    "ATTACHMENT_NOT_FOUND",
                    format!("Attachment data for ID {} not found", wanted.id),
                ));
            }
        }
        if files.len() > FILES {
            return Err(refusal(
                &at,
                "BASE_TYPE_MAX_LENGTH",
                format!("Must be {FILES} or fewer in length."),
            ));
        }
        for (id, bytes) in fresh {
            self.files.put(id, &bytes);
        }
        Ok(files)
    }
}
