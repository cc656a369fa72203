//! Tables and SQL.

pub mod deletion;
pub(crate) mod people;
pub mod personal;

use std::iter::once;

use crate::db::people::{PEOPLE, People};
use crate::features::FEATURES;

/// What all tables hold of people: those of no feature, and those of each.
fn tables() -> impl Iterator<Item = &'static People> {
    once(&PEOPLE).chain(FEATURES.iter().map(|feature| feature.people))
}
