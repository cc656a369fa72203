//! The message of a board session: a board with the possible picks, and a preview of a whole turn.

use super::line;
use super::next;
use super::picks::{Names, forced, so_far};
use super::picture::picture;
use super::preview::{line_preview, preview, vote_preview};
use crate::board::Seat;
use crate::discord::ui::{Button, Composed, Tone, cut, deed};
use crate::features;
use crate::features::play::model::picks::Picked;
use crate::features::play::model::session::{About, MOST_EXPLORED};
use crate::features::play::model::view::{BoardKind, BoardView};
use crate::features::play::press::Press;
use crate::features::play::session_press::PickAct;
use crate::games::Pick;
use crate::matches::{Match, UserId};
use crate::search::Thought;

/// What a feature shows beside the picks of a board for its own purpose.
#[derive(Default)]
pub struct Beside {
    /// The text above the board.
    pub content: String,
    /// The text below the board, above what was picked; `None` if the question stands above the board.
    pub caption: Option<String>,
    /// The buttons after those of the picks.
    pub buttons: Vec<Button>,
}

/// The message of a board session. `thought` is the computer's evaluation, if the person asked for it.
pub fn session_board(
    shown: &BoardView,
    user: UserId,
    seen_from: Seat,
    thought: Option<&Thought>,
) -> Composed {
    let composed = whole(shown, user, seen_from);
    let composed = composed.unwrap_or_else(|| asked(shown, user, seen_from, thought));
    let composed = next::with_ways_on(composed, shown);
    match line::caught_up(shown) {
        Some(note) => composed.below(&note),
        None => composed,
    }
}

/// The question about a whole turn; `None` if the turn is unfinished or needs no confirmation.
fn whole(shown: &BoardView, user: UserId, seen_from: Seat) -> Option<Composed> {
    let press = |act| shown.press(act);
    match &shown.kind {
        BoardKind::Turn {
            whole: Some(whole),
            typed,
            ..
        } => {
            if matches!(shown.session.about, About::Line { .. }) {
                let count = shown.session.turns.len().saturating_add(1);
                let line = line::words(&whole.after, user, count);
                return Some(line_preview(whole, &line, seen_from, press));
            }
            let change = press(if *typed { PickAct::Type } else { PickAct::Back });
            let votes = matches!(shown.session.about, About::Vote { .. });
            let mut composed = match votes {
                true => vote_preview(whole, seen_from, press(PickAct::Play), change),
                false => preview(whole, seen_from, press(PickAct::Play), change),
            };
            if shown.session.picks.is_empty() && !votes {
                // The turn was typed or forced, so there are no picks to change.
                for row in &mut composed.rows {
                    row.truncate(1);
                    row.push(type_it(&whole.view.state));
                }
            }
            let note = shown.now.whole().and_then(forced);
            Some(match note {
                Some(note) => composed.below(&note),
                None => composed,
            })
        }
        BoardKind::Lesson { .. } => {
            let purpose = features::purpose(&shown.session.about)?;
            (purpose.judged)(shown)
        }
        BoardKind::Task => shown.now.whole().map(|picked| {
            let deed = deed(&*picked.after, &picked.written, &picked.effects);
            let deed = deed.strip_prefix("played ").unwrap_or(&deed);
            let buttons = vec![
                Button::new("Play", Tone::Success, press(PickAct::Play)),
                Button::plain("Change", press(PickAct::Back)),
            ];
            Composed {
                picture: Some(picture(shown, seen_from)),
                rows: vec![buttons],
                ..Composed::text(format!(
                    "{}\nYour answer: {deed}. Play it?",
                    beside(shown, None).content
                ))
            }
        }),
        _ => None,
    }
}

/// The board with the picks made and the possible next ones.
fn asked(shown: &BoardView, user: UserId, seen_from: Seat, thought: Option<&Thought>) -> Composed {
    let session = &shown.session;
    let picked = shown.now.picked.as_ref();
    let full = session.about.is_explored() && session.turns.len() >= MOST_EXPLORED;
    let choice = picked.and_then(|picked| picked.choice.as_ref());
    let mover = shown.now.position.to_move();
    let names = Names {
        turned: mover.is_some_and(|mover| mover != seen_from),
        neutral: matches!(shown.kind, BoardKind::Lesson { .. }),
        press: &|act| shown.press(act),
    };
    let (menus, mut rows) = choice
        .filter(|_| !full)
        .map(|choice| names.choices(choice))
        .unwrap_or_default();
    let words = choice.into_iter().flat_map(|choice| &choice.words);
    let ends = |picked: &Picked, pick: &Pick| {
        matches!(session.about, About::Turn { .. } | About::Vote { .. })
            && ends(shown, picked, pick)
    };
    let mut last: Vec<_> = words
        .map(|pick| match picked {
            Some(picked) if ends(picked, pick) => {
                let end = PickAct::End(pick.key.clone());
                Button::new(cut(&pick.label, 80), Tone::Success, shown.press(end))
            }
            _ => names.button(pick),
        })
        .collect();
    let begun = !session.picks.is_empty() || !session.turns.is_empty();
    if begun {
        let over = shown.press(PickAct::Over);
        last.push(Button::plain("Back", shown.press(PickAct::Back)));
        last.push(Button::plain("Start Over", over));
    }
    let so_far = picked.map(so_far).unwrap_or_default();
    let colour = mover.map_or("", |mover| {
        shown.now.position.colours()[shown.now.position.colour_of(mover).index()]
    });
    let question = || choice.map(|_| format!("\n{colour} to move. {so_far}"));
    let mut caption = String::new();
    let content = match &shown.kind {
        BoardKind::Turn { .. } if !matches!(session.about, About::Vote { .. }) => {
            let now = shown.ground.view.as_ref().map(|view| &*view.state);
            if matches!(session.about, About::Turn { .. }) {
                last.extend(now.map(type_it));
            }
            let head = now.map(|now| line::head(shown, now, user));
            format!("{}\n{so_far}", head.unwrap_or_default())
        }
        _ => {
            let beside = beside(shown, thought);
            last.extend(beside.buttons);
            match beside.caption {
                Some(own) => {
                    caption = format!("{own}\n{so_far}");
                    beside.content
                }
                None => format!("{}{}", beside.content, question().unwrap_or_default()),
            }
        }
    };
    rows.push(last);
    Composed {
        content,
        caption,
        picture: Some(picture(shown, seen_from)),
        // On a phone, several menus would scroll the buttons away.
        buttons_first: menus.len() > 1,
        menus,
        rows: rows.into_iter().filter(|row| !row.is_empty()).collect(),
        ..Composed::default()
    }
}

/// What the feature of the board's purpose shows beside the picks.
fn beside(shown: &BoardView, thought: Option<&Thought>) -> Beside {
    let purpose = features::purpose(&shown.session.about);
    purpose
        .map(|purpose| (purpose.beside)(shown, thought))
        .unwrap_or_default()
}

fn type_it(now: &Match) -> Button {
    let (id, board) = (now.id(), now.board());
    let type_it = Press::TypeTurn { id, board };
    Button::plain("Type Instead…", type_it)
}

/// Whether this pick ends a turn of several steps: the picture then shows the result already.
fn ends(shown: &BoardView, picked: &Picked, pick: &Pick) -> bool {
    let picks = [&shown.session.picks, std::slice::from_ref(&pick.key)].concat();
    !picked.steps.is_empty()
        && Picked::on(&*shown.ground.from, &picks)
            .is_some_and(|then| then.choice.is_none() && then.steps.len() == picked.steps.len() + 1)
}
