use crate::board::Seat;
use crate::db::{Listed, Places};
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::words::{at_seat, called, message_link, quoted};
use crate::discord::ui::{
    Button, Composed, MOST_CONTENT, Tone, board_buttons, board_picture, channel_link,
    last_turn_sentence, relative,
};
use crate::features::away::messages::pause_words;
use crate::features::conditional::messages::plan_button;
use crate::features::play::messages::card_text;
use crate::features::play::messages::challenge::rules_button;
use crate::games::{self, CATALOGUE};
use crate::kernel::View;
use crate::matches::{ChannelId, Match, MatchId, Player, UserId, result_sentence};
use crate::people::Moment;

/// Room for the line that says which page it is.
const FOOTER: usize = 160;

/// This many matches of a server are listed at most.
pub const MOST_HERE: u32 = 200;

/// This many rows of buttons for challenges are on a page; one more turns the pages.
const MOST_ROWS: usize = 4;

/// This many buttons are in a row.
const IN_A_ROW: usize = 5;

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
    let id = one.id;
    if one.status != "open" {
        return Vec::new();
    }
    if one.challenger == user {
        let withdraw = CustomId::WithdrawListed(id);
        return vec![Button::new(format!("Withdraw {id}"), Tone::Plain, withdraw)];
    }
    vec![
        Button::new(format!("Accept {id}"), Tone::Success, CustomId::Take(id)),
        Button::new(
            format!("Decline {id}"),
            Tone::Plain,
            CustomId::DeclineListed(id),
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
fn pause_of(one: &Listed) -> String {
    let words = |pause| format!(" · {}", pause_words(&pause, pause.from));
    one.pause.map(words).unwrap_or_default()
}

/// ` · <#77>`: a link to where a match is to be seen.
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
    crate::discord::ui::cut(&format!("{}{state}", title(one, user, name)), 100)
}

fn opponent(one: &Listed, user: UserId) -> Option<Player> {
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
    /// To keep this note.
    Notes(&'a str),
}

/// The question which of several matches is meant. Each match has the button that `presses` says at its place, where it
/// says one; `name` tells what people are called, as far as that is known.
#[must_use]
pub fn which_match(
    listed: &[Listed],
    user: UserId,
    question: WhichMatch<'_>,
    name: impl Fn(UserId) -> Option<String>,
    presses: Vec<Option<CustomId>>,
) -> Composed {
    let asked = listed.iter().zip(presses).take(MOST_ASKED);
    let buttons: Vec<_> = asked
        .filter_map(|(one, press)| {
            let label = crate::discord::ui::cut(&title(one, user, &name), 80);
            Some(Button::new(label, Tone::Plain, press?))
        })
        .collect();
    let mut content = match question {
        WhichMatch::Moves(turn) => format!("In which match do you play {}?\n", quoted(turn)),
        WhichMatch::Plans(line) => format!("In which match do you plan {}?\n", quoted(line)),
        WhichMatch::Notes(note) => format!("In which match do you note {}?\n", quoted(note)),
        WhichMatch::Looks if buttons.is_empty() => String::from(
            "Which match? Say it with the option `match`, or use the command in its thread:\n",
        ),
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

/// The question which of their exhibitions somebody wants to end.
#[must_use]
pub fn which_exhibition(going_on: &[View]) -> Composed {
    let lines = going_on.iter().map(|one| {
        let now = &*one.state;
        let [first, second] = Seat::BOTH.map(|seat| at_seat(now, seat));
        let game = now.game().card.name;
        format!(
            "\nMatch {}: {game}, {first} against {second}.{}",
            now.id(),
            at(one.places.thread)
        )
    });
    let buttons = going_on.iter().map(|one| {
        let id = one.state.id();
        Button::new(
            format!("End Match {id}"),
            Tone::Plain,
            CustomId::EndExhibition(id),
        )
    });
    Composed {
        rows: vec![buttons.collect()],
        ..Composed::text(format!(
            "Which of your exhibitions do you end?{}",
            lines.collect::<String>()
        ))
    }
}

/// `12: Connect N with Ben`, as far as the name is known.
fn title(one: &Listed, user: UserId, name: impl Fn(UserId) -> Option<String>) -> String {
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

/// The board as it stands, for one person: with the buttons of a turn for who plays, and with ways to look for who
/// watches. `thread` is where the match is, if that is somewhere else; `at` is when they look.
#[must_use]
pub fn board(
    now: &Match,
    thread: Option<ChannelId>,
    user: UserId,
    seen_from: Seat,
    at: Moment,
) -> Composed {
    if now.players().is_none() {
        return Composed {
            picture: Some(board_picture(now, seen_from)),
            rows: Vec::new(),
            pings: Vec::new(),
            ..Composed::text(card_text(now, None, at))
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
        content: format!("{}{state}", card_text(now, thread, at)),
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
    if now.to_move().is_some() {
        buttons.push(Button::new("Follow", Tone::Plain, CustomId::Follow(id)));
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
    let last = crate::discord::ui::words::last_entry(now);
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

/// The question whether a player really wants to give up, or to abort a match that has hardly begun.
#[must_use]
pub fn resign_question(now: &Match, seat: Seat) -> Composed {
    let (id, board) = (now.id(), now.board());
    let opponent = at_seat(now, seat.other());
    let resign = |tone| Button::new("Resign", tone, CustomId::ResignConfirm { id, board });
    let keep = Button::new("Keep Playing", Tone::Plain, CustomId::ResignKeep(id));
    if now.may_abort() {
        let abort = Button::new("Abort", Tone::Danger, CustomId::Abort(id));
        return Composed {
            rows: vec![vec![abort, resign(Tone::Plain), keep]],
            ..Composed::text(format!(
                "Do you want to abort match {id}, **{}**? Not both of you have made a turn, so it would count for nothing. \
                 If you resign instead, {opponent} wins.",
                now.game().card.name
            ))
        };
    }
    Composed {
        content: format!(
            "Do you want to resign match {id}, **{}**? {opponent} wins, and it cannot be taken back.",
            now.game().card.name
        ),
        rows: vec![vec![resign(Tone::Danger), keep]],
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
