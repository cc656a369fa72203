//! `/privacy`: the data that the bot keeps of a person.

use super::page;
use crate::discord::ui::command::Command;
use crate::discord::ui::panel;

pub(crate) fn all() -> Vec<Command> {
    vec![Command::new(
        "privacy",
        "See what I keep of you, get it as a file, or have it deleted",
        |app, reply, _| Box::pin(panel::show(app, reply, &page::PAGE, "")),
    )]
}
