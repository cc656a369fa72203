/// What a record says of itself before it is played through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// What the players are called, the first colour's first; empty where the record does not say.
    pub names: [String; 2],
    /// The result as it is written; may be empty.
    pub result: String,
    /// The day as it is written; may be empty.
    pub day: String,
}
