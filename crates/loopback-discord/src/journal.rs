//! The journal of the bot's requests and their answers.

use std::collections::VecDeque;

use serde_json::Value;

use super::clock::Millis;

/// Number of requests that are kept.
const LENGTH: usize = 20_000;

/// Number of requests with a refused form that are kept.
const REFUSED: usize = 100;

/// A request of the bot.
#[derive(Clone, Debug)]
pub struct JournalEntry {
    /// Its time by the sandbox's clock: milliseconds since 1970.
    pub at: Millis,
    /// `GET`, `POST`, …
    pub method: String,
    /// The route as in Discord's documentation: `/channels/{channel_id}/messages`.
    ///
    /// Empty for an unknown route.
    pub route: &'static str,
    /// The path of the request, after `/api/v10`.
    pub path: String,
    /// The query; may be empty.
    pub query: String,
    /// The status of the answer.
    pub status: u16,
    /// Whether the request counts against the bot's limit of 50 a second. Interaction endpoints do not.
    pub counted: bool,
    /// The JSON of the request: the body, or `payload_json` of a multipart body.
    pub request: Option<Value>,
    /// Names and sizes of the uploaded files.
    pub files: Vec<(String, usize)>,
    /// The JSON of the answer.
    pub response: Option<Value>,
    /// Whether the connection was cut instead of answering.
    pub cut: bool,
    /// Whether the answer is a planned one, which Discord itself may never give.
    pub planned: bool,
}

#[derive(Debug, Default)]
pub(crate) struct Journal {
    entries: VecDeque<JournalEntry>,
    /// The first requests whose form was refused. They outlast a cleared journal.
    refused: Vec<JournalEntry>,
}

impl Journal {
    pub fn note(&mut self, entry: JournalEntry) {
        if self.entries.len() == LENGTH {
            self.entries.pop_front();
        }
        self.entries.push_back(entry);
    }

    /// Records a request whose form was refused.
    pub fn note_refused(&mut self, entry: &JournalEntry) {
        if self.refused.len() < REFUSED {
            self.refused.push(entry.clone());
        }
    }

    /// Returns and removes the requests whose form was refused, oldest first.
    pub fn take_refused(&mut self) -> Vec<JournalEntry> {
        std::mem::take(&mut self.refused)
    }

    /// Returns the requests that are kept, oldest first.
    pub fn entries(&self) -> Vec<JournalEntry> {
        self.entries.iter().cloned().collect()
    }

    pub fn clear(&mut self) {
        self.entries.clear();
    }
}
