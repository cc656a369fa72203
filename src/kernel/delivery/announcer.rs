use std::sync::Arc;
use std::time::Duration;

use crate::db::{Announced, FrozenMatch, Listed, Places};
use crate::games::{AnyPosition, Game};
use crate::kernel::BoxFuture;
use crate::matches::{
    ChannelId, Event, Fact, Followers, GuildId, Match, MessageId, ServerPreferences, UserId,
};
use crate::people::Moment;
use crate::ratings::{Ranked, Stakes};
use crate::search::Puzzle;

/// Posts to Discord what happened.
///
/// The kernel makes one call at a time for each match, in the order of events, and calls for many matches at once. A call
/// should give up by itself within a minute.
pub trait Announcer: Send + Sync + 'static {
    /// Announces one piece of news. With `doubt` it may have been announced already, before a crash or by a request whose
    /// answer got lost: then look first, and answer what is there.
    ///
    /// To be announced are: [`Proposed`](crate::matches::Fact::Proposed) (posts the challenge, which is the card from then on),
    /// [`Accepted`](crate::matches::Fact::Accepted) (opens the thread and posts the board), and in the thread each turn, draw offer, draw decline
    /// and end of the match.
    fn announce<'a>(
        &'a self,
        news: &'a News,
        doubt: bool,
    ) -> BoxFuture<'a, Result<Announced, NotAnnounced>>;

    /// Announces to the players of a match that this version of the program cannot read it, and that it stands. It may
    /// have been announced already, before a crash.
    fn frozen<'a>(&'a self, frozen: &'a FrozenMatch) -> BoxFuture<'a, Result<(), NotAnnounced>>;

    /// Reminds somebody of turns that wait for them. Returns the channel of the conversation with them, if it was sent there.
    fn remind<'a>(
        &'a self,
        reminder: &'a Reminder,
        doubt: bool,
    ) -> BoxFuture<'a, Result<Option<ChannelId>, NotSent>>;

    /// Tells the other player of a match that somebody answers no reminders, and what can be done.
    fn unanswered<'a>(
        &'a self,
        view: &'a View,
        since: Moment,
        doubt: bool,
    ) -> BoxFuture<'a, Result<(), NotSent>>;

    /// Whether somebody is in a server; `None` when that cannot be told now.
    fn is_member<'a>(&'a self, guild: GuildId, user: UserId) -> BoxFuture<'a, Option<bool>>;

    /// Tells the other player of a match that who is to move has left the server, and what can be done.
    fn gone<'a>(
        &'a self,
        view: &'a View,
        since: Moment,
        doubt: bool,
    ) -> BoxFuture<'a, Result<(), NotSent>>;

    /// Posts a server's weekly page.
    fn week<'a>(
        &'a self,
        week: &'a Week,
        channel: ChannelId,
        doubt: bool,
    ) -> BoxFuture<'a, Result<(), NotSent>>;

    /// Forgets what somebody is called, and is ready once no name of theirs that was heard before is on its way into the store:
    /// what is deleted there from then on stays deleted.
    fn delete_name(&self, user: UserId) -> BoxFuture<'_, ()>;

    /// Posts a server's daily puzzle; returns the post.
    fn daily_puzzle<'a>(
        &'a self,
        daily: &'a DailyPuzzle,
        channel: ChannelId,
    ) -> BoxFuture<'a, Result<MessageId, NotSent>>;

    /// Looks for a server's daily puzzle in the channel where it may have been posted.
    fn find_daily_puzzle<'a>(
        &'a self,
        daily: &'a DailyPuzzle,
        channel: ChannelId,
    ) -> BoxFuture<'a, Result<Option<MessageId>, NotSent>>;

    /// Opens the thread in which a server talks about its daily puzzle, below its post.
    fn daily_thread<'a>(
        &'a self,
        daily: &'a DailyPuzzle,
        channel: ChannelId,
        post: MessageId,
    ) -> BoxFuture<'a, Result<(), NotSent>>;

    /// Adds the solution to the post of a daily puzzle.
    fn daily_solution<'a>(
        &'a self,
        daily: &'a DailyPuzzle,
        channel: ChannelId,
        post: MessageId,
    ) -> BoxFuture<'a, Result<(), NotSent>>;

    /// Makes the match card show this view at this moment. It is asked only for matches whose card is known, one at a time
    /// each.
    ///
    /// `names` is what the players are called in the match's server, as far as it is kept. Returns the card's message,
    /// which is another one if it had to be posted again.
    fn card<'a>(
        &'a self,
        view: &'a View,
        at: Moment,
        names: &'a [(UserId, String)],
    ) -> BoxFuture<'a, Result<MessageId, NotAnnounced>>;
}

/// A match and where it is shown.
#[derive(Clone, Debug)]
pub struct View {
    pub state: Arc<Match>,
    pub places: Places,
    /// What its server has chosen for posts.
    pub server: ServerPreferences,
    /// The spectators who follow it.
    pub followers: Followers,
}

/// Something that people should hear of.
#[derive(Clone, Debug)]
pub struct News {
    /// The match just after it, not as it may be by now.
    pub view: View,
    /// The event's number within the match, counted from 1.
    pub seq: u32,
    pub event: Event,
    /// What the players are called in the match's server, as far as it is kept.
    pub names: Vec<(UserId, String)>,
    /// What ratings have to do with it.
    pub stakes: Stakes,
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

/// What happened in a server in a week.
#[derive(Clone, Debug)]
pub struct Week {
    pub guild: GuildId,
    /// What it has chosen for posts.
    pub server: ServerPreferences,
    /// How many matches ended.
    pub ended_count: u64,
    /// Some of them, those with most followers first, then the latest.
    pub ended: Vec<View>,
    /// How many are being played.
    pub played_count: u64,
    /// Some of them, those with most followers first, then those with the latest turns.
    pub played: Vec<View>,
    /// The best players of the games of which matches ended, the best first.
    pub leaders: Vec<(&'static Game, Vec<Ranked<UserId>>)>,
    /// When it ended.
    pub until: Moment,
}

impl Week {
    /// Whether there is nothing to tell.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        self.ended_count == 0 && self.played_count == 0
    }
}

/// A puzzle for a whole server.
#[derive(Clone, Debug)]
pub struct DailyPuzzle {
    pub guild: GuildId,
    /// What it has chosen for posts.
    pub server: ServerPreferences,
    pub game: &'static Game,
    /// Which of its puzzles, counted from 1.
    pub number: u32,
    pub puzzle: &'static Puzzle,
    pub position: AnyPosition,
    pub at: Moment,
    /// When its solution comes.
    pub reveal: Moment,
}

/// What to remind a person of, in one message.
#[derive(Clone, Debug)]
pub struct Reminder {
    pub user: UserId,
    /// The most urgent reason.
    pub kind: ReminderKind,
    /// The matches that wait for them, the nearest deadline first; at least one, but in a private digest.
    pub matches: Vec<View>,
    /// For a digest: the matches that they list and in which something has happened lately, the latest first.
    pub followed: Vec<Listed>,
    /// Whether to send it as a private message, else in the thread of the first match.
    pub private: bool,
    /// The channel of the conversation with them, if it is known.
    pub conversation: Option<ChannelId>,
    /// Whether it should have been a private message and could not be sent.
    pub fell_back: bool,
    /// Since when it is owed.
    pub since: Moment,
}

/// Why somebody is reminded, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReminderKind {
    /// A clock is about to run out.
    LastCall,
    /// A turn has waited for some time.
    Nudge,
    /// It is the hour of the day for it.
    Digest,
}

/// Why a reminder was not sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSent {
    /// The person takes no private messages.
    #[error("no private messages")]
    Closed,
    /// It may work later.
    #[error("not yet: {0}")]
    Later(String),
    /// A limit does not allow it now, and nothing was sent.
    #[error("not for {0:?}")]
    Limited(Duration),
    /// It will not work.
    #[error("never: {0}")]
    Never(String),
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

/// Why something was not announced.
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
    /// It was refused for good, and so will be everything at this place: the place is in back-off for minutes or hours, then
    /// for days, then until somebody uses the bot there.
    #[error("refused: {why}")]
    Refused {
        shut: Shut,
        /// For the log.
        why: String,
        /// What was done all the same, to be kept.
        so_far: Announced,
    },
    /// It will not work (the channel is gone): it counts as announced.
    #[error("never: {why}")]
    Never {
        /// For the log.
        why: String,
        /// What was done all the same, to be kept.
        so_far: Announced,
    },
}
