//! Reads leagues for messages.

use crate::db::journal::{self, Journal};
use crate::db::{Connection, Result};
use crate::features::Dated;
use crate::features::leagues::messages::view::View;
use crate::features::leagues::model::League;
use crate::kernel::contests::{Contest, views};
use crate::kernel::{Arbiter, Error};
use crate::matches::{GuildId, UserId};
use crate::people::Moment;

/// Adds the names of a league's people.
pub(crate) fn with_names(db: &Connection, journal: Journal, league: League) -> Result<View> {
    let people = league.people();
    View::with_names(db, journal, league, people)
}

/// Returns lines about the leagues that a person plays in, or has won.
pub(crate) fn achievements(
    db: &Connection,
    user: UserId,
    guild: Option<GuildId>,
) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    for view in views::<League>(db, journal::ever_of_person(db, League::KIND, user)?, guild)? {
        lines.extend(view.champion_line(user));
        if view.contest.is_member(user) || view.contest.is_playing(user) {
            lines.extend(view.place_line(user));
        }
    }
    Ok(lines)
}

/// Returns a line for each open league of a server.
pub(crate) fn standings(db: &Connection, guild: GuildId) -> Result<Vec<String>> {
    let views = views::<League>(db, journal::in_guild(db, League::KIND, guild)?, None)?;
    Ok(views.iter().map(View::weekly_line).collect())
}

/// Returns when the seasons of a person's leagues start and end.
pub(crate) fn dates(db: &Connection, user: UserId) -> Result<Vec<Dated>> {
    let mut dates = Vec::new();
    for view in views::<League>(db, journal::of_person(db, League::KIND, user)?, None)? {
        let (league, name, id) = (&view.contest, &view.journal.name, view.journal.id);
        if league.paused().is_some() {
            continue;
        }
        let next = league.next_season();
        dates.extend(league.starts().map(|at| Dated {
            key: format!("league-{id}-{next}-start"),
            what: format!("{name}: {} starts", view.season_name(next)),
            at,
        }));
        let running = league.current().filter(|season| season.ends > Moment(0));
        dates.extend(running.map(|season| Dated {
            key: format!("league-{id}-{}-end", season.id),
            what: format!("{name}: {} ends", view.season_name(season.id)),
            at: season.ends,
        }));
    }
    Ok(dates)
}

impl Arbiter {
    /// Returns the people of each division of a league's next season, if it began now.
    pub(crate) async fn next_divisions(&self, view: &View) -> Result<Vec<Vec<UserId>>, Error> {
        let (now, league) = (self.now(), view.contest.clone());
        let read = self.read(move |db| {
            let ratings = league.ratings(db, now)?;
            Ok(league.next_divisions(|user| ratings.get(&user).copied()))
        });
        read.await
    }
}
