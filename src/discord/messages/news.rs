use super::challenge::{challenge, closed_challenge, pace, rules_button};
use super::words::{
    called, cut_middle, deed, last_entry, list, mention, passes, relative, settings,
};
use super::{
    Button, Composed, Pace, Picture, Replay, Tone, bar, exchange, note, omission, takebacks,
};
use crate::board::Seat;
use crate::board::scene::Scene;
use crate::discord::custom_id::CustomId;
use crate::games::{
    DynPosition, Effect, alt_text, alt_text_of_ended, describe, legend, turn_marks,
};
use crate::matches::{Event, Fact, Match, UserId, ending_words, result_sentence};

/// What is posted when something has happened. `now` is the match just after the event.
///
/// The texts of the posts between two boards differ: each seat offers, asks and answers once on a board, and a board
/// names its turn or its match. So a post that may or may not have been sent before a crash is found again by its text
/// among the messages after the last board that was posted.
#[must_use]
pub fn news(now: &Match, event: &Event) -> Composed {
    match &event.fact {
        Fact::Proposed(_) => challenge(now),
        Fact::Declined { .. } | Fact::Withdrawn | Fact::Expired => closed_challenge(now),
        Fact::Renewed => challenge(now),
        // Nobody is told: the match is as it was.
        Fact::Thawed { .. } => Composed::text(String::new()),
        Fact::Accepted { .. } => begin(now),
        Fact::Turn { seat, .. } if now.ending().is_some() => {
            exchange::marked(now, end(now, now.person(seat.other())))
        }
        Fact::Turn { .. } => exchange::marked(now, turn(now)),
        Fact::TakebackAsked { seat } => takebacks::asked(now, *seat),
        Fact::TakebackDeclined { seat } => takebacks::declined(now, *seat),
        Fact::TakenBack { seat, agreed, .. } => takebacks::taken_back(now, *seat, *agreed),
        Fact::DrawOffered { seat } => draw_offer(now, *seat),
        Fact::DrawDeclined { seat } => draw_declined(now, *seat),
        Fact::DrawAgreed { seat } | Fact::Resigned { seat } => end(now, now.person(seat.other())),
        Fact::Flagged { .. } | Fact::Stopped { .. } => end(now, None),
    }
}

/// The board seen from a seat, with the last turn marked.
#[must_use]
pub fn board_scene(now: &Match, seen_from: Seat) -> Scene {
    scene_of(now, now.position(), now.last_turn(), seen_from)
}

/// The board with the last turn marked, and with its words.
#[must_use]
pub fn board_picture(now: &Match, seen_from: Seat) -> Picture {
    picture_of(now, now.position(), now.last_turn(), seen_from)
}

/// A position of a match seen from a seat, with marks for what happened last.
fn scene_of(now: &Match, position: &dyn DynPosition, last: &[Effect], seen_from: Seat) -> Scene {
    let mut scene = position.scene(seen_from);
    scene.bar = Some(bar(now, position, note(now)));
    scene.marks.extend(turn_marks(last));
    scene
}

/// The same as a picture with its words.
pub(super) fn picture_of(
    now: &Match,
    position: &dyn DynPosition,
    last: &[Effect],
    seen_from: Seat,
) -> Picture {
    // The position knows nothing of resignations, agreements and clocks.
    let alt = match now.ending().filter(|_| position.outcome().is_none()) {
        Some(ending) => alt_text_of_ended(position, last, &ending_words(now, ending)),
        None => alt_text(position, last),
    };
    let text = describe::board(position);
    let file = format!("match-{}-turn-{}.png", now.id(), now.ply());
    let legend = legend(position, last);
    Picture {
        scene: scene_of(now, position, last, seen_from),
        alt,
        text,
        legend,
        file,
        players: now.players(),
    }
}

/// The buttons under a board: for a turn while the match goes on, in a row of their own; then to plan a reply while it goes
/// on, to look back once there is something to see, and always for the rules.
#[must_use]
pub fn board_buttons(now: &Match) -> Vec<Vec<Button>> {
    let (id, board) = (now.id(), now.board());
    let (mut acts, mut looks) = (Vec::new(), Vec::new());
    if now.to_move().is_some() && now.proposal().exhibition.is_some() {
        acts.push(Button::new(
            "End Exhibition",
            Tone::Plain,
            CustomId::EndExhibition(id),
        ));
    } else if let Some(seat) = now.to_move() {
        if let Some(turn) = only_turn(now) {
            acts.push(Button::new(
                cut_middle(&format!("Play {turn}"), 80),
                Tone::Success,
                CustomId::PlayOnly { id, board },
            ));
        }
        acts.push(Button::new(
            "Move…",
            Tone::Primary,
            CustomId::Move { id, board },
        ));
        acts.push(Button::new(
            "Offer Draw",
            Tone::Plain,
            CustomId::Draw { id, board },
        ));
        acts.push(Button::new(
            "Resign…",
            Tone::Plain,
            CustomId::Resign {
                id,
                board: Some(board),
            },
        ));
        // A computer does not keep anybody waiting.
        if now.person(seat).is_some() && now.person(seat.other()).is_some() {
            looks.push(Button::new(
                "Plan Reply",
                Tone::Plain,
                CustomId::PlanReply(id),
            ));
        }
    }
    if now.ply() > 0 {
        looks.push(Button::new(
            "History",
            Tone::Plain,
            CustomId::History { id, ply: now.ply() },
        ));
    }
    looks.push(rules_button(now));
    [acts, looks]
        .into_iter()
        .filter(|row| !row.is_empty())
        .collect()
}

/// The buttons that a board keeps when there is a newer one.
#[must_use]
pub fn looking_buttons(now: &Match) -> Vec<Vec<Button>> {
    let asks = |button: &Button| {
        matches!(
            button.id(),
            Some(CustomId::Rules { .. } | CustomId::History { .. })
        )
    };
    let kept = board_buttons(now).into_iter().flatten().filter(asks);
    vec![kept.collect()]
}

/// What is left of a question that was not answered where it stands, after something else happened.
#[must_use]
pub fn ended_question(fact: &Fact) -> Composed {
    Composed::text(match fact {
        Fact::DrawAgreed { .. } => "The draw offer was accepted.",
        Fact::DrawDeclined { .. } => "The draw offer was declined.",
        Fact::TakenBack { agreed: true, .. } => "The take-back was accepted.",
        Fact::TakebackDeclined { .. } => "The take-back was declined.",
        Fact::Resigned { .. } | Fact::Flagged { .. } => {
            "This request has lapsed: the match is over."
        }
        _ => "This request has lapsed: the match went on.",
    })
}

/// What the last turn was, as a sentence; empty before the first.
#[must_use]
pub fn last_turn_sentence(now: &Match) -> String {
    let Some((entry, text)) = last_entry(now) else {
        return String::new();
    };
    let who = now
        .player(entry.seat)
        .map_or_else(|| now.colour(entry.seat).to_owned(), called);
    let number = now
        .record()
        .iter()
        .rposition(|other| std::ptr::eq(other, entry))
        .map_or(0, |index| index + 1);
    let deed = deed(now.position(), text, now.last_turn());
    format!("Turn {number}: {who} {deed}.{}", passes(now))
}

fn begin(now: &Match) -> Composed {
    let [first, second] = Seat::BOTH.map(|seat| {
        let who = now.player(seat).map(called).unwrap_or_default();
        format!("{who} ({})", now.colour(seat))
    });
    let mut terms = vec![pace(now)];
    let settings = settings(now);
    if !settings.is_empty() {
        terms.insert(0, settings);
    }
    let call = call(now, "you begin");
    posted(
        now,
        format!(
            "{call}\n**{}**, match {}: {first} against {second} · {}",
            now.game().card.name,
            now.id(),
            terms.join(" · ")
        ),
    )
}

fn turn(now: &Match) -> Composed {
    let again = last_entry(now).is_some_and(|(entry, _)| Some(entry.seat) == now.to_move());
    let call = call(now, if again { YOURS_AGAIN } else { "your move" });
    posted(now, format!("{call}\n{}", exchange::last_turns(now)))
}

/// What is special about the turn that is due, as a line of its own; empty where nothing is, and where nobody reads it.
fn special(now: &Match) -> String {
    if now.person_to_move().is_none() {
        return String::new();
    }
    let notice = now.position().notice();
    let only = only_turn(now).map(|turn| format!("Only one turn: **{turn}**."));
    let sentences: Vec<_> = [Some(notice).filter(|notice| !notice.is_empty()), only]
        .into_iter()
        .flatten()
        .collect();
    if sentences.is_empty() {
        return String::new();
    }
    format!("\n{}", sentences.join(" "))
}

/// The turn that a person has to make because there is no other.
#[must_use]
pub fn only_turn(now: &Match) -> Option<String> {
    now.person_to_move()?;
    crate::games::only_turn(now.position())
}

/// The call to somebody who has just moved.
pub(super) const YOURS_AGAIN: &str = "your move again";

/// `@Ana, your move as Red. Deadline: in 3 days.`
pub(super) fn call(now: &Match, words: &str) -> String {
    let (Some(user), Some(seat)) = (now.person_to_move(), now.to_move()) else {
        return String::new();
    };
    let time = now
        .deadline()
        .map(|deadline| format!(" Deadline: {}.", relative(deadline)))
        .unwrap_or_default();
    format!("{}, {words} as {}.{time}", mention(user), now.colour(seat))
}

/// A post with the board for whoever is to move, with what is special about the turn.
pub(super) fn posted(now: &Match, content: String) -> Composed {
    shown(now, format!("{content}{}", special(now)))
}

/// A post with the board.
pub(super) fn shown(now: &Match, content: String) -> Composed {
    Composed {
        content,
        picture: Some(board_picture(now, Seat::First)),
        rows: board_buttons(now),
        pings: now.person_to_move().iter().map(|user| user.0).collect(),
        ..Composed::default()
    }
}

/// The end of a match. Whoever did not bring it about is notified; both, when nobody did.
fn end(now: &Match, other: Option<UserId>) -> Composed {
    let result = result_sentence(now, called).unwrap_or_default();
    let last = exchange::last_turns(now);
    let last = if last.is_empty() {
        String::from("No turn was played.")
    } else {
        last
    };
    let pings: Vec<UserId> = match other {
        Some(user) => vec![user],
        None => now.people().collect(),
    };
    // Only who is named is notified.
    let others = pings
        .iter()
        .filter(|user| !result.contains(&mention(**user)));
    let others: Vec<_> = others.map(|user| mention(*user)).collect();
    let call = if others.is_empty() {
        String::new()
    } else {
        format!("{}: ", list(&others))
    };
    let omitted = omission(now)
        .map(|omission| format!("\n-# {omission}"))
        .unwrap_or_default();
    Composed {
        content: format!("{call}**{result}**\n{last}{omitted}"),
        picture: Some(board_picture(now, Seat::First)),
        replay: Replay::of(now, Pace::Normal),
        rows: board_buttons(now),
        pings: pings.iter().map(|user| user.0).collect(),
        ..Composed::default()
    }
}

fn draw_offer(now: &Match, by: Seat) -> Composed {
    let (id, board) = (now.id(), now.board());
    let [asked, offering] =
        [by.other(), by].map(|seat| now.player(seat).map(called).unwrap_or_default());
    Composed {
        content: format!("{asked}, {offering} offers a draw. It stands until the next turn."),
        rows: vec![vec![
            Button::new(
                "Accept Draw",
                Tone::Success,
                CustomId::DrawAccept { id, board },
            ),
            Button::new("Decline", Tone::Plain, CustomId::DrawDecline { id, board }),
        ]],
        pings: now.person(by.other()).iter().map(|user| user.0).collect(),
        ..Composed::default()
    }
}

fn draw_declined(now: &Match, by: Seat) -> Composed {
    let by = now.player(by).map(called).unwrap_or_default();
    Composed::text(format!("{by} declined the draw. The match goes on."))
}
