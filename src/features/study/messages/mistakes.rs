//! A player's own mistakes, and the result of an answer.

use crate::discord::ui::{Button, Composed, Tone, cut, escaped};
use crate::features::play::messages::picture::without_choices;
use crate::features::play::model::session::About;
use crate::features::play::model::view::BoardView;
use crate::features::study::messages::chance;
use crate::features::study::model::mistakes::{Corrected, Correction, Mistake, Sum};
use crate::features::study::press::Press;
use crate::games::written_turn;
use crate::matches::MatchId;

/// The most characters of a turn that are shown.
const MOST_TURN: usize = 200;

/// The question at a mistake.
pub(crate) fn asked(shown: &BoardView) -> String {
    match shown.session.about {
        About::Mistake { id, ply } => asked_at(shown, id, ply),
        _ => String::new(),
    }
}

fn asked_at(shown: &BoardView, id: MatchId, ply: u32) -> String {
    let state = shown.ground.view.as_ref().map(|view| &view.state);
    let played = state.and_then(|state| {
        let entry = state.record().get(usize::try_from(ply).ok()?)?;
        let turn = entry.text.as_deref()?;
        Some(written_turn(&*shown.ground.from, turn))
    });
    format!(
        "**{}**, match {id}: in turn {} you played **{}**, which lost much of your chance to win. What would have been better?",
        shown.ground.game.card.name,
        ply.saturating_add(1),
        cut(&played.unwrap_or_default(), MOST_TURN)
    )
}

/// The result of an answer.
pub fn corrected(corrected: &Corrected) -> Composed {
    let point = &corrected.mistake.point;
    let turn = written_turn(&*corrected.shown.ground.from, &corrected.turn);
    let turn = cut(&turn, MOST_TURN);
    let words = match corrected.correction {
        Correction::Best => format!(
            "**{turn}** is right: {} instead of {}.",
            chance(point.before),
            chance(point.after)
        ),
        Correction::Good(own) if chance(own) == chance(point.before) => {
            format!(
                "**{turn}** is as good as the computer's move: {}.",
                chance(own)
            )
        }
        Correction::Good(own) => format!(
            "**{turn}** is good: {}. The computer's move keeps {}.",
            chance(own),
            chance(point.before)
        ),
        Correction::Same => format!(
            "You played **{turn}**. It left you with {}; another move keeps {}.",
            chance(point.after),
            chance(point.before)
        ),
        Correction::Bad(own) => format!(
            "**{turn}** is wrong: it leaves you with {}. Another move keeps {}.",
            chance(own),
            chance(point.before)
        ),
    };
    let solved = matches!(corrected.correction, Correction::Best | Correction::Good(_));
    let sum = if solved {
        last_words(&corrected.mistake, corrected.sum)
    } else {
        String::new()
    };
    Composed {
        content: format!("{}\n{words}{sum}", of(&corrected.shown, &corrected.mistake)),
        picture: Some(without_choices(&corrected.shown)),
        rows: buttons(
            &corrected.mistake,
            !solved,
            corrected.correction != Correction::Best,
        ),
        ..Composed::default()
    }
}

/// The better turn; `shown` is the board before it.
pub fn better_turn(shown: &BoardView, mistake: &Mistake, sum: Sum) -> Composed {
    let line = &mistake.point.better;
    let first = line.first().cloned().unwrap_or_default();
    let after = shown.clone().with_turn(first.clone());
    let written: Vec<_> = mistake
        .point
        .written
        .better
        .iter()
        .map(|turn| escaped(&cut(turn, MOST_TURN / 3)))
        .collect();
    let (best, rest) = match written.split_first() {
        None => (cut(&first, MOST_TURN), String::new()),
        Some((best, rest)) => (best.clone(), rest.join(", ")),
    };
    let rest = if rest.is_empty() {
        rest
    } else {
        format!(", then {rest}")
    };
    Composed {
        content: format!(
            "{}\nBetter: **{best}**{rest}. It keeps {} instead of {}.{}",
            of(shown, mistake),
            chance(mistake.point.before),
            chance(mistake.point.after),
            last_words(mistake, sum)
        ),
        picture: after.ok().map(|after| without_choices(&after)),
        rows: buttons(mistake, false, false),
        ..Composed::default()
    }
}

/// The sum after the last mistake; empty before it.
fn last_words(mistake: &Mistake, sum: Sum) -> String {
    if mistake.next.is_some() {
        return String::new();
    }
    let Sum { found, tried, all } = sum;
    if all == 1 {
        let found = if found == 1 {
            "You found a better turn at the first try."
        } else {
            "You did not find a better turn at the first try."
        };
        return format!("\n**That was your only mistake.** {found}");
    }
    let skipped = match all.saturating_sub(tried) {
        0 => String::new(),
        skipped => format!(" You have not tried {skipped}."),
    };
    format!(
        "\n**That was the last of your {all} mistakes.** At the first try you found a better turn for {found}.{skipped}"
    )
}

fn of(shown: &BoardView, mistake: &Mistake) -> String {
    asked_at(shown, mistake.view.state.id(), mistake.point.from)
}

fn buttons(mistake: &Mistake, again: bool, solution: bool) -> Vec<Vec<Button>> {
    let (id, ply) = (mistake.view.state.id(), mistake.point.from);
    let mut buttons = Vec::new();
    if again {
        let again = Press::Mistake { id, ply };
        buttons.push(Button::plain("Try Again", again));
    }
    if solution {
        let solution = Press::BetterTurn { id, ply };
        buttons.push(Button::plain("Show Solution", solution));
    }
    if let Some(ply) = mistake.next {
        let next = Press::Mistake { id, ply };
        buttons.push(Button::new("Next Mistake", Tone::Primary, next));
    }
    if buttons.is_empty() {
        let back = Press::Analysis(id);
        buttons.push(Button::plain("See Analysis", back));
    }
    vec![buttons]
}
