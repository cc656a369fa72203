//! Reads simuls for messages.

use crate::db::journal::{self, Journal};
use crate::db::lists;
use crate::db::people::names;
use crate::db::{Connection, Result};
use crate::features::Dated;
use crate::features::simuls::messages::view::View;
use crate::features::simuls::model::{Simul, State};
use crate::kernel::contests::{Contest, views};
use crate::matches::{GuildId, UserId};

/// Adds what messages show of a simul.
pub(crate) fn seen(db: &Connection, mut journal: Journal, simul: Simul) -> Result<View> {
    let people = std::iter::once(simul.host()).chain(simul.seats().iter().copied());
    let names = names::names(db, Some(journal.guild), people)?;
    let listed = match simul.state() {
        State::Running => lists::games_of(db, simul.host())?,
        State::Gathering | State::Over | State::Cancelled(_) => Vec::new(),
    };
    // The host has chosen who may join.
    journal.entry = simul.rules().entry();
    Ok(View {
        journal,
        simul,
        names: names.into_iter().collect(),
        listed,
    })
}

/// Returns lines about the simuls in which a person plays, and those that they hosted or did not lose.
pub(crate) fn achievements(
    db: &Connection,
    user: UserId,
    guild: Option<GuildId>,
) -> Result<Vec<String>> {
    let own = journal::ever_of_person(db, Simul::KIND, user)?;
    let views = views::<Simul>(db, own, guild)?;
    Ok(views
        .iter()
        .filter_map(|view| view.own_line(user))
        .collect())
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
