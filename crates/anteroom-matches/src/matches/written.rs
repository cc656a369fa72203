//! The record of a match as players write it.

use super::record::Entry;
use super::state::Match;
use super::team::types::Proposed;
use anteroom_games::{DynPosition, written_turn, written_turns};

/// Writes the turns of these entries as players do: `Nf3`. The entries follow from `position`.
pub fn written_entries(position: &dyn DynPosition, entries: &[Entry]) -> Vec<Entry> {
    let texts = entries.iter().filter_map(|entry| entry.text.as_deref());
    let mut written = written_turns(position, texts).into_iter();
    let entries = entries.iter().map(|entry| Entry {
        text: entry.text.as_ref().and_then(|_| written.next()),
        ..entry.clone()
    });
    entries.collect()
}

impl Match {
    /// Returns the entries of the record from index `from` on, with turns as players write them.
    ///
    /// This replays the match, so it is slow; [`last_written`](Self::last_written) is fast.
    pub fn written_record(&self, from: usize) -> Vec<Entry> {
        let entries = self.record().get(from..).unwrap_or_default();
        let before = u32::try_from(from).ok().map(|from| self.as_at(from));
        match before {
            Some(Ok(before)) => written_entries(before.position(), entries),
            _ => entries.to_vec(),
        }
    }

    /// Returns what a team proposed for the last turn, as players write it, with the votes for each; empty if no team
    /// played that turn.
    pub fn last_proposals(&self) -> Vec<(String, u32)> {
        let played = self.record().iter().rfind(|entry| entry.text.is_some());
        let ballot = played.and_then(|entry| entry.ballot.as_deref());
        let previous = self.reached.previous.as_deref();
        let (Some(ballot), Some(previous)) = (ballot, previous) else {
            return Vec::new();
        };
        let written =
            |proposed: &Proposed| (written_turn(previous, &proposed.text), proposed.votes);
        ballot.proposals.iter().map(written).collect()
    }

    /// Returns the entry of the last turn, and the turn as players write it; `None` before the first.
    ///
    /// It skips the passes that the turn forced.
    pub fn last_written(&self) -> Option<(&Entry, String)> {
        let turns = self.record().iter().rev();
        let (entry, text) = turns
            .filter_map(|entry| Some((entry, entry.text.as_deref()?)))
            .next()?;
        let previous = self.reached.previous.as_deref();
        let written = previous.map(|previous| written_turn(previous, text));
        Some((entry, written.unwrap_or_else(|| text.to_owned())))
    }
}
