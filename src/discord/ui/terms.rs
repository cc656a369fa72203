//! The terms of a challenge and of a match, in words.

use super::clocks::days_off_words;
use super::composed::Button;
use super::words::{
    called, capital, duration_words, list, plural, settings, simul_time_words, time_words,
};
use crate::board::Seat;
use crate::features::help::press::Press as HelpPress;
use crate::features::play::press::Press as PlayPress;
use crate::games::Game;
use crate::matches::{
    LEAST_RATED_TURNS, MOST_LOST_ON_TIME, Match, OpponentTerms, Player, QUICK, UserId,
};

/// Returns the button to plan replies, if the player waits for a person. A computer replies at once.
pub(crate) fn plan_button(now: &Match, user: UserId) -> Vec<Vec<Button>> {
    let button = now
        .waiting_seat(user)
        .ok()
        .filter(|seat| now.person(seat.other()).is_some())
        .map(|_| Button::plain("Plan Reply", PlayPress::PlanReply(now.id())));
    button.into_iter().map(|button| vec![button]).collect()
}

/// Returns the terms of an open challenge in words; `None` if it has none.
pub(crate) fn for_whom(terms: &OpponentTerms) -> Option<String> {
    let words = [
        terms
            .punctual
            .then(|| format!("lost at most {MOST_LOST_ON_TIME} % of their matches on time")),
        terms.quick.then(|| {
            format!(
                "made half of their turns within {} hours",
                QUICK.as_secs() / 3600
            )
        }),
        (terms.finished > 0).then(|| format!("finished at least {}", matches(terms.finished))),
    ];
    let words: Vec<_> = words.into_iter().flatten().collect();
    let rated = terms
        .rating
        .map(|range| format!("who are rated {} in this game", range.words()));
    let have = (!words.is_empty()).then(|| format!("who have {}", list(&words)));
    let parts: Vec<_> = rated.into_iter().chain(have).collect();
    (!parts.is_empty()).then(|| format!("Only for players {}.", parts.join(" and ")))
}

pub(crate) fn matches(count: impl TryInto<u64>) -> String {
    plural(count, "match", "matches")
}

/// Returns settings, colours and clock on one line.
pub(crate) fn terms(open: &Match) -> String {
    let proposal = open.proposal();
    let colours = if proposal.seat_drawn {
        String::from("random colours")
    } else {
        format!("{} plays {}", challenging(open), open.colour(proposal.seat))
    };
    let colours = match open.handicap() {
        0 => colours,
        _ => format!("{colours}{}", who_gets_stones(open)),
    };
    let days_off = days_off_words(open).unwrap_or_default().to_owned();
    let parts = [settings(open), colours, pace(open), days_off, rated(open)];
    let line = parts
        .iter()
        .filter(|part| !part.is_empty())
        .cloned()
        .collect::<Vec<_>>()
        .join(" · ");
    // The line stands alone, so it begins with a capital letter.
    capital(&line)
}

/// Returns the player in the challenger's seat.
fn challenging(open: &Match) -> String {
    called(open.proposal().challenging())
}

/// Returns who gets the stones of a handicap, to follow the colours. They belong to the first seat.
fn who_gets_stones(open: &Match) -> String {
    let proposal = open.proposal();
    let colour = open.colour(Seat::First);
    match (proposal.seat_drawn, proposal.seat, proposal.invited) {
        (true, ..) => format!(", {colour} gets the stones"),
        (false, Seat::First, _) => String::from(" and gets the stones"),
        (false, Seat::Second, Some(invited)) => {
            format!(", {} gets the stones", called(invited))
        }
        (false, Seat::Second, None) => String::from(", the other player gets the stones"),
    }
}

/// Returns the rating condition: `rated after 2 turns each`. Empty against a computer: never rated.
pub(crate) fn rated(open: &Match) -> String {
    let proposal = open.proposal();
    let person = proposal.invited.and_then(Player::computer).is_none();
    match (person, proposal.terms.rated && !proposal.has_team()) {
        (false, _) => String::new(),
        (true, true) => format!("rated after {LEAST_RATED_TURNS} turns each"),
        (true, false) => String::from("not rated"),
    }
}

/// Returns the speed of a match: its time control, or the time between two turns of computers.
pub(crate) fn pace(open: &Match) -> String {
    let proposal = open.proposal();
    match proposal.exhibition {
        Some(exhibition) => format!("a turn every {}", duration_words(exhibition.every)),
        None => match open.contest().and_then(|contest| contest.host) {
            Some(host) => simul_time_words(proposal.time, host.time),
            None => time_words(proposal.time),
        },
    }
}

/// Returns the button that shows the rules of a game.
pub(crate) fn rules_button(game: &Game) -> Button {
    let game = game.card.key.to_owned();
    Button::plain("Rules", HelpPress::Rules { game, page: 0 })
}
