use super::{in_order, listed};
use crate::discord::ui::words::{counted, people};
use crate::features::leagues::messages::view::{View, division_name};
use crate::features::leagues::model::{Phase, Season, State};
use crate::features::pages::messages::html::words::day;
use crate::features::pages::model::{Content, ListedGame, Part, Standing};

/// The most seasons to which a page leads.
const MOST_SEASONS: usize = 30;

pub(super) fn content(view: &View, named: Option<u32>) -> Option<Content> {
    let league = &view.league;
    let season = match named {
        Some(id) => Some(league.season(id)?),
        None => view.latest(None),
    };
    let seasons = league.seasons().rev().take(MOST_SEASONS);
    let seasons: Vec<_> = seasons
        .map(|one| (one.id, view.season_name(one.id)))
        .collect();
    let parts = match season {
        Some(season) => divisions(view, season),
        None => vec![waiting(view)],
    };
    Some(Content {
        state: state(view, season),
        seasons: if seasons.len() > 1 {
            seasons
        } else {
            Vec::new()
        },
        season: season.map(|season| season.id),
        parts,
    })
}

fn divisions(view: &View, season: &Season) -> Vec<Part> {
    let all = season.divisions.iter().enumerate();
    let part = |(index, _)| Part {
        heading: match view.is_seasonal() {
            true => division_name(index),
            false => view.season_name(season.id),
        },
        sheet: Some(view.standings(&view.table(season, index)).sheet),
        games: in_order(games(view, season, index)),
        ..Part::default()
    };
    all.map(part).collect()
}

/// The people who have joined before the first season.
fn waiting(view: &View) -> Part {
    let members = view.league.members().iter();
    let people: Vec<_> = members.map(|member| view.name(member.user)).collect();
    Part {
        heading: String::from("Who Plays"),
        people,
        ..Part::default()
    }
}

fn games(view: &View, season: &Season, index: usize) -> Vec<ListedGame> {
    let part = view.division_name(season.id, index);
    let division = season.divisions.get(index);
    let games = division
        .into_iter()
        .flat_map(|division| division.games.iter().map(move |game| (division, game)));
    let listed = games.filter_map(|(division, game)| {
        let names = division.people(game)?.map(|user| view.name(user));
        Some(listed(game, &part, names))
    });
    listed.collect()
}

pub(super) fn results(view: &View) -> Vec<ListedGame> {
    let seasons = view.league.seasons();
    let all = seasons.flat_map(|season| {
        (0..season.divisions.len()).flat_map(|index| games(view, season, index))
    });
    all.collect()
}

/// Says where the season stands that is shown; without one, the league.
fn state(view: &View, season: Option<&Season>) -> Standing {
    let league = &view.league;
    let Some(season) = season else {
        let joined = people(league.members().len());
        return match (league.state(), league.starts()) {
            (State::Over, _) => Standing::says("Closed", "This league ended without a season."),
            (_, Some(starts)) if view.is_seasonal() => Standing::says(
                format!("{} starts {}", view.season_name(1), day(starts)),
                format!("{joined} joined so far."),
            ),
            _ => Standing::says("Not begun", format!("{joined} joined so far.")),
        };
    };
    let name = view.season_name(season.id);
    let (mut over, mut all) = (0, 0);
    for (_, game) in season.games() {
        all += 1;
        over += usize::from(game.is_over());
    }
    let played = format!("{over} of {} over.", counted(all, "game"));
    if league.paused().is_some() && season.phase != Phase::Over {
        return Standing::says(
            format!("{name} is paused"),
            format!("Running games go on. {played}"),
        );
    }
    match season.phase {
        Phase::Running => Standing::says(format!("{name}, until {}", day(season.ends)), played),
        Phase::Closing => Standing::says(format!("{name} is ending"), played),
        Phase::Over => {
            let mut champions = league.champions().iter();
            let champion = champions.find(|(id, _)| *id == season.id);
            let ended = format!("{name} ended {}.", day(season.ends));
            match champion {
                Some((_, user)) => Standing {
                    short: match view.is_seasonal() {
                        true => format!("{} is the champion", view.name(*user)),
                        false => format!("{} won", view.name(*user)),
                    },
                    long: ended,
                    won: true,
                },
                None => Standing::says(format!("{name} is over"), ended),
            }
        }
    }
}
