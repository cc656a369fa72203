//! Picks as words, buttons, menus and marks, for all boards on which a turn is picked.

use crate::board::Cell;
use crate::board::scene::{Mark, MarkKind, Scene};
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::words::{counted, effects, unbroken};
use crate::discord::ui::{Button, Menu, MenuOption, Offer, Tone, cut};
use crate::features::play::model::picks::Picked;
use crate::features::play::session_press::PickAct;
use crate::games::{Choice, List, Pick, Progress};

/// Discord's limit of buttons in a row.
const ROW: usize = 5;

/// The forced steps: the rules allowed no other.
pub(crate) fn forced(picked: &Picked) -> Option<String> {
    match picked.forced.as_slice() {
        [] => None,
        all if all.len() == picked.steps.len() && picked.choice.is_none() => Some(format!(
            "There is only one turn: **{}**.",
            unbroken(&picked.written)
        )),
        some => Some(format!(
            "There was no other choice than **{}**.",
            unbroken(&some.join(" "))
        )),
    }
}

/// The steps so far, what may or must follow, and the next question.
pub(crate) fn so_far(picked: &Picked) -> String {
    let mut lines = Vec::new();
    if !picked.steps.is_empty() {
        let effects = effects(&*picked.after, &picked.effects);
        lines.push(format!(
            "**So far:** {}{effects}.",
            unbroken(&picked.written)
        ));
        lines.extend(forced(picked));
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

/// Marks the made and the possible picks on a picture. Returns the words for its description.
pub(crate) fn mark_choice(scene: &mut Scene, choice: &Choice) -> String {
    let letters = letters(choice);
    scene.marks.extend(choice.marks().into_iter().map(|mark| {
        let lettered = letters.iter().find(|(cell, _)| *cell == mark.cell);
        match (mark.kind, lettered) {
            (MarkKind::Choice, Some((_, letter))) => Mark {
                kind: MarkKind::LetteredChoice(*letter),
                ..mark
            },
            _ => mark,
        }
    }));
    match choice.cells().len() {
        0 => String::new(),
        many => format!(
            " {} marked to choose from.",
            counted(u64::try_from(many).unwrap_or(u64::MAX), "cell")
        ),
    }
}

/// Returns letters for the cells if all are in one row: `a9`, `b9` … of row 9.
/// On a slanted board, cells can be far from the letters at its edge.
fn letters(choice: &Choice) -> Vec<(Cell, char)> {
    let picks = choice.lists.iter().flat_map(|list| &list.picks);
    let read = picks.map(|pick| {
        let &[cell] = pick.cells.as_slice() else {
            return None;
        };
        let mut rest = pick.label.chars();
        let letter = rest.next().filter(char::is_ascii_lowercase)?;
        Some((cell, letter, rest.as_str()))
    });
    let Some(read) = read.collect::<Option<Vec<_>>>() else {
        return Vec::new();
    };
    let row = read.first().map_or("", |(_, _, row)| row);
    let one_row = !row.is_empty()
        && row.chars().all(|c| c.is_ascii_digit())
        && read.iter().all(|(_, _, other)| *other == row);
    if !one_row || read.len() < 2 {
        return Vec::new();
    }
    read.iter()
        .map(|(cell, letter, _)| (*cell, *letter))
        .collect()
}

/// The names and custom ids of picks.
pub(crate) struct Names<'a> {
    /// Whether the board is shown from the side opposite to its mover.
    pub turned: bool,
    /// Whether names and order must hide which pick is good. Some games list captures first.
    pub neutral: bool,
    /// Returns the custom id of an action.
    pub press: &'a dyn Fn(PickAct) -> CustomId,
}

impl Names<'_> {
    /// Returns the picks as menus, or as rows of buttons if they are few.
    pub fn choices(&self, choice: &Choice) -> (Vec<Menu>, Vec<Vec<Button>>) {
        let at = |list: usize| (self.press)(PickAct::From(u8::try_from(list).unwrap_or(u8::MAX)));
        if let Some(group) = &choice.group {
            let many = group.lists.len() > 1;
            let menus = group.lists.iter().enumerate().map(|(index, list)| {
                let most = u8::try_from(group.most.min(list.picks.len())).unwrap_or(u8::MAX);
                let place = if many {
                    format!("Pieces on {}", decapitalised(&list.name))
                } else {
                    String::from("Pieces")
                };
                let mut menu = self.menu(place, at(index), list);
                menu.count = (1, most);
                if let Offer::Options(options) = &mut menu.offer {
                    let chosen = options.iter_mut();
                    let chosen = chosen.filter(|option| group.chosen.contains(&option.value));
                    chosen
                        .take(group.most)
                        .for_each(|option| option.chosen = true);
                }
                menu
            });
            return (menus.collect(), self.rows(&choice.lists));
        }
        match choice.lists.as_slice() {
            [only] if only.name.is_empty() => (Vec::new(), self.rows(&choice.lists)),
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
                        .map(|(index, list)| self.menu(placeholder(list), at(index), list))
                        .collect(),
                    Vec::new(),
                )
            }
        }
    }

    fn rows(&self, lists: &[List]) -> Vec<Vec<Button>> {
        let picks: Vec<_> = lists.iter().flat_map(|list| &list.picks).collect();
        picks
            .chunks(ROW)
            .map(|row| row.iter().map(|pick| self.button(pick)).collect())
            .collect()
    }

    pub fn button(&self, pick: &Pick) -> Button {
        Button::new(
            cut(&self.name(&pick.label), 80),
            Tone::Primary,
            (self.press)(PickAct::Key(pick.key.clone())),
        )
    }

    fn menu(&self, placeholder: String, id: CustomId, list: &List) -> Menu {
        let mut picks: Vec<_> = list.picks.iter().collect();
        if self.neutral {
            picks.sort_by_key(|pick| pick.cells.first());
        }
        let options = picks.into_iter().map(|pick| {
            let option = MenuOption::new(cut(&self.name(&pick.label), 100), pick.key.clone());
            let words = if self.neutral { "" } else { &pick.words };
            MenuOption {
                description: cut(words, 100),
                ..option
            }
        });
        Menu::one(cut(&self.name(&placeholder), 150), id, options.collect())
    }

    /// Returns the name of a pick. Arrows point as on the shown board.
    fn name(&self, name: &str) -> String {
        const ARROWS: [char; 8] = ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖'];
        let turned = |letter: char| match ARROWS.iter().position(|arrow| *arrow == letter) {
            Some(at) => ARROWS
                .get((at + 4) % ARROWS.len())
                .copied()
                .unwrap_or(letter),
            None => letter,
        };
        if self.turned {
            name.chars().map(turned).collect()
        } else {
            name.to_owned()
        }
    }
}

fn decapitalised(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(char::to_lowercase);
    first.into_iter().flatten().chain(letters).collect()
}
