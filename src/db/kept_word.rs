//! Words in columns that stand for one of a few choices.

/// What a kept word means. One that only another version of the program knows counts as the usual choice, and the log says
/// so: nobody is to wonder why a setting has no effect.
pub(crate) fn meaning<T>(column: &'static str, word: &str, found: Option<T>, usual: T) -> T {
    found.unwrap_or_else(|| {
        tracing::error!(column, word, "a word is kept that means nothing here");
        usual
    })
}
