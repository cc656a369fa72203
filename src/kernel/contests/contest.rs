//! What a contest is to the kernel: a fold of events that begins and ends matches, and its posts.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::contests::{
    self, DepartureReason, GameEnd, GameId, RequestCommand, Requests, Wanted, thinking,
};
use crate::db::alarms::About;
use crate::db::journal::{self, Journal, JournalPost};
use crate::db::{Connection, Denial, Result};
use crate::games::Verdict;
use crate::kernel::Message;
use crate::matches::{Adjudication, GuildId, Match, MatchId, Proposal, UserId};
use crate::people::Moment;

/// A match that a contest ends.
pub(crate) struct ToEnd<Command> {
    pub(crate) id: MatchId,
    pub(crate) adjudicator: Adjudicator,
    pub(crate) why: Adjudication,
    /// Ends the game without its match, if that cannot be read.
    pub(crate) unreadable: Command,
}

impl<Command> ToEnd<Command> {
    /// Returns how a match is ended as its game wants it. Nobody loses by what they thought after the last moment of the
    /// season or round, however late the match is ended. `ended` makes the command for its game.
    pub(crate) fn of(
        one: contests::ToEnd,
        last: Option<Moment>,
        ended: impl Fn(GameId, MatchId, GameEnd) -> Command,
    ) -> Self {
        let Wanted { rule, why } = one.wanted;
        // Nobody knows who has thought longer.
        let end = GameEnd::unplayed(rule.score([0; 2]), why.how());
        Self {
            id: one.match_id,
            adjudicator: Box::new(move |running, now| {
                let last = last.map_or(now, |last| last.min(now));
                rule.score(thinking(running, last)).verdict()
            }),
            why: why.adjudication(),
            unreadable: ended(one.game, one.match_id, end),
        }
    }
}

/// Why a person is taken out of contests, and of which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Removal {
    /// Moderators banned them: out of those of this server.
    Banned(GuildId),
    /// They left this server: out of those of it.
    LeftServer(GuildId),
    /// Their data is being deleted: out of all.
    DataDeleted,
}

impl From<Removal> for DepartureReason {
    fn from(removal: Removal) -> Self {
        match removal {
            Removal::Banned(_) => Self::Banned,
            Removal::LeftServer(_) => Self::LeftServer,
            Removal::DataDeleted => Self::DataDeleted,
        }
    }
}

impl Removal {
    pub(super) const fn concerns(self, guild: GuildId) -> bool {
        match self {
            Self::Banned(only) | Self::LeftServer(only) => only.0 == guild.0,
            Self::DataDeleted => true,
        }
    }
}

/// Decides the result of a match that a contest ends at a moment; `None` for no result.
pub(crate) type Adjudicator = Box<dyn Fn(&Match, Moment) -> Option<Verdict> + Send + Sync>;

/// The announcement of an event.
pub(crate) struct News {
    pub(crate) message: Message,
    pub(crate) slot: Option<NewsSlot>,
}

/// Where the post of news is noted, so that later news of the same matter can edit it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewsSlot {
    pub(crate) slot: u32,
    /// Whether the news edits the noted post.
    pub(crate) edits: bool,
}

/// The content of a post that is edited in place.
pub(crate) struct Table {
    pub(crate) message: Message,
    /// The beginning of its text; see [`InPlace::head`].
    pub(crate) head: String,
}

/// A league or a ladder: the fold of its events.
pub(crate) trait Contest: Clone + Send + Sync + 'static {
    /// The word for its journals, matches and alarms.
    const KIND: &'static str;
    /// The word in titles.
    const TITLE: &'static str;
    /// Whether each needs a channel of its own.
    const OWN_CHANNEL: bool;
    /// The kind of pending posts for news, whose place is the journal.
    const NEWS: &'static str;
    /// The kind of pending posts that are edited in place, whose place is the post.
    const TABLE: &'static str;
    /// The kind of pending deletions of tables that were posted again, whose place is the old message.
    const OLD_TABLE: &'static str;
    /// The most open ones in a server: as many as a menu holds, if one has to be chosen.
    const MOST: usize = 25;
    /// The slot of the post that shows who is to move, and so is edited after each turn; `None` if none does.
    const SHOWS_TURNS: Option<u32> = None;
    type Event: Serialize + DeserializeOwned + Send + 'static;
    type Command: Clone + Send + 'static;
    type Refusal: Denial;
    /// What messages show of it.
    type View: Send + 'static;

    /// The refusal of a contest that is closed or does not exist.
    const CLOSED: Self::Refusal;

    /// Returns what a refusal that is a fault of the bot says to the log; `None` for other refusals.
    fn fault(refusal: &Self::Refusal) -> Option<String>;

    /// Reads what messages show of a contest: now or, without a moment, at its last event.
    fn view(db: &Connection, journal: Journal, now: Option<Moment>) -> Result<Self::View>;

    /// Folds all events. The error says why they cannot be folded.
    fn replay(events: Vec<journal::Entry<Self::Event>>) -> Result<Self, String>;

    /// Folds in one more event.
    fn apply(&mut self, at: Moment, event: &Self::Event) -> Result<(), String>;

    /// Adds to a command what only the database knows.
    fn informed(&self, _: &Connection, command: Self::Command, _: Moment) -> Result<Self::Command> {
        Ok(command)
    }

    /// Refuses a new contest that the others of the server forbid. `first` is its first event. Runs in the transaction that
    /// creates it.
    fn may_create(_: &Connection, _: GuildId, _first: &Self::Event) -> Result {
        Ok(())
    }

    /// Returns the events that a command causes at a moment.
    fn decide(
        &self,
        command: &Self::Command,
        now: Moment,
    ) -> Result<Vec<Self::Event>, Self::Refusal>;

    /// Returns the commands that do what is due by itself, with what they need from the database.
    fn due(&self, db: &Connection, journal: &Journal, now: Moment) -> Result<Vec<Self::Command>>;

    /// Returns when something is due by itself.
    fn next_due(&self) -> Option<Moment>;

    /// Returns the earliest moment at which a person who does not move may have to be told or replaced; `None` if nobody
    /// waits for a place, or everybody has moved.
    fn looks_from(&self) -> Option<Moment> {
        None
    }

    /// Returns when people who do not move must be looked for again, if nothing is due now.
    fn next_look(&self, _: &Connection, _: &Journal, _: Moment) -> Result<Option<Moment>> {
        Ok(None)
    }

    /// Whether something must be done at once: matches must begin or end, for example.
    fn is_busy(&self) -> bool;

    /// Returns the challenges of the games that must begin now, at most `most`. Their `contest` says which game each is.
    fn to_begin(&self, db: &Connection, journal: &Journal, most: usize) -> Result<Vec<Proposal>>;

    /// Returns the running matches that must end now.
    fn to_end(&self) -> Vec<ToEnd<Self::Command>>;

    /// Whether a game is being played in a match.
    fn is_played_in(&self, game: u32, id: MatchId) -> bool;

    /// Returns the command for a match that began.
    fn began(game: u32, id: MatchId) -> Self::Command;

    /// Returns the command for a match that is over.
    fn ended(&self, db: &Connection, game: u32, over: &Match) -> Result<Self::Command>;

    /// Returns the command for a person who is taken out.
    fn out(user: UserId, removal: Removal) -> Self::Command;

    /// Returns the command for people who lack the role that is needed when the contest is about to begin with them.
    fn without_role(users: Vec<UserId>) -> Self::Command;

    /// Returns the people who ask to be let in.
    fn requests(&self) -> &Requests;

    /// Returns the command about such a request.
    fn request(command: RequestCommand) -> Self::Command;

    /// Returns the command for a person whom moderators let in again.
    fn let_in(user: UserId) -> Self::Command;

    /// Returns the people who take part.
    fn members(&self) -> Vec<UserId>;

    /// Returns the slots of the posts that these events change. The events were applied.
    fn slots(&self, events: &[Self::Event]) -> Vec<u32>;

    /// Returns the news of an event; `None` if it is not announced. `self` is the contest after it.
    fn news(
        &self,
        db: &Connection,
        journal: &Journal,
        before: &Self,
        event: &Self::Event,
    ) -> Result<Option<News>>;

    /// Returns the present content of a post that is edited in place; `None` if the post is no longer needed.
    fn content(db: &Connection, journal: &Journal, own: &JournalPost) -> Result<Option<Table>>;

    /// Returns the slots of the posts that show the contest now.
    fn current_slots(&self) -> Vec<u32>;

    /// Returns a number that is another one after a change that [`Contest::SHOWS_TURNS`] shows and the journal does not have.
    fn shows(_: &Connection, _: &Journal) -> Result<u64> {
        Ok(0)
    }

    /// Whether the contest is over for good.
    fn is_closed(&self) -> bool;

    /// Returns the alarm of another kind of contest that must look at this one now, after these events; `None` if none
    /// must. It is set in the transaction of the events.
    fn sets_off(&self, _: &Journal, _: &[Self::Event]) -> Option<(&'static str, About)> {
        None
    }
}
