//! The page about the bot and its operator.

use crate::discord::ui::{Button, Composed, Operator};
use crate::features::privacy::messages::who;
use crate::games::CATALOGUE;

/// Composes the page about the bot: version, operator, links. `command` links to a command.
pub(super) fn about(operator: &Operator, command: impl Fn(&str) -> String) -> Composed {
    let games: Vec<_> = CATALOGUE.iter().map(|game| game.card.name).collect();
    let text = format!(
        "**Anteroom {}**: board games played by post, in Discord. {} games: {}.\n\
         {}\n\
         **Your data**: {} shows what the bot keeps about you, exports it or deletes it. The bot needs no privileged intent: it sees its commands and buttons, and no messages.\n\
         Each game's author is named in {}.\n\
         -# Free software, MIT or Apache-2.0.",
        env!("CARGO_PKG_VERSION"),
        games.len(),
        games.join(", "),
        who(operator),
        command("privacy"),
        command("rules")
    );
    let links = [
        ("Privacy Policy", &operator.privacy),
        ("Terms", &operator.terms),
    ];
    let links: Vec<_> = links
        .into_iter()
        .filter_map(|(label, address)| Some(Button::link(label, address.clone()?)))
        .collect();
    Composed::text(text).with_row(links)
}
