//! Reminders of turns that wait.

pub(crate) mod discord;
pub mod messages;
pub(crate) mod model;
pub(crate) mod press;
pub(crate) mod service;
pub mod store;

pub use model::RemindersView;
pub use model::{
    NextReminder, Reminded, Reminder, ReminderKind, Round, due_reminder, next_reminder, next_round,
};

use super::Feature;
use crate::discord::ui::press::Presses;
use discord::page;
use press::Press;
use service::calls;
use service::due::{self, remind};
use service::round;
use store::due::{DIGEST, REMIND};

pub(crate) const FEATURE: Feature = Feature {
    pages: &[page::PAGE],
    parts: |_, parts| {
        for kind in [REMIND, DIGEST] {
            parts.alarm(kind, |kernel, alarm| {
                Box::pin(remind(kernel, alarm.about.user))
            });
        }
        parts.react(calls::OldCalls::default());
        parts.post(calls::KIND);
        parts.post(due::REMINDERS);
        parts.post(round::ROUND);
        for kind in due::NOTICES {
            parts.post(kind);
        }
    },
    people: &store::people::PEOPLE,
    presses: &[Presses::of::<Press>()],
    ..Feature::named("reminders")
};
