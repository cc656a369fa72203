use super::news::picture_of;
use super::words::{mention, quoted};
use super::{Button, Composed, Picture, Tone, at};
use crate::board::scene::{Mark, MarkKind};
use crate::board::{Cell, Seat};
use crate::discord::custom_id::CustomId;
use crate::games::{TurnError, add_step};
use crate::matches::{ChannelId, Match, Refusal};

/// Why nothing happened, for the person who asked. `thread` is where the match is, if that is somewhere else.
#[must_use]
pub fn refusal(refusal: &Refusal, thread: Option<ChannelId>) -> Composed {
    let place = at(thread);
    Composed::text(match refusal {
        Refusal::NotYourTurn { to_move, colour } => format!("It is not your turn: {} ({colour}) is to move.", mention(*to_move)),
        Refusal::OnlyInvited { invited } => format!("Only {} can answer this challenge.", mention(*invited)),
        Refusal::NotChallenger { challenger } => format!("Only {} can withdraw this challenge.", mention(*challenger)),
        Refusal::MovedOn { ply, .. } => format!("{}{place}", moved_on(*ply)),
        Refusal::Finished { .. } | Refusal::NotYourMatch(_) | Refusal::NotBegun(_) | Refusal::OutOfTime { .. } => {
            format!("{refusal}{place}")
        }
        Refusal::MadeAlready { ply, turn } => format!("Your turn {} is made: you played **{turn}**.", ply.saturating_add(1)),
        other => other.to_string(),
    })
}

/// The most turns that are offered as buttons, and how many stand beside each other.
const OFFERED: usize = 10;
const BESIDE: usize = 5;

/// Why a turn was not made: with the board as far as the turn could be made, what the reason is about marked, and legal
/// turns as buttons that show what they would do. What was typed stands in the answer, so that it can be copied and mended.
#[must_use]
pub fn refused_turn(now: &Match, seen_from: Seat, refused: &Refusal, typed: &str, thread: Option<ChannelId>) -> Composed {
    let answer = refusal(refused, thread);
    let quote = if typed.trim().is_empty() { String::new() } else { format!("\nYou typed {}. Nothing has changed.", quoted(typed)) };
    let (sentence, done, cells, turns, rule): (_, &[String], &[Cell], Vec<String>, _) = match refused {
        Refusal::Illegal(illegal) => (illegal.sentence.clone(), &illegal.done, &illegal.cells, illegal.alternatives.clone(), illegal.rule),
        Refusal::Unfinished { steps, next, .. } => (answer.content, steps, &[], next.clone(), ""),
        Refusal::TooLong(TurnError::TooLong { done, .. }) => (answer.content, &[], &[], vec![done.join(" ")], ""),
        Refusal::MovedOn { .. } | Refusal::NotYourTurn { .. } => return Composed::text(format!("{}{quote}", answer.content)),
        _ => return answer,
    };
    let buttons = offers(now, &turns);
    let offer = match (buttons.len(), turns.len()) {
        (_, 0) => String::new(),
        (shown, all) if shown == all.min(OFFERED) => String::from(" Each button shows a turn before it counts."),
        _ => format!(" You could play: {}.", turns.join(" · ")),
    };
    // Its id stands behind the rule's sentence on the rules page.
    let rule = if rule.is_empty() { String::new() } else { format!("\n-# Rule {rule}, see the button Rules or `/rules`.") };
    Composed {
        content: format!("{sentence}{quote}{offer}{rule}"),
        picture: Some(refused_picture(now, seen_from, done, cells)),
        rows: buttons.chunks(BESIDE).map(<[Button]>::to_vec).collect(),
        ..Composed::default()
    }
}

/// Buttons for legal turns, or beginnings of turns. One whose text is too long for a button is left to be typed.
fn offers(now: &Match, turns: &[String]) -> Vec<Button> {
    let (id, board) = (now.id(), now.board());
    let button = |turn: &String| Some(Button::new(turn.clone(), Tone::Plain, CustomId::try_turn(id, board, turn)?));
    turns.iter().filter_map(button).take(OFFERED).collect()
}

/// The board after some steps of a turn, with what a refusal is about.
fn refused_picture(now: &Match, seen_from: Seat, done: &[String], cells: &[Cell]) -> Picture {
    let mut position = now.position().boxed_clone();
    // They were legal on this board; after another one was made the board alone is shown.
    let mut made = Vec::new();
    done.iter().map_while(|step| position.play(step).ok()).for_each(|played| add_step(&mut made, played.happenings));
    let mut picture = picture_of(now, &*position, &made, seen_from);
    picture.scene.marks.extend(cells.iter().map(|&cell| Mark { cell, kind: MarkKind::Refused }));
    picture
}

/// The sentence for a button whose board is an old one.
#[must_use]
pub fn moved_on(ply: u32) -> String {
    format!("The match has moved on: it is turn {} now.", ply.saturating_add(1))
}

/// The sentence for a component that is not understood (any more).
#[must_use]
pub fn unknown_component() -> Composed {
    Composed::text("This button is from another time and does nothing any more. `/games` lists your matches.")
}

/// The apology for a fault of ours. The reference stands in the log as well.
#[must_use]
pub fn apology(reference: &str) -> Composed {
    Composed::text(format!(
        "Sorry, something went wrong on my side. Please try again; if it stays like this, tell whoever runs me the reference `{reference}`."
    ))
}
