use std::sync::Arc;

use super::messages::Composed;
use super::names::Names;
use super::wire::Painted;
use crate::render::{Format, Painter, Theme};

/// Paints the boards of messages, off the threads that talk to Discord.
#[derive(Clone)]
pub struct Brush {
    painter: Arc<Painter>,
    default_theme: Theme,
    names: Arc<Names>,
}

impl Brush {
    /// Boards are painted by this painter, in this theme where nobody has chosen another, with these names above them.
    #[must_use]
    pub fn new(painter: Arc<Painter>, default_theme: Theme, names: Arc<Names>) -> Self {
        Self { painter, default_theme, names }
    }

    /// The theme of boards for which nobody has chosen one.
    #[must_use]
    pub fn default_theme(&self) -> Theme {
        self.default_theme
    }

    /// Paints a message's board, if it has one, in the theme that was chosen. A board that cannot be painted is left
    /// out and logged: the words of the message matter more.
    pub async fn paint(&self, composed: Composed, theme: Option<Theme>) -> Painted {
        let Some(picture) = &composed.picture else { return Painted::new(composed, None) };
        let format = Format::still(theme.unwrap_or(self.default_theme));
        let (painter, mut scene) = (Arc::clone(&self.painter), picture.scene.clone());
        if let (Some(bar), Some(players)) = (&mut scene.bar, picture.players) {
            self.names.call(bar, players);
        }
        let png = match tokio::task::spawn_blocking(move || painter.png(&scene, format)).await {
            Ok(Ok(png)) => Some(png),
            Ok(Err(error)) => {
                tracing::error!(%error, file = picture.file, "a board could not be written as a file");
                None
            }
            Err(error) => {
                tracing::error!(%error, file = picture.file, "a board could not be painted");
                None
            }
        };
        Painted::new(composed, png)
    }
}
