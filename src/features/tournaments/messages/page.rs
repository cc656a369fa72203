//! The private page of a tournament for one person.

use super::post::results;
use super::results::place;
use super::view::View;
use crate::discord::ui::contests::entry::{ASKING, WITHDRAW};
use crate::discord::ui::contests::link;
pub use crate::discord::ui::contests::page::Page;
use crate::discord::ui::contests::words::with_lines;
use crate::discord::ui::words::line_above;
use crate::discord::ui::{Button, Composed, Tone, mention, relative};
use crate::features::play::press::Press as PlayPress;
use crate::features::tournaments::model::{Pairing, State, parts};
use crate::features::tournaments::press::{Press, Side};
use crate::matches::UserId;

/// Returns the page of a tournament.
pub fn page(view: &View, user: UserId, shown: &Page) -> Composed {
    let id = view.id();
    let tournament = &view.contest;
    let text = format!(
        "{}{} · {} · {}\n{}\n{}",
        line_above(&shown.said),
        view.title(),
        view.terms(),
        place(view),
        view.state(),
        own_line(view, user)
    );
    let running = tournament.running_of(user);
    let games = shown.own_games(user, |id| running.contains(&id));
    let waits = games.iter().any(|(theirs, _)| *theirs);
    let mut lines: Vec<String> = games.into_iter().map(|(_, line)| line).collect();
    if tournament.state() == State::Gathering {
        lines.push(format!("-# {}", view.how_it_works()));
    }
    let own = tournament.current_of(user).filter(|_| view.is_open());
    let chooses = own.filter(|own| chooses(view, own, user));
    let mut rows: Vec<Vec<Button>> = chooses.map(|own| sides(view, own)).into_iter().collect();
    let mut buttons = Vec::new();
    if waits {
        buttons.push(Button::new("Next", Tone::Primary, PlayPress::Next));
    }
    let plays = tournament.is_playing(user);
    let member = tournament.is_member(user);
    let asks = tournament.requests().has(user);
    let outside = tournament.seed_of(user).is_none() && !member && !asks;
    if view.takes_people() && outside && !shown.kept_out {
        buttons.push(Button::new("Join", Tone::Success, Press::Join(id)));
    }
    if view.is_open() && asks {
        buttons.push(Button::plain(WITHDRAW, Press::Leave(id)));
    }
    if view.is_open() && (member || plays) {
        buttons.push(Button::plain("Leave…", Press::AskLeave(id)));
    }
    if tournament.began().is_some() {
        buttons.push(results(view));
    }
    buttons.extend(view.league_button());
    if shown.organises {
        buttons.push(Button::plain("Manage…", Press::Manage(id)));
    }
    buttons.extend(link::button(
        &view.journal,
        shown.organises,
        shown.has_pages,
    ));
    if shown.others {
        buttons.push(Button::plain("All Tournaments", Press::All));
    }
    rows.extend(buttons.chunks(5).map(<[Button]>::to_vec));
    Composed {
        drawing: view.picture(part_of(view, user)),
        rows,
        ..Composed::text(with_lines(text, lines, |_| {
            String::from("…and more: `/games` lists all your games.")
        }))
    }
}

/// Returns the part of the bracket or of the table in which a person plays; the first one for others.
fn part_of(view: &View, user: UserId) -> usize {
    let tournament = &view.contest;
    if tournament.is_swiss() {
        return view.table_part_of(user);
    }
    let own = tournament.pairings().iter().rev();
    let mut own = own.filter(|one| tournament.side_of(one, user).is_some());
    let Some(last) = own.next() else {
        return 0;
    };
    let parts = parts(tournament.players().len());
    let shows = |part: &crate::features::tournaments::model::Part| {
        let mut all = part.columns.iter().flatten();
        all.any(|index| tournament.pairings().get(*index).map(|one| one.id) == Some(last.id))
    };
    parts.iter().position(shows).unwrap_or(0)
}

/// Tells how a person takes part.
fn own_line(view: &View, user: UserId) -> String {
    let tournament = &view.contest;
    if !view.is_open() && tournament.seed_of(user).is_none() {
        return String::from("You did not play in this tournament.");
    }
    let (playing, waiting) = tournament.places();
    if playing.contains(&user) {
        return String::from("You will play.");
    }
    if let Some(place) = waiting.iter().position(|one| *one == user) {
        return format!("You are number {} on the waiting list.", place + 1);
    }
    let Some(seed) = tournament.seed_of(user) else {
        if tournament.requests().has(user) {
            return String::from(ASKING);
        }
        if !view.takes_people() {
            return String::from("You are not in these play-offs.");
        }
        let join = match tournament.state() {
            State::Gathering => "Press *Join* to play.",
            State::Running if tournament.takes_late_entrants() => {
                "*Join* to play from the second round on, with ½ point for the first."
            }
            State::Running | State::Over => {
                "*Join* puts you on the list of those who may take somebody's place."
            }
        };
        return format!("You are not in this tournament. {join}");
    };
    if tournament.is_swiss() {
        return view.own_swiss_line(user, seed);
    }
    let seed = seed + 1;
    if tournament.champion() == Some(user) {
        return String::from("You have won. Congratulations!");
    }
    let plays = view.is_open() && tournament.is_playing(user);
    let Some(own) = tournament.current_of(user).filter(|_| plays) else {
        return match view.is_open() {
            false => finished(view, user),
            true => String::from("You are out."),
        };
    };
    let name = view.pairing_name(own).to_lowercase();
    let side = tournament.side_of(own, user).unwrap_or(0);
    let other = tournament.people_of(own).get(1 - side).copied().flatten();
    match other {
        None => format!("You are in the {name}, as seed {seed}. Your opponent is not known yet."),
        Some(other) => {
            let choice = match own.choose_until {
                Some(until) if chooses(view, own, user) => format!(
                    " It is equal, and you are the better seed: choose your side of the deciding game, with half the time, {}. A draw wins for the player who moves second. Without a choice you move second.",
                    relative(until)
                ),
                Some(until) => format!(
                    " It is equal. {} chooses the side in the deciding game, {}.",
                    mention(other),
                    relative(until)
                ),
                None => String::new(),
            };
            format!(
                "You play {} in the {name}, as seed {seed}: {}.{choice}",
                mention(other),
                view.score(own, side)
            )
        }
    }
}

/// Tells how far a person came in a tournament that is over.
fn finished(view: &View, user: UserId) -> String {
    let tournament = &view.contest;
    let third = tournament.third_place();
    if third.and_then(|third| tournament.winner(third)) == Some(user) {
        return String::from("You finished third.");
    }
    let own = tournament.pairings().iter();
    let last = own
        .rev()
        .find(|one| tournament.side_of(one, user).is_some());
    match last {
        Some(last) if last.winner().is_none() => came_as_far_as(view, last),
        Some(last) if Some(last.id) == tournament.last_pairing().map(|one| one.id) => {
            String::from("You finished second.")
        }
        Some(last) if Some(last.id) == third.map(|one| one.id) => {
            String::from("You finished fourth.")
        }
        Some(last) => came_as_far_as(view, last),
        None => String::from("You were in it."),
    }
}

fn came_as_far_as(view: &View, pairing: &Pairing) -> String {
    let name = view.pairing_name(pairing).to_lowercase();
    format!("You came as far as the {name}.")
}

/// Whether a person chooses the side of the deciding game now.
pub(super) fn chooses(view: &View, pairing: &Pairing, user: UserId) -> bool {
    let better = view.contest.better_side(pairing);
    pairing.choose_until.is_some() && view.contest.side_of(pairing, user) == Some(better)
}

/// Returns the buttons with which the better seed chooses.
pub(super) fn sides(view: &View, pairing: &Pairing) -> Vec<Button> {
    let press = |side| Press::Side {
        tournament: view.id(),
        pairing: pairing.id,
        side,
    };
    vec![
        Button::plain("Move First", press(Side::First)),
        Button::plain("Move Second", press(Side::Second)),
    ]
}

/// Asks whether a person really leaves, and says what happens to their games.
pub fn ask_leave(view: &View, user: UserId) -> Composed {
    let id = view.id();
    let what = match view.contest.is_playing(user) {
        true if view.contest.is_swiss() => {
            " Your running game is lost, without a rating, and you are not paired any more. You cannot come back."
        }
        true => {
            " Your opponent goes on, and your running games are lost. These results are not rated. You cannot come back."
        }
        false => "",
    };
    Composed::text(format!("Leave {}?{what}", view.title())).with_row(vec![
        Button::new("Leave", Tone::Danger, Press::Leave(id)),
        Button::plain("Stay", Press::Show(id)),
    ])
}
