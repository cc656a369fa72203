//! Personal data: export and deletion.

mod columns;
mod commands;
mod messages;
mod scrub;
