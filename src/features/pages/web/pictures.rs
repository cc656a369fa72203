//! The pictures of a match, and its animation.

use std::sync::Arc;

use axum::body::Bytes;

use super::picture_key::{PictureKey, What};
use super::site::Site;
use crate::board::{Seat, Theme};
use crate::discord::ui::board::board_scene;
use crate::discord::ui::{Pace, Replay};
use crate::features::pages::messages::html::{Problem, figure as rules_figure};
use crate::features::pages::model::{Picture, mark};
use crate::games::Game;
use crate::kernel::fair::is_spent;
use crate::matches::Match;
use crate::render::{Format, Painter};

/// The long edge of a board for dense screens, in pixels.
const DENSE: u32 = 1200;

/// Returns the format of a board.
pub(super) fn format(theme: Theme, dense: bool) -> Format {
    match dense {
        true => Format { theme, edge: DENSE },
        false => Format::still(theme),
    }
}

impl Site {
    /// Returns a picture of a match at a turn as a PNG file. It has no strip with the players.
    pub(super) async fn picture(
        &self,
        now: &Arc<Match>,
        ply: u32,
        picture: Picture,
        seen_from: Seat,
        theme: Theme,
    ) -> Result<Bytes, Problem> {
        let key = PictureKey {
            id: now.id(),
            mark: mark(now, ply),
            ply,
            what: What::Still(picture, theme),
            seen_from,
        };
        let (now, painter) = (Arc::clone(now), Arc::clone(&self.painter));
        let make = async {
            let work = move || painted(&painter, &now, ply, picture, seen_from, theme);
            self.quick(work).await?.ok_or(Problem::Busy)
        };
        self.pictures.get(key, Bytes::len, make).await
    }

    /// Returns a picture of a game's rules as a PNG file.
    pub(super) async fn figure(
        &self,
        game: &'static Game,
        figure: String,
    ) -> Result<Bytes, Problem> {
        let (painter, theme) = (Arc::clone(&self.painter), self.theme);
        let key = (game.card.key, figure.clone());
        let make = async {
            let work = move || {
                let boards = rules_figure(game, &figure)?;
                painter.plate(&boards, theme).png().map(Bytes::from).ok()
            };
            self.quick(work).await?.ok_or(Problem::NotFound)
        };
        self.figures.get(key, Bytes::len, make).await
    }

    /// Returns the animation of a match as a GIF file.
    pub(super) async fn animation(&self, now: &Arc<Match>, theme: Theme) -> Result<Bytes, Problem> {
        let replay = Replay::of(now, Pace::Normal).ok_or(Problem::NotFound)?;
        let key = PictureKey {
            id: now.id(),
            mark: mark(now, now.ply()),
            ply: now.ply(),
            what: What::Animation(now.seq(), theme),
            seen_from: Seat::First,
        };
        let painter = Arc::clone(&self.painter);
        let make = async {
            let work = move || {
                let shots = replay.shots().ok()?;
                let file = painter.gif_while(&shots, Format::replay(theme), || !is_spent());
                file.map(Bytes::from).ok()
            };
            self.long(work).await?.ok_or(Problem::Busy)
        };
        self.pictures.get(key, Bytes::len, make).await
    }
}

fn painted(
    painter: &Painter,
    now: &Match,
    ply: u32,
    picture: Picture,
    seen_from: Seat,
    theme: Theme,
) -> Option<Bytes> {
    let stage = now.as_at(ply).ok()?;
    let mut scene = board_scene(&stage, seen_from);
    scene.bar = None;
    let file = match picture {
        Picture::Board { theme, dense } => painter.png(&scene, format(theme, dense)),
        Picture::Preview => painter.preview(&scene, theme),
    };
    file.map(Bytes::from)
        .map_err(|error| tracing::error!(%error, "a board could not be written as a file"))
        .ok()
}
