//! Records of matches, and the archive.

mod archive;
mod cases;
mod files;
mod formats;
mod hostile;
mod teams;
