use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde_json::{Map, Value};

/// The data of a record beyond its match, and the parts of the match that are unknown.
/// A conversion keeps all of it for which the new format has a place, and invents nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extras {
    /// Whether the match was not played here, so that it has no number, place or accounts.
    pub(crate) foreign: bool,
    /// The indices, from 0, of events without a time. Each has the time of the event before it.
    pub(crate) untimed: BTreeSet<usize>,
    /// Whether only the day of the beginning is known.
    pub(crate) day_only: bool,
    /// Whether the record has no time control, or one that is not supported here.
    pub(crate) no_time_control: bool,
    /// The clocks in the record, by the index, from 0, of the event before.
    pub(crate) clocks: BTreeMap<usize, Duration>,
    /// The tags of a PGN, except those for the game and the result.
    pub(crate) tags: Vec<(String, String)>,
    /// The root properties of an SGF that do not describe the match itself.
    pub(crate) properties: Vec<(String, Vec<String>)>,
    /// The header of an `APGameRecord`.
    pub(crate) header: Map<String, Value>,
    /// The marks of each board, by the number of turns before it.
    pub(crate) marks: BTreeMap<u32, Marks>,
}

/// The data beside a board, except for comments.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Marks {
    /// Annotation glyphs (NAGs) of a PGN: `$1`.
    pub(crate) signs: Vec<String>,
    /// Commands in the comments of a PGN: `[%eval 0.25]`.
    pub(crate) commands: Vec<String>,
    /// Variations of a PGN, each with its parentheses.
    pub(crate) variations: Vec<String>,
    /// The source text of the SGF node's other properties.
    pub(crate) properties: String,
}
