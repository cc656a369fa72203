//! The private pages of a simul.

use super::post::{free_seat, with_boards};
use super::view::{View, how_it_works};
use crate::db::Listed;
use crate::discord::ui::composed::MOST_OPTIONS;
use crate::discord::ui::contests::words::{game_line, with_lines};
use crate::discord::ui::words::{channel_link, date, line_above};
use crate::discord::ui::{Button, Composed, Menu, MenuOption, Tone, cut};
use crate::features::play::press::Press as PlayPress;
use crate::features::simuls::model::State;
use crate::features::simuls::press::Press;
use crate::features::watching::press::Press as Watch;
use crate::matches::UserId;
use crate::people::Moment;
use crate::ratings::{MOST_OF_A_PAIR, PAIR_SPAN};

/// Returns a person's page, below a sentence about what they have just done; the sentence may be empty. `counts_from` is
/// when their board can count for ratings, if it would not count now. `games` are the person's running matches, those of
/// other contests too. `link` leads to the web page.
pub fn page(
    view: &View,
    user: UserId,
    (said, counts_from): (&str, Option<Moment>),
    games: &[Listed],
    link: Option<Button>,
) -> Composed {
    let (id, simul) = (view.id(), &view.simul);
    let running = simul.running_of(user);
    let mut own: Vec<&Listed> = games
        .iter()
        .filter(|one| running.contains(&one.id))
        .collect();
    let theirs = |one: &Listed| one.player_to_move() == Some(user.into());
    own.sort_by_key(|one| !theirs(one));
    let waits = own.iter().any(|one| theirs(one));
    let mut lines: Vec<String> = own.iter().map(|one| game_line(one, user)).collect();
    if simul.state() == State::Gathering {
        lines.push(format!("-# {}", how_it_works(simul.rules())));
    }
    let text = format!(
        "{}{} · {} · {}\n{}\n{}{}",
        line_above(said),
        view.title(),
        view.terms(),
        channel_link(view.journal.channel),
        view.state(),
        own_line(view, user),
        rated_line(view, user, counts_from)
    );
    let mut buttons = Vec::new();
    if waits {
        buttons.push(Button::new("Next", Tone::Primary, PlayPress::Next));
    }
    match simul.state() {
        State::Gathering if view.journal.closed => {}
        State::Gathering => {
            match simul.is_seated(user) {
                _ if simul.is_host(user) => {}
                true => {
                    if view.is_rated() {
                        buttons.push(match simul.is_unrated(user) {
                            true => Button::plain("Rated", Press::Sit(id)),
                            false => Button::plain("Not Rated", Press::SitUnrated(id)),
                        });
                    }
                    buttons.push(Button::plain("Leave", Press::Leave(id)));
                }
                false => buttons.extend(free_seat(view)),
            }
            if simul.organiser() == Some(user) {
                let can_begin = simul.can_begin();
                let start = Button::new("Start", Tone::Primary, Press::Start(id));
                buttons.push(start.enabled(can_begin));
                buttons.push(Button::plain("Cancel…", Press::AskCancel(id)));
            }
        }
        State::Running => {
            if let (Some(one), false) = (running.first(), simul.is_host(user)) {
                buttons.push(Button::plain("Board", PlayPress::Board(*one)));
            }
            buttons.push(Button::plain("Boards", Press::Boards(id)));
        }
        State::Over => buttons.push(Button::plain("Boards", Press::Boards(id))),
        State::Cancelled(_) => {}
    }
    buttons.extend(link);
    Composed {
        rows: Vec::from_iter((!buttons.is_empty()).then_some(buttons)),
        ..Composed::text(with_lines(text, lines, |_| {
            String::from("…and more: `/games` lists all your games.")
        }))
    }
}

/// Tells how a person takes part.
fn own_line(view: &View, user: UserId) -> String {
    let simul = &view.simul;
    let seat = simul.seats().iter().position(|one| *one == user);
    match (simul.state(), seat) {
        (State::Gathering | State::Running, _) if simul.is_host(user) => {
            String::from("You are the host.")
        }
        (State::Gathering, Some(seat)) => format!("You have a seat, at board {}.", seat + 1),
        (State::Gathering, None) => {
            String::from("You have no seat. Press *Take a Seat* to play the host.")
        }
        (State::Running, Some(seat)) if simul.is_playing(user) => {
            format!("You play at board {}.", seat + 1)
        }
        (State::Running, Some(seat)) => format!("Board {}, yours, is over.", seat + 1),
        (State::Running, None) => String::from("You do not play in this simul."),
        (State::Over | State::Cancelled(_), _) => String::new(),
    }
}

/// Says whether the board of a person with a seat counts for ratings, if that is not what the terms say.
fn rated_line(view: &View, user: UserId, counts_from: Option<Moment>) -> String {
    let simul = &view.simul;
    let plays = match simul.state() {
        State::Gathering => simul.is_seated(user),
        State::Running => simul.is_seated(user) && simul.is_playing(user),
        State::Over | State::Cancelled(_) => false,
    };
    match counts_from {
        _ if !plays || !view.is_rated() => String::new(),
        _ if simul.is_unrated(user) => String::from(" Your board is not rated."),
        Some(from) => format!(
            " You and the host have {MOST_OF_A_PAIR} rated matches of this game within {} days, the most allowed. Your board counts for ratings only if it ends after {}.",
            PAIR_SPAN.as_secs() / 86_400,
            date(from)
        ),
        None => String::new(),
    }
}

/// Returns the page of all boards, with those that a person can follow.
pub fn boards(view: &View, user: UserId) -> Composed {
    let (id, simul) = (view.id(), &view.simul);
    let text = format!("{} · {}\n{}", view.title(), view.who(), view.state());
    let running = simul
        .running()
        .filter(|(game, _)| !simul.is_host(user) && simul.guest(game) != user);
    let options: Vec<_> = running
        .take(MOST_OPTIONS)
        .map(|(game, match_id)| {
            let guest = cut(&view.name(simul.guest(game)), 60);
            let label = format!("{}. {guest}, match {match_id}", game.id);
            MenuOption::new(label, match_id.to_string())
        })
        .collect();
    let menu = || Menu::one("Follow a board", Watch::FollowOne, options.clone());
    Composed {
        menus: Vec::from_iter((!options.is_empty()).then(menu)),
        rows: vec![vec![Button::plain("Back", Press::Show(id))]],
        ..Composed::text(with_boards(view, text))
    }
}

/// Asks whether the person who set a simul up, or an organiser, really cancels it.
pub fn ask_cancel(view: &View) -> Composed {
    let id = view.id();
    let text = format!(
        "Cancel {}? Everybody with a seat is told that it does not begin.",
        view.title()
    );
    Composed::text(text).with_row(vec![
        Button::new("Cancel It", Tone::Danger, Press::Cancel(id)),
        Button::plain("Back", Press::Show(id)),
    ])
}
