//! Posts the arbiter's announcements in Discord.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use serenity::all::LightMethod;
use serenity::http::{Request, Route};

use crate::db::Announced;
use crate::discord::transport::outbox::Outbox;
use crate::discord::transport::rest::{Failure, code, settle};
use crate::discord::ui;
use crate::discord::ui::active_messages::ActiveMessages;
use crate::discord::ui::brush::Brush;
use crate::discord::ui::names::Names;
use crate::discord::ui::posting::{Posting, messages_path, since};
use crate::discord::ui::reply::message_route;
use crate::discord::ui::wire::Painted;
use crate::features::play;
use crate::features::play::discord::conclusion;
use crate::kernel::{self, EditRank, Membership, News, NotAnnounced, Shut, View};
use crate::matches::{ChannelId, Fact, GuildId, Match, MessageId, Moderation, RoleId, UserId};
use crate::people::Moment;

/// The maximum time that a post waits for a name missing in the store.
const NAME_PATIENCE: Duration = Duration::from_millis(300);

/// The poster of news and cards.
pub struct Announcer {
    pub(crate) outbox: Outbox,
    pub(crate) brush: Brush,
    pub(crate) names: Arc<Names>,
    pub(crate) active: Arc<ActiveMessages>,
    pub(crate) me: UserId,
    /// The kinds of threads of channels, as far as Discord was asked.
    pub(crate) thread_kinds: Mutex<HashMap<ChannelId, u8>>,
}

impl Announcer {
    async fn announce_news(
        &self,
        news: &News,
        doubt: bool,
        announced: &mut Announced,
    ) -> Result<(), Failure> {
        let now = &*news.view.state;
        if news.view.is_untold() {
            return Ok(());
        }
        let channel = now.proposal().place.channel;
        let (method, path) = self.first_request(news);
        self.outbox.look_ahead(method, &path)?;
        self.names.recall_players(&news.view);
        self.meet(now).await;
        let post = conclusion::paint(&self.brush, news).await;
        let posting = posting(news, &post);
        if matches!(news.event.fact, Fact::Proposed(_)) {
            announced.card = Some(self.post_in(channel, &posting, doubt).await?);
            return Ok(());
        }
        let shown = |message| Some(message).filter(|_| post.shows_board());
        let opened = match news.view.places.thread {
            Some(thread) => Ok(thread),
            None if stays(&news.view) => Ok(channel),
            None => {
                if doubt && let Some(posted) = self.posted_named(news, &post).await? {
                    announced.board = shown(posted);
                    return Ok(());
                }
                self.open_thread(&news.view, doubt).await
            }
        };
        let thread = match opened {
            // No turn waits for a thread. A later one tries again.
            Err(failure) if failure.is_form() || failure.code() == Some(code::TOO_MANY_THREADS) => {
                tracing::warn!(id = %now.id(), %failure, "Discord opens no thread for a match: the post goes to the channel");
                announced.board = shown(self.post_named(news, &post, doubt).await?);
                return Ok(());
            }
            opened => opened?,
        };
        announced.thread = Some(thread);
        if news.view.places.thread.is_none() && thread != channel && is_cardless(&news.view) {
            announced.line_in = Some(channel);
        }
        match self.post_in(thread, &posting, doubt).await {
            Ok(message) => {
                self.active.posted(
                    self.outbox.rest(),
                    news,
                    thread,
                    message,
                    None,
                    post.content(),
                );
                announced.board = shown(message);
                if let Fact::Moderated {
                    act: Moderation::Reopen,
                    ..
                } = news.event.fact
                {
                    self.name_as_played(now, thread).await;
                }
            }
            Err(failure)
                if failure.code() == Some(code::UNKNOWN_CHANNEL)
                    && thread != channel
                    && now.proposal().place.guild.is_some() =>
            {
                tracing::warn!(id = %now.id(), "the thread of a match is gone: another one is opened");
                let thread = self.new_thread(now).await?;
                announced.thread = Some(thread);
                announced.line_in = Some(channel).filter(|_| is_cardless(&news.view));
                announced.board = shown(self.post_in(thread, &posting, false).await?);
            }
            Err(failure)
                if failure.is_form()
                    || matches!(
                        failure.code(),
                        Some(code::THREAD_ARCHIVED | code::THREAD_LOCKED | code::TOO_MANY_THREADS)
                    ) =>
            {
                tracing::warn!(id = %now.id(), %failure, "the thread of a match takes no post: it goes to the channel");
                announced.board = shown(self.post_named(news, &post, doubt).await?);
            }
            Err(failure) => return Err(failure),
        }
        Ok(())
    }

    /// Posts news in the channel in place of the thread, with a line that names the match.
    async fn post_named(
        &self,
        news: &News,
        post: &Painted,
        doubt: bool,
    ) -> Result<MessageId, Failure> {
        let channel = news.view.state.proposal().place.channel;
        let post = self.named(news, post);
        let posting = posting(news, &post);
        self.post_in(channel, &posting, doubt).await
    }

    /// Looks in the channel for news that may have been posted there because no thread could be opened.
    async fn posted_named(
        &self,
        news: &News,
        post: &Painted,
    ) -> Result<Option<MessageId>, Failure> {
        let channel = news.view.state.proposal().place.channel;
        let post = self.named(news, post);
        let slot = self.outbox.slot_in(channel).await?;
        posting(news, &post).look_for(&slot, channel, self.me).await
    }

    fn named(&self, news: &News, post: &Painted) -> Painted {
        let (_, title) = self.titles(&news.view.state);
        post.clone().with_aside(&ui::escaped(&title))
    }

    /// Returns the first request for a piece of news, whose limit is checked ahead.
    fn first_request(&self, news: &News) -> (&'static str, String) {
        let channel = news.view.state.proposal().place.channel;
        let places = &news.view.places;
        let path = match (&news.event.fact, places.thread, places.card) {
            (Fact::Proposed(_), ..) => messages_path(channel),
            (_, Some(thread), _) => messages_path(thread),
            (_, None, _) if stays(&news.view) => messages_path(channel),
            (_, None, Some(card)) => format!("/channels/{channel}/messages/{card}/threads"),
            (_, None, None) => format!("/channels/{channel}/threads"),
        };
        ("POST", path)
    }

    async fn post_in(
        &self,
        channel: ChannelId,
        posting: &Posting<'_>,
        doubt: bool,
    ) -> Result<MessageId, Failure> {
        posting.post_in(channel, &self.outbox, self.me, doubt).await
    }

    /// Fetches unknown names of players, once and for a short time, because the board matters more.
    pub(crate) async fn meet(&self, now: &Match) {
        let guild = now.proposal().place.guild;
        for user in now.people() {
            self.names
                .meet(self.outbox.rest(), guild, user, NAME_PATIENCE)
                .await;
        }
    }

    async fn edit_card(
        &self,
        view: &View,
        card: MessageId,
        at: Moment,
    ) -> Result<MessageId, Failure> {
        let channel = view.state.proposal().place.channel;
        self.outbox
            .look_ahead("PATCH", &format!("/channels/{channel}/messages/{card}"))?;
        let turn = self.outbox.rest().edit_turn(channel, card, rank(view))?;
        // A thread opened from the card has the card's id.
        let opens = view.state.to_move().is_some() && !stays(view);
        let opens = opens.then_some(ChannelId(card.0));
        let thread = view.places.thread.or(opens);
        let message = self
            .brush
            .tell(
                // A conversation needs no link to itself.
                play::messages::followed_card(
                    play::messages::card(
                        &view.state,
                        thread.filter(|thread| *thread != channel),
                        at,
                    ),
                    view.followers.count(),
                ),
                view.server.theme,
                view.state.proposal().place.guild,
                view.state.host(),
            )
            .await;
        let slot = self.outbox.slot_in(channel).await?;
        let route = message_route(channel, card);
        let edited = match slot.send(message.edit(route)).await {
            Err(failure) if failure.is_form() && message.shows_board() => {
                tracing::error!(%failure, %channel, "Discord does not take a card: it is sent without its picture");
                slot.send(message.plain().edit(route)).await
            }
            edited => edited,
        };
        drop(slot);
        settle(turn, edited)?;
        Ok(card)
    }

    /// Returns the consequence of a failure for news of this match, or for its card.
    async fn not_announced(
        &self,
        failure: Failure,
        view: &View,
        so_far: Announced,
    ) -> NotAnnounced {
        let why = failure.to_string();
        let (status, code) = match failure {
            Failure::RateLimited(after, _) | Failure::OldEdits(after) => {
                return NotAnnounced::Limited { after, so_far };
            }
            Failure::Unanswered(_) => return NotAnnounced::Later { why, so_far },
            Failure::Refused { status, code, .. } => (status, code),
        };
        let shut = match code {
            code::UNKNOWN_MESSAGE => return NotAnnounced::Never { why, so_far },
            code::UNKNOWN_GUILD => Shut::Server,
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

    /// Finds out whether a refusing channel is unusable alone or with the whole server.
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

#[async_trait]
impl kernel::Announcer for Announcer {
    async fn announce(&self, news: &News, doubt: bool) -> Result<Announced, NotAnnounced> {
        let mut announced = Announced::default();
        match self.announce_news(news, doubt, &mut announced).await {
            Ok(()) => Ok(announced),
            Err(failure) => Err(self.not_announced(failure, &news.view, announced).await),
        }
    }

    async fn membership(&self, guild: GuildId, user: UserId) -> Option<Membership> {
        let route = Route::GuildMember {
            guild_id: serenity::all::GuildId::new(guild.0.max(1)),
            user_id: serenity::all::UserId::new(user.0.max(1)),
        };
        let asked = self
            .outbox
            .rest()
            .send(Request::new(route, LightMethod::Get))
            .await;
        match asked {
            Ok(member) => {
                let roles = member["roles"].as_array()?.iter();
                let ids = roles.filter_map(|role| role.as_str()?.parse().ok());
                Some(Membership::Member(ids.map(RoleId).collect()))
            }
            Err(failure) => match failure.code() {
                Some(code::UNKNOWN_MEMBER | code::UNKNOWN_USER) => Some(Membership::Gone),
                // The bot may have left the server itself.
                _ => None,
            },
        }
    }

    async fn delete_name(&self, user: UserId) {
        self.names.delete(user).await;
    }

    async fn name_result(&self, view: &View, archive: bool) {
        Self::name_result(self, view, archive).await;
    }

    async fn active_threads(&self, guild: GuildId) -> Option<u64> {
        let route = Route::GuildThreadsActive {
            guild_id: serenity::all::GuildId::new(guild.0.max(1)),
        };
        let asked = Request::new(route, LightMethod::Get);
        let found = self.outbox.rest().send(asked).await;
        let found = found.inspect_err(|failure| {
            tracing::debug!(%guild, %failure, "Discord does not list the active threads");
        });
        let threads = found.ok()?["threads"].as_array()?.len();
        u64::try_from(threads).ok()
    }

    async fn card(&self, view: &View, at: Moment) -> Result<MessageId, NotAnnounced> {
        let Some(card) = view.places.card else {
            return Err(NotAnnounced::Never {
                why: String::from("the match has no card"),
                so_far: Announced::default(),
            });
        };
        self.names.recall_players(view);
        match self.edit_card(view, card, at).await {
            Ok(card) => Ok(card),
            Err(failure) => Err(self
                .not_announced(failure, view, Announced::default())
                .await),
        }
    }
}

fn posting<'a>(news: &News, post: &'a Painted) -> Posting<'a> {
    Posting {
        post,
        nonce: news.nonce.clone(),
        since: since(news.event.at),
        board: news.view.places.board,
        head: None,
    }
}

/// Whether a match is without a card, as it should be. Matches that began before the bot was updated have one.
pub(super) fn is_cardless(view: &View) -> bool {
    !view.state.proposal().has_card() && view.places.card.is_none()
}

/// Whether a match gets no thread: in a conversation, and in servers that want none for single matches.
fn stays(view: &View) -> bool {
    let no_threads = view.server.in_channel && !is_cardless(view);
    view.state.proposal().place.guild.is_none() || no_threads
}

/// Returns the priority of an edit of a match's card.
fn rank(view: &View) -> EditRank {
    match (view.state.to_move(), view.state.ply()) {
        (None, _) => EditRank::End,
        // The card still shows the challenge.
        (Some(_), 0) => EditRank::Question,
        (Some(_), _) => EditRank::Card,
    }
}
