//! The stored form of a game's settings: a JSON object.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serializer};

use crate::games::Values;

pub(crate) fn serialize<S: Serializer>(options: &Values, to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(options.iter())
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Values, D::Error> {
    BTreeMap::deserialize(from).map(Values::from_stored)
}
