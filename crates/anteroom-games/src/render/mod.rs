//! Pictures: a [`Scene`](crate::board::scene::Scene) becomes pixels.
//!
//! A scene is laid out on whole pixels, and everything that can look different is painted once: the empty board, and
//! each cell with what stands on it (`Painted`). Shapes are drawn with `imageproc` several times as large and
//! averaged down to stencils, through which a [`Theme`]'s colours are painted; the result is brought down to a palette of ramps
//! between the colours that meet on the board. A [`Frame`] is then only rows copied, and is encoded as it is.
//!
//! No game is known here, and no scene can make a picture fail: what does not fit is left away.

mod band;
mod bar;
mod colours;
mod contact;
#[cfg(test)]
mod contrast;
mod easel;
mod empty;
mod font;
mod format;
mod frame;
mod gif;
mod layout;
mod light;
mod lzw;
mod marks;
mod men;
mod painted;
mod painter;
mod palette;
mod panel;
mod part;
mod plate;
mod ramps;
mod recent;
mod sheet;
mod stencil;
mod tables;
mod themes;
mod tile;

pub use colours::Rgb;
pub use contact::contact_sheet;
pub use font::printable;
pub use format::Format;
pub use frame::{EncodeError, Frame};
pub use gif::AnimationError;
pub use painter::{Painter, Shot};
pub use sheet::{ChartSide, Sheet, SheetLine};

pub use crate::board::{Theme, UnknownTheme};
