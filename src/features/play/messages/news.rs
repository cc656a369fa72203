use super::takebacks;
use crate::board::Seat;
use crate::discord::ui::board::{YOURS_AGAIN, call, looking_buttons, posted, shown};
use crate::discord::ui::terms::pace;
use crate::discord::ui::words::{MOST_CONTENT, at_seat, ended, list, settings};
use crate::discord::ui::{
    Button, Composed, Tone, aborted_sentence, board_buttons, board_picture, challenge, clocks,
    closed_challenge, exchange, mention,
};
use crate::features::moderation::messages::moderated;
use crate::features::play::press::Press;
use crate::features::teams::press::Press as TeamPress;
use crate::matches::{Event, Fact, Match, UserId};

/// The characters that the people who are called leave to what is added to a post: followers, ratings.
const ROOM: usize = 400;

/// The post about an event. `now` is the match just after the event.
///
/// The posts between two boards have different texts: each seat offers, asks and answers once on a board, and a board
/// names its turn or its match. So after a crash the bot can find a post of unknown outcome by its text, among the
/// messages after the last posted board.
pub fn news(now: &Match, event: &Event) -> Composed {
    match &event.fact {
        Fact::Proposed(_) => challenge(now),
        Fact::Declined { .. } | Fact::Withdrawn | Fact::Expired => closed_challenge(now),
        Fact::Renewed => challenge(now),
        // These events are not posted.
        Fact::Thawed { .. }
        | Fact::Annulled { .. }
        | Fact::TimeOffEnded { .. }
        | Fact::Zoned { .. }
        | Fact::Recorded { .. }
        | Fact::Abandoned => Composed::text(String::new()),
        Fact::TimeGiven { seat, time } => clocks::time_given(now, *seat, *time),
        Fact::TimeOff { seat, off } => clocks::taken_by_itself(now, *seat, off),
        Fact::Accepted { .. } => begin(now),
        Fact::Turn { seat, .. } if now.ending().is_some() => opened(
            now,
            exchange::marked(now, end(now, now.person(seat.other()))),
        ),
        Fact::Turn { .. } => opened(now, exchange::marked(now, turn(now))),
        Fact::TakebackAsked { seat } => takebacks::asked(now, *seat),
        Fact::TakebackDeclined { seat } => takebacks::declined(now, *seat),
        Fact::TakenBack { seat, agreed, .. } => takebacks::taken_back(now, *seat, *agreed),
        Fact::DrawOffered { seat } => draw_offer(now, *seat),
        Fact::DrawDeclined { seat } => draw_declined(now, *seat),
        Fact::DrawAgreed { seat } | Fact::Resigned { seat } => end(now, now.person(seat.other())),
        Fact::Flagged { .. } | Fact::Stopped { .. } | Fact::Adjudicated { .. } => end(now, None),
        Fact::Aborted { by } => aborted(now, *by),
        Fact::Moderated { by, act, reason } => {
            let told = moderated(now, *by, *act, reason);
            if now.ending().is_none() {
                return told;
            }
            let end = end(now, None);
            Composed {
                content: format!("{}\n{}", end.content, told.content),
                ..end
            }
        }
    }
}

/// Adds the people who are called to a vote to the post of a board, as many as fit.
pub fn calling(mut post: Composed, people: &[UserId]) -> Composed {
    let mut line = String::new();
    for user in people {
        let name = mention(*user);
        let length = post.content.chars().count() + line.chars().count() + name.chars().count();
        if length + ROOM > MOST_CONTENT {
            break;
        }
        line.push_str(if line.is_empty() { "\n-# " } else { " " });
        line.push_str(&name);
        post.pings.push(user.0);
    }
    post.content.push_str(&line);
    post
}

/// Puts the terms above the first turn of a league's or ladder's match, whose thread begins with that post.
fn opened(now: &Match, post: Composed) -> Composed {
    match now.contest() {
        Some(contest) if now.turns_played() == 1 => {
            let terms = format!("-# {} · {}", contest.words(), terms(now));
            post.below(&terms)
        }
        _ => post,
    }
}

/// Returns the settings and the clock of a match.
fn terms(now: &Match) -> String {
    let settings = settings(now);
    match settings.is_empty() {
        true => pace(now),
        false => format!("{settings} · {}", pace(now)),
    }
}

fn begin(now: &Match) -> Composed {
    let [first, second] = Seat::BOTH.map(|seat| {
        let who = at_seat(now, seat);
        format!("{who} ({})", now.colour(seat))
    });
    let call = call(now, "you begin");
    let begun = format!(
        "**{}**, match {}: {first} against {second} · {}{}",
        now.game().card.name,
        now.id(),
        terms(now),
        now.contest()
            .map(|contest| format!("\n-# {}", contest.words()))
            .unwrap_or_default()
    );
    posted(now, below(&call, &begun))
}

/// The post about a turn that a planned reply answers at once: it calls nobody.
pub fn turn_answered(now: &Match) -> Composed {
    Composed {
        pings: Vec::new(),
        rows: looking_buttons(now),
        ..shown(now, exchange::last_turns(now))
    }
}

/// Words below a call, if there is a call.
fn below(call: &str, words: &str) -> String {
    if call.is_empty() {
        words.to_owned()
    } else {
        format!("{call}\n{words}")
    }
}

fn turn(now: &Match) -> Composed {
    let again = now
        .last_written()
        .is_some_and(|(entry, _)| Some(entry.seat) == now.to_move());
    let call = call(now, if again { YOURS_AGAIN } else { "your move" });
    posted(now, below(&call, &exchange::last_turns(now)))
}

/// The end of a match with its last board. Pings the player who did not cause the end, or both.
fn end(now: &Match, other: Option<UserId>) -> Composed {
    let result = ended(now);
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
    // Discord notifies only users who are mentioned in the text.
    let others = pings
        .iter()
        .filter(|user| !result.contains(&mention(**user)));
    let others: Vec<_> = others.map(|user| mention(*user)).collect();
    let call = if others.is_empty() {
        String::new()
    } else {
        format!("{}: ", list(&others))
    };
    let length = length(now);
    Composed {
        content: format!("{call}**{result}**\n{last}{length}"),
        picture: Some(board_picture(now, Seat::First)),
        rows: board_buttons(now),
        pings: pings.iter().map(|user| user.0).collect(),
        ..Composed::default()
    }
}

/// The post about a match that a player aborted before both had moved.
fn aborted(now: &Match, by: UserId) -> Composed {
    let other = now.people().filter(|user| *user != by);
    let other: Vec<UserId> = other.collect();
    let call = other.iter().map(|user| format!("{}: ", mention(*user)));
    Composed {
        content: format!("{}**{}**", call.collect::<String>(), aborted_sentence(by)),
        rows: board_buttons(now),
        pings: other.iter().map(|user| user.0).collect(),
        ..Composed::default()
    }
}

/// A line with the number of turns and the duration; empty if no turn was played.
fn length(now: &Match) -> String {
    if now.ply() == 0 {
        return String::new();
    }
    format!("\n{}", crate::discord::ui::words::length(now))
}

fn draw_offer(now: &Match, by: Seat) -> Composed {
    let (id, board) = (now.id(), now.board());
    let [asked, offering] = [by.other(), by].map(|seat| at_seat(now, seat));
    if now.team(by.other()).is_some() {
        return Composed {
            content: format!(
                "**{asked}**: {offering} offers a draw. It stands until the next turn. Who wants it presses *Accept Draw* beside their vote."
            ),
            rows: vec![vec![Button::plain("My Team", TeamPress::Show(id))]],
            ..Composed::default()
        };
    }
    Composed {
        content: format!("{asked}, {offering} offers a draw. It stands until the next turn."),
        rows: vec![vec![
            Button::new(
                "Accept Draw",
                Tone::Success,
                Press::DrawAccept { id, board },
            ),
            Button::plain("Decline", Press::DrawDecline { id, board }),
        ]],
        pings: now.person(by.other()).iter().map(|user| user.0).collect(),
        ..Composed::default()
    }
}

fn draw_declined(now: &Match, by: Seat) -> Composed {
    let by = at_seat(now, by);
    Composed::text(format!("{by} declined the draw. The match goes on."))
}
