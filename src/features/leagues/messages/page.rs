//! The private page of a league for one person.

use super::post::{all_results, how_it_works};
use super::table::Table;
use super::view::View;
use crate::db::journal::Journal;
use crate::discord::ui::contests::entry::{ASKING, WITHDRAW};
pub use crate::discord::ui::contests::page::Page;
use crate::discord::ui::contests::words::with_lines;
use crate::discord::ui::contests::{link, named};
use crate::discord::ui::words::{channel_link, counted, line_above};
use crate::discord::ui::{Button, Composed, Tone};
use crate::features::leagues::model::{CanFinish, Facts, Fate, GameState, Kind, League, Season};
use crate::features::leagues::press::Press;
use crate::features::play::press::Press as PlayPress;
use crate::matches::UserId;

/// The most games that the page lists beside the table.
const SHOWN: usize = 3;

/// Returns the page of a league.
pub fn page(view: &View, user: UserId, shown: &Page) -> Composed {
    // In a league, the latest season of a person is the one in which they play.
    let season = view.latest(Some(user));
    let table = season.map(|season| view.table(season, index_of(season, user)));
    let text = format!(
        "{}{} · {} · {}\n{}\n{}",
        line_above(&shown.said),
        view.title(),
        view.terms(),
        channel_link(view.journal.channel),
        view.state(),
        own_line(view, user, table.as_ref())
    );
    let mut lines = Vec::new();
    let mut drawing = None;
    let games = own_games(view, user, shown);
    // The table is never cut, so it comes before the games.
    if let Some(table) = &table {
        lines.push(format!(
            "**{}**",
            view.division_name(table.season.id, table.index)
        ));
        lines.extend(table.text());
        drawing = Some(view.standings(table));
    } else if view.is_open() {
        lines.push(format!("-# {}", how_it_works(view)));
    }
    let to_move: Vec<String> = games
        .iter()
        .filter(|(own, _)| *own)
        .map(|(_, line)| line.clone())
        .collect();
    let others = games.len() > to_move.len().min(SHOWN);
    lines.extend(to_move.into_iter().take(SHOWN));
    Composed {
        drawing,
        rows: rows(view, user, shown, (season, others)),
        ..Composed::text(with_lines(text, lines, |_| {
            String::from("…and more: *All My Games*.")
        }))
    }
}

/// Returns a person's running games in a league.
pub fn games(view: &View, user: UserId, shown: &Page) -> Composed {
    let games = own_games(view, user, shown);
    let mut head = format!("{} · your running games: {}", view.title(), games.len());
    // A large season takes a while to begin.
    let seasons = view.contest.current();
    let own = seasons.flat_map(|season| season.games_of(user));
    let to_begin = own
        .filter(|game| matches!(game.state, GameState::ToBegin { .. }))
        .count();
    if to_begin > 0 {
        let (begun, all) = (games.len(), games.len().saturating_add(to_begin));
        head.push_str(&format!("\nYour games are being set up: {begun} of {all}."));
    }
    let waits = games.iter().any(|(waits, _)| *waits);
    let lines = games.into_iter().map(|(_, line)| line).collect();
    let next = waits.then(|| Button::new("Next", Tone::Primary, PlayPress::Next));
    let back = Button::plain("Back", Press::Show(view.id()));
    Composed::text(with_lines(head, lines, |_| {
        String::from("…and more: `/games` lists all your games.")
    }))
    .with_row(next.into_iter().chain([back]).collect())
}

/// Returns the index of a person's division; the highest one for others.
fn index_of(season: &Season, user: UserId) -> usize {
    let mut divisions = season.divisions.iter();
    let own = divisions.position(|one| one.seats.iter().any(|seat| seat.user == user));
    own.unwrap_or(0)
}

/// Tells how a person takes part. `table` is that of their division, if they have one.
fn own_line(view: &View, user: UserId, table: Option<&Table<'_>>) -> String {
    let league = &view.contest;
    let playing = league.current().find(|season| season.is_playing(user));
    let Some(season) = playing else {
        let out = league
            .current()
            .any(|season| season.seat_of(user).is_some());
        return match (league.is_member(user), league.rules().kind) {
            (true, Kind::Seasonal) if !view.is_open() => {
                String::from("You took part in this league.")
            }
            (true, Kind::Seasonal) => {
                let next = view.season_name(league.next_season()).to_lowercase();
                format!("You will play from {next} on.{}", waiting_line(view, user))
            }
            (true, Kind::Quick) => String::from("You are waiting for a division."),
            _ if !view.is_open() => String::from("You are not in this league."),
            _ if league.requests().has(user) => String::from(ASKING),
            (false, Kind::Seasonal) if out => {
                String::from("You are out of this season. *Join* lets you play in the next one.")
            }
            (false, Kind::Seasonal) if league.current().next().is_some() => String::from(
                "You are not in this league. *Join* lets you play from the next season on.",
            ),
            (false, _) => String::from("You are not in this league. Press *Join* to take part."),
        };
    };
    let table = table.filter(|table| table.season.id == season.id);
    let Some((table, own)) = table.and_then(|table| Some((table, table.line_of(user)?))) else {
        return format!(
            "You are playing in {}.",
            view.season_name(season.id).to_lowercase()
        );
    };
    let (index, of) = (table.index, table.lines.len());
    let CanFinish { best, worst } = own.placed.finish;
    let finish = match () {
        () if season.all_over() => String::new(),
        () if own.placed.finish.is_all(own.still_in) => String::new(),
        () if best == worst => format!(" You will finish in place {best}."),
        () => format!(" You can still finish anywhere from place {best} to place {worst}."),
    };
    let waits = if !view.is_seasonal() && league.is_member(user) {
        " You are also waiting for another division."
    } else {
        ""
    };
    let division = view.division_name(season.id, index);
    if season.games().all(|(_, game)| !game.is_over()) {
        return format!("You are one of {of} players in {division}.{waits}");
    }
    format!(
        "You are in place **{}** of {of} in {division}.{finish}{waits}",
        own.place
    )
}

/// Tells a person that they wait for a place in the running season.
fn waiting_line(view: &View, user: UserId) -> String {
    let mut running = view.contest.running();
    let place = running.find_map(|season| {
        let waiting = view.contest.waiting(season, &Facts::default());
        let place = waiting.iter().position(|one| *one == user)?;
        let name = view.season_name(season.id).to_lowercase();
        Some(format!(
            " You are number {} on the waiting list of {name}: its first gets the place of a player who does not move.",
            place + 1
        ))
    });
    place.unwrap_or_default()
}

/// Words the running games of a person in a league, those first in which it is the person's turn.
fn own_games(view: &View, user: UserId, shown: &Page) -> Vec<(bool, String)> {
    let running = view.contest.running_of(user);
    shown.own_games(user, |id| running.iter().any(|(_, own)| *own == id))
}

fn rows(
    view: &View,
    user: UserId,
    shown: &Page,
    (season, others): (Option<&Season>, bool),
) -> Vec<Vec<Button>> {
    let id = view.id();
    let mut buttons = Vec::new();
    let member = view.contest.is_member(user);
    if own_games(view, user, shown).iter().any(|(waits, _)| *waits) {
        buttons.push(Button::new("Next", Tone::Primary, PlayPress::Next));
    }
    if others {
        buttons.push(Button::plain("All My Games", Press::Games(id)));
    }
    let asks = view.contest.requests().has(user);
    if view.is_open() && !member && !asks && !shown.kept_out {
        buttons.push(Button::new("Join", Tone::Success, Press::Join(id)));
    }
    if asks {
        buttons.push(Button::plain(WITHDRAW, Press::Leave(id)));
    } else if member || view.contest.is_playing(user) {
        buttons.push(Button::plain("Leave…", Press::AskLeave(id)));
    }
    if let Some(season) = season {
        let index = index_of(season, user);
        buttons.push(all_results(id, season.id, index));
    }
    buttons.extend(view.play_offs_button());
    if shown.organises {
        buttons.push(Button::plain("Manage…", Press::Manage(id)));
    }
    buttons.extend(link::button(
        &view.journal,
        shown.organises,
        shown.has_pages,
    ));
    if shown.others {
        buttons.push(Button::plain("All Leagues", Press::All));
    }
    buttons.chunks(5).map(<[Button]>::to_vec).collect()
}

/// Returns the list of a server's leagues, with a person's games in all of them.
pub fn all(leagues: &[Journal], own: &[View], user: UserId, shown: &Page) -> Composed {
    let list = named::list::<League>(leagues, shown.organises, Press::Choose, Press::New);
    if leagues.is_empty() {
        return list;
    }
    let mut lines = Vec::new();
    for view in own {
        let games = own_games(view, user, shown);
        let place = view
            .place_line(user)
            .filter(|_| view.contest.is_playing(user));
        lines.push(
            place.unwrap_or_else(|| format!("{}: {}", view.title(), own_line(view, user, None))),
        );
        lines.extend(games.into_iter().map(|(_, line)| line));
    }
    let count = own.iter().map(|view| view.contest.running_of(user).len());
    let count: usize = count.sum();
    let head = match (own.len(), count) {
        (0, _) => String::from("Choose a league to see its table and to join."),
        (_, 0) => {
            String::from("You have no league games running. Choose a league to see its table.")
        }
        (_, count) => format!(
            "You have {} running. Choose a league to see its table.",
            counted(count, "league game")
        ),
    };
    Composed {
        content: with_lines(head, lines, |_| {
            String::from("…and more: `/games` lists all your games.")
        }),
        ..list
    }
}

/// Asks whether a person really leaves, and says what happens to their games.
pub fn ask_leave(view: &View, user: UserId) -> Composed {
    let id = view.id();
    let waits = !view.is_seasonal() && view.contest.is_member(user);
    let games = if view.contest.is_playing(user) && !waits {
        match view.contest.fate(user) {
            Some(Fate::Annulled) => {
                " Fewer than half of your games are over, so all of them end and do not count in the table. Ratings stay as they are."
            }
            Some(Fate::Forfeited) => {
                " Your opponents win the games that are not over. These results are not rated."
            }
            None => "",
        }
    } else if waits && view.contest.is_playing(user) {
        " You stop waiting for another division. Your running games go on."
    } else {
        ""
    };
    let later = if view.is_open() {
        " You can join again later."
    } else {
        ""
    };
    Composed::text(format!("Leave {}?{games}{later}", view.title())).with_row(vec![
        Button::new("Leave", Tone::Danger, Press::Leave(id)),
        Button::plain("Stay", Press::Show(id)),
    ])
}
