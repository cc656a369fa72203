use super::{in_order, listed};
use crate::discord::ui::words::people;
use crate::features::pages::messages::html::words::day;
use crate::features::pages::model::{Content, ListedGame, Part, Standing};
use crate::features::simuls::messages::view::{View, cancelled, digits, score};
use crate::features::simuls::model::State;
use crate::matches::UserId;

/// Returns the people whom the page names: the host unless it is a computer, then the others in the order of their boards.
pub(super) fn people_of(view: &View) -> Vec<UserId> {
    let host = view.simul.host().person().into_iter();
    host.chain(view.simul.seats().iter().copied()).collect()
}

pub(super) fn content(view: &View) -> Content {
    let names = view.simul.seats().iter().map(|user| view.name(*user));
    let part = match view.simul.games().is_empty() {
        true => Part {
            heading: String::from("Who Plays"),
            people: names.collect(),
            ..Part::default()
        },
        false => Part {
            heading: String::from("Boards"),
            games: in_order(results(view)),
            open: true,
            ..Part::default()
        },
    };
    Content {
        state: state(view),
        seasons: Vec::new(),
        season: None,
        parts: vec![part],
    }
}

pub(super) fn results(view: &View) -> Vec<ListedGame> {
    let simul = &view.simul;
    let games = simul.games().iter().map(|game| {
        let (host, guest) = (view.host_name(), view.name(simul.guest(game)));
        let names = match simul.is_hosts(game.seats[0]) {
            true => [host, guest],
            false => [guest, host],
        };
        let board = format!("Board {}", game.id);
        listed(game, &board, names)
    });
    games.collect()
}

fn state(view: &View) -> Standing {
    let simul = &view.simul;
    let host = view.host_name();
    let tally = simul.tally();
    match simul.state() {
        State::Gathering if view.journal.closed => Standing::says("Ended", String::new()),
        State::Gathering => Standing::says(
            format!(
                "{host} plays up to {} at once",
                people(simul.rules().seats as usize)
            ),
            format!("Begins by {} at the latest.", day(simul.until())),
        ),
        State::Running => Standing::says(
            format!("{host} plays {} at once", people(simul.seats().len())),
            format!("So far {}: {}", digits(tally), score(tally)),
        ),
        State::Over => Standing::says(
            format!("{host} {}", digits(tally)),
            format!("Over: {}", score(tally)),
        ),
        State::Cancelled(why) => Standing::says(
            "Cancelled",
            format!(
                "It did not begin, because {}.",
                cancelled(why, simul.host())
            ),
        ),
    }
}
