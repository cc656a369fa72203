//! The news of a ladder in its channel.
//!
//! Joining, withdrawing, accepting and results that change no place are not announced: the post of the ladder and the
//! card of the match show them.

use super::view::{places, rated_word};
use crate::db::journal::Journal;
use crate::discord::ui::contests::acts::organised;
use crate::discord::ui::contests::entry;
use crate::discord::ui::words::{date, game_words};
use crate::discord::ui::{Button, Composed, Tone, mention, relative, time_words};
use crate::features::ladders::model::{Departure, Event, GameId, Ladder, Outcome, Rise, Stage};
use crate::features::ladders::press::Press;
use crate::matches::UserId;

/// Returns the news of an event; `None` if it is not announced. `before` and `after` are the ladder before and after it.
pub fn news(
    journal: &Journal,
    before: Option<&Ladder>,
    after: &Ladder,
    event: &Event,
) -> Option<Composed> {
    let people = |game: GameId| after.people_of(game);
    let (text, pings) = match event {
        Event::Challenged { game, by, to } => {
            return Some(challenge(journal, after, *game, [*by, *to]));
        }
        Event::Declined { game, rise } => {
            let [by, to] = people(*game)?;
            let text = format!(
                "{} declined the challenge of {}, which counts as a loss. {}",
                mention(to),
                mention(by),
                change(*rise, by)
            );
            (text, vec![by])
        }
        Event::Expired { game, rise } => {
            let [by, to] = people(*game)?;
            let text = format!(
                "{} did not answer the challenge of {} within 3 days, which counts as a loss. {}",
                mention(to),
                mention(by),
                change(*rise, by)
            );
            (text, vec![by, to])
        }
        Event::GameEnded {
            game,
            result,
            counts: true,
            rise: Some(rise),
        } => (result_of(people(*game)?, *result, *rise), vec![]),
        Event::Forfeited {
            game,
            rise: Some(rise),
            ..
        } => {
            let [by, to] = people(*game)?;
            let text = format!(
                "{} left the ladder, so {} wins their ladder match. {}",
                mention(to),
                mention(by),
                change(Some(*rise), by)
            );
            (text, vec![by])
        }
        Event::Returned { user, place, .. } => {
            let text = format!(
                "{} is back on the ladder, in place {place}.",
                mention(*user)
            );
            (text, vec![])
        }
        Event::Request(event) => {
            let (text, user) = entry::answer(*event)?;
            (text, vec![user])
        }
        Event::Left { user, place, why } => left(*user, *place, why)?,
        Event::IdleWarned {
            user,
            down_at,
            out_at,
        } => {
            let text = format!(
                "{}, you have had no match on this ladder for a while. Challenge somebody, or you will move down one place {} and be off the ladder {}. Time off set with `/away` does not count.",
                mention(*user),
                relative(*down_at),
                relative(*out_at)
            );
            (text, vec![*user])
        }
        Event::MovedDown { user, from, to } => {
            let text = format!(
                "{} has had no match for a long time and moves down from place {from} to {to}.",
                mention(*user)
            );
            (text, vec![])
        }
        Event::Cancelled { game, by, reason } => {
            let [one, other] = people(*game)?;
            let was = before.and_then(|before| before.game(*game));
            let what = match was.map(|game| game.stage) {
                Some(Stage::Running(_)) => "match",
                _ => "challenge",
            };
            let did = format!(
                "cancelled the {what} between {} and {}. No places change.",
                mention(one),
                mention(other)
            );
            (organised(*by, &did, reason), vec![one, other])
        }
        Event::Undone {
            game,
            by,
            reason,
            fall,
        } => {
            let [one, other] = people(*game)?;
            let did = format!(
                "undid the result of {} against {}: {} goes back from place {} to {}.",
                mention(one),
                mention(other),
                mention(fall.user),
                fall.from,
                fall.to
            );
            (organised(*by, &did, reason), vec![one, other])
        }
        Event::Paused { by, reason } => (
            organised(
                *by,
                "paused the ladder. New challenges are not possible, and time limits are on hold; running matches go on.",
                reason,
            ),
            vec![],
        ),
        Event::Resumed { by, reason } => (organised(*by, "resumed the ladder.", reason), vec![]),
        Event::Closed { by, reason } => (
            organised(
                *by,
                "closed the ladder. Running matches go on but no longer change places.",
                reason,
            ),
            vec![],
        ),
        Event::Created { .. }
        | Event::Joined { .. }
        | Event::Accepted { .. }
        | Event::Withdrawn { .. }
        | Event::Dropped { .. }
        | Event::GameBegan { .. }
        | Event::GameEnded { .. }
        | Event::Forfeited { .. }
        | Event::TimeOffCounted { .. } => return None,
    };
    Some(Composed {
        pings: pings
            .into_iter()
            .filter(|user| user.deleted_name().is_none())
            .map(|user| user.0)
            .collect(),
        ..Composed::text(format!("**{}**: {text}", journal.name))
    })
}

/// Returns the challenge with the buttons that answer it.
fn challenge(journal: &Journal, ladder: &Ladder, game: GameId, [by, to]: [UserId; 2]) -> Composed {
    let id = journal.id;
    let mut text = challenge_line(journal, ladder, [by, to]);
    if let Some(Stage::Waiting { answer_by }) = ladder.game(game).map(|game| game.stage) {
        text.push_str(&format!(
            "\nAnswer by {} ({}). No answer or *Decline* counts as a loss.",
            date(answer_by),
            relative(answer_by)
        ));
    }
    Composed {
        rows: vec![vec![
            Button::new("Accept", Tone::Success, Press::Accept { ladder: id, game }),
            Button::plain("Decline…", Press::AskDecline { ladder: id, game }),
        ]],
        pings: vec![to.0],
        ..Composed::text(text)
    }
}

/// Returns the line about who challenges whom, for what place and to what match.
fn challenge_line(journal: &Journal, ladder: &Ladder, [by, to]: [UserId; 2]) -> String {
    let place = |user| ladder.place(user).unwrap_or_default();
    let rules = ladder.rules();
    let name = game_words(&rules.game, &rules.options);
    format!(
        "**{}**: {} (place {}) challenges {} (place {}) to {name}, {}, {}.",
        journal.name,
        mention(by),
        place(by),
        mention(to),
        place(to),
        time_words(rules.clock),
        rated_word(rules)
    )
}

/// Returns the post of a challenge that was answered or is no longer open.
pub fn answered(journal: &Journal, ladder: &Ladder, game: GameId, accepted: bool) -> Composed {
    let people = ladder.people_of(game);
    let line = people.map(|both| challenge_line(journal, ladder, both));
    let what = if accepted {
        "Accepted. The match begins in this channel in a moment."
    } else {
        "This challenge is no longer open."
    };
    Composed::text(format!("{}\n{what}", line.unwrap_or_default()))
}

/// Words a result by which the challenger climbs.
fn result_of([by, to]: [UserId; 2], result: Outcome, rise: Rise) -> String {
    let [one, other] = [by, to].map(mention);
    let how = match result {
        Outcome::Aborted(_) => {
            format!("{other} cancelled a match again, which counts as declining.")
        }
        Outcome::Won(_) | Outcome::Draw | Outcome::NoResult => format!("{one} beat {other}."),
    };
    format!("{how} {}", change(Some(rise), by))
}

/// Words the change of place that a result caused.
fn change(rise: Option<Rise>, by: UserId) -> String {
    match rise {
        Some(Rise { user, from, to }) => format!(
            "{} climbs {}, from place {from} to **{to}**.",
            mention(user),
            places(from.saturating_sub(to))
        ),
        None => format!("{} keeps their place.", mention(by)),
    }
}

/// Words a departure, with the people to notify; `None` if it is not announced.
fn left(user: UserId, place: u32, why: &Departure) -> Option<(String, Vec<UserId>)> {
    let who = mention(user);
    Some(match why {
        Departure::Pressed => (
            format!("{who} left the ladder. They were in place {place}."),
            vec![],
        ),
        Departure::LeftServer => (
            format!("{who} left the server and is off the ladder. They were in place {place}."),
            vec![],
        ),
        // The moderators' act is between them and the person.
        Departure::Banned => (format!("{who} is off the ladder."), vec![]),
        Departure::DataDeleted => return None,
        Departure::Idle => (
            format!(
                "{who}, you have had no match for too long and are off the ladder. Press *Join* to return, some places lower."
            ),
            vec![user],
        ),
        Departure::Removed { by, reason } => {
            let did = format!("took {who} off the ladder. They were in place {place}.");
            (organised(*by, &did, reason), vec![user])
        }
    })
}
