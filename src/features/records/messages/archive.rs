//! Finished matches: lists of them, one at a time, and as files.

use strum::VariantArray;

use crate::board::Seat;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::words::{called, counted};
use crate::discord::ui::{
    Button, Composed, Menu, MenuOption, Tone, channel_link, cut, mention, relative,
};
use crate::features::records::formats::Format;
use crate::features::records::store::archive::{ArchiveFilter, Archived};
use crate::games;
use crate::matches::{Match, MatchId, Player, UserId};
use crate::ratings::Score;

/// This many matches are on one page.
pub const ON_A_PAGE: usize = 10;

/// A page of somebody's finished matches, the latest first. `more`: there are older ones. `name` tells what people are called,
/// as far as it is known.
#[must_use]
pub fn archive(
    page: &[Archived],
    more: bool,
    filter: &ArchiveFilter,
    asked_by: UserId,
    name: impl Fn(UserId) -> Option<String>,
) -> Composed {
    let user = filter.user;
    let whose = if user == asked_by {
        String::from("Your finished matches")
    } else {
        format!("Finished matches of {}", mention(user))
    };
    let mut terms = Vec::new();
    if let Some(game) = filter.game.as_deref().and_then(games::find) {
        terms.push(game.card.name.to_owned());
    }
    terms.extend(filter.score.map(|score| {
        String::from(match score {
            Score::Win => "won",
            Score::Draw => "drawn",
            Score::Loss => "lost",
        })
    }));
    terms.extend(
        filter
            .since
            .map(|since| format!("since <t:{}:D>", since.seconds())),
    );
    let terms = if terms.is_empty() {
        String::new()
    } else {
        format!(" ({})", terms.join(", "))
    };
    let mut lines = vec![format!("**{whose}**{terms}")];
    if page.is_empty() {
        lines.push(String::from(if filter.after.is_some() {
            "There are no older ones."
        } else {
            "There are none."
        }));
    }
    lines.extend(page.iter().map(|one| line(one, user)));
    let mut menus = Vec::new();
    if !page.is_empty() {
        let options = page.iter().map(|one| {
            let label = format!("{}: {}", one.id, title(one, user, &name));
            MenuOption::new(cut(&label, 100), one.id.to_string())
        });
        menus.push(Menu::one(
            "Look at a match…",
            CustomId::ArchiveOpen { page: 0 },
            options.collect(),
        ));
    }
    let to = |after: Option<&Archived>| archive_id(filter, after);
    let mut buttons = Vec::new();
    if filter.after.is_some() {
        buttons.push(Button::new("Newest", Tone::Plain, to(None)));
    }
    if let Some(last) = page.last().filter(|_| more) {
        buttons.push(Button::new("Older", Tone::Plain, to(Some(last))));
    }
    Composed {
        menus,
        rows: Vec::from_iter((!buttons.is_empty()).then_some(buttons)),
        ..Composed::text(lines.join("\n"))
    }
}

/// What shows the matches after one, or from the latest on.
fn archive_id(filter: &ArchiveFilter, after: Option<&Archived>) -> CustomId {
    let after = after.map(|last| (last.at.0.max(0).unsigned_abs(), last.id.0));
    let (at, id) = after.unwrap_or_default();
    CustomId::Archive {
        person: filter.user.0,
        game: filter.game.clone().unwrap_or_else(|| String::from("any")),
        score: match filter.score {
            None => 0,
            Some(Score::Win) => 1,
            Some(Score::Draw) => 2,
            Some(Score::Loss) => 3,
        },
        since: filter
            .since
            .map_or(0, |since| since.0.max(0).unsigned_abs() / 1000),
        at,
        id,
    }
}

fn opponent(one: &Archived, user: UserId) -> (Seat, Option<Player>) {
    let seat = match one.players {
        [Some(Player::Person(first)), _] if first == user => Seat::First,
        _ => Seat::Second,
    };
    (seat, one.players[seat.other().index()])
}

/// A match of somebody on one line.
fn line(one: &Archived, user: UserId) -> String {
    let (_, other) = opponent(one, user);
    let place = match one.thread {
        Some(thread) => format!(" · {}", channel_link(thread)),
        None => String::new(),
    };
    format!(
        "Match {}: {} {} in {} {}{place}",
        one.id,
        deed(one, user),
        other.map(called).unwrap_or_default(),
        counted(u64::from(one.turns), "turn"),
        relative(one.at)
    )
}

/// `Connect N, beat`
fn deed(one: &Archived, user: UserId) -> String {
    let name = games::find(&one.game).map_or(one.game.as_str(), |game| game.card.name);
    let (seat, _) = opponent(one, user);
    let how = match one.winner {
        None if !one.has_result() => "no result with",
        None => "drew with",
        Some(winner) if winner == seat => "beat",
        Some(_) => "lost to",
    };
    format!("{name}, {how}")
}

/// A finished match in a line, where Discord shows plain text only.
fn title(one: &Archived, user: UserId, name: impl Fn(UserId) -> Option<String>) -> String {
    let (_, other) = opponent(one, user);
    let other = match other {
        Some(Player::Person(other)) => name(other).unwrap_or_else(|| String::from("somebody")),
        Some(Player::Computer(level)) => crate::matches::computer_name(level),
        None => String::new(),
    };
    format!("{} {other}", deed(one, user))
}

/// The buttons that write a match down, one for each format that takes it.
#[must_use]
pub fn export_buttons(now: &Match) -> Vec<Button> {
    let formats = Format::VARIANTS.iter().copied().enumerate();
    let over = now.ending().is_some();
    formats
        .filter(|(_, format)| format.fits(now) && (over || *format != Format::ApGame))
        .map(|(index, format)| {
            let label = match format {
                Format::Text => "Text",
                Format::ApGame => "APGameRecord",
                Format::Pgn => "PGN",
                Format::Sgf => "SGF",
                Format::Columns => "Columns",
            };
            let form = u8::try_from(index).unwrap_or(u8::MAX);
            Button::new(label, Tone::Plain, CustomId::Export { id: now.id(), form })
        })
        .collect()
}

/// What stands above the file of a match that was written down.
#[must_use]
pub fn exported(now: &Match, format: Format) -> Composed {
    Composed::text(format!(
        "Match {}, **{}**, as {format}.",
        now.id(),
        now.game().card.name
    ))
}

/// What stands above the file of all of somebody's matches.
#[must_use]
pub fn exported_all(written: usize, all: u64, failed: &[MatchId]) -> Composed {
    let mut text = match written {
        0 => {
            return Composed::text(
                "None of your matches is over yet, so there is nothing to export.",
            );
        }
        1 => String::from("Your finished match, as an APGameRecord."),
        written => format!("Your {written} latest finished matches: an APGameRecord on each line."),
    };
    let left = all.saturating_sub(u64::try_from(written).unwrap_or(u64::MAX));
    if left > 0 {
        text.push_str(&format!(
            " {left} are not in it: older ones for which there is no room, or such as have no result. `/archive` shows them."
        ));
    }
    match failed.len() {
        0 => {}
        1 => text.push_str(" One match cannot be read by this version of the bot."),
        failed => {
            text.push_str(&format!(
                " {failed} matches cannot be read by this version of the bot."
            ));
        }
    }
    Composed::text(text)
}
