//! Messages about turns that wait.

use serde_json::Value;

use super::model::{FAILED_CALLS, MOST_NUDGES, Reminder, ReminderKind, Round};
use crate::board::Seat;
use crate::db::Listed;
use crate::discord::ui::clocks;
use crate::discord::ui::custom_id::CustomId;
use crate::discord::ui::match_lines::place_of;
use crate::discord::ui::modal::{Field, form};
use crate::discord::ui::panel::act;
use crate::discord::ui::terms::matches;
use crate::discord::ui::words::{at_seat, called, counted, date, game_name, list, message_link};
use crate::discord::ui::{
    Button, Composed, MOST_CONTENT, Menu, MenuOption, Tone, channel_link, escaped, mention,
    relative,
};
use crate::features::lists::store::Untold;
use crate::features::pages::press::Press as PagesPress;
use crate::features::play::press::Press as PlayPress;
use crate::features::reminders::model::RemindersView;
use crate::features::reminders::press::Press;
use crate::kernel::{ClosedCall, View};
use crate::matches::{ChannelId, Match, MatchId};
use crate::people::{LAST_CALLS, MOST_DIGESTS, Moment, Nudge, TimeSettings, Zone};

pub(crate) const REMINDERS: &str = "reminders";

/// The most matches whose next reminder the page shows.
const MOST_NEXT: usize = 6;

/// The beginnings of a clock in a list.
const DEADLINE: &str = " · deadline ";
const STOPPED: &str = " · clock stopped, away until ";

/// Composes the reminder in a channel, or in the direct messages with the bot (`None`).
///
/// A post in a channel names only matches of that channel, because the others may be private.
pub fn reminder(reminder: &Reminder, here: Option<ChannelId>) -> Composed {
    let named: Vec<&View> = reminder.named(here).collect();
    let who = mention(reminder.user);
    let mut content = match (reminder.kind, named.as_slice()) {
        (ReminderKind::LastCall, [one]) => format!(
            "{who}, last call: it is your move in {}.{}",
            title(one),
            clocks::deadline(&one.state, reminder.at)
        ),
        (ReminderKind::Nudge, [one]) => format!(
            "{who}, it is your move in {}.{}",
            title(one),
            clocks::deadline(&one.state, reminder.at)
        ),
        (kind, several) => {
            let what = match (kind, several.len()) {
                (_, 0) => "no match is waiting for your move",
                (ReminderKind::LastCall, _) => "last call",
                (_, 1) => "this match is waiting for your move",
                _ => "these matches are waiting for your move",
            };
            let end = if several.is_empty() { '.' } else { ':' };
            let mut text = format!("{who}, {what}{end}");
            for one in several {
                let line = format!(
                    "\n{}{}{}",
                    title(one),
                    place(one, here),
                    clock(&one.state, reminder.at)
                );
                if text.chars().count() + line.chars().count() < MOST_CONTENT - 300 {
                    text.push_str(&line);
                }
            }
            text
        }
    };
    let hidden = reminder.matches.len() - named.len();
    if hidden > 0 {
        let matches = if hidden == 1 { "match" } else { "matches" };
        content.push_str(&format!("\nAnd {hidden} more {matches}: `/games`."));
    }
    content.push_str(&followed(&reminder.followed, here));
    content.push_str(&ended(&reminder.ended, here));
    if reminder.fell_back {
        content.push_str(
            "\n-# The bot could not send you a private message, so reminders come here from now on. Change that under *Reminders* in `/settings`.",
        );
    }
    let move_in = |one: &&View, label: String| {
        let (id, board) = (one.state.id(), one.state.board());
        Button::new(label, Tone::Primary, PlayPress::Move { id, board })
    };
    let mut buttons: Vec<Button> = match named.as_slice() {
        [one] => vec![move_in(one, String::from("Move…"))],
        several => several
            .iter()
            .map(|one| move_in(one, format!("Move in {}…", one.state.id())))
            .collect(),
    };
    if named.is_empty() && hidden == 0 {
        return Composed {
            pings: vec![reminder.user.0],
            ..Composed::text(content)
        };
    }
    buttons.push(match named.as_slice() {
        [one] if hidden == 0 => Button::plain(
            "Mute This Turn",
            Press::Mute {
                id: one.state.id(),
                board: one.state.board(),
            },
        ),
        _ => Button::plain("Mute These Turns", Press::MuteAll),
    });
    Composed {
        rows: buttons.chunks(5).map(<[Button]>::to_vec).collect(),
        pings: vec![reminder.user.0],
        ..Composed::text(content)
    }
}

/// Composes the edit of a reminder that calls to a turn that waits no more. The `last` call takes all buttons along.
pub(crate) fn closed_call(id: MatchId, board: u32, last: bool) -> ClosedCall {
    ClosedCall {
        button: CustomId::from(PlayPress::Move { id, board }).to_string(),
        last,
        reword: Box::new(move |text| without_call(text, id)),
    }
}

/// Returns the text of a reminder in whose list the line of a match is struck out. Without a list, it loses its deadline.
/// `None` if nothing changes.
fn without_call(text: &str, id: MatchId) -> Option<String> {
    let named = format!("(match {id})");
    let mut lines: Vec<_> = text.split('\n').map(str::to_owned).collect();
    let mut listed = lines.iter_mut().skip(1);
    let Some(line) = listed.find(|line| line.starts_with("**") && line.contains(&named)) else {
        return clocks::without_deadlines(text);
    };
    let clock = [DEADLINE, STOPPED].iter().find_map(|word| line.find(word));
    *line = format!("~~{}~~", &line[..clock.unwrap_or(line.len())]);
    Some(lines.join("\n"))
}

/// Composes the reminder of several people in the channel of their matches, which have no threads yet.
pub fn round(round: &Round) -> Composed {
    let people = round.people.iter().map(|(user, count)| match count {
        1 => mention(*user),
        count => format!("{} ({count})", mention(*user)),
    });
    let people: Vec<_> = people.collect();
    let deadline = round.deadline.map_or_else(String::new, |deadline| {
        format!(" The nearest deadline is {}.", relative(deadline))
    });
    Composed {
        rows: vec![vec![
            Button::new("Move…", Tone::Primary, PlayPress::Next),
            Button::plain("Mute These Turns", Press::MuteAll),
        ]],
        pings: round.people.iter().map(|(user, _)| user.0).collect(),
        ..Composed::text(format!(
            "Matches here wait for the first move of {}.{deadline}",
            list(&people)
        ))
    }
}

/// Words the line about listed matches; in a channel, only matches of that channel.
fn followed(followed: &[Listed], here: Option<ChannelId>) -> String {
    let shown = followed
        .iter()
        .filter(|one| here.is_none_or(|here| one.place.channel == here));
    let shown: Vec<String> = shown
        .map(|one| {
            let name = game_name(&one.game);
            let how = match one.to_move {
                Some(_) => format!("turn {}", one.turns.saturating_add(1)),
                None => String::from("over"),
            };
            format!("match {} ({name}, {how}{})", one.id, place_of(one))
        })
        .collect();
    if shown.is_empty() {
        return String::new();
    }
    format!("\nNews from matches that you follow: {}.", list(&shown))
}

/// Words the line about matches that were over without a thread; in a channel, only matches of that channel.
fn ended(ended: &[Untold], here: Option<ChannelId>) -> String {
    let shown = ended
        .iter()
        .filter(|one| here.is_none_or(|here| one.channel == here));
    let shown: Vec<String> = shown
        .map(|one| {
            let other = one.other.map(|other| format!(" with {}", mention(other)));
            let name = game_name(&one.game);
            format!("{name}{} (match {})", other.unwrap_or_default(), one.id)
        })
        .collect();
    if shown.is_empty() {
        return String::new();
    }
    format!("\nOver before the first move: {}.", list(&shown))
}

/// Writes `**Connect N** with @Ben (match 12)`.
fn title(view: &View) -> String {
    let state = &view.state;
    let other = state
        .to_move()
        .and_then(|seat| state.player(seat.other()))
        .map(|other| format!(" with {}", called(other)))
        .unwrap_or_default();
    format!(
        "**{}**{other} (match {})",
        state.game().card.name,
        state.id()
    )
}

/// Words the clock of a match in a list: ` · deadline in 3 days`, or that it stands still.
fn clock(state: &Match, at: Moment) -> String {
    if let Some(pause) = clocks::away(state, at) {
        let until = pause.back.unwrap_or(pause.latest);
        return format!("{STOPPED}{}", date(until));
    }
    state
        .deadline()
        .map(|deadline| format!("{DEADLINE}{}", relative(deadline)))
        .unwrap_or_default()
}

/// Returns a link to a match.
fn place(view: &View, here: Option<ChannelId>) -> String {
    let proposal = view.state.proposal();
    match (view.places.thread, view.places.board) {
        (Some(thread), Some(board)) if here.is_none() => {
            format!(" · {}", message_link(proposal.place.guild, thread, board))
        }
        (Some(thread), _) => format!(" · {}", channel_link(thread)),
        (None, _) => String::new(),
    }
}

/// Composes the notice to the opponent that a player has answered no reminder.
pub fn unanswered(view: &View, at: Moment) -> Composed {
    let state = &view.state;
    let (Some(mover), Some(seat)) = (state.player_to_move(), state.to_move()) else {
        return Composed::default();
    };
    let other = at_seat(state, seat.other());
    let who = called(mover);
    to_opponent(
        state,
        seat,
        format!(
            "{other}, {who} has answered none of {MOST_NUDGES} reminders and gets no more for this turn.{} You do not have to do anything: {}. You can also offer a draw, or give more time with *Give Time* in `/board`.",
            clocks::deadline(state, at),
            at_the_end(state, seat)
        ),
    )
}

/// Composes the notice to the opponent that the player to move has left the server.
pub fn gone(view: &View, name: Option<&str>, at: Moment) -> Composed {
    let state = &view.state;
    let (Some(mover), Some(seat)) = (state.player_to_move(), state.to_move()) else {
        return Composed::default();
    };
    let other = at_seat(state, seat.other());
    // Discord may show the mention of a person who has left the server as a number.
    let who = match name {
        Some(name) => format!("**{}** ({})", escaped(name), called(mover)),
        None => called(mover),
    };
    to_opponent(
        state,
        seat,
        format!(
            "{other}, {who} is no longer in this server, and {FAILED_CALLS} mentions for this turn did not reach them.{} \
             You do not have to do anything: they keep the match and can still come back, and {}. You can also give more time with *Give Time* in `/board`, or \
             ask a moderator to let them out (`/referee`): then the match does not count.",
            clocks::deadline(state, at),
            at_the_end(state, seat)
        ),
    )
}

/// Words the effect of a flag of the player at `seat` for the opponent.
fn at_the_end(state: &Match, seat: Seat) -> &'static str {
    if state.is_no_show(seat) {
        "the match ends without a result when the clock runs out"
    } else {
        "you win when the clock runs out"
    }
}

/// Composes a message that notifies the opponent of the player at `seat`.
fn to_opponent(state: &Match, seat: Seat, content: String) -> Composed {
    let opponent = state.person(seat.other());
    Composed {
        pings: opponent.iter().map(|user| user.0).collect(),
        ..Composed::text(content)
    }
}

/// Composes the answer after muting reminders.
pub fn muted(count: usize, only: Option<MatchId>) -> Composed {
    Composed::text(match (count, only) {
        (0, Some(id)) => {
            format!("It is not your move in match {id} any more: there is nothing to mute.")
        }
        (0, None) => String::from("No match is waiting for your move: there is nothing to mute."),
        (_, Some(id)) => {
            format!("No more reminders for this turn in match {id}. Its clock keeps running.")
        }
        (count, None) => format!(
            "No more reminders for the turns that are waiting for you in {}. Their clocks keep running.",
            matches(count)
        ),
    })
}

/// Composes the page of a person's reminders, with all choices and their effects.
///
/// `has_pages`: the bot serves pages, and so calendars.
pub fn reminders(view: &RemindersView, has_pages: bool) -> Composed {
    let time_settings = &view.time_settings;
    let own = &time_settings.reminders;
    let mut content = String::new();
    let next: Vec<String> = view
        .waiting
        .iter()
        .take(MOST_NEXT)
        .map(|(id, next)| match next {
            Some(at) => format!("match {id} {}", relative(*at)),
            None => format!("none in match {id}"),
        })
        .collect();
    let waiting = view.waiting.len();
    content.push_str(&match waiting {
        0 => String::from("No match is waiting for your move now."),
        1 => format!(
            "Next reminder in the match that waits for your move: {}.",
            list(&next)
        ),
        _ => format!(
            "Next reminder in the {} that wait for your move: {}{}.",
            matches(waiting),
            list(&next),
            if waiting > MOST_NEXT { " …" } else { "" }
        ),
    });
    if let Some(at) = view.digest {
        content.push_str(&format!(
            " Next digest: {}, if something waits then.",
            relative(at)
        ));
    }
    let private = own.private && view.private_messages;
    content.push_str(if private {
        "\nReminders are private messages. If Discord refuses them, they are posted in the thread of the match."
    } else {
        "\nReminders are posted in the thread of the match and mention you."
    });
    let zone = time_settings
        .zone
        .as_ref()
        .map_or_else(|| String::from("UTC (not set)"), Zone::to_string);
    content.push_str(&match own.quiet {
        Some(quiet) => format!(
            "\nQuiet hours: {}:00 to {}:00. Reminders due then come when quiet hours end, unless your clock runs out first.",
            quiet.from, quiet.until
        ),
        None => String::from("\nQuiet hours: none."),
    });
    content.push_str(&format!("\nYour time zone: {zone}."));
    content.push_str(&format!(
        "\n-# Reminders for several matches come in one message. After {MOST_NUDGES} nudges without an answer there are no more for that turn."
    ));
    let button = |label: &'static str, what: &str| Button::plain(label, act(REMINDERS, what));
    let mut buttons = Vec::new();
    if private {
        buttons.push(button("Send to the Thread", "thread"));
    } else if view.private_messages {
        buttons.push(button("Send Privately", "private"));
    }
    buttons.push(button("Zone, Quiet Hours…", "times"));
    buttons.push(button("Mute These Turns", "mute").enabled(waiting > 0));
    buttons.extend(has_pages.then(|| Button::plain("Calendar…", PagesPress::Calendar)));
    let nudges = Nudge::ALL.iter().map(|one| {
        let (label, description) = nudge_words(*one);
        let option = MenuOption::new(label, one.to_string()).described(description);
        option.chosen(*one == own.nudge)
    });
    let calls = LAST_CALLS.iter().map(|hours| {
        let before = counted(*hours, "hour");
        let label = format!("Last call: {before} before your clock runs out");
        MenuOption::new(label, hours.to_string())
            .described(format!("If a turn has more than {before}"))
            .chosen(own.last_calls.contains(hours))
    });
    let digests = (0..24_u8).map(|hour| {
        MenuOption::new(format!("Digest at {hour}:00"), hour.to_string())
            .described("Everything that is waiting for you, if anything is")
            .chosen(own.digest.contains(&hour))
    });
    let menu = |placeholder, what, options| Menu::one(placeholder, act(REMINDERS, what), options);
    let digest = "Digest: none. One message a day with everything that is waiting";
    Composed {
        menus: vec![
            menu("Nudges", "nudge", nudges.collect()),
            Menu {
                count: (0, 4),
                ..menu("Last calls: none", "last-calls", calls.collect())
            },
            Menu {
                count: (0, u8::try_from(MOST_DIGESTS).unwrap_or(1)),
                ..menu(digest, "digest", digests.collect())
            },
        ],
        rows: vec![buttons],
        ..Composed::text(content)
    }
}

/// Builds the form for the time zone and quiet hours.
pub(crate) fn times_form(time_settings: &TimeSettings) -> Value {
    let field = |id, label, hint, value: Option<String>| Field {
        id,
        label,
        hint,
        value: value.unwrap_or_default(),
        required: false,
        most: 60,
    };
    let zone = time_settings.zone.as_ref().map(Zone::to_string);
    let quiet = time_settings.reminders.quiet.map(|quiet| quiet.to_string());
    let fields = [
        field(
            "zone",
            "Where you live, for your time zone",
            "Your city, such as Berlin",
            zone,
        ),
        field(
            "quiet",
            "Quiet hours, in which nothing comes",
            "22-7; empty for none",
            quiet,
        ),
    ];
    form(act(REMINDERS, "times"), "Zone and Quiet Hours", &fields)
}

fn nudge_words(nudge: Nudge) -> (String, String) {
    match nudge {
        Nudge::Off => (
            String::from("Nudges: none"),
            String::from("Only last calls and the digest, if you want those"),
        ),
        Nudge::Half => (
            String::from("Nudge: at half of a turn's time"),
            String::from("With 3 days a turn: after 36 hours"),
        ),
        Nudge::Late => (
            String::from("Nudge: when a fifth of a turn's time is left"),
            String::from("With 3 days a turn: 14 hours before the end"),
        ),
        Nudge::Every(hours) => (
            match hours {
                1 => String::from("Nudges: every hour"),
                hours => format!("Nudges: every {hours} hours"),
            },
            String::from("From the beginning of your turn, five times at most"),
        ),
    }
}
