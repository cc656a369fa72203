use std::fmt::{self, Write as _};

/// The most characters of a person's text that a sentence repeats.
const MOST: usize = 40;

/// A person's text as a sentence repeats it: in quotation marks, on one line, and cut if it is long.
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(
    /// The text.
    pub &'a str,
);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for (i, c) in self.0.chars().enumerate() {
            if i == MOST {
                f.write_char('…')?;
                break;
            }
            f.write_char(if c.is_control() { ' ' } else { c })?;
        }
        f.write_char('"')
    }
}
