use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::custom_id::{CustomId, PageStep};
use super::pace::Pace;
use super::words::cut_lines;
use crate::board::Theme;
use crate::board::scene::Scene;
use crate::games::{AnyPosition, describe};
use crate::matches::{ChannelId, Match, Player, RoleId, UserId};
use crate::render::{Accent, Sheet};

/// The most options of a menu.
pub(crate) const MOST_OPTIONS: usize = 25;

/// A message: text, pictures, buttons and people to notify. It can be read in tests without sending it.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Composed {
    /// The text in Discord's Markdown, at most 2000 characters.
    pub content: String,
    /// The text below the picture, next to the buttons on a phone's screen. May be empty.
    pub caption: String,
    /// The board, if one belongs to the message.
    pub picture: Option<Picture>,
    /// A table or a chart, if one belongs to the message.
    pub drawing: Option<Drawing>,
    /// The theme of the pictures; it overrides the reader's choice.
    pub theme: Option<Theme>,
    /// Whether the board is painted small, because it illustrates a match and is not played on.
    pub small: bool,
    /// The animation of the match, if it belongs to the message. The picture is sent only if it cannot be painted.
    pub replay: Option<Replay>,
    /// Several boards on one sheet, in place of the picture.
    pub gallery: Option<Gallery>,
    /// A rule shown on boards, in place of the picture.
    pub plate: Option<Plate>,
    /// Menus, each on a row of its own.
    pub menus: Vec<Menu>,
    /// Whether the buttons stand above the menus, and not below.
    pub buttons_first: bool,
    /// Rows of buttons, of at most five each. There are at most five rows and menus together.
    pub rows: Vec<Vec<Button>>,
    /// The ids of the people to notify. All other mentions are silent.
    pub pings: Vec<u64>,
}

#[derive(Clone, Debug)]
pub struct Picture {
    pub scene: Scene,
    /// A description of the scene, at most 1024 characters.
    pub alt: String,
    /// The position, which people who read boards as text get in words. `None` if the message says enough.
    pub position: Option<AnyPosition>,
    /// The legend of the signs, below the text of a message with the picture. May be empty.
    pub legend: String,
    /// The name of the file, with the extension `.png`.
    pub file: String,
    /// The players, the first seat first. The painter adds their names if they are known.
    pub players: Option<[Player; 2]>,
}

/// The animation of a match.
#[derive(Clone, Debug)]
pub struct Replay {
    pub(super) played: Arc<Match>,
    pub(super) pace: Pace,
    /// A description of the animation, at most 1024 characters.
    pub alt: String,
    /// The name of the file, with the extension `.gif`.
    pub file: String,
    /// The end of the message's text that is true only if the match is shown in motion.
    pub(super) pace_line: String,
}

/// Boards on one sheet, each with a caption.
#[derive(Clone, Debug)]
pub struct Gallery {
    pub boards: Vec<GalleryBoard>,
    /// The number of boards in a row.
    pub beside: usize,
    /// A description of the boards, at most 1024 characters.
    pub alt: String,
    /// The name of the file, with the extension `.png`. Sheets with the same name are the same.
    pub file: String,
    /// Whether the sheet will be shown often, so that it is worth caching.
    pub lasting: bool,
}

/// A board of a [`Gallery`].
#[derive(Clone, Debug)]
pub struct GalleryBoard {
    /// The line above the board.
    pub caption: String,
    pub scene: Scene,
    pub accent: Accent,
}

impl GalleryBoard {
    /// Returns a board that looks like the others.
    pub fn plain(caption: String, scene: Scene) -> Self {
        Self {
            caption,
            scene,
            accent: Accent::Plain,
        }
    }
}

/// One or two boards, each with a line above it, as one picture.
#[derive(Clone, Debug)]
pub struct Plate {
    /// The lines and the boards below them.
    pub boards: Vec<(String, Scene)>,
    /// A description of the boards, at most 1024 characters.
    pub alt: String,
    /// The position in words, for people who read boards as text.
    pub text: String,
    /// The legend of the signs, below the text of a message with the picture. May be empty.
    pub legend: String,
    /// The name of the file, with the extension `.png`.
    pub file: String,
}

/// A table or a chart. The text of the message has the same content.
#[derive(Clone, Debug)]
pub struct Drawing {
    pub sheet: Sheet,
    /// A description of the drawing, at most 1024 characters.
    pub alt: String,
    /// The name of the file, with the extension `.png`.
    pub file: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Button {
    /// One to three words in title case, or the name of a choice; at most 80 characters.
    pub label: Cow<'static, str>,
    pub press: Target,
    /// The style of the button. Discord decides the style of a link.
    pub tone: Tone,
    pub enabled: bool,
}

/// The effect of pressing a button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Ask the bot for an action.
    Ask(CustomId),
    /// Open an address of at most 512 characters. The bot is not notified.
    Open(String),
}

/// A list from which a person chooses options. Discord returns the values of the chosen ones.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Menu {
    /// The id of the action that a choice asks for.
    pub id: CustomId,
    /// The text while nothing is chosen, at most 150 characters.
    pub placeholder: String,
    pub offer: Offer,
    /// The minimum and maximum number of choices: 0 to 25, and at most the number of options.
    pub count: (u8, u8),
}

/// The options of a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// One to 25 options.
    Options(Vec<MenuOption>),
    /// Everybody in the server; these people are chosen at first.
    People(Vec<UserId>),
    /// The roles of the server.
    Roles(Vec<RoleId>),
    /// The text channels and announcement channels of the server.
    Channels(Vec<ChannelId>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct MenuOption {
    /// The visible text, at most 100 characters.
    pub label: String,
    /// The value that Discord returns for the option: at most 100 characters, unique in the menu.
    pub value: String,
    /// A second, smaller line of at most 100 characters; may be empty.
    pub description: String,
    /// Whether the option is chosen at first.
    pub chosen: bool,
}

/// The style of a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// The main next action.
    Primary,
    /// One of several actions.
    Plain,
    /// An agreement.
    Success,
    /// An action that cannot be undone.
    Danger,
}

impl Composed {
    /// Creates a message with only a text.
    pub fn text(content: impl Into<String>) -> Self {
        Self {
            content: content.into(),
            ..Self::default()
        }
    }

    /// Adds a row of buttons, unless it is empty.
    pub(crate) fn with_row(mut self, row: Vec<Button>) -> Self {
        self.rows.extend((!row.is_empty()).then_some(row));
        self
    }

    /// Puts a line of text above the message.
    pub fn below(mut self, line: &str) -> Self {
        self.content.insert(0, '\n');
        self.content.insert_str(0, line);
        self
    }

    /// Whether the message has a picture other than an animation.
    pub fn has_picture(&self) -> bool {
        self.picture.is_some()
            || self.gallery.is_some()
            || self.plate.is_some()
            || self.drawing.is_some()
    }

    /// Returns the legend of the picture's signs; may be empty.
    pub fn legend(&self) -> &str {
        let picture = self.picture.as_ref().map(|picture| &picture.legend);
        let plate = self.plate.as_ref().map(|plate| &plate.legend);
        picture.or(plate).map_or("", String::as_str)
    }

    /// Replaces the picture by words, and drops the animation.
    pub fn in_words(mut self) -> Self {
        self.gallery = None;
        let picture = self.picture.take().map(|picture| picture.position);
        let picture = picture.map(|position| {
            position
                .as_deref()
                .map_or_else(String::new, describe::board)
        });
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
    /// Returns the players, the first seat first. The painter adds their names.
    pub fn players(&self) -> Option<[Player; 2]> {
        self.played.players()
    }
}

impl Composed {
    /// Moves the caption to the last line of the text, for a message without a picture.
    pub fn without_caption(mut self) -> Self {
        let caption = std::mem::take(&mut self.caption);
        if !caption.is_empty() {
            self.content = format!("{}\n{caption}", self.content);
        }
        self
    }
}

/// Returns the buttons to the previous and the next page. Pages are counted from 0.
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
        // A disabled button needs an id of its own too.
        turn_to("◀", page.checked_sub(1).unwrap_or(pages), page > 0),
        turn_to("▶", page + 1, page + 1 < pages),
    ]
}

/// Returns the buttons to the first, previous, next and last page, each with an id of its own.
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
    /// Creates a button that asks for an action.
    pub fn new(label: impl Into<Cow<'static, str>>, tone: Tone, id: impl Into<CustomId>) -> Self {
        Self {
            label: label.into(),
            press: Target::Ask(id.into()),
            tone,
            enabled: true,
        }
    }

    /// Creates a button of the usual tone that asks for an action.
    pub(crate) fn plain(label: impl Into<Cow<'static, str>>, id: impl Into<CustomId>) -> Self {
        Self::new(label, Tone::Plain, id)
    }

    /// Creates a button that opens an address.
    pub fn link(label: impl Into<Cow<'static, str>>, address: String) -> Self {
        Self {
            label: label.into(),
            press: Target::Open(address),
            tone: Tone::Plain,
            enabled: true,
        }
    }

    /// Returns the id of the action; `None` for a link.
    pub fn id(&self) -> Option<&CustomId> {
        match &self.press {
            Target::Ask(id) => Some(id),
            Target::Open(_) => None,
        }
    }

    /// Enables or disables the button.
    pub fn enabled(self, enabled: bool) -> Self {
        Self { enabled, ..self }
    }
}

impl Menu {
    /// Creates a menu from which exactly one option is chosen.
    pub fn one(
        placeholder: impl Into<String>,
        id: impl Into<CustomId>,
        options: Vec<MenuOption>,
    ) -> Self {
        Self::one_of(placeholder, id, Offer::Options(options))
    }

    /// Creates a menu from which exactly one entry of an offer is chosen.
    pub(crate) fn one_of(
        placeholder: impl Into<String>,
        id: impl Into<CustomId>,
        offer: Offer,
    ) -> Self {
        Self {
            id: id.into(),
            placeholder: placeholder.into(),
            offer,
            count: (1, 1),
        }
    }

    /// Returns the options; empty if Discord fills the menu.
    pub fn options(&self) -> &[MenuOption] {
        match &self.offer {
            Offer::Options(options) => options,
            _ => &[],
        }
    }
}

impl Offer {
    /// Offers these people by name, or everybody in the server if they do not fit a menu.
    pub(crate) fn people(options: Vec<MenuOption>) -> Self {
        if (1..=MOST_OPTIONS).contains(&options.len()) {
            Self::Options(options)
        } else {
            Self::People(Vec::new())
        }
    }
}

impl MenuOption {
    /// Creates an option without a second line that is not chosen.
    pub fn new(label: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            value: value.into(),
            description: String::new(),
            chosen: false,
        }
    }

    /// Adds a second line.
    pub fn described(self, description: impl Into<String>) -> Self {
        Self {
            description: description.into(),
            ..self
        }
    }

    /// Sets whether the option is chosen at first.
    pub fn chosen(self, chosen: bool) -> Self {
        Self { chosen, ..self }
    }
}

impl fmt::Display for Composed {
    /// Writes the message as readable text, for tests and logs.
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
