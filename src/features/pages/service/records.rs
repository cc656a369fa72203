//! A match as a file for everybody who has its link.

use serde_json::Value;

use crate::features::pages::model::RecordFile;
use crate::features::records::formats::{self, Source};
use crate::kernel::{Arbiter, Fault, Result};
use crate::matches::MatchId;

impl Arbiter {
    /// Writes a match as a record, with these names and without ids of people. `None` if the format does not suit it.
    pub async fn public_record(
        &self,
        id: MatchId,
        file: RecordFile,
        names: [String; 2],
    ) -> Result<Option<String>> {
        let (state, events) = self.kernel.ledger.whole(id).await?;
        if RecordFile::offered(&state).all(|one| one != file) {
            return Ok(None);
        }
        let source = Source {
            state: &state,
            events: &events,
            names,
            now: self.now(),
            notes: &[],
            extras: None,
        };
        let Ok(text) = formats::write(file.format(), &source) else {
            return Ok(None);
        };
        if file != RecordFile::Json {
            return Ok(Some(text));
        }
        without_ids(&text)
            .map(Some)
            .ok_or_else(|| Fault::Start(format!("the record of match {id} is no JSON")).into())
    }
}

/// Removes the ids of people from a record in JSON.
fn without_ids(text: &str) -> Option<String> {
    let mut record: Value = serde_json::from_str(text).ok()?;
    let players = record
        .get_mut("header")?
        .get_mut("players")?
        .as_array_mut()?;
    for player in players {
        player.as_object_mut()?.remove("userid");
    }
    serde_json::to_string_pretty(&record).ok()
}
