//! Tells Discord what the arbiter wants told, as posts of our own.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use serenity::all::{ChannelId as DiscordChannel, LightMethod, MessageId as DiscordMessage};
use serenity::http::{Request, Route};

use super::brush::Brush;
use super::living::Living;
use super::messages;
use super::names::Names;
use super::outbox::{Outbox, Slot};
use super::reply::number;
use super::rest::{Failure, code};
use super::wire::{Painted, json_request, without_aside};
use crate::arbiter::{self, Announced, BoxFuture, FrozenMatch, News, NotAnnounced, Shut, View};
use crate::board::Seat;
use crate::games::Verdict;
use crate::matches::{ChannelId, Ending, Fact, Match, MatchId, MessageId, Player, UserId};

/// The kind of a thread that everyone sees, in a text channel and in one for announcements.
const PUBLIC_THREAD: u8 = 11;
const ANNOUNCEMENT_THREAD: u8 = 10;

/// Minutes without a post after which Discord puts a thread away. Posting brings it back.
const ARCHIVE_AFTER: u32 = 10_080;

/// How long a post waits for a name of which nothing is kept.
const NAME_PATIENCE: Duration = Duration::from_millis(300);

/// How long a card rests after too many edits of old messages in its channel.
const OLD_EDITS_REST: Duration = Duration::from_secs(300);

/// How many hundreds of messages are looked through for a post that may be there.
const MOST_PAGES: usize = 10;

/// Where Discord's numbers begin to count: the first moment of 2015, in milliseconds since 1970.
const DISCORD_EPOCH: i64 = 1_420_070_400_000;

/// Posts news and cards.
pub struct Announcer {
    outbox: Outbox,
    brush: Brush,
    names: Arc<Names>,
    living: Arc<Living>,
    me: UserId,
}

impl Announcer {
    pub(super) fn new(
        outbox: Outbox,
        brush: Brush,
        names: Arc<Names>,
        living: Arc<Living>,
        me: UserId,
    ) -> Self {
        Self {
            outbox,
            brush,
            names,
            living,
            me,
        }
    }

    async fn announce_news(
        &self,
        news: &News,
        doubt: bool,
        announced: &mut Announced,
    ) -> Result<(), Failure> {
        let now = &*news.view.state;
        let channel = now.proposal().place.channel;
        let (method, path) = self.first_request(news);
        self.outbox.look_ahead(method, &path)?;
        for (user, name) in &news.names {
            self.names.recall(now.proposal().place.guild, *user, name);
        }
        self.meet(now).await;
        let post = self
            .brush
            .paint(
                messages::news(now, &news.event),
                news.view.server.theme,
                now.proposal().place.guild,
            )
            .await;
        let posting = Posting {
            post: &post,
            nonce: nonce(&news.database, now.id(), news.seq),
            since: since(news),
            board: news.view.places.board,
        };
        if matches!(news.event.fact, Fact::Proposed(_)) {
            announced.card = Some(self.post_in(channel, &posting, doubt).await?);
            return Ok(());
        }
        let shown = |message| Some(message).filter(|_| post.shows_board());
        let opened = match news.view.places.thread {
            Some(thread) => Ok(thread),
            // A conversation has no threads: it is the place itself.
            None if now.proposal().place.guild.is_none() => Ok(channel),
            None => self.open_thread(&news.view).await,
        };
        let thread = match opened {
            Err(failure) if failure.is_form() => {
                tracing::error!(id = %now.id(), %failure, "Discord opens no thread for a match: the post goes to the channel");
                announced.board = shown(self.post_in(channel, &posting, doubt).await?);
                return Ok(());
            }
            opened => opened?,
        };
        announced.thread = Some(thread);
        match self.post_in(thread, &posting, doubt).await {
            Ok(message) => {
                self.living
                    .posted(self.outbox.rest(), news, thread, message, None);
                announced.board = shown(message);
            }
            Err(failure)
                if failure.code() == Some(code::UNKNOWN_CHANNEL)
                    && now.proposal().place.guild.is_some() =>
            {
                tracing::warn!(id = %now.id(), "the thread of a match is gone: another one is opened");
                let thread = self.new_thread(now).await?;
                announced.thread = Some(thread);
                announced.board = shown(self.post_in(thread, &posting, false).await?);
            }
            Err(failure)
                if failure.is_form()
                    || matches!(
                        failure.code(),
                        Some(code::THREAD_ARCHIVED | code::THREAD_LOCKED)
                    ) =>
            {
                tracing::warn!(id = %now.id(), %failure, "the thread of a match takes no post: it goes to the channel");
                announced.board = shown(self.post_in(channel, &posting, doubt).await?);
            }
            Err(failure) => return Err(failure),
        }
        Ok(())
    }

    /// What is asked first for a piece of news.
    fn first_request(&self, news: &News) -> (&'static str, String) {
        let channel = news.view.state.proposal().place.channel;
        let places = &news.view.places;
        let path = match (&news.event.fact, places.thread, places.card) {
            (Fact::Proposed(_), ..) => messages_path(channel),
            (_, Some(thread), _) => messages_path(thread),
            (_, None, _) if news.view.state.proposal().place.guild.is_none() => {
                messages_path(channel)
            }
            (_, None, Some(card)) => format!("/channels/{channel}/messages/{card}/threads"),
            (_, None, None) => format!("/channels/{channel}/threads"),
        };
        ("POST", path)
    }

    /// Posts, or finds the post that is there. What Discord does not take as it is, it may take in words alone.
    async fn post_in(
        &self,
        channel: ChannelId,
        posting: &Posting<'_>,
        doubt: bool,
    ) -> Result<MessageId, Failure> {
        let slot = self.outbox.slot_in(channel).await?;
        let post = posting.post;
        if doubt {
            let found = self.look_for(&slot, channel, posting).await?;
            if let Some(message) = found {
                return Ok(message);
            }
        }
        match send(&slot, channel, post, &posting.nonce).await {
            Err(failure) if failure.is_form() && post.shows_board() => {
                tracing::error!(%failure, %channel, "Discord does not take a post: it is sent without its picture");
                send(&slot, channel, &post.plain(), &posting.nonce).await
            }
            posted => posted,
        }
    }

    /// Looks whether a post is there already: among the latest messages, and among those after its event. No two posts
    /// of a match after one board say the same, so the text tells, and the name of the picture tells the match.
    async fn look_for(
        &self,
        slot: &Slot<'_>,
        channel: ChannelId,
        posting: &Posting<'_>,
    ) -> Result<Option<MessageId>, Failure> {
        let Posting { post, since, .. } = *posting;
        let last_board = posting.board.map_or(0, |board| board.0);
        let plain = post.plain();
        let route = Route::ChannelMessages {
            channel_id: discord_channel(channel),
        };
        let same = |message: &&Value| {
            number(&message["author"]["id"]) == Some(self.me.0)
                && number(&message["id"]) >= Some(last_board)
                // In a channel other matches may say the same.
                && message["attachments"][0]["filename"]
                    .as_str()
                    .is_none_or(|name| post.picture_name() == Some(name))
                && message["content"].as_str().is_some_and(|content| {
                    [post, &plain].iter().any(|post| {
                        let text = post.content().trim();
                        content.trim() == text || without_aside(content.trim()) == text
                    })
                })
        };
        let mut after = None;
        for _ in 0..=MOST_PAGES {
            let mut params = vec![("limit", String::from("100"))];
            params.extend(after.map(|after: u64| ("after", after.to_string())));
            let messages = slot
                .send(Request::new(route, LightMethod::Get).params(Some(params)))
                .await?;
            let messages = messages.as_array().map_or(&[][..], Vec::as_slice);
            if let Some(found) = messages.iter().find(same) {
                return Ok(number(&found["id"]).map(MessageId));
            }
            let ids = || messages.iter().filter_map(|message| number(&message["id"]));
            let (oldest, newest) = (ids().min(), ids().max());
            let done = match after {
                // The latest hundred reach back to the event.
                None => oldest.is_none_or(|oldest| oldest <= since),
                Some(_) => false,
            };
            if done || messages.len() < 100 {
                return Ok(None);
            }
            after = Some(match after {
                None => since,
                Some(after) => newest.unwrap_or(after),
            });
        }
        tracing::warn!(%channel, "a post was not found among {MOST_PAGES}00 messages after its event");
        Ok(None)
    }

    /// Opens the thread of a match under its card, and without the card where that is gone.
    async fn open_thread(&self, view: &View) -> Result<ChannelId, Failure> {
        let now = &*view.state;
        let Some(card) = view.places.card else {
            return self.new_thread(now).await;
        };
        let channel = now.proposal().place.channel;
        let route = Route::ChannelMessageThreads {
            channel_id: discord_channel(channel),
            message_id: DiscordMessage::new(card.0.max(1)),
        };
        // Below a message Discord knows the kind.
        match self.start_thread(now, route, &[None]).await {
            Ok(thread) => Ok(ChannelId(number(&thread["id"]).unwrap_or(card.0))),
            // A thread that began with a message has the message's number.
            Err(failure) if failure.code() == Some(code::THREAD_EXISTS) => Ok(ChannelId(card.0)),
            Err(failure) if failure.code() == Some(code::UNKNOWN_MESSAGE) || failure.is_form() => {
                self.new_thread(now).await
            }
            Err(failure) => Err(failure),
        }
    }

    async fn new_thread(&self, now: &Match) -> Result<ChannelId, Failure> {
        let route = Route::ChannelThreads {
            channel_id: discord_channel(now.proposal().place.channel),
        };
        // Nobody has told which kind of channel it is; Discord takes the one that fits.
        let kinds = [Some(PUBLIC_THREAD), Some(ANNOUNCEMENT_THREAD)];
        let thread = self.start_thread(now, route, &kinds).await?;
        number(&thread["id"])
            .map(ChannelId)
            .ok_or_else(|| Failure::Unanswered(String::from("a thread without a number")))
    }

    /// Starts a thread of the first of these kinds that Discord takes, with names in its title if it takes them.
    async fn start_thread(
        &self,
        now: &Match,
        route: Route<'_>,
        kinds: &[Option<u8>],
    ) -> Result<Value, Failure> {
        let slot = self.outbox.slot_in(now.proposal().place.channel).await?;
        let (plain, title) = self.titles(now);
        let mut titles = vec![title, plain];
        titles.dedup();
        let mut started = Err(Failure::Unanswered(String::from("no thread was asked for")));
        for title in &titles {
            for kind in kinds {
                let mut body = json!({"name": title, "auto_archive_duration": ARCHIVE_AFTER});
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
        }
        started
    }

    /// `Connect N 12` and `Ana vs Bo · Connect N 12`: where a title is cut, it still says who plays.
    fn titles(&self, now: &Match) -> (String, String) {
        let plain = format!("{} {}", now.game().card.name, now.id());
        let names = self.called(now);
        let title = match names.as_slice() {
            [first, second] => format!("{first} vs {second} · {plain}"),
            _ => plain.clone(),
        };
        (messages::cut(&plain, 100), messages::cut(&title, 100))
    }

    /// What the players are called, the first seat's first; fewer than two where a name is not known.
    fn called(&self, now: &Match) -> Vec<String> {
        let guild = now.proposal().place.guild;
        now.players()
            .into_iter()
            .flatten()
            .filter_map(|player| match player {
                Player::Person(user) => self.names.of(guild, user),
                Player::Computer(level) => Some(crate::matches::computer_name(level)),
            })
            .map(|name| messages::cut(&name, 32))
            .collect()
    }

    /// Asks what players are called of whom nothing is kept: once, and not for long, for the board matters more.
    async fn meet(&self, now: &Match) {
        let guild = now.proposal().place.guild;
        for user in now.people() {
            self.names
                .meet(self.outbox.rest(), guild, user, NAME_PATIENCE)
                .await;
        }
    }

    /// Lets the thread of a match that is over say how it ended, in its name. That is worth one attempt.
    async fn name_result(&self, view: &View) {
        let now = &*view.state;
        // An exhibition that was ended early has no result.
        let verdict = now.ending().and_then(Ending::verdict);
        let (Some(thread), Some(verdict)) = (view.places.thread, verdict) else {
            return;
        };
        if thread == now.proposal().place.channel {
            return;
        }
        self.meet(now).await;
        let title = self.title_of_ended(now, verdict);
        let route = Route::Channel {
            channel_id: discord_channel(thread),
        };
        let renamed = async {
            let slot = self.outbox.slot_in(thread).await?;
            slot.send(json_request(
                route,
                LightMethod::Patch,
                &json!({"name": title}),
            ))
            .await
        };
        if let Err(failure) = renamed.await {
            tracing::debug!(id = %now.id(), %failure, "a thread keeps its name");
        }
    }

    /// `Ana beat Bo · Connect N 12`, `Ana drew with Bo · Connect N 12`; without names `Red won · Connect N 12`.
    fn title_of_ended(&self, now: &Match, verdict: Verdict) -> String {
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
        messages::cut(&format!("{result} · {plain}"), 100)
    }

    async fn edit_card(&self, view: &View, card: MessageId) -> Result<MessageId, Failure> {
        let channel = view.state.proposal().place.channel;
        self.outbox
            .look_ahead("PATCH", &format!("/channels/{channel}/messages/{card}"))?;
        let message = self
            .brush
            .paint(
                // In a conversation there is no other place to point at.
                messages::card(
                    &view.state,
                    view.places.thread.filter(|thread| *thread != channel),
                ),
                view.server.theme,
                view.state.proposal().place.guild,
            )
            .await;
        let slot = self.outbox.slot_in(channel).await?;
        let route = Route::ChannelMessage {
            channel_id: discord_channel(channel),
            message_id: DiscordMessage::new(card.0.max(1)),
        };
        let edited = match slot.send(message.edit(route)).await {
            Err(failure) if failure.is_form() && message.shows_board() => {
                tracing::error!(%failure, %channel, "Discord does not take a card: it is sent without its picture");
                slot.send(message.plain().edit(route)).await
            }
            edited => edited,
        };
        drop(slot);
        edited?;
        // The card of a match that is over is edited once.
        self.name_result(view).await;
        Ok(card)
    }

    /// What a failure means for news of this match, or for its card.
    async fn not_announced(
        &self,
        failure: Failure,
        view: &View,
        so_far: Announced,
    ) -> NotAnnounced {
        let why = failure.to_string();
        let (status, code) = match failure {
            Failure::RateLimited(after, _) => return NotAnnounced::Limited { after, so_far },
            Failure::Unanswered(_) => return NotAnnounced::Later { why, so_far },
            Failure::Refused { status, code, .. } => (status, code),
        };
        let shut = match code {
            code::OLD_MESSAGE_EDITS => {
                return NotAnnounced::Limited {
                    after: OLD_EDITS_REST,
                    so_far,
                };
            }
            code::UNKNOWN_MESSAGE => return NotAnnounced::Never { why, so_far },
            code::UNKNOWN_GUILD => Shut::Server,
            code::TOO_MANY_THREADS => Shut::Threads,
            code::MISSING_PERMISSIONS => Shut::Channel,
            code::MISSING_ACCESS | code::UNKNOWN_CHANNEL => self.what_is_shut(view).await,
            _ if status == 403 => self.what_is_shut(view).await,
            _ if status == 401 => return NotAnnounced::Later { why, so_far },
            _ => {
                tracing::error!(%failure, id = %view.state.id(), "Discord takes a post in no form: it is given up");
                return NotAnnounced::Never { why, so_far };
            }
        };
        NotAnnounced::Refused { shut, why, so_far }
    }

    /// A channel that cannot be used any more: is it the channel alone, or the whole server?
    async fn what_is_shut(&self, view: &View) -> Shut {
        let Some(guild) = view.state.proposal().place.guild else {
            return Shut::Channel;
        };
        let route = Route::Guild {
            guild_id: serenity::all::GuildId::new(guild.0.max(1)),
        };
        let asked = self
            .outbox
            .rest()
            .send_within(Request::new(route, LightMethod::Get), NAME_PATIENCE)
            .await;
        match asked {
            Err(Failure::Refused {
                status: 403 | 404, ..
            }) => Shut::Server,
            _ => Shut::Channel,
        }
    }
}

/// A post on its way.
struct Posting<'a> {
    post: &'a Painted,
    nonce: String,
    /// The number of a message that is older than it.
    since: u64,
    /// The last message that shows a board of the match, which is older as well.
    board: Option<MessageId>,
}

fn messages_path(channel: ChannelId) -> String {
    format!("/channels/{channel}/messages")
}

impl arbiter::Announcer for Announcer {
    fn announce<'a>(
        &'a self,
        news: &'a News,
        doubt: bool,
    ) -> BoxFuture<'a, Result<Announced, NotAnnounced>> {
        Box::pin(async move {
            let mut announced = Announced::default();
            match self.announce_news(news, doubt, &mut announced).await {
                Ok(()) => Ok(announced),
                Err(failure) => Err(self.not_announced(failure, &news.view, announced).await),
            }
        })
    }

    fn frozen<'a>(&'a self, frozen: &'a FrozenMatch) -> BoxFuture<'a, Result<(), NotAnnounced>> {
        Box::pin(async move {
            let post = Painted::new(messages::frozen(frozen), Vec::new());
            let channel = frozen.places.thread.unwrap_or(frozen.place.channel);
            // The text names the match, so that it is found if it was posted before a crash.
            let posting = Posting {
                post: &post,
                nonce: nonce("frozen", frozen.id, 0),
                since: 0,
                board: None,
            };
            let posted = self.post_in(channel, &posting, true).await;
            posted.map(drop).map_err(|failure| {
                let (why, so_far) = (failure.to_string(), Announced::default());
                match failure {
                    // The log says so too, which is enough for what happens so seldom.
                    Failure::Refused { .. } => NotAnnounced::Never { why, so_far },
                    _ => NotAnnounced::Later { why, so_far },
                }
            })
        })
    }

    fn card<'a>(
        &'a self,
        view: &'a View,
        names: &'a [(UserId, String)],
    ) -> BoxFuture<'a, Result<MessageId, NotAnnounced>> {
        Box::pin(async move {
            let Some(card) = view.places.card else {
                return Err(NotAnnounced::Never {
                    why: String::from("the match has no card"),
                    so_far: Announced::default(),
                });
            };
            let guild = view.state.proposal().place.guild;
            for (user, name) in names {
                self.names.recall(guild, *user, name);
            }
            match self.edit_card(view, card).await {
                Ok(card) => Ok(card),
                Err(failure) => Err(self
                    .not_announced(failure, view, Announced::default())
                    .await),
            }
        })
    }
}

/// Serenity does not bear a number 0, which Discord never gives out.
fn discord_channel(channel: ChannelId) -> DiscordChannel {
    DiscordChannel::new(channel.0.max(1))
}

async fn send(
    slot: &Slot<'_>,
    channel: ChannelId,
    post: &Painted,
    nonce: &str,
) -> Result<MessageId, Failure> {
    let route = Route::ChannelMessages {
        channel_id: discord_channel(channel),
    };
    let message = slot.send(post.post(nonce, route)).await?;
    number(&message["id"])
        .map(MessageId)
        .ok_or_else(|| Failure::Unanswered(String::from("a message without a number")))
}

/// Names one post among all of all databases: at most 25 characters.
fn nonce(database: &str, id: MatchId, seq: u32) -> String {
    let database: String = database.chars().take(6).collect();
    format!("{database}-{}-{}", id.0 % 10_000_000_000, seq % 1_000_000)
}

/// The number of a message that is older than an event, by a minute for clocks that do not agree.
fn since(news: &News) -> u64 {
    let millis = news
        .event
        .at
        .0
        .saturating_sub(DISCORD_EPOCH)
        .saturating_sub(60_000);
    u64::try_from(millis).unwrap_or(0) << 22
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nonce_is_short_and_has_a_part_of_its_database() {
        let long = nonce("abcdefgh", MatchId(u64::MAX), u32::MAX);
        assert!(long.len() <= 25, "{long}");
        assert_ne!(nonce("a", MatchId(1), 2), nonce("b", MatchId(1), 2));
        assert_ne!(nonce("a", MatchId(1), 2), nonce("a", MatchId(1), 3));
    }
}
