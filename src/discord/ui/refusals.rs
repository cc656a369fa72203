use super::board::picture_of;
use super::composed::{Button, Composed, Picture, Tone};
use super::custom_id::Common;
use super::match_lines::at;
use super::words::{called, channel_link, cut, cut_middle, escaped, mention, message_link, quoted};
use crate::board::scene::{Mark, MarkKind};
use crate::board::{Cell, Seat};
use crate::db::Places;
use crate::games::{Game, TurnError, add_step, written_turn};
use crate::matches::{ChannelId, Match, MatchId, MessageId, Refusal, turn_mark};

/// Why nothing happened, for the person who asked. `thread` is where the match is, if that is somewhere else.
#[must_use]
pub fn refusal(refusal: &Refusal, thread: Option<ChannelId>) -> Composed {
    let place = at(thread);
    Composed::text(match refusal {
        Refusal::NotYourTurn { to_move, colour } => {
            format!("It is {}'s turn ({colour}).", called(*to_move))
        }
        Refusal::OnlyInvited { invited } => {
            format!("Only {} can answer this challenge.", called(*invited))
        }
        Refusal::NotChallenger { challenger } => {
            format!("Only {} can withdraw this challenge.", mention(*challenger))
        }
        Refusal::NotRenewer { challenger } => {
            format!("Only {} can renew this challenge.", mention(*challenger))
        }
        Refusal::MovedOn { ply, .. } => format!("{}{place}", moved_on(*ply)),
        Refusal::Finished { .. }
        | Refusal::NotYourMatch(_)
        | Refusal::NotBegun(_)
        | Refusal::TooLateToAbort(_)
        | Refusal::OutOfTime { .. } => {
            format!("{refusal}{place}")
        }
        Refusal::MadeAlready { ply, turn } => format!(
            "You have played turn {} already: **{turn}**.",
            ply.saturating_add(1)
        ),
        // They repeat what was typed. A line of many turns would not fit.
        Refusal::UnknownGame(_)
        | Refusal::Options(_)
        | Refusal::Illegal(_)
        | Refusal::TooLong(_)
        | Refusal::InLine { .. } => as_typed(&refusal.to_string()),
        other => cut_middle(&other.to_string(), MOST_REFUSAL),
    })
}

/// A sentence that repeats what was typed, cut where it is too long.
fn as_typed(sentence: &str) -> String {
    let mut most = MOST_REFUSAL;
    loop {
        let shown = escaped(&cut_middle(sentence, most));
        if shown.chars().count() <= MOST_REFUSAL {
            return shown;
        }
        most = most * 2 / 3;
    }
}

/// How much of a refusal is shown. What was typed stands below it.
const MOST_REFUSAL: usize = 1500;

/// How much of a rule is quoted.
const MOST_RULE: usize = 400;

/// The most turns that are offered as buttons, and how many stand beside each other.
const OFFERED: usize = 10;
const BESIDE: usize = 5;

/// Why a turn was not made: with the board as far as the turn could be made, what the reason is about marked, and legal
/// turns as buttons that show what they would do. What was typed stands in the answer, so that it can be copied and mended.
#[must_use]
pub fn refused_turn(
    now: &Match,
    seen_from: Seat,
    refused: &Refusal,
    typed: &str,
    thread: Option<ChannelId>,
) -> Composed {
    let answer = refusal(refused, thread);
    let quote = typed_in_vain(typed);
    let turns = offered(refused);
    let (sentence, done, cells, rule): (_, &[String], &[Cell], _) = match refused {
        Refusal::Illegal(illegal) => (
            escaped(&illegal.sentence),
            &illegal.done,
            &illegal.cells,
            illegal.rule,
        ),
        Refusal::Unfinished { steps, .. } => (answer.content, steps, &[], ""),
        Refusal::TooLong(_) => (answer.content, &[], &[], ""),
        Refusal::MovedOn { .. } | Refusal::NotYourTurn { .. } => {
            return Composed::text(format!("{}{quote}", answer.content));
        }
        _ => return answer,
    };
    let about = rule;
    let buttons = offers(now, &turns);
    let offer = if buttons.is_empty() {
        ""
    } else {
        " Try one of these; you see it first:"
    };
    let rule = rule_quoted(now.game(), rule);
    let mut rows: Vec<_> = buttons.chunks(BESIDE).map(<[Button]>::to_vec).collect();
    rows.push(ways_on(now, about));
    Composed {
        content: format!("{sentence}{rule}{quote}{offer}"),
        picture: Some(refused_picture(now, seen_from, done, cells)),
        rows,
        ..Composed::default()
    }
}

/// What was typed and not played, as a line of its own; nothing where nothing was typed.
pub(crate) fn typed_in_vain(typed: &str) -> String {
    if typed.trim().is_empty() {
        String::new()
    } else {
        format!("\n{} was not played.", quoted(typed))
    }
}

/// The words of the rule with this id, as a line of their own; nothing where the page has no such rule.
pub(crate) fn rule_quoted(game: &Game, id: &str) -> String {
    match game.card.rule(id) {
        Some(words) => format!("\n> {}", cut(words, MOST_RULE)),
        None => String::new(),
    }
}

/// Buttons to find a turn in place of one that was refused, the page that shows the rule with this id, and the rules.
fn ways_on(now: &Match, rule: &str) -> Vec<Button> {
    let (id, board, game) = (now.id(), now.board(), now.game());
    let rules = |page| Common::Rules {
        game: game.card.key.to_owned(),
        page,
    };
    let mut ways = vec![Button::new(
        "Move…",
        Tone::Primary,
        Common::PickAgain { id, board },
    )];
    let shown = game.card.page_of_rule(rule);
    ways.extend(shown.map(|page| Button::new("Show Me", Tone::Plain, rules(page))));
    ways.push(Button::new("Rules", Tone::Plain, rules(0)));
    ways
}

/// The legal turns, or beginnings of turns, that are offered in place of one that was refused.
#[must_use]
pub fn offered(refused: &Refusal) -> Vec<String> {
    let mut turns = match refused {
        Refusal::Illegal(illegal) => illegal.alternatives.clone(),
        Refusal::Unfinished { next, .. } => next.clone(),
        Refusal::TooLong(TurnError::TooLong { done, .. }) => vec![done.join(" ")],
        _ => Vec::new(),
    };
    turns.truncate(OFFERED);
    turns
}

/// Buttons for turns. One that a button cannot carry is known by its mark.
fn offers(now: &Match, turns: &[String]) -> Vec<Button> {
    let (id, board) = (now.id(), now.board());
    let button = |turn: &String| {
        let kept = || Common::TryOffer {
            id,
            board,
            mark: turn_mark(turn),
        };
        Button::new(
            cut_middle(&written_turn(now.position(), turn), 80),
            Tone::Plain,
            Common::try_turn(id, board, turn).unwrap_or_else(kept),
        )
    };
    turns.iter().map(button).collect()
}

/// The board after some steps of a turn, with what a refusal is about.
fn refused_picture(now: &Match, seen_from: Seat, done: &[String], cells: &[Cell]) -> Picture {
    let mut position = now.position().boxed_clone();
    // They were legal on this board; after another turn was made they may not be, and that turn is shown.
    let mut made = Vec::new();
    done.iter()
        .map_while(|step| position.play(step).ok())
        .for_each(|played| add_step(&mut made, played.effects));
    let last = if made.is_empty() {
        now.last_turn()
    } else {
        &made
    };
    let mut picture = picture_of(now, &*position, last, seen_from);
    picture.scene.marks.extend(cells.iter().map(|&cell| Mark {
        cell,
        kind: MarkKind::Refused,
    }));
    picture
}

/// The sentence for a button whose board is an old one.
#[must_use]
pub fn moved_on(ply: u32) -> String {
    format!(
        "The match has moved on: it is turn {} now.",
        ply.saturating_add(1)
    )
}

/// The sentence that says where the latest board is: with a link, where its message is known.
#[must_use]
pub fn latest_board(now: &Match, places: &Places, board: Option<MessageId>) -> String {
    let place = now.proposal().place;
    match (board, places.thread) {
        (Some(board), thread) => format!(
            "The current one: {}",
            message_link(place.guild, thread.unwrap_or(place.channel), board)
        ),
        (None, thread) => format!("The current one is being posted.{}", at(thread)),
    }
}

/// The sentence for a component that is not understood (any more).
#[must_use]
pub fn unknown_component() -> Composed {
    Composed::text("This button has expired. `/games` lists your matches.")
}

/// The apology for a fault of ours. The reference stands in the log as well.
#[must_use]
pub fn apology(reference: &str) -> Composed {
    Composed::text(format!(
        "Sorry, something went wrong. Please try again. If it happens again, give the operator of this bot the reference `{reference}`."
    ))
}

/// The answer to a command of an older version of the bot, which somebody's Discord still shows.
#[must_use]
pub fn outdated() -> Composed {
    Composed::text(
        "Your Discord shows an older form of this command. Reload it (Ctrl+R, or close and open the app), then use the command again.",
    )
}

/// The answer to an interaction that the bot cannot read. The reference stands in the log as well.
#[must_use]
pub fn undecoded(reference: &str) -> Composed {
    Composed::text(format!(
        "Discord sent this in a form that the bot cannot read, so nothing was done. Give the operator of this bot the reference `{reference}`."
    ))
}

/// The answer to a person who asks for a match of a channel that they may not be able to see.
#[must_use]
pub fn seen_elsewhere(id: MatchId, channel: ChannelId) -> Composed {
    Composed::text(format!(
        "Match {id} is shown only to its players and in {}. Use the command there.",
        channel_link(channel)
    ))
}
