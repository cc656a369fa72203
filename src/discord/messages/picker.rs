use super::conditional::{plan_button, turn_words};
use super::preview::{before_it_counts, line_preview};
use super::words::{MOST_ALT, counted, cut, effects, list};
use super::{Button, Composed, Menu, MenuOption, Picture, Tone, bar};
use crate::arbiter::PickerView;
use crate::board::Seat;
use crate::board::scene::{Mark, MarkKind, choice_letters};
use crate::discord::custom_id::CustomId;
use crate::games::{Choice, List, Pick, Progress, alt_text, describe, legend, turn_marks};
use crate::matches::{Match, MatchId, Picked, UserId};

/// How many buttons a row takes.
const ROW: usize = 5;

/// How much of a line is shown while it is put together: its end.
const MOST_LINE: usize = 600;

/// A turn that is being put together pick by pick: the board with the choices lettered, the same choices to be pressed,
/// and in the end what the turn would do.
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

fn turn_picker(shown: &PickerView, user: UserId, seen_from: Seat) -> Composed {
    let PickerView {
        view,
        picker,
        picked,
        whole,
        ..
    } = shown;
    let (id, generation) = (view.state.id(), picker.generation);
    let back = CustomId::PickBack { id, generation };
    let now = &*view.state;
    match (whole, &picker.line) {
        (Some(whole), None) => {
            return before_it_counts(
                whole,
                seen_from,
                CustomId::PickPlay { id, generation },
                back,
            );
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
    let (menus, mut rows) = choice
        .map(|choice| choices(choice, id, generation))
        .unwrap_or_default();
    let words = choice.into_iter().flat_map(|choice| &choice.words);
    let mut last: Vec<_> = words.map(|pick| button(pick, id, generation)).collect();
    if !picker.picks.is_empty() || picker.line.as_ref().is_some_and(|turns| !turns.is_empty()) {
        last.push(Button::new("Back", Tone::Plain, back));
        last.push(Button::new(
            "Start Over",
            Tone::Plain,
            CustomId::PickOver { id, generation },
        ));
    }
    let name = now.game().card.name;
    let head = match &picker.line {
        None => {
            last.push(Button::new(
                "Type Instead…",
                Tone::Plain,
                CustomId::TypeTurn {
                    id,
                    board: picker.board,
                },
            ));
            let colour = now.to_move().map_or("", |seat| now.colour(seat));
            format!(
                "Match {id}, **{name}**, turn {}: you play {colour}.",
                now.ply().saturating_add(1)
            )
        }
        Some(turns) => {
            let own = now.person_to_move() == Some(user);
            let ask = match (own, turns.is_empty()) {
                (true, _) => "**…you play**",
                (false, true) => "**If they play…**",
                (false, false) => "**…if they then play…**",
            };
            let line = line_words(now, user, turns.len());
            let line = if line.is_empty() {
                line
            } else {
                format!("\nSo far: {line}")
            };
            format!(
                "Match {id}, **{name}**: a line of conditional turns, which only you see.{line}\n{ask}"
            )
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

/// What is complete, what may or must follow, and what is asked.
fn so_far(picked: &Picked) -> String {
    let mut lines = Vec::new();
    if !picked.steps.is_empty() {
        let effects = effects(&*picked.after, &picked.effects);
        lines.push(format!("**So far:** {}{effects}.", picked.text()));
        match &picked.progress {
            Progress::MayGoOn(sentence) | Progress::MustGoOn(sentence) => {
                lines.push(sentence.clone());
            }
            Progress::Complete => {}
        }
    }
    let Some(choice) = &picked.choice else {
        return lines.join("\n");
    };
    let made: Vec<_> = choice.made.iter().map(|pick| pick.label.as_str()).collect();
    let note = choice
        .group
        .as_ref()
        .map(|group| group.note.as_str())
        .filter(|note| !note.is_empty());
    match note {
        Some(note) => lines.push(format!(
            "{} cannot move together: {note}\nChoose others.",
            made.join(", ")
        )),
        None if made.is_empty() => lines.push(choice.question.clone()),
        None => lines.push(format!("**{}**: {}", made.join(", "), choice.question)),
    }
    lines.join("\n")
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
        let made = choice.made.iter().filter_map(|pick| pick.cell);
        scene.marks.extend(made.map(|cell| Mark {
            cell,
            kind: MarkKind::From,
        }));
        let offered: Vec<_> = choice.offered().collect();
        scene.marks.extend(offered.iter().map(|(cell, offer)| Mark {
            cell: *cell,
            kind: MarkKind::Offer(*offer),
        }));
        let many = u64::try_from(offered.len()).unwrap_or(u64::MAX);
        let told = format!(
            " {} lettered, as on the buttons and menus.",
            counted(many, "choice")
        );
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

/// The picks as menus, or as rows of buttons where they are few.
fn choices(choice: &Choice, id: MatchId, generation: u32) -> (Vec<Menu>, Vec<Vec<Button>>) {
    let at = |list: usize| CustomId::PickFrom {
        id,
        generation,
        list: u8::try_from(list).unwrap_or(u8::MAX),
    };
    if let Some(group) = &choice.group {
        let many = group.lists.len() > 1;
        let menus = group.lists.iter().enumerate().map(|(index, list)| {
            let most = u8::try_from(group.most.min(list.picks.len())).unwrap_or(u8::MAX);
            let place = if many {
                format!("Pieces on {}", decapitalised(&list.name))
            } else {
                String::from("Pieces")
            };
            let mut menu = menu(place, at(index), list);
            menu.count = (1, most);
            let chosen = menu
                .options
                .iter_mut()
                .filter(|option| group.chosen.contains(&option.value));
            chosen
                .take(group.most)
                .for_each(|option| option.chosen = true);
            menu
        });
        return (menus.collect(), rows(&choice.lists, id, generation));
    }
    match choice.lists.as_slice() {
        [only] if only.name.is_empty() => (Vec::new(), rows(&choice.lists, id, generation)),
        lists => {
            let placeholder = |list: &List| {
                if list.name.is_empty() {
                    choice.question.clone()
                } else {
                    list.name.clone()
                }
            };
            (
                lists
                    .iter()
                    .enumerate()
                    .map(|(index, list)| menu(placeholder(list), at(index), list))
                    .collect(),
                Vec::new(),
            )
        }
    }
}

fn rows(lists: &[List], id: MatchId, generation: u32) -> Vec<Vec<Button>> {
    let picks: Vec<_> = lists.iter().flat_map(|list| &list.picks).collect();
    picks
        .chunks(ROW)
        .map(|row| {
            row.iter()
                .map(|pick| button(pick, id, generation))
                .collect()
        })
        .collect()
}

fn button(pick: &Pick, id: MatchId, generation: u32) -> Button {
    Button::new(
        cut(&lettered(pick), 80),
        Tone::Primary,
        CustomId::Pick {
            id,
            generation,
            key: pick.key.clone(),
        },
    )
}

fn menu(placeholder: String, id: CustomId, list: &List) -> Menu {
    let options = list.picks.iter().map(|pick| {
        let option = MenuOption::new(cut(&lettered(pick), 100), pick.key.clone());
        MenuOption {
            description: cut(&pick.words, 100),
            ..option
        }
    });
    Menu::one(cut(&placeholder, 150), id, options.collect())
}

/// A pick with the letters that it has on the picture: `A  e4`.
fn lettered(pick: &Pick) -> String {
    match pick.offer {
        Some(offer) => format!("{}  {}", choice_letters(offer), pick.label),
        None => pick.label.clone(),
    }
}

fn decapitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters
        .next()
        .map(|first| first.to_lowercase().chain(letters).collect())
        .unwrap_or_default()
}
