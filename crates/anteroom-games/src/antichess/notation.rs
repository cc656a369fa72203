//! The players' notations: from and to, long algebraic, and standard algebraic notation (SAN).

use super::attacks::Square;
use super::castling::Castling;
use super::illegal::{CastlingBar, Illegal};
use super::{Antichess, Step, figure_word};
use crate::Position;
use crate::typed::letter_first;
use anteroom_board::Grid;
use anteroom_board::scene::Figure;

/// A reading of a text in SAN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct San {
    figure: Figure,
    file: Option<u8>,
    rank: Option<u8>,
    takes: bool,
    to: Square,
    promotion: Option<char>,
}

/// Reads a move in any notation and checks it.
/// `b` may be a file or a bishop: the typed case is tried first, the other one only if no move fits.
pub(super) fn read<const EN_CASTLE: bool>(
    position: &Antichess<EN_CASTLE>,
    text: &str,
) -> Result<Step, Illegal> {
    if let Some(outcome) = position.outcome() {
        return Err(Illegal::Over { outcome });
    }
    let body = without_comment(text);
    if let Some(castling) = castling(&body) {
        let step = Step {
            from: Castling::king_from(position.side),
            to: castling.king_to(position.side),
        };
        // Without the king on its first square the two squares are no castling.
        if position.castling_of(step).is_none() {
            let bar = if EN_CASTLE {
                CastlingBar::Spoilt
            } else {
                CastlingBar::NotPlayed
            };
            return Err(Illegal::Castling { step, bar });
        }
        return position.check(&step).map(|()| step);
    }
    let coordinates = coordinates(&body);
    // `B1c3` is a bishop on the first rank if a bishop can go there; `b1c3` and `B1C3` are not.
    let san_first = body.starts_with('B') && body.chars().skip(1).all(|c| !c.is_ascii_uppercase());
    if let Some((step, promotion)) = coordinates
        && !san_first
    {
        return check_coordinates(position, step, promotion);
    }
    let written = san_readings(&body, true);
    let matches = legal_matches(position, &written);
    match (matches.as_slice(), coordinates) {
        ([step], _) => return check_promotion(*step, &written).map(|()| *step),
        ([], Some((step, promotion))) => return check_coordinates(position, step, promotion),
        ([], None) => {}
        _ => {
            return Err(Illegal::Ambiguous {
                text: text.to_owned(),
                candidates: matches,
            });
        }
    }
    let readings = san_readings(&body, false);
    let matches = legal_matches(position, &readings);
    match matches.as_slice() {
        [step] => check_promotion(*step, &readings).map(|()| *step),
        [] => Err(why_no_match(
            position,
            text,
            if written.is_empty() {
                &readings
            } else {
                &written
            },
        )),
        _ => Err(Illegal::Ambiguous {
            text: text.to_owned(),
            candidates: matches,
        }),
    }
}

/// Returns the move in SAN: `Nbd2`, `exd8=Q`, `O-O`.
/// The signs of check and mate are omitted: the parser accepts them, but they would reveal something before the move.
pub(super) fn san<const EN_CASTLE: bool>(position: &Antichess<EN_CASTLE>, step: Step) -> String {
    let mut text = String::new();
    let figure = position.figure_at(step.from);
    if let Some(castling) = position.castling_of(step) {
        text.push_str(if castling == Castling::KingSide {
            "O-O"
        } else {
            "O-O-O"
        });
    } else {
        let takes = position.victim(step).is_some();
        match figure.and_then(letter) {
            Some(letter) => {
                text.push(letter);
                text.push_str(&distinction(position, step, figure));
            }
            None if takes => text.push(Grid::file_letter(step.from.file())),
            None => {}
        }
        if takes {
            text.push('x');
        }
        text.push_str(&step.to.to_string());
        if position.is_promotion(step) {
            text.push_str("=Q");
        }
    }
    text
}

/// Returns the move in long algebraic notation: `e2-e4`, `e4xd5`.
pub(super) fn long_form<const EN_CASTLE: bool>(
    position: &Antichess<EN_CASTLE>,
    step: Step,
) -> String {
    format!(
        "{}{}{}",
        step.from,
        if position.victim(step).is_some() {
            'x'
        } else {
            '-'
        },
        step.to
    )
}

/// The most captures that are named if one is compulsory.
const NAMED_CAPTURES: usize = 4;

/// Describes what is special about the next move: a check, or a choice of compulsory captures.
pub(super) fn notice<const EN_CASTLE: bool>(position: &Antichess<EN_CASTLE>) -> String {
    let (mut captures, mut quiet) = (Vec::new(), false);
    position.for_each_step(|step| {
        if position.victim(step).is_some() {
            captures.push(step);
        } else {
            quiet = true;
        }
    });
    let mut sentences = Vec::new();
    if position.checkers != 0 {
        sentences.push(String::from("Check."));
    }
    if !quiet && captures.len() > NAMED_CAPTURES {
        sentences.push(String::from("You must capture."));
    } else if !quiet && captures.len() > 1 {
        let names: Vec<_> = captures.iter().map(|step| san(position, *step)).collect();
        let (last, others) = names
            .split_last()
            .map_or(("", &[][..]), |(last, others)| (last, others));
        sentences.push(format!(
            "You must capture: {} or {last}.",
            others.join(", ")
        ));
    }
    sentences.join(" ")
}

/// Describes a move in a few words; empty for a plain move.
pub(super) fn words<const EN_CASTLE: bool>(position: &Antichess<EN_CASTLE>, step: Step) -> String {
    let mut parts = Vec::new();
    if let Some(castling) = position.castling_of(step) {
        parts.push(castling.words().to_owned());
    }
    if let Some(victim) = position.victim(step)
        && let Some(figure) = position.figure_at(victim)
    {
        let en_passant = if victim == step.to { "" } else { " en passant" };
        parts.push(format!(
            "takes the {} on {victim}{en_passant}",
            figure_word(figure)
        ));
    }
    if position.is_promotion(step) {
        parts.push(String::from("becomes a queen"));
    }
    parts.join(", ")
}

/// Returns SAN's disambiguation, if necessary: the man's file, else his rank, else both.
fn distinction<const EN_CASTLE: bool>(
    position: &Antichess<EN_CASTLE>,
    step: Step,
    figure: Option<Figure>,
) -> String {
    let mut rivals = Vec::new();
    position.for_each_step(|other| {
        if other.to == step.to
            && other.from != step.from
            && position.figure_at(other.from) == figure
        {
            rivals.push(other.from);
        }
    });
    let name = step.from.to_string();
    let (file, rank) = name.split_at(1);
    let part = if rivals.is_empty() {
        ""
    } else if rivals.iter().all(|rival| rival.file() != step.from.file()) {
        file
    } else if rivals.iter().all(|rival| rival.rank() != step.from.rank()) {
        rank
    } else {
        &name
    };
    part.to_owned()
}

/// Removes comments on the move (signs of check, praise, `e.p.`) and replaces special signs.
fn without_comment(text: &str) -> String {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let text = ["e.p.", "e.p"]
        .iter()
        .find_map(|suffix| text.strip_suffix(suffix))
        .unwrap_or(text);
    text.chars().map(plain_sign).collect()
}

/// Replaces a dash with a hyphen, and a chess symbol with the man's letter.
const fn plain_sign(c: char) -> char {
    match c {
        '–' | '—' | '−' | '‑' => '-',
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        other => other,
    }
}

fn castling(text: &str) -> Option<Castling> {
    match text.replace('0', "O").to_ascii_uppercase().as_str() {
        "O-O" | "OO" => Some(Castling::KingSide),
        "O-O-O" | "OOO" => Some(Castling::QueenSide),
        _ => None,
    }
}

const fn is_separator(c: char) -> bool {
    matches!(c, '-' | 'x' | 'X' | '×' | ':' | ',')
}

/// Reads two squares with an optional promotion: `e2e4`, `E2-E4`, `e7xd8=q`, `2e4e`.
fn coordinates(text: &str) -> Option<(Step, Option<char>)> {
    let square = |name: &str| Square::parse(&letter_first(name));
    let from = square(text.get(..2)?)?;
    let rest = text.get(2..)?;
    let rest = rest.strip_prefix(is_separator).unwrap_or(rest);
    let to = square(rest.get(..2)?)?;
    let promotion = promotion(rest.get(2..)?)?;
    Some((Step { from, to }, promotion))
}

/// Reads `q`, `=Q`, or an empty text.
fn promotion(text: &str) -> Option<Option<char>> {
    let mut letters = text.strip_prefix('=').unwrap_or(text).chars();
    match (letters.next(), letters.next()) {
        (None, _) => text.is_empty().then_some(None),
        (Some(letter), None) => {
            is_promotion_letter(letter).then_some(Some(letter.to_ascii_lowercase()))
        }
        _ => None,
    }
}

const fn is_promotion_letter(letter: char) -> bool {
    matches!(letter.to_ascii_lowercase(), 'q' | 'r' | 'b' | 'n' | 'k')
}

fn check_coordinates<const EN_CASTLE: bool>(
    position: &Antichess<EN_CASTLE>,
    step: Step,
    promotion: Option<char>,
) -> Result<Step, Illegal> {
    position.check(&step)?;
    match promotion {
        Some(_) if !position.is_promotion(step) => Err(Illegal::NoPromotion { step }),
        Some(letter) if letter != 'q' => Err(Illegal::QueensOnly { at: step.to }),
        _ => Ok(step),
    }
}

fn check_promotion(step: Step, readings: &[San]) -> Result<(), Illegal> {
    if readings
        .iter()
        .any(|san| san.to == step.to && san.promotion.is_none_or(|letter| letter == 'q'))
    {
        Ok(())
    } else {
        Err(Illegal::QueensOnly { at: step.to })
    }
}

/// Returns the readings of a text in SAN: with the typed case of its first letter, or all of them.
fn san_readings(text: &str, as_written: bool) -> Vec<San> {
    // `4e` is no man on the fourth rank, since it has no man's letter.
    let text = &*letter_first(text);
    let Some(first) = text.chars().next() else {
        return Vec::new();
    };
    let figure = figure(first);
    let mut readings = Vec::new();
    if let Some(figure) = figure.filter(|_| !as_written || first.is_ascii_uppercase()) {
        readings.extend(text.get(1..).and_then(|rest| san_body(rest, figure)));
    }
    if !as_written || figure.is_none() || first.is_ascii_lowercase() {
        readings.extend(san_body(text, Figure::Pawn));
    }
    readings
}

/// Reads SAN after the man's letter: origin as far as given, `x`, destination, promotion.
fn san_body(text: &str, figure: Figure) -> Option<San> {
    let mut body: Vec<char> = text.chars().map(|c| c.to_ascii_lowercase()).collect();
    let mut promotion = None;
    if figure == Figure::Pawn && body.last().is_some_and(|&last| is_promotion_letter(last)) {
        promotion = body.pop();
        if body.last() == Some(&'=') {
            body.pop();
        }
    }
    let to: String = body
        .split_off(body.len().checked_sub(2)?)
        .into_iter()
        .collect();
    let to = Square::parse(&to)?;
    let takes = body
        .last()
        .is_some_and(|&last| matches!(last, 'x' | '×' | ':'));
    let separated = body.last().copied().is_some_and(is_separator);
    if separated {
        body.pop();
    }
    let mut rest = body.into_iter().peekable();
    let file = rest
        .next_if(|c| ('a'..='h').contains(c))
        .map(|c| c as u8 - b'a');
    let rank = rest
        .next_if(|c| ('1'..='8').contains(c))
        .map(|c| c as u8 - b'1');
    // A pawn that captures is named by its file.
    let named = figure != Figure::Pawn || file.is_some() || !separated;
    (named && rest.next().is_none()).then_some(San {
        figure,
        file,
        rank,
        takes,
        to,
        promotion,
    })
}

/// Returns the legal moves that fit any of these readings.
fn legal_matches<const EN_CASTLE: bool>(
    position: &Antichess<EN_CASTLE>,
    readings: &[San],
) -> Vec<Step> {
    let mut matches = Vec::new();
    position.for_each_step(|step| {
        let named = readings.iter().any(|san| {
            san.names(position, step)
                && (!san.takes || position.victim(step).is_some())
                && (san.promotion.is_none() || position.is_promotion(step))
        });
        if named {
            matches.push(step);
        }
    });
    matches
}

impl San {
    /// Whether the reading means this man's move, regardless of captures.
    fn names<const EN_CASTLE: bool>(self, position: &Antichess<EN_CASTLE>, step: Step) -> bool {
        // A pawn without its file goes straight ahead.
        let file = self
            .file
            .or((self.figure == Figure::Pawn).then_some(self.to.file()));
        step.to == self.to
            && position.own(self.figure) & step.from.bit() != 0
            && file.is_none_or(|file| file == step.from.file())
            && self.rank.is_none_or(|rank| rank == step.from.rank())
    }
}

/// Returns the best reason why no legal move fits a text in SAN.
fn why_no_match<const EN_CASTLE: bool>(
    position: &Antichess<EN_CASTLE>,
    text: &str,
    readings: &[San],
) -> Illegal {
    let Some(san) = readings.first() else {
        return Illegal::Unreadable {
            text: text.to_owned(),
        };
    };
    let mut best = (
        0,
        Illegal::NobodyReaches {
            figure: san.figure,
            to: san.to,
        },
    );
    for file in 0..8 {
        for rank in 0..8 {
            let step = Step {
                from: Square::at(file, rank),
                to: san.to,
            };
            if !san.names(position, step) {
                continue;
            }
            let illegal = match position.explain(step) {
                Some(illegal) => illegal,
                None if san.promotion.is_some() && !position.is_promotion(step) => {
                    Illegal::NoPromotion { step }
                }
                None => Illegal::NoCapture { step },
            };
            let weight = match illegal {
                Illegal::Unreachable { .. } | Illegal::NoMove { .. } => 0,
                Illegal::OwnMan { .. }
                | Illegal::Blocked { .. }
                | Illegal::NothingToTake { .. } => 1,
                Illegal::MustCapture { .. } => 3,
                Illegal::NoPromotion { .. } | Illegal::NoCapture { .. } => 4,
                _ => 2,
            };
            if weight > best.0 {
                best = (weight, illegal);
            }
        }
    }
    best.1
}

const fn letter(figure: Figure) -> Option<char> {
    match figure {
        Figure::Pawn => None,
        Figure::Knight => Some('N'),
        Figure::Bishop => Some('B'),
        Figure::Rook => Some('R'),
        Figure::Queen => Some('Q'),
        Figure::King => Some('K'),
    }
}

fn figure(letter: char) -> Option<Figure> {
    match letter.to_ascii_uppercase() {
        'P' => Some(Figure::Pawn),
        'N' => Some(Figure::Knight),
        'B' => Some(Figure::Bishop),
        'R' => Some(Figure::Rook),
        'Q' => Some(Figure::Queen),
        'K' => Some(Figure::King),
        _ => None,
    }
}
