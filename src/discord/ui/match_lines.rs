//! A match as a line of a list, and as a choice among several.

use super::clocks::pause_words;
use super::composed::{Button, Composed, Tone};
use super::custom_id::CustomId;
use super::terms::plan_button;
use super::words::{MOST_CONTENT, called, channel_link, message_link, quoted, relative};
use crate::db::{Listed, Places};
use crate::games;
use crate::matches::{ChannelId, Match, MatchId, Player, UserId};

/// This many matches of a server are listed at most.
pub const MOST_HERE: u32 = 200;

/// A match on one line, for who may watch it: number, players, turn, until when, where.
pub(crate) fn watched_line(one: &Listed) -> String {
    let players = one
        .players
        .map(|[first, second]| format!("{} against {}", called(first), called(second)));
    let turn = match one.player_to_move() {
        Some(player) => format!("turn {}: {}", one.turns.saturating_add(1), called(player)),
        None => format!("turn {}", one.turns.saturating_add(1)),
    };
    let until = match one.deadline {
        _ if one.status == "frozen" => String::from(" · frozen"),
        Some(deadline) => format!(" · deadline {}", relative(deadline)),
        None => String::new(),
    };
    format!(
        "Match {}: {} · {turn}{until}{}{}",
        one.id,
        players.unwrap_or_default(),
        pause_of(one),
        place_of(one)
    )
}

/// ` · is away, clock stopped, back in 3 days`: why the clock stands, where it does.
pub(crate) fn pause_of(one: &Listed) -> String {
    let words = |pause| format!(" · {}", pause_words(&pause, pause.from));
    one.pause.map(words).unwrap_or_default()
}

/// ` · <#77>`: a link to where a match is shown.
pub(crate) fn place_of(one: &Listed) -> String {
    match (one.places.thread, one.places.card) {
        (Some(thread), _) => format!(" · {}", channel_link(thread)),
        (None, Some(card)) => format!(
            " · {}",
            message_link(one.place.guild, one.place.channel, card)
        ),
        (None, None) => format!(" · {}", channel_link(one.place.channel)),
    }
}

/// A match on one line: number, game, opponent, where, until when.
#[must_use]
pub fn line(one: &Listed, user: UserId) -> String {
    let name = games::find(&one.game).map_or(one.game.as_str(), |game| game.card.name);
    let against = match opponent(one, user) {
        Some(opponent) => format!(" with {}", called(opponent)),
        None => String::from(", open to anyone"),
    };
    let place = place_of(one);
    if one.status == "frozen" {
        return format!("Match {}: {name}{against}{place} · frozen", one.id);
    }
    let until = one
        .deadline
        .map(|deadline| format!(" · deadline {}", relative(deadline)))
        .unwrap_or_default();
    format!(
        "Match {}: {name}{against}{place}{until}{}",
        one.id,
        pause_of(one)
    )
}

/// A match as a choice in a list that shows plain text only, at most 100 characters.
#[must_use]
pub fn choice(one: &Listed, user: UserId, name: impl Fn(UserId) -> Option<String>) -> String {
    let state = match one.player_to_move() {
        Some(to_move) if to_move == user.into() => ", your move",
        Some(_) => ", waiting for the other player",
        None if one.players.is_some() => ", over",
        None => ", a challenge",
    };
    super::words::cut(&format!("{}{state}", title(one, user, name)), 100)
}

pub(crate) fn opponent(one: &Listed, user: UserId) -> Option<Player> {
    match one.players {
        Some([first, second]) => Some(if first == user.into() { second } else { first }),
        None if one.challenger == user => one.invited,
        None => Some(one.challenger.into()),
    }
}

/// This many matches are asked about with a button each: two rows.
pub const MOST_ASKED: usize = 10;

/// What somebody wants in one of several matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhichMatch<'a> {
    /// Something for which they have typed nothing more.
    Looks,
    /// To play this.
    Moves(&'a str),
    /// To plan this line.
    Plans(&'a str),
}

/// The question which of several matches is meant. Each match has the button that `presses` says at its place; `name` tells what people are called, as far as that is known.
#[must_use]
pub fn which_match(
    listed: &[Listed],
    user: UserId,
    question: WhichMatch<'_>,
    name: impl Fn(UserId) -> Option<String>,
    presses: Vec<CustomId>,
) -> Composed {
    let asked = listed.iter().zip(presses).take(MOST_ASKED);
    let buttons: Vec<_> = asked
        .map(|(one, press)| {
            let label = super::words::cut(&title(one, user, &name), 80);
            Button::new(label, Tone::Plain, press)
        })
        .collect();
    let mut content = match question {
        WhichMatch::Moves(turn) => format!("In which match do you play {}?\n", quoted(turn)),
        WhichMatch::Plans(line) => format!("In which match do you plan {}?\n", quoted(line)),
        WhichMatch::Looks => String::from("Which match?\n"),
    };
    for one in listed.iter().take(MOST_ASKED) {
        let line = line(one, user);
        if content.chars().count() + line.chars().count() < MOST_CONTENT - 40 {
            content.push_str(&line);
            content.push('\n');
        }
    }
    if listed.len() > MOST_ASKED {
        content.push_str("`/games` lists all of them.");
    }
    Composed {
        rows: buttons.chunks(5).map(<[Button]>::to_vec).collect(),
        ..Composed::text(content.trim_end())
    }
}

/// `12: Connect N with Ben`, as far as the name is known.
pub(crate) fn title(one: &Listed, user: UserId, name: impl Fn(UserId) -> Option<String>) -> String {
    let game = games::find(&one.game).map_or(one.game.as_str(), |game| game.card.name);
    let against = opponent(one, user)
        .and_then(|opponent| match opponent {
            Player::Person(user) => name(user),
            Player::Computer(level) => Some(crate::matches::computer_name(level)),
        })
        .map(|name| format!(" with {name}"))
        .unwrap_or_default();
    format!("{}: {game}{against}", one.id)
}

/// `12: Connect N, Ana against Ben`, as far as the names are known.
pub(crate) fn match_name(one: &Listed, name: impl Fn(UserId) -> Option<String>) -> String {
    let game = games::find(&one.game).map_or(one.game.as_str(), |game| game.card.name);
    let called = |player| match player {
        Player::Person(user) => name(user).unwrap_or_else(|| user.to_string()),
        Player::Computer(level) => crate::matches::computer_name(level),
    };
    let players = one.players.map(|players| players.map(called));
    let players = players.map(|[first, second]| format!(", {first} against {second}"));
    let label = format!("{}: {game}{}", one.id, players.unwrap_or_default());
    super::words::cut(&label, 100)
}

/// What a player reads whose turn was played from elsewhere.
#[must_use]
pub fn played_elsewhere(now: &Match, places: &Places) -> Composed {
    let (entry, text) = now.last_written().unzip();
    let text = text.unwrap_or_default();
    let player = entry.and_then(|entry| now.person(entry.seat));
    let rows = player
        .map(|player| plan_button(now, player))
        .unwrap_or_default();
    Composed {
        rows,
        ..Composed::text(format!(
            "You played **{text}** in match {}.{}",
            now.id(),
            at(places.thread)
        ))
    }
}

/// Where a match goes on, as a sentence behind another one; empty without a thread.
#[must_use]
pub fn at(thread: Option<ChannelId>) -> String {
    thread
        .map(|thread| format!(" The match is in {}.", channel_link(thread)))
        .unwrap_or_default()
}

/// The number in what somebody typed or chose as a match: `12`, `#12`, or the text of a choice.
#[must_use]
pub fn read_match_number(text: &str) -> Option<MatchId> {
    let digits: String = text
        .trim()
        .trim_start_matches('#')
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    digits.parse().ok().filter(|id| *id > 0).map(MatchId)
}
