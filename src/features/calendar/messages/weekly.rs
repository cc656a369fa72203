//! A server's weekly page.

use crate::board::Seat;
use crate::discord::ui::panel::act;
use crate::discord::ui::terms::matches;
use crate::discord::ui::words::{MOST_ALT, at_seat, called, counted, list, message_link};
use crate::discord::ui::{
    Button, Composed, Gallery, GalleryBoard, MOST_CONTENT, Menu, Offer, Tone, channel_link, cut,
    mention, relative,
};
use crate::features::calendar::model::Place;
use crate::features::calendar::model::WEEKLY_HOUR;
use crate::features::calendar::model::Week;
use crate::games::{alt_text, turn_marks};
use crate::kernel::View;
use crate::matches::{ChannelId, result_sentence};
use crate::people::Moment;

pub(crate) const WEEKLY: &str = "weekly";

/// The most boards in the picture: two full rows.
const MOST_BOARDS: usize = 6;

/// The number of these boards that are reserved for running matches.
const PLAYED_BOARDS: usize = 2;

/// Composes the weekly post: matches that ended, running matches, leaders and boards.
pub fn week(week: &Week) -> Composed {
    Composed {
        gallery: boards(week),
        ..Composed::text(told(week, MOST_CONTENT))
    }
}

/// Composes the page with the channel of the weekly post and a preview, for managers of the server.
pub fn weekly_page(place: Option<&Place>, week: &Week) -> Composed {
    let said = weekly_place(place);
    // The panel adds the title of the page and a note that a change was saved.
    let room = MOST_CONTENT.saturating_sub(said.chars().count() + 50);
    let (channels, stop) = channel_menu(WEEKLY, place.map(|place| (place.channel, place.due)));
    Composed {
        gallery: boards(week),
        menus: vec![channels],
        rows: stop,
        ..Composed::text(format!("{said}\n\n{}", told(week, room)))
    }
}

/// Returns the menu of channels, and the button that ends the post if it has a channel.
///
/// A channel in which the bot can no longer post can be chosen again.
pub(crate) fn channel_menu(
    page: &str,
    place: Option<(ChannelId, Option<Moment>)>,
) -> (Menu, Vec<Vec<Button>>) {
    let chosen = place.filter(|(_, due)| due.is_some());
    let chosen = Offer::Channels(chosen.map(|(channel, _)| channel).into_iter().collect());
    let menu = Menu::one_of("Choose a channel", act(page, "channel"), chosen);
    let stop = place.map(|_| vec![Button::new("Stop", Tone::Danger, act(page, "stop"))]);
    (menu, stop.into_iter().collect())
}

/// Returns the text in at most `room` characters.
fn told(week: &Week, room: usize) -> String {
    let mut content = format!(
        "**This week**: {} ended, {} being played.",
        counted_matches(week.ended_count),
        match week.played_count {
            0 | 1 => format!("{} is", counted_matches(week.played_count)),
            _ => format!("{} are", counted_matches(week.played_count)),
        }
    );
    let mut add = |title: &str, lines: Vec<String>| {
        let mut titled = false;
        for line in lines {
            let title = if titled {
                String::new()
            } else {
                format!("\n**{title}**")
            };
            let text = format!("{title}\n{line}");
            if content.chars().count() + text.chars().count() > room.saturating_sub(100) {
                return;
            }
            content.push_str(&text);
            titled = true;
        }
    };
    add("Ended", week.ended.iter().map(ended).collect());
    add("Worth watching", week.played.iter().map(played).collect());
    let leaders = week.leaders.iter().map(|(game, best)| {
        let best: Vec<_> = best
            .iter()
            .map(|player| format!("{} ({})", mention(player.who), player.rating))
            .collect();
        format!("{}: {}", game.card.name, best.join(", "))
    });
    add("Who leads", leaders.collect());
    add(
        "Leagues, ladders, tournaments, simuls",
        week.standings.clone(),
    );
    content.push_str(
        "\n-# `/games` lists matches to follow and challenges to accept, and `/play` starts a match.",
    );
    content
}

fn counted_matches(count: u64) -> String {
    match count {
        0 => String::from("no match"),
        count => matches(count),
    }
}

/// Writes `Connect N: Ana (Red) beats Bo (Black): four in a row. 12 turns · link`.
fn ended(view: &View) -> String {
    let state = &view.state;
    let result = result_sentence(state, called).unwrap_or_default();
    format!(
        "{}: {result} {} · {}",
        state.game().card.name,
        counted(state.ply(), "turn"),
        place(view)
    )
}

/// Writes `Connect N: Ana against Bo, turn 12 · 3 followers · link`.
fn played(view: &View) -> String {
    let state = &view.state;
    let [first, second] = Seat::BOTH.map(|seat| at_seat(state, seat));
    let followers = match view.followers.count() {
        0 => String::new(),
        count => format!(" · {}", counted(count, "follower")),
    };
    format!(
        "{}: {first} against {second}, turn {}{followers} · {}",
        state.game().card.name,
        state.ply().saturating_add(1),
        place(view)
    )
}

/// Returns a link to the place of a match.
fn place(view: &View) -> String {
    let place = view.state.proposal().place;
    match (view.places.thread, view.places.card) {
        (Some(thread), _) => channel_link(thread),
        (None, Some(card)) => message_link(place.guild, place.channel, card),
        (None, None) => channel_link(place.channel),
    }
}

/// Returns boards of ended and running matches; `None` if there are no matches.
fn boards(week: &Week) -> Option<Gallery> {
    let going_on = week.played.len().min(PLAYED_BOARDS);
    let over = week.ended.len().min(MOST_BOARDS - going_on);
    let rest = MOST_BOARDS - over;
    let shown: Vec<&View> = week
        .ended
        .iter()
        .take(over)
        .chain(week.played.iter().take(rest))
        .collect();
    if shown.is_empty() {
        return None;
    }
    let boards = shown.iter().map(|view| {
        let state = &view.state;
        let mut scene = state.position().scene(Seat::First);
        scene.marks.extend(turn_marks(state.last_turn()));
        let over = if state.ending().is_some() {
            "over"
        } else {
            "going on"
        };
        let caption = format!("{}: {}, {over}", state.id(), state.game().card.name);
        GalleryBoard::plain(caption, scene)
    });
    let words: Vec<_> = shown
        .iter()
        .map(|view| {
            let state = &view.state;
            format!(
                "{}, match {}: {}",
                state.game().card.name,
                state.id(),
                cut(&alt_text(state.position(), state.last_turn()), 140)
            )
        })
        .collect();
    let titles: Vec<_> = shown
        .iter()
        .map(|view| view.state.id().to_string())
        .collect();
    Some(Gallery {
        boards: boards.collect(),
        beside: 3,
        alt: cut(
            &format!(
                "The boards of the matches {}. {}",
                list(&titles),
                words.join(" ")
            ),
            MOST_ALT,
        ),
        file: format!("week-{}-{}.png", week.guild, week.until.0),
        lasting: false,
    })
}

/// Words the sentence about the channel of the weekly post.
fn weekly_place(place: Option<&Place>) -> String {
    let Some(place) = place else {
        return String::from(
            "This server has no weekly page. Choose a channel for it. Below is what it would say today.",
        );
    };
    let channel = channel_link(place.channel);
    match place.due {
        Some(due) => format!(
            "Every Monday at {WEEKLY_HOUR}:00 ({}) the weekly page is posted in {channel}, next {}. It includes matches in all \
             channels, even those that not everybody can see. Below is what it would say today.",
            place.zone,
            relative(due)
        ),
        None => format!(
            "The bot could not post the weekly page in {channel} and stopped it. Allow the bot to view that channel, send messages and attach files \
             there, then choose it again. Below is what the page would say today."
        ),
    }
}
