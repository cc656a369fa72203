use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use super::nonce::Nonce;
use super::notices::Notices;
use crate::db::{Announced, Places};
use crate::matches::{
    Event, Fact, Followers, GuildId, Match, MessageId, RoleId, ServerPreferences, UserId,
};
use crate::people::Moment;
use crate::ratings::Stakes;

/// Whether a person is in a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Membership {
    /// They are, and have these roles.
    Member(Vec<RoleId>),
    /// They are not.
    Gone,
}

/// Posts news of matches to Discord, and updates cards.
///
/// The kernel makes one call at a time for each match, in the order of events, but calls for many matches at once. A
/// call should end within a minute.
#[async_trait]
pub trait Announcer: Notices {
    /// Announces one piece of news. With `doubt`, the news may already be posted, before a crash or by a request whose
    /// response was lost. The announcer then looks for the post first and returns what is there.
    ///
    /// The announced facts are [`Proposed`](crate::matches::Fact::Proposed) (posts the challenge, which becomes the
    /// card), [`Accepted`](crate::matches::Fact::Accepted) (opens the thread and posts the board), and in the thread
    /// each turn, draw offer, draw decline and end of the match. Matches of contests have no card: the first turn opens
    /// the thread, and nothing before it is posted.
    async fn announce(&self, news: &News, doubt: bool) -> Result<Announced, NotAnnounced>;

    /// Returns whether a user is in a server; `None` if that cannot be found out now.
    async fn membership(&self, guild: GuildId, user: UserId) -> Option<Membership>;

    /// Deletes a user's names. Resolves when no earlier name of the user is on its way to the store, so a later
    /// deletion there is final.
    async fn delete_name(&self, user: UserId);

    /// Adds the result of a match that is over to the name of its thread, in one attempt. With `archive`, the same
    /// request archives the thread.
    async fn name_result(&self, view: &View, archive: bool);

    /// Returns how many threads of a server are active; `None` if Discord does not say.
    async fn active_threads(&self, guild: GuildId) -> Option<u64>;

    /// Updates a match card to show this view as of `at`. The kernel calls this only for known cards, and once at a
    /// time for each card.
    ///
    /// Returns the card's message, which is a new one if the card had to be posted again.
    async fn card(&self, view: &View, at: Moment) -> Result<MessageId, NotAnnounced>;
}

/// A match and its places in Discord.
#[derive(Clone, Debug)]
pub struct View {
    pub state: Arc<Match>,
    pub places: Places,
    pub server: ServerPreferences,
    /// The spectators who follow the match.
    pub followers: Followers,
    /// The stored names of the players in the match's server.
    pub names: Vec<(UserId, String)>,
}

impl View {
    /// Whether nothing is said where the match is played: it is of a contest, and has no thread before its first turn.
    /// Matches that began before the bot was updated have a card.
    pub(crate) fn is_untold(&self) -> bool {
        let places = &self.places;
        self.state.contest().is_some()
            && places.card.is_none()
            && places.thread.is_none()
            && self.state.turns_played() == 0
    }
}

/// An event to announce.
#[derive(Clone, Debug)]
pub struct News {
    /// The match right after the event, not its current state.
    pub view: View,
    /// The event's number within the match, counted from 1.
    pub seq: u32,
    pub event: Event,
    /// Whether the player to move has planned a reply, which answers the turn at once.
    pub answered: bool,
    /// The people whom the post of a team's board mentions.
    pub called: Vec<UserId>,
    pub stakes: Stakes,
    /// The nonce of its post.
    pub nonce: Nonce,
}

impl News {
    /// Whether the event is a computer's turn in answer to a person's turn.
    pub fn is_answering_turn(&self) -> bool {
        match self.event.fact {
            Fact::Turn { seat, .. } => self.view.state.answers(seat),
            _ => false,
        }
    }
}

/// The part of a server that is closed to the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shut {
    /// The whole server.
    Server,
    /// The match's channel, with its threads.
    Channel,
}

/// The reason why news was not announced or a card not updated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAnnounced {
    /// A retry may succeed. The queue retries in doubt, after growing waits.
    #[error("not yet: {why}")]
    Later {
        /// For the log.
        why: String,
        /// The part that succeeded and must be stored, such as a thread that was opened before the post failed.
        so_far: Announced,
    },
    /// A limit forbids the post for this time; nothing was posted. The retry is in no more doubt than this attempt.
    #[error("not for {after:?}")]
    Limited {
        /// How long the limit lasts.
        after: Duration,
        /// The part that succeeded and must be stored.
        so_far: Announced,
    },
    /// The place refuses all posts. The place goes into back-off for minutes or hours, then for days, then until the
    /// bot is used there.
    #[error("refused: {why}")]
    Refused {
        shut: Shut,
        /// For the log.
        why: String,
        /// The part that succeeded and must be stored.
        so_far: Announced,
    },
    /// A retry cannot succeed (for example, the channel is gone), so the news counts as announced.
    #[error("never: {why}")]
    Never {
        /// For the log.
        why: String,
        /// The part that succeeded and must be stored.
        so_far: Announced,
    },
}
