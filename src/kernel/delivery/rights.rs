//! What the person who acts may announce or show themselves, as the answer to an interaction.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::Instant;

use super::announcer::{News, View};
use crate::db::Announced;
use crate::kernel::Kernel;
use crate::matches::{Fact, MessageId};
use crate::people::Moment;

/// What a use case did.
#[must_use = "the news are announced by the arbiter if nobody takes them"]
pub struct Update {
    /// The match after it.
    pub view: View,
    /// What the caller may announce itself, as the answer to an interaction, and then says that it is
    /// [`done`](Announcement::done). [Handed over](Announcement::hand_over) or dropped, the arbiter announces it through its announcer.
    /// `None` when there is nothing to announce, or the arbiter is at it because earlier news must come first.
    pub news: Option<Announcement>,
    /// Present when the match card is to change at once (the match begins or ends, the challenge is declined, withdrawn or
    /// opened again) and the caller may show it, say by updating the very message that was clicked. Dropped, the arbiter
    /// does it.
    pub card: Option<CardUpdate>,
}

impl Update {
    /// Nobody is there who could announce it: the arbiter does.
    pub(crate) fn leave_to_arbiter(self) {
        if let Some(news) = self.news {
            news.hand_over();
        }
    }
}

/// The right to announce one piece of news: nobody else announces any of this match meanwhile.
///
/// Dropped without a word it goes back to the arbiter, which announces it *in doubt*: it may have been announced.
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

    /// What there is to announce.
    #[must_use]
    pub fn news(&self) -> &News {
        &self.news
    }

    /// Waits for the answer of a computer to what there is to announce, if one is due, but not for longer than this: then
    /// that is what there is to announce, and it announces both.
    pub async fn with_answer(mut self, patience: Duration) -> Self {
        let until = Instant::now() + patience;
        while self.is_answer_due() {
            let answer = self.kernel.announcing.answer_to(&self.kernel, &self.news);
            match tokio::time::timeout_at(until, answer).await {
                Ok(Some(answer)) => self.news = answer,
                Ok(None) | Err(_) => break,
            }
        }
        self
    }

    /// Whether a computer is to answer this, and its answer announces it as well.
    #[must_use]
    pub fn is_answer_due(&self) -> bool {
        let News { view, event, .. } = &self.news;
        matches!(event.fact, Fact::Turn { .. } | Fact::DrawOffered { .. })
            && view.state.computer_duty().is_some()
    }

    /// It has been announced, in a message that can be changed. The right to announce the answer of a computer that is
    /// [due](Self::is_answer_due) comes back: it is announced by changing that message. If it does not come, something else
    /// has happened before it, and there is nothing to announce.
    pub async fn done_before_answer(self, announced: Announced) -> Option<Following> {
        let answer = matches!(self.news.event.fact, Fact::Turn { .. }) && self.is_answer_due();
        let following = answer.then(|| self.kernel.announcing.follow(self.news.view.state.id()));
        self.done(announced).await;
        following.map(Following)
    }

    /// It has been announced.
    pub async fn done(mut self, announced: Announced) {
        // If it cannot be noted, dropping it starts over: it is looked up whether it was.
        self.open = !self
            .kernel
            .announcing
            .announced(&self.kernel, &self.news, announced)
            .await;
    }

    /// The caller did not try: the arbiter announces it, in no doubt.
    pub fn hand_over(mut self) {
        self.open = false;
        self.kernel
            .announcing
            .hand_over(&self.kernel, self.news.view.state.id(), false);
    }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        if self.open {
            self.kernel
                .announcing
                .hand_over(&self.kernel, self.news.view.state.id(), true);
        }
    }
}

/// What waits for the right to announce the answer of a computer.
pub struct Following(oneshot::Receiver<Announcement>);

impl Following {
    /// The right, once the answer is there; `None` when it does not come.
    pub async fn answer(self) -> Option<Announcement> {
        self.0.await.ok()
    }
}

/// The right to update a match's card: nobody else does so meanwhile. Dropped, the arbiter does it.
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

    /// What the card is to show.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.view
    }

    /// For what moment: what it says of clocks that stand depends on it.
    #[must_use]
    pub const fn at(&self) -> Moment {
        self.at
    }

    /// The card shows it now.
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
