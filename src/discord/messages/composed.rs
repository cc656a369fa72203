use std::borrow::Cow;
use std::fmt;

use super::Replay;
use super::words::cut_lines;
use crate::board::scene::Scene;
use crate::discord::custom_id::CustomId;
use crate::matches::Player;

/// A message as it is meant: what it says, what it shows, what can be pressed, who is notified. How it is sent is
/// nobody's business here, so that every message can be read in a test.
#[derive(Clone, Debug, Default)]
pub struct Composed {
    /// The text, Discord's Markdown, at most 2000 characters.
    pub content: String,
    /// The board, if one belongs to the message.
    pub picture: Option<Picture>,
    /// Whether the board is painted small: where it stands for a match and is not what one plays by.
    pub small: bool,
    /// The match in motion, if it belongs to the message: it is sent beside the picture, after it.
    pub replay: Option<Replay>,
    /// Menus, each on a row of its own, above the buttons.
    pub menus: Vec<Menu>,
    /// Rows of buttons, of at most five each. There are at most five rows and menus together.
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
    /// What is to be seen in as many words as it takes, for those who have boards as texts: more than [`alt`](Self::alt)
    /// holds of the position, and nothing of the turn, which the message itself tells. May be empty.
    pub text: String,
    /// What the signs on it stand for, to be read below the text where the picture is seen. May be empty.
    pub legend: String,
    /// The name of the file, ending in `.png`.
    pub file: String,
    /// Who plays, the first seat first: the painter calls them by their names where it knows them.
    pub players: Option<[Player; 2]>,
}

/// A button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// One to three words in title case, or the name of a choice; at most 80 characters.
    pub label: Cow<'static, str>,
    /// What pressing it does.
    pub press: Press,
    /// How much it stands out. A link looks as Discord wants it.
    pub tone: Tone,
    /// Whether it can be pressed.
    pub enabled: bool,
}

/// What pressing a button does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// It asks the bot for something.
    Ask(CustomId),
    /// It opens an address, of at most 512 characters. The bot learns nothing of it.
    Open(String),
}

/// A list from which a person chooses one option or several. What was chosen comes back as the options' values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu {
    /// What choosing from it asks for.
    pub id: CustomId,
    /// What it says while nothing is chosen, at most 150 characters.
    pub placeholder: String,
    /// One to 25 of them.
    pub options: Vec<MenuOption>,
    /// How many may be chosen: the fewest, and the most. Discord offers 0 to 25, and no more than there are options.
    pub count: (u8, u8),
}

/// An option of a [`Menu`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuOption {
    /// What the person reads, at most 100 characters.
    pub label: String,
    /// What comes back when it is chosen, at most 100 characters, and no other option's of the menu.
    pub value: String,
    /// A second, smaller line of at most 100 characters; may be empty.
    pub description: String,
    /// Whether it stands chosen to begin with.
    pub chosen: bool,
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
        Self {
            content: content.into(),
            ..Self::default()
        }
    }

    /// The same message with its picture in words, and nothing in motion.
    #[must_use]
    pub fn in_words(self) -> Self {
        let Some(picture) = self.picture else {
            return self;
        };
        let content = if picture.text.is_empty() {
            self.content
        } else {
            format!("{}\n{}", self.content, picture.text)
        };
        Self {
            content: cut_lines(&content),
            picture: None,
            replay: None,
            ..self
        }
    }
}

impl Button {
    /// A button that can be pressed.
    #[must_use]
    pub fn new(label: impl Into<Cow<'static, str>>, tone: Tone, id: CustomId) -> Self {
        Self {
            label: label.into(),
            press: Press::Ask(id),
            tone,
            enabled: true,
        }
    }

    /// A button that opens an address.
    #[must_use]
    pub fn link(label: impl Into<Cow<'static, str>>, address: String) -> Self {
        Self {
            label: label.into(),
            press: Press::Open(address),
            tone: Tone::Plain,
            enabled: true,
        }
    }

    /// What pressing it asks for; `None` where it opens an address.
    #[must_use]
    pub fn id(&self) -> Option<&CustomId> {
        match &self.press {
            Press::Ask(id) => Some(id),
            Press::Open(_) => None,
        }
    }

    /// The same button, pressable only if so.
    #[must_use]
    pub fn enabled(self, enabled: bool) -> Self {
        Self { enabled, ..self }
    }
}

impl Menu {
    /// A menu from which exactly one option is chosen.
    #[must_use]
    pub fn one(placeholder: impl Into<String>, id: CustomId, options: Vec<MenuOption>) -> Self {
        Self {
            id,
            placeholder: placeholder.into(),
            options,
            count: (1, 1),
        }
    }
}

impl MenuOption {
    /// An option without a second line that is not chosen yet.
    #[must_use]
    pub fn new(label: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            value: value.into(),
            description: String::new(),
            chosen: false,
        }
    }
}

impl fmt::Display for Composed {
    /// The message as a readable text: for tests and logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.content)?;
        if let Some(picture) = &self.picture {
            if !picture.legend.is_empty() {
                writeln!(f, "-# {}", picture.legend)?;
            }
            let small = if self.small { "small " } else { "" };
            writeln!(f, "({small}picture {}: {})", picture.file, picture.alt)?;
        }
        if let Some(replay) = &self.replay {
            writeln!(f, "(replay {}: {})", replay.file, replay.alt)?;
        }
        for Menu {
            id,
            placeholder,
            options,
            count: (fewest, most),
        } in &self.menus
        {
            writeln!(f, "<{placeholder} | {fewest}–{most} | {id}>")?;
            for option in options {
                let chosen = if option.chosen { "*" } else { "-" };
                writeln!(
                    f,
                    "  {chosen} {} | {} | {}",
                    option.label, option.description, option.value
                )?;
            }
        }
        for row in &self.rows {
            for button in row {
                let off = if button.enabled { "" } else { " off" };
                match &button.press {
                    Press::Ask(id) => {
                        write!(f, "[{} | {:?}{off} | {id}] ", button.label, button.tone)?;
                    }
                    Press::Open(address) => {
                        write!(f, "[{} | link{off} | {address}] ", button.label)?
                    }
                }
            }
            writeln!(f)?;
        }
        if !self.pings.is_empty() {
            writeln!(f, "(notifies {:?})", self.pings)?;
        }
        Ok(())
    }
}
