//! The threads of matches: opening, naming, and adding the result.

use serde_json::{Value, json};
use serenity::all::{LightMethod, MessageId as DiscordMessage};
use serenity::http::{Request, Route};

use super::announcer::Announcer;
use crate::board::Seat;
use crate::discord::transport::json_request::json_request;
use crate::discord::transport::rest::{Failure, code};
use crate::discord::ui;
use crate::discord::ui::reply::discord_channel;
use crate::discord::ui::reply::number;
use crate::games::Verdict;
use crate::kernel::View;
use crate::kernel::lock::lock;
use crate::matches::{ChannelId, Ending, Match, MessageId, Player, Status};

impl Announcer {
    /// Opens the thread of a match under its card, or without a card if it has none. Such a thread has no nonce: in
    /// doubt, the bot first looks for the line in which Discord says that it was opened.
    pub(crate) async fn open_thread(&self, view: &View, doubt: bool) -> Result<ChannelId, Failure> {
        let now = &*view.state;
        let Some(card) = view.places.card else {
            if doubt && let Some(opened) = self.opened_before(now).await? {
                return Ok(opened);
            }
            return self.new_thread(now).await;
        };
        let channel = now.proposal().place.channel;
        let route = Route::ChannelMessageThreads {
            channel_id: discord_channel(channel),
            message_id: DiscordMessage::new(card.0.max(1)),
        };
        // For a thread below a message, Discord knows the kind.
        match self.start_thread(now, route, None).await {
            Ok(thread) => Ok(ChannelId(number(&thread["id"]).unwrap_or(card.0))),
            // A thread that began with a message has the message's id.
            Err(failure) if failure.code() == Some(code::THREAD_EXISTS) => Ok(ChannelId(card.0)),
            Err(failure) if failure.code() == Some(code::UNKNOWN_MESSAGE) || failure.is_form() => {
                self.new_thread(now).await
            }
            Err(failure) => Err(failure),
        }
    }

    pub(crate) async fn new_thread(&self, now: &Match) -> Result<ChannelId, Failure> {
        let channel = now.proposal().place.channel;
        let channel_id = discord_channel(channel);
        let kind = self.kind_of_threads(channel).await?;
        let route = Route::ChannelThreads { channel_id };
        let thread = self.start_thread(now, route, Some(kind)).await;
        if thread.as_ref().is_err_and(Failure::is_form) {
            // The channel may have become one for announcements, or no longer be one.
            lock(&self.thread_kinds).remove(&channel);
        }
        let thread = thread?;
        number(&thread["id"])
            .map(ChannelId)
            .ok_or_else(|| Failure::Unanswered(String::from("a thread without a number")))
    }

    /// Returns the kind of public threads in a channel. Discord is asked once for each.
    pub(super) async fn kind_of_threads(&self, channel: ChannelId) -> Result<u8, Failure> {
        if let Some(kind) = lock(&self.thread_kinds).get(&channel) {
            return Ok(*kind);
        }
        let channel_id = discord_channel(channel);
        let asked = Request::new(Route::Channel { channel_id }, LightMethod::Get);
        let found = self.outbox.rest().send(asked).await?;
        let kind = match found["type"] == json!(ANNOUNCEMENT_CHANNEL) {
            true => ANNOUNCEMENT_THREAD,
            false => PUBLIC_THREAD,
        };
        let mut kinds = lock(&self.thread_kinds);
        if kinds.len() >= MOST_KINDS {
            kinds.clear();
        }
        kinds.insert(channel, kind);
        Ok(kind)
    }

    /// Returns the thread that was opened for a match without a message, if the channel has a line about it.
    async fn opened_before(&self, now: &Match) -> Result<Option<ChannelId>, Failure> {
        let channel = now.proposal().place.channel;
        let (plain, _) = self.titles(now);
        let lines = self.lines_about_threads(channel).await?;
        let own =
            |line: &ThreadLine| line.title == plain || line.title.ends_with(&format!(" · {plain}"));
        Ok(lines.into_iter().find(own).map(|line| line.thread))
    }

    /// Returns the lines among the latest messages of a channel in which Discord says that the bot has opened a thread.
    pub(super) async fn lines_about_threads(
        &self,
        channel: ChannelId,
    ) -> Result<Vec<ThreadLine>, Failure> {
        let route = Route::ChannelMessages {
            channel_id: discord_channel(channel),
        };
        let params = vec![("limit", String::from("100"))];
        let asked = Request::new(route, LightMethod::Get).params(Some(params));
        let slot = self.outbox.slot_in(channel).await?;
        let messages = slot.send(asked).await?;
        let lines = messages.as_array().into_iter().flatten();
        let lines = lines.filter(|message| {
            message["type"] == json!(THREAD_CREATED)
                && number(&message["author"]["id"]) == Some(self.me.0)
        });
        let line = |message: &Value| {
            Some(ThreadLine {
                message: MessageId(number(&message["id"])?),
                thread: ChannelId(number(&message["message_reference"]["channel_id"])?),
                title: message["content"].as_str()?.to_owned(),
            })
        };
        Ok(lines.filter_map(line).collect())
    }

    /// Starts a thread, with names in its title if Discord accepts them.
    pub(crate) async fn start_thread(
        &self,
        now: &Match,
        route: Route<'_>,
        kind: Option<u8>,
    ) -> Result<Value, Failure> {
        let slot = self.outbox.slot_in(now.proposal().place.channel).await?;
        let (plain, title) = self.titles(now);
        let mut titles = vec![title, plain];
        titles.dedup();
        let mut started = Err(Failure::Unanswered(String::from("no thread was asked for")));
        for title in &titles {
            let mut body = json!({"name": title, "auto_archive_duration": archive_after(now)});
            if let Some(kind) = kind {
                body["type"] = json!(kind);
            }
            started = slot
                .send(json_request(route, LightMethod::Post, &body))
                .await;
            match &started {
                Err(failure) if failure.is_form() => {
                    tracing::warn!(id = %now.id(), %failure, title, kind, "Discord does not take a thread in this form");
                }
                _ => return started,
            }
        }
        started
    }

    /// Returns titles without and with names: `Connect N 12`, `Ana vs Bo · Connect N 12`, cut at the end.
    pub(crate) fn titles(&self, now: &Match) -> (String, String) {
        let plain = format!("{} {}", now.game().card.name, now.id());
        let names = self.called(now);
        let title = match names.as_slice() {
            [first, second] => format!("{first} vs {second} · {plain}"),
            _ => plain.clone(),
        };
        (ui::cut(&plain, 100), ui::cut(&title, 100))
    }

    /// Returns the names of the players, the first seat's first; fewer than two if a name is unknown.
    pub(crate) fn called(&self, now: &Match) -> Vec<String> {
        let guild = now.proposal().place.guild;
        now.players()
            .into_iter()
            .flatten()
            .filter_map(|player| match player {
                Player::Person(user) => self.names.of(guild, user),
                Player::Computer(level) => Some(crate::matches::computer_name(level)),
                Player::Team(team) => Some(team.name.to_string()),
            })
            .map(|name| ui::cut(&name, 32))
            .collect()
    }

    /// Adds the result of a finished match to its thread's name, in one attempt, and perhaps archives the thread.
    pub(crate) async fn name_result(&self, view: &View, archive: bool) {
        let now = &*view.state;
        // A match that ended early has no result.
        let verdict = now.ending().and_then(Ending::verdict);
        let aborted = matches!(now.status(), Status::Aborted(_));
        let no_show = matches!(now.ending(), Some(Ending::NoShow(_)));
        let told = aborted || no_show || verdict.is_some();
        let Some(thread) = view.places.thread.filter(|_| told) else {
            return;
        };
        if thread == now.proposal().place.channel {
            return;
        }
        self.meet(now).await;
        let title = match verdict {
            Some(verdict) => self.title_of_ended(now, verdict),
            None if no_show => format!("No result · {} {}", now.game().card.name, now.id()),
            None => format!("Cancelled · {} {}", now.game().card.name, now.id()),
        };
        let hide = match now.proposal().is_practice() {
            true => HIDE_PRACTICE_AFTER,
            false => HIDE_ENDED_AFTER,
        };
        let mut body = json!({"name": title, "auto_archive_duration": hide});
        if archive {
            body["archived"] = true.into();
        }
        self.patch_thread(now, thread, &body).await;
    }

    /// Restores the name and the archiving time of a reopened match's thread, in one attempt.
    pub(crate) async fn name_as_played(&self, now: &Match, thread: ChannelId) {
        if thread == now.proposal().place.channel {
            return;
        }
        let (_, title) = self.titles(now);
        let body = json!({"name": title, "auto_archive_duration": archive_after(now)});
        self.patch_thread(now, thread, &body).await;
    }

    async fn patch_thread(&self, now: &Match, thread: ChannelId, body: &Value) {
        let route = Route::Channel {
            channel_id: discord_channel(thread),
        };
        let patched = async {
            let slot = self.outbox.slot_in(thread).await?;
            slot.send(json_request(route, LightMethod::Patch, body))
                .await
        };
        if let Err(failure) = patched.await {
            tracing::debug!(id = %now.id(), %failure, "a thread keeps its name");
        }
    }

    /// Returns the title with the result: `Ana beat Bo · Connect N 12`, `Ana drew with Bo · Connect N 12`;
    /// without names `Red won · Connect N 12`.
    pub(crate) fn title_of_ended(&self, now: &Match, verdict: Verdict) -> String {
        let plain = format!("{} {}", now.game().card.name, now.id());
        let names = self.called(now);
        let [first, second] = match names.as_slice() {
            [first, second] => [first.as_str(), second.as_str()],
            _ => ["", ""],
        };
        let result = match (verdict, first.is_empty()) {
            (Verdict::Win(seat), true) => format!("{} won", now.colour(seat)),
            (Verdict::Draw, true) => String::from("Draw"),
            (Verdict::Win(Seat::First), false) => format!("{first} beat {second}"),
            (Verdict::Win(Seat::Second), false) => format!("{second} beat {first}"),
            (Verdict::Draw, false) => format!("{first} drew with {second}"),
        };
        ui::cut(&format!("{result} · {plain}"), 100)
    }
}

/// A line of the system about a thread that was opened without a message.
pub(super) struct ThreadLine {
    pub(super) message: MessageId,
    pub(super) thread: ChannelId,
    /// The name of the thread when it was opened.
    pub(super) title: String,
}

/// The most channels whose kind is remembered.
const MOST_KINDS: usize = 10_000;

/// Discord's type of the message that says that a thread was opened.
const THREAD_CREATED: u8 = 18;

/// The kind of a channel whose messages other servers can follow.
const ANNOUNCEMENT_CHANNEL: u8 = 5;

/// The kinds of public threads, in a text channel and in an announcement channel.
pub(super) const PUBLIC_THREAD: u8 = 11;

const ANNOUNCEMENT_THREAD: u8 = 10;

/// Returns the minutes without a post after which Discord hides the thread of a match from the list of channels.
///
/// It stays active until Discord's own timer ends it. A post shows it again.
fn archive_after(now: &Match) -> u32 {
    match now.proposal().has_card() {
        true => HIDE_AFTER,
        false => HIDE_QUIET_AFTER,
    }
}

const HIDE_AFTER: u32 = 10_080;

/// Three days: a league has many threads, and its table leads to all of them. Practice matters to one person.
const HIDE_QUIET_AFTER: u32 = 4_320;

/// A day, for the thread of a finished match.
const HIDE_ENDED_AFTER: u32 = 1_440;

/// An hour, for the thread of a finished match against a computer.
const HIDE_PRACTICE_AFTER: u32 = 60;
