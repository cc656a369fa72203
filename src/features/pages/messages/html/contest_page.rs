//! The page of a league, ladder, tournament or simul: where it stands, its tables or bracket, its games.

use maud::{Markup, html};

use super::document::{document, preview};
use super::sheets;
use super::words::day;
use crate::contests::{How, Score};
use crate::features::pages::model::{Asked, GameStage, ListedGame, Part, ShownContest};

/// The number of seasons to which the page leads at once.
const LATEST: usize = 12;

/// Returns the page of a contest.
pub fn contest_page(shown: &ShownContest) -> String {
    let body = html! {
        article class="contest" {
            header class="head" {
                h1 { (shown.title) }
                p { (shown.kind) " · " (terms(shown)) }
                div.state.won[shown.content.state.won] {
                    div { b { (shown.content.state.short) } small { (shown.content.state.long) } }
                }
                (seasons(shown))
            }
            @for part in &shown.content.parts { (section(part)) }
            p class="files" {
                a href=(Asked::Feed { name: shown.name.clone() }) { "Results as a feed" }
                " " small { "for a feed reader, newest first" }
            }
        }
    };
    let footer = html! {
        span { "Anyone with this link can look. No cookies, nothing from other sites." }
        @if let Some(address) = &shown.privacy { " " a href=(address) rel="noreferrer" { "Privacy" } }
    };
    document(&shown.title, &head(shown), &body, &footer)
}

/// The terms, of which the name of the game leads to its rules.
fn terms(shown: &ShownContest) -> Markup {
    let Some(game) = shown.game else {
        return html! { (shown.terms) };
    };
    match shown.terms.strip_prefix(game.card.name) {
        Some(rest) => html! { a href=(Asked::Rules(game)) { (game.card.name) } (rest) },
        None => html! { (shown.terms) },
    }
}

/// Returns what search engines, feed readers and previews read. A preview is never renewed, so it says what stays true.
fn head(shown: &ShownContest) -> Markup {
    let feed = Asked::Feed {
        name: shown.name.clone(),
    };
    let description = format!("{} · {}", shown.kind, shown.terms);
    html! {
        (preview(&shown.title, &description, "summary"))
        link rel="alternate" type="application/atom+xml" title="Results" href=(feed);
    }
}

fn seasons(shown: &ShownContest) -> Markup {
    if shown.content.seasons.is_empty() {
        return html! {};
    }
    let all = &shown.content.seasons;
    let (latest, earlier) = all.split_at(all.len().min(LATEST));
    let is_shown = |(id, _): &(u32, String)| shown.content.season == Some(*id);
    html! {
        nav class="seasons" aria-label="Seasons" {
            @for one in latest { (season(shown, one)) }
            @if !earlier.is_empty() {
                details open[earlier.iter().any(is_shown)] {
                    summary { "Earlier" }
                    @for one in earlier { (season(shown, one)) }
                }
            }
        }
    }
}

fn season(shown: &ShownContest, (id, name): &(u32, String)) -> Markup {
    let address = Asked::Contest {
        name: shown.name.clone(),
        season: Some(*id),
    };
    let current = (shown.content.season == Some(*id)).then_some("page");
    html! { a href=(address) aria-current=[current] { (name) } }
}

fn section(part: &Part) -> Markup {
    let count = part.games.len();
    html! {
        section {
            h2 { (part.heading) }
            @if let Some(sheet) = &part.sheet { (sheets::sheet(sheet, &part.heading)) }
            @if !part.people.is_empty() {
                ul class="people" { @for person in &part.people { li { (person) } } }
            }
            @if count > 0 {
                @let label = if count == 1 { "1 game".to_owned() } else { format!("{count} games") };
                details open[part.open] {
                    summary { (label) @if !part.open { span class="sr" { " of " (part.heading) } } }
                    ul class="games" { @for game in &part.games { li { (line(game)) } } }
                }
            }
            @for note in &part.notes { p class="remark" { (note) } }
        }
    }
}

/// A game: its people, the one with the first move first, and its result. It leads to the page of its match.
fn line(game: &ListedGame) -> Markup {
    let [first, second] = &game.names;
    let score = html! { span class="score" { (result(game.state)) } };
    let people = html! { span class="who" { (first) " – " (second) } };
    let note = note(game.state);
    let rest = html! { @if !note.is_empty() { small { (note) } } };
    match &game.page {
        Some(name) => {
            let address = Asked::Match {
                name: name.clone(),
                turn: None,
                look: Default::default(),
            };
            html! { a href=(address) { (people) (score) } (rest) }
        }
        None => html! { span { (people) (score) } (rest) },
    }
}

/// Words a result for the person with the first move: `1–0`.
pub(super) const fn result(state: GameStage) -> &'static str {
    match state {
        GameStage::ToBegin | GameStage::Running => "–",
        GameStage::Over { score, .. } => match score {
            Score::First => "1–0",
            Score::Second => "0–1",
            Score::Draw => "½–½",
            Score::Void => "–",
        },
    }
}

/// Says why a game has its result, if that is not by playing, and when it ended.
fn note(state: GameStage) -> String {
    let (at, score, how) = match state {
        GameStage::ToBegin => return String::from("to begin"),
        GameStage::Running => return String::from("being played"),
        GameStage::Over { at, score, how } => (at, score, how),
    };
    let why = match how {
        _ if score == Score::Void => "does not count, ",
        How::Played => "",
        How::Time => "on time, ",
        How::SeasonOver => "at the end of the season, ",
        How::RoundOver => "at the end of the round, ",
        How::Forfeit => "by default, ",
        How::Annulled | How::NoFirstMove => "does not count, ",
        How::Organiser => "decided by an organiser, ",
    };
    format!("{why}{}", day(at))
}
