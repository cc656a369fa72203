//! The page of a match: who plays, who is to move or who won, the board.

use maud::{Markup, html};

use super::disc::disc;
use super::document::{document, preview};
use super::words::{brief, capitalised, day, moment};
use super::{analysis, turns};
use crate::board::Seat;
use crate::board::scene::BarSide;
use crate::discord::ui::board_picture;
use crate::discord::ui::words::settings;
use crate::features::pages::model::{Asked, Picture, RecordFile, Shown};
use crate::games::{Verdict, alt_text};
use crate::matches::{Ending, Match, Status, TimeControl, ending_note};

/// The width of the board's two pictures in pixels, about.
const WIDTHS: [u32; 2] = [800, 1200];

/// Returns the page of a match at a turn.
pub fn match_page(shown: &Shown) -> String {
    let now = &shown.whole;
    let title = format!(
        "{} vs {} · {}",
        shown.names[0],
        shown.names[1],
        now.game().card.name
    );
    let place = match shown.stage.ply() {
        _ if !shown.is_named => title.clone(),
        0 => format!("{title} · start"),
        ply => format!("{title} · turn {ply}"),
    };
    let goes_on = *now.status() == Status::Playing;
    let name = shown.name.clone();
    // Who looks at a match from its start is told neither how long it is nor whether it goes on.
    let tells_all = shown.tells_all();
    let changes = (tells_all && goes_on).then_some(Asked::Changes { name });
    let seq = tells_all.then(|| now.seq());
    let last = tells_all.then(|| now.ply());
    let body = html! {
        article class="match" data-events=[changes] data-newest=(shown.newest()) data-seq=[seq] data-last=[last] data-ply=(shown.stage.ply()) {
            header class="head" {
                h1 { (shown.names[0]) " " span { "vs" } " " (shown.names[1]) }
                p { (subtitle(shown)) }
                (state(shown))
            }
            section class="stage" aria-label="Board" { (stage(shown)) }
            div class="rest" {
                @if tells_all {
                    @if let Some(found) = &shown.analysis { (analysis::panel(shown, found)) }
                }
                (turns::list(shown))
                (files(shown))
            }
        }
    };
    let footer = html! {
        span { "Anyone with this link can watch. No cookies, nothing from other sites." }
        @if let Some(address) = &shown.privacy { " " a href=(address) rel="noreferrer" { "Privacy" } }
    };
    document(&place, &head(shown, &title), &body, &footer)
}

/// Returns what search engines and previews read. A preview is never renewed, so it says what stays true.
fn head(shown: &Shown, title: &str) -> Markup {
    let image = format!("{}{}", shown.address, shown.picture(Picture::Preview));
    html! {
        (preview(title, &description(shown), "summary_large_image"))
        meta property="og:image" content=(image);
        meta property="og:image:width" content="1200";
        meta property="og:image:height" content="630";
        meta property="og:image:alt" content=(alt(shown));
    }
}

/// Words the state of the match for a preview: `After turn 14, 27 November 2026: Ben to move`.
fn description(shown: &Shown) -> String {
    let (now, stage) = (&shown.whole, &shown.stage);
    let card = &now.game().card;
    let ply = stage.ply();
    if shown.is_newest()
        && !shown.look.from_start
        && let Some(ending) = now.ending()
    {
        let on = now.ended_at().map(day).unwrap_or_default();
        return format!("{}, {on}.", result(shown, ending));
    }
    let to_move = stage
        .to_move()
        .map(|seat| format!(": {} to move", shown.called(seat)));
    let to_move = to_move.unwrap_or_default();
    match stage.record().last() {
        None => format!("{} from the start{to_move}.", card.name),
        Some(entry) => format!("After turn {ply}, {}{to_move}.", day(entry.at)),
    }
}

/// Words a result with its winner: `Dan won by four in a row`, `Draw by agreement`.
fn result(shown: &Shown, ending: &Ending) -> String {
    let note = ending_note(ending);
    match ending.verdict() {
        Some(Verdict::Win(seat)) => format!("{} {note}", shown.called(seat)),
        Some(Verdict::Draw) => capitalised(&note),
        None => format!("No result: {note}"),
    }
}

fn subtitle(shown: &Shown) -> Markup {
    let now = &shown.whole;
    let card = &now.game().card;
    let options = settings(now);
    html! {
        a href=(Asked::Rules(now.game())) { (card.name) }
        @if !options.is_empty() { " · " (options) }
        @if let Some(contest) = now.contest() { " · " (contest.words()) }
        @else if now.is_rated() && !now.is_annulled() { " · rated" }
        @if let Some(ended) = now.ended_at().filter(|_| shown.tells_all()) { " · ended " (day(ended)) }
    }
}

/// The plate that says who is to move or who won.
fn state(shown: &Shown) -> Markup {
    let (now, stage) = (&shown.whole, &shown.stage);
    if shown.is_newest() {
        if let Some(ending) = now.ending() {
            let note = ending_note(ending);
            return match ending.verdict() {
                Some(Verdict::Win(seat)) => html! {
                    div class="state won" {
                        (disc(shown, seat))
                        div { b { (shown.called(seat)) " won" } small { (note.strip_prefix("won ").unwrap_or_default()) } }
                    }
                },
                Some(Verdict::Draw) => html! {
                    div class="state" { div { b { "Draw" } small { (note.strip_prefix("draw ").unwrap_or_default()) } } }
                },
                None => html! {
                    div class="state" { div { b { "No result" } small { (note) } } }
                },
            };
        }
        if matches!(now.status(), Status::Aborted(_)) {
            return html! {
                div class="state" { div { b { "Cancelled" } small { "The match does not count." } } }
            };
        }
    }
    let Some(seat) = stage.to_move() else {
        return html! {};
    };
    html! {
        div class="state" {
            (disc(shown, seat))
            div { b { (shown.called(seat)) " to move" } small { (waits(shown)) } }
        }
    }
}

/// Says how long the turn may still take, if it is the one that is waited for.
fn waits(shown: &Shown) -> Markup {
    let now = &shown.whole;
    if !shown.is_newest() {
        let ply = shown.stage.ply();
        return if ply == 0 {
            html! { "before the first turn" }
        } else {
            html! { "after turn " (ply) }
        };
    }
    if now.is_paused() {
        return html! { "A moderator has paused the match. Clocks are stopped." };
    }
    let pause = now
        .to_move()
        .and_then(|seat| now.told_pause(seat, shown.at));
    if pause.is_some_and(|pause| pause.from <= shown.at) {
        // Why and until when is their own affair.
        return html! { "Clock stopped" };
    }
    match now.deadline() {
        // Readers end no match: its alarm does, a moment later or when the clock is trusted again.
        Some(deadline) if deadline <= shown.at => html! { "The deadline has passed" },
        Some(deadline) => html! { "Deadline: " (moment(deadline)) },
        None => html! {},
    }
}

/// The board with its players and the way to other turns.
fn stage(shown: &Shown) -> Markup {
    let stage = &shown.stage;
    let seen_from = shown.look.seen_from();
    let sides = stage.game().bar(stage.position()).sides;
    let [theme, dense] = [false, true].map(|dense| {
        shown.picture(Picture::Board {
            theme: shown.theme,
            dense,
        })
    });
    let alt = alt(shown);
    let (width, height) = shown.size;
    html! {
        (strip(shown, &sides, seen_from.other()))
        img class="board" src=(theme) srcset={ (theme) " " (WIDTHS[0]) "w, " (dense) " " (WIDTHS[1]) "w" }
            sizes="(min-width: 880px) 620px, 100vw" width=(width) height=(height) alt=(alt);
        (strip(shown, &sides, seen_from))
        (steps(shown))
    }
}

/// Describes the board at the shown turn. Who looks at a match from its start is told of its end by the last turn only.
fn alt(shown: &Shown) -> String {
    let stage = &shown.stage;
    if shown.look.from_start {
        let (position, last) = (stage.position(), stage.last_turn());
        return alt_text(position, last);
    }
    board_picture(stage, shown.look.seen_from()).alt
}

/// A player above or below the board.
fn strip(shown: &Shown, sides: &[BarSide; 2], seat: Seat) -> Markup {
    let (now, stage) = (&shown.whole, &shown.stage);
    let side = &sides[seat.index()];
    let colour = stage.colour(seat);
    let counts = match side.score {
        Some(score) => format!(" · {score} {}", side.counted),
        None => String::new(),
    };
    let stock = match side.stock.is_empty() {
        true => String::new(),
        false => format!(" · {}", side.stock),
    };
    let moves = shown.is_newest() && now.to_move() == Some(seat) && now.ending().is_none();
    let won =
        shown.is_newest() && now.ending().and_then(Ending::verdict) == Some(Verdict::Win(seat));
    html! {
        div class=(if moves { "strip now" } else { "strip" }) {
            (disc(shown, seat))
            b { (shown.called(seat)) }
            " "
            small { @if shown.called(seat) != colour { (colour) } (counts) (stock) }
            @if won { span class="tag" { "won" } }
            (clock(shown, seat, moves))
        }
    }
}

/// The time of a player: what is left of the clock beside the newest turn, or how long the shown turn took.
fn clock(shown: &Shown, seat: Seat, moves: bool) -> Markup {
    let now: &Match = &shown.whole;
    let goes_on = *now.status() == Status::Playing;
    if shown.is_newest() && goes_on && now.computer(seat).is_none() {
        let bank = matches!(now.proposal().time, TimeControl::Bank { .. });
        if moves || bank {
            let left = now.clocks().left(seat, shown.at);
            return html! { span class="clock" { @if moves { "▶ " } (brief(left)) } };
        }
    }
    let ply = shown.stage.ply();
    let turn = shown.turns.iter().find(|turn| turn.ply == ply);
    let took = turn
        .filter(|turn| turn.seat == seat)
        .and_then(|turn| turn.took);
    match took {
        Some(took) => html! { span class="clock" { "moved in " (brief(took)) } },
        None => html! {},
    }
}

/// The buttons to other turns.
fn steps(shown: &Shown) -> Markup {
    let (ply, last) = (shown.stage.ply(), shown.whole.ply());
    let before = shown.turns.iter().rev().find(|turn| turn.ply < ply);
    let back = (ply > 0).then(|| before.map_or(0, |turn| turn.ply));
    let forward = shown.turns.iter().find(|turn| turn.ply > ply);
    let forward = forward.map(|turn| turn.ply);
    let step = |to: Option<u32>, name: &str, rel: Option<&str>, path: &str| {
        let sign = html! {
            svg viewBox="0 0 20 20" aria-hidden="true" { path d=(path) {} }
        };
        match to {
            Some(to) => {
                html! { a href=(shown.at_turn(to)) aria-label=(name) title=(name) rel=[rel] { (sign) } }
            }
            None => html! { span class="off" { (sign) } },
        }
    };
    html! {
        nav aria-label="Turns" {
            (step((ply > 0).then_some(0), "First turn", None, "M5 4v12M16 4l-8 6 8 6z"))
            (step(back, "Back", Some("prev"), "M13 4l-8 6 8 6"))
            p {
                b { @if ply == 0 { "Start" } @else { "Turn " (ply) } }
                " "
                @if shown.tells_all() && last > 0 {
                    small { "of " (last) @if shown.is_newest() && *shown.whole.status() == Status::Playing { ", newest" } }
                }
            }
            (step(forward, "Forward", Some("next"), "M7 4l8 6-8 6"))
            (step(forward.map(|_| last).filter(|_| shown.tells_all()), "Last turn", None, "M15 4v12M4 4l8 6-8 6z"))
        }
    }
}

/// The match as files, and how the page is used.
fn files(shown: &Shown) -> Markup {
    let now: &Match = &shown.whole;
    let over = now.ending().is_some();
    let name = || shown.name.clone();
    let goes_on = *now.status() == Status::Playing;
    html! {
        section class="files" aria-label="More" {
            @if goes_on && shown.is_newest() {
                p class="live" hidden { "New turns appear by themselves." }
                noscript { p { "Reload the page to see new turns." } }
            }
            @if goes_on && !shown.is_newest() && shown.tells_all() { p class="fresh" hidden { a href=(shown.newest()) { "A new turn was played" } } }
            @if shown.tells_all() && now.ply() > 0 {
                p {
                    (if over { "Download:" } else { "So far:" })
                    @for file in RecordFile::offered(now) {
                        " " a href=(Asked::Record { name: name(), file }) download { (file.format().label()) }
                    }
                    " " a href=(Asked::Animation { name: name() }) download { "GIF" }
                }
            }
            @if goes_on && shown.tells_all() { p { small { "Analysis opens when the match is over." } } }
            @if shown.turns_round {
                p { a href=(shown.turned()) { "Turn the board" } }
            }
            p class="keys" hidden { small { kbd { "←" } " " kbd { "→" } " turn by turn, " kbd { "Home" } " " kbd { "End" } " first and last" } }
        }
    }
}
