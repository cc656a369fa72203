//! The post of a match's board: picture, buttons, and a line about the turn.

use super::bar::{bar, note};
use super::clocks;
use super::composed::{Button, Composed, Picture, Tone};
use super::custom_id::{self, OpponentChoice};
use super::match_words::card_text;
use super::terms::rules_button;
use super::words::{called, cut_middle, deed, mention, passes, plural, relative, unbroken};
use crate::board::Seat;
use crate::board::scene::Scene;
use crate::features::help::press::Press as HelpPress;
use crate::features::play::press::Press as PlayPress;
use crate::features::study::press::Press as StudyPress;
use crate::features::teams::press::Press as TeamPress;
use crate::features::watching::press::Press as WatchingPress;
use crate::games::{
    DynPosition, Effect, Standstill, alt_text, alt_text_of_ended, legend, turn_marks, written_turn,
};
use crate::matches::{Match, Player, Status, ending_words};

/// Returns the board seen from a seat, with the last turn marked.
pub fn board_scene(now: &Match, seen_from: Seat) -> Scene {
    scene_of(now, now.position(), now.last_turn(), seen_from)
}

/// Returns the board with the last turn marked, and its description.
pub fn board_picture(now: &Match, seen_from: Seat) -> Picture {
    picture_of(now, now.position(), now.last_turn(), seen_from)
}

/// Returns a position of a match seen from a seat, with the effects of the last turn marked.
fn scene_of(now: &Match, position: &dyn DynPosition, last: &[Effect], seen_from: Seat) -> Scene {
    let mut scene = position.scene(seen_from);
    scene.bar = Some(bar(now, position, note(now, seen_from)));
    scene.marks.extend(turn_marks(last));
    scene
}

/// Returns the board after a turn, and its description.
pub(crate) fn picture_of(
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
    let file = format!("match-{}-turn-{}.png", now.id(), now.ply());
    let legend = legend(position, last);
    Picture {
        scene: scene_of(now, position, last, seen_from),
        alt,
        position: Some(position.boxed_clone()),
        legend,
        file,
        players: now.players(),
    }
}

/// Returns the buttons under a board. The first row has those for a turn, or for the next match after
/// the end. The second row has *Plan Reply* during the match, the views of the past once a turn was made, and always
/// the rules.
pub fn board_buttons(now: &Match) -> Vec<Vec<Button>> {
    let (id, board) = (now.id(), now.board());
    let (mut acts, mut looks) = (Vec::new(), Vec::new());
    // Nobody has a turn in a match of two computers, which an earlier version began.
    let person = now.people().next().is_some();
    if let Some(seat) = now.to_move().filter(|_| person || now.has_team()) {
        // In a paused match a player may only leave.
        let goes_on = !now.is_paused();
        if goes_on && now.team(seat).is_some() {
            acts.push(Button::new(
                "Vote…",
                Tone::Primary,
                TeamPress::Vote { id, board },
            ));
        }
        if now.has_team() {
            acts.push(Button::plain("My Team", TeamPress::Show(id)));
        }
        if goes_on && now.person(seat).is_some() {
            acts.extend(plays_only(now));
            acts.push(Button::new(
                "Move…",
                Tone::Primary,
                PlayPress::Move { id, board },
            ));
        }
        if goes_on && person {
            acts.push(Button::plain("Offer Draw", PlayPress::Draw { id, board }));
        }
        if person {
            acts.push(Button::plain(
                if now.may_abort() {
                    "Cancel Match…"
                } else {
                    "Resign…"
                },
                PlayPress::Resign { id, board },
            ));
        }
        // Nobody plans for a team, and its matches have no hints and no take-backs. A computer does not keep
        // a player waiting.
        let without_team = !now.has_team();
        if without_team && now.person(seat).is_some() && now.person(seat.other()).is_some() {
            looks.push(Button::plain("Plan Reply", PlayPress::PlanReply(id)));
        } else if without_team && goes_on {
            if now.person(seat).is_some() {
                looks.push(Button::plain("Hint", StudyPress::Hint(id)));
            }
            let has_moved = |seat| now.person(seat).is_some() && now.last_turn_of(seat).is_some();
            if Seat::BOTH.into_iter().any(has_moved) {
                looks.push(Button::plain("Take Back", PlayPress::TakeBack(id)));
            }
        }
    }
    let played = now.ending().is_some();
    let over = played || matches!(now.status(), Status::Aborted(_));
    if over && person && !now.has_team() {
        if played {
            acts.push(Button::new(
                "Rematch",
                Tone::Primary,
                PlayPress::Rematch(id),
            ));
            acts.extend(harder(now));
        }
        let with = OpponentChoice::Same(id);
        acts.push(Button::plain(
            "Another Game…",
            PlayPress::ChooseGame { with },
        ));
    }
    if over && now.has_team() {
        looks.push(Button::plain("Players", TeamPress::Players(id)));
    }
    if now.ply() > 0 {
        looks.push(Button::plain(
            "History",
            WatchingPress::History { id, ply: now.ply() },
        ));
        if played {
            looks.push(Button::plain("Replay", WatchingPress::Replay(id)));
            looks.push(Button::plain("Analyse", StudyPress::Analysis(id)));
        }
    }
    looks.push(rules_button(now.game()));
    [acts, looks]
        .into_iter()
        .filter(|row| !row.is_empty())
        .collect()
}

/// Returns the button for a match against a stronger computer, if there is one.
pub fn harder(now: &Match) -> Option<Button> {
    let level = Seat::BOTH.into_iter().find_map(|seat| now.computer(seat))?;
    level.stronger()?;
    let press = PlayPress::Harder(now.id());
    Some(Button::plain("Harder Opponent", press))
}

/// Returns the buttons that a board keeps after a newer board was posted.
pub fn looking_buttons(now: &Match) -> Vec<Vec<Button>> {
    let asks = |button: &Button| {
        let rules = button.id().and_then(custom_id::parse);
        let history = button.id().and_then(custom_id::parse);
        matches!(rules, Some(HelpPress::Rules { .. }))
            || matches!(history, Some(WatchingPress::History { .. }))
    };
    let kept = board_buttons(now).into_iter().flatten().filter(asks);
    vec![kept.collect()]
}

/// Returns the text and the buttons of the newest board while a moderator has paused the match.
pub(crate) fn paused(now: &Match) -> Composed {
    let mut content = card_text(now, None, now.changed_at());
    let last = last_turn_sentence(now);
    if !last.is_empty() {
        content.push('\n');
        content.push_str(&last);
    }
    Composed {
        rows: looking_buttons(now),
        ..Composed::text(content)
    }
}

/// Returns the button that makes the only legal turn.
pub fn plays_only(now: &Match) -> Option<Button> {
    let (id, board) = (now.id(), now.board());
    let turn = only_written(now)?;
    let label = cut_middle(&format!("Play {turn}"), 80);
    let press = PlayPress::PlayOnly { id, board };
    Some(Button::new(label, Tone::Success, press))
}

/// Returns a sentence about the last turn; empty before the first turn.
pub fn last_turn_sentence(now: &Match) -> String {
    let Some((entry, written)) = now.last_written() else {
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
    let deed = deed(now.position(), &written, now.last_turn());
    let how = match &entry.ballot {
        None if entry.conditional => " (planned in advance)",
        _ => "",
    };
    let voted = entry.ballot.as_ref().map(|ballot| {
        let people = plural(ballot.voters(), "person", "people");
        format!(" {people} voted.")
    });
    format!(
        "Turn {number}: {who} {deed}{how}.{}{}",
        voted.unwrap_or_default(),
        passes(now)
    )
}

/// Returns a line about a special situation of the turn; empty without one, or if no person moves.
fn special(now: &Match) -> String {
    if now.person_to_move().is_none() {
        return String::new();
    }
    let notice = now.position().notice();
    let only = only_written(now).map(|turn| format!("Only one turn: **{}**.", unbroken(&turn)));
    let still = now.standstill().map(|standstill| {
        let Standstill { moves, without } = standstill;
        format!("You can offer a draw: {without} for {moves} moves each.")
    });
    let notice = Some(notice).filter(|notice| !notice.is_empty());
    let sentences: Vec<_> = [notice, only, still].into_iter().flatten().collect();
    if sentences.is_empty() {
        return String::new();
    }
    format!("\n{}", sentences.join(" "))
}

/// Returns the only legal turn, if a person must make it.
pub fn only_turn(now: &Match) -> Option<String> {
    now.person_to_move()?;
    crate::games::only_turn(now.position())
}

/// Returns the only legal turn as players write it.
fn only_written(now: &Match) -> Option<String> {
    Some(written_turn(now.position(), &only_turn(now)?))
}

/// The words for a player who has just moved and moves again.
pub(crate) const YOURS_AGAIN: &str = "your move again";

/// Returns the call to the player to move: `@Ana, your move as Red. Deadline: in 3 days.`
pub(crate) fn call(now: &Match, words: &str) -> String {
    if let Some(voting) = now.voting() {
        return format!(
            "**{}**, {words} as {}. Voting closes {}.",
            called(Player::Team(voting.team)),
            now.colour(voting.seat),
            relative(voting.closes)
        );
    }
    let (Some(user), Some(seat)) = (now.person_to_move(), now.to_move()) else {
        return String::new();
    };
    let time = clocks::deadline(now, now.changed_at());
    format!("{}, {words} as {}.{time}", mention(user), now.colour(seat))
}

/// Returns a post with the board for the player to move, with a line about a special situation.
pub(crate) fn posted(now: &Match, content: String) -> Composed {
    let pauses = clocks::pauses(now, now.changed_at());
    shown(now, format!("{content}{}{pauses}", special(now)))
}

/// Returns a post with the board.
pub(crate) fn shown(now: &Match, content: String) -> Composed {
    Composed {
        content,
        picture: Some(board_picture(now, Seat::First)),
        rows: board_buttons(now),
        pings: now.person_to_move().iter().map(|user| user.0).collect(),
        ..Composed::default()
    }
}
