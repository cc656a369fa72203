use std::sync::Arc;

use super::messages::Composed;
use super::wire::Painted;
use crate::render::{Format, Painter, Theme};

/// Paints the boards of messages, off the threads that talk to Discord.
#[derive(Clone)]
pub struct Brush {
    painter: Arc<Painter>,
    theme: Theme,
}

impl Brush {
    /// Boards are painted by this painter in this theme.
    #[must_use]
    pub fn new(painter: Arc<Painter>, theme: Theme) -> Self {
        Self { painter, theme }
    }

    /// Paints a message's board, if it has one. A board that cannot be painted is left out and logged: the words of
    /// the message matter more.
    pub async fn paint(&self, composed: Composed) -> Painted {
        let Some(picture) = &composed.picture else { return Painted::new(composed, None) };
        let (painter, format, scene) = (Arc::clone(&self.painter), Format::still(self.theme), picture.scene.clone());
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
