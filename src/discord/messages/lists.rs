use super::challenge::rules_button;
use super::conditional::plan_button;
use super::words::{MOST_CONTENT, called, channel_link, message_link, relative};
use super::{Button, Composed, Tone, board_buttons, board_picture, card_text, last_turn_sentence};
use crate::arbiter::{Listed, Places};
use crate::board::Seat;
use crate::discord::custom_id::CustomId;
use crate::games;
use crate::matches::{ChannelId, Match, MatchId, Player, UserId, result_sentence};

/// Room for the line that says which page it is.
const FOOTER: usize = 60;

/// A page of a player's own matches and challenges, those first that wait for the player, with buttons that turn over
/// where there are several pages. Pages are counted from 0; the last one stands for those that are not there.
#[must_use]
pub fn games(listed: &[Listed], user: UserId, page: u32) -> Composed {
    if listed.is_empty() {
        return Composed::text("You have no matches. Challenge somebody with `/play`.");
    }
    let mut pages = pages(listed, user);
    let (all, last) = (pages.len(), pages.len().saturating_sub(1));
    let page = usize::try_from(page).unwrap_or(last).min(last);
    let mut content = pages.swap_remove(page).trim_end().to_owned();
    if all == 1 {
        return Composed::text(content);
    }
    content.push_str(&format!(
        "\n-# Page {} of {all}. You have {} matches and challenges.",
        page + 1,
        listed.len()
    ));
    let turn_to = |label, to: usize, enabled| {
        let page = u32::try_from(to).unwrap_or(u32::MAX);
        Button::new(label, Tone::Plain, CustomId::Games { page }).enabled(enabled)
    };
    Composed {
        content,
        rows: vec![vec![
            // A button that cannot be pressed needs an id of its own too.
            turn_to("◀", page.checked_sub(1).unwrap_or(all), page > 0),
            turn_to("▶", page + 1, page < last),
        ]],
        ..Composed::default()
    }
}

/// A player's matches and challenges in groups, line by line, on as many pages as it takes.
fn pages(listed: &[Listed], user: UserId) -> Vec<String> {
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
    let mut pages = Vec::new();
    let (mut page, mut length) = (String::new(), 0);
    for (title, group) in groups {
        let mut titled = false;
        for one in group {
            let line = format!("{}\n", line(one, user));
            let title = format!("{title}\n");
            let more = line.chars().count() + if titled { 0 } else { title.chars().count() };
            if length + more > MOST_CONTENT - FOOTER && length > 0 {
                pages.push(std::mem::take(&mut page));
                (length, titled) = (0, false);
            }
            for text in (!titled).then_some(&title).into_iter().chain([&line]) {
                page.push_str(text);
                length += text.chars().count();
            }
            titled = true;
        }
    }
    pages.push(page);
    pages
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
        .map(|deadline| format!(" · deadline {}", relative(deadline)))
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
            Player::Computer(level) => Some(crate::matches::computer_name(level)),
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

/// The board as it stands, for one person: with the buttons of a turn for who plays, and with ways to look for who
/// watches. `thread` is where the match is, if that is somewhere else.
#[must_use]
pub fn board(now: &Match, thread: Option<ChannelId>, user: UserId, seen_from: Seat) -> Composed {
    if now.players().is_none() {
        return Composed {
            picture: Some(board_picture(now, seen_from)),
            rows: Vec::new(),
            pings: Vec::new(),
            ..Composed::text(card_text(now, None))
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
        content: format!("{}{state}", card_text(now, thread)),
        picture: Some(board_picture(now, seen_from)),
        rows: if now.seat_of(user).is_some() {
            board_buttons(now)
        } else {
            vec![watchers_buttons(now)]
        },
        ..Composed::default()
    }
}

/// What somebody can do who watches a match.
fn watchers_buttons(now: &Match) -> Vec<Button> {
    let id = now.id();
    let mut buttons = Vec::new();
    if now.ply() > 0 {
        let ply = now.ply();
        buttons.extend([
            Button::new("History", Tone::Plain, CustomId::History { id, ply }),
            Button::new("Replay", Tone::Plain, CustomId::Replay(id)),
        ]);
    }
    buttons.extend([
        Button::new("Describe", Tone::Plain, CustomId::Describe(id)),
        rules_button(now),
    ]);
    buttons
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
