/// The summary of a record, before it is replayed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// The players' names, first colour first; empty if unknown.
    pub names: [String; 2],
    /// The result as written; may be empty.
    pub result: String,
    /// The day as written; may be empty.
    pub day: String,
}
