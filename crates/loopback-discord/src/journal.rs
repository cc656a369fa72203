//! Every request of the bot, as it came and as it was answered.

use std::collections::VecDeque;

use serde_json::Value;

use super::clock::Millis;

/// Requests that are remembered; older ones are forgotten.
const LENGTH: usize = 20_000;

/// One request of the bot.
#[derive(Clone, Debug)]
pub struct JournalEntry {
    /// When it came, on the sandbox's clock: milliseconds since 1970.
    pub at: Millis,
    /// `GET`, `POST`, …
    pub method: String,
    /// The route as Discord's documentation writes it: `/channels/{channel_id}/messages`. Empty when there is none.
    pub route: &'static str,
    /// The path as it came, after `/api/v10`.
    pub path: String,
    /// The query as it came; empty when there was none.
    pub query: String,
    /// The status of the answer.
    pub status: u16,
    /// Whether the request counts against the 50 a second that the whole bot has. Interaction endpoints do not.
    pub counted: bool,
    /// The JSON that came: the body, or `payload_json` of a multipart body.
    pub request: Option<Value>,
    /// Names and sizes of the files that came.
    pub files: Vec<(String, usize)>,
    /// The JSON of the answer.
    pub response: Option<Value>,
    /// Whether the connection was cut instead of answering.
    pub cut: bool,
}

/// The requests so far.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    entries: VecDeque<JournalEntry>,
}

impl Journal {
    /// Notes a request.
    pub fn note(&mut self, entry: JournalEntry) {
        if self.entries.len() == LENGTH {
            self.entries.pop_front();
        }
        self.entries.push_back(entry);
    }

    /// All that is remembered, oldest first.
    pub fn entries(&self) -> Vec<JournalEntry> {
        self.entries.iter().cloned().collect()
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.entries.clear();
    }
}
