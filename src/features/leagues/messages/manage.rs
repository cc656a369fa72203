//! What organisers see of a league.

use serde_json::Value;

use super::play_offs;
use super::view::{View, cost_line, division_name};
use crate::discord::ui::composed::MOST_OPTIONS;
use crate::discord::ui::contests::acts::{act_lines, undo_menu};
use crate::discord::ui::contests::entry;
use crate::discord::ui::contests::start::day_words;
use crate::discord::ui::contests::words::with_lines;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::custom_id::entry::EntryAct;
use crate::discord::ui::modal::{Field, form, reason};
use crate::discord::ui::words::{counted, date, line_above};
use crate::discord::ui::{
    Button, Composed, Menu, MenuOption, Offer, Tone, cut, in_plain_text, mention,
};
use crate::features::leagues::model::{Cost, OrganiserAct, Score, State};
use crate::features::leagues::press::{Act, Press};
use crate::games;
use crate::matches::UserId;
use crate::people::{Moment, Zone};

pub const HOURS: &str = "hours";

/// Who reads the reason of an act.
pub const READERS: &str = "Everybody in the league can read it";

/// Returns the organisers' page of a league, below a sentence about what was done; the sentence may be empty.
///
/// `days` are the moments that a season can start at.
pub fn manage(view: &View, said: &str, (zone, days): (&Zone, &[Moment])) -> Composed {
    let league = view.id();
    let costs = next_costs(view);
    let text = format!(
        "{}{} · {}\n{}{}{}\nEvery act needs a reason, which everybody can read.",
        line_above(said),
        view.title(),
        view.terms(),
        view.state(),
        entry::lines(&view.journal, view.contest.requests()),
        costs
    );
    let acts = view.contest.acts();
    let lines = act_lines(acts, |action| act_words(view, action));
    let mut menus = Vec::new();
    if can_start(view) {
        let options = days
            .iter()
            .map(|day| MenuOption::new(day_words(zone, *day), day.0.to_string()));
        menus.push(Menu::one(
            "Choose when the season starts",
            Press::Start(league),
            options.collect(),
        ));
    }
    if can_place(view) {
        menus.push(members(view));
    }
    if view.contest.state() == State::Running {
        menus.push(people(view));
        menus.extend(ends(view));
    }
    let label = |action: &_| act_label(view, action);
    if view.contest.state() != State::Over {
        menus.extend(undo_menu(acts, label, Press::Undo(league)));
    }
    let act = |label, tone, act| Button::new(label, tone, Press::Act { league, act });
    let mut buttons = Vec::new();
    if can_start(view) {
        buttons.push(Button::plain("Another Day…", Press::StartDay(league)));
    }
    if view.contest.state() != State::Over && view.contest.paused().is_none() {
        buttons.push(act("Pause…", Tone::Plain, Act::Pause));
    }
    if view.is_open() {
        buttons.push(act("Close…", Tone::Danger, Act::Close));
    }
    let mut more = Vec::new();
    if view.is_open() {
        let act = EntryAct::Show;
        let press = Press::Entry { league, act };
        more.push(entry::button(view.contest.requests(), press));
    }
    if view.is_seasonal() && view.is_open() && view.contest.state() == State::Gathering {
        more.push(Button::plain("Play-offs…", Press::PlayOffs(league)));
    }
    more.push(Button::plain("New League…", Press::New));
    more.push(Button::plain("Back", Press::Show(league)));
    Composed {
        menus,
        rows: vec![buttons, more],
        ..Composed::text(with_lines(text, lines, |_| String::new()))
    }
}

/// Words what the next season and its play-offs cost, each in a line of its own; empty if that is not known yet.
fn next_costs(view: &View) -> String {
    let Some(cost) = next_cost(view) else {
        return String::new();
    };
    let after = play_offs::cost(view.contest.rules());
    let after = after.map(|cost| format!("\n{}", cost_line("The knock-out after it", &cost)));
    let season = cost_line("The next season", &cost);
    format!("\n{season}{}", after.unwrap_or_default())
}

/// Returns what the next season costs with the people who have joined, before it starts.
fn next_cost(view: &View) -> Option<Cost> {
    let (league, rules) = (&view.contest, view.contest.rules());
    let gathers = view.is_seasonal() && view.is_open() && league.state() == State::Gathering;
    let game = games::find(&rules.game).filter(|_| gathers)?;
    let turns = (game.card.typical_turns)(&rules.options);
    let people = league.members().len();
    let cost = Cost::of_season(people, rules.size, rules.legs, turns);
    (cost.matches > 0).then_some(cost)
}

/// Whether the organiser can choose the start of the next season.
fn can_start(view: &View) -> bool {
    view.is_seasonal()
        && view.is_open()
        && view.contest.paused().is_none()
        && view.contest.state() == State::Gathering
        && view.contest.members().len() >= view.contest.rules().least_people()
}

/// Whether the organiser can move people between the divisions of the next season.
pub(crate) fn can_place(view: &View) -> bool {
    let divisions = || view.contest.next_divisions(|_| None).len();
    view.is_open() && view.contest.gathers_for_a_season() && divisions() > 1
}

/// Returns the menu of the people who have joined for the next season.
fn members(view: &View) -> Menu {
    let members = view.contest.members().iter().map(|member| member.user);
    let options =
        members.map(|user| MenuOption::new(cut(&view.name(user), 100), user.0.to_string()));
    Menu::one_of(
        "Move somebody to another division…",
        Press::Person(view.id()),
        Offer::people(options.collect()),
    )
}

/// Returns the menu of the people who are playing.
fn people(view: &View) -> Menu {
    let mut users: Vec<UserId> = view.contest.playing().into_iter().collect();
    users.sort_by_key(|user| view.name(*user).to_lowercase());
    let options = users
        .iter()
        .map(|user| MenuOption::new(cut(&view.name(*user), 100), user.0.to_string()));
    Menu::one_of(
        "Choose a player: forfeit, replace, decide a game…",
        Press::Person(view.id()),
        Offer::people(options.collect()),
    )
}

/// Returns the menu of the seasons that can be ended.
fn ends(view: &View) -> Option<Menu> {
    let running = view.contest.running().take(MOST_OPTIONS);
    let options: Vec<_> = running
        .map(|season| {
            let label = format!("End {}…", view.season_name(season.id).to_lowercase());
            MenuOption::new(label, season.id.to_string())
        })
        .collect();
    let paused = view.contest.paused().is_some();
    (!options.is_empty() && !paused)
        .then(|| Menu::one("End a season early…", Press::End(view.id()), options))
}

/// Words an act, to follow the name of the organiser.
pub(crate) fn act_words(view: &View, action: &OrganiserAct) -> String {
    match action {
        OrganiserAct::Pause => String::from("paused the league"),
        OrganiserAct::Forfeit { user, games } => {
            let games = counted(games.len(), "game");
            format!(
                "forfeited {games} of {}, who did not move in them",
                mention(*user)
            )
        }
        OrganiserAct::Replace { user, newcomer, .. } => format!(
            "put {} in the place of {}",
            mention(*newcomer),
            mention(*user)
        ),
        OrganiserAct::Adjudicate { game, score } => {
            let found = view.contest.game(*game);
            let people = found.and_then(|(_, division, game)| division.people(game));
            let Some([first, second]) = people.map(|both| both.map(mention)) else {
                return format!("decided game {game}");
            };
            match score {
                Score::First => format!("decided a game: {first} beats {second}"),
                Score::Second => format!("decided a game: {second} beats {first}"),
                Score::Draw | Score::Void => {
                    format!("decided a game: {first} and {second} draw")
                }
            }
        }
        OrganiserAct::Place {
            season,
            user,
            division,
        } => format!(
            "moved {} to {} of {}",
            mention(*user),
            division_name(usize::try_from(*division).unwrap_or(0)),
            view.season_name(*season).to_lowercase()
        ),
        OrganiserAct::EndSeason { season, ends } => format!(
            "set the end of {} to {}",
            view.season_name(*season).to_lowercase(),
            date(*ends)
        ),
    }
}

/// Names an act for a menu, which shows plain text.
fn act_label(view: &View, action: &OrganiserAct) -> String {
    match action {
        OrganiserAct::EndSeason { season, .. } => {
            format!(
                "changed the end of {}",
                view.season_name(*season).to_lowercase()
            )
        }
        OrganiserAct::Forfeit { user, games } => {
            let games = counted(games.len(), "game");
            format!("forfeited {games} of {}", view.name(*user))
        }
        OrganiserAct::Pause
        | OrganiserAct::Replace { .. }
        | OrganiserAct::Place { .. }
        | OrganiserAct::Adjudicate { .. } => {
            in_plain_text(&act_words(view, action), |user| Some(view.name(user)))
        }
    }
}

/// Returns the form for the end of a season.
pub fn end_form(id: impl Into<CustomId>, title: &str) -> Value {
    let label = "Hours from now (0: at once)";
    let hours = Field::required(HOURS, label, "", "24", 4);
    form(id, &cut(title, 45), &[hours, reason(READERS)])
}
