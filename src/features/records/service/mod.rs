//! Use cases of exports and imports.

pub(crate) mod archive;
pub(crate) mod imports;
