//! What the bot may do in channels that people name in commands. Discord tells it with each such interaction since July 2026;
//! the library underneath is older and drops it, so it is read off the payloads that the relay passes on.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Deserialize;

/// For so many interactions it is kept. It is asked for within moments, or never.
const MOST: usize = 64;

/// The permissions of the bot in the channels that an interaction names, both by Discord's numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    interaction: u64,
    channels: Vec<(u64, u64)>,
}

/// The permissions of the bot in the channels that the latest interactions name.
#[derive(Debug, Default)]
pub struct NamedChannels(Mutex<VecDeque<Named>>);

impl NamedChannels {
    /// Remembers what an interaction told.
    pub fn note(&self, named: Named) {
        let mut latest = self.lock();
        if latest.len() >= MOST {
            latest.pop_front();
        }
        latest.push_back(named);
    }

    /// What the bot may do in a channel that an interaction names, as bits; `None` where Discord has not told.
    #[must_use]
    pub fn permissions(&self, interaction: u64, channel: u64) -> Option<u64> {
        let latest = self.lock();
        let named = latest.iter().find(|one| one.interaction == interaction)?;
        let mut channels = named.channels.iter();
        channels
            .find(|(id, _)| *id == channel)
            .map(|(_, bits)| *bits)
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Named>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Deserialize)]
struct Payload {
    d: Interaction,
}

#[derive(Deserialize)]
struct Interaction {
    id: String,
    data: Option<Data>,
}

#[derive(Deserialize)]
struct Data {
    resolved: Option<Resolved>,
}

#[derive(Deserialize)]
struct Resolved {
    #[serde(default)]
    channels: HashMap<String, Channel>,
}

#[derive(Deserialize)]
struct Channel {
    app_permissions: Option<String>,
}

/// Reads it off the payload of an interaction; `None` where it names no channel, or says nothing of them.
#[must_use]
pub fn named(text: &str) -> Option<Named> {
    // Most interactions name none: they are not read twice.
    if !text.contains("\"channels\"") {
        return None;
    }
    let Payload { d } = serde_json::from_str(text).ok()?;
    let channels = d.data?.resolved?.channels;
    let channels: Vec<_> = channels
        .iter()
        .filter_map(|(id, channel)| {
            let bits = channel.app_permissions.as_ref()?.parse().ok()?;
            Some((id.parse().ok()?, bits))
        })
        .collect();
    (!channels.is_empty()).then_some(Named {
        interaction: d.id.parse().ok()?,
        channels,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bots_permissions_are_read_off_a_named_channel() {
        let text = r#"{"op":0,"t":"INTERACTION_CREATE","s":3,"d":{"id":"12","app_permissions":"7","data":{"id":"1","name":"setup",
            "resolved":{"channels":{"50":{"id":"50","type":0,"permissions":"8","app_permissions":"309237746688"},"51":{"id":"51"}}}}}}"#;
        let named = named(text).expect("a named channel");
        let channels = NamedChannels::default();
        channels.note(named.clone());
        assert_eq!(channels.permissions(12, 50), Some(309_237_746_688));
        assert_eq!(channels.permissions(12, 51), None);
        assert_eq!(channels.permissions(13, 50), None);
        for _ in 0..MOST {
            channels.note(Named {
                interaction: 99,
                ..named.clone()
            });
        }
        assert_eq!(
            channels.permissions(12, 50),
            None,
            "it is not kept for ever"
        );
    }

    #[test]
    fn other_interactions_say_nothing_of_channels() {
        for text in [
            r#"{"d":{"id":"12","app_permissions":"7","data":{"name":"setup"}}}"#,
            r#"{"d":{"id":"12","data":{"options":[{"value":"\"channels\""}]}}}"#,
            r#"{"d":{"id":"12","data":{"resolved":{"channels":{"50":{"id":"50"}}}}}}"#,
            r#"{"d":{"id":"12","message":{"channels":[]}}}"#,
            "nothing \"channels\"",
        ] {
            assert_eq!(named(text), None, "{text}");
        }
    }
}
