//! The stored form of a game's settings: a JSON object.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serializer};

use anteroom_games::Values;

/// Writes settings as a JSON object.
pub fn serialize<S: Serializer>(options: &Values, to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(options.iter())
}

/// Reads settings that [`serialize`] has written. They are not checked again.
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Values, D::Error> {
    BTreeMap::deserialize(from).map(Values::from_stored)
}
