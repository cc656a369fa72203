//! Creates, changes and deletes channels and threads.

use serde_json::{Value, json};

use super::events::Event;
use super::gateway::sessions::GUILDS;
use super::limits::messages::Body;
use super::posting::Post;
use super::server::Server;
use super::snowflake::Snowflake;
use super::state::{Channel, ChannelKind, MessageKind, Reference, Thread};

/// The auto-archive times of a thread, in minutes.
pub(crate) const AUTO_ARCHIVE: [i64; 4] = [60, 1_440, 4_320, 10_080];

/// The parameters of a new thread.
#[derive(Clone, Debug)]
pub(crate) struct NewThread {
    pub parent: Snowflake,
    /// The message from which the thread is started; without one, a notice is posted.
    pub message: Option<Snowflake>,
    pub owner: Snowflake,
    pub name: String,
    pub auto_archive_minutes: u32,
    pub slow_mode_seconds: u32,
}

impl Server {
    /// Starts a public thread and returns its id: that of its message, if it has one.
    pub fn start_thread(&mut self, new: NewThread) -> Snowflake {
        let now = self.now();
        let id = new.message.unwrap_or_else(|| self.next_id());
        let thread = Thread {
            parent: new.parent,
            owner: new.owner,
            archived: false,
            locked: false,
            archive_changed: now,
            auto_archive_minutes: new.auto_archive_minutes,
            last_activity: now,
            total_sent: 0,
            members: vec![(new.owner, now)],
            slow_mode_seconds: new.slow_mode_seconds,
        };
        let kind = ChannelKind::Thread(thread);
        let channel = Channel {
            id,
            kind,
            name: new.name,
            position: 0,
            bot_permissions: None,
            messages: Default::default(),
        };
        let object = self.channel(&channel);
        self.world.channels.insert(id, channel);
        self.tell(Event::ChannelCreate(object.clone()), None);
        let mut data = object;
        data["newly_created"] = true.into();
        self.dispatch("THREAD_CREATE", &data, GUILDS);
        let (place, kind, reference) = match new.message {
            Some(message) => (
                id,
                MessageKind::ThreadStarter,
                Reference {
                    channel: new.parent,
                    message: Some(message),
                },
            ),
            None => (
                new.parent,
                MessageKind::ThreadCreated,
                Reference {
                    channel: id,
                    message: None,
                },
            ),
        };
        let body = Body::default();
        let notice = Post {
            kind,
            reference: Some(reference),
            ..Post::plain(place, new.owner, &body, &[])
        };
        // The channel exists and a notice has no files, so the post cannot be refused.
        let _ = self.post(notice);
        if let Some(message) = new.message {
            self.tell_message(new.parent, message, "MESSAGE_UPDATE");
        }
        id
    }

    /// Archives or unarchives a thread; `locked` does not change if `None`.
    pub fn set_archived(&mut self, id: Snowflake, archived: bool, locked: Option<bool>) {
        let now = self.now();
        let Some(thread) = self
            .world
            .channels
            .get_mut(&id)
            .and_then(Channel::thread_mut)
        else {
            return;
        };
        if thread.archived != archived {
            thread.archived = archived;
            thread.archive_changed = now;
            if !archived {
                thread.last_activity = now;
            }
        }
        if let Some(locked) = locked {
            thread.locked = locked;
        }
        self.tell_channel(id);
    }

    /// Adds a user to a thread; does nothing in other channels.
    pub fn join_thread(&mut self, id: Snowflake, user: Snowflake) -> bool {
        let now = self.now();
        let Some(thread) = self
            .world
            .channels
            .get_mut(&id)
            .and_then(Channel::thread_mut)
        else {
            return false;
        };
        if thread.members.iter().any(|(member, _)| *member == user) {
            return false;
        }
        thread.members.push((user, now));
        self.tell_members(
            id,
            json!({ "added_members": [self.thread_member(id, user)] }),
        );
        true
    }

    /// Removes a user from a thread.
    pub fn leave_thread(&mut self, id: Snowflake, user: Snowflake) -> bool {
        let Some(thread) = self
            .world
            .channels
            .get_mut(&id)
            .and_then(Channel::thread_mut)
        else {
            return false;
        };
        let before = thread.members.len();
        thread.members.retain(|(member, _)| *member != user);
        let left = thread.members.len() < before;
        if left {
            self.tell_members(id, json!({ "removed_member_ids": [user] }));
        }
        left
    }

    /// Builds a member of a thread; null if the user is not a member.
    pub fn thread_member(&self, id: Snowflake, user: Snowflake) -> Value {
        let thread = self.world.channels.get(&id).and_then(Channel::thread);
        let joined =
            thread.and_then(|thread| thread.members.iter().find(|(member, _)| *member == user));
        joined.map_or(
            Value::Null,
            |(user, at)| json!({ "id": id, "user_id": user, "join_timestamp": super::clock::timestamp(*at), "flags": 0 }),
        )
    }

    /// Deletes a channel or thread with its messages, and a channel's threads too.
    pub fn delete_channel(&mut self, id: Snowflake) {
        let below = |channel: &Channel| channel.thread().is_some_and(|thread| thread.parent == id);
        let threads: Vec<Snowflake> = self
            .world
            .channels
            .values()
            .filter(|channel| below(channel))
            .map(|channel| channel.id)
            .collect();
        for thread in threads {
            self.delete_channel(thread);
        }
        let Some(channel) = self.world.channels.remove(&id) else {
            return;
        };
        self.tell(Event::ChannelDelete(id), None);
        match &channel.kind {
            ChannelKind::Thread(thread) => {
                let kind = self.world.thread_type(thread.parent);
                let guild = self.guild_id_of(thread.parent);
                let data = json!({ "id": id, "guild_id": guild, "parent_id": thread.parent, "type": kind });
                self.dispatch("THREAD_DELETE", &data, GUILDS);
                let parent = thread.parent;
                self.tell_message(parent, id, "MESSAGE_UPDATE");
            }
            _ => {
                let data = self.channel(&channel);
                self.dispatch("CHANNEL_DELETE", &data, GUILDS);
            }
        }
    }

    /// Informs pages and the bot that a channel changed.
    pub fn tell_channel(&mut self, id: Snowflake) {
        let Some(channel) = self.world.channels.get(&id) else {
            return;
        };
        let object = self.channel(channel);
        let name = if channel.thread().is_some() {
            "THREAD_UPDATE"
        } else {
            "CHANNEL_UPDATE"
        };
        let direct = self.world.guild_of(channel).is_none();
        self.tell(
            Event::ChannelUpdate(object.clone()),
            self.channel_audience(id),
        );
        if !direct {
            self.dispatch(name, &object, GUILDS);
        }
    }

    /// Informs pages that a thread's counters changed with its messages.
    ///
    /// Discord's gateway sends no event for that.
    pub fn tell_channel_of(&mut self, id: Snowflake) {
        let Some(channel) = self
            .world
            .channels
            .get(&id)
            .filter(|channel| channel.thread().is_some())
        else {
            return;
        };
        self.tell_pages(None, || Event::ChannelUpdate(self.channel(channel)));
    }

    fn tell_members(&mut self, id: Snowflake, change: Value) {
        let count = self
            .world
            .channels
            .get(&id)
            .and_then(Channel::thread)
            .map_or(0, |thread| thread.members.len());
        let mut data =
            json!({ "id": id, "guild_id": self.guild_id_of(id), "member_count": count.min(50) });
        if let (Value::Object(data), Value::Object(change)) = (&mut data, change) {
            data.extend(change);
        }
        self.dispatch("THREAD_MEMBERS_UPDATE", &data, GUILDS);
        self.tell_channel_of(id);
    }
}
