use std::fmt;

use crate::board::scene::Scene;
use crate::discord::custom_id::CustomId;

/// A message as it is meant: what it says, what it shows, what can be pressed, who is notified. How it is sent is
/// nobody's business here, so that every message can be read in a test.
#[derive(Clone, Debug, Default)]
pub struct Composed {
    /// The text, Discord's Markdown, at most 2000 characters.
    pub content: String,
    /// The board, if one belongs to the message.
    pub picture: Option<Picture>,
    /// Rows of buttons, at most five of at most five.
    pub rows: Vec<Vec<Button>>,
    /// The ids of the people who are notified. Everybody else who is named is named silently.
    pub pings: Vec<u64>,
}

/// A picture to be painted.
#[derive(Clone, Debug)]
pub struct Picture {
    /// What is to be seen.
    pub scene: Scene,
    /// The same in words, at most 1024 characters.
    pub alt: String,
    /// The name of the file, ending in `.png`.
    pub file: String,
}

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// One to three words in title case.
    pub label: &'static str,
    /// What pressing it asks for.
    pub id: CustomId,
    /// How much it stands out.
    pub tone: Tone,
    /// Whether it can be pressed.
    pub enabled: bool,
}

/// How much a button stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// The thing to do next.
    Primary,
    /// One of several things.
    Plain,
    /// Agreement.
    Success,
    /// What cannot be taken back.
    Danger,
}

impl Composed {
    /// A message that only says something.
    #[must_use]
    pub fn text(content: impl Into<String>) -> Self {
        Self { content: content.into(), ..Self::default() }
    }
}

impl Button {
    /// A button that can be pressed.
    #[must_use]
    pub fn new(label: &'static str, tone: Tone, id: CustomId) -> Self {
        Self { label, id, tone, enabled: true }
    }

    /// The same button, pressable only if so.
    #[must_use]
    pub fn enabled(self, enabled: bool) -> Self {
        Self { enabled, ..self }
    }
}

impl fmt::Display for Composed {
    /// The message as a readable text: for tests and logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.content)?;
        if let Some(picture) = &self.picture {
            writeln!(f, "(picture {}: {})", picture.file, picture.alt)?;
        }
        for row in &self.rows {
            for button in row {
                let off = if button.enabled { "" } else { " off" };
                write!(f, "[{} | {:?}{off} | {}] ", button.label, button.tone, button.id)?;
            }
            writeln!(f)?;
        }
        if !self.pings.is_empty() {
            writeln!(f, "(notifies {:?})", self.pings)?;
        }
        Ok(())
    }
}
