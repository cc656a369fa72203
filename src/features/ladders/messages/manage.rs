//! What organisers see of a ladder.

use super::view::View;
use crate::discord::ui::composed::MOST_OPTIONS;
use crate::discord::ui::contests::entry;
use crate::discord::ui::custom_id::entry::EntryAct;
use crate::discord::ui::words::line_above;
use crate::discord::ui::{Button, Composed, Menu, MenuOption, Offer, Tone, cut};
use crate::features::ladders::model::{LadderGame, Stage};
use crate::features::ladders::press::{Act, Press};

/// Who reads the reason of an act.
pub(crate) const READERS: &str = "Everybody on the ladder can read it";

/// Returns the organisers' page of a ladder, below a sentence about what was done; the sentence may be empty.
pub fn manage(view: &View, said: &str) -> Composed {
    let id = view.id();
    let text = format!(
        "{}{} · {} · {}{}{}\nEvery act needs a reason, which everybody can read.",
        line_above(said),
        view.title(),
        view.terms(),
        view.people(),
        view.condition_line(),
        entry::lines(&view.journal, view.ladder.requests())
    );
    let mut menus = Vec::new();
    let mut buttons = Vec::new();
    if !view.is_closed() {
        menus.extend(people(view));
        menus.extend(games(view));
        let act = |label, tone, act| Button::new(label, tone, Press::Act { ladder: id, act });
        buttons.push(if view.is_open() {
            act("Pause…", Tone::Plain, Act::Pause)
        } else {
            act("Resume…", Tone::Success, Act::Resume)
        });
        buttons.push(act("Close…", Tone::Danger, Act::Close));
        let act = EntryAct::Show;
        let press = Press::Entry { ladder: id, act };
        buttons.push(entry::button(view.ladder.requests(), press));
    }
    buttons.push(Button::plain("New Ladder…", Press::New));
    buttons.push(Button::plain("Back", Press::Mine(id)));
    Composed {
        menus,
        rows: vec![buttons],
        ..Composed::text(text)
    }
}

/// Returns the menu of people to take off the ladder; `None` without people.
fn people(view: &View) -> Option<Menu> {
    let options = (1..).zip(view.ladder.order()).map(|(place, user)| {
        let label = format!("{place}. {}", cut(&view.name(user), 60));
        MenuOption::new(label, user.0.to_string())
    });
    let menu = Menu::one_of(
        "Take somebody off the ladder…",
        Press::Remove(view.id()),
        Offer::people(options.collect()),
    );
    (view.ladder.size() > 0).then_some(menu)
}

/// Returns the menu of games to cancel or undo; `None` without such games.
fn games(view: &View) -> Option<Menu> {
    let name = |user| cut(&view.name(user), 30);
    let undo = view.ladder.undoable().and_then(|(game, rise)| {
        let [by, to] = view.ladder.people_of(game)?;
        let label = format!("Undo: {} against {}", name(by), name(to));
        let what = format!("Back from place {} to {}", rise.to, rise.from);
        Some(MenuOption::new(label, game.to_string()).described(what))
    });
    let running = view.ladder.games().filter(|(_, game)| game.is_open());
    let cancel = running.map(|(id, game)| {
        let LadderGame { by, to, stage, .. } = *game;
        let label = format!("Cancel: {} against {}", name(by), name(to));
        let what = match stage {
            Stage::Waiting { .. } => String::from("Unanswered challenge"),
            Stage::Accepted => String::from("Accepted challenge"),
            Stage::Running(id) | Stage::Ending(id, _) => format!("Match {id}"),
        };
        MenuOption::new(label, id.to_string()).described(what)
    });
    let options: Vec<_> = undo.into_iter().chain(cancel).take(MOST_OPTIONS).collect();
    let what = "Cancel a challenge or a match, undo a result…";
    (!options.is_empty()).then(|| Menu::one(what, Press::Cancel(view.id()), options))
}
