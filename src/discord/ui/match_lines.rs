//! A match as a line of a list, and as a choice of several.

use super::clocks::pause_words;
use super::composed::{Button, Composed};
use super::custom_id::CustomId;
use super::terms::plan_button;
use super::words::{
    MOST_CONTENT, called, channel_link, game_name, message_link, quoted, relative, unbroken,
};
use crate::db::{Listed, ListedStatus, Places};
use crate::matches::{ChannelId, Match, MatchId, Player, UserId};

/// The maximum number of matches listed for a server.
pub const MOST_HERE: u32 = 200;

/// Returns a match on one line for a spectator: number, players, turn, deadline, place.
pub(crate) fn watched_line(one: &Listed) -> String {
    let players = one
        .players
        .map(|[first, second]| format!("{} against {}", called(first), called(second)));
    let turn = match one.player_to_move() {
        Some(player) => format!("turn {}: {}", one.turns.saturating_add(1), called(player)),
        None => format!("turn {}", one.turns.saturating_add(1)),
    };
    let until = match one.status {
        ListedStatus::Frozen => String::from(" · frozen"),
        ListedStatus::Open | ListedStatus::Playing | ListedStatus::Over => deadline_of(one),
    };
    format!(
        "Match {}: {} · {turn}{until}{}{}",
        one.id,
        players.unwrap_or_default(),
        pause_of(one),
        place_of(one)
    )
}

/// Returns the deadline: ` · deadline in 3 days`. Empty while the player to move is away and the clock is stopped.
fn deadline_of(one: &Listed) -> String {
    let away = one.pause.is_some_and(|pause| !pause.weekend);
    one.deadline
        .filter(|_| !away)
        .map(|deadline| format!(" · deadline {}", relative(deadline)))
        .unwrap_or_default()
}

/// Returns why the clock is stopped: ` · has the clock stopped, away until 3 December`. Empty if it runs.
pub(crate) fn pause_of(one: &Listed) -> String {
    let words = |pause| format!(" · {}", pause_words(&pause, pause.from));
    one.pause.map(words).unwrap_or_default()
}

/// Returns a link to the place of a match: ` · <#77>`.
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

/// Whether others play in a match. It is the person's if a team votes there to which they belong.
fn is_played_by_others(one: &Listed, user: UserId) -> bool {
    one.players
        .is_some_and(|players| !players.contains(&user.into()))
}

/// Returns a match on one line for a player, or a member of a team: number, game, opponent, place, deadline.
pub fn line(one: &Listed, user: UserId) -> String {
    let name = game_name(&one.game);
    let against = match (one.players, opponent(one, user)) {
        (Some([first, second]), _) if is_played_by_others(one, user) => {
            format!(", {} against {}", called(first), called(second))
        }
        (_, Some(opponent)) => format!(" with {}", called(opponent)),
        (_, None) => String::from(", open to anyone"),
    };
    let place = place_of(one);
    if one.status == ListedStatus::Frozen {
        return format!("Match {}: {name}{against}{place} · frozen", one.id);
    }
    let until = deadline_of(one);
    format!(
        "Match {}: {name}{against}{place}{until}{}",
        one.id,
        pause_of(one)
    )
}

/// Returns a match as a choice of a plain-text list, at most 100 characters.
pub fn choice(one: &Listed, user: UserId, name: impl Fn(UserId) -> Option<String>) -> String {
    if is_played_by_others(one, user) {
        return match_name(one, name);
    }
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
        None => Some(one.team.map_or(one.challenger.into(), Player::Team)),
    }
}

/// The maximum number of matches that get a button: two rows of five.
pub const MOST_ASKED: usize = 10;

/// The action for which a person must choose a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhichMatch<'a> {
    /// An action without typed text.
    Looks,
    /// Playing this turn.
    Moves(&'a str),
    /// Planning this line.
    Plans(&'a str),
}

/// Returns the question which of several matches is meant, with a button for each match. `presses` are
/// the ids of the buttons, in the order of the matches; `name` returns the name of a person if it is known.
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
            Button::plain(label, press)
        })
        .collect();
    let mut content = match question {
        WhichMatch::Moves(turn) => {
            format!("In which match do you want to play {}?\n", quoted(turn))
        }
        WhichMatch::Plans(line) => {
            format!("In which match do you want to plan {}?\n", quoted(line))
        }
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

/// Returns the title of a match: `12: Connect N with Ben`, with the name if it is known.
pub(crate) fn title(one: &Listed, user: UserId, name: impl Fn(UserId) -> Option<String>) -> String {
    if is_played_by_others(one, user) {
        return match_name(one, name);
    }
    let game = game_name(&one.game);
    let against = opponent(one, user)
        .and_then(|opponent| match opponent {
            Player::Person(user) => name(user),
            Player::Computer(level) => Some(crate::matches::computer_name(level)),
            Player::Team(team) => Some(team.name.to_string()),
        })
        .map(|name| format!(" with {name}"))
        .unwrap_or_default();
    format!("{}: {game}{against}", one.id)
}

/// Returns the name of a match: `12: Connect N, Ana against Ben`, with the names that are known.
pub(crate) fn match_name(one: &Listed, name: impl Fn(UserId) -> Option<String>) -> String {
    let game = game_name(&one.game);
    let called = |player| match player {
        Player::Person(user) => name(user).unwrap_or_else(|| user.to_string()),
        Player::Computer(level) => crate::matches::computer_name(level),
        Player::Team(team) => team.name.to_string(),
    };
    let players = one.players.map(|players| players.map(called));
    let players = players.map(|[first, second]| format!(", {first} against {second}"));
    let label = format!("{}: {game}{}", one.id, players.unwrap_or_default());
    super::words::cut(&label, 100)
}

/// Returns the message to a player about the last turn that they made.
pub fn played_elsewhere(now: &Match, user: UserId, places: &Places) -> Composed {
    let last = now.seat_of(user).and_then(|seat| now.last_turn_of(seat));
    let last = last.and_then(|(at, _)| now.written_record(at).into_iter().next());
    let text = last.and_then(|entry| entry.text).unwrap_or_default();
    Composed {
        rows: plan_button(now, user),
        ..Composed::text(format!(
            "You played **{}** in match {}.{}",
            unbroken(&text),
            now.id(),
            at(places.thread)
        ))
    }
}

/// Returns a sentence with the thread of a match, to follow another one; empty without a thread.
pub fn at(thread: Option<ChannelId>) -> String {
    thread
        .map(|thread| format!(" The match is in {}.", channel_link(thread)))
        .unwrap_or_default()
}

/// Reads the number of a match from typed or chosen text: `12`, `#12`, or the text of a choice.
pub fn read_match_number(text: &str) -> Option<MatchId> {
    let digits: String = text
        .trim()
        .trim_start_matches('#')
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    digits.parse().ok().filter(|id| *id > 0).map(MatchId)
}
