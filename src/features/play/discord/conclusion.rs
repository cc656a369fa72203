//! The answer to a person after a use case, and the post of its news.

use serenity::all::Permissions;

use crate::db::Announced;
use crate::discord::transport::rest::Failure;
use crate::discord::ui::brush::Brush;
use crate::discord::ui::reply::Later;
use crate::discord::ui::wire::{Callback, Painted};
use crate::discord::ui::{self, App, Composed, Reply, Result, permissions};
use crate::features::play::discord::next;
use crate::features::play::messages;
use crate::features::ratings;
use crate::kernel::{Announcement, Following, News, Update};
use crate::matches::{Match, MessageId};

impl App {
    /// Answers after a use case.
    /// In the match's thread the answer is the public post. Elsewhere, and after a press on a private message, the
    /// arbiter posts the news, and the person reads `private`: Discord would show the post as a reply to a message that
    /// others cannot load.
    /// If Discord refuses the answer, the change stays committed, and the arbiter posts it.
    pub async fn conclude(
        &self,
        reply: &mut Reply<'_>,
        update: Update,
        mut private: Composed,
    ) -> Result {
        let missing = permissions::missing_here(reply.interaction, permissions::FOR_A_TURN);
        let here = update.view.places.thread == Some(reply.interaction.channel());
        if here {
            say_missing(&mut private, missing);
        }
        match update.news {
            Some(announcement)
                if here
                    && missing.is_empty()
                    && !reply.is_deferred()
                    && !reply.interaction.on_private_message() =>
            {
                return self.announce_here(reply, announcement, private).await;
            }
            Some(announcement) => announcement.hand_over(),
            None => {}
        }
        self.whisper(reply, private).await
    }

    /// Answers after a turn in the private message in which it was picked.
    /// The board is a post of its own: Discord would show a follow-up as a reply to a message that others cannot load.
    pub async fn conclude_in_place(&self, reply: &mut Reply<'_>, update: Update) -> Result {
        let mut places = update.view.places;
        let missing = permissions::missing_here(reply.interaction, permissions::FOR_A_TURN);
        let here = places
            .thread
            .take_if(|thread| *thread == reply.interaction.channel())
            .is_some();
        let (id, user) = (update.view.state.id(), reply.interaction.user());
        let mut private = ui::played_elsewhere(&update.view.state, user, &places);
        if here {
            say_missing(&mut private, missing);
        }
        private = next::after_turn(self, reply, id, private).await;
        // The arbiter posts the board, except before a computer's turn: one message can then show both turns.
        let next = update.view.state.player_to_move();
        let computer = next.is_some_and(|next| next.computer().is_some());
        let news = match update.news {
            Some(announcement) if !(computer && here && missing.is_empty()) => {
                announcement.hand_over();
                None
            }
            news => news,
        };
        let answer = self.turn_into(reply, private).await.map(drop);
        match news {
            Some(announcement) if answer.is_ok() => {
                let patience = reply.left_of(self.patience / 2);
                let announcement = announcement.with_answer(patience).await;
                let painted = self.paint_before_answer(&announcement).await;
                let news = announcement.news();
                let posted = self.post_here(reply, &painted, &news.nonce).await;
                let later = posted
                    .as_ref()
                    .ok()
                    .map(|message| reply.later_in_channel(*message));
                self.announced(announcement, &painted, posted, (later, None))
                    .await?;
            }
            Some(announcement) => announcement.hand_over(),
            None => {}
        }
        answer
    }

    /// Posts news as the answer to an interaction, with a computer's answer if that comes soon.
    /// If Discord refuses the post or painting takes too long, the arbiter posts the news; in the latter case the
    /// person reads `private`. If the outcome of the post is unknown, the arbiter looks for it first.
    pub(crate) async fn announce_here(
        &self,
        reply: &mut Reply<'_>,
        announcement: Announcement,
        private: Composed,
    ) -> Result {
        let patience = reply.left_of(self.patience / 2);
        let announcement = announcement.with_answer(patience).await;
        let painting = self.paint_before_answer(&announcement);
        let painted = reply.while_doing(painting).await;
        if reply.is_deferred() {
            announcement.hand_over();
            return self.whisper(reply, private).await;
        }
        let posted = reply.answer(&painted, Callback::Message).await;
        let later = Some(reply.later(None));
        self.announced(announcement, &painted, posted, (later.clone(), later))
            .await
    }

    /// Paints news for everyone. If a computer's answer is due, adds the number of searches ahead of it.
    pub(crate) async fn paint_before_answer(&self, announcement: &Announcement) -> Painted {
        let painted = self.paint_news(announcement.news()).await;
        self.with_queue(painted, &announcement.news().view.state)
    }

    /// Adds the number of searches ahead of a match's search, if there are any.
    pub fn with_queue(&self, painted: Painted, now: &Match) -> Painted {
        match self.arbiter.searches_before(now) {
            0 => painted,
            before => painted.with_aside(&ui::thinking_first(before)),
        }
    }

    /// Notes that news was posted. `later` edits that message when the computer answers; `uncounted` does without a
    /// counted request.
    pub(crate) async fn announced(
        &self,
        announcement: Announcement,
        painted: &Painted,
        posted: Result<MessageId, Failure>,
        (later, uncounted): (Option<Later>, Option<Later>),
    ) -> Result {
        match posted {
            Ok(message) => {
                let news = announcement.news();
                let place = news.view.state.proposal().place;
                let channel = news.view.places.thread.unwrap_or(place.channel);
                self.active.posted(
                    &self.rest,
                    news,
                    channel,
                    message,
                    uncounted,
                    painted.content(),
                );
                let announced = Announced {
                    board: Some(message).filter(|_| painted.shows_board()),
                    ..Announced::default()
                };
                let following = announcement.done_before_answer(announced).await;
                if let (Some(following), Some(later)) = (following, later) {
                    let app = self.clone();
                    tokio::spawn(async move { app.tell_answer(following, later).await });
                }
            }
            Err(failure) => {
                not_posted(announcement, &failure);
                return Err(failure.into());
            }
        }
        Ok(())
    }

    /// Adds a computer's answer to the message with the turn before it, while that can be edited.
    pub(crate) async fn tell_answer(&self, following: Following, later: Later) {
        let answer = tokio::time::timeout_at(later.until(), following.answer()).await;
        let Ok(Some(announcement)) = answer else {
            return;
        };
        let painted = self.paint_news(announcement.news()).await;
        match later.edit(&painted).await {
            Ok(()) => {
                let id = announcement.news().view.state.id();
                self.active.retold(id, painted.content());
                announcement.done(Announced::default()).await;
            }
            Err(failure) => {
                tracing::warn!(%failure, "a computer's answer is posted by itself");
                not_posted(announcement, &failure);
            }
        }
    }

    pub async fn paint_news(&self, news: &News) -> Painted {
        let now = &news.view.state;
        self.names.recall_players(&news.view);
        self.meet(now.proposal().place.guild, now.players()).await;
        paint(&self.brush, news).await
    }
}

/// Paints news, with a small line about ratings if it affects them.
pub(crate) async fn paint(brush: &Brush, news: &News) -> Painted {
    let (now, view) = (&news.view.state, &news.view);
    let composed = match news.answered {
        true => messages::turn_answered(now),
        false => messages::news(now, &news.event),
    };
    let composed = messages::calling(composed, &news.called);
    let guild = now.proposal().place.guild;
    let painting = brush.tell(composed, view.server.theme, guild, now.host());
    let mut painted = painting.await;
    if let Some(line) = ratings::messages::stakes_line(now, &news.stakes, news.event.at) {
        painted = painted.with_aside(&line);
    }
    painted.with_followers(&view.followers.hear_of(now, &news.event.fact))
}

/// Leaves news to the arbiter after a post that failed: in doubt, if its outcome is unknown.
pub(super) fn not_posted(announcement: Announcement, failure: &Failure) {
    if !matches!(failure, Failure::Unanswered(_)) {
        announcement.hand_over();
    }
}

/// Adds to a private answer that the bot lacks permissions to post here.
fn say_missing(private: &mut Composed, missing: Permissions) {
    if !missing.is_empty() {
        private.content.push('\n');
        private.content += &permissions::unposted_sentence(missing);
    }
}
