use std::sync::Arc;
use std::time::Duration;

use super::BoxFuture;
use crate::matches::{Event, Fact, Match, MessageId, ServerPreferences, UserId};
use crate::store::{Announced, FrozenMatch, Places};

/// Whoever tells the outside what happened.
///
/// For one match it is asked for one thing at a time, in the order of events. It may be asked about many matches at
/// once. It should give up by itself within a minute.
pub trait Announcer: Send + Sync + 'static {
    /// Tells one piece of news. With `doubt` it may have been told already, before a crash or by a request whose
    /// answer got lost: then look first, and answer what is there.
    ///
    /// To be told are: [`Proposed`](crate::matches::Fact::Proposed) (posts the challenge, which is the card from then on),
    /// [`Accepted`](crate::matches::Fact::Accepted) (opens the thread and posts the board), and in the thread each turn, draw offer, draw decline
    /// and end of the match.
    fn announce<'a>(
        &'a self,
        news: &'a News,
        doubt: bool,
    ) -> BoxFuture<'a, Result<Announced, NotAnnounced>>;

    /// Tells the players of a match that it cannot be read by this version of the program, and so stands. It may have been
    /// told already, before a crash.
    fn frozen<'a>(&'a self, frozen: &'a FrozenMatch) -> BoxFuture<'a, Result<(), NotAnnounced>>;

    /// Makes the match card show this view. It is asked only for matches whose card is known, one at a time each.
    ///
    /// `names` is what the players are called in the match's server, as far as it is kept. Returns the card's message,
    /// which is another one if it had to be posted anew.
    fn card<'a>(
        &'a self,
        view: &'a View,
        names: &'a [(UserId, String)],
    ) -> BoxFuture<'a, Result<MessageId, NotAnnounced>>;
}

/// A match and where it is to be seen.
#[derive(Clone, Debug)]
pub struct View {
    /// The match.
    pub state: Arc<Match>,
    /// Its places.
    pub places: Places,
    /// What its server has chosen for posts.
    pub server: ServerPreferences,
}

/// Something that people should hear of.
#[derive(Clone, Debug)]
pub struct News {
    /// The match just after it, not as it may be by now.
    pub view: View,
    /// The event's number within the match, counted from 1.
    pub seq: u32,
    /// What happened.
    pub event: Event,
    /// What the players are called in the match's server, as far as it is kept.
    pub names: Vec<(UserId, String)>,
    /// What tells the database from all others: six letters and digits.
    pub database: String,
}

impl News {
    /// Whether it is a turn with which a computer answers a person's.
    #[must_use]
    pub fn is_answering_turn(&self) -> bool {
        match self.event.fact {
            Fact::Turn { seat, .. } => self.view.state.answers(seat),
            _ => false,
        }
    }
}

/// What is closed to the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shut {
    /// The whole server.
    Server,
    /// The match's channel, with its threads.
    Channel,
    /// The opening of further threads in the server.
    Threads,
}

/// Why something was not told.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAnnounced {
    /// It may work later: it is tried again, in doubt, after longer and longer waits.
    #[error("not yet: {why}")]
    Later {
        /// For the log.
        why: String,
        /// What was done all the same, to be kept: a thread was opened, but the post failed.
        so_far: Announced,
    },
    /// A limit does not allow it now, and nothing was posted: it is tried again after this time, in no more doubt than
    /// before.
    #[error("not for {after:?}")]
    Limited {
        /// How long the limit lasts.
        after: Duration,
        /// What was done all the same, to be kept.
        so_far: Announced,
    },
    /// It was refused for good, and so will be everything at this place: the place is left alone for hours, then for
    /// days, then until somebody uses the bot there.
    #[error("refused: {why}")]
    Refused {
        /// The place.
        shut: Shut,
        /// For the log.
        why: String,
        /// What was done all the same, to be kept.
        so_far: Announced,
    },
    /// It will not work (the channel is gone): it counts as told.
    #[error("never: {why}")]
    Never {
        /// For the log.
        why: String,
        /// What was done all the same, to be kept.
        so_far: Announced,
    },
}
