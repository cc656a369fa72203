//! The stored form of durations and settings in events.

/// A duration in milliseconds.
pub(super) mod milliseconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(in super::super) fn serialize<S: Serializer>(
        time: &Duration,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        u64::try_from(time.as_millis())
            .unwrap_or(u64::MAX)
            .serialize(to)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_millis)
    }
}

/// The settings of a game as a JSON object.
pub(super) mod options {
    use std::collections::BTreeMap;

    use serde::{Deserialize, Deserializer, Serializer};

    use crate::games::Values;

    pub(in super::super) fn serialize<S: Serializer>(
        options: &Values,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_map(options.iter())
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Values, D::Error> {
        BTreeMap::deserialize(from).map(Values::from_stored)
    }
}
