use super::Composed;
use crate::games::CATALOGUE;

/// The games to choose from, the easiest first. `command` gives the command that begins a game, by the game's key, as a
/// link that can be clicked where that is possible.
#[must_use]
pub fn choose_game(command: impl Fn(&str) -> String) -> Composed {
    let games = CATALOGUE.iter().map(|game| {
        let card = &game.card;
        format!(
            "{} **{}** · {}. {}\n",
            command(card.key),
            card.name,
            card.learning.words().to_lowercase(),
            card.tagline
        )
    });
    Composed::text(format!(
        "Which game? Press its command, then choose an opponent, or `computer` to begin at once. With neither of them anyone may accept.\n\
         {}",
        games.collect::<String>().trim_end()
    ))
}
