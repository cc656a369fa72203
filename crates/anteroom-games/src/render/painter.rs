use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::bar;
use super::colours::Family;
use super::format::Format;
use super::frame::{EncodeError, Frame};
use super::gif::{AnimationError, Film};
use super::layout::Layout;
use super::painted::{Kept, Painted, View};
use crate::board::scene::{Board, MarkKind, Scene};

/// This many bytes all painted boards take, but for the one in use; one takes up to 1.3 million. What stands on their cells and
/// what was packed is kept apart.
const MOST_BYTES: usize = 12_000_000;

/// Paints scenes and keeps what can be used again: boards and cells as they were painted the first time.
///
/// One painter serves all threads. It forgets the boards that were not asked for the longest.
#[derive(Default)]
pub struct Painter {
    /// The one used last comes last.
    boards: Mutex<Vec<(Key, Arc<Painted>)>>,
    kept: Arc<Kept>,
}

/// A picture of an animation.
#[derive(Clone, Debug)]
pub struct Shot {
    /// What is shown.
    pub scene: Scene,
    /// For how long, as exactly as a hundredth of a second allows, and at most ten minutes.
    pub hold: Duration,
}

/// What a painted board depends on.
#[derive(Clone, PartialEq, Eq)]
struct Key {
    board: String,
    format: Format,
    /// The palette has the colours of these pieces.
    families: BTreeSet<Family>,
}

impl Painter {
    /// A painter that has painted nothing yet.
    #[must_use]
    pub fn new() -> Painter {
        Painter::default()
    }

    /// The scene as a PNG file.
    ///
    /// # Errors
    ///
    /// See [`Frame::png`].
    pub fn png(&self, scene: &Scene, format: Format) -> Result<Vec<u8>, EncodeError> {
        self.painted(&scene.board, families(scene), format)
            .png(scene)
    }

    /// The scene as a picture that is not encoded yet.
    #[must_use]
    pub fn frame(&self, scene: &Scene, format: Format) -> Frame {
        self.painted(&scene.board, families(scene), format)
            .frame(scene)
    }

    /// The scenes one after another as an animated GIF that repeats for ever. All of them show boards of one size.
    ///
    /// # Errors
    ///
    /// See [`AnimationError`].
    pub fn gif(&self, shots: &[Shot], format: Format) -> Result<Vec<u8>, AnimationError> {
        // Pictures of one palette need not say it again, and can be compared: so each gets the colours of all pieces.
        let families: BTreeSet<Family> = shots
            .iter()
            .flat_map(|shot| families(&shot.scene))
            .collect();
        let mut film: Option<Film> = None;
        let mut last: Option<(Arc<Painted>, View)> = None;
        for shot in shots {
            let painted = self.painted(&shot.scene.board, families.clone(), format);
            let view = painted.view(&shot.scene);
            let before = last
                .as_ref()
                .filter(|(board, _)| Arc::ptr_eq(board, &painted));
            let before = before.filter(|(_, before)| painted.fits(before, &view));
            match (&mut film, before) {
                (Some(film), Some((_, before))) => {
                    film.change(painted.change(before, &view), shot.hold)?;
                }
                (Some(film), None) => film.show(&painted.picture(&view), shot.hold)?,
                (None, _) => film = Some(Film::beginning(&painted.picture(&view), shot.hold)?),
            }
            last = Some((painted, view));
        }
        film.ok_or(AnimationError::Empty)?.end()
    }

    /// Width and height in pixels of the scene's picture in this format.
    #[must_use]
    pub fn size(&self, scene: &Scene, format: Format) -> (u32, u32) {
        let layout = Layout::of(&scene.board, format.edge);
        let bar = scene
            .bar
            .as_ref()
            .map_or(0, |_| bar::height(layout.width, layout.height));
        (layout.width, layout.height + bar)
    }

    /// The board painted once, with the colours of these families.
    pub(super) fn painted(
        &self,
        board: &Board,
        families: BTreeSet<Family>,
        format: Format,
    ) -> Arc<Painted> {
        let key = Key {
            board: board.key.clone(),
            format,
            families,
        };
        if let Some(painted) = self.kept(&key) {
            return painted;
        }
        // Painting takes a while, so other boards are not kept waiting. Should two threads paint the same, one board
        // is dropped.
        let painted = Arc::new(Painted::new(
            board,
            &key.families,
            format,
            self.kept.clone(),
        ));
        let mut boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
        boards.retain(|(kept, _)| *kept != key);
        boards.push((key, painted.clone()));
        forget_oldest(&mut boards);
        painted
    }

    fn kept(&self, key: &Key) -> Option<Arc<Painted>> {
        let mut boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
        let place = boards.iter().position(|(kept, _)| kept == key)?;
        let found = boards.remove(place);
        let painted = found.1.clone();
        boards.push(found);
        Some(painted)
    }
}

/// The last one, which is in use, stays in any case.
fn forget_oldest(boards: &mut Vec<(Key, Arc<Painted>)>) {
    let mut bytes: usize = boards.iter().map(|(_, board)| board.bytes()).sum();
    while bytes > MOST_BYTES && boards.len() > 1 {
        let (_, oldest) = boards.remove(0);
        bytes = bytes.saturating_sub(oldest.bytes());
    }
}

/// The families whose colours the scene needs.
pub(super) fn families(scene: &Scene) -> BTreeSet<Family> {
    let samples = scene
        .bar
        .iter()
        .flat_map(|bar| &bar.sides)
        .map(|side| side.kind)
        .chain(scene.panels.iter().map(|panel| panel.tally.kind));
    let mut families: BTreeSet<Family> = scene
        .men
        .iter()
        .map(|man| man.kind)
        .chain(samples)
        .map(Family::of)
        .collect();
    // Territory is shown in the colours of stones where there is no piece to take them from.
    if families.is_empty()
        && scene
            .marks
            .iter()
            .any(|mark| matches!(mark.kind, MarkKind::Territory(_)))
    {
        families.insert(Family::Stone);
    }
    families
}
