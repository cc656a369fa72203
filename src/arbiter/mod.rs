//! The use cases: the only place where things happen.
//!
//! A use case loads the match, decides, appends to the store, and then the *reactors* follow: each sees to one thing (that
//! it is announced, that the card shows it, that the time runs out, that a computer moves) and knows no other. What is to be
//! done follows from the store, so nothing is lost by a crash. The outside is a [`Announcer`], the time a [`Clock`], chance a
//! [`Rng`]: a whole match can be played with no network.

mod absences;
mod acts;
mod alarms;
mod analyses;
mod analysing;
mod announcer;
mod announcing;
mod answers;
mod archive;
mod blocks;
mod cache;
mod cards;
mod clock;
mod computers;
mod conditional;
mod daily;
mod daily_puzzles;
mod drafts;
mod engine;
mod error;
mod following;
mod forgetting;
mod frozen;
mod handle;
mod hints;
mod imports;
mod last_seen;
mod ledger;
mod lessons;
mod lines;
mod lock;
mod mistakes;
mod moderation;
mod names;
mod newsroom;
mod notes;
mod outcome;
mod permits;
mod personal;
mod picking;
mod practice;
mod preferences;
mod puzzles;
mod ratings;
mod reactor;
mod rematch;
mod reminders;
mod reminding;
mod resting;
mod resting_places;
mod retries;
mod rights;
mod rng;
mod seen;
mod start;
mod tasks;
mod time;
mod time_off;
mod tries;
mod use_cases;
mod weekly;
mod weekly_pages;

use std::future::Future;
use std::pin::Pin;

pub use analyses::AnalysisProgress;
pub use analysing::Analysed;
pub use announcer::{
    Announcer, DailyPuzzle, News, NotAnnounced, NotSent, Reminder, ReminderKind, Shut, View, Week,
};
pub use clock::{Clock, ManualClock, Reading, SystemClock};
pub use computers::ComputerPlayer;
pub use daily::DAILY_HOUR;
pub use daily_puzzles::DailyView;
pub use drafts::Prepared;
pub use engine::{Engine, Search};
pub use error::{Error, Fault};
pub use forgetting::{Forgotten, forget_offline};
pub use handle::Arbiter;
pub use hints::{Hint, HintsAsked};
pub use lessons::{FoundLesson, LessonView};
pub use lines::{Conditional, DroppedLine};
pub use mistakes::{Amended, Amends, Mistake};
pub use picking::{LineSaved, PickerView};
pub use practice::PracticeView;
pub use puzzles::{Answered, Solving};
pub use ratings::{Leaders, Profile};
pub use rematch::Rematch;
pub use reminders::RemindersView;
pub use rights::{Announcement, CardUpdate, Following, Update};
pub use rng::{Rng, os_random};
pub use start::{Settings, Setup};
pub use tasks::Running;
pub use time_off::{NoTimeOff, Stops, TimeOffView};
pub use use_cases::Answer;
pub use weekly::WEEKLY_HOUR;

pub use crate::store::{
    Announced, ArchiveFilter, Archived, Banned, DailyPlace, FrozenMatch, KeptLine, KeptOfPerson,
    Listed, Moderated, Note, NoteKept, Past, Places, Solver, Stakes, Standing, Tally, Tried,
    Uncounted, WeeklyPlace,
};

use lock::lock;

/// A future in a box, as the object-safe traits here return it.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
