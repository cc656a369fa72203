//! The play-offs of leagues: opens a knock-out for each season that wants one, and tells the league how it ended.
//!
//! The handler reads what is missing from the league and its knock-outs alone, and writes it in one transaction. So it
//! happens once, wherever the bot was killed before.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use crate::db::alarms::{self, About, Alarm};
use crate::db::journal::Journal;
use crate::db::{Connection, Result, StoreError};
use crate::features;
use crate::features::leagues::model::{self as leagues, League, PlayOffs};
use crate::features::leagues::service::contest::PLAY_OFFS;
use crate::features::moderation::store::acts::ban_of;
use crate::features::tournaments::model::{Event, Rules, State, Tournament};
use crate::kernel::contests::{self, change, create, load, load_open, queue_posts};
use crate::kernel::{Error, Kernel, Membership};
use crate::matches::{JournalId, UserId};
use crate::people::Moment;

/// The longest time for which Discord is asked who has left.
const PATIENCE: Duration = Duration::from_secs(30);

/// Does what is due about the play-offs of a league.
pub(crate) async fn handle(kernel: Arc<Kernel>, alarm: Alarm) -> Result<(), Error> {
    let id = JournalId(alarm.about.place);
    // People whom Discord was not asked about count as members.
    let asked = tokio::time::timeout(PATIENCE, leavers(&kernel, id)).await;
    let left = asked.unwrap_or_else(|_| Ok(BTreeSet::new()))?;
    let now = kernel.time.now();
    let write = kernel.write(move |db| {
        let begun = settle(db, id, &left, now)?;
        alarms::set(db, PLAY_OFFS, About::journal(id), None)?;
        Ok(begun)
    });
    for begun in write.await? {
        queue_posts::<Tournament>(&kernel, begun).await?;
    }
    Ok(queue_posts::<League>(&kernel, id).await?)
}

/// Returns those of the people who are to play who have left the server. Everybody is asked about until enough are there.
async fn leavers(kernel: &Arc<Kernel>, id: JournalId) -> Result<BTreeSet<UserId>, Error> {
    let mut left = BTreeSet::new();
    let loaded = kernel.read(move |db| load_open::<League>(db, id)).await?;
    let Some(loaded) = loaded else {
        return Ok(left);
    };
    let Some(play_offs) = loaded.contest.play_offs_to_begin() else {
        return Ok(left);
    };
    let mut there = 0;
    let known = |user: &&UserId| user.deleted_name().is_none();
    for user in play_offs.people.iter().filter(known) {
        if there == play_offs.size {
            break;
        }
        let membership = features::membership(kernel, loaded.journal.guild, *user).await?;
        match membership {
            Some(Membership::Gone) => drop(left.insert(*user)),
            Some(Membership::Member(_)) | None => there += 1,
        }
    }
    Ok(left)
}

/// Tells a league which of its play-offs are over, and begins those that are due. Returns the journals of the new ones.
fn settle(
    db: &Connection,
    id: JournalId,
    left: &BTreeSet<UserId>,
    now: Moment,
) -> Result<Vec<JournalId>> {
    let mut begun = Vec::new();
    let Some(loaded) = load_open::<League>(db, id)? else {
        return Ok(begun);
    };
    for (play_offs, journal) in loaded.contest.running_play_offs() {
        let Some(knock_out) = load::<Tournament>(db, journal)? else {
            continue;
        };
        if knock_out.contest.state() == State::Over || knock_out.journal.closed {
            let over = leagues::Command::PlayOffsOver {
                season: play_offs.season,
                winner: knock_out.contest.champion(),
            };
            change::<League>(db, id, over, now)?;
        }
    }
    // The end of the last play-offs of a closed league closes its journal.
    while let Some(loaded) = load_open::<League>(db, id)?
        && let Some(due) = loaded.contest.play_offs_to_begin()
    {
        let season = due.season;
        let seeds = seeds(db, (&loaded.journal, &loaded.contest), due, left)?;
        let told = if seeds.len() < 2 {
            let winner = None;
            leagues::Command::PlayOffsOver { season, winner }
        } else {
            let journal = open(db, &loaded, (season, seeds), now)?;
            begun.push(journal);
            leagues::Command::PlayOffsBegan { season, journal }
        };
        change::<League>(db, id, told, now)?;
    }
    Ok(begun)
}

/// Returns the people who play, in the order of their seeds.
fn seeds(
    db: &Connection,
    (journal, league): (&Journal, &League),
    play_offs: &PlayOffs,
    left: &BTreeSet<UserId>,
) -> Result<Vec<UserId>> {
    let mut there = BTreeSet::new();
    for user in &play_offs.people {
        // In a closed league nobody joins any more.
        let takes_part = league.is_member(*user) || league.is_closed();
        let kept_out = ban_of(db, journal.guild, *user)?.is_some();
        if takes_part && !kept_out && !left.contains(user) {
            there.insert(*user);
        }
    }
    Ok(play_offs.seeds(|user| there.contains(&user)))
}

/// Writes the knock-out of a season, which begins at once.
fn open(
    db: &Connection,
    loaded: &contests::Loaded<League>,
    (season, seeds): (u32, Vec<UserId>),
    now: Moment,
) -> Result<JournalId> {
    let (journal, league) = (&loaded.journal, &loaded.contest);
    let place = (journal.guild, journal.channel);
    // Somebody may have given another tournament this name.
    for number in 1..=u32::MAX {
        let rules =
            Rules::of_play_offs((journal.id, league.rules()), season, (seeds.len(), number));
        let name = rules.name.as_str().to_owned();
        let created = Tournament::create(rules, league.organiser());
        let (lots, seeds) = (Vec::new(), seeds.clone());
        let events = [created, Event::Began { seeds, lots }];
        if let Some(id) = create::<Tournament>(db, place, &name, &events, now)? {
            return Ok(id);
        }
    }
    let why = String::from("there is no name for its play-offs");
    let (id, seq) = (journal.id, loaded.last);
    Err(StoreError::Journal { id, seq, why })
}
