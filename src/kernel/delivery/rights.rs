//! The rights of a caller to announce news and update a card in its answer to an interaction.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::Instant;

use super::announcer::{News, View};
use crate::db::Announced;
use crate::kernel::Kernel;
use crate::matches::{Fact, MessageId};
use crate::people::Moment;

/// The result of a use case.
#[must_use = "the news are announced by the arbiter if nobody takes them"]
pub struct Update {
    /// The match after the use case.
    pub view: View,
    /// News that the caller may announce in its answer to an interaction. The caller then marks the news as
    /// [`done`](Announcement::done). If the caller [hands it over](Announcement::hand_over) or drops it, the arbiter
    /// announces it. `None` if there is no news, or if the arbiter must announce earlier news first.
    pub news: Option<Announcement>,
    /// The right to update the match card at once, for example by editing the clicked message. Present if the match
    /// begins or ends, or the challenge is declined, withdrawn or opened again. If the caller drops it, the arbiter
    /// updates the card.
    pub card: Option<CardUpdate>,
}

impl Update {
    /// Leaves all posts to the arbiter, because no caller can make them.
    pub(crate) fn leave_to_arbiter(self) {
        if let Some(news) = self.news {
            news.hand_over();
        }
    }
}

/// The right to announce one piece of news. While a task holds it, no other task announces news of the match.
///
/// If it is dropped, the arbiter announces the news *in doubt*: it may already be posted.
pub struct Announcement {
    kernel: Arc<Kernel>,
    news: News,
    open: bool,
}

impl Announcement {
    pub(crate) fn new(kernel: Arc<Kernel>, news: News) -> Self {
        Self {
            kernel,
            news,
            open: true,
        }
    }

    /// Returns the news to announce.
    pub fn news(&self) -> &News {
        &self.news
    }

    /// Waits up to `patience` for the computer's answer, if one is due. The answer replaces the news, because its post
    /// covers both.
    pub async fn with_answer(mut self, patience: Duration) -> Self {
        let until = Instant::now() + patience;
        while self.is_answer_due() {
            let answer = self
                .kernel
                .announcements
                .answer_to(&self.kernel, &self.news);
            match tokio::time::timeout_at(until, answer).await {
                Ok(Some(answer)) => self.news = answer,
                Ok(None) | Err(_) => break,
            }
        }
        self
    }

    /// Whether a computer must answer the news, so that the post of the answer covers both.
    pub fn is_answer_due(&self) -> bool {
        let News { view, event, .. } = &self.news;
        matches!(event.fact, Fact::Turn { .. } | Fact::DrawOffered { .. })
            && view.state.computer_duty().is_some()
    }

    /// Marks the news as announced, in a message that can be edited. If a computer's answer is
    /// [due](Self::is_answer_due), returns the pending right to announce it by editing that message.
    pub async fn done_before_answer(self, announced: Announced) -> Option<Following> {
        let answer = matches!(self.news.event.fact, Fact::Turn { .. }) && self.is_answer_due();
        let following = answer.then(|| self.kernel.announcements.follow(self.news.view.state.id()));
        self.done(announced).await;
        following.map(Following)
    }

    /// Marks the news as announced.
    pub async fn done(mut self, announced: Announced) {
        // If the write fails, the drop hands the news to the queue in doubt.
        self.open = !self
            .kernel
            .announcements
            .announced(&self.kernel, &self.news, announced)
            .await;
    }

    /// Leaves the news to the arbiter, without doubt because the caller has not tried to announce it.
    pub fn hand_over(mut self) {
        self.open = false;
        self.kernel
            .announcements
            .hand_over(&self.kernel, self.news.view.state.id(), false);
    }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        if self.open {
            self.kernel
                .announcements
                .hand_over(&self.kernel, self.news.view.state.id(), true);
        }
    }
}

/// A pending right to announce the answer of a computer.
pub struct Following(oneshot::Receiver<Announcement>);

impl Following {
    /// Waits for the answer. Returns `None` if something else happens in the match first.
    pub async fn answer(self) -> Option<Announcement> {
        self.0.await.ok()
    }
}

/// The right to update a match card. While a task holds it, no other task updates the card. If it is dropped, the arbiter updates the
/// card.
pub struct CardUpdate {
    kernel: Arc<Kernel>,
    view: View,
    card: MessageId,
    at: Moment,
    open: bool,
}

impl CardUpdate {
    pub(crate) fn new(kernel: Arc<Kernel>, view: View, card: MessageId, at: Moment) -> Self {
        Self {
            kernel,
            view,
            card,
            at,
            open: true,
        }
    }

    /// Returns the view that the card must show.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Returns the moment as of which the card must show the view: the text about stopped clocks depends on it.
    pub const fn at(&self) -> Moment {
        self.at
    }

    /// Marks the card as updated.
    pub async fn done(mut self) {
        self.open = false;
        self.kernel
            .cards
            .shown(&self.kernel, &self.view, self.card, self.at)
            .await;
    }
}

impl Drop for CardUpdate {
    fn drop(&mut self) {
        if self.open {
            self.kernel
                .cards
                .hand_over(&self.kernel, self.view.state.id());
        }
    }
}
