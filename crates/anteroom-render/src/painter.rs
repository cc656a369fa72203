use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::bar;
use super::colours::Family;
use super::format::Format;
use super::frame::{EncodeError, Frame};
use super::gif::{AnimationError, film};
use super::layout::Layout;
use super::painted::{Kept, Painted};
use anteroom_board::scene::{Board, MarkKind, Scene};

/// The maximum bytes of all cached boards, except the one in use. One board takes up to 1.3 million bytes. Sprites
/// and bands have caches of their own.
const MOST_BYTES: usize = 12_000_000;

/// A painter of scenes, with caches of painted boards and cells.
///
/// One painter serves all threads. It evicts the least recently used boards.
#[derive(Default)]
pub struct Painter {
    /// In order of use, the most recent last.
    boards: Mutex<Vec<(Key, Arc<Painted>)>>,
    kept: Arc<Kept>,
}

/// A picture of an animation.
#[derive(Clone, Debug)]
pub struct Shot {
    /// The scene of the picture.
    pub scene: Scene,
    /// The time for which the picture is shown, rounded to hundredths of a second, at most 655 seconds.
    pub hold: Duration,
}

/// The cache key of a painted board.
#[derive(Clone, PartialEq, Eq)]
struct Key {
    board: String,
    format: Format,
    /// The families of pieces whose colours the palette has.
    families: BTreeSet<Family>,
}

impl Painter {
    /// Creates a painter with empty caches.
    #[must_use]
    pub fn new() -> Painter {
        Painter::default()
    }

    /// Paints the scene as a PNG file.
    ///
    /// # Errors
    ///
    /// See [`Frame::png`].
    pub fn png(&self, scene: &Scene, format: Format) -> Result<Vec<u8>, EncodeError> {
        self.painted(&scene.board, families(scene), format)
            .png(scene)
    }

    /// Paints the scene without encoding it.
    #[must_use]
    pub fn frame(&self, scene: &Scene, format: Format) -> Frame {
        self.painted(&scene.board, families(scene), format)
            .frame(scene)
    }

    /// Paints the scenes as an animated GIF that repeats for ever. All boards must have the same size.
    ///
    /// # Errors
    ///
    /// See [`AnimationError`].
    pub fn gif(&self, shots: &[Shot], format: Format) -> Result<Vec<u8>, AnimationError> {
        self.gif_while(shots, format, || true)
    }

    /// Paints as [`gif`](Self::gif) does, for as long as `goes_on`, which is asked before each picture.
    ///
    /// # Errors
    ///
    /// See [`AnimationError`].
    pub fn gif_while(
        &self,
        shots: &[Shot],
        format: Format,
        mut goes_on: impl FnMut() -> bool,
    ) -> Result<Vec<u8>, AnimationError> {
        // With the colours of all pieces, pictures share one palette: they can be compared, and the file has it once.
        let families: BTreeSet<Family> = shots
            .iter()
            .flat_map(|shot| families(&shot.scene))
            .collect();
        let mut stopped = false;
        let pictures = shots.iter().map_while(|shot| {
            stopped = !goes_on();
            let painted =
                (!stopped).then(|| self.painted(&shot.scene.board, families.clone(), format))?;
            Some((painted.frame(&shot.scene), shot.hold))
        });
        let film = film(pictures);
        if stopped {
            return Err(AnimationError::Stopped);
        }
        film
    }

    /// Returns the width and the height in pixels of the scene's picture in this format.
    #[must_use]
    pub fn size(&self, scene: &Scene, format: Format) -> (u32, u32) {
        let layout = Layout::of(&scene.board, format.edge);
        let bar = scene
            .bar
            .as_ref()
            .map_or(0, |_| bar::height(layout.width, layout.height));
        (layout.width, layout.height + bar)
    }

    /// Returns the board with the colours of these families, painted if it is not cached.
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
        // Painting is slow, so it holds no lock. If two threads paint the same board, one copy is dropped.
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

/// Evicts the oldest boards until the others fit. The last one, which is in use, always stays.
fn forget_oldest(boards: &mut Vec<(Key, Arc<Painted>)>) {
    let mut bytes: usize = boards.iter().map(|(_, board)| board.bytes()).sum();
    while bytes > MOST_BYTES && boards.len() > 1 {
        let (_, oldest) = boards.remove(0);
        bytes = bytes.saturating_sub(oldest.bytes());
    }
}

/// Returns the families whose colours the scene needs.
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
    // Without any piece, territory has the colours of stones.
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
