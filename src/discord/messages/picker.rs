use super::news::last_turn_marks;
use super::words::{MOST_ALT, counted, cut, effects, sits_out};
use super::{Button, Composed, Menu, MenuOption, Picture, Tone};
use crate::arbiter::PickerView;
use crate::board::Seat;
use crate::board::scene::{Mark, MarkKind, choice_letters};
use crate::discord::custom_id::CustomId;
use crate::games::{Choice, List, Outcome, Pick, Progress, Verdict, alt_text};
use crate::matches::{Match, MatchId, Picked};

/// How many buttons a row takes.
const ROW: usize = 5;

/// A turn that is being put together pick by pick: the board with the choices lettered, the same choices to be pressed,
/// and in the end the board after the turn.
#[must_use]
pub fn picker(shown: &PickerView) -> Composed {
    let PickerView { view, picker, picked } = shown;
    let now = &*view.state;
    let Some(seat) = now.to_move() else { return Composed::default() };
    let (id, generation) = (now.id(), picker.generation);
    let head = format!("**{}**, match {id}, turn {}: you play {}.", now.game().card.name, picker.ply.saturating_add(1), now.colour(seat));
    let picture = Some(picture(now, seat, shown));
    let type_it = Button::new("Type It", Tone::Plain, CustomId::TypeTurn { id, ply: picker.ply });
    let Some(choice) = &picked.choice else {
        let change = Button::new("Change", Tone::Plain, CustomId::PickBack { id, generation });
        let play = Button::new("Play", Tone::Success, CustomId::PickPlay { id, generation });
        let content = format!("{head}\n{}", whole(picked));
        return Composed { content, picture, rows: vec![vec![play, change]], ..Composed::default() };
    };
    let (menus, mut rows) = choices(choice, id, generation);
    let words = choice.words.iter().map(|pick| button(pick, id, generation));
    let mut last: Vec<_> = words.collect();
    if !picker.picks.is_empty() {
        last.push(Button::new("Back", Tone::Plain, CustomId::PickBack { id, generation }));
        last.push(Button::new("Start Over", Tone::Plain, CustomId::PickOver { id, generation }));
    }
    last.push(type_it);
    rows.push(last);
    Composed { content: format!("{head}\n{}", so_far(picked, choice)), picture, menus, rows, ..Composed::default() }
}

/// What is left of a picker whose match has moved on, or that was taken over: why, and a way to begin anew where the
/// player may move now.
#[must_use]
pub fn ended_picker(why: Composed, now: Option<&Match>) -> Composed {
    let anew = now.map(|now| Button::new("Start Anew", Tone::Primary, CustomId::PickAnew { id: now.id(), ply: now.ply() }));
    Composed { rows: anew.map(|button| vec![button]).into_iter().collect(), ..why }
}

/// The sentence for a turn that is made already.
#[must_use]
pub fn made_already(ply: u32, turn: &str) -> Composed {
    Composed::text(format!("Your turn {} is made: you played **{turn}**.", ply.saturating_add(1)))
}

/// The turn, and what comes of it.
fn whole(picked: &Picked) -> String {
    let after = &*picked.after;
    let end = after.outcome().map(|outcome| ends(&outcome, after.colours(), |seat| after.colour_of(seat))).unwrap_or_default();
    let sits_out = sits_out(&picked.happenings, |seat| after.colours()[after.colour_of(seat).index()]);
    format!(
        "Your turn would be **{}**{}.{sits_out}{end} The board shows what comes of it.",
        picked.text(),
        effects(after, &picked.happenings)
    )
}

fn ends(outcome: &Outcome, colours: [&str; 2], colour: impl Fn(Seat) -> Seat) -> String {
    match outcome.verdict {
        Verdict::Win(seat) => format!(" It ends the match: {} wins by {}.", colours[colour(seat).index()], outcome.reason),
        Verdict::Draw => format!(" It ends the match in a draw by {}.", outcome.reason),
    }
}

/// What is complete, what may or must follow, and what is asked.
fn so_far(picked: &Picked, choice: &Choice) -> String {
    let mut lines = Vec::new();
    if !picked.steps.is_empty() {
        lines.push(format!("**Complete:** {}{}.", picked.text(), effects(&*picked.after, &picked.happenings)));
        match &picked.progress {
            Progress::MayGoOn(sentence) => lines.push(format!("**May follow:** {sentence}")),
            Progress::MustGoOn(sentence) => lines.push(format!("**Must follow:** {sentence}")),
            Progress::Complete => {}
        }
    }
    let made: Vec<_> = choice.made.iter().map(|pick| pick.label.as_str()).collect();
    let note = choice.group.as_ref().map(|group| group.note.as_str()).filter(|note| !note.is_empty());
    match note {
        Some(note) => lines.push(format!("{} cannot move together: {note}\nChoose others.", made.join(", "))),
        None if made.is_empty() => lines.push(choice.question.clone()),
        None => lines.push(format!("**{}**: {}", made.join(", "), choice.question)),
    }
    lines.join("\n")
}

/// The board as the player sees it, with what was done so far and what is on offer.
fn picture(now: &Match, seat: Seat, shown: &PickerView) -> Picture {
    let picked = &shown.picked;
    let mut scene = picked.after.scene(seat);
    if picked.steps.is_empty() {
        scene.marks.extend(last_turn_marks(now));
    } else {
        scene.marks.extend(picked.happenings.iter().flat_map(|happening| happening.marks()));
    }
    let mut alt = alt_text(&*picked.after, &picked.happenings);
    if let Some(choice) = &picked.choice {
        let made = choice.made.iter().filter_map(|pick| pick.cell);
        scene.marks.extend(made.map(|cell| Mark { cell, kind: MarkKind::From }));
        let offered: Vec<_> = choice.offered().collect();
        scene.marks.extend(offered.iter().map(|(cell, offer)| Mark { cell: *cell, kind: MarkKind::Offer(*offer) }));
        let many = u64::try_from(offered.len()).unwrap_or(u64::MAX);
        let told = format!(" {} lettered, as on the buttons and menus.", counted(many, "choice"));
        alt = format!("{}{told}", cut(&alt, MOST_ALT - told.chars().count()));
    }
    Picture { scene, alt, file: format!("match-{}-turn-{}-picks-{}.png", now.id(), shown.picker.ply, shown.picker.generation) }
}

/// The picks as menus, or as rows of buttons where they are few.
fn choices(choice: &Choice, id: MatchId, generation: u32) -> (Vec<Menu>, Vec<Vec<Button>>) {
    let at = |list: usize| CustomId::PickFrom { id, generation, list: u8::try_from(list).unwrap_or(u8::MAX) };
    if let Some(group) = &choice.group {
        let many = group.lists.len() > 1;
        let menus = group.lists.iter().enumerate().map(|(index, list)| {
            let most = u8::try_from(group.most.min(list.picks.len())).unwrap_or(u8::MAX);
            let place = if many { format!("Pieces on {}", decapitalised(&list.name)) } else { String::from("Pieces") };
            let mut menu = menu(place, at(index), list);
            menu.count = (1, most);
            let chosen = menu.options.iter_mut().filter(|option| group.chosen.contains(&option.value));
            chosen.take(group.most).for_each(|option| option.chosen = true);
            menu
        });
        return (menus.collect(), rows(&choice.lists, id, generation));
    }
    match choice.lists.as_slice() {
        [only] if only.name.is_empty() => (Vec::new(), rows(&choice.lists, id, generation)),
        lists => {
            let placeholder = |list: &List| if list.name.is_empty() { choice.question.clone() } else { list.name.clone() };
            (lists.iter().enumerate().map(|(index, list)| menu(placeholder(list), at(index), list)).collect(), Vec::new())
        }
    }
}

fn rows(lists: &[List], id: MatchId, generation: u32) -> Vec<Vec<Button>> {
    let picks: Vec<_> = lists.iter().flat_map(|list| &list.picks).collect();
    picks.chunks(ROW).map(|row| row.iter().map(|pick| button(pick, id, generation)).collect()).collect()
}

fn button(pick: &Pick, id: MatchId, generation: u32) -> Button {
    Button::new(cut(&lettered(pick), 80), Tone::Primary, CustomId::Pick { id, generation, key: pick.key.clone() })
}

fn menu(placeholder: String, id: CustomId, list: &List) -> Menu {
    let options = list.picks.iter().map(|pick| {
        let option = MenuOption::new(cut(&lettered(pick), 100), pick.key.clone());
        MenuOption { description: cut(&pick.words, 100), ..option }
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
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}
