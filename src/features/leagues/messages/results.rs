//! All results of a division, with its past seasons.

use super::table::{Line, games_between, leg};
use super::view::{View, division_name};
use crate::discord::ui::composed::MOST_OPTIONS;
use crate::discord::ui::contests::words::{points_words, with_lines};
use crate::discord::ui::words::list;
use crate::discord::ui::{Button, Composed, Menu, MenuOption, cut, escaped, mention};
use crate::features::leagues::model::{Division, Season, SeasonId};
use crate::features::leagues::press::Press;
use crate::matches::UserId;
use crate::render::Leg;

/// Returns all results of a division for a person. An unknown season or division is replaced by the nearest one.
pub fn results(view: &View, season: SeasonId, index: usize, user: UserId) -> Composed {
    let id = view.id();
    let back = Button::plain("Back", Press::Show(id));
    let known = view.contest.season(season).or_else(|| view.latest(None));
    let Some(season) = known else {
        let text = format!(
            "{}: no season has begun yet, so there are no results.",
            view.title()
        );
        return Composed::text(text).with_row(vec![back]);
    };
    let index = index.min(season.divisions.len().saturating_sub(1));
    let mut text = format!(
        "{} · {}",
        view.title(),
        view.division_name(season.id, index)
    );
    let champion = view.contest.champions().iter();
    if let Some((_, user)) = champion.clone().find(|(id, _)| *id == season.id) {
        text.push_str(&format!(" · champion: {}", mention(*user)));
    }
    let table = view.table(season, index);
    let lines = &table.lines;
    text.push_str("\n-# Opponents are given by their place in the table. The lots were drawn at the start; the lower one is ahead if all else is equal.");
    let told = season.divisions.get(index).map(|division| {
        let words = lines.iter().map(|line| words(view, division, lines, line));
        words.collect()
    });
    Composed {
        drawing: view.crosstable(&table),
        menus: menus(view, season, index, user),
        rows: vec![vec![back]],
        ..Composed::text(with_lines(text, told.unwrap_or_default(), |_| {
            String::from("The picture shows the others.")
        }))
    }
}

/// Words the results of a person: opponents are given by their places.
fn words(view: &View, division: &Division, lines: &[Line], line: &Line) -> String {
    let mut text = format!(
        "{}\\. {}: {}; lot {}",
        line.place,
        escaped(&cut(&view.name(line.placed.user), 24)),
        points_words(line.placed.row.points),
        line.placed.lot
    );
    let against = |wanted: &[Leg]| {
        let mut places = Vec::new();
        for other in lines {
            for game in games_between(division, line, other) {
                if wanted.contains(&leg(division, game, line)) {
                    places.push(other.place.to_string());
                }
            }
        }
        places
    };
    for (verb, wanted) in [
        ("beat", [Leg::Win, Leg::ForfeitWin].as_slice()),
        ("drew with", &[Leg::Draw]),
        ("lost to", &[Leg::Loss, Leg::ForfeitLoss]),
        ("playing", &[Leg::Running]),
    ] {
        let places = against(wanted);
        if !places.is_empty() {
            text.push_str(&format!("; {verb} {}", list(&places)));
        }
    }
    text
}

/// Returns the menus of seasons and of divisions, if there are several, and of the matches that a person can follow.
fn menus(view: &View, season: &Season, index: usize, user: UserId) -> Vec<Menu> {
    let league = view.id();
    let mut menus = Vec::new();
    let seasons = view.contest.seasons().rev().take(MOST_OPTIONS);
    let seasons: Vec<_> = seasons
        .map(|one| {
            MenuOption::new(view.season_name(one.id), one.id.to_string())
                .chosen(one.id == season.id)
        })
        .collect();
    if seasons.len() > 1 {
        menus.push(Menu::one("Season", Press::OfSeason(league), seasons));
    }
    let divisions = 0..season.divisions.len().min(MOST_OPTIONS);
    let divisions: Vec<_> = divisions
        .map(|one| MenuOption::new(division_name(one), one.to_string()).chosen(one == index))
        .collect();
    if divisions.len() > 1 {
        let season = season.id;
        let press = Press::OfDivision { league, season };
        menus.push(Menu::one("Division", press, divisions));
    }
    let matches = season
        .divisions
        .get(index)
        .into_iter()
        .flat_map(|division| {
            let games = division.games.iter();
            games.filter_map(|game| Some((division.people(game)?, game.running()?)))
        });
    menus.extend(view.follow_menu(matches, user));
    menus
}
