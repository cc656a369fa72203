//! Creates, changes and deletes channels and threads.

use serde_json::{Value, json};

use super::clock::Millis;
use super::errors::{ApiError, Code};
use super::events::Event;
use super::gateway::sessions::GUILDS;
use super::limits::THREAD_NAME;
use super::limits::messages::{AllowedMentions, Body};
use super::permissions;
use super::posting::Post;
use super::server::Server;
use super::snowflake::Snowflake;
use super::state::{Channel, ChannelKind, MessageKind, Reference, Thread};

/// The auto-archive times of a thread, in minutes.
pub(crate) const AUTO_ARCHIVE: [i64; 4] = [60, 1_440, 4_320, 10_080];

/// The default time in minutes without activity until a thread is hidden.
pub(crate) const ONE_DAY: u32 = 1_440;

/// The time without activity after which any thread is archived.
const ARCHIVED_AFTER: Millis = 7 * 24 * 60 * 60 * 1_000;

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
    /// Whether the thread is private, and whether its members may then add others.
    pub private: Option<Invitable>,
}

/// Whether all members of a private thread may add others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Invitable(pub bool);

impl Server {
    /// Starts a thread and returns its id: that of its message, if it has one.
    pub fn start_thread(&mut self, new: NewThread) -> Snowflake {
        let now = self.now();
        let id = new.message.unwrap_or_else(|| self.next_id());
        let thread = Thread {
            parent: new.parent,
            owner: new.owner,
            archived: false,
            locked: false,
            hidden: false,
            archive_changed: now,
            auto_archive_minutes: new.auto_archive_minutes,
            last_activity: now,
            total_sent: 0,
            members: vec![(new.owner, now)],
            slow_mode_seconds: new.slow_mode_seconds,
            private: new.private.is_some(),
            invitable: new.private.is_some_and(|Invitable(all)| all),
        };
        let kind = ChannelKind::Thread(thread);
        let announcement = Body {
            content: new.message.is_none().then(|| new.name.clone()),
            // A name calls nobody.
            allowed_mentions: AllowedMentions {
                everyone: false,
                all_users: false,
                users: Vec::new(),
                replied_user: false,
            },
            ..Body::default()
        };
        let channel = Channel {
            id,
            kind,
            name: new.name,
            position: 0,
            bot_permissions: None,
            messages: Default::default(),
        };
        let mut data = self.channel(&channel);
        let shown = self.channel_for_page(&channel);
        self.world.channels.insert(id, channel);
        self.tell(Event::ChannelCreate(shown), None);
        data["newly_created"] = true.into();
        if self.bot_sees(id) {
            self.dispatch("THREAD_CREATE", &data, GUILDS);
        }
        if new.private.is_some() {
            // No line of the system tells others of it.
            self.make_room(id);
            return id;
        }
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
        let notice = Post {
            kind,
            reference: Some(reference),
            ..Post::plain(place, new.owner, &announcement, &[])
        };
        // The channel exists and a notice has no files, so the post cannot be refused.
        let _ = self.post(notice);
        if let Some(message) = new.message {
            self.tell_message(new.parent, message, "MESSAGE_UPDATE");
        }
        self.make_room(id);
        id
    }

    /// Whether the bot gets the events of a channel, as far as private threads are concerned.
    pub fn bot_sees(&self, id: Snowflake) -> bool {
        let channel = self.world.channels.get(&id);
        channel.is_none_or(|channel| {
            !channel.thread().is_some_and(|thread| thread.private)
                || permissions::of_bot(&self.world, channel) & permissions::VIEW_CHANNEL != 0
        })
    }

    /// Opens a thread without a message for a person, and returns its id.
    pub fn open_thread(
        &mut self,
        parent: Snowflake,
        person: Snowflake,
        name: &str,
    ) -> Result<Snowflake, String> {
        let place = self.channel_for(Some(parent), person)?;
        if !matches!(place.kind, ChannelKind::Text { .. }) {
            return Err("Threads are opened in text channels only.".to_owned());
        }
        if name.is_empty() || name.chars().count() > THREAD_NAME {
            return Err(format!(
                "A thread's name has from 1 to {THREAD_NAME} characters."
            ));
        }
        self.may_open_thread(parent)
            .map_err(|code| ApiError::from(code).message)?;
        Ok(self.start_thread(NewThread {
            parent,
            message: None,
            owner: person,
            name: name.to_owned(),
            auto_archive_minutes: ONE_DAY,
            slow_mode_seconds: 0,
            private: None,
        }))
    }

    /// Iterates over the active threads of a server, in the order of their ids.
    pub fn active_threads(&self, guild: Snowflake) -> impl DoubleEndedIterator<Item = &Channel> {
        let active = self.world.channels.values();
        active.filter(move |channel| {
            channel.is_active_thread() && self.guild_id_of(channel.id) == Some(guild)
        })
    }

    /// Refuses a further active thread in the server of a channel that has too many.
    pub fn may_open_thread(&self, channel: Snowflake) -> Result<(), Code> {
        let active = self
            .guild_id_of(channel)
            .map_or(0, |guild| self.active_threads(guild).count());
        if active < self.thread_limits.most {
            Ok(())
        } else {
            Err(Code::TooManyThreads)
        }
    }

    /// Refuses to wake an archived thread in a server with too many active ones. An active thread is awake already.
    pub fn may_wake(&self, thread: Snowflake) -> Result<(), Code> {
        match self.world.channels.get(&thread).and_then(Channel::thread) {
            Some(asleep) if asleep.archived => self.may_open_thread(thread),
            _ => Ok(()),
        }
    }

    /// Hides and archives threads that were inactive too long. Returns when to look again, `latest` at the latest.
    pub fn age_threads(&mut self, now: Millis, latest: Millis) -> Millis {
        let mut next = latest;
        let mut hiding = Vec::new();
        let mut sleeping = Vec::new();
        for channel in self.world.channels.values() {
            let Some(thread) = channel.thread().filter(|thread| !thread.archived) else {
                continue;
            };
            let shown_for = Millis::from(thread.auto_archive_minutes) * 60 * 1_000;
            let hides = thread.last_activity.saturating_add(shown_for);
            let archives = thread.last_activity.saturating_add(ARCHIVED_AFTER);
            if now >= archives {
                sleeping.push(channel.id);
                continue;
            }
            next = next.min(archives);
            if now < hides {
                next = next.min(hides);
            } else if !thread.hidden {
                hiding.push(channel.id);
            }
        }
        for id in sleeping {
            self.set_archived(id, true, None);
        }
        for id in &hiding {
            let channel = self.world.channels.get_mut(id);
            if let Some(thread) = channel.and_then(Channel::thread_mut) {
                thread.hidden = true;
            }
            self.tell_channel_of(*id);
        }
        for id in hiding {
            self.make_room(id);
        }
        next
    }

    /// Archives hidden threads of the server of a thread if it has too many active ones.
    fn make_room(&mut self, thread: Snowflake) {
        let Some(guild) = self.guild_id_of(thread) else {
            return;
        };
        let active = self.active_threads(guild).count();
        let surplus = (active + 1).saturating_sub(self.thread_limits.sooner_from);
        if surplus == 0 {
            return;
        }
        let hidden = self.active_threads(guild).filter_map(|channel| {
            let thread = channel.thread().filter(|thread| thread.hidden)?;
            Some((thread.last_activity, channel.id))
        });
        let mut hidden: Vec<_> = hidden.collect();
        hidden.sort_unstable();
        for (_, id) in hidden.into_iter().take(surplus) {
            self.set_archived(id, true, None);
        }
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
            thread.hidden = false;
            thread.archive_changed = now;
            if !archived {
                thread.last_activity = now;
            }
        }
        if let Some(locked) = locked {
            thread.locked = locked;
        }
        self.tell_channel(id);
        if !archived {
            self.make_room(id);
        }
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
        let is_private = thread.private;
        thread.members.push((user, now));
        if is_private && user == self.world.bot.id {
            // The bot learns of a private thread once it is added.
            if let Some(channel) = self.world.channels.get(&id) {
                let mut data = self.channel(channel);
                data["member"] = self.thread_member(id, user);
                self.dispatch("THREAD_CREATE", &data, GUILDS);
            }
        }
        let added = json!({ "added_members": [self.thread_member(id, user)] });
        self.tell_members(id, added, user);
        true
    }

    /// Whether a user may add another one to a thread: to a private one, only somebody who sees the channel above, and
    /// unless it is invitable only if they opened it or manage threads.
    pub fn may_add(&self, id: Snowflake, by: Snowflake, added: Snowflake) -> bool {
        let Some(channel) = self.world.channels.get(&id) else {
            return false;
        };
        let Some(thread) = channel.thread().filter(|thread| thread.private) else {
            return true;
        };
        let parent = self.world.channels.get(&thread.parent);
        let is_bot = |user| user == self.world.bot.id;
        let sees_parent = is_bot(added) || parent.is_some_and(|parent| self.may_see(parent, added));
        let held = if is_bot(by) {
            permissions::of_bot(&self.world, channel)
        } else {
            permissions::of_person(&self.world, channel, by)
        };
        let manages = held & (permissions::MANAGE_THREADS | permissions::ADMINISTRATOR) != 0;
        sees_parent && (thread.invitable || thread.owner == by || manages)
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
            self.tell_members(id, json!({ "removed_member_ids": [user] }), user);
            let channel = self.world.channels.get(&id);
            if channel.is_some_and(|channel| !self.may_see(channel, user)) {
                self.tell(Event::ChannelDelete(id), Some(user));
            }
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
        let bot_sees = self.bot_sees(id);
        let Some(channel) = self.world.channels.remove(&id) else {
            return;
        };
        self.tell(Event::ChannelDelete(id), None);
        match &channel.kind {
            ChannelKind::Thread(thread) => {
                let kind = self.world.type_of(thread);
                let guild = self.guild_id_of(thread.parent);
                let data = json!({ "id": id, "guild_id": guild, "parent_id": thread.parent, "type": kind });
                if bot_sees {
                    self.dispatch("THREAD_DELETE", &data, GUILDS);
                }
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
        let shown = self.channel_for_page(channel);
        self.tell(Event::ChannelUpdate(shown), self.channel_audience(id));
        if !direct && self.bot_sees(id) {
            self.dispatch(name, &object, GUILDS);
        }
    }

    /// Informs pages that a thread's counters changed with its messages.
    ///
    /// Discord's gateway sends no event for that.
    pub fn tell_channel_of(&mut self, id: Snowflake) {
        let channel = self.world.channels.get(&id);
        if channel.is_some_and(|channel| channel.thread().is_some()) {
            self.tell_change(id);
        }
    }

    /// Informs pages alone that a channel changed, such as its last message.
    pub fn tell_change(&mut self, id: Snowflake) {
        if let Some(channel) = self.world.channels.get(&id) {
            self.tell_pages(self.channel_audience(id), || {
                Event::ChannelUpdate(self.channel_for_page(channel))
            });
        }
    }

    fn tell_members(&mut self, id: Snowflake, change: Value, about: Snowflake) {
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
        if about == self.world.bot.id || self.bot_sees(id) {
            self.dispatch("THREAD_MEMBERS_UPDATE", &data, GUILDS);
        }
        self.tell_channel_of(id);
    }
}
