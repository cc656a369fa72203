use super::{in_order, joined, listed};
use crate::discord::ui::words::people;
use crate::features::pages::messages::html::words::day;
use crate::features::pages::model::{Content, ListedGame, Part, Standing};
use crate::features::tournaments::messages::view::View;
use crate::features::tournaments::model::{Pairing, State};

pub(super) fn content(view: &View) -> Content {
    Content {
        state: state(view),
        seasons: Vec::new(),
        season: None,
        parts: match view.tournament.began() {
            Some(_) => tables(view).into_iter().chain(rounds(view)).collect(),
            None => vec![waiting(view)],
        },
    }
}

/// The table, or the bracket with its parts.
fn tables(view: &View) -> Vec<Part> {
    let parts = view.parts();
    let sheets = (0..parts).filter_map(|part| Some(view.picture(part)?.sheet));
    if view.tournament.is_swiss() {
        let sheet = joined(sheets);
        return vec![Part {
            heading: String::from("Table"),
            sheet,
            ..Part::default()
        }];
    }
    let heading = |part| match part {
        _ if parts == 1 => String::from("Bracket"),
        0 => String::from("The Way to the Final"),
        part => format!("Part {part}"),
    };
    let part = |(part, sheet)| Part {
        heading: heading(part),
        sheet: Some(sheet),
        ..Part::default()
    };
    sheets.enumerate().map(part).collect()
}

/// The games of each round, the latest round first.
fn rounds(view: &View) -> Vec<Part> {
    let last = view.last_round();
    let third = view.tournament.third_place();
    let third = third.map(|pairing| pairing.id);
    let of_round = |round| {
        let games = games(view, |one| one.round == round && Some(one.id) != third);
        (round, view.round_name(round), games)
    };
    let for_third = third.map(|id| {
        let heading = String::from("Match for Third Place");
        (last, heading, games(view, |one| one.id == id))
    });
    let rounds = (1..=last).rev().map(of_round).chain(for_third);
    let current = view.tournament.current_round();
    let parts = rounds.map(|(round, heading, games)| Part {
        heading,
        games: in_order(games),
        unfolded: current.is_none_or(|current| current == round),
        ..Part::default()
    });
    parts.filter(|part| !part.games.is_empty()).collect()
}

fn games(view: &View, of: impl Fn(&Pairing) -> bool) -> Vec<ListedGame> {
    let pairings = view.tournament.pairings().iter();
    let opened = pairings.filter(|pairing| pairing.opened.is_some() && of(pairing));
    let listed = opened.flat_map(|pairing| {
        let people = view.tournament.people_of(pairing);
        let part = view.pairing_name(pairing);
        let games = pairing.games.iter().filter_map(move |game| {
            let [first, second] = game.seats.map(|side| people.get(side).copied().flatten());
            let names = [first?, second?].map(|user| view.name(user));
            Some(listed(game, &part, names))
        });
        games.collect::<Vec<_>>()
    });
    listed.collect()
}

pub(super) fn results(view: &View) -> Vec<ListedGame> {
    games(view, |_| true)
}

fn waiting(view: &View) -> Part {
    let (playing, _) = view.tournament.places();
    Part {
        heading: String::from("Who Plays"),
        people: playing.iter().map(|user| view.name(*user)).collect(),
        ..Part::default()
    }
}

fn state(view: &View) -> Standing {
    let tournament = &view.tournament;
    if tournament.paused().is_some() && view.is_open() {
        return Standing::says("Paused", "Running games go on.");
    }
    match tournament.state() {
        State::Gathering | State::Running if view.journal.closed => {
            Standing::says("Ended", "This tournament ended before it was over.")
        }
        State::Gathering => {
            let joined = format!("{} joined so far.", people(tournament.members().len()));
            match tournament.starts() {
                Some(starts) => Standing::says(format!("Starts {}", day(starts)), joined),
                None => Standing::says("Not begun", joined),
            }
        }
        State::Running => {
            let Some(round) = tournament.current_round() else {
                return Standing::says("Running", "The next round follows in a moment.");
            };
            let until = |round| tournament.ends(round).map(day).unwrap_or_default();
            let over = tournament.rounds();
            let name = match tournament.is_swiss() {
                true => format!("{} of {over}", view.round_name(round)),
                false => view.round_name(round),
            };
            let last = match round == over {
                true => String::new(),
                false => format!("Over by {} at the latest.", until(over)),
            };
            Standing::says(
                format!("{name}, until {} at the latest", until(round)),
                last,
            )
        }
        State::Over => match tournament.champion() {
            Some(user) => Standing {
                short: format!("{} won", view.name(user)),
                long: format!("A tournament of {}.", people(tournament.players().len())),
                won: true,
            },
            None => Standing::says("Over", "Nobody won."),
        },
    }
}
