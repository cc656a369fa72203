//! The stored form of ids, times and clocks in events: numbers and short texts.

macro_rules! number {
    ($name:ident, $type:path, $number:ty) => {
        pub(super) mod $name {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};

            pub(in super::super) fn serialize<S: Serializer>(
                value: &$type,
                to: S,
            ) -> Result<S::Ok, S::Error> {
                value.0.serialize(to)
            }

            pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
                from: D,
            ) -> Result<$type, D::Error> {
                <$number>::deserialize(from).map($type)
            }
        }
    };
}

number!(user, crate::matches::UserId, u64);
number!(match_id, crate::matches::MatchId, u64);
number!(moment, crate::people::Moment, i64);

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

/// A time control as its text: `3d`.
pub(super) mod clock {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::matches::TimeControl;

    pub(in super::super) fn serialize<S: Serializer>(
        clock: &TimeControl,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_str(clock)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<TimeControl, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(D::Error::custom)
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
