//! The game of a PGN: chess programs know many games, and most records do not name theirs.

use super::RecordError;
use crate::games::{CATALOGUE, Form, Game, GivenOptions, Quoted};

/// The values of the tag `Variant`, in letters and digits, that name no game.
const NO_VARIANT: [&str; 2] = ["", "unknown"];

/// The values in records of chess, and of games that a program does not distinguish from chess.
const CHESS: [&str; 6] = [
    "chess",
    "classical",
    "fromposition",
    "normal",
    "orthodox",
    "standard",
];

/// Returns a game's notation with its default options.
pub(crate) fn form(game: &Game) -> Form {
    game.complete_options(&GivenOptions::new(), || 0)
        .map_or(Form::None, |usual| (game.card.form)(&usual))
}

/// Returns the game by its tag, or else the game that the person named.
/// Nothing is guessed, as turns of one game are often legal in another for a while.
pub(crate) fn game_of(variant: &str, said: Option<&str>) -> Result<&'static Game, RecordError> {
    let known = || {
        CATALOGUE.iter().filter_map(|game| match form(game) {
            Form::Pgn { variant, relatives } => Some((game, variant, relatives)),
            _ => None,
        })
    };
    let written = plain(variant);
    let named = known()
        .find(|(game, variant, _)| [plain(variant), plain(game.card.name)].contains(&written));
    let named = named.map(|(game, ..)| game);
    let relatives = known()
        .map(|(.., relatives)| relatives)
        .find(|relatives| relatives.names.contains(&&*written));
    let tags: Vec<_> = known()
        .map(|(_, variant, _)| format!("[Variant \"{variant}\"]"))
        .collect();
    let what_to_do = format!(
        "choose it with the option game, or write {} at the top.",
        tags.join(" or ")
    );
    let said = match said {
        None => None,
        Some(key) => match known().find(|(game, ..)| game.card.key == key) {
            Some((game, ..)) => Some(game),
            None => {
                return Err(RecordError::whole(
                    "This is PGN, and that game is not written as PGN.",
                ));
            }
        },
    };
    match (named, said) {
        (Some(named), Some(said)) if named.card.key != said.card.key => {
            Err(RecordError::whole(format!(
                "The tag Variant says that this is {}, and not {}.",
                named.card.name, said.card.name
            )))
        }
        (Some(game), _) => Ok(game),
        (None, Some(said))
            if relatives.is_some()
                || NO_VARIANT.contains(&&*written)
                || CHESS.contains(&&*written) =>
        {
            Ok(said)
        }
        (None, None) if NO_VARIANT.contains(&&*written) => Err(RecordError::whole(format!(
            "This PGN does not say by which rules it was played. If it is one of the bot's games, {what_to_do}"
        ))),
        (None, None) if CHESS.contains(&&*written) => Err(RecordError::whole(format!(
            "The tag Variant says {}, which means chess to other programs, and chess is not played here. If this was played by the rules of a game here, {what_to_do}",
            Quoted(variant)
        ))),
        (None, _) => Err(RecordError::whole(match relatives {
            Some(relatives) => format!(
                "The tag Variant says {}. Other programs use this name for a game with other rules: {}. If this was played by the rules of a game here, {what_to_do}",
                Quoted(variant),
                relatives.difference
            ),
            None => format!(
                "The tag Variant says {}, which the bot does not know. It reads PGN with {}.",
                Quoted(variant),
                tags.join(" or ")
            ),
        })),
    }
}

/// Returns the letters and digits of a name, in lower case.
fn plain(name: &str) -> String {
    let kept = name.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}
