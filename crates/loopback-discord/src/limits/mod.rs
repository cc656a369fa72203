//! Discord's limits for a bot's messages, embeds, components, modals and command definitions.
//!
//! The numbers are those of Discord's documentation. If it is ambiguous, the stricter reading is enforced.

pub(crate) mod commands;
pub(crate) mod components;
pub(crate) mod embeds;
pub(crate) mod messages;
pub(crate) mod modals;
pub(crate) mod threads;

/// The most characters of a message's content, for a bot.
pub(crate) const CONTENT: usize = 2_000;
/// The most files of a message.
pub(crate) const FILES: usize = 10;
/// The most bytes of a file, on a server without boosts.
pub(crate) const FILE_SIZE: usize = 10 * 1024 * 1024;

/// The most bytes of a person's file, with a paid account.
pub(crate) const MOST_UPLOADED: usize = 500 * 1024 * 1024;
/// The most bytes of a whole request.
pub(crate) const REQUEST_SIZE: usize = 25 * 1024 * 1024;
/// The most characters of a file's description, its alt text.
pub(crate) const ALT_TEXT: usize = 1_024;
/// The most embeds of a message.
pub(crate) const EMBEDS: usize = 10;
/// The most characters of a `custom_id`.
pub(crate) const CUSTOM_ID: usize = 100;
/// The most rows of components in a message.
pub(crate) const ROWS: usize = 5;
/// The most options of a select or a command, and choices of an option or an autocomplete answer.
pub(crate) const OPTIONS: usize = 25;
/// The most commands of an application, global or in one guild.
pub(crate) const COMMANDS: usize = 100;
/// The most characters of a thread's name.
pub(crate) const THREAD_NAME: usize = 100;
/// The most characters that a person may type into a text input.
pub(crate) const TEXT_INPUT: usize = 4_000;
/// The most characters of a command's text option.
pub(crate) const TEXT_OPTION: usize = 6_000;
