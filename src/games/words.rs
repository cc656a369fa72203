use super::{DynPosition, Happening};
use crate::board::Seat;
use crate::board::scene::{Figure, Kind, Spot};

/// The longest description that Discord takes for a picture, in characters.
const MOST: usize = 1024;

/// A picture of a position in words: pieces by colour, kind and cell, what the last turn did, whose turn it is. Never
/// longer than Discord allows: when the pieces do not fit, they are counted instead of named.
#[must_use]
pub fn alt_text(position: &dyn DynPosition, last: &[Happening]) -> String {
    let last = if last.is_empty() { String::new() } else { format!(" Last turn: {}.", turn_words(position, last)) };
    let state = match (position.outcome(), position.to_move()) {
        (None, Some(seat)) => format!(" {} to move.", position.colours()[position.colour_of(seat).index()]),
        _ => String::from(" The game is over."),
    };
    let named = format!("{}{last}{state}", pieces(position, true));
    if named.chars().count() <= MOST {
        return named;
    }
    let counted = format!("{}{last}{state}", pieces(position, false));
    if counted.chars().count() <= MOST { counted } else { counted.chars().take(MOST - 1).chain(['…']).collect() }
}

fn pieces(position: &dyn DynPosition, named: bool) -> String {
    let scene = position.scene(Seat::First);
    let mut parts = Vec::new();
    for colour in Seat::BOTH {
        let mut kinds: Vec<(Kind, Vec<String>)> = Vec::new();
        for man in scene.men.iter().filter(|man| man.colour == colour) {
            let place = match man.spot {
                Spot::On(cell) => position.cell_name(cell),
                Spot::Beside(_) => String::from("beside the board"),
            };
            match kinds.iter_mut().find(|(kind, _)| *kind == man.kind) {
                Some((_, places)) => places.push(place),
                None => kinds.push((man.kind, vec![place])),
            }
        }
        let list: Vec<_> = kinds
            .into_iter()
            .map(|(kind, places)| {
                let word = kind_word(kind, places.len());
                if named { format!("{word} {}", places.join(" ")) } else { format!("{} {word}", places.len()) }
            })
            .collect();
        let list = if list.is_empty() { String::from("nothing") } else { list.join(", ") };
        parts.push(format!("{}: {list}.", position.colours()[colour.index()]));
    }
    parts.join(" ")
}

/// What pieces of a kind are called.
pub(super) fn kind_word(kind: Kind, many: usize) -> String {
    let word = match kind {
        Kind::Stack(1) => "single checker",
        Kind::Stack(height) => return format!("{} of {height}", if many == 1 { "stack" } else { "stacks" }),
        Kind::Chip => "chip",
        Kind::Stone => "stone",
        Kind::Chess(Figure::Pawn) => "pawn",
        Kind::Chess(Figure::Knight) | Kind::Knight => "knight",
        Kind::Chess(Figure::Bishop) => "bishop",
        Kind::Chess(Figure::Rook) => "rook",
        Kind::Chess(Figure::Queen) => "queen",
        Kind::Chess(Figure::King) => "king",
        Kind::Counter => "piece",
        Kind::Dragon => "dragon",
        Kind::Disc => "disc",
    };
    if many == 1 { word.to_owned() } else { format!("{word}s") }
}

/// What a turn did, step by step and without an end: `pawn from e4 to d5, pawn on d5 captured`.
#[must_use]
pub fn turn_words(position: &dyn DynPosition, turn: &[Happening]) -> String {
    let name = |cell| position.cell_name(cell);
    let words: Vec<_> = turn
        .iter()
        .map(|happening| match *happening {
            Happening::Moved { from, to, piece } => format!("{piece} from {} to {}", name(from), name(to)),
            Happening::Placed { at, piece } => format!("{piece} on {}", name(at)),
            Happening::Captured { at, piece, by: "" } => format!("{piece} on {} captured", name(at)),
            Happening::Captured { at, piece, by } => format!("{piece} on {} captured by {by}", name(at)),
            Happening::Promoted { at, piece } => format!("{piece} made on {}", name(at)),
            Happening::Removed { at } => format!("own piece on {} removed", name(at)),
            Happening::Passed(_) => String::from("pass"),
            Happening::Swapped => String::from("colours swapped"),
            Happening::PassedOver(seat) => {
                format!("{} sits out", position.colours()[position.colour_of(seat).index()])
            }
        })
        .collect();
    words.join(", ")
}
