//! A match as a file for everybody who has its link.

use serde_json::Value;

use crate::features::pages::model::RecordFile;
use crate::features::records::formats::{self, Source};
use crate::matches::{Event, Match};
use crate::people::Moment;

/// Writes a match as a record, with these names and without ids of people. `None` if it has no such record.
pub fn public_record(
    state: &Match,
    events: &[Event],
    file: RecordFile,
    names: [String; 2],
    now: Moment,
) -> Option<String> {
    RecordFile::offered(state).find(|one| *one == file)?;
    let source = Source {
        state,
        events,
        names,
        now,
        notes: &[],
        extras: None,
    };
    let text = formats::write(file.format(), &source).ok()?;
    if file != RecordFile::Json {
        return Some(text);
    }
    without_ids(&text)
}

/// Removes the ids of people from a record in JSON.
fn without_ids(text: &str) -> Option<String> {
    let mut record: Value = serde_json::from_str(text).ok()?;
    let players = record.get_mut("header")?.get_mut("players")?;
    for player in players.as_array_mut()? {
        player.as_object_mut()?.remove("userid");
    }
    serde_json::to_string_pretty(&record).ok()
}
