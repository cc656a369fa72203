//! The analysis of a match: a chart, and its turning points.

use strum::VariantArray;

use crate::board::Seat;
use crate::discord::ui::words::{MOST_ALT, at_seat, counted, list, unbroken};
use crate::discord::ui::{Button, Composed, Drawing, MOST_CONTENT, Tone, cut, escaped};
use crate::features::study::model::analysis::AnalysisProgress;
use crate::features::study::model::analysis::{
    Analysis, Chance, Decline, Grade, MOST_ANALYSED, TurningPoint,
};
use crate::features::study::press::Press;
use crate::features::watching::press::Press as WatchingPress;
use crate::games::Verdict;
use crate::matches::{Ending, Match, UserId};
use crate::render::{ChartPoint, ChartSide, Sheet};
use crate::search::Proven;

/// The most turning points in the list: two rows of buttons.
const MOST_POINTS: usize = 10;

/// The most characters of a turn that are shown.
const MOST_TURN: usize = 60;

/// Shows a match's analysis to this person.
pub fn analysis(now: &Match, analysis: &Analysis, user: UserId) -> Composed {
    let id = now.id();
    let mut points: Vec<&TurningPoint> = analysis.points.iter().collect();
    points.sort_by(|a, b| lost(b).total_cmp(&lost(a)).then(a.ply.cmp(&b.ply)));
    points.truncate(MOST_POINTS);
    points.sort_by_key(|point| point.ply);
    let mut lines = vec![format!(
        "**Analysis** of match {id}, **{}**.",
        now.game().card.name
    )];
    let decline = loser(now).and_then(|loser| analysis.decline(now, loser));
    lines.extend(Seat::BOTH.map(|seat| {
        let slowly = decline.as_ref().is_some_and(|decline| decline.seat == seat);
        tally(now, analysis, seat, slowly)
    }));
    lines.extend(decline.as_ref().map(|decline| decline_line(now, decline)));
    if analysis.points.len() > points.len() {
        lines.push(format!("The {MOST_POINTS} turns that lost most:"));
    }
    let own = now.seat_of(user);
    let mut length: usize = lines.iter().map(|line| line.chars().count() + 1).sum();
    let mut left_out = 0;
    for point in &points {
        let line = point_line(now, point, Some(point.seat) == own);
        length += line.chars().count() + 1;
        if length > MOST_CONTENT - 260 {
            left_out += 1;
        } else {
            lines.push(line);
        }
    }
    if left_out > 0 {
        lines.push(format!("{left_out} more: their buttons show them."));
    }
    let mut foot = String::from(
        "-# An estimate is the computer's opinion of the chance to win; a draw counts half. Proven: the computer saw the end against every defence. Losing 10 % is dubious, 20 % a mistake, 30 % a blunder.",
    );
    if now.stages().count() > analysis.chances.len() {
        foot.push_str(&format!(
            " The match is long: only its last {MOST_ANALYSED} boards are analysed."
        ));
    }
    lines.push(foot);
    let named = decline.iter().flat_map(|decline| &decline.turns);
    let mut plies: Vec<u32> = points
        .iter()
        .map(|point| point.ply)
        .chain(named.map(|(ply, _)| *ply))
        .collect();
    plies.sort_unstable();
    plies.truncate(MOST_POINTS);
    let buttons: Vec<Button> = plies
        .into_iter()
        .map(|ply| {
            let label = format!("Turn {ply}");
            Button::plain(label, WatchingPress::History { id, ply })
        })
        .collect();
    let mut rows: Vec<_> = buttons.chunks(5).map(<[Button]>::to_vec).collect();
    if analysis.points.iter().any(|point| Some(point.seat) == own) {
        let mistakes = Press::Mistake { id, ply: 0 };
        rows.push(vec![Button::new(
            "Learn From Mistakes",
            Tone::Primary,
            mistakes,
        )]);
    }
    Composed {
        drawing: drawing(now, analysis, &points),
        rows,
        ..Composed::text(lines.join("\n"))
    }
}

fn loser(now: &Match) -> Option<Seat> {
    match now.ending().and_then(Ending::verdict)? {
        Verdict::Win(winner) => Some(winner.other()),
        Verdict::Draw => None,
    }
}

/// The turns by which the match was lost slowly.
fn decline_line(now: &Match, decline: &Decline) -> String {
    let who = at_seat(now, decline.seat);
    let ((from, before), (to, after)) = (decline.from, decline.to);
    let turns: Vec<_> = decline
        .turns
        .iter()
        .map(|(ply, lost)| format!("{ply} ({:.0} %)", lost * 100.0))
        .collect();
    let turns = if turns.is_empty() {
        String::new()
    } else {
        format!(" The turns that lost most: {}.", list(&turns))
    };
    let bend = match decline.bend {
        bend if bend == (from, to) => String::new(),
        (bend, end) => format!(" The curve fell fastest between turns {bend} and {end}."),
    };
    format!(
        "No single turn of {who} lost 10 %. The match slipped away between turns {from} and {to}, {}.{bend}{turns}",
        from_to(before, after)
    )
}

fn lost(point: &TurningPoint) -> f64 {
    point.before.value - point.after.value
}

/// The count of a seat's bad turns: `@Ana (Red): 1 blunder, 2 dubious turns.`
/// `slowly`: the seat lost the match, but with no single turn.
fn tally(now: &Match, analysis: &Analysis, seat: Seat, slowly: bool) -> String {
    let who = at_seat(now, seat);
    let parts = Grade::VARIANTS.iter().rev().filter_map(|grade| {
        let own = analysis.points.iter();
        let count = own
            .filter(|point| point.seat == seat && point.grade == *grade)
            .count();
        let word = match grade {
            Grade::Dubious => "dubious turn",
            other => other.into_str(),
        };
        (count > 0).then(|| counted(count, word))
    });
    let parts: Vec<_> = parts.collect();
    let found = if parts.is_empty() && slowly {
        String::from("lost it little by little")
    } else if parts.is_empty() {
        String::from("no mistakes found")
    } else {
        parts.join(", ")
    };
    format!("{who} ({}): {found}.", now.colour(seat))
}

/// A turning point with the better turn. The player's own mistakes omit it, for *Learn From Mistakes*.
fn point_line(now: &Match, point: &TurningPoint, own: bool) -> String {
    let who = at_seat(now, point.seat);
    let sign = match point.grade {
        Grade::Dubious => "?!",
        Grade::Mistake => "?",
        Grade::Blunder => "??",
    };
    let better: Vec<_> = if own { &[][..] } else { &point.written.better }
        .iter()
        .map(|turn| unbroken(&escaped(&cut(turn, MOST_TURN))))
        .collect();
    let better = match better.split_first() {
        None => String::new(),
        Some((first, [])) => format!(" Better: **{first}**."),
        Some((first, rest)) => format!(" Better: **{first}**, then {}.", rest.join(", ")),
    };
    format!(
        "Turn {}, {who}: **{}**{sign} {}, {}.{better}",
        point.ply,
        unbroken(&cut(&point.written.turn, MOST_TURN)),
        point.grade.into_str(),
        from_to(point.before, point.after)
    )
}

/// A change of a chance in words: `from an estimated 62 % to 31 %`, `from a proven win to an estimated 80 %`.
pub fn from_to(before: Chance, after: Chance) -> String {
    let to = match (before.proven, after.proven) {
        (None, None) => percent(after),
        _ => chance(after),
    };
    format!("from {} to {to}", chance(before))
}

fn percent(chance: Chance) -> String {
    format!("{:.0} %", chance.value * 100.0)
}

/// A chance in words: `an estimated 62 %`, `a proven win`.
pub fn chance(chance: Chance) -> String {
    match chance.proven {
        Some(Proven::Win) => String::from("a proven win"),
        Some(Proven::Loss) => String::from("a proven loss"),
        Some(Proven::Draw) => String::from("a proven draw"),
        None => format!("an estimated {}", percent(chance)),
    }
}

fn drawing(now: &Match, analysis: &Analysis, points: &[&TurningPoint]) -> Option<Drawing> {
    let chances = analysis.chances.iter();
    let chances: Vec<_> = chances
        .map(|(ply, chance)| ChartPoint {
            turn: *ply,
            chance: chance.value,
            is_proven: chance.proven.is_some(),
        })
        .collect();
    let [one, other] = now.game().bar(now.position()).sides;
    let sides = [(Seat::First, one), (Seat::Second, other)].map(|(seat, side)| ChartSide {
        name: now.colour(seat).to_owned(),
        kind: side.kind,
        colour: side.colour,
    });
    let (_, begin) = analysis.chances.first()?;
    let (_, end) = analysis.chances.last()?;
    let first = now.colour(Seat::First);
    let title = format!("{first}'s chance to win, turn by turn");
    let marks = points.iter().filter_map(|point| {
        let at = analysis
            .chances
            .iter()
            .position(|(ply, _)| *ply == point.ply)?;
        Some((at, point.ply.to_string()))
    });
    let told = points.iter().map(|point| {
        let colour = now.colour(point.seat);
        format!(
            " Turn {} by {colour}, {}: {} for {colour}.",
            point.ply,
            point.grade.into_str(),
            from_to(point.before, point.after)
        )
    });
    let told: String = told.collect();
    let proof = proof(now, analysis);
    Some(Drawing {
        alt: cut(
            &format!(
                "A chart. {title}: {} at the beginning, {} at the end.{proof}{told}",
                chance(*begin),
                chance(*end)
            ),
            MOST_ALT,
        ),
        file: format!("match-{}-analysis.png", now.id()),
        sheet: Sheet::Chances {
            title,
            sides,
            chances,
            marks: marks.collect(),
        },
    })
}

/// From which turn on the result at the end of the chart was proven.
fn proof(now: &Match, analysis: &Analysis) -> String {
    let end = analysis.chances.last().and_then(|(_, end)| end.proven);
    let boards = analysis.chances.iter().rev();
    let since = boards
        .take_while(|(_, chance)| chance.proven.is_some() && chance.proven == end)
        .last();
    let (Some((ply, _)), Some(end)) = (since, end) else {
        return String::new();
    };
    let result = match end {
        Proven::Draw => String::from("a draw"),
        Proven::Win => format!("won for {}", now.colour(Seat::First)),
        Proven::Loss => format!("won for {}", now.colour(Seat::Second)),
    };
    match ply {
        0 => format!(" Proven from the beginning: {result}."),
        ply => format!(" Proven from turn {ply} on: {result}."),
    }
}

/// The progress of an analysis.
pub fn analysing(now: &Match, progress: AnalysisProgress) -> Composed {
    let id = now.id();
    let AnalysisProgress { done, all } = progress;
    let refresh = Button::plain("Refresh", Press::Analysis(id));
    let text = format!(
        "Analysing match {id}: {done} of {all} boards so far. This may take a minute or more. The result appears here and is kept for everybody."
    );
    Composed::text(text).with_row(vec![refresh])
}
