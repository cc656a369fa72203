use super::{in_order, joined, listed};
use crate::contests::{ContestGame, GameState, How, Score};
use crate::discord::ui::words::people;
use crate::features::pages::messages::html::words::day;
use crate::features::pages::model::{Content, GameStage, ListedGame, Part, Standing};
use crate::features::tournaments::messages::view::View;
use crate::features::tournaments::model::{By, Pairing, State};
use crate::matches::UserId;

/// Returns the people whom the page names: those who play in the order of their seeds, then those who have joined.
pub(super) fn people_of(view: &View) -> Vec<UserId> {
    let players = view.contest.players().iter().map(|player| player.user);
    let (playing, _) = view.contest.places();
    players.chain(playing.iter().copied()).collect()
}

pub(super) fn content(view: &View) -> Content {
    Content {
        state: state(view),
        seasons: Vec::new(),
        season: None,
        parts: match view.contest.began() {
            Some(_) => tables(view).into_iter().chain(rounds(view)).collect(),
            None => vec![waiting(view)],
        },
    }
}

/// The table, or the bracket with its parts.
fn tables(view: &View) -> Vec<Part> {
    let parts = view.parts();
    let sheets = (0..parts).filter_map(|part| Some(view.picture(part)?.sheet));
    if view.contest.is_swiss() {
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
    let third = view.contest.third_place();
    let third = third.map(|pairing| pairing.id);
    let current = view.contest.current_round();
    let part = |heading: String, round: u32, of: &dyn Fn(&Pairing) -> bool| {
        let pairings = || view.contest.pairings().iter().filter(|one| of(one));
        Part {
            heading,
            games: in_order(pairings().flat_map(|one| games(view, one)).collect()),
            notes: pairings().filter_map(|one| note(view, one)).collect(),
            open: current.is_none_or(|current| current == round),
            ..Part::default()
        }
    };
    let of_round = |round| {
        let usual = |one: &Pairing| one.round == round && Some(one.id) != third;
        part(view.round_name(round), round, &usual)
    };
    let for_third = third.map(|id| {
        let heading = String::from("Match for Third Place");
        part(heading, last, &|one: &Pairing| one.id == id)
    });
    // The final comes first, then the match for third place.
    let mut rounds = (1..=last).rev().map(of_round);
    let parts = rounds.next().into_iter().chain(for_third).chain(rounds);
    parts
        .filter(|part| !part.games.is_empty() || !part.notes.is_empty())
        .collect()
}

/// Returns the games of a pairing. One that was decided without a game is listed as one that was won by default.
fn games(view: &View, pairing: &Pairing) -> Vec<ListedGame> {
    let people = view.contest.people_of(pairing);
    let part = view.pairing_name(pairing);
    let named = |sides: [usize; 2]| {
        let [first, second] = sides.map(|side| people.get(side).copied().flatten());
        Some([first?, second?].map(|user| view.name(user)))
    };
    let over = view.contest.state() == State::Over;
    if pairing.opened.is_some() && !pairing.games.is_empty() {
        let games = pairing.games.iter();
        // Nothing begins any more in a tournament that an organiser ended.
        let begins = |game: &&ContestGame| over && matches!(game.state, GameState::ToBegin { .. });
        return games
            .filter(|game| !begins(game))
            .filter_map(|game| {
                let mut listed = listed(game, &part, named(game.seats)?);
                // In the table of a Swiss tournament the decision counts, whatever the match says.
                if view.contest.is_swiss()
                    && let Some(decided) = decided(pairing, game.seats)
                {
                    listed.state = decided;
                }
                Some(listed)
            })
            .collect();
    }
    let decided = decided(pairing, [0, 1]).and_then(|state| {
        Some(ListedGame {
            id: pairing.first_game(),
            part,
            names: named([0, 1])?,
            state,
            match_id: None,
            page: None,
        })
    });
    decided.into_iter().collect()
}

/// Returns the result of a pairing that was decided without its games, for these sides; `None` if its games decide.
fn decided(pairing: &Pairing, [first, _]: [usize; 2]) -> Option<GameStage> {
    let decision = pairing.decision?;
    let how = match decision.by {
        By::Organiser => How::Organiser,
        By::Walkover => How::Forfeit,
        By::Games | By::DecidingGame | By::Seed => return None,
    };
    Some(GameStage::Over {
        at: decision.at,
        score: match decision.winner {
            None => Score::Void,
            Some(side) if side == first => Score::First,
            Some(_) => Score::Second,
        },
        how,
    })
}

/// Says who has a bye.
fn note(view: &View, pairing: &Pairing) -> Option<String> {
    let decided = pairing.decision.is_some_and(|one| one.winner.is_some());
    match view.contest.people_of(pairing) {
        [Some(one), None] | [None, Some(one)] if decided => {
            let what = match (view.contest.is_swiss(), pairing.round) {
                (true, _) if view.contest.all_play_all() => "has no game",
                (true, _) => "has a bye: 1 point",
                (false, 1) => "has a bye",
                (false, _) => "has no opponent and goes on",
            };
            Some(format!("{} {what}.", view.name(one)))
        }
        _ => None,
    }
}

pub(super) fn results(view: &View) -> Vec<ListedGame> {
    let pairings = view.contest.pairings().iter();
    pairings.flat_map(|pairing| games(view, pairing)).collect()
}

fn waiting(view: &View) -> Part {
    let (playing, _) = view.contest.places();
    Part {
        heading: String::from("Who Plays"),
        people: playing.iter().map(|user| view.name(*user)).collect(),
        ..Part::default()
    }
}

fn state(view: &View) -> Standing {
    let tournament = &view.contest;
    let joined = format!("{} joined so far.", people(tournament.members().len()));
    if tournament.paused().is_some() && view.is_open() {
        return match tournament.state() {
            State::Gathering => Standing::says("Paused", joined),
            State::Running | State::Over => Standing::says("Paused", "Running games go on."),
        };
    }
    match tournament.state() {
        State::Gathering => match tournament.starts() {
            Some(starts) => Standing::says(format!("Starts {}", day(starts)), joined),
            None => Standing::says("Not begun", joined),
        },
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
            None if tournament.is_decided() => Standing::says("Over", "Nobody won."),
            None => Standing::says("Ended", "Organisers ended it before it was over."),
        },
    }
}
