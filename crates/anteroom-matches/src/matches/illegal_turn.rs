use anteroom_board::Cell;

/// A turn with an illegal step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalTurn {
    /// The message of the rule that forbids the step.
    pub sentence: String,
    /// The id of the rule.
    pub rule: &'static str,
    /// The cells that the refusal is about.
    pub cells: Vec<Cell>,
    /// The canonical texts of the legal steps before it.
    pub done: Vec<String>,
    /// The step as the player typed it.
    pub typed: String,
    /// Whether the step matches several legal ones.
    pub ambiguous: bool,
    /// Legal turns, or beginnings of turns, nearest first.
    ///
    /// These are all matches of an ambiguous step, or up to three turns similar to the typed text.
    pub alternatives: Vec<String>,
}

impl std::fmt::Display for IllegalTurn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence)?;
        match self.alternatives.split_last() {
            // The message of an ambiguous step names them already.
            _ if self.ambiguous => Ok(()),
            None => Ok(()),
            Some((last, [])) => write!(f, " You could play {last}."),
            Some((last, others)) => write!(f, " You could play {} or {last}.", others.join(", ")),
        }
    }
}

impl std::error::Error for IllegalTurn {}
