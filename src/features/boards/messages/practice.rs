//! Boards on which people play by themselves, as they see them.

use super::picks::{Names, Presses, mark_choice, so_far};
use crate::board::Seat;
use crate::discord::ui::custom_id::{CustomId, PracticeAct};
use crate::discord::ui::words::{MOST_ALT, counted};
use crate::discord::ui::{Button, Composed, Picture, Tone, cut, deed};
use crate::features::boards::model::practice::{About, MOST_PRACTISED};
use crate::features::boards::service::practice::PracticeView;
use crate::features::computers::messages::chance;
use crate::features::computers::model::analysis::Chance;
use crate::games::{Outcome, Verdict, alt_text, describe, legend, turn_marks};
use crate::matches::Status;
use crate::search::Thought;

/// How much of the turns made is shown: their end.
const MOST_LINE: usize = 500;

/// How many turns of what a computer expects are shown.
const MOST_EXPECTED: usize = 6;

/// A board on which somebody plays both sides. `thought` is what a computer thinks of it, where it was asked.
#[must_use]
pub fn explored(shown: &PracticeView, seen_from: Seat, thought: Option<&Thought>) -> Composed {
    let mut lines = vec![heading(shown)];
    lines.extend(made(shown));
    if shown.practice.turns.is_empty() && shown.now.position.outcome().is_some() {
        lines.push(String::from(
            "Nothing can be played from here. To begin earlier, name a `turn` in `/explore`, or press *Explore* on a page of `/history`.",
        ));
    }
    if let Some(thought) = thought {
        lines.push(opinion(shown, thought));
    }
    if let Some(id) = shown.helps {
        lines.push(format!(
            "-# You can ask the computer here when match {id} is over: until then what it says might help you there."
        ));
    }
    if shown.practice.turns.len() >= MOST_PRACTISED {
        lines.push(format!(
            "A board of your own holds {MOST_PRACTISED} turns. *Start Over* clears it."
        ));
    }
    let (menus, mut rows, question) = choices(shown, seen_from);
    lines.extend(question);
    let mut last = words(shown, seen_from);
    last.extend(ways_back(shown));
    let (board, generation) = (shown.practice.number, shown.practice.generation);
    if shown.may_ask && shown.now.picked.is_some() {
        last.push(Button::new(
            "Ask Computer",
            Tone::Plain,
            CustomId::Practice {
                board,
                generation,
                act: PracticeAct::Think,
            },
        ));
    }
    if shown.may_plan {
        last.push(Button::new(
            "Plan This",
            Tone::Success,
            CustomId::Practice {
                board,
                generation,
                act: PracticeAct::Plan,
            },
        ));
    }
    rows.push(last);
    Composed {
        content: lines.join("\n"),
        picture: Some(picture(shown, seen_from)),
        menus,
        rows: rows.into_iter().filter(|row| !row.is_empty()).collect(),
        ..Composed::default()
    }
}

fn heading(shown: &PracticeView) -> String {
    let name = shown.game.card.name;
    match &shown.practice.about {
        About::Match { id, ply } | About::Mistake { id, ply } => {
            let from = match ply {
                0 => String::from("from its beginning"),
                ply => format!("from turn {ply}"),
            };
            let kept = match shown.view.as_ref().map(|view| view.state.status()) {
                Some(Status::Playing) => " Nothing that you do here counts in the match.",
                _ => "",
            };
            format!("**{name}**, match {id}, {from}: a board of your own, for both sides.{kept}")
        }
        _ => format!("**{name}**: a board of your own, for both sides."),
    }
}

/// The turns made, as many as fit, and how it ended.
fn made(shown: &PracticeView) -> Vec<String> {
    let mut lines = Vec::new();
    let turns = &shown.practice.turns;
    let mut length = 0;
    let mut fitting: Vec<String> = turns
        .iter()
        .rev()
        .map(|turn| format!("**{}**", cut(turn, 120)))
        .take_while(|turn| {
            length += turn.chars().count() + 3;
            length <= MOST_LINE
        })
        .collect();
    fitting.reverse();
    if !fitting.is_empty() {
        let left_out = if fitting.len() < turns.len() {
            "… | "
        } else {
            ""
        };
        let count = counted(u64::try_from(turns.len()).unwrap_or(u64::MAX), "turn");
        lines.push(format!("{count} so far: {left_out}{}", fitting.join(" | ")));
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

/// How a game has ended on a board that is no match's.
fn over(shown: &PracticeView, outcome: &Outcome) -> String {
    let position = &shown.now.position;
    match outcome.verdict {
        Verdict::Draw => format!("It is over: a draw by {}.", outcome.reason),
        Verdict::Win(seat) => {
            let colour = position.colours()[position.colour_of(seat).index()];
            format!("It is over: {colour} wins by {}.", outcome.reason)
        }
    }
}

/// What a computer thinks of the board.
fn opinion(shown: &PracticeView, thought: &Thought) -> String {
    let position = &shown.now.position;
    let colour = position
        .to_move()
        .map(|seat| position.colours()[position.colour_of(seat).index()])
        .unwrap_or_default();
    let worth = chance(Chance {
        value: thought.value,
        proven: thought.proven,
    });
    let mut expected = thought.line.iter().take(MOST_EXPECTED);
    let best = expected
        .next()
        .map(|turn| format!(" I would play **{}**", cut(turn, 120)))
        .unwrap_or_default();
    let rest: Vec<_> = expected.map(|turn| cut(turn, 60)).collect();
    let rest = if rest.is_empty() {
        String::from(".")
    } else {
        format!(", and expect {} then.", rest.join(" | "))
    };
    format!("For {colour}, who is to move, I see {worth}.{best}{rest}")
}

/// What can be picked next, in menus or rows of buttons, with what is asked.
pub(crate) fn choices(
    shown: &PracticeView,
    seen_from: Seat,
) -> (
    Vec<crate::discord::ui::Menu>,
    Vec<Vec<Button>>,
    Option<String>,
) {
    let Some(picked) = &shown.now.picked else {
        return Default::default();
    };
    let choice = picked.choice.as_ref();
    let full = !shown.practice.about.is_task() && shown.practice.turns.len() >= MOST_PRACTISED;
    let (menus, rows) = choice
        .filter(|_| !full)
        .map(|choice| names(shown, seen_from).choices(choice))
        .unwrap_or_default();
    let position = &shown.now.position;
    let colour = position
        .to_move()
        .map(|seat| position.colours()[position.colour_of(seat).index()]);
    let question = colour.map(|colour| format!("{colour} to move. {}", so_far(picked)));
    (menus, rows, question.filter(|_| choice.is_some()))
}

/// What can be picked and has no place on the board.
pub(crate) fn words(shown: &PracticeView, seen_from: Seat) -> Vec<Button> {
    let choice = shown
        .now
        .picked
        .as_ref()
        .and_then(|picked| picked.choice.as_ref());
    let names = names(shown, seen_from);
    let words = choice.into_iter().flat_map(|choice| &choice.words);
    words.map(|pick| names.button(pick)).collect()
}

/// The buttons that take picks and turns back.
pub(crate) fn ways_back(shown: &PracticeView) -> Vec<Button> {
    let practice = &shown.practice;
    if practice.picks.is_empty() && practice.turns.is_empty() {
        return Vec::new();
    }
    let (board, generation) = (practice.number, practice.generation);
    vec![
        Button::new(
            "Back",
            Tone::Plain,
            CustomId::Practice {
                board,
                generation,
                act: PracticeAct::Back,
            },
        ),
        Button::new(
            "Start Over",
            Tone::Plain,
            CustomId::Practice {
                board,
                generation,
                act: PracticeAct::Over,
            },
        ),
    ]
}

/// What pressing picks on a board of one's own asks for.
struct OnBoard {
    board: u64,
    generation: u32,
}

impl Presses for OnBoard {
    fn pick(&self, key: String) -> CustomId {
        CustomId::Practice {
            board: self.board,
            generation: self.generation,
            act: PracticeAct::Key(key),
        }
    }

    fn pick_from(&self, list: u8) -> CustomId {
        CustomId::Practice {
            board: self.board,
            generation: self.generation,
            act: PracticeAct::From(list),
        }
    }
}

fn names(shown: &PracticeView, seen_from: Seat) -> Names<OnBoard> {
    let mover = shown.now.position.to_move();
    Names {
        turned: mover.is_some_and(|mover| mover != seen_from),
        presses: OnBoard {
            board: shown.practice.number,
            generation: shown.practice.generation,
        },
    }
}

/// The board as it stands, with what was done so far and what can be picked.
pub(crate) fn picture(shown: &PracticeView, seen_from: Seat) -> Picture {
    let picked = shown.now.picked.as_ref();
    let begun = picked.filter(|picked| !picked.steps.is_empty());
    let position = match begun {
        Some(picked) => &*picked.after,
        None => &*shown.now.position,
    };
    let last = match begun {
        Some(picked) => &picked.effects,
        None if shown.practice.turns.is_empty() => &shown.before,
        None => &shown.now.last,
    };
    let note = match begun {
        Some(picked) => picked.text(),
        None => shown.practice.turns.last().cloned().unwrap_or_default(),
    };
    let mut scene = position.scene(seen_from);
    scene.bar = Some(crate::board::scene::Bar {
        note,
        ..shown.game.bar(position)
    });
    scene.marks.extend(turn_marks(last));
    let mut alt = alt_text(position, last);
    if let Some(choice) = picked.and_then(|picked| picked.choice.as_ref()) {
        let told = mark_choice(&mut scene, choice);
        alt = format!("{}{told}", cut(&alt, MOST_ALT - told.chars().count()));
    }
    let practice = &shown.practice;
    Picture {
        scene,
        alt,
        text: describe::board(position),
        legend: legend(position, last),
        file: format!("board-{}-{}.png", practice.number, practice.generation),
        players: shown.view.as_ref().and_then(|view| view.state.players()),
    }
}

/// What the turn that was picked would do, to stand behind it.
pub(crate) fn picked_deed(shown: &PracticeView) -> String {
    let picked = shown.now.picked.as_ref();
    picked
        .map(|picked| deed(&*picked.after, &picked.text(), &picked.effects))
        .unwrap_or_default()
}

/// Whoever solves something sees it from their own side.
pub(crate) fn side(shown: &PracticeView) -> Seat {
    shown.from.to_move().unwrap_or(Seat::First)
}

/// The board of a task with nothing to choose from.
pub(crate) fn without_choices(shown: &PracticeView) -> Picture {
    let mut shown = shown.clone();
    shown.now.picked = None;
    picture(&shown, side(&shown))
}
