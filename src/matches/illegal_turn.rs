use crate::board::Cell;

/// A turn with a step that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalTurn {
    /// Why: the rule's sentence.
    pub sentence: String,
    /// The id of the rule.
    pub rule: &'static str,
    /// The cells it is about.
    pub cells: Vec<Cell>,
    /// The canonical texts of the steps before it, which are legal.
    pub done: Vec<String>,
    /// The step as it was typed.
    pub typed: String,
    /// Whether the step may mean several legal ones.
    pub ambiguous: bool,
    /// Legal turn texts (or beginnings of one): all that are meant, or else up to three that look like what was typed,
    /// nearest first.
    pub alternatives: Vec<String>,
}

impl std::fmt::Display for IllegalTurn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence)?;
        match self.alternatives.split_last() {
            // The sentence names them.
            _ if self.ambiguous => Ok(()),
            None => Ok(()),
            Some((last, [])) => write!(f, " You could play {last}."),
            Some((last, others)) => write!(f, " You could play {} or {last}.", others.join(", ")),
        }
    }
}

impl std::error::Error for IllegalTurn {}
