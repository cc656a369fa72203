//! Pictures: from a [`Scene`](anteroom_board::scene::Scene) to pixels, PNG files and GIFs.
//!
//! A scene is laid out on whole pixels. `Painted` paints each look once: the empty board, and each cell with its
//! contents. `imageproc` draws shapes at four times their size, and the shapes are averaged down to stencils. A
//! [`Theme`]'s colours are painted through the stencils and reduced to a palette: the board's colours, and ramps
//! between colours that meet. Making a [`Frame`] then only copies rows.
//!
//! This crate knows no game. No scene makes painting fail: parts that do not fit are omitted.
//!
//! ```
//! use anteroom_render::{Sheet, SheetLine, Theme};
//!
//! let best = SheetLine {
//!     place: String::from("1."),
//!     name: String::from("Ana"),
//!     figures: vec![String::from("1523 ±84"), String::from("12 rated matches")],
//!     stands_out: false,
//! };
//! let table = Sheet::Table { title: String::from("The best players"), lines: vec![best] };
//! assert!(table.png(Theme::Dark)?.starts_with(b"\x89PNG"));
//! # Ok::<(), anteroom_render::EncodeError>(())
//! ```

#![warn(missing_docs)]
// The compiler warns about dependencies in Cargo.toml that are not used.
#![cfg_attr(not(test), warn(unused_crate_dependencies))]

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
mod preview;
mod ramps;
mod recent;
mod sheet;
mod stencil;
mod tables;
mod themes;
mod tile;

pub use colours::Rgb;
pub use contact::{Accent, SheetPicture, contact_sheet};
pub use font::{printable, printable_name};
pub use format::Format;
pub use frame::{EncodeError, Frame};
pub use gif::AnimationError;
pub use painter::{Painter, Shot};
pub use preview::piece_colours;
pub use sheet::{
    BracketEntrant, BracketFate, BracketPairing, BracketRound, BracketSheet, BracketSide,
    ChartPoint, ChartSide, Crosstable, CrosstableLine, LadderLine, LadderSheet, Leg, Sheet,
    SheetLine, Standings, StandingsLine, Zone,
};

pub use anteroom_board::{Theme, UnknownTheme};
