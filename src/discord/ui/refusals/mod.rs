//! Refusals, as people read them.

mod limits;
pub(crate) mod sentences;

pub use sentences::{of_kernel, sentence};

use crate::board::scene::{Mark, MarkKind};
use crate::board::{Cell, Seat};
use crate::db::Places;
use crate::discord::ui::board::picture_of;
use crate::discord::ui::composed::{Button, Composed, Picture, Tone};
use crate::discord::ui::match_lines::at;
use crate::discord::ui::terms::rules_button;
use crate::discord::ui::words::{
    called, channel_link, cut, cut_middle, escaped, mention, message_link, quoted,
};
use crate::features::help::press::Press as HelpPress;
use crate::features::play::press::Press as PlayPress;
use crate::games::{Game, TurnError, add_step, written_turn};
use crate::matches::{ChannelId, Match, MatchId, MessageId, Refusal, turn_mark};

/// Returns the reason of a refusal for the person. `thread` is the thread of the match, if elsewhere.
pub fn refusal(refusal: &Refusal, thread: Option<ChannelId>) -> Composed {
    let place = at(thread);
    Composed::text(match refusal {
        Refusal::NotYourTurn { to_move, colour } => {
            format!("It is {}'s turn ({colour}).", called(**to_move))
        }
        Refusal::OnlyInvited { invited } => {
            format!("Only {} can answer this challenge.", called(**invited))
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
            format!("{}{place}", sentence(refusal))
        }
        // These refusals repeat the typed text. A line of many turns would not fit.
        Refusal::UnknownGame(_)
        | Refusal::Options(_)
        | Refusal::Illegal(_)
        | Refusal::TooLong(_)
        | Refusal::InLine { .. } => as_typed(&sentence(refusal)),
        other => return words(&sentence(other)),
    })
}

/// Returns a message with the sentence of a refusal.
pub(crate) fn words(sentence: &str) -> Composed {
    Composed::text(cut_middle(sentence, MOST_REFUSAL))
}

/// Returns a sentence that repeats typed text, shortened if it is too long.
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

/// The maximum length of a shown refusal in characters. The typed text follows below it.
const MOST_REFUSAL: usize = 1500;

/// The maximum length of a quoted rule in characters.
const MOST_RULE: usize = 400;

/// The maximum number of offered turns, and of buttons in a row.
const OFFERED: usize = 10;
const BESIDE: usize = 5;

/// Returns the answer to a refused turn: the board after its legal steps with the reason marked, and
/// legal turns as buttons that preview them. The answer contains the typed text, so that a person can copy and
/// correct it.
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
        " Try one of these; you will see it before it counts:"
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

/// Returns the typed text of a refused turn on a line; empty if nothing was typed.
pub(crate) fn typed_in_vain(typed: &str) -> String {
    if typed.trim().is_empty() {
        String::new()
    } else {
        format!("\n{} was not played.", quoted(typed))
    }
}

/// Returns the text of the rule with this id on a line; empty if the page has no such rule.
pub(crate) fn rule_quoted(game: &Game, id: &str) -> String {
    match game.card.rule(id) {
        Some(words) => format!("\n> {}", cut(words, MOST_RULE)),
        None => String::new(),
    }
}

/// Returns the buttons to find another turn, and to see the broken rule or all rules.
fn ways_on(now: &Match, rule: &str) -> Vec<Button> {
    let (id, board, game) = (now.id(), now.board(), now.game());
    let again = PlayPress::PickAgain { id, board };
    let mut ways = vec![Button::new("Move…", Tone::Primary, again)];
    ways.extend(game.card.page_of_rule(rule).map(|page| {
        let game = game.card.key.to_owned();
        Button::plain("Show Me", HelpPress::Rules { game, page })
    }));
    ways.push(rules_button(game));
    ways
}

/// Returns the legal turns, or beginnings of turns, offered in place of a refused one.
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

/// Returns the buttons for turns. A turn too long for a button is stored and found by its mark.
fn offers(now: &Match, turns: &[String]) -> Vec<Button> {
    let (id, board) = (now.id(), now.board());
    let button = |turn: &String| {
        let kept = || PlayPress::TryOffer {
            id,
            board,
            mark: turn_mark(turn),
        };
        Button::plain(
            cut_middle(&written_turn(now.position(), turn), 80),
            PlayPress::try_turn(id, board, turn).unwrap_or_else(kept),
        )
    };
    turns.iter().map(button).collect()
}

/// Returns the board after some steps of a turn, with the cells of a refusal marked.
fn refused_picture(now: &Match, seen_from: Seat, done: &[String], cells: &[Cell]) -> Picture {
    let mut position = now.position().boxed_clone();
    // The steps were legal on the refusing board. After another turn they may be illegal; then that turn is shown.
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

/// Returns the sentence for a button of an older board.
pub fn moved_on(ply: u32) -> String {
    format!(
        "The match has moved on: it is turn {} now.",
        ply.saturating_add(1)
    )
}

/// Returns the sentence about the place of the latest board, with a link if its message is known.
pub fn latest_board(now: &Match, places: &Places, board: Option<MessageId>) -> String {
    let place = now.proposal().place;
    match (board, places.thread) {
        (Some(board), thread) => format!(
            "The current board: {}",
            message_link(place.guild, thread.unwrap_or(place.channel), board)
        ),
        (None, thread) => format!("The current board is being posted.{}", at(thread)),
    }
}

/// Returns the answer to a component that the bot does not, or no longer, understand.
pub fn unknown_component() -> Composed {
    Composed::text("This button has expired. `/games` lists your matches.")
}

/// Returns the apology for a fault of the bot. The log has the same reference.
pub fn apology(reference: &str) -> Composed {
    Composed::text(format!(
        "Sorry, something went wrong. Please try again. If it happens again, give the operator of this bot the reference `{reference}`."
    ))
}

/// Returns the answer about a league or ladder whose events this version cannot read.
pub fn unreadable_contest() -> Composed {
    Composed::text(
        "This league, ladder, tournament or simul is frozen: this version of the bot cannot read it. Nothing is lost, and the operator has been told.",
    )
}

/// Returns the answer to a command in an older form, which the person's Discord still shows.
pub fn outdated() -> Composed {
    Composed::text(
        "Your Discord shows an older form of this command. Reload it (Ctrl+R, or close and open the app), then use the command again.",
    )
}

/// Returns the answer to an interaction that the bot cannot read. The log has the same reference.
pub fn undecoded(reference: &str) -> Composed {
    Composed::text(format!(
        "Discord sent this in a form that the bot cannot read, so nothing was done. Give the operator of this bot the reference `{reference}`."
    ))
}

/// Returns the answer to a person who may be unable to see the channel of a match.
pub fn seen_elsewhere(id: MatchId, channel: ChannelId) -> Composed {
    Composed::text(format!(
        "Match {id} is shown only to its players and in {}. Use the command there.",
        channel_link(channel)
    ))
}
