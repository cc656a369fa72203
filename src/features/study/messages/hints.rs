//! Hints, and the request for consent to hints.

use crate::board::Seat;
use crate::board::scene::{Mark, MarkKind};
use crate::db::Denial;
use crate::discord::ui::words::{MOST_ALT, list};
use crate::discord::ui::{Button, Composed, Tone, board_picture, cut, mention};
use crate::features::study::model::hints::Hint;
use crate::features::study::model::hints::NoAdvice;
use crate::features::study::press::Press;
use crate::matches::{MatchId, UserId};
use crate::search::Proven;

/// The first half of a hint: where to look.
pub fn where_to_look(hint: &Hint, seen_from: Seat) -> Composed {
    let now = &*hint.prepared.view.state;
    let (id, board) = (now.id(), now.board());
    let mut picture = board_picture(now, seen_from);
    let marks = hint.cells.iter().map(|&cell| Mark {
        cell,
        kind: MarkKind::Choice,
    });
    picture.scene.marks.extend(marks);
    let names: Vec<_> = hint
        .cells
        .iter()
        .map(|cell| now.position().cell_name(*cell))
        .collect();
    // Several cells are either pieces that move together, or a neighbourhood of the cell of a placed piece.
    let starts = match hint.places {
        Some(piece) => format!("the computer would place a {piece} on one of them"),
        None => String::from("the computer's move starts there"),
    };
    let sentence = match names.as_slice() {
        [] => String::from("The computer's move touches no cell of the board."),
        [one] => {
            let starts = match hint.places {
                Some(piece) => format!("the computer would place a {piece} there"),
                None => starts,
            };
            format!("Look at **{one}**, which is marked: {starts}.")
        }
        several => {
            let told = format!(" Marked: {}.", list(several));
            picture.alt = format!(
                "{}{told}",
                cut(&picture.alt, MOST_ALT.saturating_sub(told.chars().count()))
            );
            if several.len() > 10 {
                format!("Look at the marked cells: {starts}.")
            } else {
                format!("Look at the marked cells, {}: {starts}.", list(several))
            }
        }
    };
    let show = Button::new("Show Turn", Tone::Primary, Press::HintTurn { id, board });
    Composed {
        content: format!(
            "Match {id}, **{}**: a hint, which only you see.\n{sentence}",
            now.game().card.name
        ),
        picture: Some(picture),
        rows: vec![vec![show]],
        ..Composed::default()
    }
}

/// The second half of a hint: the turn with this proven result, and its preview.
pub fn hinted_turn(preview: Composed, proven: Option<Proven>) -> Composed {
    preview.below(match proven {
        Some(Proven::Win) => "The computer would play this. It is proven to win.",
        Some(Proven::Draw) => {
            "The computer would play this. It is proven to keep a draw, and no move wins."
        }
        Some(Proven::Loss) => {
            "The computer would play this. Every move is proven to lose, if the other player finds the right answers."
        }
        None => "The computer would play this. It is an estimate: another move may be better.",
    })
}

/// The question to the other player whether both may get hints.
pub fn hints_question(id: MatchId, by: UserId, other: UserId) -> Composed {
    let agree = Button::new("Agree", Tone::Success, Press::HintsAgree(id));
    let decline = Button::plain("Decline", Press::HintsDecline(id));
    Composed {
        rows: vec![vec![agree, decline]],
        pings: vec![other.0],
        ..Composed::text(format!(
            "{}, {} would like hints from the computer in match {id}, for both of you until it ends. Do you agree?",
            mention(other),
            mention(by)
        ))
    }
}

impl Denial for NoAdvice {
    fn name(&self) -> &'static str {
        self.into_str()
    }

    fn sentence(&self) -> String {
        self.to_string()
    }

    fn passes(&self) -> bool {
        matches!(self, Self::Busy | Self::Nothing)
    }
}
