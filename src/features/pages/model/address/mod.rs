//! Addresses of pages and of what belongs to them. This folder is fuzzed, so it needs only boards and games.

pub mod asked;
pub mod name;
pub mod picture;
pub mod record_file;

pub use asked::Asked;
pub use name::PageName;
pub use picture::{Look, Picture};
pub use record_file::RecordFile;
