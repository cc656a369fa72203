//! `/block`.

use super::block_command;
use crate::discord::ui::command::Command;

pub(crate) fn all() -> Vec<Command> {
    vec![block_command::block()]
}
