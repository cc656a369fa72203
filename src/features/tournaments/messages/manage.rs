//! What organisers see of a tournament.

use super::view::View;
use crate::discord::ui::composed::MOST_OPTIONS;
use crate::discord::ui::contests::acts::{act_lines, undo_menu};
use crate::discord::ui::contests::entry;
use crate::discord::ui::contests::start::day_words;
use crate::discord::ui::contests::words::with_lines;
use crate::discord::ui::custom_id::entry::EntryAct;
use crate::discord::ui::words::line_above;
use crate::discord::ui::{
    Button, Composed, Menu, MenuOption, Offer, Tone, cut, in_plain_text, mention,
};
use crate::features::tournaments::model::{OrganiserAct, PEOPLE, State};
use crate::features::tournaments::press::{Act, Press};
use crate::people::{Moment, Zone};

/// Who reads the reason of an act.
pub const READERS: &str = "Everybody in the tournament can read it";

/// Returns the organisers' page of a tournament, below a sentence about what was done; the sentence may be empty.
///
/// `days` are the moments that it can start at, besides now.
pub fn manage(view: &View, said: &str, (zone, days): (&Zone, &[Moment])) -> Composed {
    let tournament = view.id();
    let state = view.contest.state();
    let text = format!(
        "{}{} · {}\n{}{}\nEvery act needs a reason, which everybody can read.",
        line_above(said),
        view.title(),
        view.terms(),
        view.state(),
        entry::lines(&view.journal, view.contest.requests())
    );
    let acts = view.contest.acts();
    let lines = act_lines(acts, |action| act_words(view, action));
    let mut menus = Vec::new();
    if can_start(view) {
        let now = MenuOption::new("Now", "0");
        let days = days
            .iter()
            .map(|day| MenuOption::new(day_words(zone, *day), day.0.to_string()));
        let press = Press::Start(tournament);
        let options = std::iter::once(now).chain(days).collect();
        menus.push(Menu::one(
            "Choose when the tournament starts",
            press,
            options,
        ));
    }
    if state == State::Running {
        menus.extend(pairings(view));
        menus.push(people(view));
    }
    if state != State::Over {
        let label =
            |action: &_| in_plain_text(&act_words(view, action), |user| Some(view.name(user)));
        menus.extend(undo_menu(acts, label, Press::Undo(tournament)));
    }
    let act = |label, tone, act| Button::new(label, tone, Press::Act { tournament, act });
    let mut buttons = Vec::new();
    if can_start(view) {
        buttons.push(Button::plain("Another Day…", Press::StartDay(tournament)));
    }
    if view.is_open() && view.contest.paused().is_none() {
        buttons.push(act("Pause…", Tone::Plain, Act::Pause));
    }
    if view.is_open() {
        buttons.push(act("Close…", Tone::Danger, Act::Close));
    }
    let mut more = Vec::new();
    if view.takes_people() {
        let act = EntryAct::Show;
        let press = Press::Entry { tournament, act };
        more.push(entry::button(view.contest.requests(), press));
    }
    more.push(Button::plain("New Tournament…", Press::New));
    more.push(Button::plain("Back", Press::Show(tournament)));
    let rows = [buttons, more];
    Composed {
        menus,
        rows: rows.into_iter().filter(|row| !row.is_empty()).collect(),
        ..Composed::text(with_lines(text, lines, |_| String::new()))
    }
}

/// Whether the organiser can choose the start.
fn can_start(view: &View) -> bool {
    let least = usize::try_from(*PEOPLE.start()).unwrap_or(usize::MAX);
    view.contest.state() == State::Gathering
        && view.contest.paused().is_none()
        && view.contest.members().len() >= least
}

/// Returns the menu of the pairings that can be decided.
fn pairings(view: &View) -> Option<Menu> {
    let tournament = &view.contest;
    let open = tournament.pairings().iter();
    let open = open.filter(|one| one.opened.is_some() && one.decision.is_none());
    let options: Vec<_> = open
        .take(MOST_OPTIONS)
        .filter_map(|one| {
            let [first, second] = tournament.people_of(one);
            let [first, second] = [first?, second?].map(|user| cut(&view.name(user), 40));
            let option = MenuOption::new(format!("{first} against {second}"), one.id.to_string());
            Some(option.described(view.pairing_name(one)))
        })
        .collect();
    let press = Press::Pairing(view.id());
    (!options.is_empty()).then(|| Menu::one("Decide a pairing…", press, options))
}

/// Returns the menu of the people who are playing.
fn people(view: &View) -> Menu {
    let players = view.contest.players().iter().map(|player| player.user);
    let playing = players.filter(|user| view.contest.is_playing(*user));
    let options = playing
        .map(|user| MenuOption::new(cut(&view.name(user), 100), user.0.to_string()))
        .collect();
    Menu::one_of(
        "Choose a player: replace, put out…",
        Press::Person(view.id()),
        Offer::people(options),
    )
}

/// Words an act, to follow the name of the organiser.
pub(crate) fn act_words(view: &View, action: &OrganiserAct) -> String {
    match action {
        OrganiserAct::Pause => String::from("paused the tournament"),
        OrganiserAct::Exclude { user } => format!("put {} out", mention(*user)),
        OrganiserAct::Replace { user, newcomer } => format!(
            "put {} in the place of {}",
            mention(*newcomer),
            mention(*user)
        ),
        OrganiserAct::Decide { pairing, winner } => {
            let found = view.contest.pairing(*pairing);
            let people = found.map_or([None; 2], |found| view.contest.people_of(found));
            let [Some(one), Some(other)] = people else {
                return String::from("decided a pairing");
            };
            match winner {
                None if view.contest.is_swiss() => format!(
                    "decided a pairing: neither {} nor {} gets a point",
                    mention(one),
                    mention(other)
                ),
                Some(winner) if view.contest.is_swiss() => {
                    let loser = if one == *winner { other } else { one };
                    format!(
                        "decided a pairing: {} wins against {}",
                        mention(*winner),
                        mention(loser)
                    )
                }
                None => format!(
                    "decided a pairing: neither {} nor {} goes on",
                    mention(one),
                    mention(other)
                ),
                Some(winner) => {
                    let loser = if one == *winner { other } else { one };
                    format!(
                        "decided a pairing: {} goes on, and not {}",
                        mention(*winner),
                        mention(loser)
                    )
                }
            }
        }
    }
}
