//! The text and buttons of an exploration.

use crate::discord::ui::{Button, Tone, cut, escaped};
use crate::features::play::model::session::{About, MOST_EXPLORED};
use crate::features::play::model::view::{BoardKind, BoardView};
use crate::features::play::session_press::PickAct;
use crate::features::study::messages::chance;
use crate::features::study::model::analysis::Chance;
use crate::games::{Outcome, Verdict, written_line};
use crate::matches::Status;
use crate::search::Thought;

/// The most characters of the turns made that are shown, counted from the end.
const MOST_LINE: usize = 500;

/// The most turns of the computer's expected line that are shown.
const MOST_EXPECTED: usize = 6;

/// The lines above the picks. `thought` is the computer's evaluation, if the person asked for it.
pub(crate) fn lines(shown: &BoardView, thought: Option<&Thought>) -> Vec<String> {
    let mut lines = vec![heading(shown)];
    lines.extend(made(shown));
    if shown.session.turns.is_empty() && shown.now.position.outcome().is_some() {
        lines.push(String::from(
            "Nothing can be played from here. To begin earlier, name a `turn` in `/explore`, or press *Explore* on a page of its *History*.",
        ));
    }
    if let Some(thought) = thought {
        lines.push(opinion(shown, thought));
    }
    if let BoardKind::Exploration {
        helps: Some(id), ..
    } = shown.kind
    {
        lines.push(format!(
            "-# You can ask the computer here when match {id} is over: until then its answer could help you in the match."
        ));
    }
    if shown.session.turns.len() >= MOST_EXPLORED {
        lines.push(format!(
            "A board of your own holds {MOST_EXPLORED} turns. *Start Over* clears it."
        ));
    }
    lines
}

/// The buttons besides the picks.
pub(crate) fn buttons(shown: &BoardView) -> Vec<Button> {
    let BoardKind::Exploration {
        may_ask, may_plan, ..
    } = shown.kind
    else {
        return Vec::new();
    };
    let mut buttons = Vec::new();
    if may_ask && shown.now.picked.is_some() {
        let ask = shown.press(PickAct::Think);
        buttons.push(Button::plain("Ask Computer", ask));
    }
    if may_plan {
        let plan = shown.press(PickAct::Play);
        buttons.push(Button::new("Plan This", Tone::Success, plan));
    }
    buttons
}

fn heading(shown: &BoardView) -> String {
    let name = shown.ground.game.card.name;
    match &shown.session.about {
        About::Match { id, ply } => {
            let from = match ply {
                0 => String::from("from its beginning"),
                ply => format!("from turn {ply}"),
            };
            let kept = match shown.ground.view.as_ref().map(|view| view.state.status()) {
                Some(Status::Playing) => " Nothing you do here counts in the match.",
                _ => "",
            };
            format!("**{name}**, match {id}, {from}: a board of your own, for both sides.{kept}")
        }
        _ => format!("**{name}**: a board of your own, for both sides."),
    }
}

/// The turns made, cut to [`MOST_LINE`], and the result.
fn made(shown: &BoardView) -> Vec<String> {
    let mut lines = Vec::new();
    let turns = &shown.session.turns;
    let mut length = 0;
    let written = written_line(&*shown.ground.from, before(shown), turns);
    let mut fitting: Vec<String> = written
        .iter()
        .rev()
        .map(|turn| escaped(&cut(turn, 120)))
        .take_while(|turn| {
            length += turn.chars().count() + 1;
            length <= MOST_LINE
        })
        .collect();
    fitting.reverse();
    if !fitting.is_empty() {
        let left_out = if fitting.len() < turns.len() {
            "… "
        } else {
            ""
        };
        lines.push(format!("So far: {left_out}**{}**", fitting.join(" ")));
    }
    lines.extend(
        shown
            .now
            .position
            .outcome()
            .map(|outcome| over(shown, &outcome)),
    );
    lines
}

/// The number of turns before the first board.
fn before(shown: &BoardView) -> u32 {
    match shown.session.about {
        About::Match { ply, .. } => ply,
        _ => 0,
    }
}

/// The result of an exploration.
fn over(shown: &BoardView, outcome: &Outcome) -> String {
    let position = &shown.now.position;
    match outcome.verdict {
        Verdict::Draw => format!("It is over: a draw by {}.", outcome.reason),
        Verdict::Win(seat) => {
            let colour = position.colours()[position.colour_of(seat).index()];
            format!("It is over: {colour} wins by {}.", outcome.reason)
        }
    }
}

/// The computer's evaluation of the board.
fn opinion(shown: &BoardView, thought: &Thought) -> String {
    let position = &shown.now.position;
    let colour = position
        .to_move()
        .map(|seat| position.colours()[position.colour_of(seat).index()])
        .unwrap_or_default();
    let worth = chance(Chance {
        value: thought.value,
        proven: thought.proven,
    });
    let line = thought.line.get(..MOST_EXPECTED).unwrap_or(&thought.line);
    let made = u32::try_from(shown.session.turns.len()).unwrap_or(u32::MAX);
    let expected: Vec<_> = written_line(&**position, before(shown).saturating_add(made), line)
        .iter()
        .map(|turn| escaped(&cut(turn, 100)))
        .collect();
    let best = match expected.split_first() {
        None => String::new(),
        Some((best, [])) => format!(" Best: **{best}**."),
        Some((best, rest)) => format!(" Best: **{best}** {}.", rest.join(" ")),
    };
    format!("{colour} is to move, and the computer gives {colour} {worth}.{best}")
}
