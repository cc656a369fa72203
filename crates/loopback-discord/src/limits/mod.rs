//! Discord's limits on what a bot sends: messages, embeds, components, modals, command definitions.
//!
//! Numbers are those of Discord's documentation. Where it leaves room, the stricter reading is enforced.

pub(crate) mod commands;
pub(crate) mod components;
pub(crate) mod embeds;
pub(crate) mod messages;
pub(crate) mod modals;

/// Characters of a message's content, for a bot.
pub(crate) const CONTENT: usize = 2_000;
/// Files of a message.
pub(crate) const FILES: usize = 10;
/// Bytes of one file, on a server that nobody has boosted.
pub(crate) const FILE_SIZE: usize = 10 * 1024 * 1024;

/// No larger file does a person send: those who pay for it may send such.
pub(crate) const MOST_UPLOADED: usize = 500 * 1024 * 1024;
/// Bytes of a whole request.
pub(crate) const REQUEST_SIZE: usize = 25 * 1024 * 1024;
/// Characters of a file's description, its alt text.
pub(crate) const ALT_TEXT: usize = 1_024;
/// Embeds of a message.
pub(crate) const EMBEDS: usize = 10;
/// Characters of a `custom_id`.
pub(crate) const CUSTOM_ID: usize = 100;
/// Rows of components in a message.
pub(crate) const ROWS: usize = 5;
/// Options of a select, of a command, choices of an option or of an autocomplete answer.
pub(crate) const OPTIONS: usize = 25;
/// Commands of an application, global or in one guild.
pub(crate) const COMMANDS: usize = 100;
/// Characters of a thread's name.
pub(crate) const THREAD_NAME: usize = 100;
/// Characters that a person may type into a text input or a text option.
pub(crate) const TEXT_INPUT: usize = 4_000;
/// Characters of a command's text option.
pub(crate) const TEXT_OPTION: usize = 6_000;
