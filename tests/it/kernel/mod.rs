//! Use cases, alarms and announcements without a network, and fair queues.

mod arbiter;
mod fairness;
