use super::picks::{Names, Presses, forced, mark_choice, so_far};
use super::preview::{before_it_counts, line_preview};
use crate::board::Seat;
use crate::discord::ui::custom_id::{CustomId, PickAct};
use crate::discord::ui::terms::plan_button;
use crate::discord::ui::words::{MOST_ALT, list, quoted, turn_words};
use crate::discord::ui::{Button, Composed, Picture, Tone, bar, cut};
use crate::features::boards::model::picker::Picked;
use crate::features::boards::service::picking::PickerView;
use crate::games::{Pick, alt_text, describe, legend, turn_marks};
use crate::matches::{Match, MatchId, UserId};

/// How much of a line is shown while it is put together: its end.
const MOST_LINE: usize = 600;

/// A turn that is being put together pick by pick: the board with what can be chosen marked, the same choices to be pressed
/// by their names, and in the end what the turn would do.
#[must_use]
pub fn picker(shown: &PickerView, user: UserId, seen_from: Seat) -> Composed {
    let composed = turn_picker(shown, user, seen_from);
    match caught_up(shown) {
        Some(note) => Composed {
            content: format!("{note}\n{}", composed.content),
            ..composed
        },
        None => composed,
    }
}

/// A picker that goes on where a typed turn stops too early.
#[must_use]
pub fn unfinished(typed: &str, picker: Composed) -> Composed {
    let note = format!(
        "{} is the beginning of a turn: it goes on here.",
        quoted(typed)
    );
    Composed {
        content: format!("{note}\n{}", picker.content),
        ..picker
    }
}

fn turn_picker(shown: &PickerView, user: UserId, seen_from: Seat) -> Composed {
    let PickerView {
        view,
        picker,
        picked,
        whole,
        ..
    } = shown;
    let (id, generation) = (view.state.id(), picker.generation);
    let back = CustomId::Pick {
        id,
        generation,
        act: PickAct::Back,
    };
    let now = &*view.state;
    match (whole, &picker.line) {
        (Some(whole), None) => {
            let mut composed = before_it_counts(
                whole,
                seen_from,
                CustomId::Pick {
                    id,
                    generation,
                    act: PickAct::Play,
                },
                back,
            );
            if let Some(note) = forced(picked) {
                composed.content = format!("{note}\n{}", composed.content);
            }
            if picker.picks.is_empty() {
                // Nothing was picked, so nothing can be picked otherwise.
                for row in &mut composed.rows {
                    row.truncate(1);
                    row.push(type_it(now));
                }
            }
            return composed;
        }
        (Some(whole), Some(turns)) => {
            return line_preview(
                whole,
                &line_words(&whole.after, user, turns.len().saturating_add(1)),
                seen_from,
                generation,
            );
        }
        (None, _) => {}
    }
    let choice = picked.choice.as_ref();
    let names = Names {
        turned: now.to_move().is_some_and(|mover| mover != seen_from),
        presses: InMatch { id, generation },
    };
    let (menus, mut rows) = choice
        .map(|choice| names.choices(choice))
        .unwrap_or_default();
    let words = choice.into_iter().flat_map(|choice| &choice.words);
    let mut last: Vec<_> = words
        .map(|pick| match &picker.line {
            None if ends(now, &picker.picks, picked, pick) => Button::new(
                cut(&pick.label, 80),
                Tone::Success,
                CustomId::Pick {
                    id,
                    generation,
                    act: PickAct::End(pick.key.clone()),
                },
            ),
            _ => names.button(pick),
        })
        .collect();
    if !picker.picks.is_empty() || picker.line.as_ref().is_some_and(|turns| !turns.is_empty()) {
        last.push(Button::new("Back", Tone::Plain, back));
        last.push(Button::new(
            "Start Over",
            Tone::Plain,
            CustomId::Pick {
                id,
                generation,
                act: PickAct::Over,
            },
        ));
    }
    let name = now.game().card.name;
    let head = match &picker.line {
        None => {
            last.push(type_it(now));
            let colour = now.to_move().map_or("", |seat| now.colour(seat));
            format!(
                "Match {id}, **{name}**, turn {}: you play {colour}.",
                now.ply().saturating_add(1)
            )
        }
        Some(turns) => {
            let own = now.person_to_move() == Some(user);
            let ask = match (own, turns.is_empty()) {
                (true, _) => "**What do you play then?**",
                (false, true) => "**What might they play?**",
                (false, false) => "**What might they play after that?**",
            };
            let line = line_words(now, user, turns.len());
            let line = if line.is_empty() {
                line
            } else {
                format!("\nSo far: {line}")
            };
            format!("Match {id}, **{name}**: your planned reply, which only you see.{line}\n{ask}")
        }
    };
    rows.push(last);
    Composed {
        content: format!("{head}\n{}", so_far(picked)),
        picture: Some(picture(now, seen_from, shown)),
        menus,
        rows: rows.into_iter().filter(|row| !row.is_empty()).collect(),
        ..Composed::default()
    }
}

fn type_it(now: &Match) -> Button {
    let (id, board) = (now.id(), now.board());
    Button::new(
        "Type Instead…",
        Tone::Plain,
        CustomId::TypeTurn { id, board },
    )
}

/// Whether this pick ends a turn that has begun: then the picture shows already what comes of it.
fn ends(now: &Match, picks: &[String], picked: &Picked, pick: &Pick) -> bool {
    let picks = [picks, std::slice::from_ref(&pick.key)].concat();
    !picked.steps.is_empty()
        && now
            .picked(&picks)
            .is_some_and(|then| then.choice.is_none() && then.steps.len() == picked.steps.len() + 1)
}

/// The last turns of a match as those of a line, as many as fit: `if **d**, you play **e**`.
fn line_words(ahead: &Match, user: UserId, count: usize) -> String {
    let own = ahead.seat_of(user);
    let made = ahead.record().iter().rev().filter_map(|entry| {
        Some(turn_words(
            Some(entry.seat) == own,
            &cut(entry.text.as_deref()?, 300),
        ))
    });
    let mut length = 0;
    let fitting = made.take(count).take_while(|words| {
        length += words.chars().count() + 2;
        length <= MOST_LINE
    });
    let mut words: Vec<_> = fitting.collect();
    if words.len() < count {
        words.push(String::from("…"));
    }
    words.reverse();
    words.join(", ")
}

/// What was made of a line while it was put together; nothing if nothing was.
#[must_use]
pub fn caught_up(shown: &PickerView) -> Option<String> {
    let made: Vec<_> = shown
        .made
        .iter()
        .map(|turn| format!("**{}**", cut(turn, 300)))
        .collect();
    let (last, were) = (made.last()?, if made.len() == 1 { "was" } else { "were" });
    // Whoever was away for long has many.
    let made = if made.len() > 3 {
        format!("{} turns, up to {last},", made.len())
    } else {
        list(&made)
    };
    let due = if shown.picker.line.is_none() {
        " It is your move now."
    } else {
        ""
    };
    Some(format!(
        "Meanwhile {made} {were} played, as in your line.{due}"
    ))
}

/// Why a player who has pressed *Move…* or typed a turn cannot move, and what they can do while they wait.
#[must_use]
pub fn waiting(why: Composed, now: &Match, user: UserId) -> Composed {
    Composed {
        rows: plan_button(now, user),
        ..why
    }
}

/// What is left of a picker whose match has moved on, or that was taken over: why, and a way to begin anew where the
/// player may move now, or `plan` a line while they wait.
#[must_use]
pub fn ended_picker(why: Composed, now: Option<&Match>, user: UserId) -> Composed {
    let Some(now) = now else { return why };
    let anew = || {
        Button::new(
            "Start Over",
            Tone::Primary,
            CustomId::PickAnew {
                id: now.id(),
                board: now.board(),
            },
        )
    };
    let rows = if now.person_to_move() == Some(user) {
        vec![vec![anew()]]
    } else {
        plan_button(now, user)
    };
    Composed { rows, ..why }
}

/// The board as the player sees it, with what was done so far and what is on offer.
fn picture(now: &Match, seen_from: Seat, shown: &PickerView) -> Picture {
    let picked = &shown.picked;
    let mut scene = picked.after.scene(seen_from);
    scene.bar = Some(bar(now, &*picked.after, picked.steps.join(" ")));
    let last = if picked.steps.is_empty() {
        now.last_turn()
    } else {
        &picked.effects
    };
    scene.marks.extend(turn_marks(last));
    let mut alt = alt_text(&*picked.after, &picked.effects);
    if let Some(choice) = &picked.choice {
        let told = mark_choice(&mut scene, choice);
        alt = format!("{}{told}", cut(&alt, MOST_ALT - told.chars().count()));
    }
    let text = describe::board(&*picked.after);
    Picture {
        scene,
        alt,
        text,
        legend: legend(&*picked.after, last),
        file: format!(
            "match-{}-turn-{}-picks-{}.png",
            now.id(),
            now.ply(),
            shown.picker.generation
        ),
        players: now.players(),
    }
}

/// A turn of a match.
struct InMatch {
    id: MatchId,
    generation: u32,
}

impl Presses for InMatch {
    fn pick(&self, key: String) -> CustomId {
        CustomId::Pick {
            id: self.id,
            generation: self.generation,
            act: PickAct::Key(key),
        }
    }

    fn pick_from(&self, list: u8) -> CustomId {
        CustomId::Pick {
            id: self.id,
            generation: self.generation,
            act: PickAct::From(list),
        }
    }
}
