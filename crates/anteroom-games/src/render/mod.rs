//! Pictures: from a [`Scene`](crate::board::scene::Scene) to pixels, PNG files and GIFs.
//!
//! A scene is laid out on whole pixels. `Painted` paints each look once: the empty board, and each cell with its
//! contents. `imageproc` draws shapes at four times their size, and the shapes are averaged down to stencils. A
//! [`Theme`]'s colours are painted through the stencils and reduced to a palette: the board's colours, and ramps
//! between colours that meet. Making a [`Frame`] then only copies rows.
//!
//! This module knows no game. No scene makes painting fail: parts that do not fit are omitted.

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
mod marks;
mod men;
mod painted;
mod painter;
mod palette;
mod panel;
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
pub use font::{printable, printable_name};
pub use format::Format;
pub use frame::{EncodeError, Frame};
pub use gif::AnimationError;
pub use painter::{Painter, Shot};
pub use sheet::{
    ChartPoint, ChartSide, Crosstable, CrosstableLine, Ladder, LadderLine, Leg, Sheet, SheetLine,
    Standings, StandingsLine, Zone,
};

pub use crate::board::{Theme, UnknownTheme};
