//! The news of a league in its channel.
//!
//! Joining and results of single games are not announced: the posts of the league show them.

use std::cmp::Ordering;

use super::manage::act_words;
use super::view::{View, play_offs_words};
use crate::contests::RequestEvent;
use crate::discord::ui::contests::acts::{PAUSED, organised, undid};
use crate::discord::ui::contests::entry;
use crate::discord::ui::contests::words::with_lines;
use crate::discord::ui::contests::words::{MOST_NAMES, names, warned, without_role};
use crate::discord::ui::words::{date, list, people};
use crate::discord::ui::{Button, Composed, Tone, mention, relative};
use crate::features::leagues::model::{
    DepartureReason, Event, Fate, Kind, League, OrganiserAct, Otherwise, Season, SeasonId,
};
use crate::features::leagues::press::Press;
use crate::matches::UserId;

/// The most people that one post notifies.
const MOST_PINGS: usize = 100;

/// Whether an event is announced.
pub const fn is_told(event: &Event) -> bool {
    !matches!(
        event,
        Event::Created { .. }
            | Event::Joined { .. }
            | Event::Left { .. }
            | Event::Request(RequestEvent::Asked { .. } | RequestEvent::Withdrawn { .. })
            | Event::GameBegan { .. }
            | Event::GameEnded { .. }
            | Event::SeasonClosing { .. }
            | Event::Settled { .. }
            | Event::KeptOut { .. }
            | Event::PlayOffsBegan { .. }
    )
}

/// Returns the news of an event; `None` if it is not announced. `after` is the league right after it.
///
/// The events after the first are departures at the same moment, which are told in the same post.
pub fn news(after: &View, events: &[Event]) -> Option<Composed> {
    let event = events.first()?;
    let id = after.id();
    let next = || after.season_name(after.contest.next_season());
    let join = || Button::new("Join", Tone::Success, Press::Join(id));
    let my_games = || Button::new("My Games", Tone::Primary, Press::Show(id));
    let mut rows = Vec::new();
    let mut pings: Vec<UserId> = Vec::new();
    let mut drawing = None;
    let text = match event {
        Event::StartSet { starts } => {
            rows.push(vec![join()]);
            format!(
                "{} starts {} ({}). Press *Join* to play too.",
                next(),
                date(*starts),
                relative(*starts)
            )
        }
        Event::SeasonOpened { starts, .. } => {
            rows.push(vec![join()]);
            format!(
                "{} starts {} ({}). Everybody who has not left the league plays. Press *Join* to play too, or *Leave…* on the league's post to stop.{}",
                next(),
                date(*starts),
                relative(*starts),
                otherwise(
                    "If nobody else leaves or joins",
                    &after.contest.otherwise_next()
                )
            )
        }
        Event::StartMissed => {
            rows.push(vec![join()]);
            let least = after.contest.rules().least_people();
            let missing = least.saturating_sub(after.contest.members().len());
            format!(
                "{} did not start: it needs {least} people, so {missing} more must join. It will start on the Monday after they do.",
                next()
            )
        }
        Event::SeasonBegan { season, ends, .. } => {
            let (text, called) = began(after, *season);
            pings = called;
            rows.push(vec![my_games()]);
            format!(
                "{} begins and lasts until {} ({}). All games begin now.{text}{}",
                after.season_name(*season),
                date(*ends),
                relative(*ends),
                after
                    .contest
                    .season(*season)
                    .map_or_else(String::new, |season| {
                        let why = match after.contest.has_moves(season.id) {
                            true => "Because people have left or joined, or were moved",
                            false => "Because people have left or joined",
                        };
                        otherwise(why, &after.contest.otherwise(season))
                    })
            )
        }
        Event::SeasonEnding {
            season,
            games,
            to_move,
        } => {
            rows.push(vec![my_games()]);
            ending(after, *season, *games, to_move, &mut pings)?
        }
        Event::Request(event) => {
            let (text, user) = entry::answer(*event)?;
            pings.push(user);
            text
        }
        Event::Warned { season, user } => {
            rows.push(vec![my_games()]);
            pings.push(*user);
            warned(*user, after.contest.must_move_by(*season, *user)?)
        }
        Event::Out { .. } => {
            let silent = |event: &Event| match event {
                Event::Out { user, why, .. } => (*why == DepartureReason::Silent).then_some(*user),
                _ => None,
            };
            pings.extend(events.iter().filter_map(silent));
            rows.extend((!pings.is_empty() && after.is_open()).then(|| vec![join()]));
            let lines: Vec<String> = events.iter().filter_map(|one| out(after, one)).collect();
            let (first, more) = lines.split_first()?;
            with_lines(first.clone(), more.to_vec(), |rest| {
                format!("…and {}.", people(rest))
            })
        }
        Event::LetIn { user, seasons, .. } => {
            let season = seasons.first()?;
            pings.push(*user);
            format!(
                "{} has their place in {} back, and their unfinished games go on.",
                mention(*user),
                after.season_name(*season).to_lowercase()
            )
        }
        Event::SeasonOver {
            season,
            champion,
            promoted,
            relegated,
            play_offs,
            ..
        } => {
            let over = after.contest.season(*season)?;
            let table = after.table(over, 0);
            drawing = Some(after.standings(&table));
            let won_by = table.lines.first().and_then(|line| line.by.as_ref());
            let won_by = won_by.map_or_else(String::new, |by| format!(", {}", by.words()));
            pings.extend(*champion);
            rows.push(vec![super::post::all_results(id, *season, 0)]);
            let name = after.season_name(*season);
            let mut text = match (champion, after.contest.rules().kind) {
                (Some(user), _) if *play_offs > 0 => format!(
                    "{name} is over. {} is first{won_by}. The **play-offs** decide who is champion: the first {play_offs} play a knock-out, which begins now and has a post of its own.",
                    mention(*user)
                ),
                (Some(user), Kind::Seasonal) => format!(
                    "{name} is over. {} is the **champion**{won_by}. Congratulations!",
                    mention(*user)
                ),
                (Some(user), Kind::Quick) => {
                    format!(
                        "{name} is over. {} has won it{won_by}. Congratulations!",
                        mention(*user)
                    )
                }
                (None, _) => {
                    let first = over.divisions.first();
                    let left =
                        first.is_some_and(|one| one.seats.iter().any(|seat| seat.out.is_none()));
                    let (who, title) = match (left, after.contest.rules().kind) {
                        (true, Kind::Seasonal) => {
                            ("Nobody who is left in it has a point", "champion")
                        }
                        (true, Kind::Quick) => ("Nobody who is left in it has a point", "winner"),
                        (false, Kind::Seasonal) => {
                            ("Nobody is left in its highest division", "champion")
                        }
                        (false, Kind::Quick) => ("Nobody is left in it", "winner"),
                    };
                    format!("{name} is over. {who}, so there is no {title}.")
                }
            };
            for (verb, moved) in [("up", promoted), ("down", relegated)] {
                if !moved.is_empty() {
                    let (names, _) = names(moved);
                    text.push_str(&format!("\nMoving {verb}: {names}"));
                }
            }
            text.push_str(&decided(after, over));
            if let Some(opens) = after.contest.opens() {
                text.push_str(&format!("\n{} opens on {}.", next(), date(opens)));
            }
            text
        }
        Event::Acted {
            by, reason, action, ..
        } => {
            pings.extend(concerned(after, action));
            // A newcomer has games now.
            let replaces = matches!(action, OrganiserAct::Replace { .. });
            rows.extend(replaces.then(|| vec![my_games()]));
            let more = match action {
                OrganiserAct::Pause => PAUSED,
                OrganiserAct::EndSeason { .. } => {
                    ". Games that are still running then are decided by thinking time and are not rated"
                }
                _ => "",
            };
            let did = format!("{}{more}.", act_words(after, action));
            organised(*by, &did, reason)
        }
        Event::Undone { act, by, reason } => {
            let mut acts = after.contest.acts().iter();
            let act = acts.find(|one| one.id == *act)?;
            pings.extend(concerned(after, &act.action));
            let pause = act.action == OrganiserAct::Pause;
            let words = (!pause).then(|| act_words(after, &act.action));
            organised(*by, &undid::<League>(act.by, words), reason)
        }
        Event::PlayOffsSet { by, size } => match size {
            0 => format!(
                "{} changed the rules from {} on: there are no play-offs, and the first of the highest division is the champion.",
                mention(*by),
                next().to_lowercase()
            ),
            size => format!(
                "{} changed the rules from {} on. {}",
                mention(*by),
                next().to_lowercase(),
                play_offs_words(*size)
            ),
        },
        Event::PlayOffsOver { season, winner } => {
            let name = after.season_name(*season).to_lowercase();
            let mut champions = after.contest.champions().iter();
            let (_, champion) = champions.find(|(one, _)| one == season)?;
            pings.push(*champion);
            rows.push(vec![super::post::all_results(id, *season, 0)]);
            let who = mention(*champion);
            match winner {
                Some(_) => format!(
                    "{who} has won the play-offs and is the **champion** of {name}. Congratulations!"
                ),
                None => format!(
                    "the play-offs of {name} have no winner, so the first of the table is the **champion**: {who}. Congratulations!"
                ),
            }
        }
        Event::WithoutRole { users } => {
            let (text, shown) = without_role("season", &after.journal.entry, users);
            pings.extend(users.iter().take(shown));
            rows.push(vec![join()]);
            text
        }
        Event::Closed { by, reason } => {
            let goes_on = if after.contest.current().next().is_some() {
                " Running games go on and count in the table."
            } else {
                ""
            };
            let did = format!("closed the league: no further season begins.{goes_on}");
            organised(*by, &did, reason)
        }
        Event::Created { .. }
        | Event::Joined { .. }
        | Event::Left { .. }
        | Event::GameBegan { .. }
        | Event::GameEnded { .. }
        | Event::SeasonClosing { .. }
        | Event::Settled { .. }
        | Event::KeptOut { .. }
        | Event::PlayOffsBegan { .. } => return None,
    };
    Some(Composed {
        drawing,
        rows,
        pings: pings
            .into_iter()
            .filter(|user| user.deleted_name().is_none())
            .take(MOST_PINGS)
            .map(|user| user.0)
            .collect(),
        ..Composed::text(format!("{}: {text}", after.title()))
    })
}

/// Says where thinking time or the lot decided between two people, apart from the first two of the highest division.
fn decided(after: &View, over: &Season) -> String {
    const SHOWN: usize = 10;
    let mut all = Vec::new();
    for index in 0..over.divisions.len() {
        let lines = after.table(over, index).lines;
        for (one, other) in lines.iter().zip(lines.iter().skip(1)) {
            let told = index == 0 && one.place == 1;
            if let Some(by) = one.by.as_ref().filter(|_| !told) {
                all.push(format!(
                    "{} is ahead of {} {}",
                    mention(one.placed.user),
                    mention(other.placed.user),
                    by.words()
                ));
            }
        }
    }
    if all.is_empty() {
        return String::new();
    }
    let more = all.len().saturating_sub(SHOWN);
    all.truncate(SHOWN);
    let rest = if more > 0 {
        format!("; {more} more")
    } else {
        String::new()
    };
    format!("\nEqual in all else: {}{rest}.", all.join("; "))
}

/// Reminds people of the end of a season; `None` if there is no such season.
fn ending(
    after: &View,
    season: SeasonId,
    games: u32,
    to_move: &[UserId],
    pings: &mut Vec<UserId>,
) -> Option<String> {
    let ends = after.contest.season(season)?.ends;
    let (still, they) = match games {
        1 => ("match is", "it still runs"),
        _ => ("matches are", "they still run"),
    };
    let mut text = format!(
        "{} ends {} ({}). {games} {still} still running. If {they} then, the player who has thought longer loses; within 10 % of each other it is a draw.",
        after.season_name(season),
        date(ends),
        relative(ends)
    );
    if !to_move.is_empty() {
        let (names, shown) = names(to_move);
        text.push_str(&format!("\nTo move: {names}"));
        pings.extend(to_move.iter().take(shown));
    }
    Some(text)
}

/// Returns the people of a season that begins, by division, and whom to notify.
fn began(after: &View, id: SeasonId) -> (String, Vec<UserId>) {
    let Some(season) = after.contest.season(id) else {
        return (String::new(), Vec::new());
    };
    let all: Vec<Vec<UserId>> = season
        .divisions
        .iter()
        .map(|division| division.seats.iter().map(|seat| seat.user).collect())
        .collect();
    let mut text = String::new();
    let mut called = Vec::new();
    for (index, division) in all.iter().enumerate() {
        let (names, shown) = names(division);
        let line = if all.len() > 1 {
            format!("\n{}: {names}", super::view::division_name(index))
        } else {
            format!("\n{names}")
        };
        if text.chars().count() + line.chars().count() > MOST_NAMES {
            text.push_str("\nThe tables below show the other divisions.");
            break;
        }
        text.push_str(&line);
        called.extend(division.iter().take(shown));
    }
    (text, called)
}

/// Names the people whose division is not the one that was announced, in a new line.
fn otherwise(why: &str, all: &[Otherwise]) -> String {
    const SHOWN: usize = 10;
    let mut words: Vec<String> = all
        .iter()
        .take(SHOWN)
        .map(|one| {
            let verb = match one.is.cmp(&one.was) {
                Ordering::Less => "moves up to",
                Ordering::Equal => "stays in",
                Ordering::Greater => "moves down to",
            };
            let division = super::view::division_name(one.is);
            format!("{} {verb} {division}", mention(one.user))
        })
        .collect();
    if words.is_empty() {
        return String::new();
    }
    if all.len() > SHOWN {
        words.push(format!(
            "{} play in another division too",
            people(all.len() - SHOWN)
        ));
    }
    format!("\n{why}: {}.", list(&words))
}

/// Says that a person is out, why, and what happens to their games; `None` if nobody else is concerned.
fn out(after: &View, event: &Event) -> Option<String> {
    let Event::Out { user, why, fates } = event else {
        return None;
    };
    let (season, fate) = fates.first()?;
    let name = after.season_name(*season).to_lowercase();
    let who = mention(*user);
    let what = match why {
        DepartureReason::Left => format!("{who} left {name}."),
        DepartureReason::LeftServer => format!("{who} is out of {name}: they left the server."),
        DepartureReason::Banned => {
            format!("{who} is out of {name}: they may no longer play in this server.")
        }
        DepartureReason::DataDeleted => {
            format!("A player of {name} is out: they had their data deleted.")
        }
        DepartureReason::Silent => {
            format!(
                "{who} is out of {name}: they lost two games within 7 days without a move of theirs."
            )
        }
    };
    let games = match fate {
        Fate::Annulled => {
            "Fewer than half of their games were over, so none of them counts in the table. Ratings stay as they are."
        }
        Fate::Forfeited => "Their opponents win the unfinished games, which are not rated.",
    };
    let again = match why {
        DepartureReason::Silent if after.is_open() && after.is_seasonal() => {
            " They can ask to join again for the next season."
        }
        _ => "",
    };
    Some(format!("{what} {games}{again}"))
}

/// Returns the people whom an act concerns.
fn concerned(after: &View, action: &OrganiserAct) -> Vec<UserId> {
    match action {
        OrganiserAct::Forfeit { user, .. } | OrganiserAct::Place { user, .. } => vec![*user],
        OrganiserAct::Replace { user, newcomer, .. } => vec![*user, *newcomer],
        OrganiserAct::Adjudicate { game, .. } => after
            .contest
            .game(*game)
            .and_then(|(_, division, game)| division.people(game))
            .map(Vec::from)
            .unwrap_or_default(),
        OrganiserAct::Pause | OrganiserAct::EndSeason { .. } => Vec::new(),
    }
}
