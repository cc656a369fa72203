pub mod deletion;
pub(crate) mod people;
pub mod personal;

use crate::db::journal;
use crate::db::people::{PEOPLE, People};
use crate::features::FEATURES;

/// Returns the descriptions of personal data in all tables: the shared ones and each feature's.
fn tables() -> impl Iterator<Item = &'static People> {
    [&PEOPLE, &journal::PEOPLE]
        .into_iter()
        .chain(FEATURES.iter().map(|feature| feature.people))
}
