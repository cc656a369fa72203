//! `/privacy`: what is kept of whoever asks.

use super::page;
use crate::discord::ui::command::Command;

pub(crate) fn all() -> Vec<Command> {
    let subcommands = vec![
        Command::new(
            "show",
            "See what I keep of you, why and for how long, and who runs me",
            |app, reply, _| Box::pin(page::show(app, reply)),
        ),
        Command::new(
            "export",
            "Get everything that I keep of you as a file, to you only",
            |app, reply, _| Box::pin(page::export(app, reply)),
        ),
        Command::new(
            "forget",
            "Have everything deleted that I know of you; you are asked once more",
            |app, reply, _| Box::pin(page::ask(app, reply)),
        ),
    ];
    vec![Command::group(
        "privacy",
        "See what I keep of you, get it as a file, or have it deleted",
        subcommands,
    )]
}
