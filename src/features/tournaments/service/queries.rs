//! Reads tournaments for messages.

use crate::db::journal::{self, Journal};
use crate::db::{Connection, Result};
use crate::features::Dated;
use crate::features::tournaments::messages::view::View;
use crate::features::tournaments::model::Tournament;
use crate::kernel::contests::{Contest, views};
use crate::matches::{GuildId, UserId};

/// Adds the names of a tournament's people.
pub(crate) fn with_names(
    db: &Connection,
    journal: Journal,
    tournament: Tournament,
) -> Result<View> {
    let people = tournament.people();
    View::with_names(db, journal, tournament, people)
}

/// Returns lines about the tournaments that a person plays in, or has won.
pub(crate) fn achievements(
    db: &Connection,
    user: UserId,
    guild: Option<GuildId>,
) -> Result<Vec<String>> {
    let own = journal::ever_of_person(db, Tournament::KIND, user)?;
    let views = views::<Tournament>(db, own, guild)?;
    Ok(views
        .iter()
        .filter_map(|view| view.own_line(user))
        .collect())
}

/// Returns a line for each open tournament of a server.
pub(crate) fn standings(db: &Connection, guild: GuildId) -> Result<Vec<String>> {
    let open = journal::in_guild(db, Tournament::KIND, guild)?;
    let views = views::<Tournament>(db, open, None)?;
    Ok(views.iter().map(View::weekly_line).collect())
}

/// Returns when a person's tournaments start, and when their rounds end at the latest.
pub(crate) fn dates(db: &Connection, user: UserId) -> Result<Vec<Dated>> {
    let own = journal::of_person(db, Tournament::KIND, user)?;
    let mut dates = Vec::new();
    for view in views::<Tournament>(db, own, None)? {
        let (tournament, name, id) = (&view.contest, &view.journal.name, view.journal.id);
        if tournament.paused().is_some() {
            continue;
        }
        let starts = tournament.starts();
        dates.extend(starts.map(|at| Dated {
            key: format!("tournament-{id}-start"),
            what: format!("{name} starts"),
            at,
        }));
        let round = tournament.current_round();
        let ends = round.and_then(|round| Some((round, tournament.ends(round)?)));
        dates.extend(ends.map(|(round, at)| Dated {
            key: format!("tournament-{id}-{round}-end"),
            what: format!("{name}: {} ends", view.round_name(round)),
            at,
        }));
    }
    Ok(dates)
}
