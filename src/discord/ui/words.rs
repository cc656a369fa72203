use std::time::Duration;

use crate::board::{Cell, Seat};
use crate::games::{self, DynPosition, Effect, Values};
use crate::matches::{
    ChannelId, GuildId, Match, MessageId, Player, TimeControl, UserId, ending_words,
    result_sentence,
};
use crate::people::Moment;

/// The maximum length of a message in characters.
pub const MOST_CONTENT: usize = 2000;

/// The maximum length of a picture's description in characters.
pub const MOST_ALT: usize = 1024;

/// Returns a mention, which Discord shows as the person's name. Only people in
/// [`Composed::pings`](crate::discord::ui::composed::Composed::pings) are notified.
pub fn mention(user: UserId) -> String {
    user.deleted_name().unwrap_or_else(|| format!("<@{user}>"))
}

/// Returns a player: a person as a [`mention`], a computer by its level, `Beginner (computer)`.
pub fn called(player: Player) -> String {
    match player {
        Player::Person(user) => mention(user),
        Player::Computer(level) => crate::matches::computer_name(level),
        Player::Team(team) => escaped(team.name.as_str()),
    }
}

/// Returns a player's name in plain text. `name` returns the known names.
pub(crate) fn called_plainly(player: Player, name: impl Fn(UserId) -> Option<String>) -> String {
    match player {
        Player::Person(user) => name(user).unwrap_or_else(|| String::from("somebody")),
        Player::Computer(level) => crate::matches::computer_name(level),
        Player::Team(team) => team.name.to_string(),
    }
}

/// Returns the player of a seat in a match that has begun.
pub(crate) fn at_seat(now: &Match, seat: Seat) -> String {
    now.player(seat).map_or_else(
        || {
            missing(now, "a player");
            now.colour(seat).to_owned()
        },
        called,
    )
}

/// Returns a sentence about the end of a finished match.
pub(crate) fn ended(now: &Match) -> String {
    result_sentence(now, called).unwrap_or_else(|| {
        missing(now, "a result");
        String::from("The match is over.")
    })
}

/// Logs that a match lacks a part that it should have. The message then says less than it should.
pub(crate) fn missing(now: &Match, what: &str) {
    debug_assert!(false, "match {} lacks {what}", now.id());
    tracing::error!(match_id = %now.id(), "a message lacks {what}");
}

/// Returns a sentence as plain text: people by name, and no links to channels.
pub fn in_plain_text(sentence: &str, name: impl Fn(UserId) -> Option<String>) -> String {
    let mut parts = sentence.split("<@");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (id, rest) = part.split_once('>').unwrap_or(("", part));
        let name = id.parse().ok().and_then(|id| name(UserId(id)));
        plain.push_str(name.as_deref().unwrap_or("the other player"));
        plain.push_str(rest);
    }
    // The link to the match's thread is at the end.
    match plain.find("<#") {
        Some(link) => {
            let end = plain[..link].rfind(". ").map_or(link, |end| end + 1);
            plain[..end].to_owned()
        }
        None => plain,
    }
}

/// Returns a link to a channel or thread, which Discord shows as its name.
pub fn channel_link(channel: ChannelId) -> String {
    format!("<#{channel}>")
}

/// Returns the address of a channel or thread.
pub fn channel_address(guild: Option<GuildId>, channel: ChannelId) -> String {
    match guild {
        Some(guild) => format!("https://discord.com/channels/{guild}/{channel}"),
        None => format!("https://discord.com/channels/@me/{channel}"),
    }
}

/// Returns the address of a message.
pub fn message_link(guild: Option<GuildId>, channel: ChannelId, message: MessageId) -> String {
    format!("{}/{message}", channel_address(guild, channel))
}

/// Returns a moment relative to now, in each reader's language: "in 3 days".
pub fn relative(moment: Moment) -> String {
    format!("<t:{}:R>", moment.seconds())
}

/// Returns a moment in each reader's time zone and language: "31 August 2026 17:00".
pub fn date(moment: Moment) -> String {
    format!("<t:{}:f>", moment.seconds())
}

/// Returns a time control in words: `3 days a turn`, `7 days each, and 12 hours more after each turn`.
pub fn time_words(time: TimeControl) -> String {
    match time {
        TimeControl::PerTurn(time) => format!("{} a turn", duration_words(time)),
        TimeControl::Bank {
            bank,
            increment: Duration::ZERO,
        } => format!("{} each for the whole match", duration_words(bank)),
        TimeControl::Bank { bank, increment } => {
            format!(
                "{} each, and {} more after each turn",
                duration_words(bank),
                duration_words(increment)
            )
        }
    }
}

/// Returns the clocks of a simul in words: `2 days a turn; 3 days for the host`, or only the first if both are the same.
pub(crate) fn simul_time_words(time: TimeControl, host: TimeControl) -> String {
    if time == host {
        return time_words(time);
    }
    let own = match host {
        TimeControl::PerTurn(time)
        | TimeControl::Bank {
            bank: time,
            increment: Duration::ZERO,
        } => duration_words(time),
        TimeControl::Bank { bank, increment } => format!(
            "{}, and {} more,",
            duration_words(bank),
            duration_words(increment)
        ),
    };
    format!("{}; {own} for the host", time_words(time))
}

/// Returns a duration in words: `7 days and 12 hours`.
pub(crate) fn duration_words(time: Duration) -> String {
    let seconds = time.as_secs();
    let parts = [
        (seconds / 86_400, "day"),
        (seconds / 3600 % 24, "hour"),
        (seconds / 60 % 60, "minute"),
        (seconds % 60, "second"),
    ];
    let parts: Vec<_> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, unit)| counted(count, unit))
        .collect();
    if parts.is_empty() {
        String::from("no time")
    } else {
        list(&parts)
    }
}

/// Returns the number of turns, and the duration of a finished match: `7 turns played. It took 3 days.`
pub fn length(played: &Match) -> String {
    let took = played
        .lasted()
        .map(|time| format!(" It took {}.", roughly(time)))
        .unwrap_or_default();
    format!("{} played.{took}", counted(u64::from(played.ply()), "turn"))
}

/// Returns a past duration in its greatest unit: `3 days`, `5 hours`, `less than a minute`.
pub fn roughly(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 172_800.. => counted(seconds / 86_400, "day"),
        seconds @ 7_200.. => counted(seconds / 3_600, "hour"),
        seconds @ 60.. => counted(seconds / 60, "minute"),
        _ => String::from("less than a minute"),
    }
}

/// Returns a future duration in its greatest unit, rounded up: `15 weeks`, `4 months`, `10 minutes`.
pub fn up_to(time: Duration) -> String {
    const MINUTE: u64 = 60;
    const HOUR: u64 = 60 * MINUTE;
    const DAY: u64 = 24 * HOUR;
    const MONTH: u64 = 30 * DAY + 10 * HOUR;
    let seconds = time.as_secs();
    let (unit, word) = match seconds {
        seconds if seconds > 730 * DAY => (365 * DAY, "year"),
        seconds if seconds > 91 * DAY => (MONTH, "month"),
        seconds if seconds > 20 * DAY => (7 * DAY, "week"),
        seconds if seconds > 2 * DAY => (DAY, "day"),
        seconds if seconds > 2 * HOUR => (HOUR, "hour"),
        _ => (MINUTE, "minute"),
    };
    counted(seconds.div_ceil(unit).max(1), word)
}

/// Returns a duration in its two greatest units: `6d 23h`, `5m 0s`.
pub fn short_duration(time: Duration) -> String {
    let seconds = time.as_secs();
    let parts = [
        (seconds / 86_400, "d"),
        (seconds / 3600 % 24, "h"),
        (seconds / 60 % 60, "m"),
        (seconds % 60, "s"),
    ];
    let greatest = parts.iter().position(|(count, _)| *count > 0).unwrap_or(3);
    let shown = parts.iter().skip(greatest).take(2);
    let shown: Vec<_> = shown
        .map(|(count, unit)| format!("{count}{unit}"))
        .collect();
    shown.join(" ")
}

/// Returns the sentence for a computer's answer that waits for this number of searches.
pub fn thinking_first(others: usize) -> String {
    match others {
        1 => String::from("The computer is thinking about 1 other match first."),
        others => format!("The computer is thinking about {others} other matches first."),
    }
}

/// Returns the name of a game by its key; the key if this version does not know the game.
pub(crate) fn game_name(key: &str) -> &str {
    games::find(key).map_or(key, |game| game.card.name)
}

/// Returns a number and a word in singular or plural: `1 turn`, `7 turns`.
pub fn counted(count: impl TryInto<u64>, word: &str) -> String {
    plural(count, word, &format!("{word}s"))
}

/// Returns a number and one of two words: `1 match`, `7 matches`.
pub(crate) fn plural(count: impl TryInto<u64>, one: &str, more: &str) -> String {
    match count.try_into().unwrap_or(u64::MAX) {
        1 => format!("1 {one}"),
        count => format!("{count} {more}"),
    }
}

/// Returns a number of people: `1 person`, `24 people`.
pub(crate) fn people(count: usize) -> String {
    plural(count, "person", "people")
}

/// Returns a line that stands above a text; nothing for an empty one.
pub(crate) fn line_above(line: &str) -> String {
    if line.is_empty() {
        String::new()
    } else {
        format!("{line}\n")
    }
}

/// Returns words with a capital first letter.
pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// Joins words: `a`, `a and b`, `a, b and c`.
pub fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Returns a game with its settings, by its key: `Connect N, 7×6, four in a row`.
pub(crate) fn game_words(key: &str, options: &Values) -> String {
    let Some(game) = games::find(key) else {
        return key.to_owned();
    };
    match (game.card.settings)(options) {
        settings if settings.is_empty() => game.card.name.to_owned(),
        settings => format!("{}, {settings}", game.card.name),
    }
}

/// Returns a match's settings in words: `7×6, four in a row`, and whether it began from a position.
/// Empty without such settings.
pub fn settings(played: &Match) -> String {
    let settings = (played.game().card.settings)(&played.proposal().options);
    let proposal = played.proposal();
    let opening = match (proposal.opening.len(), &proposal.position) {
        (0, None) => return settings,
        (0, Some(_)) => String::from("from a set-up position"),
        (turns, position) => format!(
            "from a position after {}{}",
            counted(u64::try_from(turns).unwrap_or(u64::MAX), "turn"),
            if position.is_some() {
                " of a set-up game"
            } else {
                ""
            }
        ),
    };
    if settings.is_empty() {
        opening
    } else {
        format!("{settings}, {opening}")
    }
}

/// Returns a player's turn in words, to follow their name: `played **exd5**, taking the pawn on d5`,
/// `passed`, `castled short (**O-O**)`. `text` is the turn as players write it.
pub fn deed(position: &dyn DynPosition, text: &str, done: &[Effect]) -> String {
    let effects = effects(position, done);
    let deed = position.deed(done).map(str::to_owned);
    match deed.or_else(|| position.account(done)) {
        Some(deed) if deed.starts_with(text) => format!("{deed}{effects}"),
        Some(deed) => format!("{deed} (**{}**){effects}", unbroken(text)),
        None => format!("played **{}**{effects}", unbroken(text)),
    }
}

/// Returns a turn for a sentence, with joiners around its hyphens: no line ends within it.
pub(crate) fn unbroken(turn: &str) -> String {
    turn.replace('-', "\u{2060}-\u{2060}")
}

/// Returns further effects of a turn, to follow its text: `, taking the pawn on d5`. Often empty.
pub fn effects(position: &dyn DynPosition, effects: &[Effect]) -> String {
    let mut words = String::new();
    for (verb, of_mover) in [("taking", false), ("losing", true)] {
        let gone = effects.iter().filter_map(|effect| match *effect {
            Effect::Captured { at, piece, own, .. } if own == of_mover => Some((at, piece)),
            _ => None,
        });
        let gone: Vec<(Cell, &str)> = gone.collect();
        match gone.as_slice() {
            [] => {}
            [(at, piece)] => words.push_str(&format!(
                ", {verb} the {piece} on {}",
                position.cell_name(*at)
            )),
            several if several.len() <= 6 => {
                let cells: Vec<_> = several
                    .iter()
                    .map(|(at, _)| position.cell_name(*at))
                    .collect();
                words.push_str(&format!(", {verb} {}", list(&cells)));
            }
            many => words.push_str(&format!(", {verb} {} pieces", many.len())),
        }
    }
    let mut promoted: Vec<(&str, usize)> = Vec::new();
    for effect in effects {
        if let Effect::Promoted { piece, .. } = *effect {
            match promoted.iter_mut().find(|(kind, _)| *kind == piece) {
                Some((_, many)) => *many += 1,
                None => promoted.push((piece, 1)),
            }
        }
    }
    for (piece, many) in promoted {
        words.push_str(&match many {
            1 => format!(", promoting to a {piece}"),
            many => format!(", promoting {many} to {piece}s"),
        });
    }
    words
}

/// Returns the sentences about seats that had to pass; empty if none had to.
pub fn passes(played: &Match) -> String {
    let passes = played
        .last_turn()
        .iter()
        .filter_map(|effect| match *effect {
            Effect::PassedOver(seat) => Some(format!(
                " {} has no move and sits out.",
                played.colour(seat)
            )),
            _ => None,
        });
    passes.collect()
}

/// Returns the result of a match without names: `Red won by four in a row`. Empty during the match.
pub fn result(played: &Match) -> String {
    played
        .ending()
        .map(|ending| ending_words(played, ending))
        .unwrap_or_default()
}

/// Shortens a text to `most` characters, with `…` at the end.
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars()
        .take(most.saturating_sub(1))
        .chain(['…'])
        .collect()
}

/// Shortens a text to `most` characters, with `…` in the middle: two long turns differ at their ends.
pub fn cut_middle(text: &str, most: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        return text.to_owned();
    }
    let (head, tail) = (
        most.saturating_sub(1) / 3,
        most.saturating_sub(1) - most.saturating_sub(1) / 3,
    );
    text.chars()
        .take(head)
        .chain(['…'])
        .chain(text.chars().skip(length - tail))
        .collect()
}

/// Shortens a text to the length of a message after a whole line, and adds that more follows.
pub fn cut_lines(text: &str) -> String {
    const MORE: &str = "\n…and more. `/describe` tells a part of the board.";
    if text.chars().count() <= MOST_CONTENT {
        return text.to_owned();
    }
    let most = MOST_CONTENT - MORE.chars().count();
    let head: String = text.chars().take(most).collect();
    let whole = head.rfind('\n').map_or(head.as_str(), |end| &head[..end]);
    format!("{whole}{MORE}")
}

/// Removes the characters that set the writing direction: in a message, list or title they would
/// reverse text that follows and that another person wrote.
pub fn undirected(text: &str) -> String {
    let steers = |c: char| matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().filter(|c| !steers(*c)).collect()
}

/// Escapes a sentence that repeats typed text, so that nothing in it formats, links or mentions.
pub fn escaped(sentence: &str) -> String {
    let mut escaped = String::with_capacity(sentence.len());
    for c in sentence.chars() {
        if r"\*_~`|<>#@[]()/".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Quotes a typed text literally: no formatting, no mentions.
pub fn quoted(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .filter(|c| *c != '`')
        .collect();
    format!("`{}`", cut(text.trim(), 300))
}

/// Returns a turn of a line: `you play **e5**`, or `if **e4**`.
pub(crate) fn turn_words(own: bool, text: &str) -> String {
    if own {
        format!("you play **{}**", unbroken(text))
    } else {
        format!("if **{}**", unbroken(text))
    }
}

/// Joins the turns of a line: `if **d**, you play **e**, then if **f**, you play **g**`.
pub(crate) fn join_line(turns: impl IntoIterator<Item = String>) -> String {
    let mut line = String::new();
    for turn in turns {
        if !line.is_empty() {
            line.push_str(if turn.starts_with("if ") {
                ", then "
            } else {
                ", "
            });
        }
        line.push_str(&turn);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_direction_fall_away_and_nothing_else() {
        for sign in [
            '\u{061c}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202e}', '\u{2066}', '\u{2069}',
        ] {
            assert_eq!(undirected(&format!("A{sign}na{sign}")), "Ana", "{sign:?}");
        }
        // Names in right-to-left scripts, and characters that join letters, stay unchanged.
        for name in ["Ana", "آنا", "אנה", "анааш", "👩\u{200d}🚀", "क्\u{200d}ष"]
        {
            assert_eq!(undirected(name), name);
        }
    }
}
