use super::conditional::plan_button;
use super::words::{MOST_CONTENT, called, channel_link, message_link, relative};
use super::{Composed, board_buttons, board_picture, card, last_turn_sentence};
use crate::board::Seat;
use crate::games;
use crate::matches::{ChannelId, Match, MatchId, Player, UserId, result_sentence};
use crate::store::{Listed, Places};

/// A player's own matches and challenges: those that wait for the player first.
#[must_use]
pub fn games(listed: &[Listed], user: UserId) -> Composed {
    if listed.is_empty() {
        return Composed::text("You have no matches. Challenge somebody with `/play`.");
    }
    let mut content = String::new();
    let mut left_out = 0;
    let mine = |one: &&Listed| one.player_to_move() == Some(user.into());
    let asked = |one: &&Listed| one.players.is_none() && one.invited == Some(user.into());
    let groups: [(&str, Vec<&Listed>); 4] = [
        ("**Your move**", listed.iter().filter(mine).collect()),
        (
            "**Challenges to you**",
            listed.iter().filter(asked).collect(),
        ),
        (
            "**Waiting for the other player**",
            listed
                .iter()
                .filter(|one| one.players.is_some() && !mine(one))
                .collect(),
        ),
        (
            "**Your challenges**",
            listed
                .iter()
                .filter(|one| one.players.is_none() && !asked(one))
                .collect(),
        ),
    ];
    // Room for the line that says how many did not fit.
    let room = MOST_CONTENT - 40;
    for (title, group) in groups {
        for (index, one) in group.iter().enumerate() {
            let line = line(one, user);
            let title = if index == 0 {
                format!("{title}\n")
            } else {
                String::new()
            };
            if left_out > 0
                || content.chars().count() + title.chars().count() + line.chars().count() + 1 > room
            {
                left_out += 1;
                continue;
            }
            content.push_str(&title);
            content.push_str(&line);
            content.push('\n');
        }
    }
    if left_out > 0 {
        content.push_str(&format!("…and {left_out} more."));
    }
    Composed::text(content.trim_end())
}

/// A match on one line: number, game, opponent, where, until when.
#[must_use]
pub fn line(one: &Listed, user: UserId) -> String {
    let name = games::find(&one.game).map_or(one.game.as_str(), |game| game.card.name);
    let against = match opponent(one, user) {
        Some(opponent) => format!(" with {}", called(opponent)),
        None => String::from(", open to anyone"),
    };
    let place = match (one.places.thread, one.places.card) {
        (Some(thread), _) => format!(" · {}", channel_link(thread)),
        (None, Some(card)) => format!(
            " · {}",
            message_link(one.place.guild, one.place.channel, card)
        ),
        (None, None) => format!(" · {}", channel_link(one.place.channel)),
    };
    if one.status == "frozen" {
        return format!("Match {}: {name}{against}{place} · frozen", one.id);
    }
    let until = one
        .deadline
        .map(|deadline| format!(" · time runs out {}", relative(deadline)))
        .unwrap_or_default();
    format!("Match {}: {name}{against}{place}{until}", one.id)
}

/// A match as a choice in a list that shows plain text only, at most 100 characters.
#[must_use]
pub fn choice(one: &Listed, user: UserId, name: impl Fn(UserId) -> Option<String>) -> String {
    let game = games::find(&one.game).map_or(one.game.as_str(), |game| game.card.name);
    let against = opponent(one, user)
        .and_then(|opponent| match opponent {
            Player::Person(user) => name(user),
            Player::Computer(level) => Some(level.to_string()),
        })
        .map(|name| format!(" with {name}"))
        .unwrap_or_default();
    let state = match one.player_to_move() {
        Some(to_move) if to_move == user.into() => ", your move",
        Some(_) => ", waiting for the other player",
        None if one.players.is_some() => ", over",
        None => ", a challenge",
    };
    super::cut(&format!("{}: {game}{against}{state}", one.id), 100)
}

fn opponent(one: &Listed, user: UserId) -> Option<Player> {
    match one.players {
        Some([first, second]) => Some(if first == user.into() { second } else { first }),
        None if one.challenger == user => one.invited,
        None => Some(one.challenger.into()),
    }
}

/// The question which of several matches is meant.
#[must_use]
pub fn which_match(listed: &[Listed], user: UserId) -> Composed {
    let mut content = String::from(
        "You play in more than one match. Say which one with the option `match`, or use the command in its thread:\n",
    );
    for one in listed.iter().take(10) {
        let line = line(one, user);
        if content.chars().count() + line.chars().count() < MOST_CONTENT - 40 {
            content.push_str(&line);
            content.push('\n');
        }
    }
    if listed.len() > 10 {
        content.push_str("All of them are listed by `/games`.");
    }
    Composed::text(content.trim_end())
}

/// The board as it stands, for one person. `thread` is where the match is, if that is somewhere else.
#[must_use]
pub fn board(now: &Match, thread: Option<ChannelId>, seen_from: Seat) -> Composed {
    if now.players().is_none() {
        return Composed {
            picture: Some(board_picture(now, seen_from)),
            rows: Vec::new(),
            pings: Vec::new(),
            ..card(now, None)
        };
    }
    let last = last_turn_sentence(now);
    let last = if last.is_empty() {
        String::new()
    } else {
        format!("\n{last}")
    };
    let state = if result_sentence(now, called).is_some() {
        String::new()
    } else {
        last
    };
    Composed {
        content: format!("{}{state}", card(now, thread).content),
        picture: Some(board_picture(now, seen_from)),
        rows: board_buttons(now),
        ..Composed::default()
    }
}

/// What a player reads whose turn was played from elsewhere.
#[must_use]
pub fn played_elsewhere(now: &Match, places: &Places) -> Composed {
    let last = super::words::last_entry(now);
    let text = last.map(|(_, text)| text).unwrap_or_default();
    let player = last.and_then(|(entry, _)| now.person(entry.seat));
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

/// The question whether a player really wants to give up.
#[must_use]
pub fn resign_question(now: &Match, user: UserId) -> Composed {
    use super::{Button, Tone};
    use crate::discord::custom_id::CustomId;
    let (id, board) = (now.id(), now.board());
    let opponent = now
        .seat_of(user)
        .and_then(|seat| now.player(seat.other()))
        .map(called)
        .unwrap_or_default();
    Composed {
        content: format!(
            "Do you want to resign match {id}, **{}**? {opponent} wins, and it cannot be taken back.",
            now.game().card.name
        ),
        rows: vec![vec![
            Button::new(
                "Resign",
                Tone::Danger,
                CustomId::ResignConfirm { id, board },
            ),
            Button::new("Keep Playing", Tone::Plain, CustomId::ResignKeep(id)),
        ]],
        ..Composed::default()
    }
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
