//! Tables and brackets as HTML: what their pictures show in Discord.

use maud::{Markup, html};

use crate::render::{
    BracketEntrant, BracketFate, BracketPairing, BracketSheet, BracketSide, LadderSheet, Sheet,
    Standings, StandingsLine, Zone,
};

/// Returns a table or a bracket. `label` is the heading above it.
pub(super) fn sheet(sheet: &Sheet, label: &str) -> Markup {
    match sheet {
        Sheet::Standings(table) => standings(table, label),
        Sheet::Ladder(table) => ladder(table, label),
        Sheet::Bracket(whole) => bracket(whole, label),
        // Pages of contests have no others.
        Sheet::Table { .. }
        | Sheet::Course { .. }
        | Sheet::Chances { .. }
        | Sheet::Crosstable(_) => html! {},
    }
}

type Column = (&'static str, &'static str, fn(&StandingsLine) -> &str);

/// The columns of figures, each with its short heading and what that means.
const COLUMNS: [Column; 6] = [
    ("Pts", "Points", |line| &line.points),
    (
        "BH",
        "Buchholz: points of the opponents without the worst",
        |line| &line.buchholz,
    ),
    ("Wins", "Games won", |line| &line.wins),
    ("Direct", "Points from the games among equals", |line| {
        &line.direct
    }),
    (
        "SB",
        "Sonneborn–Berger: points of the beaten opponents",
        |line| &line.opponents,
    ),
    ("Finish", "Places that can still be reached", |line| {
        &line.finish
    }),
];

fn standings(table: &Standings, label: &str) -> Markup {
    let mut columns = COLUMNS;
    if table.lines.iter().any(|line| !line.buchholz.is_empty()) {
        // Each table has its columns in the order in which they decide.
        columns.swap(2, 3);
    }
    let columns: Vec<&Column> = columns
        .iter()
        .filter(|(_, _, figure)| table.lines.iter().any(|line| !figure(line).is_empty()))
        .collect();
    html! {
        (self::table(label,
            &html! { @for (short, long, _) in &columns { th scope="col" { abbr title=(long) { (short) } } } },
            &html! { @for line in &table.lines { tr.out[line.out] {
                td { (line.place) @if !line.by.is_empty() { " " small { (line.by) } } }
                th scope="row" class="name" { (line.name) " " (fate(line)) }
                @for (_, _, figure) in &columns { td { (figure(line)) } }
            } } },
        ))
        @for line in &table.legend { p class="remark" { (line) } }
    }
}

/// What the place of a person means, as a sign with its words.
fn fate(line: &StandingsLine) -> Markup {
    let (sign, words) = match line.zone {
        _ if line.out => return html! { small { "out" } },
        _ if line.champion => return html! { small class="tag" { "champion" } },
        Some(Zone::Promotion) => ("▲", "moves up"),
        Some(Zone::Relegation) => ("▼", "moves down"),
        None => return html! {},
    };
    html! { span class="zone" role="img" aria-label=(words) title=(words) { (sign) } }
}

fn ladder(table: &LadderSheet, label: &str) -> Markup {
    let has_moved = table.lines.iter().any(|line| line.moved != 0);
    let moved = |places: i32| match places {
        0 => html! {},
        up @ 1.. => html! { span class="sr" { "up " } span aria-hidden="true" { "▲ " } (up) },
        down => {
            html! { span class="sr" { "down " } span aria-hidden="true" { "▼ " } (down.unsigned_abs()) }
        }
    };
    self::table(
        label,
        &html! {
            th scope="col" { "Won" }
            th scope="col" { "Lost" }
            @if has_moved { th scope="col" { abbr title="Places moved in the last seven days" { "Moved" } } }
        },
        &html! { @for (place, line) in (table.above + 1..).zip(&table.lines) { tr {
            td { (place) }
            th scope="row" class="name" { (line.name) }
            td { (line.wins) }
            td { (line.losses) }
            @if has_moved { td { (moved(line.moved)) } }
        } } },
    )
}

/// Returns a table of people by their places, which scrolls where it is too wide. `columns` are the headings of the figures.
fn table(label: &str, columns: &Markup, rows: &Markup) -> Markup {
    html! {
        div class="scroll wide" tabindex="0" role="region" aria-label=(label) {
            table {
                thead { tr {
                    th scope="col" { abbr title="Place" { "#" } }
                    th scope="col" class="name" { "Player" }
                    (columns)
                } }
                tbody { (rows) }
            }
        }
    }
}

fn bracket(whole: &BracketSheet, label: &str) -> Markup {
    html! {
        div class="scroll bracket" tabindex="0" role="region" aria-label=(label) {
            @for round in &whole.rounds {
                section {
                    h3 { (round.name) }
                    ol { @for one in &round.pairings { li { (pairing(one)) } } }
                }
            }
        }
        @if let Some(third) = &whole.third {
            div class="third" { h3 { "Third place" } (pairing(third)) }
        }
    }
}

fn pairing(one: &BracketPairing) -> Markup {
    html! {
        div.tie.now[one.running] {
            @for side in &one.sides { (self::side(side)) }
            @if one.running { span class="sr" { "being played" } }
        }
    }
}

fn side(side: &BracketSide) -> Markup {
    let won = side.fate == BracketFate::Won;
    let lost = side.fate == BracketFate::Lost;
    html! {
        p.won[won].lost[lost] {
            @match &side.who {
                BracketEntrant::Person { name, seed } => {
                    @if *seed > 0 { small { (seed) } }
                    span title=(name) { (name) }
                }
                BracketEntrant::Bye => { span class="open" { "bye" } }
                BracketEntrant::Open(from) => {
                    span class="open" { @if from.is_empty() { "open" } @else { (from) } }
                }
            }
            @if !side.score.is_empty() { b { (side.score) } }
            @if won { span class="sr" { "goes on" } }
        }
    }
}
