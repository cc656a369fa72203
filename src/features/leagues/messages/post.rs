//! The posts of a league, which are edited in place: one that gathers people, and one for each division.

use super::table::Table;
use super::view::View;
use crate::discord::ui::contests::words::{with_lines, with_people};
use crate::discord::ui::contests::{entry, link};
use crate::discord::ui::words::{counted, date};
use crate::discord::ui::{Button, Composed, Tone, relative};
use crate::features::leagues::model::{Kind, SeasonId};
use crate::features::leagues::press::Press;
use crate::matches::JournalId;

/// Returns the post that tells who has joined and when the next season starts.
pub fn gathering(view: &View) -> Composed {
    let mut text = format!("{}{}", gathering_head(view), view.state());
    if view.is_open() {
        text.push_str(&entry::lines(&view.journal, view.contest.requests()));
        text.push_str(&format!("\n-# {}", how_it_works(view)));
    }
    if view.is_open() {
        let members = view.contest.members().iter().map(|member| member.user);
        let word = match view.is_seasonal() {
            true => "Joined",
            false => "Waiting",
        };
        text = with_people(text, word, &Vec::from_iter(members));
    }
    let id = view.id();
    let mut buttons = Vec::new();
    if view.is_open() {
        buttons.push(Button::new("Join", Tone::Success, Press::Join(id)));
    }
    if view.is_open() || view.contest.current().next().is_some() {
        buttons.push(Button::plain("Leave…", Press::AskLeave(id)));
        buttons.push(Button::plain("My Games", Press::Show(id)));
    }
    if let Some(season) = view.latest(None) {
        buttons.push(all_results(id, season.id, 0));
    }
    buttons.extend(view.play_offs_button());
    buttons.extend(link::of_closed(&view.journal));
    Composed::text(text).with_row(buttons)
}

/// Returns the first line of that post, which no other post has.
pub fn gathering_head(view: &View) -> String {
    format!("{} · {}\n", view.title(), view.terms())
}

/// Words the rules of a league in one line.
pub(crate) fn how_it_works(view: &View) -> String {
    let rules = view.contest.rules();
    let games = match rules.legs {
        1 => "once",
        _ => "twice",
    };
    let days = counted(rules.days, "day");
    match rules.kind {
        Kind::Seasonal => format!(
            "In divisions of about {}, everybody plays everybody {games}, all games at the same time. A season lasts up to {days}; then the top players move up and the bottom players move down.{}",
            rules.size,
            view.champion_rule()
        ),
        Kind::Quick => format!(
            "In a division of {}, everybody plays everybody {games}, all games at the same time, within {days}.",
            rules.size
        ),
    }
}

/// Returns the post of a division; `None` if there is no such division.
pub fn division(view: &View, season: SeasonId, index: usize) -> Option<Composed> {
    let season = view.contest.season(season)?;
    season.divisions.get(index)?;
    let table = view.table(season, index);
    let id = view.id();
    let mut buttons = Vec::new();
    if !season.all_over() {
        buttons.push(Button::new("My Games", Tone::Primary, Press::Show(id)));
    }
    buttons.push(all_results(id, season.id, index));
    if !season.all_over() {
        if view.is_open() {
            buttons.push(Button::new("Join", Tone::Success, Press::Join(id)));
        }
        buttons.push(Button::plain("Leave…", Press::AskLeave(id)));
    }
    Some(Composed {
        drawing: Some(view.standings(&table)),
        rows: vec![buttons],
        ..Composed::text(table_text(view, &table))
    })
}

/// Returns the first line of the post of a division, which no other post has.
pub fn division_head(view: &View, season: SeasonId, index: usize) -> String {
    format!("{} · {}\n", view.title(), view.division_name(season, index))
}

/// Returns the text of a division's table, under a heading.
fn table_text(view: &View, table: &Table<'_>) -> String {
    let season = table.season;
    let mut text = division_head(view, season.id, table.index) + &view.terms();
    if !season.all_over() {
        text.push_str(&match view.contest.paused() {
            Some(since) => format!("\n**Paused** {}", relative(since)),
            None => format!("\nUntil {} ({})", date(season.ends), relative(season.ends)),
        });
    }
    with_lines(text, table.text(), |_| String::new())
}

pub(super) fn all_results(league: JournalId, season: SeasonId, index: usize) -> Button {
    let division = u32::try_from(index).unwrap_or(0);
    let press = Press::Results {
        league,
        season,
        division,
    };
    Button::plain("All Results", press)
}
