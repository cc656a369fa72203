//! `/privacy`: the data that the bot keeps about a person.

use super::page;
use crate::discord::ui::{Command, panel};

pub(crate) fn all() -> Vec<Command> {
    vec![Command::new(
        "privacy",
        "See, export or delete what the bot keeps about you",
        |app, reply, _| Box::pin(panel::show(app, reply, &page::PAGE, "")),
    )]
}
