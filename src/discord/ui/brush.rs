use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::composed::{Composed, Drawing, Gallery, Picture, Plate, Replay};
use super::names::Names;
use super::wire::{File, Painted};
use crate::board::scene::Scene;
use crate::kernel::fair::{Full, NotDone, Wanted, WorkerPools, is_spent};
use crate::kernel::lock::lock;
use crate::matches::{GuildId, Player, UserId};
use crate::render::{Format, Painter, SheetPicture, Theme, contact_sheet};

/// Discord accepts files of up to ten megabytes. No picture of the bot should come near that limit.
const LARGEST_FILE: usize = 8_000_000;

/// Files by name and theme.
type Sheets = HashMap<(String, Theme), Vec<u8>>;

/// A painter of the boards of messages, off the threads that talk to Discord.
#[derive(Clone)]
pub struct Brush {
    painter: Arc<Painter>,
    default_theme: Theme,
    names: Arc<Names>,
    workers: WorkerPools,
    /// A cache of the sheets of boards: few sheets, often viewed.
    sheets: Arc<Mutex<Sheets>>,
}

/// The line below a replay that is not in motion.
const STILL: &str = "The match is too long to be shown in motion.";

impl Brush {
    /// Creates a brush with a painter, the theme for people who chose none, and the names above boards.
    pub fn new(painter: Arc<Painter>, default_theme: Theme, names: Arc<Names>) -> Self {
        Self {
            painter,
            default_theme,
            names,
            workers: WorkerPools::default(),
            sheets: Arc::default(),
        }
    }

    /// Returns the theme of boards for people who chose none.
    pub fn default_theme(&self) -> Theme {
        self.default_theme
    }

    pub fn workers(&self) -> &WorkerPools {
        &self.workers
    }

    /// Paints a message for everybody about a match of the person `by`, with names as in `guild`. A picture
    /// that cannot be painted is omitted and logged: the text of the message matters more.
    pub async fn tell(
        &self,
        composed: Composed,
        theme: Option<Theme>,
        guild: Option<GuildId>,
        by: UserId,
    ) -> Painted {
        let files = self.files(&composed, theme, guild, Wanted::told(by)).await;
        Painted::new(composed, files.unwrap_or_default())
    }

    /// Paints a message that the person `by` asked for, in words only if too many of their boards wait.
    pub async fn show(
        &self,
        mut composed: Composed,
        theme: Option<Theme>,
        guild: Option<GuildId>,
        by: UserId,
    ) -> Result<Painted, Full> {
        match self.files(&composed, theme, guild, Wanted::asked(by)).await {
            Ok(files) => {
                let moves = files.iter().any(|file| file.name.ends_with(".gif"));
                let Some(replay) = composed.replay.take().filter(|_| !moves) else {
                    return Ok(Painted::new(composed, files));
                };
                if let Some(text) = composed.content.strip_suffix(&replay.pace_line) {
                    composed.content = text.to_owned();
                }
                Ok(Painted::new(composed, files).with_aside(STILL))
            }
            Err(full) if composed.replay.is_some() => Err(full),
            Err(full) => {
                let words = Painted::new(composed.in_words(), Vec::new());
                Ok(words.with_aside(&format!("No picture. {full}")))
            }
        }
    }

    /// Paints the pictures of a message and its animation, if it has them.
    async fn files(
        &self,
        composed: &Composed,
        theme: Option<Theme>,
        guild: Option<GuildId>,
        wanted: Wanted,
    ) -> Result<Vec<File>, Full> {
        if !composed.has_picture() && composed.replay.is_none() {
            return Ok(Vec::new());
        }
        let theme = composed.theme.or(theme).unwrap_or(self.default_theme);
        let format = if composed.small {
            Format::overview(theme)
        } else {
            Format::still(theme)
        };
        let brush = self.clone();
        let (picture, gallery) = (composed.picture.clone(), composed.gallery.clone());
        let (plate, drawing) = (composed.plate.clone(), composed.drawing.clone());
        let paint = move || {
            let still = picture.and_then(|picture| brush.png(picture, format, guild));
            let gallery = gallery.and_then(|gallery| brush.gallery(gallery, theme));
            let plate = plate.and_then(|plate| brush.plate(plate, theme));
            let drawn = drawing.and_then(|drawing| draw(drawing, theme));
            (still, [gallery, plate, drawn])
        };
        // An animation takes as long as ten boards, so the bot paints both at the same time.
        let moving = async {
            let Some(replay) = composed.replay.clone() else {
                return Ok(None);
            };
            let brush = self.clone();
            let work = move || brush.gif(replay, theme, guild);
            painted(self.workers.long(wanted, work).await)
        };
        let still = async { painted(self.workers.quick(wanted, paint).await) };
        let ((still, others), moving) = tokio::try_join!(still, moving)?;
        let first = moving.or(still);
        Ok(first
            .into_iter()
            .chain(others.into_iter().flatten())
            .collect())
    }

    fn png(&self, mut picture: Picture, format: Format, guild: Option<GuildId>) -> Option<File> {
        self.sign(&mut picture.scene, guild, picture.players);
        match self.painter.png(&picture.scene, format) {
            Ok(bytes) => Some(File {
                name: picture.file,
                alt: picture.alt,
                bytes,
            }),
            Err(error) => {
                tracing::error!(%error, file = picture.file, "a board could not be written as a file");
                None
            }
        }
    }

    fn gallery(&self, gallery: Gallery, theme: Theme) -> Option<File> {
        let key = (gallery.file.clone(), theme);
        let kept = || lock(&self.sheets);
        let painted = kept().get(&key).cloned();
        let bytes = match painted {
            Some(bytes) => bytes,
            None => {
                let format = Format::thumbnail(theme);
                let boards = gallery.boards.iter();
                let boards: Vec<_> = boards
                    .map(|board| SheetPicture {
                        caption: &board.caption,
                        frame: self.painter.frame(&board.scene, format),
                        accent: board.accent,
                    })
                    .collect();
                match contact_sheet(gallery.beside, &boards) {
                    Ok(bytes) => {
                        if gallery.lasting {
                            kept().insert(key, bytes.clone());
                        }
                        bytes
                    }
                    Err(error) => {
                        tracing::error!(%error, file = gallery.file, "a sheet could not be written as a file");
                        return None;
                    }
                }
            }
        };
        Some(File {
            name: gallery.file,
            alt: gallery.alt,
            bytes,
        })
    }

    fn plate(&self, plate: Plate, theme: Theme) -> Option<File> {
        match self.painter.plate(&plate.boards, theme).png() {
            Ok(bytes) => Some(File {
                name: plate.file,
                alt: plate.alt,
                bytes,
            }),
            Err(error) => {
                tracing::error!(%error, file = plate.file, "a plate could not be written as a file");
                None
            }
        }
    }

    fn gif(&self, replay: Replay, theme: Theme, guild: Option<GuildId>) -> Option<File> {
        let painted = match replay.shots() {
            Ok(mut shots) => {
                shots
                    .iter_mut()
                    .for_each(|shot| self.sign(&mut shot.scene, guild, replay.players()));
                self.painter
                    .gif_while(&shots, Format::replay(theme), || !is_spent())
                    .map_err(|error| error.to_string())
            }
            Err(error) => Err(error.to_string()),
        };
        match painted {
            Ok(bytes) if bytes.len() <= LARGEST_FILE => {
                return Some(File {
                    name: replay.file,
                    alt: replay.alt,
                    bytes,
                });
            }
            Ok(bytes) => tracing::error!(
                bytes = bytes.len(),
                file = replay.file,
                "a replay is too large to be sent"
            ),
            Err(_) if is_spent() => tracing::info!(
                file = replay.file,
                "a match takes too long to be shown in motion"
            ),
            Err(error) => tracing::error!(
                error,
                file = replay.file,
                "a match could not be shown in motion"
            ),
        }
        None
    }

    /// Puts the known names of the players above a board.
    fn sign(&self, scene: &mut Scene, guild: Option<GuildId>, players: Option<[Player; 2]>) {
        if let (Some(bar), Some(players)) = (&mut scene.bar, players) {
            self.names.call(bar, guild, players);
        }
    }
}

/// Returns the result of painting, or the default if painting failed.
fn painted<T: Default>(work: Result<T, NotDone>) -> Result<T, Full> {
    match work {
        Ok(painted) => Ok(painted),
        Err(NotDone::Full(full)) => Err(full),
        Err(NotDone::Failed) => Ok(T::default()),
    }
}

/// Draws a table or a chart as a file.
fn draw(drawing: Drawing, theme: Theme) -> Option<File> {
    match drawing.sheet.png(theme) {
        Ok(bytes) => Some(File {
            name: drawing.file,
            alt: drawing.alt,
            bytes,
        }),
        Err(error) => {
            tracing::error!(%error, file = drawing.file, "a table could not be written as a file");
            None
        }
    }
}
