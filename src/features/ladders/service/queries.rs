//! Reads ladders for messages.

use std::collections::BTreeMap;

use crate::db::journal;
use crate::db::{Connection, Result};
use crate::features::Cancelling;
use crate::features::away;
use crate::features::ladders::messages::page;
use crate::features::ladders::messages::view::View;
use crate::features::ladders::model::{Candidate, Ladder};
use crate::features::moderation::store::blocks;
use crate::kernel::contests::{Contest, load_open, views};
use crate::kernel::{Arbiter, Error};
use crate::matches::{GuildId, Match, UserId};

/// Returns a line for each ladder on which a person is.
pub(crate) fn achievements(
    db: &Connection,
    user: UserId,
    guild: Option<GuildId>,
) -> Result<Vec<String>> {
    let views = views::<Ladder>(db, journal::of_person(db, Ladder::KIND, user)?, guild)?;
    let lines = views.iter().filter_map(|view| view.place_line(user));
    Ok(lines.collect())
}

/// Returns a line for each open ladder of a server.
pub(crate) fn standings(db: &Connection, guild: GuildId) -> Result<Vec<String>> {
    let views = views::<Ladder>(db, journal::in_guild(db, Ladder::KIND, guild)?, None)?;
    Ok(views.iter().map(View::leader_line).collect())
}

/// Says what it means if a person cancels a match of a ladder.
pub(crate) fn cancelling(
    db: &Connection,
    state: &Match,
    user: UserId,
) -> Result<Option<Cancelling>> {
    let contest = state.contest().filter(|one| one.kind == Ladder::KIND);
    let loaded = match contest {
        Some(contest) => load_open::<Ladder>(db, contest.journal)?,
        None => None,
    };
    let (Some(contest), Some(loaded)) = (contest, loaded) else {
        return Ok(None);
    };
    let ladder = &loaded.contest;
    let side = ladder
        .game(contest.game)
        .and_then(|game| game.side_of(user));
    Ok(side.map(|side| page::cancelling(&loaded.journal, side, ladder.has_aborted(user))))
}

impl Arbiter {
    /// Returns for everybody else on a ladder, from the top, whether a person can challenge them.
    pub(crate) async fn ladder_candidates(
        &self,
        view: &View,
        by: UserId,
    ) -> Result<Vec<Candidate>, Error> {
        let now = self.now();
        let people: Vec<UserId> = view.ladder.order().collect();
        let read = self.read(move |db| {
            let mut away = BTreeMap::new();
            for user in away::store::absent(db, now)? {
                if !people.contains(&user) {
                    continue;
                }
                let taken = away::store::time_off(db, user)?;
                let off = taken.into_iter().find(|off| off.holds(now));
                away.extend(off.map(|off| (user, off.back.unwrap_or(off.until))));
            }
            Ok((away, blocks::apart_from(db, by)?))
        });
        let (away, apart) = read.await?;
        Ok(view
            .ladder
            .challengeable(by, now, &|user| away.get(&user).copied(), &|user| {
                apart.contains(&user)
            }))
    }
}
