//! The use cases: the only place where things happen.
//!
//! A use case loads the match, decides, appends to the store, and then the *reactors* follow: each sees to one thing (that
//! people are told, that the card shows it, that the time runs out, that a computer moves) and knows no other. What is to be
//! done follows from the store, so nothing is lost by a crash. The outside is a [`Announcer`], the time a [`Clock`], chance a
//! [`Rng`]: a whole match can be played with no network.

mod acts;
mod alarms;
mod announcer;
mod announcing;
mod answers;
mod cache;
mod cards;
mod clock;
mod computers;
mod conditional;
mod drafts;
mod engine;
mod error;
mod frozen;
mod handle;
mod last_seen;
mod ledger;
mod lines;
mod lock;
mod names;
mod picking;
mod preferences;
mod queue;
mod reactor;
mod resting;
mod rights;
mod start;
mod tasks;
mod tellers;
mod time;
mod use_cases;

use std::future::Future;
use std::pin::Pin;

pub use announcer::{Announcer, News, NotAnnounced, Shut, View};
pub use clock::{Clock, ManualClock, Reading, SystemClock};
pub use computers::ComputerPlayer;
pub use drafts::Prepared;
pub use engine::{Engine, Search};
pub use error::{Error, Fault};
pub use handle::Arbiter;
pub use lines::Conditional;
pub use picking::{LineSaved, PickerView};
pub use rights::{Announcement, CardUpdate, Following, Update};
pub use start::{Rng, Settings, Setup, os_random};
pub use tasks::Running;
pub use use_cases::Answer;

pub use crate::store::{Announced, FrozenMatch, KeptLine, Listed, Places};

use lock::lock;

/// A future in a box, as the object-safe traits here return it.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
