use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::custom_id::{CustomId, PageStep};
use super::pace::Pace;
use super::words::cut_lines;
use crate::board::Theme;
use crate::board::scene::Scene;
use crate::matches::{ChannelId, Match, Player, RoleId, UserId};
use crate::render::Sheet;

/// A message as it is meant: what it says, what it shows, what can be pressed, who is notified. How it is sent is
/// nobody's business here, so that every message can be read in a test.
#[derive(Clone, Debug, Default)]
pub struct Composed {
    /// The text, Discord's Markdown, at most 2000 characters.
    pub content: String,
    /// What stands below the picture, so that it is on a phone's screen together with the buttons. May be empty.
    pub caption: String,
    /// The board, if one belongs to the message.
    pub picture: Option<Picture>,
    /// A table or a chart, if one belongs to the message.
    pub drawing: Option<Drawing>,
    /// The colours of its picture, whatever its reader has chosen.
    pub theme: Option<Theme>,
    /// Whether the board is painted small: where it stands for a match and is not what one plays by.
    pub small: bool,
    /// The match in motion, if it belongs to the message: it is sent beside the picture, after it.
    pub replay: Option<Replay>,
    /// Several boards on one sheet, in place of a picture.
    pub gallery: Option<Gallery>,
    /// A rule shown on boards, in place of a picture.
    pub plate: Option<Plate>,
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
    /// What is shown.
    pub scene: Scene,
    /// What the scene shows in words, at most 1024 characters.
    pub alt: String,
    /// The position in words, for people who have boards as texts: longer than [`alt`](Self::alt), and without the turn,
    /// which the message itself tells. May be empty.
    pub text: String,
    /// What the signs on it stand for, to be read below the text where the picture is seen. May be empty.
    pub legend: String,
    /// The name of the file, ending in `.png`.
    pub file: String,
    /// The players, the first seat first. The painter adds their names if it knows them.
    pub players: Option<[Player; 2]>,
}

/// A match to be shown in motion.
#[derive(Clone, Debug)]
pub struct Replay {
    pub(super) played: Arc<Match>,
    pub(super) pace: Pace,
    /// What is shown, in words, at most 1024 characters.
    pub alt: String,
    /// The name of the file, ending in `.gif`.
    pub file: String,
}

/// Boards on one sheet, each with a caption.
#[derive(Clone, Debug)]
pub struct Gallery {
    /// The captions and what is shown below them.
    pub boards: Vec<(String, Scene)>,
    /// What is shown in words, at most 1024 characters.
    pub alt: String,
    /// The name of the file, ending in `.png`: two sheets of one name show the same.
    pub file: String,
    /// Whether it will be asked for again and again, so that it is worth keeping.
    pub lasting: bool,
}

/// One or two boards that show something, each with a line above it, as one picture.
#[derive(Clone, Debug)]
pub struct Plate {
    /// The lines and what is shown below them.
    pub boards: Vec<(String, Scene)>,
    /// What is shown in words, at most 1024 characters.
    pub alt: String,
    /// The position in words, for people who have boards as texts.
    pub text: String,
    /// What the signs stand for, to be read below the text where the picture is seen. May be empty.
    pub legend: String,
    /// The name of the file, ending in `.png`.
    pub file: String,
}

/// A table or a chart to be drawn. The message itself says the same.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// What is shown.
    pub sheet: Sheet,
    /// What is shown in words, at most 1024 characters.
    pub alt: String,
    /// The name of the file, ending in `.png`.
    pub file: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    /// One to three words in title case, or the name of a choice; at most 80 characters.
    pub label: Cow<'static, str>,
    /// What pressing it does.
    pub press: Target,
    /// How much it stands out. A link looks as Discord wants it.
    pub tone: Tone,
    /// Whether it can be pressed.
    pub enabled: bool,
}

/// What pressing a button does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
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
    /// What can be chosen from it.
    pub offer: Offer,
    /// How many may be chosen: the fewest, and the most. Discord offers 0 to 25, and no more than there are options.
    pub count: (u8, u8),
}

/// What can be chosen from a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// One to 25 options.
    Options(Vec<MenuOption>),
    /// Everybody in the server; these stand chosen to begin with.
    People(Vec<UserId>),
    /// The roles of the server.
    Roles(Vec<RoleId>),
    /// The text channels and announcement channels of the server.
    Channels(Vec<ChannelId>),
}

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

    /// This message below a line of text.
    #[must_use]
    pub fn below(mut self, line: &str) -> Self {
        self.content.insert(0, '\n');
        self.content.insert_str(0, line);
        self
    }

    /// Whether there is anything to be painted but a match in motion.
    #[must_use]
    pub fn has_picture(&self) -> bool {
        self.picture.is_some()
            || self.gallery.is_some()
            || self.plate.is_some()
            || self.drawing.is_some()
    }

    /// What the signs on its picture stand for; may be empty.
    #[must_use]
    pub fn legend(&self) -> &str {
        let picture = self.picture.as_ref().map(|picture| &picture.legend);
        let plate = self.plate.as_ref().map(|plate| &plate.legend);
        picture.or(plate).map_or("", String::as_str)
    }

    /// This message with its picture in words, and nothing in motion.
    #[must_use]
    pub fn in_words(mut self) -> Self {
        self.gallery = None;
        let picture = self.picture.take().map(|picture| picture.text);
        let Some(text) = picture.or(self.plate.take().map(|plate| plate.text)) else {
            return Self {
                drawing: None,
                ..self
            };
        };
        let content = if text.is_empty() {
            self.content
        } else {
            format!("{}\n{text}", self.content)
        };
        Self {
            content: cut_lines(&content),
            replay: None,
            ..self
        }
        .without_caption()
    }
}

impl Replay {
    /// Sets the players, the first seat first. The painter adds their names.
    #[must_use]
    pub fn players(&self) -> Option<[Player; 2]> {
        self.played.players()
    }
}

impl Composed {
    /// This message with its caption as its last line, where there is no picture above that.
    #[must_use]
    pub fn without_caption(mut self) -> Self {
        let caption = std::mem::take(&mut self.caption);
        if !caption.is_empty() {
            self.content = format!("{}\n{caption}", self.content);
        }
        self
    }
}

/// The buttons that turn to the page before this one and to the one after it; pages are counted from 0.
pub(crate) fn page_buttons<P: Into<CustomId>>(
    page: usize,
    pages: usize,
    to: impl Fn(u32) -> P,
) -> [Button; 2] {
    let turn_to = |label, page: usize, enabled| {
        let page = u32::try_from(page).unwrap_or(u32::MAX);
        Button::new(label, Tone::Plain, to(page)).enabled(enabled)
    };
    [
        // A button that cannot be pressed needs an id of its own too.
        turn_to("◀", page.checked_sub(1).unwrap_or(pages), page > 0),
        turn_to("▶", page + 1, page + 1 < pages),
    ]
}

/// The buttons that turn over: to the beginning, back, on, and to the end. Each has an id of its own, wherever it leads.
pub(crate) fn step_buttons<P: Into<CustomId>>(
    to: impl Fn(PageStep) -> P,
    back: bool,
    on: bool,
) -> Vec<Button> {
    let step = |label, page, enabled| Button::new(label, Tone::Plain, to(page)).enabled(enabled);
    vec![
        step("First", PageStep::First, back),
        step("Back", PageStep::Back, back),
        step("Next", PageStep::Next, on),
        step("Last", PageStep::Last, on),
    ]
}

impl Button {
    /// A button that can be pressed.
    #[must_use]
    pub fn new(label: impl Into<Cow<'static, str>>, tone: Tone, id: impl Into<CustomId>) -> Self {
        Self {
            label: label.into(),
            press: Target::Ask(id.into()),
            tone,
            enabled: true,
        }
    }

    /// A button that opens an address.
    #[must_use]
    pub fn link(label: impl Into<Cow<'static, str>>, address: String) -> Self {
        Self {
            label: label.into(),
            press: Target::Open(address),
            tone: Tone::Plain,
            enabled: true,
        }
    }

    /// What pressing it asks for; `None` where it opens an address.
    #[must_use]
    pub fn id(&self) -> Option<&CustomId> {
        match &self.press {
            Target::Ask(id) => Some(id),
            Target::Open(_) => None,
        }
    }

    /// This button, pressable only if `enabled`.
    #[must_use]
    pub fn enabled(self, enabled: bool) -> Self {
        Self { enabled, ..self }
    }
}

impl Menu {
    /// A menu from which exactly one option is chosen.
    #[must_use]
    pub fn one(
        placeholder: impl Into<String>,
        id: impl Into<CustomId>,
        options: Vec<MenuOption>,
    ) -> Self {
        Self {
            id: id.into(),
            placeholder: placeholder.into(),
            offer: Offer::Options(options),
            count: (1, 1),
        }
    }

    /// Its options; none where Discord fills it.
    #[must_use]
    pub fn options(&self) -> &[MenuOption] {
        match &self.offer {
            Offer::Options(options) => options,
            _ => &[],
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

    /// This option with a second line.
    #[must_use]
    pub fn described(self, description: impl Into<String>) -> Self {
        Self {
            description: description.into(),
            ..self
        }
    }

    /// This option, chosen to begin with if `chosen`.
    #[must_use]
    pub fn chosen(self, chosen: bool) -> Self {
        Self { chosen, ..self }
    }
}

impl fmt::Display for Composed {
    /// The message as a readable text: for tests and logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.content)?;
        if !self.legend().is_empty() {
            writeln!(f, "-# {}", self.legend())?;
        }
        if let Some(picture) = &self.picture {
            let small = if self.small { "small " } else { "" };
            writeln!(f, "({small}picture {}: {})", picture.file, picture.alt)?;
        }
        if !self.caption.is_empty() {
            writeln!(f, "{}", self.caption)?;
        }
        if let Some(gallery) = &self.gallery {
            writeln!(f, "(gallery {}: {})", gallery.file, gallery.alt)?;
        }
        if let Some(plate) = &self.plate {
            let lines: Vec<_> = plate.boards.iter().map(|(line, _)| line.as_str()).collect();
            let (file, alt) = (&plate.file, &plate.alt);
            writeln!(f, "(plate {file} | {}: {alt})", lines.join(" | "))?;
        }
        if let Some(drawing) = &self.drawing {
            writeln!(f, "(drawing {}: {})", drawing.file, drawing.alt)?;
        }
        if let Some(replay) = &self.replay {
            writeln!(f, "(replay {}: {})", replay.file, replay.alt)?;
        }
        for Menu {
            id,
            placeholder,
            offer,
            count: (fewest, most),
        } in &self.menus
        {
            writeln!(f, "<{placeholder} | {fewest}–{most} | {id}>")?;
            match offer {
                Offer::Options(options) => {
                    for option in options {
                        let chosen = if option.chosen { "*" } else { "-" };
                        let (label, description) = (&option.label, &option.description);
                        writeln!(f, "  {chosen} {label} | {description} | {}", option.value)?;
                    }
                }
                filled => writeln!(f, "  {filled:?}")?,
            }
        }
        for row in &self.rows {
            for button in row {
                let off = if button.enabled { "" } else { " off" };
                match &button.press {
                    Target::Ask(id) => {
                        write!(f, "[{} | {:?}{off} | {id}] ", button.label, button.tone)?;
                    }
                    Target::Open(address) => {
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
