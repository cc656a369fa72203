use crate::db::FrozenMatch;
use crate::discord::ui::words::list;
use crate::discord::ui::{Composed, mention};
use crate::games;

/// The notice that this version of the bot can no longer read a match.
pub fn frozen(frozen: &FrozenMatch) -> Composed {
    let name = games::find(&frozen.game).map_or(frozen.game.as_str(), |game| game.card.name);
    let people: Vec<_> = frozen.people.iter().map(|user| mention(*user)).collect();
    let call = if people.is_empty() {
        String::new()
    } else {
        format!("{}: ", list(&people))
    };
    Composed {
        content: format!(
            "{call}**{name}**, match {}, is frozen. This version of the bot cannot read it, so no one can move and no clock runs. \
             Nothing is lost: it goes on when a version can read it again, and the bot's operator has been told.",
            frozen.id
        ),
        pings: frozen.people.iter().map(|user| user.0).collect(),
        ..Composed::default()
    }
}
