//! The use cases: the only place where things happen.
//!
//! A use case loads the match, decides, appends to the store, and then sees to it that Discord is told. What is to be
//! told follows from the events after a mark in the store, so nothing is lost by a crash. The outside is a [`Herald`],
//! the time a [`Clock`], chance a [`Draw`]: a whole match can be played with no network.

mod clock;
mod herald;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

pub use clock::{Clock, ManualClock, SystemClock};
pub use herald::{Herald, News, Untold, View};

use crate::matches::{Challenge, ChannelId, MatchId, Refusal, TurnChoices, UserId};
use crate::store::{Listed, Store, Told};

/// A future in a box, as the object-safe traits here return it.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Gives chance: each call another number, for seeds and seats.
pub type Draw = Box<dyn Fn() -> u32 + Send + Sync>;

/// A handle on everything that happens; a clone is cheap and is the same arbiter.
#[derive(Clone)]
pub struct Arbiter {}

/// What an arbiter is made of.
pub struct Setup {
    /// Where matches are kept.
    pub store: Store,
    /// Who tells the outside.
    pub herald: Arc<dyn Herald>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Chance.
    pub draw: Draw,
    /// The rest.
    pub settings: Settings,
}

/// What an operator may choose.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The least time between two updates of a match card, but for those at the beginning and the end of a match.
    pub card_every: Duration,
    /// How many matches are kept in memory.
    pub cached_matches: usize,
}

/// The tasks of an arbiter.
pub struct Running {}

/// What a use case did.
#[must_use = "news that nobody takes are told by the arbiter"]
pub struct Update {
    /// The match after it.
    pub view: View,
    /// What the caller may tell itself, as the answer to an interaction. Each is dropped or handed over otherwise, and
    /// then the arbiter tells it through its herald. Empty when the arbiter is telling already (earlier news must come
    /// first).
    pub news: Vec<Telling>,
    /// Present when the match card changes at once (the match begins, ends, is declined or withdrawn) and the caller
    /// may show it, as an update of the very message that was clicked.
    pub card: Option<CardUpdate>,
}

/// The right to tell one piece of news, and nobody else tells it meanwhile. Dropped without a word it goes back to the
/// arbiter, which tells it *in doubt*: it may have been told.
pub struct Telling {}

/// The right to update a match's card, and nobody else does so meanwhile. Dropped it goes back to the arbiter.
pub struct CardUpdate {}

/// What somebody answers to a draw offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawAnswer {
    /// The match ends in a draw.
    Accept,
    /// It goes on.
    Decline,
}

/// Why a use case did nothing.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The person can mend it; the sentence is for them.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// There is no match of this number; the sentence is for the person.
    #[error("There is no match {0}.")]
    NoSuchMatch(MatchId),
    /// It is our fault; the text is for the log.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Something that should not happen: for the log, not for people.
#[derive(Debug, thiserror::Error)]
pub enum Fault {}

impl Arbiter {
    /// Starts an arbiter: tells what was not told before, and watches deadlines until `shutdown` is ready.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn start(setup: Setup, shutdown: impl Future<Output = ()> + Send + 'static) -> Result<(Self, Running), Fault> {
        let _ = (setup, shutdown);
        unimplemented!()
    }

    /// Makes a challenge.
    ///
    /// # Errors
    ///
    /// See [`Challenge::settle`].
    pub async fn propose(&self, challenge: Challenge) -> Result<Update, Error> {
        let _ = challenge;
        unimplemented!()
    }

    /// Takes a challenge: the match begins.
    ///
    /// # Errors
    ///
    /// When it is not open, or not to this person.
    pub async fn accept(&self, id: MatchId, by: UserId) -> Result<Update, Error> {
        let _ = (id, by);
        unimplemented!()
    }

    /// Turns a challenge down.
    ///
    /// # Errors
    ///
    /// When it is not open, or not to this person.
    pub async fn decline(&self, id: MatchId, by: UserId) -> Result<Update, Error> {
        let _ = (id, by);
        unimplemented!()
    }

    /// Takes a challenge back.
    ///
    /// # Errors
    ///
    /// When it is not open, or not this person's.
    pub async fn withdraw(&self, id: MatchId, by: UserId) -> Result<Update, Error> {
        let _ = (id, by);
        unimplemented!()
    }

    /// Makes a turn. `seen` is the ply that the player was looking at, where the caller knows it.
    ///
    /// # Errors
    ///
    /// When the person may not move now, the match has moved on, or the text is not a whole legal turn.
    pub async fn play(&self, id: MatchId, by: UserId, text: &str, seen: Option<u32>) -> Result<Update, Error> {
        let _ = (id, by, text, seen);
        unimplemented!()
    }

    /// Gives a match up.
    ///
    /// # Errors
    ///
    /// When the person does not play in it or it is over.
    pub async fn resign(&self, id: MatchId, by: UserId) -> Result<Update, Error> {
        let _ = (id, by);
        unimplemented!()
    }

    /// Offers a draw; accepts the one that the other side offers.
    ///
    /// # Errors
    ///
    /// When the person does not play in it, it is over, or they have offered already.
    pub async fn offer_draw(&self, id: MatchId, by: UserId) -> Result<Update, Error> {
        let _ = (id, by);
        unimplemented!()
    }

    /// Answers the draw offer that stands.
    ///
    /// # Errors
    ///
    /// When there is none, or it is the person's own.
    pub async fn answer_draw(&self, id: MatchId, by: UserId, answer: DrawAnswer) -> Result<Update, Error> {
        let _ = (id, by, answer);
        unimplemented!()
    }

    /// The match as it stands.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub async fn view(&self, id: MatchId) -> Result<View, Error> {
        let _ = id;
        unimplemented!()
    }

    /// The matches and challenges of a player that are not over: those that wait for them first, the nearest deadline
    /// first.
    ///
    /// # Errors
    ///
    /// Only faults.
    pub async fn games_of(&self, user: UserId) -> Result<Vec<Listed>, Error> {
        let _ = user;
        unimplemented!()
    }

    /// The matches in which this player is to move, the nearest deadline first.
    ///
    /// # Errors
    ///
    /// Only faults.
    pub async fn waiting_for(&self, user: UserId) -> Result<Vec<Listed>, Error> {
        let _ = user;
        unimplemented!()
    }

    /// The match whose thread this is.
    ///
    /// # Errors
    ///
    /// Only faults.
    pub async fn match_in_thread(&self, thread: ChannelId) -> Result<Option<MatchId>, Error> {
        let _ = thread;
        unimplemented!()
    }

    /// What a player may be typing: at most 24 turns or beginnings of turns, best first.
    ///
    /// # Errors
    ///
    /// When the player may not move here now, or what stands before the last step is illegal: the sentence says so.
    pub async fn complete(&self, id: MatchId, by: UserId, typed: &str) -> Result<TurnChoices, Error> {
        let _ = (id, by, typed);
        unimplemented!()
    }
}

impl Running {
    /// Waits until all tasks have ended, which they do some moments after the shutdown.
    pub async fn finished(self) {
        unimplemented!()
    }
}

impl Telling {
    /// What there is to tell.
    #[must_use]
    pub fn news(&self) -> &News {
        unimplemented!()
    }

    /// It has been told.
    pub async fn done(self, told: Told) {
        let _ = told;
        unimplemented!()
    }

    /// The caller did not try: the arbiter tells it, in no doubt.
    pub fn hand_over(self) {
        unimplemented!()
    }
}

impl CardUpdate {
    /// The card now shows the match as it was when this was handed out.
    pub async fn done(self) {
        unimplemented!()
    }
}

/// Chance from the operating system.
#[must_use]
pub fn os_random() -> Draw {
    use std::hash::{BuildHasher, RandomState};
    // Every `RandomState` has keys of its own, which come from the operating system: SipHash under an unknown key
    // cannot be guessed, and no dependency is needed for so little.
    Box::new(|| RandomState::new().hash_one(0_u8) as u32)
}
