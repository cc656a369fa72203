use std::collections::BTreeSet;

use super::{in_order, listed};
use crate::contests::{How, Score};
use crate::discord::ui::words::{counted, list, people};
use crate::features::leagues::messages::view::{View, division_name};
use crate::features::leagues::model::{GameState, Phase, Season, State};
use crate::features::pages::messages::html::words::day;
use crate::features::pages::model::{Content, GameStage, ListedGame, Part, Standing};
use crate::matches::UserId;
use crate::people::Moment;

/// Returns the people whom the page names, in the order in which they came.
pub(super) fn people_of(view: &View) -> Vec<UserId> {
    let seasons = view.contest.seasons();
    let divisions = seasons.flat_map(|season| &season.divisions);
    let seats = divisions.flat_map(|division| &division.seats);
    let played = seats.map(|seat| seat.user);
    let champions = view.contest.champions().iter().map(|(_, user)| *user);
    let members = view.contest.members().iter().map(|member| member.user);
    let mut seen = BTreeSet::new();
    let all = played.chain(champions).chain(members);
    all.filter(|user| seen.insert(*user)).collect()
}

pub(super) fn content(view: &View, named: Option<u32>) -> Option<Content> {
    let league = &view.contest;
    let season = match named {
        Some(id) => Some(league.season(id)?),
        None => view.latest(None),
    };
    let seasons = league.seasons().rev();
    let mut seasons: Vec<_> = seasons
        .map(|one| (one.id, view.season_name(one.id)))
        .collect();
    if seasons.len() == 1 {
        seasons.clear();
    }
    Some(Content {
        state: state(view, season),
        seasons,
        season: season.map(|season| season.id),
        parts: match season {
            Some(season) => divisions(view, season),
            None => vec![waiting(view)],
        },
    })
}

fn divisions(view: &View, season: &Season) -> Vec<Part> {
    let part = |index| Part {
        heading: match view.is_seasonal() {
            true => division_name(index),
            false => view.season_name(season.id),
        },
        sheet: Some(view.standings(&view.table(season, index)).sheet),
        games: in_order(games(view, season, index)),
        ..Part::default()
    };
    (0..season.divisions.len()).map(part).collect()
}

/// The people who have joined before the first season.
fn waiting(view: &View) -> Part {
    let members = view.contest.members().iter();
    Part {
        heading: String::from("Who Plays"),
        people: members.map(|member| view.name(member.user)).collect(),
        ..Part::default()
    }
}

fn games(view: &View, season: &Season, index: usize) -> Vec<ListedGame> {
    let part = view.division_name(season.id, index);
    let Some(division) = season.divisions.get(index) else {
        return Vec::new();
    };
    let games = division.games.iter().filter_map(|game| {
        let names = division.people(game)?.map(|user| view.name(user));
        let mut listed = listed(game, &part, names);
        // Also a game that was played does not count if one of the two is out early.
        if let GameStage::Over { score, how, .. } = &mut listed.state
            && division.is_annulled(game)
        {
            (*score, *how) = (Score::Void, How::Annulled);
        }
        Some(listed)
    });
    games.collect()
}

pub(super) fn results(view: &View) -> Vec<ListedGame> {
    let seasons = view.contest.seasons();
    let all = seasons.flat_map(|season| {
        let divisions = 0..season.divisions.len();
        divisions.flat_map(|index| games(view, season, index))
    });
    all.collect()
}

/// Returns when a season that is over ended: with its last game, if that was before its last moment.
fn ended(season: &Season) -> Moment {
    let ends = season.games().filter_map(|(_, game)| match game.state {
        GameState::Over { at, .. } => Some(at),
        GameState::ToBegin { .. } | GameState::Running { .. } => None,
    });
    ends.max().map_or(season.ends, |last| last.min(season.ends))
}

/// Says where the season stands that is shown; without one, the league.
fn state(view: &View, season: Option<&Season>) -> Standing {
    let league = &view.contest;
    let Some(season) = season else {
        return gathering(view);
    };
    let name = view.season_name(season.id);
    let (mut over, mut all) = (0, 0);
    for (_, game) in season.games() {
        all += 1;
        over += usize::from(game.is_over());
    }
    let played = format!("{over} of {} over.", counted(all, "game"));
    if season.phase == Phase::Over {
        let ended = format!("{name} ended {}.{}", day(ended(season)), next(view, season));
        let mut champions = league.champions().iter();
        let champion = champions.find(|(id, _)| *id == season.id);
        let Some((_, champion)) = champion else {
            return Standing::says(format!("{name} is over"), ended);
        };
        let champion = view.name(*champion);
        return Standing {
            short: match view.is_seasonal() {
                true => format!("{champion} is the champion"),
                false => format!("{champion} won"),
            },
            long: ended,
            won: true,
        };
    }
    if league.paused().is_some() {
        return Standing::says(
            format!("{name} is paused"),
            format!("Running games go on. {played}"),
        );
    }
    match season.phase {
        Phase::Closing => Standing::says(format!("{name} is ending"), played),
        Phase::Running | Phase::Over => {
            Standing::says(format!("{name}, until {}", day(season.ends)), played)
        }
    }
}

/// Says where a league stands that has had no season.
fn gathering(view: &View) -> Standing {
    let league = &view.contest;
    let joined = format!("{} joined so far.", people(league.members().len()));
    if league.state() == State::Over {
        return Standing::says("Closed", "This league ended without a season.");
    }
    if league.paused().is_some() {
        return Standing::says("Paused", joined);
    }
    match league.starts().filter(|_| view.is_seasonal()) {
        Some(starts) => {
            let name = view.season_name(league.next_season());
            Standing::says(format!("{name} starts {}", day(starts)), joined)
        }
        None => Standing::says("Not begun", joined),
    }
}

/// Says after a space what follows the last season; empty for others, and in a quick league.
fn next(view: &View, shown: &Season) -> String {
    let league = &view.contest;
    if !view.is_seasonal() || league.next_season() != shown.id + 1 {
        return String::new();
    }
    let name = view.season_name(league.next_season());
    let next = match (league.state(), league.starts(), league.opens()) {
        (State::Over, ..) => String::from(" The league is closed."),
        (State::PlayOffs, ..) => String::from(" No further season begins."),
        _ if league.paused().is_some() => String::from(" The league is paused."),
        (_, Some(starts), _) => format!(" {name} starts {}.", day(starts)),
        (_, None, Some(opens)) => format!(" {name} opens {}.", day(opens)),
        (_, None, None) => format!(" {name} waits for players."),
    };
    let running = league.running_play_offs();
    let seasons: Vec<_> = running.map(|(one, _)| one.season.to_string()).collect();
    match seasons.len() {
        0 => next,
        1 => format!(
            "{next} The play-offs of season {} are being played.",
            list(&seasons)
        ),
        _ => format!(
            "{next} The play-offs of seasons {} are being played.",
            list(&seasons)
        ),
    }
}
