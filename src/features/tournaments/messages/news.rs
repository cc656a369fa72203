//! The news of a tournament in its channel.
//!
//! Joining and results of single games are not announced: the post of the tournament shows them.

use super::manage::act_words;
use super::page::sides;
use super::post::results;
use super::view::View;
use crate::contests::DepartureReason;
use crate::contests::RequestEvent;
use crate::discord::ui::contests::acts::{PAUSED, organised, undid};
use crate::discord::ui::contests::entry;
use crate::discord::ui::contests::words::{names, warned, with_lines, without_role};
use crate::discord::ui::words::{counted, date};
use crate::discord::ui::{Button, Composed, Tone, mention, relative};
use crate::features::tournaments::model::{By, Event, OrganiserAct, Pairing, Tournament};
use crate::features::tournaments::press::Press;
use crate::matches::UserId;

/// The most people that one post notifies.
const MOST_PINGS: usize = 50;

/// Whether an event may be announced.
pub const fn is_told(event: &Event) -> bool {
    !matches!(
        event,
        Event::Created { .. }
            | Event::Joined { .. }
            | Event::Left { .. }
            | Event::Request(RequestEvent::Asked { .. } | RequestEvent::Withdrawn { .. })
            | Event::Entered { .. }
            | Event::GameBegan { .. }
    )
}

/// Returns the news of an event; `None` if it is not announced. `after` is the tournament right after it.
pub fn news(after: &View, before: &Tournament, event: &Event) -> Option<Composed> {
    let id = after.id();
    let tournament = &after.contest;
    let join = || Button::new("Join", Tone::Success, Press::Join(id));
    let my_games = || Button::new("My Games", Tone::Primary, Press::Show(id));
    let mut rows = Vec::new();
    let mut pings: Vec<UserId> = Vec::new();
    let mut drawing = None;
    let mut lines: Vec<String> = Vec::new();
    let head = match event {
        // A start at once is told with the beginning.
        Event::StartSet { .. } if tournament.starts_at_once() => return None,
        Event::StartSet { starts } => {
            rows.push(vec![join()]);
            format!(
                "starts {} ({}). Press *Join* to play.",
                date(*starts),
                relative(*starts)
            )
        }
        Event::StartMissed => {
            rows.push(vec![join()]);
            String::from(
                "did not start: it needs 4 people. When they have joined, an organiser chooses another start.",
            )
        }
        Event::Began { seeds, .. } => {
            drawing = after.bracket(0);
            let ends = tournament.ends(tournament.rounds())?;
            format!(
                "begins with {} in {} and is over by {} at the latest ({}).{}{}",
                counted(seeds.len(), "player"),
                counted(tournament.rounds(), "round"),
                date(ends),
                relative(ends),
                after.all_play_all_words(),
                after.stake()
            )
        }
        Event::Paired { round, .. } => {
            rows.push(vec![my_games()]);
            paired(after, *round, &mut pings)
        }
        Event::Opened { pairings } => {
            rows.push(vec![my_games()]);
            opened(after, pairings, &mut pings)?
        }
        Event::SideChosen {
            pairing,
            first,
            chosen,
        } => {
            rows.push(vec![my_games()]);
            let found = tournament.pairing(*pairing)?;
            let people = both(tournament, found)?;
            pings.extend(people);
            let better = tournament.better_side(found);
            let mover = people[if *first { better } else { 1 - better }];
            let other = people[if *first { 1 - better } else { better }];
            let why = match chosen {
                true => "",
                false => " The time for the choice was up.",
            };
            format!(
                "the deciding game of {} and {} begins, with half the time. {} moves first. A draw wins for {}.{why}",
                mention(people[0]),
                mention(people[1]),
                mention(mover),
                mention(other)
            )
        }
        // Who goes on and who is equal by it is told below.
        Event::GameEnded { .. } | Event::RoundClosing { .. } => String::new(),
        Event::Out { users, why } => {
            let silent = *why == DepartureReason::Silent;
            pings.extend(users.iter().filter(|_| silent));
            out(users, *why)
        }
        Event::Request(event) => {
            let (text, user) = entry::answer(*event)?;
            pings.push(user);
            text
        }
        Event::Warned { user } => {
            rows.push(vec![my_games()]);
            pings.push(*user);
            warned(*user, tournament.must_move_by(*user)?)
        }
        Event::RoundEnding {
            round,
            games,
            to_move,
        } => {
            rows.push(vec![my_games()]);
            pings.extend(to_move);
            ending(after, *round, *games, to_move)?
        }
        Event::Over { champion } => {
            drawing = after.picture(0);
            rows.push(vec![results(after)]);
            pings.extend(champion);
            over(after, *champion)
        }
        Event::Acted {
            by, reason, action, ..
        } => {
            pings.extend(concerned(tournament, action));
            // A newcomer has games now.
            let replaces = matches!(action, OrganiserAct::Replace { .. });
            rows.extend(replaces.then(|| vec![my_games()]));
            let more = match action {
                OrganiserAct::Pause => PAUSED,
                _ => "",
            };
            let did = format!("{}{more}.", act_words(after, action));
            organised(*by, &did, reason)
        }
        Event::Undone { act, by, reason } => {
            let mut acts = tournament.acts().iter();
            let act = acts.find(|one| one.id == *act)?;
            pings.extend(concerned(tournament, &act.action));
            let pause = act.action == OrganiserAct::Pause;
            let words = (!pause).then(|| act_words(after, &act.action));
            organised(*by, &undid::<Tournament>(act.by, words), reason)
        }
        Event::WithoutRole { users } => {
            let (text, shown) = without_role("tournament", &after.journal.entry, users);
            pings.extend(users.iter().take(shown));
            rows.push(vec![join()]);
            text
        }
        Event::Closed { by, reason } => {
            let goes_on = match tournament.running().count() > tournament.to_end().len() {
                true => " Running games go on as usual matches.",
                false => "",
            };
            let did = format!("ended the tournament without a winner.{goes_on}");
            organised(*by, &did, reason)
        }
        Event::Created { .. }
        | Event::Joined { .. }
        | Event::Left { .. }
        | Event::Entered { .. }
        | Event::GameBegan { .. } => return None,
    };
    lines.extend(std::iter::once(head).filter(|head| !head.is_empty()));
    if let Some(pairing) = newly_equal(tournament, before) {
        lines.extend(equal(after, pairing, &mut pings));
        rows.push(sides(after, pairing));
    }
    lines.extend(by_walkover(after, before, &mut pings));
    if lines.is_empty() {
        return None;
    }
    let head = lines.remove(0);
    let text = with_lines(format!("{}: {head}", after.title()), lines, |rest| {
        format!("…and {rest} more.")
    });
    Some(Composed {
        drawing,
        rows,
        pings: notified(&text, pings),
        ..Composed::text(text)
    })
}

/// Returns whom to notify: each person once, and only who is named in the text. Discord refuses a person twice.
fn notified(text: &str, pings: Vec<UserId>) -> Vec<u64> {
    let mut notified = Vec::new();
    for user in pings {
        let is_named = user.deleted_name().is_none() && text.contains(&mention(user));
        if is_named && notified.len() < MOST_PINGS && !notified.contains(&user.0) {
            notified.push(user.0);
        }
    }
    notified
}

/// Returns the pairing that has just become equal.
fn newly_equal<'a>(after: &'a Tournament, before: &Tournament) -> Option<&'a Pairing> {
    let mut waits = after
        .pairings()
        .iter()
        .filter(|one| one.choose_until.is_some());
    waits.find(|one| {
        let was = before.pairing(one.id);
        was.is_some_and(|was| was.choose_until.is_none())
    })
}

/// Says that a pairing is equal, and who chooses.
fn equal(after: &View, pairing: &Pairing, pings: &mut Vec<UserId>) -> Option<String> {
    let tournament = &after.contest;
    let people = both(tournament, pairing)?;
    pings.extend(people);
    let better = tournament.better_side(pairing);
    Some(format!(
        "{} and {} are equal, {}. A deciding game with half the time follows, and a draw in it wins for the player who moves second. {}, the better seed, chooses the side until {}; without a choice they move second.",
        mention(people[0]),
        mention(people[1]),
        after.score(pairing, 0),
        mention(people[better]),
        date(pairing.choose_until?)
    ))
}

/// Returns the two people of a pairing.
fn both(tournament: &Tournament, pairing: &Pairing) -> Option<[UserId; 2]> {
    let [one, other] = tournament.people_of(pairing);
    Some([one?, other?])
}

/// Names the pairings of a round that is drawn, and whom to notify.
fn paired(after: &View, round: u32, pings: &mut Vec<UserId>) -> String {
    let tournament = &after.contest;
    let all = tournament.pairings().iter();
    let all = all.filter(|one| one.round == round);
    let (open, other): (Vec<&Pairing>, Vec<&Pairing>) = all.partition(|one| one.decision.is_none());
    let shown = open.iter().filter(|one| one.opened.is_some());
    pings.extend(shown.flat_map(|one| tournament.people_of(one)).flatten());
    pings.extend(other.iter().filter_map(|one| tournament.winner(one)));
    after.round_words(round, &open, &other)
}

/// Names the pairings that begin, and whom to notify.
fn opened(after: &View, pairings: &[u32], pings: &mut Vec<UserId>) -> Option<String> {
    let tournament = &after.contest;
    let mut lines = Vec::new();
    for pairing in pairings.iter().filter_map(|id| tournament.pairing(*id)) {
        let people = both(tournament, pairing)?;
        pings.extend(people);
        let [one, other] = people.map(mention);
        lines.push(format!(
            "{}: {one} against {other}",
            after.pairing_name(pairing)
        ));
    }
    let what = match lines.len() {
        1 => "a pairing begins now",
        _ => "new pairings begin now",
    };
    let games = match tournament.rules().games {
        1 => "",
        _ => ", each of two games at once",
    };
    Some(format!("{what}{games}.\n{}", lines.join("\n")))
}

/// Tells who goes on without playing since the last event. Byes are no news.
fn by_walkover(after: &View, before: &Tournament, pings: &mut Vec<UserId>) -> Vec<String> {
    let tournament = &after.contest;
    let mut lines = Vec::new();
    for pairing in tournament.pairings() {
        let Some(decision) = pairing.decision else {
            continue;
        };
        let was = before.pairing(pairing.id);
        let new = was.is_some_and(|was| was.decision.is_none());
        if !new || !matches!(decision.by, By::Walkover | By::Seed) {
            continue;
        }
        let name = after.pairing_name(pairing).to_lowercase();
        let (name, playing) = match tournament.is_swiss() {
            true => (format!("game of {name}"), "without playing"),
            false => (name, "without playing on"),
        };
        lines.extend(tournament.winner(pairing).map(|user| {
            pings.push(user);
            let how = match decision.by {
                By::Seed => "as the better seed: it was equal when the time of the round ended",
                _ => playing,
            };
            format!("{} wins the {name} {how}.", mention(user))
        }));
    }
    lines
}

/// Says who is out and why.
fn out(users: &[UserId], why: DepartureReason) -> String {
    let (who, _) = names(users);
    let are = match users.len() {
        1 => "is",
        _ => "are",
    };
    match why {
        DepartureReason::Left => format!("{who} left."),
        DepartureReason::LeftServer => format!("{who} {are} out: they left the server."),
        DepartureReason::Banned => {
            format!("{who} {are} out: they may no longer play in this server.")
        }
        DepartureReason::DataDeleted => {
            String::from("A player is out: they had their data deleted.")
        }
        DepartureReason::Silent => {
            format!("{who} {are} out: they lost a game on time without having moved in it.")
        }
    }
}

/// Reminds people of the last moment of a round; `None` if all its games are over.
fn ending(after: &View, round: u32, games: u32, to_move: &[UserId]) -> Option<String> {
    if games == 0 {
        return None;
    }
    let ends = after.contest.ends(round)?;
    let (still, they) = match games {
        1 => ("game is", "it still runs"),
        _ => ("games are", "they still run"),
    };
    let equal = match after.contest.is_swiss() {
        true => "",
        false => " If a pairing is equal then, the better seed goes on.",
    };
    let mut text = format!(
        "the time of the {} ends {} ({}). {games} {still} still running. If {they} then, the player who has thought longer loses; within 10 % of each other it is a draw.{equal}",
        after.round_name(round).to_lowercase(),
        date(ends),
        relative(ends)
    );
    if !to_move.is_empty() {
        let (names, _) = names(to_move);
        text.push_str(&format!("\nTo move: {names}"));
    }
    Some(text)
}

/// Names the winner and the next ones.
fn over(after: &View, champion: Option<UserId>) -> String {
    let tournament = &after.contest;
    if tournament.is_swiss() {
        return after.swiss_over(champion);
    }
    let place = |word: &str, user: Option<UserId>| {
        user.map_or_else(String::new, |user| format!("\n{word}: {}", mention(user)))
    };
    let third = tournament.third_place();
    let third = place("Third", third.and_then(|third| tournament.winner(third)));
    let Some(champion) = champion else {
        return format!("it is over. Nobody is left in the final, so there is no winner.{third}");
    };
    let last = tournament.last_pairing();
    let people = last.map_or([None; 2], |last| tournament.people_of(last));
    let second = people.into_iter().flatten().find(|user| *user != champion);
    format!(
        "it is over, and {} has **won** it. Congratulations!{}{third}",
        mention(champion),
        place("Second", second),
    )
}

/// Returns the people whom an act concerns.
fn concerned(tournament: &Tournament, action: &OrganiserAct) -> Vec<UserId> {
    match action {
        OrganiserAct::Pause => Vec::new(),
        OrganiserAct::Exclude { user } => vec![*user],
        OrganiserAct::Replace { user, newcomer } => vec![*user, *newcomer],
        OrganiserAct::Decide { pairing, .. } => {
            let pairing = tournament.pairing(*pairing);
            let people = pairing.map(|pairing| tournament.people_of(pairing));
            people.into_iter().flatten().flatten().collect()
        }
    }
}
