//! The kinds of alarms that this version knows.

use std::sync::LazyLock;

use strum::VariantArray;

use crate::matches::AlarmKind;

/// The alarms of people, by what is stored.
pub(crate) const REMIND: &str = "remind";
pub(crate) const DIGEST: &str = "digest";

/// A condition of SQL: this version knows the kind of the alarm. Rows of other kinds stay for the version that set them.
pub(crate) static KNOWN: LazyLock<String> = LazyLock::new(|| {
    let of_matches = AlarmKind::VARIANTS.iter().map(AlarmKind::into_str);
    let of_matches = of_matches.collect::<Vec<_>>().join("', '");
    format!(
        "(user = 0 AND what IN ('{of_matches}') OR user <> 0 AND what IN ('{REMIND}', '{DIGEST}'))"
    )
});
