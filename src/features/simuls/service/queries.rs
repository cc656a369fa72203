//! Reads simuls for messages.

use crate::board::Seat;
use crate::contests::GameState;
use crate::db::journal::{self, Journal};
use crate::db::lists;
use crate::db::people::names;
use crate::db::{Connection, Result, StoreError};
use crate::features::Dated;
use crate::features::simuls::messages::view::{MOST_SHOWN, Shown, View, digits};
use crate::features::simuls::model::{Simul, State, Tally};
use crate::games::{alt_text, turn_marks};
use crate::kernel::contests::{Contest, replayed, views};
use crate::matches::{GuildId, UserId};

/// Adds what messages show of a simul.
pub(crate) fn seen(db: &Connection, mut journal: Journal, simul: Simul) -> Result<View> {
    let host = simul.host().person().into_iter();
    let people = host.chain(simul.seats().iter().copied());
    let names = names::names(db, Some(journal.guild), people)?;
    let mut listed = Vec::new();
    for (_, id) in simul.running() {
        listed.extend(lists::one(db, id)?);
    }
    // The host has chosen who may join.
    journal.entry = simul.rules().entry();
    Ok(View {
        journal,
        simul,
        names: names.into_iter().collect(),
        listed,
        positions: Vec::new(),
    })
}

/// Adds the positions of the boards, if a picture shows them. A match that cannot be read is left out.
pub(crate) fn with_positions(db: &Connection, mut view: View) -> Result<View> {
    let games = view.simul.games();
    if games.len() > MOST_SHOWN {
        return Ok(view);
    }
    let mut positions = Vec::new();
    for game in games {
        let match_id = match game.state {
            GameState::Over { match_id, .. } => match_id,
            _ => game.running(),
        };
        let Some(match_id) = match_id else {
            continue;
        };
        let state = match replayed(db, match_id) {
            Ok(state) => state,
            Err(StoreError::Event { .. } | StoreError::Replay(_)) => continue,
            Err(error) => return Err(error),
        };
        let mut scene = state.position().scene(Seat::First);
        scene.marks.extend(turn_marks(state.last_turn()));
        positions.push(Shown {
            game: game.id,
            scene,
            words: alt_text(state.position(), state.last_turn()),
        });
    }
    view.positions = positions;
    Ok(view)
}

/// Returns lines about the simuls in which a person plays, and those that they hosted or did not lose.
pub(crate) fn achievements(
    db: &Connection,
    user: UserId,
    guild: Option<GuildId>,
) -> Result<Vec<String>> {
    let own = journal::ever_of_person(db, Simul::KIND, user)?;
    let views = views::<Simul>(db, own, guild)?;
    let running = |view: &&View| view.simul.state() == State::Running;
    let lines = views.iter().filter(running);
    let lines = lines.filter_map(|view| view.own_line(user));
    let over: Vec<_> = views.iter().filter(|view| !running(view)).collect();
    Ok(lines.chain(past_lines(&over, user)).collect())
}

/// Returns lines about the simuls of a person that are over: one about those that they hosted, one about the others.
fn past_lines(over: &[&View], user: UserId) -> Vec<String> {
    let (hosted, others): (Vec<&View>, Vec<&View>) = over
        .iter()
        .copied()
        .filter(|view| view.own_line(user).is_some())
        .partition(|view| view.simul.is_host(user));
    let mut lines = Vec::new();
    match hosted.as_slice() {
        [] => {}
        [one] => lines.extend(one.own_line(user)),
        all => {
            let mut sum = Tally::default();
            for view in all {
                sum.add(view.simul.tally());
            }
            lines.push(format!("**{} simuls**: host, {}", all.len(), digits(sum)));
        }
    }
    match others.as_slice() {
        [] => {}
        [one] => lines.extend(one.own_line(user)),
        all => {
            let beat = all.iter().filter(|view| {
                let board = view.simul.board_of(user);
                board.is_some_and(|board| view.simul.beat_the_host(board))
            });
            let beat = beat.count();
            let drew = all.len() - beat;
            lines.push(format!(
                "**{} simuls**: beat the host in {beat}, drew in {drew}",
                all.len()
            ));
        }
    }
    lines
}

/// Returns a line for each open simul of a server.
pub(crate) fn standings(db: &Connection, guild: GuildId) -> Result<Vec<String>> {
    let open = journal::in_guild(db, Simul::KIND, guild)?;
    let views = views::<Simul>(db, open, None)?;
    Ok(views.iter().map(View::weekly_line).collect())
}

/// Returns when a person's simuls begin at the latest.
pub(crate) fn dates(db: &Connection, user: UserId) -> Result<Vec<Dated>> {
    let own = journal::of_person(db, Simul::KIND, user)?;
    let views = views::<Simul>(db, own, None)?;
    let gathering = views
        .iter()
        .filter(|view| view.simul.state() == State::Gathering);
    let dates = gathering.map(|view| Dated {
        key: format!("simul-{}-start", view.journal.id),
        what: format!("{} begins at the latest", view.journal.name),
        at: view.simul.until(),
    });
    Ok(dates.collect())
}
