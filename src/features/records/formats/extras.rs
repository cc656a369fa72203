use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde_json::{Map, Value};

/// What a record says beside its match, and which parts of the match it does not say.
///
/// A converted record has all of this again where its format has a place for it, and nothing that was made up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extras {
    /// Whether the record names no match of this program: there is no number, no place and no account to write.
    pub(crate) foreign: bool,
    /// Events, counted from 0, whose time the record does not say. Their moments are those of the events before them.
    pub(crate) untimed: BTreeSet<usize>,
    /// Whether only the day of the beginning is known.
    pub(crate) day_only: bool,
    /// Whether the record says no time control, or one that no match has here.
    pub(crate) no_time_control: bool,
    /// What a clock showed after an event, counted from 0, as the record says it.
    pub(crate) clocks: BTreeMap<usize, Duration>,
    /// The tags of a PGN, without those of its game and its result.
    pub(crate) tags: Vec<(String, String)>,
    /// The properties of the root of an SGF that say nothing of the match itself.
    pub(crate) properties: Vec<(String, Vec<String>)>,
    /// The header of an `APGameRecord`.
    pub(crate) header: Map<String, Value>,
    /// What stands beside the boards, by the number of turns made on them.
    pub(crate) marks: BTreeMap<u32, Marks>,
}

/// What a record has beside a board, apart from comments for people.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Marks {
    /// NAGs of a PGN: `$1`.
    pub(crate) signs: Vec<String>,
    /// Commands of a PGN to programs: `[%eval 0.25]`.
    pub(crate) commands: Vec<String>,
    /// Variations of a PGN, each in its brackets.
    pub(crate) variations: Vec<String>,
    /// Properties of an SGF node, as they are written.
    pub(crate) properties: String,
}
