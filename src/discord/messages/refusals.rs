use super::words::{counted, mention, quoted};
use super::{Composed, at};
use crate::matches::{ChannelId, Refusal};

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

/// Why a turn was not made. What was typed stands in the answer, so that it can be copied and mended.
#[must_use]
pub fn refused_turn(refused: &Refusal, typed: &str, thread: Option<ChannelId>) -> Composed {
    let answer = refusal(refused, thread);
    let more = match refused {
        Refusal::Unfinished { next, .. } if !next.is_empty() => format!(" For example: {}.", next.join(" · ")),
        _ => String::new(),
    };
    let about_text = matches!(
        refused,
        Refusal::Illegal(_) | Refusal::Unfinished { .. } | Refusal::TooLong { .. } | Refusal::MovedOn { .. } | Refusal::NotYourTurn { .. }
    );
    let typed =
        if about_text && !typed.trim().is_empty() { format!("\nYou typed {}. Nothing has changed.", quoted(typed)) } else { String::new() };
    // Its id stands behind the rule's sentence on the rules page.
    let rule = match refused {
        Refusal::Illegal(illegal) if !illegal.rule.is_empty() => format!("\n-# Rule {}, see the button Rules or `/rules`.", illegal.rule),
        _ => String::new(),
    };
    Composed { content: format!("{}{more}{typed}{rule}", answer.content), ..answer }
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

/// The last choice of a list that does not hold everything.
#[must_use]
pub fn and_more(rest: usize) -> String {
    format!("…and {}: keep typing", counted(u64::try_from(rest).unwrap_or(u64::MAX), "more turn"))
}
