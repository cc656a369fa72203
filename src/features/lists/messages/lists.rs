use crate::db::Listed;
use crate::discord::ui::custom_id::{ChallengeList, CustomId};
use crate::discord::ui::match_lines::{IN_A_ROW, MOST_ROWS, watched_line};
use crate::discord::ui::{Button, Composed, MOST_CONTENT, Tone, line};
use crate::games;
use crate::games::CATALOGUE;
use crate::matches::UserId;

/// Room for the line that says which page it is.
const FOOTER: usize = 160;

/// Which of the two lists of `/games` is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    Mine,
    Here,
}

impl Shown {
    /// What shows a page of it.
    const fn page(self, page: u32) -> CustomId {
        match self {
            Shown::Mine => CustomId::Games { page },
            Shown::Here => CustomId::ServerGames { page },
        }
    }
}

/// A line of a list, and what can be done about it there.
struct Line {
    text: String,
    buttons: Vec<Button>,
}

/// A page of a list.
#[derive(Default)]
struct Page {
    content: String,
    rows: Vec<Vec<Button>>,
}

impl From<String> for Line {
    fn from(text: String) -> Self {
        Self {
            text,
            buttons: Vec::new(),
        }
    }
}

impl Page {
    /// Rows with these buttons side by side after those that are there; `None`: there is no room for them.
    fn rows_with(&self, buttons: &[Button]) -> Option<Vec<Vec<Button>>> {
        let mut rows = self.rows.clone();
        if buttons.is_empty() {
            return Some(rows);
        }
        match rows.last_mut() {
            Some(row) if row.len() + buttons.len() <= IN_A_ROW => row.extend_from_slice(buttons),
            _ => rows.push(buttons.to_vec()),
        }
        (rows.len() <= MOST_ROWS).then_some(rows)
    }
}

/// A page of a player's own matches and challenges, those first that wait for the player, with buttons that answer or
/// withdraw the challenges on it, since their own messages may be gone; with buttons that turn over
/// where there are several pages, and the way to the server's. Pages are counted from 0; the last one stands for those
/// that are not there.
#[must_use]
pub fn games(listed: &[Listed], user: UserId, page: u32) -> Composed {
    if listed.is_empty() {
        let nothing = "You have no matches. Challenge somebody with `/play`.";
        return one_of(vec![alone(nothing)], page, Shown::Mine, "");
    }
    let mine = |one: &&Listed| one.player_to_move() == Some(user.into());
    let asked = |one: &&Listed| one.players.is_none() && one.invited == Some(user.into());
    let running = |one: &&Listed| one.players.is_some() && !mine(one);
    let open = |one: &&Listed| one.players.is_none() && !asked(one);
    let of = |lines: Vec<&Listed>| {
        let lines = lines.into_iter().map(|one| Line {
            text: line(one, user),
            buttons: answers(one, user),
        });
        lines.collect::<Vec<_>>()
    };
    let groups = [
        ("Your move", of(listed.iter().filter(mine).collect())),
        (
            "Challenges to you",
            of(listed.iter().filter(asked).collect()),
        ),
        (
            "Waiting for the other player",
            of(listed.iter().filter(running).collect()),
        ),
        ("Your challenges", of(listed.iter().filter(open).collect())),
    ];
    let count = format!("You have {} matches and challenges.", listed.len());
    one_of(pages(groups), page, Shown::Mine, &count)
}

/// What somebody can do about a challenge in a list: answer one to them, withdraw their own.
fn answers(one: &Listed, user: UserId) -> Vec<Button> {
    let (id, list) = (one.id, ChallengeList::Mine);
    if one.status != "open" {
        return Vec::new();
    }
    if one.challenger == user {
        let withdraw = CustomId::WithdrawListed { id, list };
        return vec![Button::new(format!("Withdraw {id}"), Tone::Plain, withdraw)];
    }
    vec![
        Button::new(
            format!("Accept {id}"),
            Tone::Success,
            CustomId::Take { id, list },
        ),
        Button::new(
            format!("Decline {id}"),
            Tone::Plain,
            CustomId::DeclineListed { id, list },
        ),
    ]
}

/// A page with a sentence alone.
fn alone(sentence: &str) -> Page {
    Page {
        content: sentence.to_owned(),
        ..Page::default()
    }
}

/// A page of the matches that are played in a server, by game, the easiest game first. `count` is how many are played in
/// the whole server; `in_channel` says that only those of one channel are listed, which are those that whoever asks can
/// surely see.
#[must_use]
pub fn games_here(there: &[Listed], count: u64, in_channel: bool, page: u32) -> Composed {
    let watched = |one: &Listed| Line::from(watched_line(one));
    let mut groups: Vec<(&str, Vec<Line>)> = Vec::new();
    let known = CATALOGUE.iter().map(|game| (game.card.key, game.card.name));
    for (key, name) in known {
        let lines = there.iter().filter(|one| one.game == key).map(watched);
        groups.push((name, lines.collect()));
    }
    let frozen = there.iter().filter(|one| games::find(&one.game).is_none());
    groups.push(("Other games", frozen.map(watched).collect()));
    let hidden = count.saturating_sub(u64::try_from(there.len()).unwrap_or(u64::MAX));
    let place = if in_channel {
        "this channel"
    } else {
        "this server"
    };
    let mut footer = Vec::new();
    if !there.is_empty() {
        let listed = u64::try_from(there.len()).unwrap_or(u64::MAX);
        footer.push(format!("{} in {place}.", counted_matches(listed)));
    }
    if hidden > 0 && in_channel {
        footer.push(format!(
            "{} in other channels: use `/games` there.",
            counted_matches(hidden)
        ));
    } else if hidden > 0 {
        footer.push(format!("{hidden} more are not listed."));
    }
    let footer = footer.join(" ");
    let mut pages = pages(groups);
    if there.is_empty() {
        pages = vec![alone(&format!(
            "No match is being played in {place}. Begin one with `/play`."
        ))];
    }
    one_of(pages, page, Shown::Here, &footer)
}

fn counted_matches(count: u64) -> String {
    match count {
        1 => String::from("1 match is being played"),
        count => format!("{count} matches are being played"),
    }
}

/// One of these pages, with buttons for the others and for the other list. Where there is something to tell below, it is.
fn one_of(mut pages: Vec<Page>, page: u32, shown: Shown, footer: &str) -> Composed {
    let (all, last) = (pages.len(), pages.len().saturating_sub(1));
    let page = usize::try_from(page).unwrap_or(last).min(last);
    let Page { content, mut rows } = pages.swap_remove(page);
    let mut content = content.trim_end().to_owned();
    let place = (all > 1).then(|| format!("Page {} of {all}. ", page + 1));
    if place.is_some() || shown == Shown::Here && !footer.is_empty() {
        content.push_str(&format!("\n-# {}{footer}", place.unwrap_or_default()));
    }
    let to = |page: usize| shown.page(u32::try_from(page).unwrap_or(u32::MAX));
    let mut buttons = Vec::new();
    if all > 1 {
        let turn_to = |label, page: usize, enabled| {
            Button::new(label, Tone::Plain, to(page)).enabled(enabled)
        };
        // A button that cannot be pressed needs an id of its own too.
        buttons.push(turn_to("◀", page.checked_sub(1).unwrap_or(all), page > 0));
        buttons.push(turn_to("▶", page + 1, page < last));
    }
    for (label, list) in [("Mine", Shown::Mine), ("This Server", Shown::Here)] {
        let (id, enabled) = if list == shown {
            (to(all + 1), false)
        } else {
            (list.page(0), true)
        };
        buttons.push(Button::new(label, Tone::Plain, id).enabled(enabled));
    }
    rows.push(buttons);
    Composed {
        content,
        rows,
        ..Composed::default()
    }
}

/// Lines in groups with their titles, on as many pages as it takes. Groups without lines are left out.
fn pages<'a>(groups: impl IntoIterator<Item = (&'a str, Vec<Line>)>) -> Vec<Page> {
    let mut pages = Vec::new();
    let (mut page, mut length) = (Page::default(), 0);
    for (title, group) in groups {
        let mut titled = false;
        for Line { text, buttons } in group {
            let line = format!("{text}\n");
            let title = format!("**{title}**\n");
            let more = line.chars().count() + if titled { 0 } else { title.chars().count() };
            let full = length + more > MOST_CONTENT - FOOTER || page.rows_with(&buttons).is_none();
            if full && length > 0 {
                pages.push(std::mem::take(&mut page));
                (length, titled) = (0, false);
            }
            page.rows = page.rows_with(&buttons).unwrap_or_default();
            for text in (!titled).then_some(&title).into_iter().chain([&line]) {
                page.content.push_str(text);
                length += text.chars().count();
            }
            titled = true;
        }
    }
    pages.push(page);
    pages
}
