//! What every feature stands on: time that can be trusted, tasks, the matches as they stand, and what follows a commit.
//!
//! A use case loads the match, decides, appends to the database, and then the *reactors* follow: each sees to one thing
//! (that it is announced, that the card shows it, that the time runs out, that a computer moves) and knows no other. What
//! is to be done follows from the database, so nothing is lost by a crash. The outside is an [`Announcer`], the time a
//! [`Clock`], chance an [`Rng`]: a whole match can be played with no network.

pub(crate) mod acts;
pub(crate) mod alarms;
pub(crate) mod cache;
pub(crate) mod clock;
pub(crate) mod delivery;
pub(crate) mod error;
pub mod fair;
pub(crate) mod frozen;
pub(crate) mod handle;
pub(crate) mod last_seen;
pub(crate) mod ledger;
pub(crate) mod lock;
pub(crate) mod names;
pub(crate) mod outcome;
pub(crate) mod reactor;
pub(crate) mod rng;
pub(crate) mod seen;
pub(crate) mod start;
pub(crate) mod tasks;
pub(crate) mod time;
pub(crate) mod use_cases;

pub use clock::{Clock, ManualClock, Reading, SystemClock};
pub use delivery::announcer::{
    Announcer, DailyPuzzle, News, NotAnnounced, NotSent, Reminder, ReminderKind, Shut, View, Week,
};
pub use delivery::rights::{Announcement, CardUpdate, Following, Update};
pub use delivery::store::back_off::{Rest, RestingPlace};
pub use delivery::store::outside::Outside;
pub use error::{Error, Fault};
pub use handle::Arbiter;
pub use rng::{Rng, os_random};
pub use start::{Settings, Setup};
pub use tasks::Running;
pub use use_cases::Answer;

use std::future::Future;
use std::pin::Pin;

/// A future in a box, as the object-safe traits here return it.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
